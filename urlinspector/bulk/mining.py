"""What a miner of site rules looks at: one URL of each cluster, as columns, with its site and its label.

The counting that is done over millions of URLs stands in `bulk` (this module and its neighbours `mining_*`);
what is made of the counts is decided in `rules.mining`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from urlinspector.url.components import COMPONENTS
from urlinspector.url.suffix import suffix_of

from . import codec
from .clustering import Clustering
from .codes import CODE
from .task import Task

SEEDS = (0x5EED_0001, 0x5EED_0002, 0x5EED_0003)
"""Fixed, so that a list gives the same proposals every time."""
LARGEST = 500_000
"""URLs of one site that are looked at; of a larger site a sample. Also about as many make one batch."""
LOOKED_AT = 500
"""Pairs, or members of groups, among which examples are chosen."""
ENOUGH = 200
"""URLs of a host that is a site by itself; smaller hosts of a domain are looked at together."""

IDENTITY = ("scheme", "host", "rest", "path", "query")


@dataclass(frozen=True)
class Items:
    """One row for each URL.

    Columns: `item` (its cluster), `domain`, `site`, `scheme`, `host`, `rest` (one number for all that no rule
    touches: userinfo, port, fragment), `path`, `query`, `has_port`, `label` (a number, or null) and `plain`
    (whether no rule has changed it yet).
    """

    frame: pl.DataFrame
    sites: tuple[str, ...]
    """Names by number: a host without `www.`, or a registrable domain for all its small hosts together."""
    shared: frozenset[int]
    """Sites whose domain has other sites too, so that the domain is no scope for their rules."""
    left_out: int
    """Clusters that are not http(s) URLs with a host."""


def items_of(clustering: Clustering, labels: pl.Series | None, task: Task | None = None) -> Items:
    """The clusters that the profile alone makes, `labels` giving each a number or null. Raises Cancelled."""
    task = task or Task()
    task.at("sites")
    texts = clustering.merged_firsts
    pools = clustering.engine.pools
    values = {
        component.name.lower(): pool.values.gather(column.now(texts))
        for component, column, pool in zip(COMPONENTS, clustering.run.columns, pools, strict=True)
    }
    frame = pl.DataFrame(values).with_columns(
        item=pl.int_range(texts.len(), dtype=CODE, eager=True),
        label=labels if labels is not None else pl.repeat(None, texts.len(), dtype=CODE, eager=True),
        plain=pl.repeat(True, texts.len(), eager=True),
    )
    usable = pl.col("scheme").is_in(["http", "https"]) & (pl.col("host") != "")
    kept = frame.filter(usable.fill_null(False))
    rest = sum_of(
        pl.col(name).hash(seed) for name, seed in zip(("userinfo", "port", "fragment"), SEEDS, strict=True)
    )
    kept = kept.with_columns(rest.alias("rest"), has_port=pl.col("port").is_not_null())
    kept, sites, shared = _with_sites(kept, task)
    columns = ["item", "domain", "site", *IDENTITY, "has_port", "label", "plain"]
    return Items(kept.select(columns), sites, shared, frame.height - kept.height)


def _with_sites(frame: pl.DataFrame, task: Task) -> tuple[pl.DataFrame, tuple[str, ...], frozenset[int]]:
    """With `domain` and `site`: a host by itself, `www.` aside, where it is large enough or alone in its
    domain, else all small hosts of a domain together.
    """
    counts = frame.group_by("host").len().sort("host")
    domains: list[str] = []
    for number, host in enumerate(counts["host"].to_list()):
        if number % 2000 == 0:
            task.at("sites", number, counts.height)
        found = suffix_of(codec.decode(host))
        domains.append((found and found.registrable_domain) or host)
    names = counts.with_columns(
        pl.Series("name", domains, dtype=pl.String), bare=pl.col("host").str.strip_prefix("www.")
    )
    alone = pl.col("bare").n_unique().over("name") == 1
    large = pl.col("len").sum().over("bare") >= ENOUGH
    names = names.with_columns(site_name=pl.when(alone | large).then("bare").otherwise("name"))
    shared = pl.col("site_name").n_unique().over("name") > 1
    names = names.with_columns(shared=shared)
    sites = names.select(pl.col("site_name").unique(maintain_order=True)).with_row_index("site")
    groups = names.select(pl.col("name").unique(maintain_order=True)).with_row_index("domain")
    names = names.join(sites, on="site_name").join(groups, on="name")
    of_shared = frozenset(names.filter("shared")["site"].to_list())
    names = names.select("host", pl.col("site").cast(CODE), pl.col("domain").cast(CODE))
    placed = frame.join(names, on="host", maintain_order="left")
    return placed, tuple(codec.decode(name) for name in sites["site_name"].to_list()), of_shared


def batches(items: Items, task: Task) -> Iterator[pl.DataFrame]:
    """The URLs domain by domain, whole domains together, some `LARGEST` at once; a larger one is sampled.

    Raises Cancelled.
    """
    counts = items.frame.group_by("domain").len().sort("domain")
    before = 0
    numbers: list[int] = []
    for count in counts["len"].to_list():
        numbers.append(before // LARGEST)
        before += min(count, LARGEST)
    placed = counts.with_columns(batch=pl.Series(numbers, dtype=CODE))
    for _, group in placed.group_by("batch", maintain_order=True):
        task.at("sites")
        frame = items.frame.join(group.select("domain"), on="domain", how="semi")
        for domain in group.filter(pl.col("len") > LARGEST)["domain"].to_list():
            frame = _sampled(frame, domain)
        yield frame.sort("site", "item")


def _sampled(frame: pl.DataFrame, domain: int) -> pl.DataFrame:
    """A uniform sample of one domain's URLs, the same every time."""
    of_site = pl.col("domain") == domain
    count = frame.filter(of_site).height
    limit = (1 << 64) // count * LARGEST - 1
    chosen = pl.col("item").hash(SEEDS[2]) <= pl.lit(min(limit, (1 << 64) - 1), dtype=pl.UInt64)
    return frame.filter(~of_site | chosen)


