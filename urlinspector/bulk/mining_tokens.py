"""Substrings for which others can stand: pairs of URLs of a site that differ in one run of tokens.

After DustBuster (Bar-Yossef, Keidar, Schonfeld 2006-2009): the part before and the part after a run are its
envelope, and two URLs with one envelope are an instance of the rule that turns one run into the other. Two
URLs have one smallest difference, and only that is counted, so every pair is counted once. A run can begin
only where texts with the same beginning go on differently, and end only where texts with the same end come
from different tokens; with that, few runs of a URL need to be looked at.

All is arithmetic of 64 bits without regard to overflow: a text is the sum of its tokens' numbers times powers
of an odd number, so that the number of any run is a difference.
"""

from dataclasses import dataclass
from typing import NamedTuple

import polars as pl

from . import codec
from .codes import CODE, KEY
from .mining import SEEDS, Grouped, identity
from .task import Task

WINDOW = 8
"""Tokens of the longest run."""
_LONGEST = 62
"""Tokens of the longest text that is looked at."""
_TOKEN = r"[0-9A-Fa-f]{8,}|[A-Za-z]+|[0-9]+|%[0-9A-Fa-f]{2}|[^A-Za-z0-9]"
_NUMBER, _HEX = r"^[0-9]+$", r"^[0-9A-Fa-f]{8,}$"
_HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
_BASE = 0x9E37_79B9_7F4A_7C15
_INVERSE = pow(_BASE, -1, 1 << 64)
_ODD = (0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5, 0x85EB_CA77_C2B2_AE63)
_MASK = (1 << 64) - 1
_CLASSES = {"N": 0x0123_4567_89AB_CDEF, "HEX": 0x0FED_CBA9_8765_4321}


class Form(NamedTuple):
    """A core in one context: the tokens beside it on both sides, digits and hexadecimal runs as classes."""

    left: str
    """Empty at the start of the path."""
    right: str
    """Empty at the end of the text."""
    in_query: bool
    """Whether the difference begins behind the question mark."""
    pairs: int
    labelled: int
    agree: int


class Core(NamedTuple):
    """A run of tokens and what stands for it: `u` is the longer form."""

    site: int
    keys: tuple[int, ...]
    """Of its pairs; several where differences were joined."""
    before: tuple[str, ...]
    """Tokens of the run; `\\x00N` and `\\x00HEX` stand for the classes."""
    after: tuple[str, ...]
    pairs: int
    labelled: int
    agree: int
    forms: tuple[Form, ...]
    moved: bool = False
    """A parameter is written in the path, whatever parameters stand behind it."""


@dataclass
class TokenPairs:
    """The pairs of a frame, and the cores that have enough of them."""

    pairs: Grouped
    """By site and core: `site`, `core`, `left`, `right`, `u`, `v`, `same`."""
    cores: list[Core]
    tokens: "Tokens"


def token_pairs(frame: pl.DataFrame, min_support: int, most: int, task: Task | None = None) -> TokenPairs:
    """Find the cores with so many pairs, from envelopes of at most `most` URLs. Raises Cancelled."""
    task = task or Task()
    task.at("tokens")
    tokens = task.call(_tokens, frame)
    task.at("tokens")
    runs = task.call(_runs, tokens, most)
    task.at("tokens")
    pairs = task.call(_pairs, runs, frame)
    del runs
    kept = _supported(pairs, min_support)
    if kept.is_empty():
        return TokenPairs(Grouped(kept, "site", "core"), [], tokens)
    kept = _with_context(kept, tokens)
    return TokenPairs(Grouped(kept, "site", "core"), _cores(kept, tokens), tokens)


class Tokens(NamedTuple):
    """The tokens of all URLs."""

    frame: pl.DataFrame
    """One row for each token and one for each end: `row`, `at`, `text`, `token`, and running sums."""
    starts: pl.Series
    """For each URL where its tokens start in `frame`."""


