"""Which rules of sites changed each text of a list, by name: what `site-rules` among steps stands for."""

from typing import TYPE_CHECKING

import polars as pl

from urlinspector.normalize.profile import SITE_RULES

from . import codec
from .clustering import Clustering
from .codes import encode, positions, where
from .recompose import recompose
from .task import Task

if TYPE_CHECKING:
    from urlinspector.normalize.site_rules.compiled import RuleSet

BETWEEN = "; "
"""Between the names of two rules: a name may hold spaces and commas."""
_AT_ONCE = 5_000


def has_rules(clustering: Clustering) -> bool:
    """Whether the profile applies any rules of sites."""
    return bool(clustering.profile.rules)


def rules_of_texts(clustering: Clustering, task: Task | None = None) -> pl.Series:
    """For each text the rules that changed it, in their order; empty where none did. Raises Cancelled."""
    task, run = task or Task(), clustering.run
    made = pl.repeat("", run.size, dtype=pl.String, eager=True)
    for number, bound in enumerate(run.steps):
        if bound.step.name != SITE_RULES:
            continue
        changed = where(run.changed(number))
        if changed.is_empty():
            continue
        rules: RuleSet = bound.prepared
        columns = run.stages[number].columns or ()
        texts = recompose(columns, clustering.engine.pools, changed)
        coded = encode(texts)
        names = []
        for at, before in enumerate(texts[coded.firsts].to_list()):
            if at % _AT_ONCE == 0:
                task.at("rules", at, coded.firsts.len())
            names.append(codec.encode(BETWEEN.join(rules.told(codec.decode(before)).names)))
        made = made.scatter(changed, pl.Series(names, dtype=pl.String).gather(coded.codes))
    return made


def rows_by_rule(clustering: Clustering, task: Task | None = None) -> dict[str, int]:
    """For each rule of the profile that is on how many rows it changed, in the rules' order. Raises
    Cancelled.
    """
    names = [
        rule.name
        for bound in clustering.run.steps
        if bound.step.name == SITE_RULES
        for rule in bound.prepared.rules
    ]
    frame = pl.DataFrame({"rules": rules_of_texts(clustering, task), "rows": clustering.table.counts})
    frame = (
        frame.filter(pl.col("rules") != "").with_columns(pl.col("rules").str.split(BETWEEN)).explode("rules")
    )
    counts = dict(frame.group_by("rules").agg(pl.col("rows").sum()).iter_rows())
    return {name: int(counts.get(codec.encode(name), 0)) for name in names}


def rules_of_clusters(clustering: Clustering, texts: pl.Series) -> pl.Series:
    """For each cluster of several texts the rules that changed any of them, in the order of the list; `texts`
    is what `rules_of_texts` gives.
    """
    frame = pl.DataFrame({"cluster": clustering.clusters_of_clustered, "text": clustering.clustered})
    frame = frame.with_columns(rules=texts.gather(frame["text"])).filter(pl.col("rules") != "")
    frame = frame.with_columns(pl.col("rules").str.split(BETWEEN)).explode("rules")
    found = frame.group_by("cluster", maintain_order=True).agg(
        pl.col("rules").unique(maintain_order=True).str.join(BETWEEN)
    )
    whole = pl.DataFrame({"cluster": positions(clustering.count)})
    joined = whole.join(found, on="cluster", how="left", maintain_order="left")
    return joined["rules"].fill_null("")
