"""The Compare page's state: up to ten texts, the pair that is looked at, and what is known of it.

The verdict of short texts follows each keystroke on the GUI thread, right after it was painted. What costs
more is found in the worker and arrives in parts: the facts first, then the differences in words, then the
sets of steps, small ones before larger ones. A newer text makes all that stale.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations

from PySide6.QtCore import QObject, Signal

from urlinspector.compare.equalizers import MOST_STEPS, equalizers
from urlinspector.compare.verdict import Comparison, Verdict, compare
from urlinspector.gui.state.compare_reading import (
    MOST_URLS,
    Details,
    Explained,
    PairCell,
    Sets,
    full_cell,
    quick_cell,
)
from urlinspector.gui.state.profile_state import ProfileState
from urlinspector.gui.state.reading import steps_that_would_change
from urlinspector.gui.tasks.runner import Lane, Task, TaskRunner
from urlinspector.gui.tasks.throttle import Throttle
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import Profile
from urlinspector.normalize.steps import CATALOGUE

LIVE = 2048
"""Characters of both texts together up to which the verdict is made on the GUI thread."""

QUICK = 600
"""Characters of both texts together up to which the sets are searched in one go."""

_AFTER_PAINT_MS = 8
_BURST_MS = 60

Would = tuple[frozenset[str], frozenset[str]]


@dataclass(frozen=True)
class Cells:
    """The finished cells of the matrix."""

    by_pair: dict[tuple[int, int], PairCell]


class CompareState(QObject):
    """Signals: `texts_changed()` when the number of texts or a text changed from within; `pair_changed()`;
    `compared()` when there is a verdict, or none any more; `detailed()`, `explained()`, `sets_changed()`,
    `effects_measured()`, `matrix_changed()` when these arrived or became stale.
    """

    texts_changed = Signal()
    pair_changed = Signal()
    compared = Signal()
    detailed = Signal()
    explained_changed = Signal()
    sets_changed = Signal()
    effects_measured = Signal()
    matrix_changed = Signal()

    def __init__(self, profiles: ProfileState, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._profiles, self._runner = profiles, runner
        self._texts: list[str] = ["", ""]
        self._pair = (0, 1)
        self._profile = profiles.profile
        self._comparison: Comparison | None = None
        self._details: Details | None = None
        self._explained: Explained | None = None
        self._sets: Sets | None = None
        self._would: Would | None = None
        self._cells: dict[tuple[int, int], PairCell] = {}
        self._closed = False
        self._working = False
        self._later = Throttle(self._compare_now, _AFTER_PAINT_MS, self)
        self._long = Throttle(self._start_job, _BURST_MS, self)

    # What it holds

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(self._texts)

    @property
    def pair(self) -> tuple[int, int]:
        """Which two texts are looked at."""
        return self._pair

    @property
    def pair_texts(self) -> tuple[str, str]:
        return self._texts[self._pair[0]], self._texts[self._pair[1]]

    @property
    def has_pair(self) -> bool:
        """Whether both texts of the pair are there."""
        return all(self.pair_texts)

    @property
    def profile(self) -> Profile:
        return self._profile

    @property
    def comparison(self) -> Comparison | None:
        """Of the present pair; None where a text is missing, or while long texts are being read."""
        return self._comparison

    @property
    def is_short(self) -> bool:
        """Whether the differences of the present pair are found out within a frame."""
        return sum(map(len, self.pair_texts)) <= QUICK

    @property
    def details(self) -> Details | None:
        return self._details

    @property
    def explained(self) -> Explained | None:
        return self._explained

    @property
    def sets(self) -> Sets | None:
        return self._sets

    @property
    def would_change(self) -> Would | None:
        """Steps that are off and would change the first, the second text; None while that is measured."""
        return self._would

    def cell(self, one: int, other: int) -> PairCell | None:
        """What two of the texts are to each other; None where one is empty or not read yet."""
        return self._cells.get((min(one, other), max(one, other)))

    @property
    def is_settled(self) -> bool:
        """Whether everything that follows has arrived."""
        return not self._later.is_pending and not self._long.is_pending and not self._working

    @property
    def is_closed(self) -> bool:
        return self._closed

    # What changes

    def set_text(self, number: int, text: str) -> None:
        """Another text in one of the places."""
        if text != self._texts[number]:
            self._texts[number] = text
            self._changed()

    def set_texts(self, texts: Iterable[str]) -> None:
        """Other texts altogether; at least two places, at most ten."""
        made = list(texts)[:MOST_URLS]
        made += [""] * (2 - len(made))
        if made != self._texts:
            self._texts = made
            self._pair = (0, 1)
            self.texts_changed.emit()
            self.pair_changed.emit()
            self._changed()

    def add(self) -> int | None:
        """One more place, empty; its number, or None where there are ten."""
        if len(self._texts) >= MOST_URLS:
            return None
        self._texts.append("")
        self.texts_changed.emit()
        self._changed()
        return len(self._texts) - 1

    def remove(self, number: int) -> None:
        """Take a place away; of the last two, only the text."""
        if len(self._texts) <= 2:
            self._texts[number] = ""
        else:
            del self._texts[number]
        last = len(self._texts) - 1
        if max(self._pair) > last or number in self._pair:
            self._pair = (0, 1)
            self.pair_changed.emit()
        self.texts_changed.emit()
        self._changed()

    def swap(self) -> None:
        """Exchange the two texts of the pair."""
        one, other = self._pair
        self._texts[one], self._texts[other] = self._texts[other], self._texts[one]
        self.texts_changed.emit()
        self._changed()

    def set_pair(self, one: int, other: int) -> None:
        """Look at two of the texts."""
        if (one, other) != self._pair and one != other and max(one, other) < len(self._texts):
            self._pair = (one, other)
            self.pair_changed.emit()
            self._changed()

    def set_profile(self, profile: Profile) -> None:
        """Compare under another profile."""
        self._profile = profile
        self._changed()

    def close(self) -> None:
        """Start nothing more."""
        self._closed = True
        self._later.cancel()
        self._long.cancel()
        self._runner.cancel("compare")

    # Comparing

    def _changed(self) -> None:
        if self._closed:
            return
        self._runner.cancel("compare")
        self._working = False
        if sum(map(len, self.pair_texts)) > LIVE:
            self._later.cancel()
            self._forget()
            self._long.call()
            return
        self._long.cancel()
        self._later.delay()

    def flush(self) -> None:
        """Make the verdict now, for what cannot wait for the next turn."""
        self._later.flush()

    def _forget(self) -> None:
        """What was known is about other texts."""
        self._comparison = self._details = self._explained = self._would = None
        self._sets = None
        self._cells = self._quick_cells() if sum(map(len, self._texts)) <= 5 * LIVE else {}
        self.compared.emit()
        self.matrix_changed.emit()

    def _compare_now(self) -> None:
        if self._closed:
            return
        if not self.has_pair:
            self._forget()
            if len(self._texts) > 2:
                self._start_job()
            return
        a, b = self.pair_texts
        old_texts = (self._comparison.a, self._comparison.b) if self._comparison is not None else None
        self._comparison = compare(a, b, self._profile)
        if old_texts != (a, b):
            self._sets = None
        self._details = self._explained = self._would = None
        if len(self._texts) > 2:
            self._cells = self._quick_cells()
        self.compared.emit()
        self.matrix_changed.emit()
        self._start_job()

    def _quick_cells(self) -> dict[tuple[int, int], PairCell]:
        forms = [self._profile.outcome(text).canonical if text else None for text in self._texts]
        cells = {}
        for one, other in combinations(range(len(self._texts)), 2):
            if self._texts[one] and self._texts[other]:
                cell = quick_cell(
                    forms[one], forms[other], self._texts[one], self._texts[other], self._profile.output
                )
                if cell.verdict is Verdict.EQUAL:
                    old = self._cells.get((one, other))
                    if old is not None and old.verdict is Verdict.EQUAL:
                        cell = old
                cells[one, other] = cell
        return cells

    def _start_job(self) -> None:
        if self._closed:
            return
        self._working = True
        job = _Job(
            self.texts,
            self._pair if self.has_pair else None,
            self._profile,
            self._comparison,
            self._sets if self._sets is not None and self._sets.complete else None,
            self._bounds(),
        )
        self._runner.start("compare", job, done=self._on_done, part=self._on_part, lane=Lane.URL)

    def _bounds(self) -> dict[str, BoundStep]:
        """Every step that is off and can be switched on, with the options that it would have."""
        bounds: dict[str, BoundStep] = {}
        for step in CATALOGUE:
            if step.peer or self._profile.holds(step.name):
                continue
            # A step may need options before it can run, or a file that is not there.
            with suppress(ValueError, OSError):
                bounds[step.name] = self._profiles.bound(step.name)
        return bounds

    def _on_part(self, part: object) -> None:
        if isinstance(part, Comparison):
            self._comparison = part
            self.compared.emit()
        elif isinstance(part, Details):
            self._details = part
            self.detailed.emit()
            self.effects_measured.emit()
        elif isinstance(part, Explained):
            self._explained = part
            self.explained_changed.emit()
        elif isinstance(part, Sets):
            self._sets = part
            self.sets_changed.emit()
        elif isinstance(part, Cells):
            self._cells = part.by_pair
            self.matrix_changed.emit()
        elif isinstance(part, tuple):
            self._would = part
            self.effects_measured.emit()

    def _on_done(self, _: None) -> None:
        self._working = False
        self.sets_changed.emit()


class _Job:
    """Finds out in the worker all that is to be known; plain data in, parts out."""

    def __init__(
        self,
        texts: Sequence[str],
        pair: tuple[int, int] | None,
        profile: Profile,
        comparison: Comparison | None,
        sets: Sets | None,
        bounds: dict[str, BoundStep],
    ) -> None:
        self._texts, self._pair, self._profile = texts, pair, profile
        self._comparison, self._sets, self._bounds = comparison, sets, bounds

    def __call__(self, task: Task) -> None:
        if self._pair is not None:
            self._look_at_pair(task, self._texts[self._pair[0]], self._texts[self._pair[1]])
        if len(self._texts) > 2:
            task.deliver(Cells(self._matrix(task)))

    def _look_at_pair(self, task: Task, a: str, b: str) -> None:
        comparison = self._comparison
        if comparison is None:
            comparison = compare(a, b, self._profile)
            task.deliver(comparison)
        details = Details.of(comparison)
        for result in details.results:
            _ = result.rungs  # made here so that the GUI thread finds them
        task.deliver(details)
        one, other = (steps_that_would_change(each, self._bound_of) for each in details.results)
        task.deliver((one, other))
        task.deliver(Explained.of(comparison))
        if self._sets is None or self._sets.texts != (a, b):
            self._search(task, a, b)

    def _bound_of(self, name: str) -> BoundStep:
        found = self._bounds.get(name)
        if found is None:
            raise ValueError(name)
        return found

    def _search(self, task: Task, a: str, b: str) -> None:
        sizes = (MOST_STEPS,) if len(a) + len(b) <= QUICK else (2, MOST_STEPS)
        for most in sizes:
            found = equalizers(a, b, most=most, check=task.check)
            sets = Sets((a, b), tuple(found), complete=most == MOST_STEPS)
            _ = sets.cards
            task.deliver(sets)

    def _matrix(self, task: Task) -> dict[tuple[int, int], PairCell]:
        cells = {}
        for one, other in combinations(range(len(self._texts)), 2):
            task.check()
            if self._texts[one] and self._texts[other]:
                cells[one, other] = full_cell(self._texts[one], self._texts[other], self._profile)
        return cells