def sum_of(parts: Iterator[pl.Expr]) -> pl.Expr:
    """64-bit numbers added up, without regard to overflow."""
    found = list(parts)
    total = found[0]
    for each in found[1:]:
        total = total + each
    return total


def identity(*without: str) -> pl.Expr:
    """One number for what a URL is, some of its parts left out."""
    seeds = zip(IDENTITY, (*SEEDS, 0x5EED_0004, 0x5EED_0005), strict=True)
    return sum_of(
        (pl.col(name).hash(seed) if name != "rest" else pl.col(name))
        for name, seed in seeds
        if name not in without
    )


def merged(frame: pl.DataFrame) -> pl.DataFrame:
    """One row for each URL, where rules have made several the same; the usual label stands."""
    keyed = frame.with_columns(identity().alias("__key"))
    again = keyed["__key"].is_duplicated()
    if not again.any():
        return frame
    several = keyed.filter(again)
    several = several.sort("plain", descending=True, maintain_order=True)
    firsts = several.unique("__key", keep="first", maintain_order=True).drop("label")
    labels = usual(several.select(group="__key", label="label")).rename({"group": "__key"})
    firsts = firsts.join(labels, on="__key", how="left", maintain_order="left")
    kept = pl.concat([keyed.filter(~again), firsts.select(keyed.columns)])
    return kept.drop("__key").sort("site", "item")


def usual(frame: pl.DataFrame) -> pl.DataFrame:
    """For each `group` its most frequent `label` that is not null (the smallest of several), as columns of
    these names.
    """
    counts = frame.lazy().drop_nulls("label").group_by("group", "label").len()
    first = counts.sort(["len", "label"], descending=[True, False]).unique("group", keep="first")
    return first.select("group", "label").collect()


