"""Examples of every step, read from `tests/data/cases/<step>.txt`; README.md there tells the format."""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from urlinspector.normalize.pipeline import Outcome, canonicalize
from urlinspector.normalize.profile import bind
from urlinspector.normalize.steps import CATALOGUE, STEPS

CASES = Path(__file__).parent.parent / "data" / "cases"
_UNCHANGED, _REFUSED = "unchanged", "refused: "


@dataclass(frozen=True, slots=True)
class Case:
    """One example: the step's options, a text, and what must come out."""

    step: str
    line: int
    words: str
    given: str
    expected: str
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.step}, line {self.line}: {self.words}"


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of one file. Raises ValueError, with the line, for a block that is not in the format."""
    number, block = 0, list[str]()
    for number, line in enumerate((*path.read_text("utf-8").split("\n"), ""), 1):
        if line != "":
            block.append(line)
        elif block:
            case = _case(path.stem, number - len(block), block)
            if case is not None:
                yield case
            block = []


def _case(step: str, first_line: int, block: list[str]) -> Case | None:
    lines = iter(block)
    line = next(lines, "")
    words: list[str] = []
    while line.startswith("# "):
        words.append(line[2:])
        line = next(lines, "")
    if line == "":
        return None
    options: dict[str, Any] = {}
    if line.startswith("with "):
        options = tomllib.loads(f"options = {{ {line[5:]} }}")["options"]
        line = next(lines, "")
    marker, rest = next(lines, ""), list(lines)
    if not marker.startswith("=> ") or rest:
        raise ValueError(f"{step}.txt, line {first_line}: a case is one input and one line that begins “=> ”")
    given = _text(line)
    expected = given if marker == f"=> {_UNCHANGED}" else marker[3:]
    expected = expected if expected is given or expected.startswith(_REFUSED) else _text(expected)
    return Case(step, first_line, " ".join(words), given, expected, options)


def _text(line: str) -> str:
    if not line.startswith('"'):
        return line
    text = json.loads(line)
    assert isinstance(text, str)
    return text


def _told(outcome: Outcome, expected: str) -> str | None:
    """What came out, in the words in which the case says what it expects."""
    if outcome.refused is None:
        return outcome.canonical
    reason = _REFUSED + outcome.refused.reason
    wanted = expected.removeprefix(_REFUSED)
    return expected if expected.startswith(_REFUSED) and wanted in reason else reason


ALL = tuple(case for path in sorted(CASES.glob("*.txt")) for case in read_cases(path))


@pytest.mark.parametrize("case", ALL, ids=str)
def test_the_case_is_true(case: Case):
    bound = bind(STEPS[case.step], case.options)
    assert _told(canonicalize(case.given, [bound], accepts_anything=True), case.expected) == case.expected


@pytest.mark.parametrize("step", [step.name for step in CATALOGUE])
def test_every_step_has_cases_that_change_and_that_do_not(step: str):
    cases = [case for case in ALL if case.step == step]
    assert any(case.expected != case.given for case in cases), "no case that it changes"
    assert any(case.expected == case.given for case in cases), "no case that it leaves alone"


def test_every_file_belongs_to_a_step():
    assert {path.stem for path in CASES.glob("*.txt")} <= STEPS.keys()


def test_every_case_says_what_it_shows():
    assert [str(case) for case in ALL if not case.words] == []


@pytest.mark.parametrize(
    "text", ["# two inputs\na\nb\n=> c\n", "# no output\na\n", "# more after the output\na\n=> b\nc\n"]
)
def test_a_block_that_is_not_in_the_format_is_told(tmp_path: Path, text: str):
    path = tmp_path / "lowercase-host.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"lowercase-host\.txt, line 1"):
        list(read_cases(path))
