"""WARC archives (ISO 28500, WARC/1.1): what was fetched, with type, status and payload digest; read by
fastwarc.

A record becomes a row when it stands for a fetch: response, resource, revisit. The digest is the label that
tells duplicates: a revisit holds that of the payload it repeats. Where a record has none it is computed.
"""

import base64
import hashlib
import io
from typing import Any, BinaryIO

import polars as pl

from urlinspector.bulk.task import Task
from urlinspector.url.wording import plain_reason

from .part import Part, ReadError, Report, part_of
from .source import Source

_CHECK = 1_000
_PIECE = 1 << 18
_COLUMNS = ("record", "status", "content type", "payload digest", "time")


def is_warc(head: bytes) -> bool:
    """Whether the first bytes (unpacked) are those of a WARC file."""
    return head.startswith(b"WARC/")


def read_warc(source: Source, report: Report, task: Task, most: int | None = None) -> Part:
    """The fetches of an archive, or the first `most`, read as a stream. Raises ReadError and Cancelled."""
    report.format, report.column = "warc", "target"
    try:
        if source.path is None:
            return _read(io.BytesIO(source.data), report, task, most)
        with source.path.open("rb") as file:
            return _read(file, report, task, most)
    except OSError as error:
        raise ReadError(plain_reason(error)) from None


def _read(stream: BinaryIO, report: Report, task: Task, most: int | None) -> Part:
    from fastwarc import ArchiveIterator, WarcRecordType

    wanted = WarcRecordType.response | WarcRecordType.resource | WarcRecordType.revisit
    rows: list[tuple[str, tuple[str | None, ...]]] = []
    numbers: list[int] = []
    try:
        for number, record in enumerate(ArchiveIterator(stream, record_types=wanted, parse_http=False), 1):
            if number % _CHECK == 0:
                task.at("reading", number)
            target = record.headers.get("WARC-Target-URI")
            if not target:
                report.skipped += 1
                continue
            if len(rows) == most:
                break
            rows.append((target.strip().removeprefix("<").removesuffix(">"), _cells(record)))
            numbers.append(number)
    except (OSError, ValueError) as error:
        if not rows:
            raise ReadError(f"is no WARC archive that can be read ({error})") from None
        report.error = f"breaks off after {len(rows)} records ({error}); what stands before was read"
    if report.skipped:
        report.notes.append(f"{report.skipped} records name no target and were left out")
    report.rows = len(rows)
    columns = {name: [cells[at] for _, cells in rows] for at, name in enumerate(_COLUMNS)}
    part = part_of([target for target, _ in rows], numbers, columns)
    report.other_columns = _COLUMNS
    if most is None:
        _count_redundant(part, report)
    return part


def _cells(record: Any) -> tuple[str | None, ...]:
    headers = record.headers
    kind = (headers.get("WARC-Type") or "").lower()
    status = content = digest = None
    if record.is_http and kind != "resource":
        try:
            record.parse_http()
        except OSError:  # a response without a whole header; the record itself is one all the same
            record.consume()
        else:
            if record.http_headers is not None:
                status = record.http_headers.status_code
                content = record.http_headers.get("Content-Type")
    elif kind == "resource":
        content = headers.get("Content-Type")
    digest = headers.get("WARC-Payload-Digest")
    if digest is None and kind != "revisit":
        digest = _digest(record.reader)
    return kind, None if status is None else str(status), content, digest, headers.get("WARC-Date")


def _digest(reader: Any) -> str:
    made = hashlib.sha1(usedforsecurity=False)
    while piece := reader.read(_PIECE):
        made.update(piece)
    return "sha1:" + base64.b32encode(made.digest()).decode("ascii")


def _count_redundant(part: Part, report: Report) -> None:
    """Say how many fetches brought what an earlier one had brought."""
    digests = part.columns["payload digest"] if part.columns.width else pl.Series(dtype=pl.String)
    fetched = digests.drop_nulls()
    if fetched.is_empty():
        return
    again = fetched.len() - fetched.n_unique()
    frame = pl.DataFrame({"text": part.texts, "digest": digests}).drop_nulls()
    of_the_same = frame.height - frame.unique().height
    report.notes.append(
        f"{fetched.len():,} fetches brought {fetched.n_unique():,} different payloads: "
        f"{again:,} were redundant, {of_the_same:,} of them of the same URL"
    )
