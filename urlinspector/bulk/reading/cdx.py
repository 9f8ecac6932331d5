"""CDX and CDXJ, the indexes of web archives: original URL, digest, and the stored key held against our own.

CDX has a header ` CDX N b a m s k r M S V g` that names the columns by letters (the Internet Archive's CDX
legend), its first character being the delimiter; the answers of CDX servers have seven columns and no header.
CDXJ is `key time {json}` (pywb). The digest tells duplicates; a revisit has that of what it repeats.
"""

import re
from collections.abc import Mapping

import polars as pl

from urlinspector.bulk.codes import CODE
from urlinspector.bulk.table import UrlTable
from urlinspector.bulk.task import Task

from .encoding import Decoded
from .lines import lines_of
from .part import Part, ReadError, Report, without_empty

KEY_PROFILES = ("surt-0.3.1", "webarchive-commons-surt-3.0.5-SNAPSHOT")
"""The profiles whose output the stored keys are held against; the one that agrees most often counts."""

_LEGEND = {
    "N": "key", "b": "time", "a": "original", "m": "type", "s": "status", "k": "digest", "r": "redirect",
    "M": "meta", "S": "length", "V": "offset", "g": "file",
}  # fmt: skip
_SERVER = ("key", "time", "original", "type", "status", "digest", "length")
_ELEVEN = (
    "key",
    "time",
    "original",
    "type",
    "status",
    "digest",
    "redirect",
    "meta",
    "length",
    "offset",
    "file",
)
_NINE = ("key", "time", "original", "type", "status", "digest", "redirect", "offset", "file")
_BY_WIDTH: Mapping[int, tuple[str, ...]] = {len(names): names for names in (_SERVER, _NINE, _ELEVEN)}
_KEPT = ("time", "type", "status", "digest", "redirect", "key")
_JSON = {"url": "original", "mime": "type", "status": "status", "digest": "digest", "redirect": "redirect"}

_CDX_LINE = re.compile(r"\S+ \d{4,17} [A-Za-z][A-Za-z0-9+.-]*:\S+ \S+ (?:\d{3}|-) \S+")
_CDXJ_LINE = re.compile(r'\S+ \d{4,17} \{"')
_SHOWN = 3


def format_of(head: str) -> str:
    """`cdx` or `cdxj`, by the first lines; empty for neither."""
    lines = [line for line in head.split("\n")[:8] if line.strip() and not line.startswith("!")]
    if not lines:
        return ""
    if re.match(r"\WCDX\W[A-Za-z]\W", lines[0]):
        return "cdx"
    if all(_CDXJ_LINE.match(line) for line in lines[:-1] or lines):
        return "cdxj"
    return "cdx" if all(_CDX_LINE.match(line) for line in lines[:-1] or lines) else ""


def read_cdx(decoded: Decoded, report: Report, task: Task) -> Part:
    """The records of a CDX index. Raises ReadError and Cancelled."""
    lines = lines_of(decoded.data)
    first = (lines[0] or "") if lines.len() else ""
    names: tuple[str, ...]
    delimiter, start = " ", 0
    if re.match(r"\WCDX\W", first):
        delimiter, start = first[0], 1
        letters = first[1:].rstrip("\r").split(delimiter)[1:]
        names = tuple(_LEGEND.get(letter, f"column {letter}") for letter in letters)
    else:
        width = len(first.split(" "))
        names = _BY_WIDTH.get(width, ())
    if "original" not in names:
        raise ReadError("is no CDX index that names the original URL")
    rows = lines.slice(start)
    cells = rows.str.strip_chars_end("\r").str.splitn(delimiter, len(names) + 1)
    frame = (
        cells.struct.rename_fields([*names, "more"]).struct.unnest().with_columns(pl.all().replace("-", None))
    )
    return _part(frame, _numbers(rows.len(), start), report, task)


