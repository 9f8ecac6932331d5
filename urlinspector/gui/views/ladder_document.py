"""The ladder on paper: one HTML document, printed, or saved as HTML or PDF. Credentials are masked."""

from html import escape
from pathlib import Path

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, QMarginsF, QObject, QSizeF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QDialog, QWidget

from urlinspector.gui.models.ladder import AFTER, BEFORE, NUMBER, rung_cells, rung_title
from urlinspector.gui.state.reading import Result
from urlinspector.gui.state.rungs import Rung
from urlinspector.gui.state.text_file import write_bytes
from urlinspector.gui.text import printable
from urlinspector.gui.theme import LETTERS, LIGHT, SIGNS, safety_title
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.diff_html import diff_html
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.gui.views.url_layout import component_name
from urlinspector.url.components import Url
from urlinspector.url.masking import masked, secret_span

_LONGEST = 400
"""Characters of one cell that are printed, around its first change."""

# Qt's rich text knows the attributes, not the style's shorthand.
_TABLE = '<table cellspacing="0" cellpadding="5" width="100%">'
_STYLE = """
body { font-family: sans-serif; font-size: 9pt; color: #1B1F24; }
h1 { font-size: 14pt; margin-bottom: 4pt; }
p { margin: 6pt 0 8pt 0; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; color: #545B64; font-weight: normal; border-bottom: 1px solid #C5C9CF; }
td { vertical-align: top; border-bottom: 1px solid #E4E6EA; }
.url { font-family: monospace; font-size: 8pt; word-break: break-all; }
.note { color: #545B64; }
"""


def _tr(text: str) -> str:
    return QCoreApplication.translate("LadderDocument", text)


def ladder_html(result: Result, *, every_step: bool = False) -> str:
    """The whole document; `every_step` lists idle steps too."""
    rungs = [rung for rung in result.rungs if rung.acted or every_step]
    profile = result.profile
    heads = (_tr("No."), _tr("Step"), _tr("Class"), _tr("On"), _tr("Before"), _tr("After"), _tr("Source"))
    title = _tr("Normalization, step by step")
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    rows = "\n".join(_row(rung) for rung in rungs)
    about = _tr("Profile {0}, version {1}; {2} of {3} steps changed the URL.").format(
        profile.title or profile.name, profile.version, result.changed_steps, len(profile.steps)
    )
    return (
        f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style></head><body>\n<h1>{escape(title)}</h1>\n{_summary(result)}"
        f'<p class="note">{escape(about)}</p>\n'
        f"{_TABLE}<thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table>\n</body></html>\n"
    )


def _summary(result: Result) -> str:
    diff = result.diff
    before = UrlText(
        result.text, gone=diff.gone if diff is not None else (), mask=secret_span(Url.parse(result.text))
    )
    lines = [(_tr("Original"), diff_html(before, LIGHT))]
    if result.base:
        lines.append((_tr("Base"), escape(printable(masked(result.base)))))
    if result.canonical is not None and diff is not None:
        after = UrlText(result.canonical, new=diff.new, mask=secret_span(Url.parse(result.canonical)))
        lines.append((_tr("Canonical"), diff_html(after, LIGHT)))
    elif result.refused is not None:
        lines.append((_tr("Refused"), escape(result.refused.reason)))
    rows = "".join(
        f'<tr><td class="note" width="12%">{escape(name)}</td><td class="url">{text}</td></tr>'
        for name, text in lines
    )
    return f"{_TABLE}<tbody>{rows}</tbody></table>\n"


def _row(rung: Rung) -> str:
    cells = rung_cells(rung)
    safety = rung.safety
    sign = f"{SIGNS[safety]} {safety_title(safety)}" if safety is not None else ""
    on = f"{LETTERS[rung.component]} {component_name(rung.component)}" if rung.component is not None else ""
    source = rung.step.source if rung.step is not None else ""
    if rung.step is None and rung.refused is None:
        source = "RFC 3986 §5.2"
    columns = (
        f'<td class="note">{escape(cells[NUMBER].words)}</td>',
        f"<td>{escape(rung_title(rung))}</td>",
        f'<td class="note">{escape(sign)}</td>',
        f'<td class="note">{escape(on)}</td>',
        _cell(cells[BEFORE]),
        _cell(cells[AFTER]),
        f'<td class="note">{escape(source)}</td>',
    )
    return f"<tr>{''.join(columns)}</tr>"


def _cell(cell: TableCell) -> str:
    if cell.url is None:
        return f'<td class="note">{escape(printable(cell.words))}</td>'
    return f'<td class="url">{diff_html(cell.url, LIGHT, longest=_LONGEST)}</td>'


def ladder_document(html: str) -> QTextDocument:
    """The document laid out by Qt, for printers."""
    document = QTextDocument()
    document.setDefaultStyleSheet(_STYLE)
    document.setHtml(html)
    return document


def print_html(html: str, device: QPagedPaintDevice) -> None:
    """Lay the document out for a printer or a PDF writer and print it."""
    document = ladder_document(html)
    # Laid out for the page's own resolution, so that points are points.
    document.documentLayout().setPaintDevice(device)
    document.setPageSize(QSizeF(device.width(), device.height()))
    document.print_(device)


def save_pdf(html: str, path: Path) -> None:
    """Write the document as PDF, A4 across. Raises OSError where the file cannot be written, whose old
    content stays then.
    """
    # Into memory first: QPdfWriter tells no error of its own.
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(_tr("Normalization, step by step"))
    writer.setCreator("urlinspector")
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageOrientation(QPageLayout.Orientation.Landscape)
    writer.setPageMargins(QMarginsF(12, 12, 12, 12), QPageLayout.Unit.Millimeter)
    writer.setResolution(150)
    print_html(html, writer)
    write_bytes(path, bytes(buffer.data().data()))


class LadderPrinter(QObject):
    """Asks for a printer and prints; goes away with its dialog."""

    def __init__(self, parent: QWidget, html: str) -> None:
        super().__init__(parent)
        # Imported here: most windows never print, and the module starts the printing system.
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        self._html = html
        self._printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        self._printer.setPageOrientation(QPageLayout.Orientation.Landscape)
        # Also the name that is proposed for a file.
        self._printer.setDocName("ladder")
        self._dialog = QPrintDialog(self._printer, parent)
        self._dialog.setWindowTitle(_tr("Print the ladder"))
        self._dialog.accepted.connect(self._on_accepted)
        self._dialog.finished.connect(self._on_finished)

    def open(self) -> None:
        """Show the dialog."""
        # QPrintDialog hides this by an overload of its own that wants a slot's signature.
        QDialog.open(self._dialog)

    def _on_accepted(self) -> None:
        print_html(self._html, self._printer)

    def _on_finished(self) -> None:
        self._dialog.deleteLater()
        self.deleteLater()