@dataclass(frozen=True)
class Accepted:
    """What was accepted, as the collapse applies it. Keys are numbers of sites."""

    drops: Sequence[tuple[int, str, str]] = ()
    """Site, name, pattern of the whole value or empty."""
    secure: Sequence[int] = ()
    """Sites on which http is https."""
    hosts: Mapping[tuple[int, str], str] | None = None
    """Site and host to the host that stands for it."""
    lower: Sequence[int] = ()
    """Sites whose paths are compared in lower case."""
    last: Mapping[tuple[int, str], str] | None = None
    """Site and last segment to what is written for it: `/` or nothing."""
    slash: Sequence[int] = ()
    """Sites on which final slashes mean nothing."""

    def __bool__(self) -> bool:
        return bool(self.drops or self.secure or self.hosts or self.lower or self.last or self.slash)


def collapsed(frame: pl.DataFrame, accepted: Accepted) -> pl.DataFrame:
    """The URLs after what was accepted, equal ones as one."""
    site, path = pl.col("site"), pl.col("path")
    before = frame.select(identity()).to_series()
    if accepted.drops:
        frame = _without_parameters(frame, accepted.drops)
    if accepted.secure:
        moved = site.is_in(list(accepted.secure)) & ~pl.col("has_port")
        frame = frame.with_columns(scheme=pl.when(moved).then(pl.lit("https")).otherwise("scheme"))
    if accepted.hosts:
        frame = _mapped(frame, accepted.hosts, pl.col("host"), "host")
    if accepted.lower:
        lower = pl.when(site.is_in(list(accepted.lower))).then(path.str.to_lowercase()).otherwise(path)
        frame = frame.with_columns(path=lower)
    if accepted.last:
        frame = _without_last(frame, accepted.last)
    if accepted.slash:
        moved = site.is_in(list(accepted.slash)) & path.str.ends_with("/") & (path != "/")
        stripped = path.str.strip_chars_end("/")
        stripped = pl.when(stripped == "").then(pl.lit("/")).otherwise(stripped)
        frame = frame.with_columns(path=pl.when(moved).then(stripped).otherwise(path))
    return merged(frame.with_columns(plain=pl.col("plain") & (identity() == before)))


def plainness(frame: pl.DataFrame, one: pl.Series, other: pl.Series) -> list[int]:
    """For pairs of rows, how many of the two no rule has changed: such pairs show best what one rule does."""
    plain = frame["plain"]
    return (plain.gather(one).cast(pl.UInt8) + plain.gather(other).cast(pl.UInt8)).to_list()


class Grouped:
    """A frame of pairs or members, each group of which is found without looking at the others."""

    def __init__(self, frame: pl.DataFrame, *by: str) -> None:
        self.frame = frame.sort(by, maintain_order=True)
        counts = self.frame.group_by(by, maintain_order=True).len()
        starts = counts["len"].cum_sum() - counts["len"]
        keys = counts.select(by).rows()
        self._at = dict(zip(keys, zip(starts.to_list(), counts["len"].to_list(), strict=True), strict=True))

    def of(self, *key: object) -> pl.DataFrame:
        """One group, in the order of the frame; empty where there is none."""
        start, count = self._at.get(key, (0, 0))
        return self.frame.slice(start, count)


def _mapped(
    frame: pl.DataFrame, table: Mapping[tuple[int, str], str], key: pl.Expr, target: str
) -> pl.DataFrame:
    known = pl.DataFrame(
        [(site, text, after) for (site, text), after in table.items()],
        schema={"site": CODE, "__from": pl.String, "__to": pl.String},
        orient="row",
    )
    found = frame.with_columns(key.alias("__from")).join(
        known, on=["site", "__from"], how="left", maintain_order="left"
    )
    return found.with_columns(pl.coalesce("__to", target).alias(target)).drop("__from", "__to")


