"""Steps on the query (RFC 3986 §3.4; fields as WHATWG URL §5 reads them): spelling, empty fields, order.

Steps that choose parameters by name are in `parameters`, the spelling of forms is in `form`; `STEPS` has
all of them, in catalogue order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps import form, parameters
from urlinspector.normalize.steps._fields import (
    ABOUT_DECODED,
    ABOUT_SEPARATORS,
    Separated,
    at_end,
    at_start,
    checked,
    decoded,
    join,
    kept,
    name_of,
    split,
    with_checked_separators,
)
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._lowercase import Lowercase, lowercase
from urlinspector.normalize.steps._patterns import END, none_of, one_of
from urlinspector.url.components import Component

_ON = (Component.QUERY,)


REMOVE_QUERY = Step(
    name="remove-query",
    title="No query",
    on=_ON,
    safety=Safety.CHANGES,
    source="RFC 3986 §3.4, §6.2.4",
    summary=(
        "Removes the whole query. What is left names the program or the file, not the page that it makes of "
        "its parameters; useful to count pages by their path."
    ),
    example=Example("http://example.com/a?b=1", "http://example.com/a"),
    apply=lambda query, needed, options: None,
    assumes="that the query does not choose the page",
)


PLUS_TO_PERCENT20 = Step(
    name="plus-to-percent20",
    title="%20 for +",
    on=_ON,
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §5.1, §5.2; HTML 4.01 §17.13.4.1",
    summary=(
        "Writes a space as %20 where forms write +. To a program that reads the query as a form both are a "
        "space; to any other + is a plus sign."
    ),
    example=Example("http://example.com/?q=a+b", "http://example.com/?q=a%20b"),
    apply=lambda query, needed, options: query.replace("+", "%20"),
    may_change=lambda options: one_of("+"),
    conflicts=("encode-as-form",),
    assumes="that the server reads the query as a form, where + is a space",
)


LOWERCASE_QUERY = Step(
    name="lowercase-query",
    title="Query in lower case",
    on=_ON,
    safety=Safety.CHANGES,
    source="RFC 3986 §6.2.2.1: a query is case-sensitive",
    summary=(
        "Writes the ASCII letters of the query in lower case, names and values alike. Keys of web archives "
        "do so; identifiers that differ by case only become one. The digits of triplets stay."
    ),
    example=Example("http://example.com/?Id=AB%2F", "http://example.com/?id=ab%2F"),
    apply=lowercase,
    may_change=lambda options: "[A-Z]",
    options=Lowercase,
    assumes="that the server ignores case in names and values",
)


@dataclass(frozen=True, slots=True)
class RemoveBlankValues:
    """Which fields are blank."""

    which: Literal["both", "with-equals", "without-equals"] = option(
        "both", "Fields like a=, fields like a, or both."
    )
    separators: str = option("&", ABOUT_SEPARATORS)


def _remove_blank(query: str, _needed: Needed, options: RemoveBlankValues) -> str | None:
    def wanted(field: str) -> bool:
        _, equals, value = field.partition("=")
        return field == "" or value != "" or options.which == ("without-equals" if equals else "with-equals")

    return kept(query, options.separators, wanted)


def _blank_may_change(options: RemoveBlankValues) -> str:
    with_equals = "=" + at_end(options.separators)
    without = _without_equals(options.separators)
    return {"both": f"{with_equals}|{without}", "with-equals": with_equals, "without-equals": without}[
        options.which
    ]


def _without_equals(separators: str) -> str:
    return at_start(separators) + none_of(separators + "=") + "+" + at_end(separators)


REMOVE_BLANK_VALUES = Step(
    name="remove-blank-values",
    title="No blank values",
    on=_ON,
    safety=Safety.CHANGES,
    source="WHATWG URL §5.1; Lee, Kim, Hong, On URL Normalization (2005)",
    summary=(
        "Removes parameters that have no value, as in a= and a. Forms send their empty boxes this way. But a "
        "bare name can be a switch, or the page itself."
    ),
    example=Example("http://example.com/?a=&b=1&c", "http://example.com/?b=1"),
    apply=_remove_blank,
    may_change=_blank_may_change,
    options=RemoveBlankValues,
    prepare=with_checked_separators,
    assumes="that a parameter without a value means the same as none",
)


@dataclass(frozen=True, slots=True)
class UnifyBlankValues:
    """How a name without a value is written."""

    equals: Literal["write", "drop"] = option("write", "Write a as a=, or a= as a.")
    separators: str = option("&", ABOUT_SEPARATORS)


def _unify_blank(query: str, _needed: Needed, options: UnifyBlankValues) -> str:
    fields, between = split(query, options.separators)
    if options.equals == "write":
        return join([field + "=" if field and "=" not in field else field for field in fields], between)
    return join([field[:-1] if field.find("=") == len(field) - 1 > 0 else field for field in fields], between)


def _unify_may_change(options: UnifyBlankValues) -> str:
    return (
        _without_equals(options.separators) if options.equals == "write" else "=" + at_end(options.separators)
    )


UNIFY_BLANK_VALUES = Step(
    name="unify-blank-values",
    title="Blank values written alike",
    on=_ON,
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §5.1, §5.2",
    summary=(
        "Writes a name without a value always with an equals sign, or always without. To a program that "
        "reads the query as a form, a and a= are the same; others can tell them apart."
    ),
    example=Example("http://example.com/?a&b=1", "http://example.com/?a=&b=1"),
    apply=_unify_blank,
    may_change=_unify_may_change,
    options=UnifyBlankValues,
    prepare=with_checked_separators,
    assumes="that the server reads a and a= alike",
)


def _remove_empty_fields(query: str, _needed: Needed, options: Separated) -> str | None:
    return query if query == "" else kept(query, options.separators, bool)


def _empty_field_may_change(options: Separated) -> str:
    separator = one_of(options.separators)
    return f"^{separator}|{separator}{separator}|{separator}{END}"


REMOVE_EMPTY_FIELDS = Step(
    name="remove-empty-fields",
    title="No empty fields",
    on=_ON,
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §5.1",
    summary=(
        "Removes separators with nothing between them, as in ?&a=1&&b=2&. A program that reads the query as "
        "a form skips such fields."
    ),
    example=Example("http://example.com/?&a=1&&b=2&", "http://example.com/?a=1&b=2"),
    apply=_remove_empty_fields,
    may_change=_empty_field_may_change,
    options=Separated,
    prepare=with_checked_separators,
    assumes="that the server skips empty fields",
)


@dataclass(frozen=True, slots=True)
class RemoveRepeatedPairs:
    """What counts as repeated."""

    decoded: bool = option(False, ABOUT_DECODED)
    separators: str = option("&", ABOUT_SEPARATORS)


def _remove_repeated(query: str, _needed: Needed, options: RemoveRepeatedPairs) -> str | None:
    seen: set[str | tuple[str, ...]] = set()

    def wanted(field: str) -> bool:
        pair = tuple(map(decoded, field.partition("="))) if options.decoded else field
        is_new = pair not in seen or field == ""
        seen.add(pair)
        return is_new

    return kept(query, options.separators, wanted)


REMOVE_REPEATED_PAIRS = Step(
    name="remove-repeated-pairs",
    title="No repeated pairs",
    on=_ON,
    safety=Safety.CHANGES,
    source="none of the standards; WHATWG URL §5.1 keeps repeated pairs",
    summary=(
        "Removes a parameter whose name and value both stood before. The same name with another value stays: "
        "it is a list. A server that counts its parameters would see the difference."
    ),
    example=Example("http://example.com/?a=1&b=2&a=1&a=3", "http://example.com/?a=1&b=2&a=3"),
    apply=_remove_repeated,
    may_change=lambda options: one_of(options.separators),
    options=RemoveRepeatedPairs,
    prepare=with_checked_separators,
    assumes="that a parameter given twice with one value means the same as given once",
)


REMOVE_EMPTY_QUERY = Step(
    name="remove-empty-query",
    title="No empty query",
    on=_ON,
    safety=Safety.USUALLY_PRESERVES,
    source="RFC 3986 §6.2.3, §3.4",
    summary=(
        "Removes a question mark that nothing follows. The standard takes the two for different URLs unless "
        "the scheme says otherwise; web servers mostly answer both alike."
    ),
    example=Example("http://example.com/a?", "http://example.com/a"),
    apply=lambda query, needed, options: query or None,
    may_change=lambda options: f"^{END}",
    assumes="that an empty query means the same as none",
)


@dataclass(frozen=True, slots=True)
class SortParameters:
    """What is compared, and how."""

    by: Literal["name", "name-and-value", "raw"] = option(
        "name",
        "Sort by name (fields of one name keep their order), by name and value, or by the whole field.",
    )
    comparison: Literal["raw", "decoded", "lower"] = option(
        "raw", "Compare as written, as a form reads it, or without regard to case."
    )
    separators: str = option("&", ABOUT_SEPARATORS)
    join: str = option("", "Write this one for all separators; when empty, they stay where they are.")


class _Sorter(NamedTuple):
    key: Callable[[str], Any]
    separators: str
    join: str


_COMPARISONS: dict[str, Callable[[str], str]] = {"raw": str, "decoded": decoded, "lower": lower}


def _prepare_sort(options: SortParameters) -> _Sorter:
    read = _COMPARISONS[options.comparison]
    keys: dict[str, Callable[[str], Any]] = {
        "name": name_of if read is str else lambda field: read(name_of(field)),
        # An absent value comes before an empty one: the sign in the middle sorts them.
        "name-and-value": lambda field: tuple(map(read, field.partition("="))),
        "raw": read,
    }
    if options.join and (len(options.join) > 1 or options.join not in options.separators):
        raise ValueError(f"“{options.join}” is none of the separators {options.separators}")
    return _Sorter(keys[options.by], checked(options.separators), options.join)


def _sort(query: str, _needed: Needed, sorter: _Sorter) -> str:
    if len(sorter.separators) == 1 and sorter.separators not in query:
        return query
    fields, between = split(query, sorter.separators)
    ordered = sorted(fields, key=sorter.key)
    if sorter.join:
        return sorter.join.join(ordered)
    return query if ordered == fields else join(ordered, between)


SORT_PARAMETERS = Step(
    name="sort-parameters",
    title="Parameters in order",
    on=_ON,
    safety=Safety.CHANGES,
    source="WHATWG URL §6.2 (sort); Lee, Kim, Hong, On URL Normalization (2005)",
    summary=(
        "Sorts the parameters by their names; those of one name keep their order. Most servers look "
        "parameters up by name, so that their order means nothing. A signature over the query is broken by "
        "it."
    ),
    example=Example("http://example.com/?b=1&a=2&b=0", "http://example.com/?a=2&b=1&b=0"),
    apply=_sort,
    may_change=lambda sorter: one_of(sorter.separators),
    options=SortParameters,
    prepare=_prepare_sort,
    assumes="that the order of parameters means nothing to the server",
)

STEPS: tuple[Step, ...] = (
    REMOVE_QUERY,
    PLUS_TO_PERCENT20,
    *form.STEPS,
    LOWERCASE_QUERY,
    *parameters.STEPS,
    REMOVE_BLANK_VALUES,
    UNIFY_BLANK_VALUES,
    REMOVE_EMPTY_FIELDS,
    REMOVE_REPEATED_PAIRS,
    REMOVE_EMPTY_QUERY,
    SORT_PARAMETERS,
)
"""Steps of the query layer, in the order in which they follow each other."""
