"""WARC, CDX and CDXJ: rows with their digests, redundant fetches, keys that are not ours."""

import gzip
import uuid
from pathlib import Path

import pytest

from tests.bulk.reading.test_reading import lines, reading, report, texts
from urlinspector.bulk.reading import FORMATS, ReadOptions, Source, preview, read

HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
HTTP_TYPE = "application/http; msgtype=response"


def record(kind: str, target: str, body: bytes, content: str = HTTP_TYPE, digest: str = "") -> bytes:
    """One WARC record as ISO 28500 has it."""
    fields = {
        "WARC-Type": kind,
        "WARC-Record-ID": f"<urn:uuid:{uuid.UUID(int=1)}>",
        "WARC-Target-URI": target,
        "WARC-Date": "2026-11-30T00:00:00Z",
        "Content-Type": content,
        "WARC-Payload-Digest": digest,
        "Content-Length": str(len(body)),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"WARC/1.1\r\n{head}\r\n".encode() + body + b"\r\n\r\n"


PAGE = record("response", "http://a/1", HTTP + b"hello")
ARCHIVE = [
    record("warcinfo", "", b"software: x", "application/warc-fields"),
    PAGE,
    record("request", "http://a/1", b"GET / HTTP/1.1\r\n\r\n", "application/http; msgtype=request"),
    record("response", "https://a/1", HTTP + b"hello"),
    record("response", "http://a/2", HTTP + b"x", digest="sha1:AAA"),
    record("resource", "<http://a/3>", b"{}", "application/json"),
    record("revisit", "http://a/2", b"HTTP/1.1 304 Not Modified\r\n\r\n", digest="sha1:AAA"),
]


@pytest.mark.parametrize("packed", [False, True])
def test_fetches_are_rows_and_redundant_ones_are_counted(packed: bool) -> None:
    pieces = [gzip.compress(each) if packed else each for each in ARCHIVE]
    result = reading(b"".join(pieces), "crawl.warc.gz" if packed else "list")
    assert texts(result) == ["http://a/1", "https://a/1", "http://a/2", "http://a/3", "http://a/2"]
    rows = [result.table.values(row) for row in range(5)]
    assert [row["record"] for row in rows] == ["response", "response", "response", "resource", "revisit"]
    assert [row.get("status") for row in rows] == ["200", "200", "200", None, "304"]
    assert rows[0]["payload digest"] == rows[1]["payload digest"] == "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N"
    assert (rows[3]["content type"], rows[4]["payload digest"]) == ("application/json", "sha1:AAA")
    assert report(result).notes == [
        "5 fetches brought 3 different payloads: 2 were redundant, 1 of them of the same URL"
    ]


def test_an_archive_in_a_file_is_read_and_previewed(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(b"".join(gzip.compress(each) for each in ARCHIVE))
    assert read([Source.file(path)]).table.rows == 5
    shown = preview(Source.file(path))
    assert (len(shown.rows), shown.report.error, shown.columns[0]) == (5, "", "target")


def test_damage_ends_in_a_message() -> None:
    damaged = reading(PAGE * 2 + b"WARC/1.1\r\nnonsense", "x.warc")
    assert damaged.table.rows == 2
    assert "no WARC archive" in report(reading(b"nonsense", "x.warc")).error
    absent = read([Source.file("/nowhere/x.warc")])
    assert report(absent).error == "there is no such file or folder"


CDX = b""" CDX N b a m s k r M S V g
org,iana)/ 20140126200624 http://www.iana.org/ text/html 200 OSSA - - 2258 334 iana.warc.gz
org,iana)/about 20140126200706 http://www.iana.org/about text/html 200 6G77 - - 2962 483 iana.warc.gz
org,iana)/about 20140126200707 https://iana.org/About warc/revisit - 6G77 - - 496 4835 iana.warc.gz
"""


@pytest.mark.parametrize("start", [0, 1], ids=["with its header", "without"])
def test_a_cdx_index_gives_originals_and_digests(start: int) -> None:
    data = b"".join(CDX.splitlines(keepends=True)[start:])
    result = reading(data)
    assert report(result).format == "cdx"
    assert texts(result) == ["http://www.iana.org/", "http://www.iana.org/about", "https://iana.org/About"]
    assert lines(result) == [number - start for number in (2, 3, 4)]
    assert result.table.values(2) == {
        "time": "20140126200707", "type": "warc/revisit", "digest": "6G77", "key": "org,iana)/about",
    }  # fmt: skip
    assert report(result).notes == ["all 3 stored keys are those of surt-0.3.1"]


def test_columns_are_named_by_the_letters_of_the_header() -> None:
    data = b" CDX a k N\nhttp://a.b/ AAA b,a)/\n"
    result = reading(data)
    assert (texts(result), result.table.values(0)) == (["http://a.b/"], {"digest": "AAA", "key": "b,a)/"})
    assert "names the original URL" in report(reading(b" CDX k N\nAAA b,a)/\n")).error


def test_the_answers_of_a_cdx_server_are_known() -> None:
    line = b"com,example)/ 20020120142510 http://example.com:80/ text/html 200 HT2D 1792\n"
    assert texts(reading(line * 2)) == ["http://example.com:80/"] * 2


CDXJ = b"""!meta {"format": "cdxj"}
com,example)/ 20260101000000 {"url": "http://example.com/", "mime": "text/html", "digest": "A"}
com,example)/b 20260101000001 {"url": "http://example.com/a", "status": 404, "digest": "-", "offset": 2}
"""


def test_a_cdxj_index_lists_keys_that_are_not_ours() -> None:
    result = reading(CDXJ)
    assert report(result).format == "cdxj"
    assert texts(result) == ["http://example.com/", "http://example.com/a"]
    assert lines(result) == [2, 3]
    assert "own key" not in result.table.values(0)
    assert result.table.values(1) == {
        "time": "20260101000001", "status": "404", "key": "com,example)/b", "own key": "com,example)/a",
    }  # fmt: skip
    assert "1 of 2 stored keys are not those of surt-0.3.1" in report(result).notes[0]


def test_a_record_that_is_no_json_is_left_out() -> None:
    result = reading(CDXJ + b"com,bad)/ 20260101000000 {nope\n")
    assert (texts(result), report(result).skipped) == (["http://example.com/", "http://example.com/a"], 1)


def test_formats_can_be_named(tmp_path: Path) -> None:
    assert report(reading(CDX, format="lines")).format == "lines"
    assert set(FORMATS) >= {"log", "warc", "cdx", "cdxj"}
    assert "WARC" in report(read([Source("x", data=CDX)], ReadOptions("warc"))).error
