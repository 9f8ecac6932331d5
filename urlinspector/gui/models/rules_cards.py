"""Proposals as the contents of cards, made when a card is looked at."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractListModel,
    QCoreApplication,
    QObject,
    Qt,
)

from urlinspector.gui.models.rules import proposal_words
from urlinspector.gui.models.table_model import NO_INDEX
from urlinspector.gui.text import printable
from urlinspector.gui.views.cells import Index, Role
from urlinspector.gui.views.diff_text import UrlText, described, merged
from urlinspector.normalize.diff import diff
from urlinspector.rules.mining import Example, Proposal
from urlinspector.url.components import Span
from urlinspector.url.masking import masked

_MOST_OF_TIP = 2000
SAFE = str(QT_TRANSLATE_NOOP("RuleCards", "safe"))
LOOK = str(QT_TRANSLATE_NOOP("RuleCards", "look"))
WAS_KEPT = str(QT_TRANSLATE_NOOP("RuleCards", "was kept"))


def _tr(text: str) -> str:
    return QCoreApplication.translate("RuleCards", text)


class ExampleLine(NamedTuple):
    """Two URLs in one line: what only the first has is struck out, what only the second has underlined."""

    example: Example
    text: UrlText
    words: str
    """Whether their labels are equal."""

    @property
    def spoken(self) -> str:
        """The URLs with what differs, and what the labels say."""
        return f"{described(self.text)}; {self.words}"

    tip: str
    """Both URLs whole, one under the other."""


class Card(NamedTuple):
    """What a card says."""

    title: str
    where: str
    source: str
    """What the labels are."""
    mark: str
    """One of SAFE, LOOK and WAS_KEPT."""
    pattern: UrlText
    figures: str
    note: str
    examples: tuple[ExampleLine, ...]

    @property
    def pattern_tip(self) -> str:
        """The pattern whole, as long as a tooltip can be read."""
        return printable(self.pattern.text[:_MOST_OF_TIP])

    @property
    def spoken(self) -> str:
        """All of it for screen readers."""
        parts = [
            self.title,
            _tr("on {0}").format(self.where),
            _tr(self.mark),
            self.figures,
            self.source,
            self.note,
            _tr("pattern {0}").format(self.pattern.text),
        ]
        return printable(", ".join(filter(None, parts)))


def make_card(each: Proposal, masks: bool) -> Card:
    """The contents of a proposal's card; `masks` hides credentials in the examples."""
    notes = [each.note] if each.note else []
    if each.asks:
        notes.insert(0, _tr("An earlier search kept this parameter: look before you drop it."))
    found, template = each.as_pattern
    whole = (Span(0, len(found)),)
    pattern = UrlText(f"{found}  →  {template}") if template else UrlText(found, gone=whole)
    return Card(
        each.in_words,
        str(each.scope),
        each.labels or _tr("no label"),
        WAS_KEPT if each.asks else SAFE if each.auto else LOOK,
        pattern,
        proposal_words(each),
        " ".join(notes),
        tuple(_line(example, masks) for example in each.examples),
    )


def _line(example: Example, masks: bool) -> ExampleLine:
    one, other = (masked(text) if masks else text for text in (example.one, example.other))
    words = {None: _tr("no label"), True: _tr("same"), False: _tr("differ")}[example.same]
    tip = f"{printable(one)}\n{printable(other)}"
    return ExampleLine(example, merged(diff(one, other), one, other), words, tip)


class ProposalsModel(QAbstractListModel):
    """One row for each proposal; `card(row)` gives its contents."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._proposals: tuple[Proposal, ...] = ()
        self._masks = True
        self._made = lru_cache(maxsize=400)(self._make)

    def set_proposals(self, proposals: Sequence[Proposal], *, masks: bool) -> None:
        """Show others."""
        if tuple(proposals) == self._proposals and masks == self._masks:
            return
        self.beginResetModel()
        self._proposals, self._masks = tuple(proposals), masks
        self._made.cache_clear()
        self.endResetModel()

    def proposal(self, row: int) -> Proposal | None:
        """The proposal of a row; None where there is no such row."""
        return self._proposals[row] if 0 <= row < len(self._proposals) else None

    def card(self, row: int) -> Card:
        """What the card of a row says."""
        return self._made(row)

    @property
    def made(self) -> int:
        """How many cards were made since the proposals were set."""
        return self._made.cache_info().misses

    def _make(self, row: int) -> Card:
        return make_card(self._proposals[row], self._masks)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._proposals)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._proposals):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            each = self._proposals[index.row()]
            return printable(f"{each.in_words} ({each.scope})")
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.card(index.row()).spoken
        if role == Role.COPY:
            return "\t".join((*self._proposals[index.row()].as_pattern, self.card(index.row()).where))
        return None