def _tokens(frame: pl.DataFrame) -> Tokens:
    query = pl.when(pl.col("query").is_null()).then(pl.lit("")).otherwise("?" + pl.col("query"))
    cut = frame.select(
        (pl.col("path") + query).str.extract_all(_TOKEN).alias("text"), place=identity("path", "query")
    )
    cut = cut.with_row_index("row").with_columns(
        pl.col("row").cast(CODE), text=pl.when(pl.col("text").list.len() <= _LONGEST).then("text")
    )
    cut = cut.with_columns(text=pl.coalesce("text", pl.lit([], dtype=pl.List(pl.String))))
    cut = cut.with_columns(text=pl.col("text").list.concat(pl.lit([""], dtype=pl.List(pl.String))))
    counts = cut["text"].list.len().cast(KEY)
    starts = (counts.cum_sum() - counts).cast(CODE)
    flat = cut.explode("text")
    at = pl.int_range(flat.height, dtype=CODE, eager=True) - starts.gather(flat["row"])
    flat = flat.with_columns(at=at)
    text = pl.col("text")
    number = text.str.contains(_NUMBER)
    hexadecimal = ~number & text.str.contains(_HEX) & text.str.contains("[0-9]")
    flat = flat.with_columns(token=text.hash(SEEDS[0]), is_number=number, is_hex=hexadecimal)
    classed = (
        pl.when("is_number")
        .then(pl.lit(_CLASSES["N"], dtype=KEY))
        .when("is_hex")
        .then(pl.lit(_CLASSES["HEX"], dtype=KEY))
        .otherwise("token")
    )
    is_class = pl.col("is_number") | pl.col("is_hex")
    power = _powers(_BASE).gather(flat["at"])
    classes = flat.select(is_class.cast(KEY)).to_series()
    first = starts.gather(flat["row"])
    before = classes.cum_sum() - classes
    # The order of the values of classes counts, but not where in the text they stand.
    place = _powers(_BASE).gather(before - before.gather(first))
    end = text == ""
    nothing = pl.lit(0, dtype=KEY)
    flat = flat.with_columns(
        power=power,
        term=pl.when(end).then(nothing).otherwise(pl.col("token") * power),
        class_term=pl.when(end).then(nothing).otherwise(classed * power),
        value=pl.when(is_class).then(pl.col("token") * place).otherwise(nothing),
        classes=is_class.cast(KEY),
        # One character for a class: what the order of forms goes by must not depend on its value.
        size=pl.when(is_class).then(1).otherwise(text.str.len_bytes()).cast(KEY),
        question=(text == "?").cast(KEY),
    )
    names = ("term", "class_term", "value", "classes", "size", "question")
    # What stands before each token, from the start of its text.
    sums = flat.select((pl.col(name).cum_sum() - pl.col(name)).alias(name) for name in names)
    sums = sums.select((pl.col(name) - pl.col(name).gather(first)).alias(name) for name in names)
    kept = flat.select("row", "at", "text", "token", "place").hstack(sums)
    return Tokens(kept, starts)


def _powers(base: int) -> pl.Series:
    made, power = [], 1
    for _ in range(_LONGEST + 2):
        made.append(power)
        power = power * base & _MASK
    return pl.Series(made, dtype=KEY)


def _runs(tokens: Tokens, most: int) -> pl.DataFrame:
    """The runs of tokens that share their envelope with at most so many others."""
    flat, starts = tokens
    ends = pl.concat([starts.slice(1).cast(pl.Int64), pl.Series([flat.height])]) - 1
    whole = flat["term"].gather(ends).gather(flat["row"])
    suffix = (whole - flat["term"]) * _powers(_INVERSE).gather(flat["at"])
    prefix = flat["term"] * _ODD[0] + flat["place"]
    previous = flat["token"].shift(1, fill_value=0)
    previous = pl.select(pl.when(flat["at"] == 0).then(pl.lit(0, dtype=KEY)).otherwise(previous)).to_series()
    marked = flat.with_columns(
        prefix.alias("prefix"), suffix=suffix * _ODD[1] + flat["place"], previous=previous
    )
    longer = pl.col("row").is_in(marked.group_by("row").len().filter(pl.col("len") > 1)["row"].implode())
    branches = _branching(marked, "prefix", "token")
    # Where a run was put in, the same token may stand before the common end in both.
    joins = _branching(marked, "suffix", "previous") | _branching(marked, "suffix", "at")
    sums = ("class_term", "value", "classes", "size", "question")
    left = marked.filter(branches & longer).select(
        "row",
        "at",
        "prefix",
        pl.col("token").alias("next"),
        *(pl.col(name).alias(f"{name}_l") for name in sums),
    )
    right = marked.filter(joins & longer).select(
        "row",
        pl.col("at").alias("end"),
        "suffix",
        "previous",
        *(pl.col(name).alias(f"{name}_r") for name in sums),
    )
    left = left.with_columns(back=_powers(_INVERSE).gather(left["classes_l"]))
    found = (
        left.lazy()
        .join(right.lazy(), on="row")
        .filter((pl.col("end") >= pl.col("at")) & (pl.col("end") <= pl.col("at") + WINDOW))
    )
    runs = found.select(
        "row", "at", "end", "next", "previous",
        envelope=pl.col("prefix") * _ODD[2] + pl.col("suffix") * _ODD[3],
        form=pl.col("class_term_r") - pl.col("class_term_l"),
        value=(pl.col("value_r") - pl.col("value_l")) * pl.col("back"),
        classes=(pl.col("classes_r") - pl.col("classes_l")).cast(pl.UInt8),
        size=(pl.col("size_r") - pl.col("size_l")).cast(pl.UInt16),
        question=(pl.col("question_r") - pl.col("question_l")).cast(pl.UInt8),
    ).collect()  # fmt: skip
    # Runs that hold the same numbers are an envelope of their own: `.asp?id=7` and `-7.html` have nothing
    # else in common that tells them from all other pages.
    classed = runs.filter(pl.col("classes") > 0).with_columns(
        envelope=pl.col("envelope") * _ODD[0] + pl.col("value") * _ODD[1] + pl.col("classes")
    )
    both = [
        _shared(runs, most).with_columns(classed=False),
        _shared(classed, most).with_columns(classed=True),
    ]
    return pl.concat(both)


