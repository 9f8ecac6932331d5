"""Steps that choose parameters of the query by their names: trackers, sessions, lists of the user's own.

Names are compared as a whole, or by their beginning where the list says so: `ref` never takes `reference`.
Patterns of the user's run in a linear-time engine (RE2).
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._fields import (
    ABOUT_DECODED,
    ABOUT_SEPARATORS,
    at_end,
    at_start,
    checked,
    decoded,
    kept,
    name_of,
)
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._patterns import either, none_of, one_of, word
from urlinspector.normalize.tables import Entry, session_parameters, tracking_parameters
from urlinspector.url.components import Component

_ON = (Component.QUERY,)
_ABOUT_NAMES = "Names; “*” at the end stands for any ending."
_ABOUT_PATTERNS = "Patterns (RE2 syntax) that match a whole name."
_MOST_NAMES = 1 << 12
_ABOUT_CASE = "Compare names without regard to case."

Test = Callable[[str], bool]
"""Of a field, as it stands."""


class _Chosen(NamedTuple):
    """Fields are looked at one by one; `wanted` says which stay."""

    wanted: Test
    separators: str
    may_change: str | None


def _choose(query: str, _needed: Needed, chosen: _Chosen) -> str | None:
    return kept(query, chosen.separators, chosen.wanted)


def _may_change(chosen: _Chosen) -> str | None:
    return chosen.may_change


class _Names(NamedTuple):
    """Whole names and beginnings of names, and how a field's name is read before it is looked up."""

    exact: frozenset[str]
    prefixes: tuple[str, ...]
    ignore_case: bool
    decoded: bool

    @classmethod
    def of(cls, names: Iterable[str], *, ignore_case: bool, decoded: bool) -> "_Names":
        """From a list in which `*` at the end marks a beginning. Raises ValueError for an empty name."""
        listed = [lower(name) if ignore_case else name for name in names]
        if not all(name.removesuffix("*") for name in listed):
            raise ValueError("a name in the list is empty")
        whole = frozenset(name for name in listed if not name.endswith("*"))
        return cls(whole, tuple(name[:-1] for name in listed if name.endswith("*")), ignore_case, decoded)

    def of_field(self, field: str) -> str:
        """The field's name as it is looked up."""
        return self._read(name_of(field))

    def _read(self, name: str) -> str:
        if self.decoded:
            name = decoded(name)
        return lower(name) if self.ignore_case else name

    def has(self, name: str) -> bool:
        """Whether a name, as it stands in a query, is one of these."""
        name = self._read(name)
        return name in self.exact or name.startswith(self.prefixes)

    def tester(self) -> Test:
        """Whether a field's name is one of these. Answers are remembered: lists have few names."""
        has = lru_cache(maxsize=_MOST_NAMES)(self.has)
        return lambda field: has(name_of(field))

    def may_match(self, separators: str) -> str:
        """A `may_change` pattern for queries with a field that passes `test`."""
        whole = either(word(name, ignore_case=self.ignore_case) for name in sorted(self.exact))
        begun = either(word(name, ignore_case=self.ignore_case) for name in self.prefixes)
        names = either((whole + at_end(separators, after_name=True), begun))
        pattern = at_start(separators) + names
        return f"{pattern}|{one_of('%+')}" if self.decoded else pattern


def _as_listed(entry: Entry) -> str:
    return entry.name + "*" if entry.is_prefix else entry.name


@dataclass(frozen=True, slots=True)
class RemoveTrackingParameters:
    """How the table of trackers is used."""

    keep: tuple[str, ...] = option(
        (), "Names from the table that stay; “*” at the end stands for any ending."
    )
    ignore_case: bool = option(True, _ABOUT_CASE)
    decoded: bool = option(False, ABOUT_DECODED)
    separators: str = option("&", ABOUT_SEPARATORS)


def _prepare_tracking(options: RemoveTrackingParameters) -> _Chosen:
    case, read = options.ignore_case, options.decoded
    known = _Names.of(map(_as_listed, tracking_parameters()), ignore_case=case, decoded=read)
    stay = _Names.of(options.keep, ignore_case=case, decoded=read)

    @lru_cache(maxsize=_MOST_NAMES)
    def stays(name: str) -> bool:
        return not known.has(name) or stay.has(name)

    def wanted(field: str) -> bool:
        return stays(field.partition("=")[0])

    return _Chosen(wanted, checked(options.separators), known.may_match(options.separators))


