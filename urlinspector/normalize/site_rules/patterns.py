"""Patterns and templates of rules: RE2 syntax, so that no pattern takes more than linear time (definitions
§2).

A template holds `$1` to `$9` for what the groups caught, and `$$` for a dollar sign.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from urlinspector.normalize.site_rules.errors import RuleError

_REFERENCE = re.compile(r"\$(.?)", re.DOTALL)
_FORBIDDEN = re.compile("[\x00-\x20\x7f#\ud800-\udfff]")


class Pattern(NamedTuple):
    """A compiled pattern over texts; lone surrogates count as one character."""

    text: str
    groups: int
    searches: Callable[[str], bool]
    """Whether it matches anywhere."""
    matches: Callable[[str], bool]
    """Whether it matches the whole text."""
    substitute: Callable[[str, "Template"], str]
    """The text with every match, from the left, replaced."""


class Template(NamedTuple):
    """Literal texts and, between them, numbers of groups."""

    parts: tuple[str | int, ...]

    def written(self, found: "re.Match[bytes]") -> bytes:
        """What it writes for a match, in UTF-8; a group that took no part is written as nothing."""
        return b"".join(
            [part.encode() if isinstance(part, str) else found[part] or b"" for part in self.parts]
        )

    @property
    def literal(self) -> str:
        """What it writes itself."""
        return "".join(part for part in self.parts if isinstance(part, str))


@lru_cache(maxsize=1 << 14)
def pattern(text: str, where: str = "pattern") -> Pattern:
    """Compile a pattern. Raises RuleError with the position, from 1, and the reason."""
    import re2

    settings = re2.Options()
    settings.log_errors = False
    try:
        compiled = re2.compile(text.encode(), settings)
    except (re2.error, UnicodeEncodeError) as error:
        raise RuleError(_told(text, error), where=where) from None

    def searches(value: str) -> bool:
        return compiled.search(value.encode(errors="surrogatepass")) is not None

    def matches(value: str) -> bool:
        return compiled.fullmatch(value.encode(errors="surrogatepass")) is not None

    def substitute(value: str, template: Template) -> str:
        data = value.encode(errors="surrogatepass")
        found = compiled.search(data)
        if found is None:
            return value
        if found.span() == (0, len(data)):
            return template.written(found).decode(errors="surrogatepass")
        pieces, at = [], 0
        for each in compiled.finditer(data):
            start, end = each.span()
            # Looking for an empty match goes on byte by byte, and may stop inside a character.
            if not _is_inside(data, start):
                pieces += [data[at:start], template.written(each)]
                at = end
        return b"".join([*pieces, data[at:]]).decode(errors="surrogatepass")

    return Pattern(text, compiled.groups, searches, matches, substitute)


def _is_inside(data: bytes, at: int) -> bool:
    """Whether a place in UTF-8 is not the beginning of a character."""
    return at < len(data) and data[at] & 0xC0 == 0x80


def _told(text: str, error: Exception) -> str:
    """What is wrong with a pattern, and at which character, from 1."""
    if isinstance(error, UnicodeEncodeError):
        return f"a pattern is Unicode: character {error.start + 1} of “{ascii(text)[1:-1]}” is not"
    message = error.args[0] if error.args else ""
    told = message.decode(errors="replace") if isinstance(message, bytes) else str(message)
    reason, _, piece = told.partition(": ")
    at = text.find(piece) if piece and piece != text else _position(text)
    return f"“{text}” is no pattern: {reason} (character {max(at, 0) + 1})"


def _position(text: str) -> int:
    """Where Python's reader stumbles; it tells positions, RE2 does not. 0 where it does not stumble."""
    try:
        re.compile(text)
    except re.error as error:
        return error.pos or 0
    except (OverflowError, RecursionError):
        return 0
    return 0


def template(text: str, groups: int, where: str = "with", allowed: str = "") -> Template:
    """Read a template for a pattern with so many groups.

    `allowed` are the delimiters of `?&` that it may write. Raises RuleError.
    """
    parts: list[str | int] = []
    at = 0
    for found in _REFERENCE.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        sign = found[1]
        if sign == "$":
            parts.append("$")
        elif sign.isascii() and sign.isdigit() and 1 <= int(sign) <= groups:
            parts.append(int(sign))
        else:
            has = f"the pattern has {groups} group{'' if groups == 1 else 's'}"
            raise RuleError(
                f"“${sign}” at character {found.start() + 1} of “{text}” names no group: {has}", where=where
            )
    made = Template(tuple(part for part in (*parts, text[at:]) if part != ""))
    check_literal(made.literal, where, "?" not in allowed)
    return made


def check_literal(text: str, where: str, no_question: bool = True) -> None:
    """Raises RuleError for a text that a rule must not write: spaces, controls, and the delimiters that end
    its component.
    """
    bad = _FORBIDDEN.search(text) or (re.search(r"\?", text) if no_question else None)
    if bad is not None:
        name = f"U+{ord(bad[0]):04X}" if bad[0].isspace() or not bad[0].isprintable() else f"“{bad[0]}”"
        raise RuleError(f"must not write {name}", where=where)