def _shared(runs: pl.DataFrame, most: int) -> pl.DataFrame:
    """The runs whose envelope has several, and at most so many."""
    counts = runs.lazy().group_by("envelope").len().filter((pl.col("len") > 1) & (pl.col("len") <= most))
    return runs.lazy().join(counts.select("envelope"), on="envelope", how="semi").collect()


def _branching(marked: pl.DataFrame, key: str, beside: str) -> pl.Series:
    """Whether more than one token stands beside a place's text."""
    spread = (
        marked.lazy()
        .group_by(key)
        .agg(pl.col(beside).min().alias("least"), pl.col(beside).max().alias("most"))
    )
    several = spread.filter(pl.col("least") != pl.col("most")).select(key).collect()[key]
    return marked[key].is_in(several.implode())


def _pairs(runs: pl.DataFrame, frame: pl.DataFrame) -> pl.DataFrame:
    """Every two runs of one envelope, where they are the whole difference; the longer form first."""
    both = runs.lazy().join(runs.lazy(), on="envelope", suffix="_v")
    rank, other = _rank(""), _rank("_v")
    minimal = (pl.col("next") != pl.col("next_v")) & (
        (pl.col("previous") != pl.col("previous_v"))
        | (pl.col("end") == pl.col("at"))
        | (pl.col("end_v") == pl.col("at"))
    )
    # What the shorter form has of classes must come from the longer one.
    equal = (pl.col("classes") == pl.col("classes_v")) & (pl.col("value") == pl.col("value_v"))
    derivable = pl.when("classed").then(equal).otherwise(pl.col("classes_v") == 0)
    found = both.filter(minimal & (rank > other) & (pl.col("at") == pl.col("at_v")) & derivable)
    shift = _powers(_INVERSE)
    chosen = found.select("row", "row_v", "at", "end", "end_v", "form", "form_v").collect()
    back = shift.gather(chosen["at"])
    core = (chosen["form"] * back) * _ODD[0] + (chosen["form_v"] * back) * _ODD[1]
    rows = chosen.select(u="row", v="row_v", at="at", end="end", end_v="end_v")
    same = frame["label"].gather(rows["u"]) == frame["label"].gather(rows["v"])
    return rows.with_columns(
        frame["site"].gather(rows["u"]).alias("site"), core.alias("core"), same.alias("same")
    )


def _rank(suffix: str) -> pl.Expr:
    """By which of two forms is the longer: question marks, then length, then the form itself."""
    question = pl.col(f"question{suffix}").cast(pl.Float64) * 1e9
    return (
        question
        + pl.col(f"size{suffix}").cast(pl.Float64) * 1e3
        + (pl.col(f"form{suffix}") % 997).cast(pl.Float64)
    )


def _supported(pairs: pl.DataFrame, min_support: int) -> pl.DataFrame:
    counts = pairs.lazy().group_by("site", "core").len().filter(pl.col("len") >= min_support)
    return pairs.lazy().join(counts.select("site", "core"), on=["site", "core"], how="semi").collect()


def _with_context(pairs: pl.DataFrame, tokens: Tokens) -> pl.DataFrame:
    """The tokens beside each difference, and whether it lies in the query."""
    start = tokens.starts.gather(pairs["u"])
    text = tokens.frame["text"]
    left_at = start.cast(pl.Int64) + pairs["at"] - 1
    left = text.gather(left_at.clip(lower_bound=0))
    left = pl.select(pl.when(pairs["at"] > 0).then(left).otherwise(pl.lit(""))).to_series()
    right = text.gather(start + pairs["end"])
    in_query = tokens.frame["question"].gather(start + pairs["at"]) > 0
    return pairs.with_columns(
        _as_class(left).alias("left"), _as_class(right).alias("right"), in_query.alias("in_query")
    )


