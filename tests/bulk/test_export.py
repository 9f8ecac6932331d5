"""Exports and documents: what is written is what was there, and nothing half."""

import csv
import io
import json
import stat
import zipfile
from pathlib import Path

import fastexcel
import polars as pl
import pytest

from tests.bulk.lists import SHOP, clustering
from urlinspector.bulk.decisions import Decisions
from urlinspector.bulk.document import Document, DocumentError
from urlinspector.bulk.export import ExportError, ExportOptions, export
from urlinspector.bulk.reading import Source, read
from urlinspector.bulk.representative import Rule
from urlinspector.bulk.task import Cancelled, CancelToken, Task
from urlinspector.normalize.library import builtin

ODD = ["http://a.example/\udce9", "=1+1", "http://u:p@a.example/", "@x", 'say "hi", http://b/']
MEMBERS = ["text", "canonical", "cluster", "representative", "changed_by", "source", "line"]


def written(path: Path, texts: list[str] | None = None, **options: object) -> list[dict[str, str]]:
    found = clustering(texts, "safe" if texts else "seo", columns=texts is None)
    export(found, path, ExportOptions(**options))  # type: ignore[arg-type]
    text = path.read_bytes().decode("utf-8-sig", "surrogateescape")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_members_as_csv(tmp_path: Path) -> None:
    rows = written(tmp_path / "x.csv", what="members")
    assert list(rows[0]) == MEMBERS
    assert [row["text"] for row in rows] == [*SHOP[:9], "http://user:•••@other.example/"]
    assert rows[3] == {
        "text": SHOP[3], "canonical": "https://example.com/a", "cluster": "1", "representative": SHOP[0],
        "changed_by": "remove-directory-index remove-trailing-slash remove-fragment",
        "source": "shop.txt", "line": "4",
    }  # fmt: skip
    assert (rows[7]["canonical"], rows[7]["cluster"]) == ("", "")


def test_clusters_as_csv(tmp_path: Path) -> None:
    rows = written(tmp_path / "x.csv", min_size=2)
    assert [(row["cluster"], row["size"], row["texts"], row["hosts"]) for row in rows] == [
        ("1", "4", "3", "2"), ("2", "2", "2", "2"),
    ]  # fmt: skip
    assert rows[1]["steps"] == "lowercase-host sort-parameters"
    assert rows[1]["differs"] == "host query"
    assert rows[0]["disagrees"] == "“Status Code”"


def test_a_redirect_map(tmp_path: Path) -> None:
    rows = written(tmp_path / "x.csv", what="redirects")
    assert [(row["old"], row["new"]) for row in rows] == [
        (SHOP[1], SHOP[0]),
        (SHOP[3], SHOP[0]),
        (SHOP[5], SHOP[4]),
    ]


