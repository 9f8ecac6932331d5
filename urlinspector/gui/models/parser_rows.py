"""What parsers read, as rows of a table, and the sentences that warn where they do not read alike.

Two kinds of warning: where parsers would fetch different things (`Readings.warning`), and where the thing is
one but hidden from a check on the raw text: encoded dot segments, IPv4 addresses in other spellings.
"""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.models.table_model import CellRow
from urlinspector.gui.text import printable
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.url.components import Span
from urlinspector.url.readings import Parser, Reading, Readings

_LONG = 60


def _tr(text: str) -> str:
    return QCoreApplication.translate("ParserRows", text)


class Suspects(NamedTuple):
    """In which components a parser's answer is worth a look."""

    host: bool
    path: bool
    hidden_host: bool = False
    hidden_path: bool = False

    def __bool__(self) -> bool:
        return any(self)


def suspects(found: Readings) -> Suspects:
    """Where parsers differ, in substance or only to the eye of a check on the raw text."""
    return Suspects(found.host_differs, found.path_differs, found.host_hides, found.path_hides)


def parser_name(parser: Parser) -> str:
    """A parser in a word."""
    return {
        Parser.RFC_3986: "RFC 3986",
        Parser.WHATWG: _tr("browsers"),
        Parser.PYTHON_URLLIB: "urllib",
    }[parser]


def parser_table(sides: Sequence[tuple[str, Readings]], *, marks: bool) -> list[CellRow]:
    """Parser, scheme, host, port, path for letters and readings; three that read alike share a row."""
    return [row for letter, found in sides for row in _side_rows(letter, found, marks=marks)]


def _side_rows(letter: str, found: Readings, *, marks: bool) -> list[CellRow]:
    first, doubt = found.rows[0], suspects(found)
    alike = all(row[1:] == first[1:] for row in found.rows)
    shown = found.rows[:1] if alike else found.rows
    rows = []
    for row in shown:
        name = _tr("all three") if alike else parser_name(row.parser)
        words = TableCell(words=f"{letter}  {name}" if letter else name)
        rows.append((words, *_reading_cells(row, first, doubt, marks=marks)))
    return rows


def _reading_cells(row: Reading, first: Reading, doubt: Suspects, *, marks: bool) -> CellRow:
    if row.error is not None and row.parser is not Parser.RFC_3986:
        blank = TableCell()
        return blank, TableCell(words=row.error, warning=True, tip=row.error), blank, blank
    host, path = doubt.host or doubt.hidden_host, doubt.path or doubt.hidden_path
    return tuple(
        _value(getattr(row, name), getattr(first, name), suspect, marks=marks)
        for name, suspect in (("scheme", False), ("host", host), ("port", False), ("path", path))
    )


def _value(value: str | None, other: str | None, suspect: bool, *, marks: bool) -> TableCell:
    if not value:
        said = _tr("absent") if value is None else _tr("empty")
        return TableCell(words=said, faded=True, warning=suspect and bool(other))
    span = (Span(0, len(value)),) if suspect and value != other else ()
    return TableCell(url=UrlText(value, found=span, marks=marks), tip=value if len(value) > _LONG else "")


def parser_warning(letter: str, found: Readings) -> str:
    """One sentence where parsers do not read alike; empty where they do."""
    doubt = suspects(found)
    if not doubt:
        return ""
    rfc, browser = found.rows[0], found.rows[1]
    url = _tr("in {letter}").format(letter=letter) if letter else _tr("here")
    if doubt.host and browser.error is None and browser.host != rfc.host:
        return _tr(
            "Browsers take {host} for the host {url}, an RFC 3986 reader {other}. "
            "What checks the one may let the other pass."
        ).format(url=url, host=_short(browser.host), other=_short(rfc.host))
    if doubt.hidden_path:
        return _tr(
            "Browsers read an encoded dot segment {url} and ask for {path}. "
            "A check on the raw path sees {other} and may let it pass."
        ).format(url=url, path=_short(browser.path), other=_short(rfc.path))
    if doubt.path and browser.error is None and browser.path != rfc.path:
        return _tr(
            "Browsers ask for {path} {url}. A check on the raw path sees {other} and may let it pass."
        ).format(url=url, path=_short(browser.path), other=_short(rfc.path))
    if doubt.hidden_host:
        return _tr(
            "Browsers read {other} {url} as the address {host}. A check on the raw host may let it pass."
        ).format(url=url, host=_short(browser.host), other=_short(rfc.host))
    return _tr("Parsers disagree about what would be fetched {url}.").format(url=url)


def parser_headline(letter: str, found: Readings) -> str:
    """The warning in a few words, for the status bar; empty where parsers read alike."""
    doubt = suspects(found)
    if not doubt:
        return ""
    words = [
        word
        for word, there in (
            (_tr("host"), doubt.host or doubt.hidden_host),
            (_tr("path"), doubt.path or doubt.hidden_path),
        )
        if there
    ]
    what = _tr("{0} and the {1}").format(*words) if len(words) > 1 else words[0]
    if not letter:
        return _tr("parsers disagree about the {what}").format(what=what)
    return _tr("parsers disagree about the {what} of {letter}").format(what=what, letter=letter)


def _short(text: str | None) -> str:
    shown = printable(text) if text else _tr("nothing")
    return shown if len(shown) <= _LONG else shown[: _LONG - 1] + "…"
