"""Pieces of `may_change` patterns, in the part of the Rust engine's syntax that definitions §2 allows.

`END` is the one addition: `\\z` is the end of the text and nothing else (`$` means more in other engines, and
Python 3.11 has no `\\z`, so such a pattern is never run there by mistake). Without it a step on the end of a
path would have to look at every path.
"""

import re
from collections import defaultdict
from collections.abc import Iterable

from urlinspector.normalize.steps._letters import any_case, literal

_SURROGATE = re.compile("[\ud800-\udfff]")
END = r"\z"
NEVER = "a^"  # nothing stands before the beginning


def word(text: str, *, ignore_case: bool = False) -> str:
    """A pattern that matches `text`, or also its other spellings in upper and lower ASCII letters."""
    if ignore_case:
        return "".join(any_case(char) if char.isascii() else char for char in text)
    return "".join(map(literal, text))


def either(patterns: Iterable[str]) -> str:
    """A group that matches any of the patterns; what never matches for none.

    A pattern with a lone surrogate is left out: the engine cannot hold one, and never filters rows that do.
    """
    joined = "|".join(pattern for pattern in patterns if _SURROGATE.search(pattern) is None)
    return f"(?:{joined})" if joined else NEVER


def one_of(characters: Iterable[str]) -> str:
    """A class of these ASCII characters, as every engine reads it; what never matches for none."""
    members = "".join(map(literal, sorted(set(characters))))
    return f"[{members}]" if members else NEVER


def none_of(characters: Iterable[str]) -> str:
    """A class of everything but these ASCII characters."""
    return f"[^{one_of(characters)[1:]}"


def triplet_of(characters: Iterable[str]) -> str:
    """A pattern for the triplets of these ASCII characters, in either hexadecimal case (RFC 3986 §2.1).

    Python and the Rust engine read it alike.
    """
    by_high: defaultdict[int, list[str]] = defaultdict(list)
    for char in sorted(set(characters)):
        high, low = divmod(ord(char), 16)
        by_high[high].append(f"{low:X}" if low < 10 else f"{low:X}{low:x}")
    return either(f"%{high}[{''.join(lows)}]" for high, lows in by_high.items())
