"""Two profiles on one list, held against a brute force that asks the profiles text by text."""

import csv
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.texts import SENSIBLE, TEXTS
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.export import ExportError, ExportOptions
from urlinspector.bulk.export.versus import export_versus
from urlinspector.bulk.reading import ReadOptions, Source, read
from urlinspector.bulk.table import UrlTable
from urlinspector.bulk.task import Cancelled, CancelToken, Task
from urlinspector.bulk.versus import Kind, Order, Versus
from urlinspector.normalize.differences import Differences
from urlinspector.normalize.library import builtin
from urlinspector.normalize.output import write_output
from urlinspector.normalize.profile import Profile
from urlinspector.normalize.site_rules import DropParameters, Scope, SiteRule, StripSuffix

NAMES = ("rfc3986", "safe", "seo", "similar", "w3lib-2.4.1", "w3lib-2.5.0", "surt-0.3.1", "courlan-1.4.0")
PAIRS = st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES))
RELATED = st.lists(
    st.tuples(
        st.sampled_from(("http://", "https://", "HTTP://", "x:", "", "http://u:p@")),
        st.sampled_from(("e.com", "E.com", "www.e.com", "e.com:80", "[", "b\\c")),
        st.sampled_from(("", "/", "/a/../", "/%7ea", "/index.html", "/a;b")),
        st.sampled_from(("", "?", "?b=1&a=2", "?a=2&b=1", "?a=2;b=1", "?utm_source=x&amp;a=2")),
    ).map("".join),
    max_size=24,
)


def versus(texts: list[str], a: str, b: str) -> Versus:
    return Versus.make(Engine(UrlTable.of(texts)), builtin(a), builtin(b))


def written(profile: Profile, text: str) -> str | None:
    canonical = profile.outcome(text).canonical
    return None if canonical is None else write_output(canonical, profile.output)


def clusters(keys: dict[str, str | None]) -> list[set[str]]:
    made: dict[str, set[str]] = {}
    for text, key in keys.items():
        if key is not None:
            made.setdefault(key, set()).add(text)
    return list(made.values())


