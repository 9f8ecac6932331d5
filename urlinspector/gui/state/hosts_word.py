"""The user's word on hosts: pairs that are one or two, names to write, groups left out; all undoable."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from urlinspector.gui.state.history import History
from urlinspector.hosts.groups import Pair
from urlinspector.hosts.report import Decisions


class HostsWord(QObject):
    """What the user decided; whoever inherits shows it by `_make_view`."""

    kept_changed = Signal()
    """What a document keeps of this is another."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = History(Decisions())
        self.unused: frozenset[str] = frozenset()
        """Written names of groups that are not to go into the profile."""

    @property
    def decisions(self) -> Decisions:
        """What was decided, without what was taken back."""
        return self._history.now

    def _make_view(self) -> None:
        raise NotImplementedError

    def _set_word(self, decisions: Decisions, unused: frozenset[str]) -> None:
        """Another word altogether; nothing of the old one can be taken back."""
        self._history.restart(decisions)
        self.unused = unused

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
        self._decided()

    def _decide(self, decisions: Decisions, words: str) -> None:
        if decisions != self.decisions:
            self._history.push(decisions, words)
            self._decided()

    def _decided(self) -> None:
        self._make_view()
        self.kept_changed.emit()

    @property
    def undo_words(self) -> str:
        """What undo would take back; empty for nothing."""
        return self._history.undo_words

    @property
    def redo_words(self) -> str:
        """What redo would do again."""
        return self._history.redo_words

    def undo(self) -> None:
        """Take the last decision back."""
        if self._history.undo():
            self._decided()

    def redo(self) -> None:
        """Take it again."""
        if self._history.redo():
            self._decided()


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a <= b else (b, a)
