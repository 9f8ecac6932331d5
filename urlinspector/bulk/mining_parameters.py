"""Leave one parameter out, of all URLs at once: what a name's values change, if anything.

A URL is one number: the sum of the numbers of its path and of its parameters, so their order does not matter.
Its number without one parameter is a subtraction; URLs that are equal then are a group. Where the labels in
such groups agree, the parameter means nothing.
"""

from dataclasses import dataclass
from typing import NamedTuple

import polars as pl

from .codes import CODE
from .mining import LOOKED_AT, SEEDS, Grouped, identity, plainness
from .task import Task

_MIX = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)  # odd numbers, to tell a key and a name apart
# An identifier made by chance: long, and letters and digits change places twice.
_LONG, _HEX, _MIXED = (
    "^[A-Za-z0-9_.-]{8,}$",
    "^[0-9A-Fa-f]{16,}$",
    "[0-9][A-Za-z]+[0-9]|[A-Za-z][0-9]+[A-Za-z]",
)


class Counted(NamedTuple):
    """One name on one site, or several that never come without each other."""

    site: int
    key: int
    names: tuple[str, ...]
    urls: int
    values: int
    """Distinct values."""
    groups: int
    """Groups of URLs that are one without it."""
    optional: int
    """Groups of which one URL does without it."""
    labelled: int
    """Groups with two labels or more."""
    agree: float
    """The sum over those of the share that agrees."""
    tokens: float
    """Share of the URLs whose value looks like an identifier."""
    numbers: float
    """Share of the URLs whose value is a number of up to five digits."""
    hosts: int


@dataclass
class LeaveOneOut:
    """The parameters of a frame of URLs, and the groups that they make."""

    frame: pl.DataFrame
    members: Grouped
    """By site and name: `group`, `row`, `value` (a number), `bare` (whether it does without), `label`."""
    counted: list[Counted]


def leave_one_out(frame: pl.DataFrame, task: Task | None = None) -> LeaveOneOut:
    """Count every name of every site that makes any group. Raises Cancelled."""
    task = task or Task()
    task.at("parameters")
    fields, names = task.call(_fields, frame)
    task.at("parameters")
    sums = task.call(_sums, fields, frame)
    fields, units = task.call(_with_units, fields, frame)
    task.at("parameters")
    totals = task.call(_totals, fields, frame)
    members = task.call(_members, fields, sums, frame)
    del fields
    task.at("parameters")
    counts = task.call(_counts, members)
    joined = totals.join(counts, on=["site", "name"], how="left").with_columns(
        pl.col("groups", "optional", "labelled", "agree").fill_null(0)
    )
    joined = joined.filter(pl.col("groups") > 0)
    words = dict(names.rows())
    made = []
    for site, name, *rest in joined.select("site", "name", *_ORDER).sort("site", "name").rows():
        several = units.get((site, name), (name,))
        made.append(Counted(site, name, tuple(sorted(words[each] for each in several)), *rest))
    return LeaveOneOut(frame, Grouped(members, "site", "name"), made)


_ORDER = ("urls", "values", "groups", "optional", "labelled", "agree", "tokens", "numbers", "hosts")


def _sums(fields: pl.DataFrame, frame: pl.DataFrame) -> pl.Series:
    """The number of each URL."""
    sums = fields.lazy().group_by("row").agg(pl.col("value").sum()).collect()
    totals = pl.zeros(frame.height, dtype=pl.UInt64, eager=True).scatter(sums["row"], sums["value"])
    return frame.select(identity("query")).to_series() + totals


