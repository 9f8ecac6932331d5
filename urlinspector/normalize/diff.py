"""Change spans between two texts, as every view shows them: what is gone, what is new, what is kept.

Linear in the length of the texts, with a bound on the work beyond that: equal ends first, then tokens (words,
single delimiters, percent-encoded triplets), then characters, and these only inside small pieces. A triplet
is never cut in two unless both sides have it in different case. No standard says how to compare texts; what
is promised is that the kept pieces are equal and that the pieces in order give back both texts. Spans are
code points (definitions §1).
"""

import re
import string
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from urlinspector.normalize.alignment import Budget, aligned_runs, common_prefix, common_suffix
from urlinspector.url.charsets import lower
from urlinspector.url.components import Span
from urlinspector.url.percent import TRIPLET

WORK = 60_000
"""Comparisons that one `diff` may spend beyond its linear part; past it a piece counts as replaced whole."""

_SMALL = 80
"""Longest piece, in units on either side, that is compared character by character."""

_MOST = 2_000
"""Most equal runs in an answer; more than that nobody can read, so the shortest runs are given up."""

_TOKEN = re.compile(r"%[0-9A-Fa-f]{2}|[0-9A-Za-z]+|[^0-9A-Za-z%]|%", re.DOTALL)
_WORD = re.compile("[0-9A-Za-z]+")
_IN_WORDS = string.ascii_letters + string.digits
_UNIT = re.compile(r"%[0-9A-Fa-f]{2}|.", re.DOTALL)
_NOT_ZERO = re.compile(rb"[^\x00]+")
_LONG_WORD = 60
"""Longest part of a word that is given up so that a word is looked at as a whole."""

_OPENERS = ("/&?#;", ":.@")
"""Delimiters that a removed or inserted piece should begin with, best first."""


class Piece(NamedTuple):
    """A part of both texts: `kept` where it is equal in both, else replaced (either span may be empty)."""

    before: Span
    after: Span
    kept: bool


@dataclass(frozen=True)
class Diff:
    """Pieces in order; together they cover both texts, and no two neighbours are alike."""

    pieces: tuple[Piece, ...]

    @cached_property
    def gone(self) -> tuple[Span, ...]:
        """What the first text has and the second has not."""
        return tuple([before for before, _, kept in self.pieces if not kept and before[0] < before[1]])

    @cached_property
    def new(self) -> tuple[Span, ...]:
        """What the second text has and the first has not."""
        return tuple([after for _, after, kept in self.pieces if not kept and after[0] < after[1]])

    @property
    def changed(self) -> bool:
        return any(not each.kept for each in self.pieces)


def diff(before: str, after: str, *, work: int = WORK) -> Diff:
    """What differs between two texts, any strings whatever. Pure; never raises."""
    if before == after:
        return Diff((Piece(Span(0, len(before)), Span(0, len(after)), True),) if before else ())
    head = common_prefix(before, after)
    tail = common_suffix(before, after, min(len(before), len(after)) - head)
    head, tail = _whole_words(before, after, *_whole_triplets(before, after, head, tail))
    budget = Budget(work)
    middle = _by_tokens(before[head : len(before) - tail], after[head : len(after) - tail], budget)
    matches = [(0, 0, head), *((head + b, head + a, n) for b, a, n in middle)]
    matches.append((len(before) - tail, len(after) - tail, tail))
    return Diff(tuple(_pieces(before, after, _coarsened(_joined(matches)))))


def _whole_triplets(before: str, after: str, head: int, tail: int) -> tuple[int, int]:
    """Equal ends cut back so that neither splits a triplet of one text that the other text lacks.

    `%5f` against `%5F` keeps its `%5`: there the triplet is the same one in another case.
    """
    head = min(_before_triplet(before, after, head), _before_triplet(after, before, head))
    room = min(len(before), len(after)) - head
    tail = min(tail, room)
    for text in (before, after):
        start = len(text) - tail
        for back in (1, 2):
            at = start - back
            if (
                tail >= 3 - back
                and at >= head
                and _triplet(text, at)
                and not _same_triplet(before, after, tail, back)
            ):
                tail -= 3 - back
                break
    return head, tail


def _whole_words(before: str, after: str, head: int, tail: int) -> tuple[int, int]:
    """Equal ends cut back so that neither ends within a word; what words share is found later."""
    least = max(head - _LONG_WORD, 0)
    while head > least and _is_inside(before, head, after, head):
        head -= 1
    least = max(tail - _LONG_WORD, 0)
    while tail > least and _is_inside(before, len(before) - tail, after, len(after) - tail):
        tail -= 1
    return head, tail


def _is_inside(before: str, b: int, after: str, a: int) -> bool:
    return _is_within_word(before, b) or _is_within_word(after, a)


def _is_within_word(text: str, at: int) -> bool:
    """Whether letters or digits stand on both sides of a position, or a triplet goes on there."""
    if not 0 < at < len(text):
        return False
    here = text[at - 1 : at + 1]
    if here.isascii() and here.isalnum():
        return True
    return any(at - back >= 0 and _triplet(text, at - back) for back in (1, 2))