def pairs(groups: list[set[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for group in groups for pair in combinations(group, 2)}


@settings(max_examples=12)
@given(TEXTS | RELATED, st.sampled_from(NAMES))
def test_a_profile_against_itself_changes_nothing(texts: list[str], name: str) -> None:
    found = versus(texts, name, name)
    assert len(found) == 0
    assert found.differences.items == ()
    assert found.reasons == {}
    summary = found.summary
    assert summary.clusters_a == summary.clusters_b
    zeros = summary._replace(rows=0, texts=0, clusters_a=0, clusters_b=0)
    assert not any(zeros)


@settings(max_examples=25)
@given(RELATED | st.lists(SENSIBLE, max_size=12) | TEXTS, PAIRS)
def test_the_figures_are_those_of_brute_force(texts: list[str], names: tuple[str, str]) -> None:
    found = versus(texts, *names)
    distinct = list(dict.fromkeys(texts))
    rows = Counter(texts)
    old, new = ({text: written(builtin(name), text) for text in distinct} for name in names)
    groups = [clusters(old), clusters(new)]
    of = [{text: group for group in each for text in group} for each in groups]
    expected = {
        Kind.CHANGED: {t for t in distinct if None not in (old[t], new[t]) and old[t] != new[t]},
        Kind.REFUSED_BY_A: {t for t in distinct if old[t] is None and new[t] is not None},
        Kind.REFUSED_BY_B: {t for t in distinct if old[t] is not None and new[t] is None},
        Kind.SPLIT: {t for t in distinct if t in of[0] and not of[0][t] <= of[1].get(t, set()) | {t}},
        Kind.JOINED: {t for t in distinct if t in of[1] and not of[1][t] <= of[0].get(t, set()) | {t}},
    }
    for kind, wanted in expected.items():
        assert {found.row(at).text for at in found.select((kind,)).ids()} == wanted, kind
        assert found.count(kind) == len(wanted)
    summary = found.summary
    assert summary.rows == len(texts)
    assert summary.differing_rows == sum(rows[t] for t in set().union(*expected.values()))
    assert summary.changed_rows == sum(rows[t] for t in expected[Kind.CHANGED])
    assert (summary.clusters_a, summary.clusters_b) == (len(groups[0]), len(groups[1]))
    assert summary.pairs_a_only == len(pairs(groups[0]) - pairs(groups[1]))
    assert summary.pairs_b_only == len(pairs(groups[1]) - pairs(groups[0]))
    assert summary.split == sum(1 for group in groups[0] if group & expected[Kind.SPLIT])
    assert summary.joined == sum(1 for group in groups[1] if group & expected[Kind.JOINED])
    for at in found.select().ids():
        row = found.row(at)
        assert (row.old, row.new) == (old[row.text], new[row.text])
        assert row.count == rows[row.text]
        assert (row.texts_a, row.texts_b) == tuple(len(each.get(row.text, ())) for each in of)


@settings(max_examples=25)
@given(RELATED | TEXTS, PAIRS)
def test_an_explanation_suffices_and_holds_nothing_needless(texts: list[str], names: tuple[str, str]) -> None:
    a, b = map(builtin, names)
    differences = Differences.between(a, b)
    everything = frozenset(range(len(differences.items)))
    for text in texts:
        assert differences.key(text, frozenset()) == written(a, text)
        assert differences.key(text, everything) == written(b, text)
        needed = frozenset(differences.explain(text))
        if written(a, text) == written(b, text):
            assert not needed
            continue
        assert differences.key(text, needed) == written(b, text)
        for each in needed:
            assert differences.key(text, needed - {each}) != written(b, text)


def test_a_join_and_a_split_are_told_with_the_steps_that_made_them() -> None:
    texts = ["http://e.com/a", "http://e.com/a", "https://e.com/a", "http://e.com/?b=1&a=2"]
    found = versus(texts, "safe", "similar")
    assert found.summary.joined == 1
    assert found.summary.pairs_b_only == 1
    assert found.summary.split == found.summary.pairs_a_only == 0
    (group,) = found.regrouped(Kind.JOINED, 5)
    assert [found.row(at).text for at in group] == ["http://e.com/a", "https://e.com/a"]
    assert found.words(found.reason(group[0]) or ()) == "+ limit-protocol"
    assert found.reason(group[1]) == ()  # its key stays; the other one came to it
    shares = {found.differences.items[each.number].step: each.rows for each in found.shares() if each.rows}
    assert shares["limit-protocol"] == 3
    back = versus(texts, "similar", "safe")
    assert (back.summary.split, back.summary.pairs_a_only) == (1, 1)


def test_selecting_by_text_and_by_step() -> None:
    found = versus(["http://e.com/A/", "http://www.f.com/"], "safe", "similar")
    assert [found.row(at).text for at in found.select(needle="e.com/a").ids()] == ["http://e.com/A/"]
    step = next(n for n, each in enumerate(found.differences.items) if each.step == "remove-www")
    assert [found.row(at).text for at in found.select(step=step).ids()] == ["http://www.f.com/"]
    assert len(found.select(())) == 0


def test_texts_are_sorted_and_what_is_equal_keeps_its_place() -> None:
    texts = ["http://e.com/b", "http://www.e.com/a", "http://e.com/b", "https://www.f.com/", "ftp://x.y/"]
    found = versus(texts, "safe", "similar")
    rows = {
        order: [found.row(at) for at in found.arrange(found.select(), order).ids()]
        for order in get_args(Order)
    }
    assert [row.new for row in rows["key"]] == sorted(row.new or "" for row in rows["key"])
    assert [row.count for row in rows["rows"]] == sorted(row.count for row in rows["rows"])
    back = found.arrange(found.select(), "rows", descending=True).ids()
    assert found.row(back[0]).count == 2
    assert back[1:] == sorted(back[1:])
    for order, each in rows.items():
        assert sorted(row.text for row in each) == sorted(row.text for row in rows["key"]), order


def test_exports_give_each_pair_of_keys_once_and_every_row(tmp_path: Path) -> None:
    texts = [
        "http://www.e.com/",
        "http://www.e.com/",
        "HTTP://www.e.com",
        "http://u:p@www.f.com/",
        "https://g.com/",
    ]
    found = versus(texts, "safe", "similar")
    keys, rows = tmp_path / "keys.csv", tmp_path / "rows.csv"
    export_versus(found, keys, ExportOptions("keys", guard=False))
    lines = [line.split(",") for line in keys.read_text().splitlines()]
    assert lines[0] == ["old", "new", "kinds", "steps", "rows"]
    old, new, kinds, steps, count = lines[1]
    assert (old, kinds, count) == ("http://www.e.com/", "changed", "3")
    assert new == written(builtin("similar"), "http://www.e.com/")
    assert {"limit-protocol", "remove-www"} <= set(steps.split())
    assert "u:•••@" in keys.read_text()
    assert "u:p@" not in keys.read_text()
    assert export_versus(found, rows, ExportOptions("rows", show_credentials=True)).rows == 4
    assert "http://u:p@www.f.com/" in rows.read_text()
    with pytest.raises(ExportError):
        export_versus(found, tmp_path / "x.html", ExportOptions("keys"))


def test_a_cancelled_comparison_stops() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        Versus.make(Engine(UrlTable.of(["http://e.com/"])), builtin("safe"), builtin("seo"), Task(token))


def test_the_upgrade_of_w3lib_on_a_real_list(shared: Callable[[str], Path]) -> None:
    """The figures are those of the two programs themselves, run over the list."""
    table = read([Source.file(shared("data/urls/kasztp.txt"))], ReadOptions()).table
    found = Versus.make(Engine(table), builtin("w3lib-2.4.1"), builtin("w3lib-2.5.0"))
    assert found.summary.changed_rows == found.summary.differing_rows == 680
    assert found.summary.split == found.summary.joined == 0
    assert found.unexplained == 0
    steps = {found.differences.items[each.number].step for each in found.shares() if each.rows}
    assert steps == {"backslash-to-slash", "remove-empty-fields", "unify-blank-values", "encode-as-form"}


def test_an_export_names_the_rules_of_sites_that_made_the_new_keys(tmp_path: Path) -> None:
    texts = ["http://e.com/a?sid=1", "http://e.com/a?q=1&sid=2", "http://e.com/b/", "http://x.com/a?sid=1"]
    on = Scope.parse("e.com")
    no_sid = SiteRule(on, DropParameters(("sid",)), name="no sid, ever")
    slash = SiteRule(on, StripSuffix("/"), name="no slash")
    safe = builtin("safe")
    engine, before = Engine(UrlTable.of(texts)), safe.with_rules([no_sid])
    found = Versus.make(engine, before, safe.with_rules([slash]))
    rows, keys = tmp_path / "rows.jsonl", tmp_path / "keys.csv"
    export_versus(found, rows, ExportOptions("rows"))
    told = {each["text"]: each["rules"] for each in map(json.loads, rows.read_text("utf-8").splitlines())}
    assert told == {texts[0]: ["no sid, ever"], texts[1]: ["no sid, ever"], texts[2]: ["no slash"]}
    export_versus(found, keys, ExportOptions("keys"))
    lines = list(csv.DictReader(keys.read_text("utf-8").splitlines()))
    assert [each["rules"] for each in lines] == ["no sid, ever", "no sid, ever", "no slash"]
    edited = replace(no_sid, action=DropParameters(("sid", "q")))
    export_versus(Versus.make(engine, before, safe.with_rules([edited])), rows, ExportOptions("rows"))
    told = {each["text"]: each["rules"] for each in map(json.loads, rows.read_text("utf-8").splitlines())}
    assert told == {texts[0]: [], texts[1]: ["no sid, ever"]}  # the first one's cluster got another member