def _with_units(
    fields: pl.DataFrame, frame: pl.DataFrame
) -> tuple[pl.DataFrame, dict[tuple[int, int], tuple[int, ...]]]:
    """Further fields for names of a site that never come without each other, taken together."""
    sited = fields.lazy().select("name", "row", pl.lit(frame["site"].gather(fields["row"])).alias("site"))
    marks = sited.group_by("site", "name").agg(pl.col("row").hash(SEEDS[2]).sum().alias("where"))
    groups = marks.group_by("site", "where").agg("name").filter(pl.col("name").list.len() > 1).collect()
    if groups.is_empty():
        return fields, {}
    unit = groups["name"].list.eval(pl.element().hash(SEEDS[2])).list.sum()
    groups = groups.with_columns(unit.alias("unit"))
    units = {
        (site, number): tuple(several)
        for site, number, several in groups.select("site", "unit", "name").rows()
    }
    table = groups.select("site", "unit", "name").explode("name")
    whole = fields.with_columns(frame["site"].gather(fields["row"]).alias("site")).lazy()
    together = (
        whole.join(table.lazy(), on=["site", "name"])
        .group_by("row", "unit")
        .agg(pl.col("value").sum(), token=pl.lit(False), number=pl.lit(False))
    )
    more = together.select("row", pl.col("unit").alias("name"), "value", "token", "number").collect()
    return pl.concat([fields, more]), units