REMOVE_TRACKING_PARAMETERS = Step(
    name="remove-tracking-parameters",
    title="No tracking parameters",
    on=_ON,
    safety=Safety.CHANGES,
    source="the vendors' public documentation, listed with dates in data/tracking.toml",
    summary=(
        "Removes parameters that advertising and mail platforms add to links to see where visitors come "
        "from, such as utm_source, gclid and fbclid. The names come from the vendors' own documentation. The "
        "page is the same without them; a name that a site uses for itself can be kept."
    ),
    example=Example("http://example.com/?id=1&utm_source=mail&fbclid=x", "http://example.com/?id=1"),
    apply=_choose,
    may_change=_may_change,
    options=RemoveTrackingParameters,
    prepare=_prepare_tracking,
    assumes="that the parameters only tell where the visitor came from",
)


@dataclass(frozen=True, slots=True)
class RemoveSessionParameters:
    """How the table of sessions is used."""

    keep: tuple[str, ...] = option(
        (), "Names from the table that stay; “*” at the end stands for any ending."
    )
    any_value: bool = option(
        False, "Names in general use, such as sid: also where the value is no identifier."
    )
    ignore_case: bool = option(True, _ABOUT_CASE)
    decoded: bool = option(False, ABOUT_DECODED)
    separators: str = option("&", ABOUT_SEPARATORS)


# What servers write: 16 or more letters and digits, some of either (OWASP asks for 64 bits). A long word that
# is searched for, a page's name with hyphens, or a long number is none.
_is_token = re.compile("(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[0-9A-Za-z]{16,}").fullmatch


def _prepare_session(options: RemoveSessionParameters) -> _Chosen:
    case, read = options.ignore_case, options.decoded
    table = session_parameters()
    known = _Names.of(map(_as_listed, table), ignore_case=case, decoded=read)
    by_token = [_as_listed(entry) for entry in table if entry.token_only and not options.any_value]
    needs_token = _Names.of(by_token, ignore_case=case, decoded=read)
    stay = _Names.of(options.keep, ignore_case=case, decoded=read)

    is_known, is_doubtful, stays = known.tester(), needs_token.tester(), stay.tester()

    def wanted(field: str) -> bool:
        if not is_known(field) or stays(field):
            return True
        return is_doubtful(field) and _is_token(field.partition("=")[2]) is None

    return _Chosen(wanted, checked(options.separators), known.may_match(options.separators))


REMOVE_SESSION_PARAMETERS = Step(
    name="remove-session-parameters",
    title="No session parameters",
    on=_ON,
    safety=Safety.CHANGES,
    source="the vendors' public documentation, listed with dates in data/session.toml",
    summary=(
        "Removes parameters that hold the identifier of a visitor's session, such as PHPSESSID. Servers "
        "write them into links for visitors without cookies, so that each visitor sees other URLs of the "
        "same page. A name in general use, such as sid, only goes with a value that looks like an identifier."
    ),
    example=Example("http://example.com/?id=1&PHPSESSID=2fa71c03", "http://example.com/?id=1"),
    apply=_choose,
    may_change=_may_change,
    options=RemoveSessionParameters,
    prepare=_prepare_session,
    assumes="that the page does not depend on the visitor's session",
)


@dataclass(frozen=True, slots=True)
class RemoveParameters:
    """Which parameters go."""

    names: tuple[str, ...] = option((), _ABOUT_NAMES)
    patterns: tuple[str, ...] = option((), _ABOUT_PATTERNS)
    with_value: bool = option(False, "Patterns match name=value, not the name alone.")
    ignore_case: bool = option(False, _ABOUT_CASE)
    decoded: bool = option(False, ABOUT_DECODED)
    separators: str = option("&", ABOUT_SEPARATORS)


def _prepare_remove(options: RemoveParameters) -> _Chosen:
    listed = _Names.of(options.names, ignore_case=options.ignore_case, decoded=options.decoded)
    matches = _patterns_test(options.patterns, listed, with_value=options.with_value)

    is_listed = listed.tester()

    def wanted(field: str) -> bool:
        return field == "" or not (is_listed(field) or matches(field))

    separators = checked(options.separators)
    return _Chosen(wanted, separators, None if options.patterns else listed.may_match(separators))


def _patterns_test(patterns: tuple[str, ...], names: _Names, *, with_value: bool = False) -> Test:
    """Whether a field's name, or the field, matches one of the patterns as a whole.

    Raises ValueError for what is no pattern. An undecodable byte is one character, as it is one in the text.
    """
    if not patterns:
        return lambda field: False
    compiled = [_compiled(pattern, ignore_case=names.ignore_case) for pattern in patterns]

    def test(field: str) -> bool:
        text = names.of_field(field)
        if with_value:
            _, equals, value = field.partition("=")
            text += equals + (decoded(value) if names.decoded else value)
        as_bytes = text.encode(errors="surrogatepass")
        return any(match(as_bytes) for match in compiled)

    return test


