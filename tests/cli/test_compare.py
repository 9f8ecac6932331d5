"""`urlinspector compare`: two URLs, a file of pairs, two lists; exit codes and JSON (definitions §5, §7)."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]


@pytest.mark.parametrize(
    ("a", "b", "profile", "code", "said"),
    [
        ("http://a.example/", "http://a.example/", "safe", 0, "Identical text"),
        ("HTTP://a.example", "http://a.example/", "safe", 0, "Equal under safe"),
        ("http://a.example/x", "http://a.example/y", "safe", 1, "Different under safe"),
        ("http://a.example/x", "no url", "safe", 1, "Not comparable"),
        ("https://mygov.in/covid-19", "http://mygov.in/covid-19/", "similar", 0, "Equal under similar"),
    ],
)
def test_two_urls(cli: Cli, a: str, b: str, profile: str, code: int, said: str) -> None:
    answer = cli("compare", a, b, "--profile", profile)
    assert answer.code == code
    assert answer.text.startswith(said)


def test_json_has_every_key(cli: Cli) -> None:
    answer = cli("compare", "--json", "http://www.a.example/x", "http://a.example/x/")
    assert answer.code == 1
    data = json.loads(answer.text)
    assert data["verdict"] == "different"
    assert data["profile"] == "safe"
    assert data["canonical"] == ["http://www.a.example/x", "http://a.example/x/"]
    assert data["differs"] == ["host", "path"]
    assert data["needed"] == []
    assert {"steps", "safety"} == data["equalizers"][0].keys()
    assert {"step", "options"} == data["equalizers"][0]["steps"][0].keys()
    assert data["lru"]["relation"] in {"equal", "ancestor", "descendant", "sibling", "unrelated"}
    assert len(data["lru"]["specificity"]) == 2
    assert [row["url"] for row in data["parsers"]] == ["a"] * 3 + ["b"] * 3
    assert data["profiles"]["seo"] is True
    assert data["profiles"]["safe"] is False


def test_wrong_usage(cli: Cli) -> None:
    assert cli("compare").code == 2
    assert cli("compare", "http://a.example/").code == 2
    assert cli("compare", "a", "b", "c").code == 2
    assert cli("compare", "a", "b", "--pairs", "x.csv").code == 2
    assert cli("compare", "a", "b", "--profile", "no-such").code == 2


def test_pairs_on_standard_input(cli: Cli) -> None:
    rows = b"old,new\nhttp://a.example,http://a.example/\nhttp://a.example/x,http://a.example/y\nalone\n"
    answer = cli("compare", "--pairs", "-", stdin=rows)
    assert answer.code == 1
    found = [json.loads(line) for line in answer.lines]
    assert [each["verdict"] for each in found] == ["equal", "different", "not-comparable"]
    assert [each["line"] for each in found] == [2, 3, 4]
    assert found[0]["needed"] == ["empty-path-to-slash"]
    assert "3 pairs" in answer.err


def test_pairs_that_are_all_the_same(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text("http://a.example\thttp://a.example/\n", "utf-8")
    assert cli("compare", "--pairs", str(file)).code == 0
    assert cli("compare", "--pairs", str(tmp_path / "gone.csv")).code == 2


@pytest.fixture
def lists(tmp_path: Path) -> tuple[str, str]:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_bytes(b"http://a.example/\nhttp://a.example/gone\nhttp://a.example/\xe9\n")
    new.write_bytes(b"HTTP://a.example\nhttp://a.example/new\nhttp://a.example/\xe9\n")
    return str(old), str(new)


def test_lists(cli: Cli, lists: tuple[str, str]) -> None:
    answer = cli("compare", "--lists", *lists)
    assert answer.code == 1
    assert [json.loads(line) for line in answer.lines] == [
        {"kind": "same-normalized", "old": "http://a.example/", "new": "HTTP://a.example"},
        {"kind": "gone", "old": "http://a.example/gone", "new": None},
        {"kind": "same-text", "old": "http://a.example/é", "new": "http://a.example/é"},
        {"kind": "added", "old": None, "new": "http://a.example/new"},
    ]
    assert "1 added" in answer.err
    assert "1 gone" in answer.err
    assert "old.txt: " in answer.err, "an encoding that was found out is told"


def test_lists_without_additions_and_losses(cli: Cli, lists: tuple[str, str]) -> None:
    assert cli("compare", "--lists", lists[0], lists[0]).code == 0


def test_a_list_that_cannot_be_read(cli: Cli, lists: tuple[str, str], tmp_path: Path) -> None:
    answer = cli("compare", "--lists", lists[0], str(tmp_path / "gone.txt"))
    assert answer.code == 2
    assert "gone.txt" in answer.err


def test_lists_into_a_file(cli: Cli, tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("http://u:p@a.example/\n")
    new.write_text("http://u:p@a.example\nhttp://b.example/\n")
    out = tmp_path / "out.csv"
    answer = cli("compare", "--lists", str(old), str(new), "-o", str(out))
    assert answer.code == 1
    assert answer.out == b""
    assert "1 row (1 distinct) against 2 rows (2 distinct) under “safe”: 1 added, 0 gone" in answer.err
    assert answer.err.endswith("2 rows written\n")
    assert out.read_text("utf-8").splitlines() == [
        "kind,old,new",
        "same-normalized,http://u:•••@a.example/,http://u:•••@a.example",
        "added,,http://b.example/",
    ]
    out = tmp_path / "out.jsonl"
    assert cli("compare", "--lists", str(old), str(new), "-o", str(out), "--show-credentials").code == 1
    first = json.loads(out.read_text("utf-8").splitlines()[0])
    assert first == {"kind": "same-normalized", "old": "http://u:p@a.example/", "new": "http://u:p@a.example"}


def test_an_output_that_cannot_be(cli: Cli, lists: tuple[str, str], tmp_path: Path) -> None:
    assert cli("compare", "a", "b", "-o", str(tmp_path / "x.csv")).code == 2
    assert cli("compare", "--lists", *lists, "-o", str(tmp_path / "x.pdf")).code == 2
    answer = cli("compare", "--lists", *lists, "-o", str(tmp_path / "none" / "x.csv"))
    assert answer.code == 2
    assert "x.csv" in answer.err


def test_the_text_says_how_many_sets_it_leaves_out(cli: Cli) -> None:
    pair = ("https://www.example.com/a/", "http://example.com/a")
    every = json.loads(cli("compare", "--json", *pair).text)["equalizers"]
    text = cli("compare", *pair).text
    assert len(every) > 5
    assert f"and {len(every) - 5} more" in text
