"""The report: one HTML file without scripts or links to other files, for reading, printing and sending on."""

import html
from collections.abc import Iterable, Sequence
from pathlib import Path

import urlinspector
from urlinspector.bulk.cluster_rows import cluster_rows
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.impact import StepImpact, impacts
from urlinspector.bulk.task import Task
from urlinspector.normalize.needed import step_labels
from urlinspector.url.masking import masked

from .rows import ExportOptions

_LARGEST = 50
_MEMBERS = 10
_SIGN = {"P": "= preserves", "U": "≈ usually preserves", "C": "≠ changes"}
_STYLE = """
body { font: 14px/1.45 system-ui, sans-serif; color: #1b1f24; margin: 2rem auto; max-width: 68rem;
padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: 4px 8px; border-bottom: 1px solid #e4e6ea; text-align: left; vertical-align: top }
th { background: #f5f6f7; font-weight: 600 }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
code { font-size: 12px; overflow-wrap: anywhere }
.strip td { font-size: 1.2rem } .quiet { color: #545b64 }
pre { background: #f5f6f7; padding: 8px; overflow-x: auto }
@media print { body { margin: 0; max-width: none } tr { break-inside: avoid } }
"""


def write_report(path: Path, clustering: Clustering, options: ExportOptions, task: Task) -> int:
    """Write the report; returns the number of clusters that it shows. Raises Cancelled."""
    found = list(impacts(clustering, task, off=False))
    shown = clustering.largest(_LARGEST, 2)
    disagreeing = clustering.disagrees.arg_true().head(_LARGEST).to_list()
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8"><title>URL clusters</title>',
        f"<style>{_STYLE}</style></head><body>",
        "<h1>URL clusters</h1>",
        _intro(clustering),
        _strip(clustering),
        "<h2>What each step does to this list</h2>",
        _impact(clustering, found),
        f"<h2>Largest clusters</h2>{_clusters(clustering, shown, options)}",
    ]
    if clustering.disagreement:
        names = ", ".join(clustering.disagreement)
        parts.append(f"<h2>Clusters whose rows disagree</h2><p class=quiet>Compared: {_text(names)}.</p>")
        parts.append(_clusters(clustering, disagreeing, options))
    parts.append(f"<h2>Profile</h2><pre>{_text(clustering.profile.to_toml())}</pre></body></html>\n")
    # Lone surrogates have no place in HTML; they are shown as what they stand for.
    path.write_bytes("\n".join(parts).encode("utf-8", "backslashreplace"))
    return len(shown)


def _intro(clustering: Clustering) -> str:
    profile = clustering.profile
    sources = ", ".join(source for source in clustering.table.sources if source) or "pasted text"
    return (
        f"<p class=quiet>{_text(sources)}. Profile {_text(profile.name)}, version {_text(profile.version)}; "
        f"representative: {_text(str(clustering.rule))}; urlinspector {urlinspector.__version__}.</p>"
    )


def _strip(clustering: Clustering) -> str:
    summary = clustering.summary._asdict()
    if not summary["excluded"]:
        del summary["excluded"]
    heads = "".join(f"<th class=n>{name}</th>" for name in summary)
    cells = "".join(f"<td class=n>{value:,}</td>" for value in summary.values())
    return f"<table class=strip><tr>{heads}</tr><tr>{cells}</tr></table>"


def _impact(clustering: Clustering, found: Iterable[StepImpact]) -> str:
    rows = []
    for each in sorted(found, key=_by_merges, reverse=True):
        assert each.number is not None
        bound = clustering.profile.steps[each.number]
        cells = [each.step, _SIGN[bound.safety.letter], bound.step.source]
        counts = [each.changed, each.merges, each.suspicious, each.supported]
        rows.append(_row(cells, counts))
    return _table(["Step", "Safety", "Rule"], ["Rows changed", "Merges", "Suspicious", "Supported"], rows)


def _by_merges(impact: StepImpact) -> tuple[int, int]:
    return impact.merges, impact.changed


def _clusters(clustering: Clustering, clusters: Sequence[int], options: ExportOptions) -> str:
    rows = []
    for cluster in clusters:
        row = cluster_rows(clustering, [cluster])[0]
        texts = clustering.texts_of(cluster)
        shown = [clustering.text(at) for at in texts.head(_MEMBERS).to_list()]
        more = (
            f"<br><span class=quiet>and {texts.len() - _MEMBERS:,} more</span>"
            if texts.len() > _MEMBERS
            else ""
        )
        members = "<br>".join(f"<code>{_text(_shown(text, options))}</code>" for text in shown) + more
        steps = ", ".join(step_labels(clustering.profile, clustering.steps_of(cluster), shown))
        rows.append(
            f"<tr><td><code>{_text(_shown(row.representative, options))}</code>"
            + (f"<br><span class=quiet>{_text(row.note)}</span>" if row.note else "")
            + f"</td><td>{members}</td><td>{_text(steps)}</td>"
            + f"<td class=n>{row.size:,}</td><td class=n>{row.texts:,}</td></tr>"
        )
    return _table(["Representative", "Texts", "Steps"], ["Rows", "Distinct"], rows)


def _shown(text: str, options: ExportOptions) -> str:
    return text if options.show_credentials else masked(text)


def _table(heads: Sequence[str], numbers: Sequence[str], rows: Sequence[str]) -> str:
    if not rows:
        return "<p class=quiet>None.</p>"
    top = "".join(f"<th>{head}</th>" for head in heads) + "".join(
        f"<th class=n>{head}</th>" for head in numbers
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _row(cells: Sequence[str], numbers: Sequence[int]) -> str:
    texts = "".join(f"<td>{_text(cell)}</td>" for cell in cells)
    return f"<tr>{texts}{''.join(f'<td class=n>{number:,}</td>' for number in numbers)}</tr>"


def _text(text: str) -> str:
    return html.escape(text)
