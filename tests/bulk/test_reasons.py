"""The reasons of all members at once are those of the search, pair by pair."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.lists import SHOP, clustering
from tests.bulk.texts import SENSIBLE
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.reasons import reasons, steps_of_clusters
from urlinspector.normalize.needed import needed_steps


def check(found: Clustering) -> None:
    masks = reasons(found).to_list()
    acting = found.run.acting
    for cluster, steps in enumerate(steps_of_clusters(found)):
        union: set[int] = set()
        first = int(found.representative[cluster])
        for at in found.texts_of(cluster).to_list():
            wanted = () if at == first else needed_steps(found.text(at), found.text(first), found.profile)
            got = tuple(number for n, number in enumerate(acting) if masks[at] >> n & 1)
            assert got == wanted, (found.text(at), found.text(first))
            union.update(got)
        assert steps == tuple(sorted(union))


def test_reasons_of_the_shop() -> None:
    check(clustering(SHOP))
    check(
        clustering(
            [f"{text}{end}" for text in SHOP for end in ("", "&gclid=1", "#x", "/", "/#", "?", "#x", "&a=")]
        )
    )


@settings(max_examples=15)
@given(
    st.lists(SENSIBLE, max_size=8),
    st.lists(
        st.sampled_from(
            ["", "/", "?", "#a", "#b", "?gclid=1", "/index.html", "?b=1&a=2", "?a=2&b=1", "?a=2&&b=1"]
        )
    ),
    st.sampled_from(["seo", "everything-2005", "safe"]),
)
def test_reasons_are_those_of_the_search(texts: list[str], ends: list[str], name: str) -> None:
    check(clustering([text + end for text in texts for end in ends[:6]], name))
