"""What is measured of the Clusters page's list: waterfall, impact of each step, facets, parameters.

One piece runs at a time in the background, and makes way for what the user does: a piece that is cut off is
done again later.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from urlinspector.bulk import view
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.facets import FacetValue
from urlinspector.bulk.impact import StepImpact
from urlinspector.bulk.parameters import Parameter
from urlinspector.bulk.waterfall import Fall
from urlinspector.gui.state import list_jobs as jobs
from urlinspector.gui.state.list_jobs import Arrangement
from urlinspector.gui.tasks.runner import Report as Running
from urlinspector.gui.tasks.runner import TaskRunner
from urlinspector.normalize.steps import CATALOGUE

MEASURE = "clusters-measure"
"""The runner's channel for it."""
_REST_MS = 250
"""How long measuring waits after the user did something."""


class MeasuredList(QObject):
    """A clustering and what is measured of it; whoever inherits puts the clustering there.

    Signals: `measured()` when a piece is there; `progress_changed()`.
    """

    measured = Signal()
    progress_changed = Signal()

    def __init__(self, runner: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self.clustering: Clustering | None = None
        self.arrangement = Arrangement()
        self.running: Running | None = None
        """What the status bar tells of; nothing is measured meanwhile."""
        self.impacts: dict[str, StepImpact] = {}
        self.falls: tuple[Fall, ...] | None = None
        self.narrow: tuple[view.Narrowing, ...] | None = None
        self.sizes: tuple[FacetValue, ...] = ()
        self.parameters: tuple[Parameter, ...] | None = None
        self.parameter_impacts: dict[str, StepImpact] = {}
        self.measuring = ""
        self._wants_parameters = False
        self._measure_paused = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._measure_next)

    def want_parameters(self, wanted: bool) -> None:
        """Whether the parameter explorer is looked at."""
        self._wants_parameters = wanted
        if wanted:
            self._rest.start()

    def stop_measuring(self) -> None:
        """At the user's wish; goes on after the next change."""
        self._measure_paused = True
        self._runner.cancel(MEASURE)
        self.measuring = ""
        self.progress_changed.emit()

    def _pause(self) -> None:
        """Make way for what the user does; the piece that is cut off is done again later."""
        self._measure_paused = False
        self._runner.cancel(MEASURE)
        self._rest.stop()

    @property
    def measures_done(self) -> tuple[int, int]:
        """How many steps are measured, of how many."""
        names = self._step_names()
        return sum(1 for name in names if name in self.impacts), len(names)

    def _step_names(self) -> list[str]:
        if self.clustering is None:
            return []
        on = [bound.step.name for bound in self.clustering.profile.steps]
        off = [step.name for step in CATALOGUE if step.name not in set(on) and not step.peer]
        return [*dict.fromkeys(on), *off]

    def _measure_next(self) -> None:
        clustering = self.clustering
        if clustering is None or self._measure_paused or self.running is not None:
            return
        found = self._next_measure(clustering)
        if found is None:
            if self.measuring:
                self.measuring = ""
                self.progress_changed.emit()
            return
        self.measuring, job, done = found
        self._runner.start(MEASURE, job, done=done, failed=self._on_quiet_failure)
        self.progress_changed.emit()

    def _next_measure(
        self, clustering: Clustering
    ) -> tuple[str, Callable[[Any], Any], Callable[[Any], None]] | None:
        if self.narrow is None:
            return "facets", partial(jobs.facets, clustering, self.arrangement.text), self._on_facets
        if self.falls is None:
            return "waterfall", partial(jobs.falls, clustering), self._on_falls
        if self._wants_parameters:
            if self.parameters is None:
                return "parameters", partial(jobs.parameters, clustering), self._on_parameters
            for each in self.parameters[:200]:
                if each.name not in self.parameter_impacts:
                    job = partial(jobs.dropping, clustering, each.name)
                    return "parameters", job, partial(self._on_dropping, each.name)
        for name in self._step_names():
            if name not in self.impacts:
                return "impact", partial(jobs.step_impact, clustering, name), self._on_impact
        return None

    def _on_facets(self, found: tuple[tuple[view.Narrowing, ...], tuple[FacetValue, ...]]) -> None:
        self.narrow, self.sizes = found
        self._measured()

    def _on_falls(self, found: tuple[Fall, ...]) -> None:
        self.falls = found
        self._measured()

    def _on_parameters(self, found: tuple[Parameter, ...]) -> None:
        self.parameters = found
        self._measured()

    def _on_dropping(self, name: str, found: StepImpact) -> None:
        self.parameter_impacts[name] = found
        self._measured()

    def _on_impact(self, found: StepImpact) -> None:
        self.impacts[found.step] = found
        self._measured()

    def _measured(self) -> None:
        self.measured.emit()
        self._measure_next()

    def _forget_measures(self, *, keep_impact: bool = False) -> None:
        self.narrow, self.sizes = None, ()
        if not keep_impact:
            self.impacts, self.falls = {}, None
            self.parameters, self.parameter_impacts = None, {}

    def _on_quiet_failure(self, error: BaseException) -> None:
        self.measuring = ""
        self.progress_changed.emit()
        raise error
