"""What changes from one profile to another as a file: the map of old to new keys, or rows that differ."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import polars as pl

from urlinspector.bulk import codec
from urlinspector.bulk.codes import CODE
from urlinspector.bulk.rule_names import BETWEEN
from urlinspector.bulk.selection import Selection
from urlinspector.bulk.task import Task
from urlinspector.bulk.versus import KINDS, Versus, masked_key
from urlinspector.normalize.needed import rules_acting
from urlinspector.normalize.profile import SITE_RULES, Profile
from urlinspector.url.wording import plain_reason

from . import Exported, ExportError
from .atomic import replaced
from .formats import WRITERS
from .rows import CHUNK, ExportOptions, without_credentials

WHAT_VERSUS = ("keys", "rows")
"""Old key and new key, each pair once with its number of rows; or every row of the list that differs."""


def export_versus(
    versus: Versus,
    path: Path,
    options: ExportOptions,
    task: Task | None = None,
    selection: Selection | None = None,
) -> Exported:
    """Write a file in the format of its suffix; `options.what` is one of `WHAT_VERSUS`, `selection` some
    of the positions (all when None). Raises ExportError and Cancelled.
    """
    task = task or Task()
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise ExportError(f"“{path.name}” does not end in one of {', '.join(WRITERS)}")
    notes: list[str] = []
    try:
        with replaced(path) as temporary:
            rows = writer(temporary, _frames(versus, options, task, selection), options, notes, task)
    except OSError as error:
        raise ExportError(f"“{path}” cannot be written: {plain_reason(error)}") from None
    return Exported(path, rows, tuple(notes))


def _frames(
    versus: Versus, options: ExportOptions, task: Task, selection: Selection | None
) -> Iterator[pl.DataFrame]:
    at = (selection or versus.select()).column
    if options.what == "keys":
        frame = _keys(_texts(versus, at.filter(versus.old.ne_missing(versus.new).gather(at)), options, task))
        pieces = [frame.slice(start, CHUNK) for start in range(0, max(1, frame.height), CHUNK)]
    else:
        pieces = [_rows(versus, _texts(versus, at, options, task))]
    for number, piece in enumerate(pieces):
        task.at("writing", number, len(pieces))
        yield piece if options.show_credentials else without_credentials(piece)


def _texts(versus: Versus, at: pl.Series, options: ExportOptions, task: Task) -> pl.DataFrame:
    """One record for each distinct text."""
    steps: list[str] = []
    kinds: list[str] = []
    rules: list[str] = []
    flags = versus.flags
    for number, position in enumerate(at.to_list()):
        if number % 1000 == 0:
            task.at("reasons", number, at.len())
        found = versus.reason(position)
        if found is None:
            found = versus.differences.explain(codec.decode(versus.table.texts[versus.texts[position]]))
        rules.append(codec.encode(BETWEEN.join(_rules(versus, position, found))))
        steps.append(" ".join(dict.fromkeys(_name(versus, each) for each in found)))
        kinds.append(" ".join(kind.value for kind in KINDS if flags[kind.value][position]))
    texts = versus.texts.gather(at)
    old, new = versus.old.gather(at), versus.new.gather(at)
    if not options.show_credentials:
        old, new = (
            _masked_keys(keys, texts, versus, profile)
            for keys, profile in zip((old, new), versus.profiles, strict=True)
        )
    return pl.DataFrame(
        {
            "id": texts,
            "old": old,
            "new": new,
            "kinds": pl.Series(kinds, dtype=pl.String),
            "steps": pl.Series(steps, dtype=pl.String),
            **({"rules": pl.Series(rules, dtype=pl.String)} if _has_rules(versus) else {}),
            "rows": versus.table.counts.gather(texts),
        }
    )


def _has_rules(versus: Versus) -> bool:
    return any(profile.rules for profile in versus.profiles)


def _rules(versus: Versus, position: int, differences: Iterable[int]) -> tuple[str, ...]:
    """The rules of sites that make a text's new key, where they are among the reasons: those that act under
    one of the profiles only, else (one was edited) all that act.
    """
    if all(versus.differences.items[number].step != SITE_RULES for number in differences):
        return ()
    text = codec.decode(versus.table.texts[versus.texts[position]])
    first, second = (rules_acting(profile, [text]) for profile in versus.profiles)
    acting = dict.fromkeys((*first, *second))
    return tuple(each for each in acting if (each in first) != (each in second)) or tuple(acting)


def _name(versus: Versus, number: int) -> str:
    difference = versus.differences.items[number]
    return difference.step or difference.kind


def _masked_keys(keys: pl.Series, texts: pl.Series, versus: Versus, profile: Profile) -> pl.Series:
    """Keys without credentials; those that are URLs are left to `without_credentials`."""
    if profile.output == "url":
        return keys
    hidden: list[str | None] = []
    for key, at in zip(keys.to_list(), texts.to_list(), strict=True):
        text = codec.decode(versus.table.texts[at])
        hidden.append(key and codec.encode(masked_key(codec.decode(key), text, profile)))
    return pl.Series(hidden, dtype=pl.String)


def _keys(frame: pl.DataFrame) -> pl.DataFrame:
    """Each pair of an old and a new key once, in the list's order."""
    return frame.group_by("old", "new", maintain_order=True).agg(
        pl.col("kinds").str.split(" ").explode().unique(maintain_order=True).str.join(" "),
        pl.col("steps").str.split(" ").explode().unique(maintain_order=True).str.join(" "),
        *_joined_rules(frame),
        pl.col("rows").sum(),
    )


def _joined_rules(frame: pl.DataFrame) -> list[pl.Expr]:
    """The rules of a pair of keys, each once."""
    names = pl.col("rules").str.split(BETWEEN).explode()
    return [names.filter(names != "").unique(maintain_order=True).str.join(BETWEEN)] * (
        "rules" in frame.columns
    )


def _rows(versus: Versus, frame: pl.DataFrame) -> pl.DataFrame:
    """Every row of the list whose text is among them, in the list's order."""
    table = versus.table
    lines = pl.DataFrame(
        {
            "id": table.text_of_row,
            "source": pl.Series(table.sources, dtype=pl.String).gather(table.source_of_row),
            "line": table.line_of_row,
        }
    )
    joined = lines.join(frame.drop("rows"), on="id", how="inner", maintain_order="left")
    return joined.select(
        table.texts.gather(joined["id"].cast(CODE)).alias("text"),
        "old",
        "new",
        "kinds",
        "steps",
        *(["rules"] if _has_rules(versus) else []),
        "source",
        "line",
    )
