"""`cluster`: lists in, summaries, JSON and files out."""

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LIST = b"http://www.example.com/a/?utm_source=x\nhttps://example.com/a\n\nnot a url\nhttps://example.com/b\n"


def test_a_summary_and_the_largest_clusters(cli: Cli) -> None:
    answer = cli("cluster", "--profile", "seo", stdin=LIST)
    assert answer.code == 0
    assert answer.lines[0] == (
        "5 rows: 1 empty, 1 error, 3 distinct; 2 clusters under “seo”, 1 row is a duplicate"
    )
    assert answer.lines[2].split() == ["rows", "distinct", "representative", "merged", "by"]
    assert answer.lines[3].split()[:3] == ["2", "2", "http://www.example.com/a/?utm_source=x"]
    assert len(answer.lines) == 4


def test_rows_with_violations_are_counted(cli: Cli) -> None:
    stdin = b'http://e.com/\nhttp://u:p@a"b.com/\nhttp://e.com/|\nno url\n'
    lines = cli("cluster", stdin=stdin).lines
    assert lines[1].startswith("2 rows hold a violation of RFC 3986")
    assert lines[2] == '  http://u:•••@a"b.com/'
    assert len(cli("cluster", stdin=LIST).lines) == 1


def test_json(cli: Cli) -> None:
    answer = cli("cluster", "--json", stdin=LIST)
    found = json.loads(answer.text)
    assert [each["changed"] for each in found.pop("impact")] == [0] * 15
    assert found == {"rows": 5, "empty": 1, "errors": 1, "distinct": 3, "clusters": 3, "duplicates": 0}
    impact = json.loads(cli("cluster", "-p", "seo", "--json", stdin=LIST).text)["impact"]
    assert {"step": "limit-protocol", "changed": 1, "merges": 1} in impact
    assert all(list(each) == ["step", "changed", "merges"] for each in impact)


def test_impact_as_a_table(cli: Cli) -> None:
    answer = cli("cluster", "-p", "seo", "--impact", stdin=LIST)
    assert ["1", "1", "remove-www"] in [line.split() for line in answer.lines]


def test_steps_can_be_switched(cli: Cli) -> None:
    answer = cli("cluster", "-p", "seo", "-d", "remove-www", "--json", stdin=LIST)
    assert json.loads(answer.text)["clusters"] == 3


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet", ".xlsx", ".html"])
@pytest.mark.parametrize("what", ["--members", "--clusters", "--redirects"])
def test_files(cli: Cli, tmp_path: Path, suffix: str, what: str) -> None:
    out = tmp_path / f"out{suffix}"
    answer = cli("cluster", "-p", "seo", what, "-o", str(out), stdin=LIST)
    assert answer.code == 0
    assert answer.err.endswith("written\n")
    assert out.stat().st_size > 20


def test_members_in_a_file_with_source_and_line(cli: Cli, tmp_path: Path) -> None:
    one, out = tmp_path / "one.csv", tmp_path / "out.parquet"
    one.write_bytes(b"Status,Address\n200,http://a/\n404,http://A/\n")
    assert cli("cluster", str(one), "--members", "-o", str(out)).code == 0
    frame = pl.read_parquet(out)
    assert frame.columns[:7] == [
        "text",
        "canonical",
        "cluster",
        "representative",
        "changed_by",
        "source",
        "line",
    ]
    assert frame.row(1)[:7] == ("http://A/", "http://a/", 1, "http://a/", "lowercase-host", str(one), 3)