def _before_triplet(text: str, other: str, head: int) -> int:
    for back in (1, 2):
        at = head - back
        if at >= 0 and _triplet(text, at) and lower(other[at : at + 3]) != lower(text[at : at + 3]):
            return at
    return head


def _same_triplet(before: str, after: str, tail: int, back: int) -> bool:
    first, second = len(before) - tail - back, len(after) - tail - back
    if first < 0 or second < 0:
        return False
    return lower(before[first : first + 3]) == lower(after[second : second + 3])


def _triplet(text: str, at: int) -> bool:
    return TRIPLET.match(text, at) is not None


_Match = tuple[int, int, int]
"""Start in the first text, start in the second, length of an equal run."""


def _by_tokens(before: str, after: str, budget: Budget) -> list[_Match]:
    """Equal runs of the part between the equal ends, by tokens that may differ in ASCII case."""
    if not before or not after:
        return []
    lower_before, lower_after = lower(before), lower(after)
    if lower_before == lower_after:
        return [(start, start, size) for start, size in _by_position(before, after)]
    matches: list[_Match] = []
    at_b = at_a = 0
    by_units = _ByUnits(budget)
    in_case: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for b, a, size in [*_token_runs(lower_before, lower_after, budget), (len(before), len(after), 0)]:
        if at_b < b and at_a < a:
            found = by_units(before[at_b:b], after[at_a:a])
            matches += [(at_b + start, at_a + other, length) for start, other, length in found]
        at_b, at_a = b + size, a + size
        one, other = before[b:at_b], after[a:at_a]
        if one == other:
            matches.append((b, a, at_b - b))
            continue
        if (one, other) not in in_case:
            in_case[one, other] = _by_position(one, other)
        matches += [(b + start, a + start, size) for start, size in in_case[one, other]]
    return matches


def _token_runs(before: str, after: str, budget: Budget) -> list[_Match]:
    """Runs of equal tokens, none empty; the equal ends are found as text, since that is many times faster."""
    head = _in_whole_tokens_before(before, after, common_prefix(before, after))
    room = min(len(before), len(after)) - head
    tail = _in_whole_tokens_after(before, after, common_suffix(before, after, room))
    end_b, end_a = len(before) - tail, len(after) - tail
    first, second = _TOKEN.findall(before, head, end_b), _TOKEN.findall(after, head, end_a)
    starts_b = list(accumulate(map(len, first), initial=head))
    starts_a = list(accumulate(map(len, second), initial=head))
    runs = [(0, 0, head)]
    for x, y, count in aligned_runs(first, second, budget):
        b = starts_b[x]
        runs.append((b, starts_a[y], starts_b[x + count] - b))
    return _joined([*runs, (end_b, end_a, tail)])


def _in_whole_tokens_before(before: str, after: str, head: int) -> int:
    """The longest beginning of at most `head` characters, alike in both, where both begin a token."""
    while True:
        start = min(_token_start(before, head), _token_start(after, head))
        if start == head:
            return head
        head = start


def _in_whole_tokens_after(before: str, after: str, tail: int) -> int:
    """The longest end of at most `tail` characters, alike in both, where both begin a token."""
    while True:
        passed = max(_token_rest(before, len(before) - tail), _token_rest(after, len(after) - tail))
        if not passed:
            return tail
        tail -= passed


def _token_start(text: str, at: int) -> int:
    """Where the token begins that goes on at a position; the position itself where a new one begins."""
    for back in (1, 2):
        if at >= back and TRIPLET.match(text, at - back):
            return at - back
    if not _WORD.match(text, at):
        return at
    start = len(text[:at].rstrip(_IN_WORDS))
    # The two digits of a triplet are not part of the word after it.
    return start + 2 if start and start + 2 <= at and TRIPLET.match(text, start - 1) else start


def _token_rest(text: str, at: int) -> int:
    """How many characters from a position on belong to a token that began before it."""
    start = _token_start(text, at)
    if start == at:
        return 0
    if text[start] == "%":
        return start + 3 - at
    found = _WORD.match(text, at)
    return 0 if found is None else found.end() - at


def _by_position(before: str, after: str) -> list[tuple[int, int]]:
    """Start and length of the equal runs of two texts of one length that differ in case only."""
    spans = _differing(before, after)
    starts, ends = [0, *(end for _, end in spans)], [*(start for start, _ in spans), len(before)]
    return [(start, end - start) for start, end in zip(starts, ends, strict=True) if start < end]


def _differing(first: str, second: str) -> list[tuple[int, int]]:
    """Stretches in which two such texts differ: their characters as one long number, whose bits tell."""
    bits = _number(first) ^ _number(second)
    return [found.span() for found in _NOT_ZERO.finditer(bits.to_bytes(len(first), "big"))]


