"""URLs found in running text: with a scheme, defanged ones, `www.` and bare hosts of a listed suffix.

A URL ends where RFC 3986 appendix C says that people end it: at white space, `<`, `>` or a quotation mark;
besides at a closing bracket that was not opened inside it, and before final punctuation. Inside `<…>` it may
be wrapped over lines.
"""

import re
from bisect import bisect_right
from functools import cache

from urlinspector.bulk.task import Task

from .encoding import Decoded, text_of
from .part import LONGEST, Part, Report, part_of

_END = '\\s<>"\u201c\u201d\u201e\u00ab\u00bb`\\x00-\\x20\\x7f'
_START = re.compile(
    r"(?P<scheme>\b[A-Za-z][A-Za-z0-9+.\-]{1,30}(?:://|\[:\]//|\[://\]))"
    r"|(?P<www>\bwww(?:\.|\[\.\])(?=\w))"
    r"|(?P<host>(?<![\w@/.\-])(?:[^\W_](?:[\w\-]{0,61}[^\W_])?(?:\.|\[\.\]|\(\.\)))+[^\W\d_]{2,24}(?![\w@\-]))"
)
_REST = re.compile(f"[^{_END}]*")
_WRAPPED = re.compile(r"<(?:URL:)?\s*([A-Za-z][A-Za-z0-9+.\-]*://[^<>\"]*?)\s*>", re.IGNORECASE)
_FINAL = ".,;:!?'\u2019\u2026*_~|"
_CLOSING = {")": "(", "]": "[", "}": "{", "\uff09": "\uff08"}
_OPENING = frozenset(_CLOSING.values())

# Endings of file names that are top-level domains too; alone they are no URL.
_FILE_NAMES = frozenset(
    "ai app as bz cab cc cpp cs csv doc gz in ini io java js json lib lua mk "
    "md mov mp net pl pm ps py rb rs sh so sql st "
    "swift tar tex ts txt vb xls xml yaml zip".split()
)
_WORDY = frozenset({"net", "ai", "app", "in", "io", "as", "st", "cc"})
"""Of those, the ones that are far more often hosts."""


def read_prose(decoded: Decoded, report: Report, task: Task) -> Part:
    """The URLs of a text, each with its line. Raises Cancelled."""
    text = text_of(decoded)
    starts = _line_starts(text)
    texts: list[str] = []
    lines: list[int] = []
    for at, url in find_urls(text, task):
        if len(url) > LONGEST:
            report.skipped += 1
            continue
        texts.append(url)
        lines.append(bisect_right(starts, at))
    report.rows = len(texts)
    if not texts and text.strip():
        report.notes.append("no URL was found in the text")
    return part_of(texts, lines)


def find_urls(text: str, task: Task | None = None) -> list[tuple[int, str]]:
    """Each URL of a text with its position, in order."""
    found: list[tuple[int, str]] = []
    wrapped = {match.start(1): match for match in _WRAPPED.finditer(text)}
    at = 0
    while (start := _START.search(text, at)) is not None:
        if task is not None and len(found) % 1000 == 0:
            task.at("reading", at, len(text))
        url, at = _url_at(text, start, wrapped)
        if url:
            found.append((start.start(), url))
    return found


def _url_at(text: str, start: re.Match[str], wrapped: dict[int, re.Match[str]]) -> tuple[str, int]:
    """The URL that begins at a match, or an empty text, and where to go on."""
    inside = wrapped.get(start.start())
    if inside is not None and "\n" in inside[1]:
        return re.sub(r"\s+", "", inside[1]), inside.end()
    rest = _REST.match(text, start.end())
    assert rest is not None
    url = _cut(start[0] + rest[0])
    end = start.start() + len(url)
    if start["scheme"] is not None and len(url) <= len(start[0]):
        return "", start.end()
    if start["host"] is not None and not _is_host(start[0], url):
        return "", start.end()
    return url, max(end, start.end() if not url else end)


def _cut(url: str) -> str:
    """Up to the first closing bracket that is not opened inside, without final punctuation."""
    open_brackets: list[str] = []
    for at, char in enumerate(url):
        if char in _OPENING:
            open_brackets.append(char)
        elif char in _CLOSING:
            if not open_brackets or open_brackets[-1] != _CLOSING[char]:
                url = url[:at]
                break
            open_brackets.pop()
    return url.rstrip(_FINAL + "([{")


def _is_host(host: str, url: str) -> bool:
    """Whether a dotted word is taken for a host: its suffix is listed, and it is no file name."""
    plain = host.replace("[.]", ".").replace("(.)", ".").casefold()
    top = plain.rpartition(".")[2]
    alone = len(url) <= len(host)
    if alone and top in _FILE_NAMES and top not in _WORDY:
        return False
    return _listed(top)


@cache
def _listed(top: str) -> bool:
    from urlinspector.url.suffix import suffix_of

    found = suffix_of(f"a.{top}")
    return found is not None and found.listed


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]