def read_cdxj(decoded: Decoded, report: Report, task: Task) -> Part:
    """The records of a CDXJ index. Raises Cancelled."""
    lines = lines_of(decoded.data)
    numbers = _numbers(lines.len(), 0)
    is_record = ~lines.str.starts_with("!").fill_null(False)
    lines, numbers = lines.filter(is_record), numbers.filter(is_record)
    cut = lines.str.splitn(" ", 3).struct.rename_fields(["key", "time", "json"]).struct.unnest()
    kinds = pl.Struct(dict.fromkeys(_JSON, pl.String))
    try:
        fields = task.call(cut["json"].str.json_decode, kinds).struct.unnest()
    except pl.exceptions.ComputeError:
        fields = _one_by_one(cut["json"])
    frame = cut.select("key", "time").hstack(fields.rename(_JSON)).with_columns(pl.all().replace("-", None))
    return _part(frame, numbers, report, task)


def _one_by_one(column: pl.Series) -> pl.DataFrame:
    """Where one record is no JSON, the others count all the same."""
    import json

    rows: list[dict[str, str | None]] = []
    for text in column.to_list():
        try:
            record = json.loads(text or "")
        except (ValueError, RecursionError):
            record = {}
        record = record if isinstance(record, dict) else {}
        rows.append({name: None if record.get(name) is None else str(record[name]) for name in _JSON})
    return pl.DataFrame(rows, schema=dict.fromkeys(_JSON, pl.String))


def _numbers(count: int, start: int) -> pl.Series:
    return pl.int_range(start + 1, start + count + 1, dtype=CODE, eager=True)


def _part(frame: pl.DataFrame, numbers: pl.Series, report: Report, task: Task) -> Part:
    report.column, usable = "original", frame["original"].is_not_null()
    blank = frame["key"].is_null() | (frame["key"] == "")
    bad = int((~usable & ~blank).sum())
    if bad:
        report.skipped += bad
        report.notes.append(
            f"{bad} {'line names' if bad == 1 else 'lines name'} no original URL, the first line "
            f"{numbers.filter(~usable & ~blank)[0]}; left out"
        )
    report.empty += int((blank & ~usable).sum())
    columns = frame.select(name for name in _KEPT if name in frame.columns).filter(usable)
    part = Part(frame["original"].filter(usable), numbers.filter(usable), columns)
    if "key" in columns.columns and part.texts.len():
        part = _checked(part, report, task)
    report.other_columns = tuple(part.columns.columns)
    return without_empty(part, report)


def _checked(part: Part, report: Report, task: Task) -> Part:
    """With a column `own key` where our key of the original is not the stored one, and a note of how many."""
    stored = part.columns["key"]
    best: pl.Series | None = None
    count, name = 0, ""
    for profile in KEY_PROFILES:
        own = _own_keys(part.texts, profile, task)
        differs = int((own != stored).fill_null(True).sum())
        if best is None or differs < count:
            best, count, name = own, differs, profile
        if not count:
            break
    assert best is not None
    if not count:
        report.notes.append(f"all {stored.len():,} stored keys are those of {name}")
        return part
    differs_at = (best != stored).fill_null(True)
    shown = pl.DataFrame({"stored": stored, "own": best}).filter(differs_at).unique(maintain_order=True)
    examples = "; ".join(f"{each} is {own} here" for each, own in shown.head(_SHOWN).rows())
    report.notes.append(
        f"{count:,} of {stored.len():,} stored keys are not those of {name} (column “own key”): {examples}"
    )
    own_key = pl.select(pl.when(differs_at).then(best)).to_series()
    return part._replace(columns=part.columns.with_columns(own_key.alias("own key")))


def _own_keys(texts: pl.Series, profile: str, task: Task) -> pl.Series:
    """The key of each text under a profile, by the engine; null where it is refused."""
    from urlinspector.bulk.codes import positions
    from urlinspector.bulk.engine import Engine
    from urlinspector.bulk.output import canonical
    from urlinspector.normalize.library import builtin

    blank = pl.zeros(texts.len(), dtype=pl.UInt16, eager=True)
    table = UrlTable.of_columns(texts, ("",), blank, positions(texts.len()), task=task)
    engine, chosen = Engine(table, task), builtin(profile)
    run = engine.run(chosen.steps, anything=chosen.accepts == "anything", output=chosen.output, task=task)
    return canonical(run, engine.pools, positions(engine.size)).gather(table.text_of_row)