def _as_class(texts: pl.Series) -> pl.Series:
    text = pl.lit(texts)
    hexadecimal = text.str.contains(_HEX) & text.str.contains("[0-9]")
    classed = (
        pl.when(text.str.contains(_NUMBER)).then(pl.lit("\x00N")).when(hexadecimal).then(pl.lit("\x00HEX"))
    )
    return pl.select(classed.otherwise(text)).to_series()


def _cores(pairs: pl.DataFrame, tokens: Tokens) -> list[Core]:
    forms = (
        pairs.lazy()
        .group_by("site", "core", "left", "right", "in_query")
        .agg(
            pl.len().alias("pairs"),
            pl.col("same").is_not_null().sum().alias("labelled"),
            pl.col("same").sum().fill_null(0).alias("agree"),
        )
        .sort(["pairs", "left", "right"], descending=[True, False, False])
        .collect()
    )
    firsts = pairs.unique(["site", "core"], keep="first", maintain_order=True).sort("site", "core")
    by_core: dict[tuple[int, int], list[Form]] = {}
    for site, core, left, right, in_query, count, labelled, agree in forms.rows():
        form = Form(codec.decode(left), codec.decode(right), in_query, count, labelled, agree)
        by_core.setdefault((site, core), []).append(form)
    made = []
    for row in firsts.select("site", "core", "u", "v", "at", "end", "end_v").rows():
        site, core, u, v, at, end, end_v = row
        found = by_core[site, core]
        made.append(
            Core(
                site, (core,), _run(tokens, u, at, end), _run(tokens, v, at, end_v),
                sum(each.pairs for each in found), sum(each.labelled for each in found),
                sum(each.agree for each in found), tuple(found),
            )
        )  # fmt: skip
    return made


def _run(tokens: Tokens, row: int, at: int, end: int) -> tuple[str, ...]:
    start = int(tokens.starts[row])
    texts = tokens.frame["text"].slice(start + at, end - at)
    return tuple(_class_of(codec.decode(text)) for text in texts.to_list())


def _class_of(text: str) -> str:
    """As `_as_class`, for one token."""
    if text.isascii() and text.isdigit():
        return "\x00N"
    is_hex = len(text) >= 8 and set(text) <= _HEX_DIGITS and not text.isalpha()
    return "\x00HEX" if is_hex else text


def of_core(found: TokenPairs, core: Core, form: Form | None = None) -> pl.DataFrame:
    """The pairs of one core, or of one of its forms."""
    own = pl.concat([found.pairs.of(core.site, key) for key in core.keys])
    if form is None:
        return own
    beside = (pl.col("left") == codec.encode(form.left)) & (pl.col("right") == codec.encode(form.right))
    return own.filter(beside & (pl.col("in_query") == form.in_query))


class Beside(NamedTuple):
    """One pair as texts (path and query), and what they have in common on both sides of the difference."""

    place: str
    """Scheme and host, as a URL begins."""
    one: str
    other: str
    left: str
    right: str
    run: tuple[str, ...]
    """The tokens of the first one's run."""


def sides(found: TokenPairs, frame: pl.DataFrame, pairs: pl.DataFrame, most: int) -> list[Beside]:
    """The first `most` pairs as texts: site, both paths, what stands left and right of where they differ."""
    head = pairs.head(most)
    starts, text = found.tokens.starts, found.tokens.frame["text"]
    hosts = frame.select("scheme", "host")[head["u"]].rows()
    made = []
    for (scheme, host), (u, v, at, end) in zip(hosts, head.select("u", "v", "at", "end").rows(), strict=True):
        one, other = (_text(text, starts, row) for row in (u, v))
        left, right = "".join(one[:at]), "".join(one[end:])
        made.append(
            Beside(
                f"{scheme}://{codec.decode(host)}",
                "".join(one),
                "".join(other),
                left,
                right,
                tuple(one[at:end]),
            )
        )
    return made


def _text(text: pl.Series, starts: pl.Series, row: int) -> list[str]:
    start = int(starts[row])
    stop = int(starts[row + 1]) if row + 1 < starts.len() else text.len()
    return [codec.decode(each) for each in text.slice(start, stop - start - 1).to_list()]