def _number(text: str) -> int:
    """One byte for each character; of one that is not in ASCII the lowest, which case does not change."""
    if text.isascii():
        return int.from_bytes(text.encode("ascii"), "big")
    return int.from_bytes(text.encode("utf-32-le", "surrogatepass")[::4], "big")


class _ByUnits:
    """`_by_units` under one budget; a replacement that comes again and again is looked at once."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._found: dict[tuple[str, str], tuple[list[_Match], int]] = {}
        self._found_without: dict[tuple[str, str], list[_Match]] = {}
        """What is found where the budget is used up."""

    def __call__(self, before: str, after: str) -> list[_Match]:
        pieces, budget = (before, after), self._budget
        left = budget.left
        if left < 0:
            if pieces not in self._found_without:
                self._found_without[pieces] = _by_units(before, after, budget)
            return self._found_without[pieces]
        known = self._found.get(pieces)
        if known is not None and known[1] <= left:
            budget.left -= known[1]
            return known[0]
        found = _by_units(before, after, budget)
        if budget.left >= 0:
            # It was refused nothing.
            self._found[pieces] = found, left - budget.left
        return found


def _by_units(before: str, after: str, budget: Budget) -> list[_Match]:
    """Equal runs of a small replaced piece, character by character (a triplet is one).

    Only where at least half of the shorter side is kept, in runs that a reader sees as such: a few letters
    that two words happen to share would only make it harder to read.
    """
    if max(len(before), len(after)) > 3 * _SMALL:
        return []
    first, second = _UNIT.findall(before), _UNIT.findall(after)
    if len(first) > _SMALL or len(second) > _SMALL:
        return []
    starts = list(accumulate(map(len, first), initial=0)), list(accumulate(map(len, second), initial=0))
    runs = aligned_runs(first, second, budget)
    found = _joined(
        [(starts[0][x], starts[1][y], starts[0][x + count] - starts[0][x]) for x, y, count in runs]
    )
    kept = sum(length for _, _, length in found)
    if 2 * kept < min(len(before), len(after)) or kept < 2 * len(found) - 1:
        return []
    return found


def _joined(matches: list[_Match]) -> list[_Match]:
    """Equal runs with neighbours put together and empty ones left out."""
    joined: list[_Match] = []
    for b, a, length in matches:
        if not length:
            continue
        if joined and joined[-1][0] + joined[-1][2] == b and joined[-1][1] + joined[-1][2] == a:
            joined[-1] = (joined[-1][0], joined[-1][1], joined[-1][2] + length)
        else:
            joined.append((b, a, length))
    return joined


def _coarsened(matches: list[_Match]) -> list[_Match]:
    """At most `_MOST` runs: the shortest are given up."""
    shortest = 1
    while len(matches) > _MOST:
        shortest *= 2
        matches = [each for each in matches if each[2] >= shortest]
    return matches


def _pieces(before: str, after: str, matches: list[_Match]) -> list[Piece]:
    pieces: list[Piece] = []
    at_b = at_a = 0
    new = tuple.__new__  # what the classes themselves call, without a check of lengths that are known here
    for b, a, length in [*matches, (len(before), len(after), 0)]:
        if at_b < b or at_a < a:
            pieces.append(new(Piece, (new(Span, (at_b, b)), new(Span, (at_a, a)), False)))
        at_b, at_a = b + length, a + length
        if length:
            pieces.append(new(Piece, (new(Span, (b, at_b)), new(Span, (a, at_a)), True)))
    return _slid(before, after, pieces)


def _slid(before: str, after: str, pieces: list[Piece]) -> list[Piece]:
    """Pure removals and insertions moved left where they then begin with a delimiter: `/.` gone, not `./`."""
    for at in range(1, len(pieces) - 1):
        gone, new, kept = pieces[at]
        if kept or (gone[0] < gone[1] and new[0] < new[1]):
            continue
        left, changed, right = pieces[at - 1 : at + 2]
        text, span = (before, gone) if gone.start < gone.end else (after, new)
        shift = _shift(text, span, left.before.end - left.before.start)
        if shift:
            pieces[at - 1 : at + 2] = [
                _moved(left, 0, -shift),
                _moved(changed, -shift, -shift),
                _moved(right, -shift, 0),
            ]
    return pieces


def _shift(text: str, span: Span, room: int) -> int:
    """How far left a piece may slide, its text staying equal in effect, to begin with the best delimiter."""
    best, found = _opener(text[span.start]), 0
    for shift in range(1, min(room, span.end - span.start + 1, 64)):
        if text[span.start - shift] != text[span.end - shift]:
            break
        rank = _opener(text[span.start - shift])
        if rank < best:
            best, found = rank, shift
    return found


def _opener(character: str) -> int:
    return next((rank for rank, each in enumerate(_OPENERS) if character in each), len(_OPENERS))


def _moved(piece: Piece, start: int, end: int) -> Piece:
    before, after, kept = piece
    return Piece(
        Span(before.start + start, before.end + end), Span(after.start + start, after.end + end), kept
    )
