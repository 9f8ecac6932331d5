"""Access logs of web servers: the Common Log Format and the combined one, with or without a virtual host.

Format strings of Apache httpd's mod_log_config, which nginx and others write too:
`%h %l %u %t "%r" %>s %b`, then `"%{Referer}i" "%{User-agent}i"`, and `%v:%p` before all. A log has targets
(RFC 9112 §3.2), mostly without a host, so the host is asked for.
"""

import re

import polars as pl

from urlinspector.bulk import codec
from urlinspector.bulk.codes import CODE
from urlinspector.bulk.task import Task

from .encoding import Decoded
from .lines import lines_of
from .part import Part, ReadOptions, Report, without_empty

_QUOTED = r'"((?:[^"\\]|\\.)*)"'
_RECORD = (
    r"^(?:([A-Za-z0-9._-]+):(\d{1,5}) )?\S+ \S+ (?:\S+|[^\[]*) \[([^\]]*)\] "
    rf"{_QUOTED} ([0-9]{{3}}) ([0-9]+|-)(?:[ \r]|$)"
)
_REQUEST = r"^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (.+?)(?: HTTP/[0-9.]+)?$"
_NAMES = ("vhost", "port", "time", "request", "status", "size")
_SAMPLE = 20

# What mod_log_config writes for characters that would break the line.
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|(.))")
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "v": "\v", "b": "\b", "f": "\f"}


def is_access_log(text: str) -> bool:
    """Whether nearly all of the first lines are records of an access log."""
    lines = [line.rstrip("\r") for line in text.split("\n")[: _SAMPLE + 1] if line.strip()][:_SAMPLE]
    if not lines:
        return False
    found = pl.Series(lines, dtype=pl.String).str.contains(_RECORD)
    return int(found.sum()) * 10 >= len(lines) * 9


def read_access_log(decoded: Decoded, options: ReadOptions, report: Report, task: Task) -> Part:
    """The requests of a log; columns `method`, `status`, `size` (of the body), `time`. Raises Cancelled.

    `options.host` is the host, or a scheme and a host, that the targets are put after.
    """
    lines = task.call(lines_of, decoded.data)
    task.at("reading")
    found = task.call(_cut, lines)
    numbers = pl.int_range(1, lines.len() + 1, dtype=CODE, eager=True)
    target, method = found["target"], found["method"]
    usable = target.is_not_null() & (method != "CONNECT") & (target != "*")
    blank = lines.str.strip_chars(" \t\r") == ""
    bad = ~(usable.fill_null(False) | blank)
    _say_skipped(report, found, bad, numbers)
    texts = _with_host(_unescaped(target), found, options.host, report)
    kept = usable.fill_null(False)
    columns = found.select("method", "status", pl.col("size").replace("-", None), "time").filter(kept)
    report.empty += int(blank.sum())
    return without_empty(Part(texts.filter(kept), numbers.filter(kept), columns), report)


def _cut(lines: pl.Series) -> pl.DataFrame:
    record = lines.str.extract_groups(_RECORD).struct.rename_fields(list(_NAMES)).struct.unnest()
    request = record["request"].str.extract_groups(_REQUEST)
    return record.hstack(request.struct.rename_fields(["method", "target"]).struct.unnest())


def _say_skipped(report: Report, found: pl.DataFrame, bad: pl.Series, numbers: pl.Series) -> None:
    count = int(bad.sum())
    if not count:
        return
    report.skipped += count
    foreign = int((bad & found["status"].is_null()).sum())
    what = f"{foreign} of them are no records of an access log" if foreign else "they name no target"
    report.notes.append(
        f"{count} {'line was' if count == 1 else 'lines were'} left out, the first line "
        f"{numbers.filter(bad)[0]}; {what}"
    )


def _unescaped(targets: pl.Series) -> pl.Series:
    """Targets as the client sent them, the log's escapes undone."""
    at = targets.str.contains("\\", literal=True).fill_null(False).arg_true()
    if at.is_empty():
        return targets
    plain = [codec.encode(unescape(codec.decode(text))) for text in targets.gather(at).to_list()]
    return targets.clone().scatter(at, pl.Series(plain, dtype=pl.String))


def unescape(target: str) -> str:
    r"""Undo `\"`, `\\`, `\n` and `\xHH`; bytes that are not UTF-8 become U+DC80 to U+DCFF."""

    def plain(found: re.Match[str]) -> bytes:
        if found[1]:
            return bytes([int(found[1], 16)])
        return _bytes(_LETTERS.get(found[2], found[2]))

    made, end = [], 0
    for found in _ESCAPE.finditer(target):
        made += [_bytes(target[end : found.start()]), plain(found)]
        end = found.end()
    return b"".join([*made, _bytes(target[end:])]).decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _with_host(targets: pl.Series, found: pl.DataFrame, host: str, report: Report) -> pl.Series:
    """Targets put after the host that was given, else after the log's virtual host, else as they are."""
    frame = found.select("vhost", "port").with_columns(target=targets)
    rooted = pl.col("target").str.starts_with("/")
    if host:
        base = pl.lit(codec.encode(_origin(host)))
    else:
        scheme = pl.when(pl.col("port") == "443").then(pl.lit("https://")).otherwise(pl.lit("http://"))
        port = pl.when(pl.col("port").is_in(["80", "443"])).then(pl.lit("")).otherwise(":" + pl.col("port"))
        base = scheme + pl.col("vhost") + port
        without = frame.select((rooted & pl.col("vhost").is_null()).sum()).item()
        if without:
            report.notes.append(
                f"{without:,} targets stand without a host, as the log has them (relative references); "
                "say whose log it is with --host, or in the field Host"
            )
    whole = pl.when(rooted).then(base + pl.col("target")).otherwise(pl.col("target"))
    return frame.select(whole.fill_null(pl.col("target"))).to_series()


def _origin(host: str) -> str:
    host = host.strip().rstrip("/")
    return host if "://" in host else f"http://{host.removeprefix('//')}"
