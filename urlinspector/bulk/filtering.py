"""The filter language: words and `name:value` terms, all of which must hold.

host:example.com     the host or one below it (`host:*.example.com`, `host:shop*` with `*` for anything)
under:example.com/a  this path of the host or what lies beneath it; without a path the host or one below it.
                     `|` between several (`under:example.com/a|example.org`). A place may also be a URL, or
                     an LRU (`under:s:http|h:com|h:example|p:a`; several in quotes, a space between them).
                     Scheme, port and `www` of a place do not count
above:example.com/a  the pages above a place: its host's own, its path's beginnings, the hosts above it
at:example.com/a     the pages of a place itself, whatever their query and fragment
param:utm_source     a query parameter of that name
step:remove-www      rows that the step changed
scheme:http  file:list.txt  error:  ignored:  disagrees:
size>10  size>=2  size=1  texts>3  hosts>1      of the row's cluster
Status Code=404      a cell of another column (quote a name with spaces: "Status Code"=404)
/regex/  re:regex    on the text, in the linear-time engine; `-` before a term turns it round
anything else        is part of the text, letter case aside
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import polars as pl

from urlinspector.url.components import Component
from urlinspector.url.place import Stems, is_lru

from . import codec
from .clustering import Clustering
from .codes import CODE, where
from .selection import Selection
from .stems import above_all, exact_filter_of, filter_of, places_in

_TERM = re.compile(
    r"""(?P<not>-)?(?:
        /(?P<regex>(?:[^/\\]|\\.)+)/(?=\s|$)
      | (?P<count>size|texts|hosts)(?P<op>>=|<=|>|<|=)(?P<number>\d+)(?=\s|$)
      | (?P<name>host|under|above|at|param|step|scheme|file|error|ignored|disagrees|re):(?P<value>"[^"]*"|\S*)
      | (?P<column>"[^"]+"|[A-Za-z][\w\-]*)=(?P<cell>"[^"]*"|\S*)
      | (?P<word>"[^"]*"|\S+)
    )""",
    re.VERBOSE,
)
_COMPARE: dict[str, Callable[[pl.Series, int], pl.Series]] = {
    ">": lambda column, number: column > number,
    ">=": lambda column, number: column >= number,
    "<": lambda column, number: column < number,
    "<=": lambda column, number: column <= number,
    "=": lambda column, number: column == number,
}
_AT_A_TIME = 64
"""Places in one pattern."""


class FilterError(ValueError):
    """A filter that cannot be used; the message is for the user."""


@dataclass(frozen=True)
class Term:
    """One term of a filter."""

    kind: str
    """`text`, `regex`, `column`, `size`, `texts`, `hosts`, or a name of the language."""
    value: str
    negated: bool = False
    operator: str = ""
    column: str = ""


def parse_filter(text: str) -> tuple[Term, ...]:
    """The terms of a filter. Raises FilterError for a pattern that the engine does not take."""
    terms = tuple(_term(match) for match in _TERM.finditer(text))
    for term in terms:
        if term.kind == "regex":
            _check_pattern(term.value)
    return terms


def _term(match: re.Match[str]) -> Term:
    negated = match["not"] is not None
    if match["regex"] is not None:
        return Term("regex", match["regex"].replace("\\/", "/"), negated)
    if match["count"] is not None:
        return Term(match["count"], match["number"], negated, match["op"])
    if match["name"] is not None:
        kind = "regex" if match["name"] == "re" else match["name"]
        return Term(kind, _bare(match["value"]), negated)
    if match["column"] is not None:
        return Term("column", _bare(match["cell"]), negated, "=", _bare(match["column"]))
    return Term("text", _bare(match["word"]), negated)


def _bare(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word.startswith('"') and word.endswith('"') else word


def _check_pattern(pattern: str) -> None:
    try:
        pl.Series([""]).str.contains(pattern)
    except pl.exceptions.PolarsError as error:
        found = re.search(r"(?m)^error: (.*)", str(error))
        reason = found[1] if found else "it cannot be read"
        raise FilterError(f"“{pattern}” is no pattern of the linear-time engine: {reason}") from None


class Matching:
    """Filters a clustering. Every answer is a column of flags; nothing is looked at row by row."""

    def __init__(self, clustering: Clustering) -> None:
        self._clustering = clustering
        self._engine, self._table = clustering.engine, clustering.table

    def rows(self, terms: Iterable[Term]) -> Selection:
        """The rows that all terms hold for, in the list's order. Raises FilterError."""
        texts, rows, clusters = self._flags(terms)
        found = self._all_rows(texts, rows, clusters)
        return Selection(
            pl.int_range(self._table.rows, dtype=CODE, eager=True) if found is None else where(found)
        )

    def clusters(self, terms: Iterable[Term]) -> Selection:
        """The clusters with a row that all terms hold for, by number. Raises FilterError."""
        texts, rows, clusters = self._flags(terms)
        count = self._clustering.count
        if rows is not None:
            flags = self._all_rows(texts, rows, None)
            assert flags is not None
            inside = self._clustering.cluster_of_row.filter(flags)
        elif texts is not None:
            inside = self._clustering.cluster_of_text.filter(texts)
        else:
            inside = None
        held = pl.repeat(True, count, dtype=pl.Boolean, eager=True)
        if inside is not None:
            held = pl.repeat(False, count, dtype=pl.Boolean, eager=True).scatter(
                inside.drop_nulls().unique(), True
            )
        if clusters is not None:
            held = held & clusters
        return Selection(where(held))

    def _all_rows(
        self, texts: pl.Series | None, rows: pl.Series | None, clusters: pl.Series | None
    ) -> pl.Series | None:
        if clusters is not None:
            of_text = clusters[self._clustering.cluster_of_text].fill_null(False)
            texts = of_text if texts is None else texts & of_text
        if texts is not None:
            of_row = texts[self._table.text_of_row]
            rows = of_row if rows is None else rows & of_row
        return rows

    def _flags(self, terms: Iterable[Term]) -> tuple[pl.Series | None, pl.Series | None, pl.Series | None]:
        """Flags by text, by row and by cluster; None where no term speaks of them."""
        flags: dict[str, pl.Series] = {}
        for term in terms:
            level, found = self._term(term)
            found = (~found if term.negated else found).fill_null(term.negated)
            flags[level] = flags[level] & found if level in flags else found
        return flags.get("text"), flags.get("row"), flags.get("cluster")

    def _term(self, term: Term) -> tuple[str, pl.Series]:
        if term.kind in ("size", "texts", "hosts"):
            clustering = self._clustering
            if term.kind == "hosts":
                return "cluster", _COMPARE[term.operator](clustering.host_counts, int(term.value))
            column = clustering.sizes if term.kind == "size" else clustering.text_counts
            return "cluster", _COMPARE[term.operator](column, int(term.value))
        if term.kind == "disagrees":
            return "cluster", self._clustering.disagrees
        if term.kind == "ignored":
            none = pl.repeat(False, self._clustering.count, dtype=pl.Boolean, eager=True)
            return "cluster", none.scatter(sorted(self._clustering.ignored), True)
        if term.kind in ("file", "column"):
            return "row", self._file(term.value) if term.kind == "file" else self._cell(term)
        by_text: dict[str, Callable[[str], pl.Series]] = {
            "text": self._word,
            "regex": self._table.texts.str.contains,
            "host": self._host,
            "under": self._under,
            "above": self._above,
            "at": self._at,
            "param": self._parameter,
            "scheme": self._scheme,
            "step": self._step,
            "error": self._error,
        }
        return "text", by_text[term.kind](term.value)

    def _word(self, word: str) -> pl.Series:
        return self._table.texts.str.contains("(?i)" + _escaped(codec.encode(word)))

    def _host(self, host: str) -> pl.Series:
        pattern = _escaped(host.casefold()).replace("\\*", ".*")
        return self._component(Component.HOST, rf"^(?i)(?:.*\.)?{pattern}\.?$")

    def _under(self, text: str) -> pl.Series:
        return self._placed(filter_of, _places("under", text))

    def _above(self, text: str) -> pl.Series:
        return self._placed(exact_filter_of, above_all(_places("above", text)))

    def _at(self, text: str) -> pl.Series:
        return self._placed(exact_filter_of, _places("at", text))

    def _placed(self, filter_of_places: Callable[..., str], places: list[Stems]) -> pl.Series:
        """Flags by the patterns of places, some at a time: the engine has a limit for one pattern."""
        found = pl.repeat(False, self._table.texts.len(), dtype=pl.Boolean, eager=True)
        for at in range(0, len(places), _AT_A_TIME):
            (term,) = parse_filter(filter_of_places(*places[at : at + _AT_A_TIME]))
            found = found | self._table.texts.str.contains(term.value)
        return found

    def _scheme(self, scheme: str) -> pl.Series:
        return self._component(Component.SCHEME, f"^(?i){_escaped(scheme)}$")

    def _parameter(self, name: str) -> pl.Series:
        return self._component(Component.QUERY, f"(?:^|&){_escaped(codec.encode(name))}(?:=|&|$)")

    def _component(self, component: Component, pattern: str) -> pl.Series:
        column = self._engine.base[component.index]
        values = self._engine.pools[component.index].values[column.image]
        return values.str.contains(pattern).fill_null(False)[column.codes]

    def _step(self, name: str) -> pl.Series:
        numbers = [at for at, bound in enumerate(self._clustering.profile.steps) if bound.step.name == name]
        if not numbers:
            raise FilterError(f"the profile has no step “{name}”")
        found = pl.repeat(False, self._table.texts.len(), dtype=pl.Boolean, eager=True)
        for number in numbers:
            found = found | self._clustering.run.changed(number)
        return found

    def _error(self, _: str) -> pl.Series:
        refused = self._clustering.run.refused_at
        if refused is None:
            return pl.repeat(False, self._table.texts.len(), dtype=pl.Boolean, eager=True)
        return refused.is_not_null()

    def _file(self, name: str) -> pl.Series:
        wanted = [at for at, source in enumerate(self._table.sources) if name.casefold() in source.casefold()]
        return self._table.source_of_row.is_in(pl.Series(wanted, dtype=pl.UInt16).implode())

    def _cell(self, term: Term) -> pl.Series:
        names = {name.casefold(): name for name in self._table.column_names}
        name = names.get(term.column.casefold())
        if name is None:
            # Not a column: then `a=b` is a piece of a URL.
            return self._word(f"{term.column}={term.value}")[self._table.text_of_row]
        return self._table.columns[name].cast(pl.String).eq(codec.encode(term.value))


def _places(word: str, text: str) -> list[Stems]:
    places = places_in(text)
    if not places or not all(places):
        hint = "; several LRUs stand in quotes with a space between them" if is_lru(text) else ""
        raise FilterError(f"“{word}:{text}” names no host{hint}")
    return places


def _escaped(text: str) -> str:
    """Text as a pattern of the Rust engine."""
    return re.sub(r"([\\.+*?()|\[\]{}^$#&\-~/ ])", r"\\\1", text)
