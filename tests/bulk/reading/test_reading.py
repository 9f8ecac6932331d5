"""Reading lists: every format, every encoding, and bad files that end in a message."""

import codecs
import gzip
import io
import json
from pathlib import Path

import polars as pl
import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.bulk.reading import ReadOptions, ReadResult, Report, Source, preview, read
from urlinspector.bulk.task import Cancelled, CancelToken, Task


def reading(data: bytes, name: str = "list.txt", **options: str) -> ReadResult:
    return read([Source(name, data=data)], ReadOptions(**options))


def texts(result: ReadResult) -> list[str]:
    return [row.text for row in result.table.slice(0, result.table.rows)]


def lines(result: ReadResult) -> list[int]:
    return [row.line for row in result.table.slice(0, result.table.rows)]


def report(result: ReadResult) -> Report:
    (only,) = result.reports
    return only


# Plain lists


def test_lines_end_with_lf_or_crlf_and_blank_ones_are_counted() -> None:
    result = reading(
        b"http://a/\r\n\n \t\nhttp://b/ \nhttp://c/\x85\xc2\x85".replace(b"\x85\xc2\x85", b"\xe2\x80\xa8x")
    )
    assert texts(result) == ["http://a/", "http://b/ ", "http://c/\u2028x"]
    assert lines(result) == [1, 4, 5]
    assert result.table.empty == 2


def test_a_file_with_carriage_returns_only_is_a_list_too() -> None:
    assert texts(reading(b"http://a/\rhttp://b/")) == ["http://a/", "http://b/"]


def test_a_carriage_return_inside_a_line_stays() -> None:
    assert texts(reading(b"a\rb\n")) == ["a\rb"]


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs"])), min_size=1))
def test_utf8_lines_come_back_as_they_are(wanted: list[str]) -> None:
    data = ("x" + "\nx".join(wanted) + "\n").encode()
    assert texts(reading(data)) == ["x" + text for text in wanted]


@pytest.mark.parametrize("text", ["x^0", "x\x01a", "x^/ü"])
def test_a_text_that_begins_as_packed_data_does_is_read(text: str, tmp_path: Path) -> None:
    data = f"{text}\nb\n".encode()
    assert texts(reading(data)) == [text, "b"]
    assert lines(reading(data)) == [1, 2]
    path = tmp_path / "urls.txt"
    path.write_bytes(data)
    assert texts(read([Source.file(path)])) == [text, "b"]