def test_min_size_and_representative(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    cli("cluster", "-p", "seo", "--min-size", "2", "--representative", "shortest", "-o", str(out), stdin=LIST)
    rows = out.read_text().splitlines()
    assert len(rows) == 2
    assert rows[1].startswith("1,https://example.com/a,https://example.com/a,2,2,2,")


def test_credentials_are_masked_unless_asked(cli: Cli) -> None:
    data = b"http://u:secret@a/\nhttp://u:secret@A/\n"
    assert "secret" not in cli("cluster", stdin=data).text
    assert "secret" in cli("cluster", "--show-credentials", stdin=data).text


def test_formats_and_columns(cli: Cli) -> None:
    prose = b"see http://a/ (and http://b/)."
    assert json.loads(cli("cluster", "--format", "prose", "--json", stdin=prose).text)["rows"] == 2
    table = b"url,canonical\nhttp://a/,http://b/\nhttp://c/,http://b/\n"
    assert json.loads(cli("cluster", "--column", "canonical", "--json", stdin=table).text)["clusters"] == 1


def test_what_was_not_read_is_said(cli: Cli, tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_bytes(b"http://a/\n" * 200 + b"http://\xe9/\n")
    answer = cli("cluster", "--json", str(good), str(tmp_path / "none"))
    assert answer.code == 2
    assert json.loads(answer.text)["rows"] == 201
    assert f"{tmp_path / 'none'}: there is no such file or folder" in answer.err
    assert "bytes are kept" in answer.err


@pytest.mark.parametrize("arguments", [
    ["-o", "x.doc"], ["--members"], ["--representative", "best"], ["--representative", "max:Clicks"],
    ["-p", "none"], ["/nonexistent/list"], ["--encoding", "nonsense"], ["-o", "/nonexistent/x.csv"],
])  # fmt: skip
def test_wrong_use_is_exit_code_2(cli: Cli, arguments: list[str]) -> None:
    answer = cli("cluster", *arguments, stdin=LIST)
    assert answer.code == 2
    assert "Error: " in answer.err
    assert "Traceback" not in answer.err


def test_an_empty_list_is_no_failure(cli: Cli) -> None:
    answer = cli("cluster", "--json")
    assert answer.code == 0
    assert json.loads(answer.text)["rows"] == 0
    assert "is empty" in answer.err


def test_the_real_command(command: Cli, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(LIST)
    answer = command("cluster", "--json", str(path))
    assert (answer.code, json.loads(answer.text)["rows"], answer.err) == (0, 5, "")


def test_versus_in_words_as_json_and_as_a_map_of_keys(cli: Cli, tmp_path: Path) -> None:
    lines = b"http://www.e.com/a/\nhttps://e.com/a\nhttp://u:p@f.com/\n"
    answer = cli("cluster", "-p", "safe", "--versus", "similar", stdin=lines)
    assert answer.code == 0
    assert answer.lines[0] == "“safe” against “similar”: 3 rows, 3 distinct; 3 clusters become 2"
    assert "clusters that split: 0, that join: 1; pairs merged by A only: 0, by B only: 1" in answer.lines
    assert "u:p@" not in answer.text
    data = json.loads(cli("cluster", "-p", "safe", "--versus", "similar", "--json", stdin=lines).text)
    assert (data["a"], data["b"], data["joined"], data["pairs_b_only"]) == ("safe", "similar", 1, 1)
    assert {"kind": "added", "step": "remove-www", "about": "", "texts": 1, "rows": 1} in data["differences"]
    out = tmp_path / "keys.csv"
    assert cli("cluster", "--versus", "similar", "-o", str(out), stdin=lines).err.endswith("keys written\n")
    assert out.read_text().splitlines()[0] == "old,new,kinds,steps,rows"
    members = tmp_path / "rows.jsonl"
    cli("cluster", "--versus", "similar", "--members", "-o", str(members), stdin=lines)
    first = json.loads(members.read_text().splitlines()[0])
    assert first["text"] == "http://www.e.com/a/"
    assert first["kinds"] == ["changed", "joined"]
    assert "remove-www" in first["steps"]


def test_versus_of_a_profile_with_itself_and_what_does_not_go_with_it(cli: Cli) -> None:
    assert cli("cluster", "--versus", "safe", stdin=LIST).lines[-1] == "nothing changes"
    assert cli("cluster", "--versus", "safe", "--impact", stdin=LIST).code == 2
    assert cli("cluster", "--versus", "no-such-profile", stdin=LIST).code == 2


def test_the_evidence_of_a_merge_of_hosts_stands_beside_its_step(cli: Cli, tmp_path: Path) -> None:
    why = "e.com and www.e.com: one address, 192.0.2.1 (2026-01-01)"
    path = tmp_path / "own.toml"
    path.write_text(
        'name = "own"\n[[steps]]\nstep = "host-alias"\naliases = ["e.com=www.e.com", "f.com=www.f.com"]\n'
        f'evidence = ["e.com={why}"]\n',
        "utf-8",
    )
    listed = b"http://e.com/\nhttp://www.e.com/\nhttp://f.com/\nhttp://www.f.com/\n"
    lines = cli("cluster", "-p", str(path), stdin=listed).lines
    assert lines[3].endswith(f"  host-alias ({why})")
    assert lines[4].endswith("  host-alias")
