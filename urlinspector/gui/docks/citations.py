"""Citations in a step's source, such as `RFC 3986 §6.2.2.1, §2.1; WHATWG URL §4.4`: what they point to, in
words.

The words come from `resources/data/sections.toml`; nothing is ever fetched.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from urlinspector.resources import read_text

_SECTION = re.compile(r"§\s*([0-9][0-9.]*[0-9]|[0-9]+)|appendix ([A-Z])")


@dataclass(frozen=True, slots=True)
class Citation:
    """One section of one document. `shown` is the stretch of the source's text that stands for it."""

    shown: str
    document: str
    section: str

    @property
    def key(self) -> str:
        """How a link names it."""
        return f"{self.document}|{self.section}"


@dataclass(frozen=True, slots=True)
class Explained:
    """What a citation says: the document's title, our words, and the address of the original."""

    heading: str
    words: str
    address: str


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(read_text("data/sections.toml"))


def cited(source: str) -> list[Citation | str]:
    """The source's text as pieces: citations that can be explained, and plain text between them."""
    pieces: list[Citation | str] = []
    for at, part in enumerate(source.split(";")):
        if at:
            pieces.append("; ")
        pieces.extend(_part(part.strip()))
    return pieces


def _part(part: str) -> list[Citation | str]:
    document = _document(part)
    if document is None:
        return [part]
    pieces: list[Citation | str] = []
    done = 0
    for found in _SECTION.finditer(part):
        start = 0 if not pieces else found.start()
        if start > done:
            pieces.append(part[done:start])
        section = found[1] or found[2]
        pieces.append(Citation(part[start : found.end()], document, section))
        done = found.end()
    if not pieces:
        pieces.append(Citation(document, document, ""))
        done = len(document)
    if done < len(part):
        pieces.append(part[done:])
    return pieces


def _document(part: str) -> str | None:
    """The longest known document that a part begins with."""
    known = [name for name in _tables()["documents"] if part.startswith(name)]
    return max(known, key=len, default=None)


def explained(key: str) -> Explained | None:
    """What the citation of that key says; None for one that is not known."""
    document, _, section = key.partition("|")
    record = _tables()["documents"].get(document)
    if record is None:
        return None
    words = _tables()["sections"].get(document, {}).get(section, "")
    where = _place(section)
    return Explained(
        f"{document}{where}, {record['title']}",
        words,
        record["address"]
        .format(section=section if section[:1].isdigit() else f"appendix-{section}")
        .replace("section-appendix", "appendix"),
    )


def _place(section: str) -> str:
    if not section:
        return ""
    return f" §{section}" if section[0].isdigit() else f" appendix {section}"