def last_segment() -> pl.Expr:
    """What stands after the last slash of a path."""
    return pl.col("path").str.extract("([^/]*)$", 1)


def _without_last(frame: pl.DataFrame, table: Mapping[tuple[int, str], str]) -> pl.DataFrame:
    frame = frame.with_columns(__whole="path", __segment=last_segment(), path=pl.lit(None, dtype=pl.String))
    frame = _mapped(frame, table, pl.col("__segment"), "path")
    parent = pl.col("__whole").str.replace("/[^/]*$", "")
    after = parent + pl.col("path")
    after = pl.when(after == "").then(pl.lit("/")).otherwise(after)
    return frame.with_columns(path=pl.coalesce(after, "__whole")).drop("__whole", "__segment")


def _without_parameters(frame: pl.DataFrame, drops: Sequence[tuple[int, str, str]]) -> pl.DataFrame:
    table = pl.DataFrame(drops, schema={"site": CODE, "name": pl.String, "value": pl.String}, orient="row")
    numbered = frame.with_row_index("__row")
    fields = (
        numbered.lazy()
        .join(table.lazy().select("site").unique(), on="site", how="semi")
        .select("__row", "site", field=pl.col("query").str.split("&"))
        .drop_nulls("field")
        .explode("field")
        .with_row_index("__at")
    )
    cut = pl.col("field").str.splitn("=", 2)
    fields = fields.with_columns(name=cut.struct.field("field_0"), cell=cut.struct.field("field_1"))
    whole = table.lazy().filter(pl.col("value") == "").select("site", "name", gone=True)
    fields = fields.join(whole, on=["site", "name"], how="left")
    some = table.filter(pl.col("value") != "")
    gone = pl.col("gone").fill_null(False)
    for site, name, value in some.rows():
        matches = pl.col("cell").fill_null("").str.contains(f"^(?:{value})$")
        gone = gone | ((pl.col("site") == site) & (pl.col("name") == name) & matches)
    marked = fields.with_columns(gone=gone).collect()
    touched = marked.filter("gone").select("__row").unique()
    if touched.is_empty():
        return frame
    left = marked.join(touched, on="__row", how="semi").filter(~pl.col("gone")).sort("__at")
    queries = left.group_by("__row", maintain_order=True).agg(pl.col("field").str.join("&").alias("__query"))
    queries = touched.join(queries, on="__row", how="left").with_columns(__touched=True)
    found = numbered.join(queries, on="__row", how="left", maintain_order="left")
    query = pl.when(pl.col("__touched").is_not_null()).then("__query").otherwise("query")
    return found.with_columns(query=query).select(frame.columns)


def hosts_of(items: Items) -> dict[int, tuple[str, ...]]:
    """For each site, by its number, its hosts as the list has them, sorted and decoded."""
    found = items.frame.group_by("site").agg(pl.col("host").unique().sort()).sort("site")
    return {site: tuple(codec.decode(host) for host in hosts) for site, hosts in found.rows()}


def hosts_at(frame: pl.DataFrame, rows: pl.Series) -> list[str]:
    """The hosts of some rows, each once."""
    return [codec.decode(host) for host in frame["host"].gather(rows).unique().sort().to_list()]


def originals(clustering: Clustering, frame: pl.DataFrame, rows: Sequence[int]) -> list[str]:
    """The texts of the list that stand behind some rows."""
    firsts = clustering.merged_firsts.gather(frame["item"].gather(list(rows)))
    return [codec.decode(text) for text in clustering.table.texts.gather(firsts).to_list()]


def sites_summary(items: Items) -> list[tuple[int, int, int]]:
    """For each site its URLs and how many of them have a label."""
    labelled = pl.col("label").is_not_null().sum()
    return items.frame.group_by("site").agg(pl.len().alias("urls"), labelled).sort("site").rows()
