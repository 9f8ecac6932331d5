"""Which merges the list's other columns speak for or against (definitions §6: suspicious, supported)."""

from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from . import codec
from .agreement import POINTS_TO, SHOULD_AGREE, columns_named, present
from .codes import CODE
from .decisions import find
from .task import Task

if TYPE_CHECKING:
    from .clustering import Clustering


class Merges(NamedTuple):
    """How many merges there are, and how many of them the columns speak against and for."""

    count: int  # type: ignore[assignment]  # a tuple's own `count` is of no use here
    suspicious: int
    supported: int


def judge(clustering: "Clustering", coarse: pl.Series, fine: pl.Series, count: int, task: Task) -> Merges:
    """The merges that turn the clusters `fine` into the clusters `coarse`, both given for each text.

    In each coarse cluster every fine one but the first seen is a merge.
    """
    table = clustering.table
    against, towards = columns_named(table, SHOULD_AGREE), columns_named(table, POINTS_TO)
    if not against and not towards:
        return Merges(count, 0, 0)
    task.at("impact")
    texts = pl.DataFrame({"coarse": coarse, "fine": fine}).with_row_index("text")
    several = texts.lazy().drop_nulls().group_by("coarse").agg(pl.col("fine").n_unique().alias("parts"))
    wanted = several.filter(pl.col("parts") > 1).select("coarse")
    texts = texts.lazy().join(wanted, on="coarse", how="semi").collect()
    rows = pl.DataFrame({"text": table.text_of_row.cast(pl.UInt32)}).with_row_index("row")
    frame = rows.join(texts, on="text", how="inner").sort("row")
    if frame.is_empty():
        return Merges(count, 0, 0)
    firsts = frame.group_by("coarse").agg(pl.col("fine").first().alias("main"))
    frame = frame.join(firsts, on="coarse")
    suspicious = _against(clustering, frame, against) if against else 0
    supported = _towards(clustering, frame, towards) if towards else 0
    return Merges(count, suspicious, supported)


def _against(clustering: "Clustering", frame: pl.DataFrame, names: list[str]) -> int:
    """Fine clusters that differ from the main one in the first value of a column."""
    cells = clustering.table.columns.select(names)[frame["row"]]
    frame = frame.select("coarse", "fine", "main").hstack(cells)
    present = [_first_present(name) for name in names]
    values = frame.lazy().group_by("coarse", "fine").agg(pl.col("main").first(), *present).collect()
    main = values.filter(pl.col("fine") == pl.col("main")).drop("fine", "main")
    others = values.filter(pl.col("fine") != pl.col("main")).join(main, on="coarse", suffix="\0main")
    differs = pl.any_horizontal((pl.col(name) != pl.col(f"{name}\0main")).fill_null(False) for name in names)
    return others.filter(differs).height


def _first_present(name: str) -> pl.Expr:
    return present(name).first().alias(name)


def _towards(clustering: "Clustering", frame: pl.DataFrame, names: list[str]) -> int:
    """Fine clusters of which a row points to another text of the coarse cluster, or is pointed to from the
    main one.
    """
    pointing = []
    for name in names:
        targets = clustering.targets(name)
        pointing.append(
            frame.with_columns(
                target=targets["text"].gather(frame["row"]), cluster=targets["cluster"].gather(frame["row"])
            )
        )
    own = clustering.merged_of_text
    found = pl.concat(pointing).with_columns(own=own.gather(pl.concat(pointing)["text"]))
    placed = frame.select(pl.col("text").alias("target"), pl.col("fine").alias("fine_of_target")).unique(
        "target"
    )
    found = found.join(placed, on="target", how="left")
    # A target on the list is in a fine cluster of its own; one that is not is known by its cluster alone.
    inside = found.filter(
        (pl.col("fine_of_target") != pl.col("fine"))
        | (pl.col("target").is_null() & (pl.col("cluster") == pl.col("own")))
    )
    from_part = inside.filter(pl.col("fine") != pl.col("main")).select("coarse", "fine")
    to_part = inside.filter((pl.col("fine") == pl.col("main")) & pl.col("fine_of_target").is_not_null())
    to_part = to_part.select("coarse", pl.col("fine_of_target").alias("fine"))
    return pl.concat([from_part, to_part]).unique().height


def targets_of(clustering: "Clustering", name: str) -> pl.DataFrame:
    """For each row what a column points to: the position of that text on the list, and its cluster; null for
    neither.
    """
    cells = clustering.table.columns[name].cast(pl.String)
    distinct = cells.drop_nulls().unique()
    distinct = distinct.filter(distinct != "")
    texts = [codec.decode(text) for text in distinct.to_list()]
    at = find(clustering.table.texts, texts)
    forms = [clustering.form_of(text) for text in texts]
    known = clustering.cluster_of_forms([form for form in forms if form is not None])
    frame = pl.DataFrame(
        {
            "cell": distinct,
            "text": pl.Series([at.get(text) for text in texts], dtype=CODE),
            "cluster": pl.Series([None if form is None else known.get(form) for form in forms], dtype=CODE),
        }
    )
    asked = pl.DataFrame({"cell": cells})
    return asked.join(frame, on="cell", how="left", maintain_order="left").select("text", "cluster")