def test_csv_gives_raw_bytes_back_and_guards_formulas(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    rows = written(path, ODD, what="members", bom=True, show_credentials=True)
    assert path.read_bytes().startswith(b"\xef\xbb\xbftext,")
    assert [row["text"] for row in rows] == [ODD[0], "'=1+1", ODD[2], "'@x", ODD[4]]
    assert b"http://a.example/\xe9," in path.read_bytes()
    plain = written(path, ODD, what="members", guard=False)
    assert [row["text"] for row in plain][1:4] == ["=1+1", "http://u:•••@a.example/", "@x"]


def test_json_lines_escape_lone_surrogates(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    export(clustering(ODD, "safe"), path, ExportOptions("members"))
    rows = [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]
    assert rows[0]["text"] == ODD[0]
    assert b"\\udce9" in path.read_bytes()
    assert rows[0]["changed_by"] == ["encode-illegal"]
    assert rows[1]["changed_by"] == []
    assert (rows[4]["canonical"], rows[4]["cluster"]) == (None, None)


def test_parquet_opens_again(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    done = export(clustering(ODD, "safe"), path, ExportOptions("members"))
    frame = pl.read_parquet(path)
    assert frame.columns == [*MEMBERS, "escaped"]
    assert frame["text"][0] == "http://a.example/\\xE9"
    assert frame["escaped"].to_list() == [True, False, False, False, False]
    assert "escaped" in done.notes[0]
    again = read([Source.file(path)])
    assert again.table.rows == 5
    assert again.reports[0].column == "text"


def test_xlsx_holds_texts_without_links_and_formulas(tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    export(clustering([*ODD, "http://a.example/" + "x" * 40_000], "safe"), path, ExportOptions("members"))
    frame = fastexcel.read_excel(path).load_sheet(0).to_polars()
    assert frame.columns == [*MEMBERS, "escaped"]
    assert frame["text"][1] == "=1+1"
    assert len(frame["text"][5]) == 32_767
    with zipfile.ZipFile(path) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml")
    assert b"<f>" not in sheet
    assert b"hyperlink" not in sheet


def test_xlsx_goes_on_on_the_next_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlinspector.bulk.export.formats._SHEET_ROWS", 4)
    path = tmp_path / "x.xlsx"
    done = export(clustering(), path, ExportOptions("members"))
    book = fastexcel.read_excel(path)
    assert [book.load_sheet(name).height for name in book.sheet_names] == [3, 3, 3, 1]
    assert "4 sheets" in done.notes[0]


def test_the_report_is_one_page_with_the_profile(tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    export(clustering(columns=True), path)
    text = path.read_text("utf-8")
    for piece in (
        "remove-tracking-parameters",
        "https://example.com/a/index.html#top",
        "Status Code",
        "version",
    ):
        assert piece in text
    assert "secret" not in text
    assert "<script" not in text
    export(clustering(["http://a/<b>", "http://A/<b>"], "safe"), path)
    assert "<b>" not in path.read_text("utf-8")


def test_an_export_is_whole_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("old")
    path.chmod(0o600)
    token = CancelToken()

    def stop(_: object) -> None:
        token.cancel()

    with pytest.raises(Cancelled):
        export(clustering(), path, task=Task(token, stop, every=0))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    export(clustering(), path)
    assert path.read_text().startswith("cluster,")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


class _Impatient(CancelToken):
    """Is cancelled at the third look."""

    looks = 0

    def check(self) -> None:
        self.looks += 1
        if self.looks == 3:
            self.cancel()
        super().check()


def test_a_sheet_is_let_go_between_its_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlinspector.bulk.export.formats._LOOK_EVERY", 2)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    token = _Impatient()
    with pytest.raises(Cancelled):
        export(clustering(), tmp_path / "x.xlsx", ExportOptions("members"), Task(token))
    assert token.looks == 3
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="does not end in one of"):
        export(clustering(), tmp_path / "x.doc")
    with pytest.raises(ExportError, match="cannot be written: there is no such file or folder"):
        export(clustering(), tmp_path / "none" / "x.csv")


# Documents


def document(tmp_path: Path) -> Path:
    found = clustering(ODD, "seo")
    decisions = Decisions().exclude([ODD[0]]).note(ODD[2], "ask")
    Document(found.table, found.profile, decisions, Rule("shortest")).save(tmp_path / "x.urlinspector")
    return tmp_path / "x.urlinspector"


def test_a_document_comes_back_as_it_was(tmp_path: Path) -> None:
    opened = Document.open(document(tmp_path))
    assert [row[1:] for row in opened.table.slice(0, 9)] == [
        (text, "", n) for n, text in enumerate(ODD, 1)
    ] or [row.text for row in opened.table.slice(0, 9)] == ODD
    assert opened.profile == builtin("seo")
    assert opened.decisions == Decisions().exclude([ODD[0]]).note(ODD[2], "ask")
    assert opened.rule == Rule("shortest")


def test_other_columns_come_back(tmp_path: Path) -> None:
    found = clustering(columns=True)
    path = tmp_path / "x.urlinspector"
    Document(found.table, found.profile).save(path)
    table = Document.open(path).table
    assert table.columns.equals(found.table.columns)
    assert (table.sources, table.rows) == (("shop.txt",), 10)


def rewritten(path: Path, name: str, data: bytes) -> Path:
    with zipfile.ZipFile(path) as archive:
        parts = {each: archive.read(each) for each in archive.namelist()}
    parts[name] = data
    with zipfile.ZipFile(path, "w") as archive:
        for each, content in parts.items():
            archive.writestr(each, content)
    return path


def test_a_newer_document_is_refused(tmp_path: Path) -> None:
    manifest = {"format": "urlinspector", "version": 2, "written_by": "9.0"}
    path = rewritten(document(tmp_path), "manifest.json", json.dumps(manifest).encode())
    with pytest.raises(DocumentError, match=r"has version 2, written by urlinspector 9\.0"):
        Document.open(path)


@pytest.mark.parametrize(("name", "data"), [
    ("manifest.json", b"[]"), ("manifest.json", b"{"), ("manifest.json", b'{"format": "urlinspector"}'),
    ("manifest.json", b'{"format": "urlinspector", "version": 1, "sources": []}'),
    ("rows.parquet", b"PAR1"), ("profile.toml", b"name = 1"),
    ("profile.toml", b'name = "x"\nsteps = ["none"]'),
    ("decisions.json", b'{"excluded": 1}'), ("decisions.json", b"\xff"),
])  # fmt: skip
def test_damaged_documents_end_in_a_message(tmp_path: Path, name: str, data: bytes) -> None:
    with pytest.raises(DocumentError):
        Document.open(rewritten(document(tmp_path), name, data))


def test_files_that_are_no_documents(tmp_path: Path) -> None:
    path = tmp_path / "x.urlinspector"
    with pytest.raises(DocumentError, match="there is no such file"):
        Document.open(path)
    path.write_bytes(b"http://a/\n")
    with pytest.raises(DocumentError, match="no document"):
        Document.open(path)
