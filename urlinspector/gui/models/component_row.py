"""One row of the Components table as a plain value, with the rows beneath it, and its cells."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from urlinspector.gui.models.component_notes import Note
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.diff_text import UrlText
from urlinspector.url.components import Component, Span


@dataclass(frozen=True)
class Words:
    """A word in place of a text: `absent`, `same`, `removed`."""

    text: str


Shown = UrlText | Words


class Parts:
    """Rows beneath a row, made one by one when they are asked for: a view asks for those that it paints."""

    def __init__(
        self, maker: "Callable[[], tuple[int, Callable[[int], ComponentRow]]] | None" = None
    ) -> None:
        """`maker` tells how many there are and how one is made; None for no parts."""
        self._maker = maker
        self._rows: dict[int, ComponentRow] = {}

    @cached_property
    def _made(self) -> "tuple[int, Callable[[int], ComponentRow]]":
        assert self._maker is not None
        return self._maker()

    def __bool__(self) -> bool:
        return self._maker is not None

    def __len__(self) -> int:
        return self._made[0] if self._maker is not None else 0

    def __getitem__(self, number: int) -> "ComponentRow":
        if not 0 <= number < len(self):
            raise IndexError(number)
        if number not in self._rows:
            self._rows[number] = self._made[1](number)
        return self._rows[number]


@dataclass(frozen=True)
class ComponentRow:
    """One row: where it stands in the text, and its four texts."""

    name: str
    component: Component
    span: Span | None = field(compare=False)
    """Rows that look alike are equal wherever they stand."""
    raw: Shown
    decoded: Shown
    normalized: Shown
    notes: tuple[Note, ...] = ()
    parts: Parts = field(default_factory=Parts, compare=False)
    is_part: bool = False

    @property
    def is_absent(self) -> bool:
        return self.span is None

    def cells(self, *, narrow: bool = False) -> tuple[TableCell, ...]:
        """Component, raw, decoded, normalized, note; narrow ones fold the note into a mark and a tooltip."""
        first = self.notes[0] if self.notes else None
        warning = any(note.warning for note in self.notes)
        tip = "\n".join(note.more or note.text for note in self.notes)
        letter = None if self.is_part else self.component
        raw = _cell(self.raw, tip=tip)
        if narrow and warning:
            raw = replace(raw, after="warning")
        # What is wrong comes alone; the rest is in the tooltip.
        said = [note.text for note in self.notes if note.warning or not warning]
        note = TableCell(
            words="; ".join(said),
            warning=warning,
            link=first is not None and bool(first.url) and not warning,
            icon="external" if first is not None and first.url else "",
            tip=tip,
        )
        name = TableCell(
            words=self.name, letter=letter, faded=self.is_absent, indent=int(self.is_part), tip=tip
        )
        return name, raw, _cell(self.decoded), _cell(self.normalized), note

    @property
    def nested_url(self) -> str:
        """The URL that a click on the note opens; empty where there is none."""
        return next((note.url for note in self.notes if note.url), "")


def _cell(shown: Shown, *, tip: str = "") -> TableCell:
    if isinstance(shown, Words):
        return TableCell(words=shown.text, faded=True, tip=tip)
    return TableCell(url=shown, tip=tip)
