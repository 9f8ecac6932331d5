from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.work import LINEAR, growth
from urlinspector.normalize import diff as diffs
from urlinspector.normalize.alignment import Budget, aligned_runs, common_prefix, common_suffix
from urlinspector.normalize.diff import Diff, diff

ANY = st.text(st.characters(exclude_categories=()), max_size=60)
URLISH = st.text(st.sampled_from("ab/%41fF?&=#.: é\udc80"), max_size=60)


def marked(before: str, after: str) -> str:
    """Both texts in one: what is replaced as `[gone|new]`."""
    shown = ""
    for piece in diff(before, after).pieces:
        gone, new = before[slice(*piece.before)], after[slice(*piece.after)]
        shown += gone if piece.kept else f"[{gone}|{new}]"
    return shown


def check(before: str, after: str, found: Diff) -> None:
    assert "".join(before[slice(*each.before)] for each in found.pieces) == before
    assert "".join(after[slice(*each.after)] for each in found.pieces) == after
    for each in found.pieces:
        assert (before[slice(*each.before)] == after[slice(*each.after)]) == each.kept
    for left, right in zip(found.pieces, found.pieces[1:], strict=False):
        assert left.kept != right.kept
        assert left.before.end == right.before.start
        assert left.after.end == right.after.start


@given(st.one_of(ANY, URLISH), st.one_of(ANY, URLISH))
@settings(max_examples=300)
def test_kept_pieces_are_equal_and_all_pieces_give_back_both_texts(before: str, after: str) -> None:
    check(before, after, diff(before, after))


@given(URLISH, URLISH, URLISH, URLISH)
@settings(max_examples=300)
def test_so_it_is_for_texts_that_share_much(head: str, gone: str, new: str, tail: str) -> None:
    check(head + gone + tail, head + new + tail, diff(head + gone + tail, head + new + tail))


@given(URLISH, URLISH, URLISH, st.integers(0, 40))
@settings(max_examples=150)
def test_so_it_is_however_little_work_is_allowed(head: str, gone: str, new: str, work: int) -> None:
    check(head + gone, new + head, diff(head + gone, new + head, work=work))


WITH_TRIPLETS = st.lists(st.sampled_from("ab 0 % %4 %41 %5b / . é %%41 q".split(" "))).map("".join)


@given(WITH_TRIPLETS, WITH_TRIPLETS, WITH_TRIPLETS, WITH_TRIPLETS)
@settings(max_examples=300)
def test_runs_of_tokens_are_those_of_whole_texts(head: str, gone: str, new: str, tail: str) -> None:
    before, after = head + gone + tail, head + new + tail
    tokens = [diffs._TOKEN.findall(each) for each in (before, after)]
    starts = [[0, *accumulate(map(len, each))] for each in tokens]
    runs = aligned_runs(tokens[0], tokens[1], Budget(1000))
    expected = [(starts[0][x], starts[1][y], starts[0][x + count] - starts[0][x]) for x, y, count in runs]
    assert diffs._token_runs(before, after, Budget(1000)) == expected


@given(ANY)
def test_equal_texts_have_no_change(text: str) -> None:
    assert not diff(text, text).changed


@given(ANY, ANY)
def test_common_ends_are_the_longest(first: str, second: str) -> None:
    head, tail = common_prefix(first, second), common_suffix(first, second)
    assert first[:head] == second[:head]
    assert first[head : head + 1] != second[head : head + 1] or head == min(len(first), len(second))
    assert first[len(first) - tail :] == second[len(second) - tail :]
    assert tail == min(len(first), len(second)) or first[-1 - tail] != second[-1 - tail]


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (
            # The URL of the reference mock-ups.
            "HTTP://Jiminy.MediaLab.Sciences-Po.fr:80/hci/./index.php?title=Reverse%5fURLs&utm_source=rss#b ",
            "http://jiminy.medialab.sciences-po.fr/hci/index.php?title=Reverse_URLs#b",
            (
                "[HTTP|http]://[J|j]iminy.[M|m]edia[L|l]ab.[S|s]ciences-[P|p]o.fr[:80|]/hci[/.|]/index.php"
                "?title=Reverse[%5f|_]URLs[&utm_source=rss|]#b[ |]"
            ),
        ),
        ("title=Reverse%5fURLs", "title=Reverse%5FURLs", "title=Reverse%5[f|F]URLs"),
        ("title=Reverse%5FURLs", "title=Reverse_URLs", "title=Reverse[%5F|_]URLs"),
        ("https", "http", "http[s|]"),
        ("/hci/./index", "/hci/index", "/hci[/.|]/index"),
        ("?a=1&utm=2&b=3", "?a=1&b=3", "?a=1[&utm=2|]&b=3"),
        ("?utm=2&b=3", "?b=3", "?[utm=2&|]b=3"),
        ("b=2&a=1&c=3", "a=1&b=2&c=3", "[b=2&|]a=1[|&b=2]&c=3"),
        ("a b c", "a%20b%20c", "a[ |%20]b[ |%20]c"),
        ("/a//b//c", "/a/b/c", "/a/[/|]b[/|]/c"),
        ("/%E4%BD", "/%E4%BE", "/%E4[%BD|%BE]"),
        ("x%2", "x%20", "x[%2|%20]"),
        ("/index", "/home", "/[index|home]"),
        ("http://münchen.de/", "http://xn--mnchen-3ya.de/", "http://[|xn--]m[ü|]nchen[|-3ya].de/"),
        ("http://example.com", "http://example.com/", "http://example.com[|/]"),
        ("", "a", "[|a]"),
        ("", "", ""),
    ],
)
def test_it_marks_what_a_reader_would(before: str, after: str, shown: str) -> None:
    assert marked(before, after) == shown


def test_many_small_changes_in_a_repetitive_text_are_found_one_by_one() -> None:
    before, after = "a=" + " b" * 100, "a=" + "%20b" * 100
    assert len(diff(before, after).gone) == 100


# A piece that is repeated, before and after; the last ones are rotated or swapped. difflib needs minutes.
REPETITIVE = {
    "case": lambda n: ("a/" * n, "A/" * n),
    "rotated": lambda n: ("a/" * n, "/a" * n),
    "spaces": lambda n: (" x" * n, "%20x" * n),
    "slashes": lambda n: ("a//" * n, "a/" * n),
    "triplets": lambda n: ("%61" * n, "a" * n),
    "halves": lambda n: ("ab" * 4 * n, "ba" * 2 * n + "ab" * 2 * n),
}


@pytest.mark.parametrize("texts", REPETITIVE.values(), ids=REPETITIVE)
def test_the_work_grows_no_faster_than_repetitive_texts(texts) -> None:
    assert growth(lambda size: diff(*texts(size)), 500) < LINEAR


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a/" * 32768, "A/" * 32768),
        ("a/" * 32768, "/a" * 32768),
        (" x" * 32768, "%20x" * 32768),
        ("a//" * 21845, "a/" * 21845),
        ("%61" * 21845, "a" * 21845),
        ("ab" * 2048, "ba" * 1024 + "ab" * 1024),
    ],
    ids=["case", "rotated", "spaces", "slashes", "triplets", "halves"],
)
def test_the_work_is_bounded_for_repetitive_texts(before: str, after: str) -> None:
    found = diff(before, after)
    check(before, after, found)
    assert len(found.pieces) <= 4001
