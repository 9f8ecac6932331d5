"""The bars of the summary: what each step takes away, and how large the clusters are."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.facets import FacetValue
from urlinspector.bulk.waterfall import Fall
from urlinspector.gui.numbers import counted
from urlinspector.gui.views.bars import Bar
from urlinspector.normalize.step import Safety

MOST_STEPS = 7
"""Steps with a bar of their own; the others share one."""


def waterfall_bars(clustering: Clustering, falls: Sequence[Fall] | None, most: int = MOST_STEPS) -> list[Bar]:
    """Rows, distinct texts, the steps in order, clusters. Without `falls` the steps are left out."""
    summary = clustering.summary
    rows, distinct, clusters = summary.rows - summary.empty, summary.distinct, summary.clusters
    start = [
        Bar(
            0,
            rows,
            counted(rows),
            _tr("Rows"),
            broken=rows > distinct * 1.02,
            tip=_tr("with their repetitions"),
        ),
        Bar(
            0,
            distinct,
            counted(distinct),
            _tr("Distinct texts"),
            term="size>1",
            tip=_tr("click to see the clusters of more than one row"),
        ),
    ]
    end = Bar(0, clusters, counted(clusters), _tr("Clusters"), tip=_tr("what the profile leaves"))
    return [*start, *_step_bars(clustering, falls or (), most), end]


def _step_bars(clustering: Clustering, falls: Sequence[Fall], most: int) -> list[Bar]:
    steps = clustering.profile.steps
    preserving = [fall for fall in falls if steps[fall.number].safety is Safety.PRESERVES]
    others = [fall for fall in falls if steps[fall.number].safety is not Safety.PRESERVES and fall.removed]
    largest = sorted(others, key=_size, reverse=True)[:most]
    shown = [fall for fall in others if fall in largest]
    rest = [fall for fall in others if fall not in largest]
    level = float(clustering.summary.distinct)
    bars: list[Bar] = []
    groups: list[tuple[list[Fall], str, Safety | None, str]] = []
    if sum(fall.removed for fall in preserving):
        groups.append((preserving, _tr("preserving steps"), Safety.PRESERVES, ""))
    groups += [([fall], steps[fall.number].step.name, steps[fall.number].safety, "step") for fall in shown]
    if rest:
        groups.append(
            (
                rest,
                _tr("{0} other steps").format(len(rest))
                if len(rest) > 1
                else steps[rest[0].number].step.name,
                None,
                "",
            )
        )
    for group, title, safety, kind in groups:
        removed = sum(fall.removed for fall in group)
        names = "\n".join(f"{steps[each.number].step.name} {_signed(each.removed)}" for each in group)
        name = steps[group[0].number].step.name if kind else ""
        after = level - removed
        bars.append(
            Bar(
                after,
                level,
                _signed(removed),
                title,
                safety,
                f"step:{name}" if name else "",
                name,
                names if not kind else _tr("click to see the clusters with rows that it changed"),
            )
        )
        level = after
    return bars


def size_bars(sizes: Sequence[FacetValue]) -> list[Bar]:
    """How many clusters there are of each size, the height of a bar the logarithm of its count."""
    from math import log10

    return [
        Bar(
            0,
            log10(each.rows + 1),
            counted(each.rows),
            _tr("1 row") if each.value == "1" else _tr("{0} rows").format(each.value.replace("-", "–")),
            term=each.filter,
            tip=_tr("clusters of this size; the scale is logarithmic"),
        )
        for each in sizes
    ]


def _signed(removed: int) -> str:
    return f"−{counted(removed)}" if removed >= 0 else f"+{counted(-removed)}"


def _size(fall: Fall) -> int:
    return abs(fall.removed)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Waterfall", text)
