"""`urlinspector profiles conformance`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer
from urlinspector.normalize.conformance import stored_figures

Cli = Callable[..., Answer]

LINES = (
    '{"input": "HTTP://a", "outputs": {"p": "http://a", "q": ""}}\n'
    '{"input": "b", "errors": {"p": null, "q": "X"}}\n'
)
PROFILE = 'name = "p"\npeer = "p"\npeer_version = "2"\naccepts = "anything"\nsteps = ["lowercase-scheme"]\n'


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    profile, recording = tmp_path / "p.toml", tmp_path / "recording.jsonl"
    profile.write_text(PROFILE, "utf-8")
    recording.write_text(LINES, "utf-8")
    return str(profile), str(recording)


def test_against_a_recording(cli: Cli, files: tuple[str, str]):
    answer = cli("profiles", "conformance", files[0], "--against", files[1], "--deviations")
    assert answer.code == 0
    assert answer.lines[0] == "p  (p 2)"
    assert "2 inputs" in answer.lines[1]
    assert "1 byte-identical" in answer.lines[1]
    assert answer.lines[3:] == ['p, all: "b"', "  program  gives nothing", '  profile  "b"']


def test_another_program_of_the_recording(cli: Cli, files: tuple[str, str]):
    answer = cli("profiles", "conformance", files[0], "--against", files[1], "--peer", "q", "--json")
    (data,) = json.loads(answer.out)
    assert data["sets"] == {"all": {"inputs": 2, "identical": 0, "refused": 0, "different": 2}}
    assert "deviations" not in data


def test_deviations_as_json(cli: Cli, files: tuple[str, str]):
    answer = cli("profiles", "conformance", files[0], "--against", files[1], "--json", "--deviations")
    (data,) = json.loads(answer.out)
    assert [each["text"] for each in data["deviations"]] == ["b"]


def test_what_is_recorded_needs_no_file(cli: Cli):
    answer = cli("profiles", "conformance", "--json")
    assert [each["profile"] for each in json.loads(answer.out)] == list(stored_figures())


def test_a_profile_below_what_is_recorded_is_told_by_the_exit_code(cli: Cli, tmp_path: Path):
    name, figures = next(iter(stored_figures().items()))
    group = next(iter(figures))
    recording = tmp_path / "other.jsonl"
    line = {"input": "http://a/", "set": group, "outputs": {name: "something else"}}
    recording.write_text(json.dumps(line), "utf-8")
    assert cli("profiles", "conformance", name, "--against", str(recording)).code == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("safe",), "nothing is recorded"),
        (("--deviations",), "need --against"),
        (("--against", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_what_cannot_be_done_is_told(cli: Cli, arguments: tuple[str, ...], words: str):
    answer = cli("profiles", "conformance", *arguments)
    assert answer.code == 2
    assert words in answer.err


def test_an_unknown_program_is_told_the_others(cli: Cli, files: tuple[str, str]):
    answer = cli("profiles", "conformance", files[0], "--against", files[1], "--peer", "r")
    assert answer.code == 2
    assert "no program “r”; there are p, q" in answer.err
