"""What is counted over millions of URLs at once is what one would count by hand, pair by pair."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.mining.lists import Rows, frame_of
from urlinspector.bulk import mining_parameters, mining_shapes, mining_tokens

NAMES, VALUES = ("a", "b", "sid"), ("1", "2", "x")
fields = st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES)).map("=".join)
queries = st.lists(fields, max_size=3, unique_by=lambda field: field[0]).map("&".join)
labels = st.sampled_from(("", "p", "q"))


def url(path: str, query: str) -> str:
    return f"http://h.example/{path}" + (f"?{query}" if query else "")


def distinct(rows: Rows) -> Rows:
    """The first label of each URL: the miner sees a URL once."""
    return list({text: (text, label) for text, label in reversed(rows)}.values())


@settings(max_examples=40)
@given(st.lists(st.tuples(st.builds(url, st.sampled_from("xy"), queries), labels), min_size=1, max_size=25))
def test_leaving_one_parameter_out_counts_the_groups_that_are_left(rows: Rows) -> None:
    rows = distinct([*rows, ("http://h.example/x?b=1", "p")])
    frame = frame_of(rows)
    # The order of parameters is no difference: of two such URLs the first counts.
    first = {_parts(text): (text, label) for text, label in reversed(rows)}
    rows = list(first.values())[::-1]
    found = {each.names: each for each in mining_parameters.leave_one_out(frame).counted}
    for name in NAMES:
        groups: dict[object, list[tuple[bool, str]]] = defaultdict(list)
        for text, label in rows:
            path, query = _parts(text)
            groups[path, frozenset(f for f in query if not f.startswith(f"{name}="))].append(
                (any(f.startswith(f"{name}=") for f in query), label)
            )
        several = [each for each in groups.values() if len(each) > 1 and any(has for has, _ in each)]
        known = [[label for _, label in each if label] for each in several]
        shares = [(max(Counter(each).values()) - 1) / (len(each) - 1) for each in known if len(each) > 1]
        counted = found.get((name,))
        if counted is None:
            assert not several
            continue
        assert counted.groups == len(several)
        assert counted.optional == sum(not all(has for has, _ in each) for each in several)
        assert counted.labelled == len(shares)
        assert counted.agree == pytest.approx(sum(shares))


def _parts(text: str) -> tuple[str, frozenset[str]]:
    path, _, query = text.partition("?")
    return path, frozenset(query.split("&")) if query else frozenset()


def test_names_that_never_come_apart_are_counted_together() -> None:
    rows = [(f"http://h.example/{n}?s={n}&m={n % 3}", f"{n}") for n in range(8)]
    rows += [(f"http://h.example/{n}", f"{n}") for n in range(8)]
    found = {each.names: each for each in mining_parameters.leave_one_out(frame_of(rows)).counted}
    assert found["m", "s"].groups == found["m", "s"].agree == 8
    assert ("s",) not in found


def test_an_order_of_parameters_says_nothing_of_any_of_them() -> None:
    rows = [(f"http://h.example/{n}?{query}", f"{n}") for n in range(9) for query in ("a=1&b=2", "b=2&a=1")]
    assert not [
        each for each in mining_parameters.leave_one_out(frame_of(rows)).counted if len(each.names) == 1
    ]


# Tokens

_TOKEN = re.compile(r"[0-9A-Fa-f]{8,}|[A-Za-z]+|[0-9]+|%[0-9A-Fa-f]{2}|[^A-Za-z0-9]")
pieces = st.sampled_from(("a", "b", "m", "12", "7", "/", "_", "?id=", ".htm", ".html", "-", "~"))
paths = st.lists(pieces, min_size=1, max_size=6).map("".join)


def difference(one: str, other: str) -> tuple[list[str], list[str]]:
    """The smallest run of tokens in which two texts differ: the common beginning goes first."""
    left, right = _TOKEN.findall(one), _TOKEN.findall(other)
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return left[start : len(left) - end], right[start : len(right) - end]


def shape(tokens: Sequence[str]) -> tuple[str, ...]:
    return tuple("N" if token.isdigit() else token for token in tokens)


@settings(max_examples=40)
@given(st.lists(paths, min_size=2, max_size=12, unique=True))
def test_every_pair_that_differs_in_one_run_is_counted_once(texts: list[str]) -> None:
    rows = [(f"http://h.example/x{text}", "") for text in texts]
    frame = frame_of(rows)
    whole = [
        path + (f"?{query}" if query is not None else "")
        for path, query in frame.select("path", "query").rows()
    ]
    wanted: Counter[frozenset[str]] = Counter()
    for at, one in enumerate(whole):
        for other in whole[:at]:
            before, after = difference(one, other)
            if max(len(before), len(after)) > mining_tokens.WINDOW:
                continue
            numbers = [[token for token in run if token.isdigit()] for run in (before, after)]
            if shape(before) == shape(after) or not (
                numbers[0] == numbers[1] or not numbers[0] or not numbers[1]
            ):
                continue
            wanted[frozenset((one, other))] += 1
    found = mining_tokens.token_pairs(frame, 1, 1000).pairs.frame
    counted = Counter(
        frozenset((whole[u], whole[v])) for u, v in (found.select("u", "v").rows() if found.height else ())
    )
    assert set(counted) <= set(wanted)
    # A form that has a number cannot be made of one that has none: such pairs count one way only.
    missing = {pair for pair in wanted if pair not in counted}
    for pair in missing:
        before, after = difference(*sorted(pair))
        one, other = (sum(token.isdigit() for token in run) for run in (before, after))
        assert one != other
    assert all(count == 1 for count in counted.values())


def test_a_core_is_the_same_whatever_its_numbers_are() -> None:
    rows = [(f"http://h.example/story?id={n}", f"{n}") for n in range(1, 9)]
    rows += [(f"http://h.example/story_{n}", f"{n}") for n in range(1, 9)]
    (core,) = mining_tokens.token_pairs(frame_of(rows), 5, 10).cores
    assert ("".join(core.before), "".join(core.after)) == ("?id=", "_")
    assert (core.pairs, core.labelled, core.agree) == (8, 8, 8)
    assert [(form.left, form.right) for form in core.forms] == [("story", "\x00N")]


def test_values_in_large_envelopes_are_no_pairs() -> None:
    rows = [(f"http://h.example/a/{word}/z", "") for word in "abcdefghijklmnopqrst"]
    assert not mining_tokens.token_pairs(frame_of(rows), 1, 6).cores


# Shapes


@pytest.mark.parametrize(("kind", "one", "other", "core"), [
    ("scheme", "http://h.example/a?x", "https://h.example/a?x", "https"),
    ("www", "http://www.h.example/a", "http://h.example/a", "h.example"),
    ("slash", "http://h.example/a/", "http://h.example/a", "/"),
    ("last", "http://h.example/a/index.html?x", "http://h.example/a/?x", "index.html/"),
    ("last", "http://h.example/a/index.html", "http://h.example/a", "index.html"),
    ("last", "http://h.example/index.html", "http://h.example/", "index.html/"),
    ("case", "http://h.example/A/b", "http://h.example/a/b", "case"),
    ("host", "http://mirror.h.example/a", "http://h.example/a", "mirror.h.example h.example"),
])  # fmt: skip
def test_each_shape_finds_its_pair(kind: str, one: str, other: str, core: str) -> None:
    rows = [(other, "p"), (one, "p"), ("http://h.example/else/where", "q")]
    pairs = mining_shapes.shape_pairs(frame_of(rows), kind)
    assert pairs.select("core", "u", "v", "same").rows() == [(core, 1, 0, True)]
    turned = mining_shapes.shape_pairs(frame_of([(other, "p"), (one, "q")]), kind)
    assert turned["same"].to_list() == [False]


@pytest.mark.parametrize("kind", mining_shapes.KINDS)
def test_unlike_urls_are_no_pair(kind: str) -> None:
    rows = [("http://h.example/a", "p"), ("http://other.test/a/", "p"), ("https://h.example/b", "p")]
    assert mining_shapes.shape_pairs(frame_of(rows), kind).is_empty()