@pytest.mark.parametrize("name", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_is_no_part_of_the_first_url(name: str) -> None:
    assert texts(reading("http://a/é\nhttp://b/".encode(name))) == ["http://a/é", "http://b/"]


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_known_by_its_zeros(name: str) -> None:
    result = reading("http://a/é\nhttp://b/".encode(name))
    assert texts(result) == ["http://a/é", "http://b/"]
    assert report(result).encoding == name


def test_few_bad_bytes_survive_in_a_utf8_file() -> None:
    result = reading(b"http://a/\xe9\n" + b"http://b/\n" * 200)
    assert texts(result)[0] == "http://a/\udce9"
    assert report(result).encoding == "utf-8"
    assert "bytes are kept" in report(result).notes[0]


def test_a_file_in_another_encoding_is_detected_and_said() -> None:
    words = "http://a/café-crème\nhttp://b/été-à-la-plage\nhttp://c/garçon-où-êtes\nhttp://d/naïve-façade\n"
    result = reading(words.encode("cp1252"))
    assert texts(result) == words.split()
    assert "read as" in report(result).notes[0]


def test_the_encoding_can_be_chosen() -> None:
    assert texts(reading("http://ж/\n".encode("koi8-r"), encoding="koi8-r")) == ["http://ж/"]
    assert report(reading(b"x\n", encoding="nonsense")).error == "there is no encoding “nonsense”"


def test_the_codecs_own_mark_is_an_ordinary_character() -> None:
    text = "http://a/\U0010fffedc80"
    assert texts(reading(text.encode())) == [text]


# Tables


def test_csv_by_its_header_with_other_columns_kept() -> None:
    data = b'\xef\xbb\xbfAddress;Status Code;Title\nhttp://a/;200;"x\ny"\nhttp://b/;404\n\nhttp://c/;1;2;3\n'
    result = reading(data)
    assert texts(result) == ["http://a/", "http://b/", "http://c/"]
    assert lines(result) == [2, 4, 6]
    assert result.table.values(0) == {"Status Code": "200", "Title": "x\ny"}
    assert report(result).notes == ["2 records do not have 3 fields; what 1 of them hold beyond was left out"]


@pytest.mark.parametrize(("header", "column"), [
    ("Status,URL", "URL"), ("Top pages,Clicks", "Top pages"), ("id,Landing Page", "Landing Page"),
    ("Source,Address", "Address"), ("n\tloc", "loc"), ("Referring page URL,x", "Referring page URL"),
])  # fmt: skip
def test_headers_are_known_by_name_never_by_position(header: str, column: str) -> None:
    row = header.replace(column, "http://a/")
    assert report(reading(f"{header}\n{row}\n".encode())).column == column


def test_the_column_can_be_chosen_and_a_wrong_one_is_told() -> None:
    data = b"Source,Destination\nhttp://a/,http://b/\n"
    assert texts(reading(data, column="destination")) == ["http://b/"]
    assert "there is also Destination" in report(reading(data)).notes[0]
    assert (
        report(reading(data, "x.csv", column="Target")).error
        == "has no column “Target”; it has Source, Destination"
    )


def test_csv_without_header_by_its_suffix() -> None:
    result = reading(b"1,http://a/\n2,http://b/\n", "x.csv")
    assert texts(result) == ["http://a/", "http://b/"]
    assert result.table.values(1) == {"column 1": "2"}


def test_a_plain_list_with_commas_is_no_csv() -> None:
    assert texts(reading(b"http://a/b,c\nhttp://a/d\n")) == ["http://a/b,c", "http://a/d"]


def test_a_quotation_mark_that_is_never_closed_ends_in_a_message() -> None:
    result = reading(b'url,n\nhttp://a/,1\n"http://b/,2\n' + b"x\n" * 600_000, "x.csv")
    assert texts(result) == ["http://a/"]
    assert "starts on line 3" in report(result).error


def test_json_lines() -> None:
    result = reading(b'{"url": "http://a/\\udc80", "n": 1}\n\n"http://b/"\n[1]\n{bad\n')
    assert texts(result) == ["http://a/\udc80", "http://b/"]
    assert lines(result) == [1, 3]
    assert (report(result).skipped, report(result).empty) == (2, 1)


def test_parquet() -> None:
    buffer = io.BytesIO()
    pl.DataFrame({"text": ["http://a/", None], "clicks": [3, 4]}).write_parquet(buffer)
    result = reading(buffer.getvalue(), "x.parquet")
    assert texts(result) == ["http://a/"]
    assert result.table.values(0) == {"clicks": "3"}


def workbook(rows: list[list[object]]) -> bytes:
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        book.add_worksheet("notes").write(0, 0, "nothing here")
        sheet = book.add_worksheet("pages")
        for at, row in enumerate(rows):
            sheet.write_row(at, 0, row)
    return buffer.getvalue()


def test_xlsx_takes_the_sheet_with_urls() -> None:
    result = reading(workbook([["Clicks", "Address"], [5, "http://a/"], [], [1.5, "http://b/"]]), "x.xlsx")
    assert texts(result) == ["http://a/", "http://b/"]
    assert result.table.values(1) == {"Clicks": "1.5"}
    assert lines(result) == [2, 4]


SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>http://a/?x=1&amp;y=2</loc><lastmod>2026-01-01</lastmod>
<xhtml:link rel="alternate" href="http://a/de"/></url>
<url><loc> http://b/ </loc></url></urlset>"""


@pytest.mark.parametrize("data", [SITEMAP.encode(), gzip.compress(SITEMAP.encode())])
def test_sitemaps_packed_or_not(data: bytes) -> None:
    result = reading(data, "sitemap.xml.gz")
    assert texts(result) == ["http://a/?x=1&y=2", "http://a/de", "http://b/"]
    assert result.table.values(0) == {"element": "loc", "lastmod": "2026-01-01"}


def test_a_sitemap_with_entities_is_refused() -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>'
    assert "declares entities" in report(reading(bomb)).error


def test_a_sitemap_index_is_listed_not_fetched() -> None:
    result = reading(b"<sitemapindex><sitemap><loc>http://a/1.xml</loc></sitemap></sitemapindex>")
    assert texts(result) == ["http://a/1.xml"]
    assert "not fetched" in report(result).notes[0]


# Several files, packed files


def test_several_files_keep_source_and_line(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.csv.gz"
    one.write_bytes(b"http://a/\nhttp://b/\n")
    two.write_bytes(gzip.compress(b"n,url\n1,http://a/\n"))
    result = read([Source.file(one), Source.file(two)])
    assert [(row.text, row.source, row.line) for row in result.table.slice(0, 9)] == [
        ("http://a/", str(one), 1), ("http://b/", str(one), 2), ("http://a/", str(two), 2),
    ]  # fmt: skip
    assert [result.table.values(row) for row in range(3)] == [{}, {}, {"n": "1"}]
    assert result.table.texts.len() == 2


def test_gzip_members_follow_each_other() -> None:
    assert texts(reading(gzip.compress(b"http://a/\n") + gzip.compress(b"http://b/\n"))) == [
        "http://a/",
        "http://b/",
    ]


def test_a_gzip_file_that_breaks_off_gives_what_it_holds() -> None:
    whole = gzip.compress("".join(f"http://a/{n * 7919}\n" for n in range(20_000)).encode())
    result = reading(whole[: len(whole) // 2], "x.gz")
    assert "breaks off" in report(result).error
    assert 5_000 < result.table.rows < 15_000
    assert not result.failed


# Bad files


@pytest.mark.parametrize(("data", "message"), [
    (b"\x89PNG\r\n\x1a\n" + bytes(100), "looks like a PNG picture"),
    (bytes(range(256)) * 20, "looks like a binary file"),
    (b"\x1f\x8bnonsense that is no gzip data", "is not a whole gzip file"),
    (b"PAR1 but not parquet", "is not a Parquet file"),
])  # fmt: skip
def test_what_is_no_list_ends_in_a_message(data: bytes, message: str) -> None:
    result = reading(data)
    assert message in report(result).error
    assert result.failed
    assert result.table.rows == 0


@pytest.mark.parametrize(("data", "message"), [
    (b"", "is empty"), (b"\n \n", "holds nothing but blank lines"),
])  # fmt: skip
def test_an_empty_list_is_said(data: bytes, message: str) -> None:
    result = reading(data)
    assert report(result).notes == [message]
    assert not result.failed


def test_nul_bytes_are_kept_and_said() -> None:
    result = reading(b"http://a/\0b\n")
    assert texts(result) == ["http://a/\0b"]
    assert report(result).notes == ["holds 1 NUL character; they are kept"]


def test_a_line_of_many_megabytes_is_left_out_and_counted() -> None:
    result = reading(b"http://a/\n" + b"x" * (20 << 20) + b"\nhttp://b/\n")
    assert texts(result) == ["http://a/", "http://b/"]
    assert report(result).skipped == 1
    assert "line 2" in report(result).notes[0]


def test_missing_files_and_folders(tmp_path: Path) -> None:
    result = read([Source.file(tmp_path / "none.txt"), Source.file(tmp_path)])
    assert [each.error for each in result.reports] == ["there is no such file or folder", "is a folder"]


@given(st.binary(max_size=300), st.sampled_from(["auto", "lines", "csv", "prose"]),
       st.sampled_from(["x", "x.csv", "x.xlsx", "x.jsonl", "x.xml", "x.gz"]))  # fmt: skip
def test_no_bytes_raise(data: bytes, form: str, name: str) -> None:
    result = reading(data, name, format=form)
    assert result.table.rows == report(result).rows


@given(st.binary(max_size=100))
def test_lines_survive_byte_for_byte(data: bytes) -> None:
    data = b"http://ok/\n" * 150 + b"http://a/" + data.replace(b"\n", b"").replace(b"\r", b"") + b"\n"
    last = texts(reading(data, format="lines", encoding="utf-8"))[-1]
    assert last.encode("utf-8", "surrogateescape") == data.split(b"\n")[-2].removeprefix(codecs.BOM_UTF8)


def test_cancel_is_heard() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        read([Source("x", data=b"http://a/\n")], task=Task(token))


# Preview


def test_a_preview_shows_rows_columns_and_encoding(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(b"Status,URL\n" + b"200,http://a/\n" * 50_000)
    shown = preview(Source.file(path), rows=3)
    assert shown.rows == [(2, "http://a/"), (3, "http://a/"), (4, "http://a/")]
    assert shown.columns == ("URL", "Status")
    assert preview(Source.file(tmp_path / "none")).report.error


def test_our_own_names_are_known(tmp_path: Path) -> None:
    line = json.dumps({"text": "http://a/", "canonical": "http://a/", "line": 1})
    assert report(reading(line.encode() + b"\n")).column == "text"


LARGE = b"".join(b"http://e.com/%d\n" % number for number in range(1 << 18))


@pytest.mark.parametrize(
    ("name", "data", "encoding"),
    [
        ("plain[1]*.txt", LARGE, "utf-8"),
        ("marked.txt", LARGE + "\U0010fffe\n".encode(), "utf-8"),
        ("bytes.txt", LARGE + b"\xff\n", "utf-8"),
        ("nul.txt", LARGE + b"a\0b\n", "utf-8"),
        ("letters.txt", LARGE + "é\n \n\ncut".encode(), "utf-8"),
        ("mark.txt", b"\xef\xbb\xbf" + LARGE, "utf-8"),
        ("packed.txt", gzip.compress(LARGE, 1), "utf-8"),
    ],
)
def test_a_large_file_is_read_as_its_bytes_are(name: str, data: bytes, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    in_place, whole = read([Source.file(path)]), read([Source(str(path), data=data)])
    assert in_place.reports == whole.reports
    assert in_place.reports[0].encoding == encoding
    assert in_place.table.texts.to_list() == whole.table.texts.to_list()
    assert in_place.table.line_of_row.to_list() == whole.table.line_of_row.to_list()
    assert in_place.table.empty == whole.table.empty
