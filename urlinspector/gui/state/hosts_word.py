"""The user's word on hosts: pairs that are one or two, names to write, groups left out; all undoable."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from urlinspector.hosts.groups import Pair
from urlinspector.hosts.report import Decisions


class HostsWord(QObject):
    """What the user decided; whoever inherits shows it by `_make_view`."""

    kept_changed = Signal()
    """What a document keeps of this is another."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.decisions = Decisions()
        self.unused: frozenset[str] = frozenset()
        """Written names of groups that are not to go into the profile."""
        self._undo: list[tuple[Decisions, str]] = []
        self._redo: list[tuple[Decisions, str]] = []

    def _make_view(self) -> None:
        raise NotImplementedError

    def _set_word(self, decisions: Decisions, unused: frozenset[str]) -> None:
        """Another word altogether; nothing of the old one can be taken back."""
        self.decisions, self.unused = decisions, unused
        self._undo.clear()
        self._redo.clear()

    def confirm(self, a: str, b: str) -> None:
        """The user's word: these two are one."""
        pair = _pair(a, b)
        now = replace(
            self.decisions,
            confirmed=self.decisions.confirmed | {pair},
            refuted=self.decisions.refuted - {pair},
        )
        self._decide(now, self.tr("confirming {0} and {1}").format(a, b))

    def refute(self, a: str, b: str) -> None:
        """The user's word: these two are not one, through no third either."""
        pair = _pair(a, b)
        now = replace(
            self.decisions,
            confirmed=self.decisions.confirmed - {pair},
            refuted=self.decisions.refuted | {pair},
        )
        self._decide(now, self.tr("refuting {0} and {1}").format(a, b))

    def forget(self, a: str, b: str) -> None:
        """Leave a pair to the evidence again."""
        pair = _pair(a, b)
        now = replace(
            self.decisions,
            confirmed=self.decisions.confirmed - {pair},
            refuted=self.decisions.refuted - {pair},
        )
        self._decide(now, self.tr("leaving {0} and {1} to the evidence").format(a, b))

    def prefer(self, host: str, name: str) -> None:
        """Write a host's group by another name; what was said last of a group counts."""
        others = {each: kept for each, kept in self.decisions.preferred.items() if each != host}
        now = replace(self.decisions, preferred={**others, host: name})
        self._decide(now, self.tr("writing {0}").format(name))

    def use(self, name: str, used: bool) -> None:
        """Whether the group that is written so goes into the profile."""
        self.unused = self.unused - {name} if used else self.unused | {name}
        self._make_view()
        self.kept_changed.emit()

    def _decide(self, decisions: Decisions, words: str) -> None:
        if decisions != self.decisions:
            self._undo.append((self.decisions, words))
            self._redo.clear()
            self.decisions = decisions
            self._make_view()
            self.kept_changed.emit()

    @property
    def undo_words(self) -> str:
        """What undo would take back; empty for nothing."""
        return self._undo[-1][1] if self._undo else ""

    @property
    def redo_words(self) -> str:
        """What redo would do again."""
        return self._redo[-1][1] if self._redo else ""

    def undo(self) -> None:
        """Take the last decision back."""
        if self._undo:
            before, words = self._undo.pop()
            self._redo.append((self.decisions, words))
            self.decisions = before
            self._make_view()
            self.kept_changed.emit()

    def redo(self) -> None:
        """Take it again."""
        if self._redo:
            after, words = self._redo.pop()
            self._undo.append((self.decisions, words))
            self.decisions = after
            self._make_view()
            self.kept_changed.emit()


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a <= b else (b, a)
