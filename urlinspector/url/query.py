"""Parameters of a query and segments of a path, in order, as they stand, with spans.

A query is read as forms write it (WHATWG URL §5.1), but nothing is dropped or decoded: joining the parameters
again gives the query, byte for byte. RFC 3986 §3.4 itself knows no parameters.
"""

from collections.abc import Iterable
from typing import NamedTuple

from urlinspector.url.components import Span
from urlinspector.url.percent import decode


class Parameter(NamedTuple):
    """One field of a query. `value` is None where there is no `=`; an empty field has an empty name."""

    name: str
    value: str | None
    span: Span
    name_span: Span
    equals_span: Span | None
    value_span: Span | None

    @property
    def raw(self) -> str:
        """The field as it stands."""
        return self.name if self.value is None else self.name + "=" + self.value

    @property
    def decoded_name(self) -> str:
        """The name with its triplets decoded; undecodable bytes become U+DC80 to U+DCFF."""
        return decode(self.name)

    @property
    def decoded_value(self) -> str | None:
        """The value with its triplets decoded; `+` stays."""
        return None if self.value is None else decode(self.value)

    @property
    def form_name(self) -> str:
        """The name as a form reads it: `+` is a space."""
        return decode(self.name, plus_is_space=True)

    @property
    def form_value(self) -> str | None:
        """The value as a form reads it: `+` is a space."""
        return None if self.value is None else decode(self.value, plus_is_space=True)


def parameters(query: str | None, at: int = 0) -> tuple[Parameter, ...]:
    """The fields of a query between `&`, empty ones included; none where the query is absent or empty.

    `at` is where the query begins in the text that the spans count in: 0 gives spans in the query, the start
    of the query's span gives spans in the whole URL.
    """
    if not query:
        return ()
    found: list[Parameter] = []
    for field in query.split("&"):
        end = at + len(field)
        name, equals, value = field.partition("=")
        after_name = at + len(name)
        if equals:
            sign, rest = Span(after_name, after_name + 1), Span(after_name + 1, end)
            found.append(Parameter(name, value, Span(at, end), Span(at, after_name), sign, rest))
        else:
            found.append(Parameter(name, None, Span(at, end), Span(at, end), None, None))
        at = end + 1
    return tuple(found)


def join_parameters(fields: Iterable[Parameter]) -> str:
    """The query that the parameters make; `join_parameters(parameters(query)) == query`."""
    return "&".join(field.raw for field in fields)


class Segment(NamedTuple):
    """One segment of a path, and where it stands."""

    text: str
    span: Span

    @property
    def decoded(self) -> str:
        """The segment with its triplets decoded; undecodable bytes become U+DC80 to U+DCFF."""
        return decode(self.text)


def path_segments(path: str, at: int = 0) -> tuple[Segment, ...]:
    """The segments of a path (RFC 3986 §3.3), empty ones included; the first `/` of a rooted path is not one.

    `/a/b` and `a/b` both have two, `/a/` has two, `/` has one, the empty path none. `at` as for `parameters`.
    """
    if path == "":
        return ()
    if path[0] == "/":
        path = path[1:]
        at += 1
    found: list[Segment] = []
    for text in path.split("/"):
        found.append(Segment(text, Span(at, at + len(text))))
        at += len(text) + 1
    return tuple(found)
