"""Access logs: targets with a host, what the columns hold, what is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bulk.reading.test_reading import lines, reading, report, texts
from tests.conftest import SHARED
from urlinspector.bulk.reading import ReadOptions, Source, preview, read
from urlinspector.bulk.reading.access_log import unescape

COMMON = b'10.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326\n'
COMBINED = COMMON[:-1] + b' "http://r/" "Mozilla/4.08 [en] (Win98; I ;Nav)"\n'
LOG = SHARED / "data" / "urls" / "apache_access.log"


@pytest.mark.parametrize("line", [COMMON, COMBINED])
def test_common_and_combined_are_known_without_being_named(line: bytes) -> None:
    result = reading(line * 3, "access.log", host="example.org")
    assert report(result).format == "log"
    assert texts(result) == ["http://example.org/a.gif"] * 3
    assert result.table.values(0) == {
        "method": "GET", "status": "200", "size": "2326", "time": "10/Oct/2000:13:55:36 -0700",
    }  # fmt: skip


def test_a_missing_host_is_said_and_the_targets_stay() -> None:
    result = reading(COMMON)
    assert texts(result) == ["/a.gif"]
    assert "without a host" in report(result).notes[0]
    assert report(reading(COMMON, host="a")).notes == []


@pytest.mark.parametrize(("host", "base"), [
    ("example.org", "http://example.org"), ("https://example.org", "https://example.org"),
    ("https://example.org/", "https://example.org"), ("example.org:8080", "http://example.org:8080"),
])  # fmt: skip
def test_the_host_may_come_with_a_scheme(host: str, base: str) -> None:
    assert texts(reading(COMMON, host=host)) == [f"{base}/a.gif"]


@pytest.mark.parametrize(("port", "base"), [
    (b"443", "https://example.org"), (b"80", "http://example.org"), (b"8080", "http://example.org:8080"),
])  # fmt: skip
def test_a_virtual_host_is_used(port: bytes, base: str) -> None:
    assert texts(reading(b"example.org:" + port + b" " + COMBINED)) == [f"{base}/a.gif"]


def test_what_names_no_target_is_left_out_and_counted() -> None:
    odd = [
        COMMON.replace(b"GET /a.gif HTTP/1.0", b"-").replace(b"200", b"408"),
        COMMON.replace(b"GET /a.gif", b"OPTIONS *"),
        COMMON.replace(b"GET /a.gif", b"CONNECT a:443"),
        b"no record\n",
    ]
    result = reading(COMMON * 2 + b"\n" + b"".join(odd) + COMMON, host="h", format="log")
    assert lines(result) == [1, 2, 8]
    assert (report(result).skipped, report(result).empty) == (4, 1)
    assert "first line 4" in report(result).notes[0]


def test_an_absolute_target_stands_for_itself_and_a_size_may_be_absent() -> None:
    line = COMMON.replace(b"/a.gif", b"http://other/x").replace(b"2326", b"-")
    result = reading(line, host="h")
    assert texts(result) == ["http://other/x"]
    assert "size" not in result.table.values(0)


def test_escapes_of_the_log_are_undone() -> None:
    line = COMMON.replace(b"/a.gif", rb"/a?q=\"x\"&b=\xe9\\")
    assert texts(reading(line, host="h")) == ['http://h/a?q="x"&b=\udce9\\']


@given(st.binary(max_size=20))
def test_every_escaped_target_comes_back(raw: bytes) -> None:
    written = "".join(
        f"\\x{byte:02x}" if byte in b'"\\' or byte > 126 or byte < 32 else chr(byte) for byte in raw
    )
    assert unescape(written) == raw.decode("utf-8", "surrogateescape")


@pytest.mark.parametrize("data", [b"http://a/\nhttp://b/\n", b"a - - x\n", b"", b"url\nhttp://a/\n"])
def test_lists_are_no_logs(data: bytes) -> None:
    assert report(reading(data)).format != "log"


@pytest.mark.skipif(not LOG.exists(), reason=f"{LOG} is absent")
def test_a_real_log_is_read_whole() -> None:
    result = read([Source.file(LOG)], ReadOptions(host="semicomplete.com"))
    assert (result.table.rows, report(result).skipped) == (10_000, 0)
    assert preview(Source.file(LOG)).report.format == "log"