def _compiled(pattern: str, *, ignore_case: bool) -> Callable[[bytes], object]:
    import re2

    settings = re2.Options()
    settings.log_errors = False
    settings.case_sensitive = not ignore_case
    try:
        match: Callable[[bytes], object] = re2.compile(pattern.encode(), settings).fullmatch
    except UnicodeEncodeError:
        raise ValueError(f"“{pattern}” is not a pattern: it holds bytes that are not UTF-8") from None
    except re2.error as error:
        why = error.args[0] if error.args else ""
        told = why.decode(errors="replace") if isinstance(why, bytes) else str(why)
        raise ValueError(f"“{pattern}” is not a pattern: {told}") from None
    return match


REMOVE_PARAMETERS = Step(
    name="remove-parameters",
    title="No parameters of these names",
    on=_ON,
    safety=Safety.CHANGES,
    source="Lee, Kim, Hong, On URL Normalization (2005)",
    summary=(
        "Removes the parameters that you name: those that the pages of your sites do not use. The lists are "
        "empty at first, and then nothing is removed."
    ),
    example=Example("http://example.com/?id=1&page=x", "http://example.com/?id=1", {"names": ("page",)}),
    apply=_choose,
    may_change=_may_change,
    options=RemoveParameters,
    prepare=_prepare_remove,
    assumes="that the named parameters do not choose the page",
)


@dataclass(frozen=True, slots=True)
class RemoveDefaultParameters:
    """Which values are defaults."""

    defaults: tuple[str, ...] = option(
        (), "Parameters with the value that the server takes without them, as in page=1.", pairs=True
    )
    decoded: bool = option(False, ABOUT_DECODED)
    separators: str = option("&", ABOUT_SEPARATORS)


def _prepare_defaults(options: RemoveDefaultParameters) -> _Chosen:
    if not all(options.defaults):
        raise ValueError("a default in the list is empty")
    pairs = frozenset(pair.partition("=") for pair in options.defaults)

    def wanted(field: str) -> bool:
        name, equals, value = field.partition("=")
        return (
            (decoded(name), equals, decoded(value)) if options.decoded else (name, equals, value)
        ) not in pairs

    separators = checked(options.separators)
    pattern = at_start(separators) + either(map(word, options.defaults)) + at_end(separators)
    return _Chosen(wanted, separators, f"{pattern}|{one_of('%+')}" if options.decoded else pattern)


REMOVE_DEFAULT_PARAMETERS = Step(
    name="remove-default-parameters",
    title="No default values",
    on=_ON,
    safety=Safety.CHANGES,
    source="Lee, Kim, Hong, On URL Normalization (2005)",
    summary=(
        "Removes the parameters that you name where they have the value that the server takes anyway, as in "
        "page=1. The list is empty at first, and then nothing is removed."
    ),
    example=Example("http://example.com/?id=1&page=1", "http://example.com/?id=1", {"defaults": ("page=1",)}),
    apply=_choose,
    may_change=_may_change,
    options=RemoveDefaultParameters,
    prepare=_prepare_defaults,
    assumes="that the server takes these values where the parameters are missing",
)


@dataclass(frozen=True, slots=True)
class KeepParameters:
    """Which parameters stay."""

    names: tuple[str, ...] = option((), _ABOUT_NAMES)
    patterns: tuple[str, ...] = option((), _ABOUT_PATTERNS)
    ignore_case: bool = option(False, _ABOUT_CASE)
    decoded: bool = option(False, ABOUT_DECODED)
    separators: str = option("&", ABOUT_SEPARATORS)


def _prepare_keep(options: KeepParameters) -> _Chosen:
    listed = _Names.of(options.names, ignore_case=options.ignore_case, decoded=options.decoded)
    matches = _patterns_test(options.patterns, listed)
    keeps_all = not options.names and not options.patterns

    is_listed = listed.tester()

    def wanted(field: str) -> bool:
        return keeps_all or field == "" or is_listed(field) or matches(field)

    separators = checked(options.separators)
    return _Chosen(wanted, separators, either(()) if keeps_all else none_of(separators))


KEEP_PARAMETERS = Step(
    name="keep-parameters",
    title="Only parameters of these names",
    on=_ON,
    safety=Safety.CHANGES,
    source="Lee, Kim, Hong, On URL Normalization (2005)",
    summary=(
        "Removes all parameters but those that you name: the ones that choose the page. While both lists are "
        "empty nothing is removed."
    ),
    example=Example("http://example.com/?id=1&x=2&y=3", "http://example.com/?id=1", {"names": ("id",)}),
    apply=_choose,
    may_change=_may_change,
    options=KeepParameters,
    prepare=_prepare_keep,
    assumes="that all other parameters do not choose the page",
)

STEPS: tuple[Step, ...] = (
    KEEP_PARAMETERS,
    REMOVE_TRACKING_PARAMETERS,
    REMOVE_SESSION_PARAMETERS,
    REMOVE_PARAMETERS,
    REMOVE_DEFAULT_PARAMETERS,
)
"""Steps that choose parameters, in the order in which they follow each other."""
