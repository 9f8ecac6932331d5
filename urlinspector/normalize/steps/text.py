"""Steps on the text as it was found, before it is parsed: white space, HTML, what stands around it.

Those on URLs that people write loosely (defanged, with wrong slashes, without a scheme) are in `loose`.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps import loose
from urlinspector.normalize.steps._letters import literal
from urlinspector.normalize.steps._patterns import END, one_of
from urlinspector.normalize.steps._reduce import reduce
from urlinspector.url.charsets import C0_CONTROL
from urlinspector.url.components import Component

_TEXT = (Component.TEXT,)

# Unicode 16, PropList.txt, White_Space. The byte order mark is none, but stands before many a pasted URL, and
# browsers' String.prototype.trim takes it for one (ECMA-262 §12.2).
WHITE_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_BYTE_ORDER_MARK = "\ufeff"
TRIMMED = "".join(sorted({*C0_CONTROL, *WHITE_SPACE, _BYTE_ORDER_MARK}))
_TRIMMED = {
    "all": TRIMMED,
    "browser": "".join(sorted({*C0_CONTROL, " "})),  # WHATWG URL §4.4, step 1
    "ascii": "\t\n\x0b\x0c\r ",
    "unicode": "".join(sorted({*C0_CONTROL, *WHITE_SPACE})),
}


def _one_of(characters: str) -> str:
    """A pattern for `may_change` that matches any of the characters."""
    return "|".join(literal(char) for char in characters)


@dataclass(frozen=True, slots=True)
class TrimWhitespace:
    """What is trimmed, and where."""

    characters: Literal["all", "unicode", "browser", "ascii"] = option(
        "all",
        "Controls, white space of Unicode and the byte order mark; all these but the mark; controls and "
        "space, as browsers; ASCII white space.",
    )
    ends: Literal["both", "start", "end"] = option("both", "At which end of the text.")


class _Trim(NamedTuple):
    strip: Callable[[str, str], str]
    characters: str
    may_change: str


_STRIP: dict[str, Callable[[str, str], str]] = {"both": str.strip, "start": str.lstrip, "end": str.rstrip}


def _prepare_trim(options: TrimWhitespace) -> _Trim:
    characters = _TRIMMED[options.characters]
    member = one_of(characters) if characters.isascii() else r"[^\x21-\x7e]"  # some more do no harm
    ends = {"both": f"^{member}|{member}{END}", "start": f"^{member}", "end": f"{member}{END}"}
    return _Trim(_STRIP[options.ends], characters, ends[options.ends])


def _trim(text: str, _needed: Needed, prepared: _Trim) -> str:
    return prepared.strip(text, prepared.characters)


TRIM_WHITESPACE = Step(
    name="trim-whitespace",
    title="No space around",
    on=_TEXT,
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §4.4; RFC 3986 appendix C",
    summary=(
        "Removes white space and control characters before and after the URL. They come from copying; a "
        "URL neither begins nor ends with them."
    ),
    example=Example("  http://example.com/ ", "http://example.com/"),
    apply=_trim,
    may_change=lambda prepared: prepared.may_change,
    options=TrimWhitespace,
    prepare=_prepare_trim,
    assumes="that white space around a URL does not belong to it",
)


_DELETED = {
    "tab-newline": "\t\n\r",  # WHATWG URL §4.4, step 3
    "controls": "".join(map(chr, (*range(0x20), *range(0x7F, 0xA0)))),
    "whitespace": "".join(sorted({*WHITE_SPACE, _BYTE_ORDER_MARK})),
}


@dataclass(frozen=True, slots=True)
class RemoveTabNewline:
    """What is removed."""

    characters: Literal["tab-newline", "controls", "whitespace"] = option(
        "tab-newline", "Tab, CR and LF, as browsers; all control characters; all white space, blanks too."
    )


def _delete(text: str, _needed: Needed, table: dict[int, None]) -> str:
    # Everything that a table holds but the blank is unprintable, so this is the quick way past most texts.
    return text if text.isprintable() and 0x20 not in table else text.translate(table)


REMOVE_TAB_NEWLINE = Step(
    name="remove-tab-newline",
    title="No tab or line end",
    on=_TEXT,
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §4.4; RFC 3986 appendix C",
    summary=(
        "Removes tabs and line ends wherever they stand. They come from URLs that a mail program or a page "
        "broke over lines, and browsers ignore them."
    ),
    example=Example("http://example.com/a\n/b", "http://example.com/a/b"),
    apply=_delete,
    may_change=lambda table: _one_of("".join(map(chr, sorted(table)))),
    options=RemoveTabNewline,
    prepare=lambda options: dict.fromkeys(map(ord, _DELETED[options.characters])),
    assumes="that a URL broken over lines is one URL",
)


_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_REFERENCE = re.compile("&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")
_LONGEST_REFERENCE = 10


@dataclass(frozen=True, slots=True)
class UnescapeHtml:
    """Which references are read."""

    only_ampersand: bool = option(False, "Read only those of the ampersand.")


def _reference(text: str) -> str | None:
    """The character that a whole reference stands for; None for one that is left alone."""
    found = _REFERENCE.fullmatch(text)
    if found is None:
        return None
    name, decimal, hexadecimal = found.groups()
    if name:
        return _NAMED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    char = chr(code) if code <= 0x10FFFF else ""
    return char if char.isprintable() and char else None


def _unescape(text: str, _needed: Needed, options: UnescapeHtml) -> str:
    if "&" not in text or _REFERENCE.search(text) is None:
        return text

    def rewrite(tail: str) -> tuple[int, str] | None:
        start = tail.rfind("&")
        char = _reference(tail[start:]) if start >= 0 else None
        if char is None or (options.only_ampersand and char != "&"):
            return None
        return len(tail) - start, char

    return reduce(text, ";", _LONGEST_REFERENCE, rewrite)


UNESCAPE_HTML = Step(
    name="unescape-html",
    title="HTML references as characters",
    on=_TEXT,
    safety=Safety.USUALLY_PRESERVES,
    source="HTML §13.1.4, character references",
    summary=(
        "Writes &amp; as & and likewise &lt; &gt; &quot; &apos; and numbers such as &#38;, as they stand "
        "in the source of a page. Names without a semicolon and all others stay, since a parameter may be "
        "called &copy."
    ),
    example=Example("http://example.com/?a=1&amp;b=2", "http://example.com/?a=1&b=2"),
    apply=_unescape,
    may_change=lambda options: "&(?:amp|lt|gt|quot|apos|#[0-9]|#[xX][0-9A-Fa-f])",
    options=UnescapeHtml,
    assumes="that the URL was copied from the source of a page",
)


@dataclass(frozen=True, slots=True)
class StripWrapping:
    """What counts as wrapping."""

    pairs: tuple[str, ...] = option(
        ("<>", '""', "''", "``", "“”", "‘’", "«»", "()", "[]", "{}"),
        "Opening and closing characters, two by two.",
    )
    trailing: str = option(".,;:!?", "Punctuation that is removed from the end.")


class _Wrapping(NamedTuple):
    closer_of: dict[str, str]
    opener_of: dict[str, str]
    trailing: str


def _prepare_wrapping(options: StripWrapping) -> _Wrapping:
    for pair in options.pairs:
        if len(pair) != 2:
            raise ValueError(f"a pair is two characters, not “{pair}”")
    closer_of = {pair[0]: pair[1] for pair in options.pairs}
    return _Wrapping(closer_of, {pair[1]: pair[0] for pair in options.pairs}, options.trailing)


def _strip_wrapping(text: str, _needed: Needed, wrapping: _Wrapping) -> str:
    if not text or (text[0] not in wrapping.closer_of and not _may_end_wrapping(text[-1], wrapping)):
        return text
    start, end, count = 0, len(text), Counter(text)
    while start < end:
        first, last = text[start], text[end - 1]
        if end - start > 1 and wrapping.closer_of.get(first) == last:
            start, end = start + 1, end - 1
            gone = first + last
            if first == "<" and text[start : start + 4] in ("URL:", "url:"):  # RFC 3986 appendix C
                start += 4
        elif first in wrapping.closer_of and _is_lone(first, wrapping.closer_of[first], count):
            start, gone = start + 1, first
        elif last in wrapping.trailing or (
            last in wrapping.opener_of and _is_lone(last, wrapping.opener_of[last], count)
        ):
            end, gone = end - 1, last
        else:
            break
        count.subtract(gone)
        while start < end and text[start] in WHITE_SPACE:
            start += 1
        while start < end and text[end - 1] in WHITE_SPACE:
            end -= 1
    return text[start:end]


def _may_end_wrapping(char: str, wrapping: _Wrapping) -> bool:
    return char in wrapping.opener_of or char in wrapping.trailing


def _is_lone(char: str, partner: str, count: Counter[str]) -> bool:
    """Whether one of a pair has no partner left in the text."""
    return count[char] % 2 == 1 if char == partner else count[char] > count[partner]


STRIP_WRAPPING = Step(
    name="strip-wrapping",
    title="No brackets, quotes, full stop around",
    on=_TEXT,
    safety=Safety.USUALLY_PRESERVES,
    source="RFC 3986 appendix C",
    summary=(
        "Removes the brackets or quotes around a URL, a lone one at either end, and the punctuation of a "
        "sentence after it. A closing bracket that the URL itself has opened stays."
    ),
    example=Example("<http://example.com/a_(b)>.", "http://example.com/a_(b)"),
    apply=_strip_wrapping,
    options=StripWrapping,
    prepare=_prepare_wrapping,
    assumes="that brackets, quotes and final punctuation belong to the sentence around the URL",
)

STEPS: tuple[Step, ...] = (TRIM_WHITESPACE, REMOVE_TAB_NEWLINE, UNESCAPE_HTML, STRIP_WRAPPING, *loose.STEPS)
"""Steps on the text, before it is parsed. HTML comes before the wrapping, which may be &lt; and &gt;."""
