"""Finding by a few letters: all of them in order, the better the closer together and the nearer to words'
starts.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Match(NamedTuple):
    """How well the letters fit (more is better), and where in the text they were found."""

    score: int
    places: frozenset[int]


NOTHING_ASKED = Match(0, frozenset())


def match(letters: str, text: str) -> Match | None:
    """The best way of finding the letters in the text, in order and whatever the case; None when they are not
    there.

    A letter at the start of a word or right after the one before counts more; spaces in `letters` count for
    nothing.
    """
    wanted, there = "".join(letters.lower().split()), text.lower()
    if len(there) != len(text):  # a few letters grow when lowered; places would shift
        there = text
    if not wanted:
        return NOTHING_ASKED
    # best[at] is the best score of the letters so far with the last of them at `at`, and the places that gave
    # it.
    best: dict[int, tuple[int, tuple[int, ...]]] = {}
    for number, letter in enumerate(wanted):
        found: dict[int, tuple[int, tuple[int, ...]]] = {}
        for at, each in enumerate(there):
            if each != letter:
                continue
            gain = 8 if _starts_word(there, at) else 0
            if number == 0:
                found[at] = (gain - at // 8, (at,))
                continue
            before = [
                (score + (10 if at == last + 1 else -min(at - last, 8)), places)
                for last, (score, places) in best.items()
                if last < at
            ]
            if before:
                score, places = max(before)
                found[at] = (score + gain, (*places, at))
        best = found
        if not best:
            return None
    score, places = max(best.values())
    return Match(score, frozenset(places))


def ranked(items: Iterable[T], letters: str, text_of: Callable[[T], str]) -> list[tuple[T, Match]]:
    """The items that match, best first: those whose words are typed whole before others; equals keep their
    order.
    """
    wanted = "".join(letters.lower().split())
    found = [(text_of(item), item) for item in items]
    hits = [(item, text, hit) for text, item in found if (hit := match(letters, text)) is not None]
    hits.sort(key=lambda hit: (not _is_whole(wanted, hit[1]), -hit[2].score))
    return [(item, hit) for item, _text, hit in hits]


def _is_whole(wanted: str, text: str) -> bool:
    """Whether all of the text was typed, or all behind the place that it begins with (`Steps: …`)."""
    there = "".join(text.lower().split())
    return wanted != "" and wanted in (there, there.partition(":")[2])


def _starts_word(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()
