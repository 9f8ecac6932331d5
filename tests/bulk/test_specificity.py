"""The specificity of a list's URLs in columns against the LRU of each."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.texts import TEXTS
from urlinspector.bulk import view
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.specificity import specificities, specificity_order
from urlinspector.bulk.table import UrlTable
from urlinspector.bulk.task import Cancelled, CancelToken, Task
from urlinspector.normalize.library import builtin
from urlinspector.url.components import Url
from urlinspector.url.lru import WEIGHTS, Specificity, StemKind, lru_of

ORDERED = (
    "http://com",
    "http://example.com",
    "http://www.example.com",
    "http://example.com/",
    "http://example.com/a",
    "http://example.com/?q",
    "http://example.com/a/b/c?q#f",
)


@settings(max_examples=60)
@given(TEXTS, st.fixed_dictionaries({kind: st.integers(-3, 9) for kind in StemKind}))
def test_in_columns_as_one_by_one(texts: list[str], weights: dict[StemKind, int]) -> None:
    engine = Engine(UrlTable.of(texts))
    distinct = list(dict.fromkeys(texts))
    wanted = [lru_of(Url.parse(text)).specificity(weights) for text in distinct]
    found = [Specificity(*row) for row in specificities(engine, weights).iter_rows()]
    assert found == wanted
    order = specificity_order(engine, weights).to_list()
    ranked = [each[::-1] for each in wanted]
    assert sorted(range(len(wanted)), key=order.__getitem__) == sorted(
        range(len(wanted)), key=ranked.__getitem__
    )


def clustering(*texts: str) -> Clustering:
    return Clustering.make(Engine(UrlTable.of(list(texts))), builtin("safe"))


def test_a_list_from_the_general_to_the_special() -> None:
    found = clustering(*reversed(ORDERED))
    order = view.arrange(found, "", "specificity", descending=False)
    told = [brief.representative for brief in view.briefs(found, order.ids())]
    ranks = [lru_of(Url.parse(text)).specificity()[::-1] for text in told]
    assert ranks == sorted(ranks)
    assert told[0] == ORDERED[0]
    assert told[-1] == ORDERED[-1]
    rows = view.arrange_rows(found, view.members(found, 0), "specificity", descending=True)
    assert len(rows) == found.sizes[0]


def test_weights_decide_the_order() -> None:
    found = clustering("http://a.b.c.example.com", "http://example.com/x/y")

    def first(weights: dict[StemKind, int]) -> str:
        order = view.arrange(found, "", "specificity", descending=False, weights=weights)
        return view.briefs(found, order.ids())[0].representative

    assert first({**WEIGHTS, StemKind.PATH: 9}).startswith("http://a.")
    assert first({**WEIGHTS, StemKind.PATH: 0}).startswith("http://example")


def test_it_is_cancelled() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        specificities(Engine(UrlTable.of(["http://a"])), task=Task(token))
