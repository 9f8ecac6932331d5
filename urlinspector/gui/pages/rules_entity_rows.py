"""The rows of the table of web entities."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.numbers import counted
from urlinspector.gui.text import printable
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.rules.prefixes import lru_text
from urlinspector.url.lru import StemKind

if TYPE_CHECKING:
    from urlinspector.bulk.entities import EntityRow


def entity_cells(row: "EntityRow", weights: Mapping[StemKind, int]) -> tuple[TableCell, ...]:
    """One entity: name, first prefix, figures."""
    more = f" +{len(row.prefixes) - 1}" if len(row.prefixes) > 1 else ""
    tip = "\n".join(printable(lru_text(prefix)) for prefix in row.prefixes[:20])
    where = (
        TableCell(url=UrlText(lru_text(row.prefixes[0])), words=more, tip=tip) if row.prefixes else _apart()
    )
    return (
        TableCell(words=printable(row.name), after="pin" if row.by_hand else "", tip=tip),
        where,
        TableCell(words=counted(row.urls), right=True),
        TableCell(words=counted(row.clusters), right=True),
        TableCell(words=counted(row.duplicates), right=True, faded=not row.duplicates),
        TableCell(words=f"{row.share:.0%}", right=True, faded=not row.duplicates),
        TableCell(words=counted(row.specificity(weights).weighted), right=True),
    )


def _apart() -> TableCell:
    """What stands in place of a prefix for URLs on a public suffix itself."""
    words = QCoreApplication.translate("EntitiesPane", "a public suffix, no entity")
    tip = QCoreApplication.translate(
        "EntitiesPane", "An entity of this prefix would have all sites below the suffix."
    )
    return TableCell(words=words, faded=True, tip=tip)
