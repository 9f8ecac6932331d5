"""What an LRU leaves out and how its stems are weighed: the choice, and the small window that edits it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QPoint, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QFrame, QGridLayout, QSpinBox, QVBoxLayout, QWidget

from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.widgets import label, looks
from urlinspector.url.lru import WEIGHTS, LruOptions, StemKind


@dataclass(frozen=True)
class LruChoice:
    """Options and weights."""

    options: LruOptions = field(default_factory=LruOptions)
    weights: Mapping[StemKind, int] = field(default_factory=WEIGHTS.copy)  # type: ignore[attr-defined]

    def to_plain(self) -> dict[str, Any]:
        """For the session."""
        names = (
            "suffix_stem",
            "drop_www",
            "hide_default_port",
            "max_path",
            "query",
            "fragment",
            "sort_query",
        )
        options = {name: getattr(self.options, name) for name in names}
        return {"options": options, "weights": {kind.value: weight for kind, weight in self.weights.items()}}

    @classmethod
    def from_plain(cls, plain: Any) -> "LruChoice":
        """The opposite; what makes no sense is left at its default."""
        made = cls()
        if not isinstance(plain, dict):
            return made
        options = made.options
        for name, value in dict(plain.get("options") or {}).items():
            known = getattr(options, str(name), None)
            if isinstance(value, bool) and isinstance(known, bool):
                options = replace(options, **{name: value})
            elif name == "max_path" and isinstance(value, int) and value > 0:
                options = replace(options, max_path=value)
        given = dict(plain.get("weights") or {})
        weights = {
            kind: given[kind.value] if isinstance(given.get(kind.value), int) else weight
            for kind, weight in WEIGHTS.items()
        }
        return cls(options, weights)


class LruPopup(QFrame):
    """A small window of options; `changed(LruChoice)` after every change, closed by a click elsewhere or
    Esc.
    """

    changed = Signal(object)

    def __init__(self, choice: LruChoice, themes: ThemeState, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        looks(self, "pane")
        self.setFrameShape(QFrame.Shape.Box)
        self.setObjectName("lruPopup")
        self.setAccessibleName(self.tr("Options of the LRU"))
        self._choice = choice
        metrics = themes.theme.metrics
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.edge, metrics.gap, metrics.edge, metrics.edge)
        column.setSpacing(metrics.gap_small)
        column.addWidget(label(self.tr("LRU"), "strong"))
        self._boxes = [self._box(name, words) for name, words in _switches()]
        for box in self._boxes:
            column.addWidget(box)
        column.addLayout(self._depth())
        column.addSpacing(metrics.gap_small)
        column.addWidget(label(self.tr("Weights of the stems"), "caption"))
        column.addLayout(self._weights(metrics.gap))

    def open_below(self, widget: QWidget) -> None:
        """Show it under a control, its right edge there."""
        self.adjustSize()
        corner = widget.mapToGlobal(QPoint(widget.width() - self.width(), widget.height()))
        room = widget.screen().availableGeometry()
        corner.setY(max(room.top(), min(corner.y(), room.bottom() - self.height())))
        corner.setX(max(room.left(), corner.x()))
        self.move(corner)
        self.show()
        self._boxes[0].setFocus()

    def _box(self, name: str, words: str) -> QCheckBox:
        box = QCheckBox(words)
        box.setObjectName(name)
        box.setChecked(bool(getattr(self._choice.options, name)))
        box.toggled.connect(self._on_changed)
        return box

    def _depth(self) -> QFormLayout:
        self._max_path = QSpinBox()
        self._max_path.setRange(0, 99)
        self._max_path.setSpecialValueText(self.tr("no limit"))
        self._max_path.setValue(self._choice.options.max_path or 0)
        self._max_path.setAccessibleName(self.tr("Most path stems"))
        self._max_path.valueChanged.connect(self._on_changed)
        form = QFormLayout()
        form.addRow(self.tr("Most path stems"), self._max_path)
        return form

    def _weights(self, gap: int) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(gap)
        self._spins: dict[StemKind, QSpinBox] = {}
        for number, kind in enumerate(WEIGHTS):
            spin = self._spins[kind] = QSpinBox()
            spin.setRange(0, 99)
            spin.setValue(self._choice.weights.get(kind, 0))
            spin.setAccessibleName(self.tr("Weight of a {0} stem").format(kind.value))
            spin.valueChanged.connect(self._on_changed)
            column, row = (number // 4) * 2, number % 4
            grid.addWidget(label(kind.value, "note"), row, column)
            grid.addWidget(spin, row, column + 1)
        return grid

    def _on_changed(self) -> None:
        switches: dict[str, Any] = {box.objectName(): box.isChecked() for box in self._boxes}
        options = LruOptions(max_path=self._max_path.value() or None, **switches)
        weights = {kind: spin.value() for kind, spin in self._spins.items()}
        self._choice = LruChoice(options, weights)
        self.changed.emit(self._choice)


def _switches() -> tuple[tuple[str, str], ...]:
    translate = QCoreApplication.translate
    return (
        ("suffix_stem", translate("Lru", "Public suffix as one stem")),
        ("drop_www", translate("Lru", "Leave out www")),
        ("hide_default_port", translate("Lru", "Leave out the default port")),
        ("query", translate("Lru", "With the query")),
        ("sort_query", translate("Lru", "Sort the parameters")),
        ("fragment", translate("Lru", "With the fragment")),
    )