def _fields(frame: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Every parameter of every URL, as numbers, and the names."""
    rows = frame.lazy().select(pl.col("query").str.split("&")).with_row_index("row").drop_nulls("query")
    rows = rows.explode("query").filter(pl.col("query") != "")
    name = pl.col("query").str.extract("^([^=]*)", 1)
    value = pl.col("query").str.extract("=(.*)$", 1).fill_null("")
    mixed = value.str.contains(_LONG) & value.str.contains(_MIXED)
    token = value.str.contains(_HEX) | mixed
    exploded = rows.select(
        pl.col("row").cast(CODE),
        name.hash(SEEDS[0]).alias("name"),
        pl.col("query").hash(SEEDS[1]).alias("value"),
        token.alias("token"),
        value.str.contains("^[0-9]{1,5}$").alias("number"),
        name.alias("text"),
    ).collect()
    names = exploded.select("name", "text").unique("name", keep="first", maintain_order=True)
    return exploded.drop("text"), names


def _totals(fields: pl.DataFrame, frame: pl.DataFrame) -> pl.DataFrame:
    sited = fields.with_columns(site=frame["site"].gather(fields["row"]))
    hosts = frame["host"].hash(SEEDS[2]).gather(fields["row"]).alias("host")
    found = sited.with_columns(hosts).lazy().group_by("site", "name")
    return found.agg(
        pl.len().alias("urls"),
        pl.col("value").n_unique().alias("values"),
        pl.col("token").mean().alias("tokens"),
        pl.col("number").mean().alias("numbers"),
        pl.col("host").n_unique().alias("hosts"),
    ).collect()


def _members(fields: pl.DataFrame, base: pl.Series, frame: pl.DataFrame) -> pl.DataFrame:
    """The URLs that are one with another when a parameter is left out, by groups."""
    first = pl.DataFrame({"key": base}).with_row_index("row").unique("key", keep="first")
    key = base.gather(fields["row"]) - fields["value"]
    group = key * _MIX[0] + fields["name"] * _MIX[1]
    bare = key.is_in(first["key"].implode())
    kept = group.is_duplicated() | bare
    chosen = pl.DataFrame(
        {"row": fields["row"], "name": fields["name"], "value": fields["value"], "key": key, "group": group}
    ).filter(kept)
    # URLs that differ in the order of their parameters alone are one here, and no group.
    chosen = chosen.unique(["group", "value"], keep="first", maintain_order=True)
    alone = ~chosen["group"].is_duplicated() & ~chosen["key"].is_in(first["key"].implode())
    chosen = chosen.filter(~alone)
    known = first.select("key", pl.col("row").cast(CODE).alias("bare_row"))
    without = (
        chosen.unique("group")
        .join(known, on="key")
        .select(
            "name",
            "group",
            pl.col("bare_row").alias("row"),
            pl.lit(0, dtype=pl.UInt64).alias("value"),
            bare=True,
        )
    )
    with_it = chosen.select("name", "group", "row", "value", bare=False)
    both = pl.concat([with_it, without])
    return both.with_columns(site=frame["site"].gather(both["row"]), label=frame["label"].gather(both["row"]))


def _counts(members: pl.DataFrame, *by: str) -> pl.DataFrame:
    """Groups, and how far their labels agree, for each name of each site (and what else)."""
    where = ["site", "name", *by]
    shape = (
        members.lazy()
        .group_by(*where)
        .agg(
            pl.col("group").n_unique().alias("groups"),
            pl.col("group").filter("bare").n_unique().alias("optional"),
        )
    )
    labels = members.lazy().drop_nulls("label").group_by(*where, "group", "label").len()
    agreement = labels.group_by(*where, "group").agg(
        pl.col("len").sum().alias("all"), pl.col("len").max().alias("usual")
    )
    agreement = agreement.filter(pl.col("all") > 1)
    share = (pl.col("usual") - 1) / (pl.col("all") - 1)
    judged = agreement.group_by(*where).agg(pl.len().alias("labelled"), share.sum().alias("agree"))
    return shape.join(judged, on=where, how="left").collect()


def of_name(found: LeaveOneOut, counted: Counted) -> pl.DataFrame:
    """The groups of one name of one site."""
    return found.members.of(counted.site, counted.key)


def by_folder(found: LeaveOneOut, members: pl.DataFrame) -> list[tuple[str, int, float]]:
    """For each first folder of a name's URLs: labelled groups and agreement."""
    folder = found.frame["path"].gather(members["row"]).str.extract("^(/[^/]+/)", 1).fill_null("")
    counts = _counts(members.with_columns(folder.alias("folder")), "folder").sort("folder")
    kept = counts.filter(pl.col("folder") != "").fill_null(0)
    return kept.select("folder", "labelled", "agree").rows()


def by_value(found: LeaveOneOut, members: pl.DataFrame, name: str) -> list[tuple[str, int, int]]:
    """For each value: labels that could be compared with the URL that does without, and those that agree."""
    bare = members.filter(pl.col("bare") & pl.col("label").is_not_null()).select("group", other="label")
    pairs = members.filter(~pl.col("bare")).drop_nulls("label").join(bare, on="group")
    counts = pairs.group_by("value").agg(
        pl.col("row").first(), pl.len().alias("n"), (pl.col("label") == pl.col("other")).sum().alias("same")
    )
    queries = found.frame["query"].gather(counts["row"]).to_list()
    made = []
    for query, (n, same) in zip(queries, counts.select("n", "same").rows(), strict=True):
        cell = next((field for field in query.split("&") if field.partition("=")[0] == name), name)
        made.append((cell.partition("=")[2], n, same))
    return sorted(made)


def examples(
    found: LeaveOneOut, members: pl.DataFrame, count: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Pairs of rows of one name that agree (or whose labels are all unknown), and that do not.

    Of each group one pair, with the URL that does without where there is one.
    """
    known = members.drop_nulls("label")
    unknown = known.is_empty()
    head = (members if unknown else known).head(LOOKED_AT).sort("group", "bare", "row")
    groups: dict[int, list[tuple[int, int | None]]] = {}
    for group, row, label in head.select("group", "row", "label").rows():
        groups.setdefault(group, []).append((row, label))
    agreeing, differing = [], []
    for rows in groups.values():
        other, main = rows[-1]
        first = {label == main: row for row, label in reversed(rows[:-1])}
        agreeing += [(first[True], other)] if True in first else []
        differing += [(first[False], other)] if False in first else []
    return _plainest(found.frame, agreeing, count), _plainest(found.frame, differing, count)


def _plainest(frame: pl.DataFrame, pairs: list[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    if not pairs:
        return []
    one, other = (pl.Series(rows, dtype=CODE) for rows in zip(*pairs, strict=True))
    ranked = sorted(zip(plainness(frame, one, other), pairs, strict=True), key=lambda each: -each[0])
    return [pair for _, pair in ranked[:count]]


def in_folder(found: LeaveOneOut, members: pl.DataFrame, folder: str) -> pl.DataFrame:
    """The members whose path is in a first folder."""
    return members.filter(found.frame["path"].gather(members["row"]).str.starts_with(folder))


def with_values(members: pl.DataFrame, name: str, values: list[str]) -> pl.DataFrame:
    """The members that have some values of a name, and those that do without it."""
    fields = [f"{name}={value}" for value in values] + ([name] if "" in values else [])
    wanted = pl.Series(fields, dtype=pl.String).hash(SEEDS[1])
    return members.filter(members["value"].is_in(wanted.implode()) | members["bare"])
