"""The README says what is so: its table of figures, its pictures, its commands."""

import re
import subprocess
import sys

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text("utf-8")


def test_the_conformance_table_is_what_the_command_prints() -> None:
    command = [sys.executable, "-m", "urlinspector", "profiles", "conformance", "--markdown"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    assert printed.strip() in README


def test_every_picture_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)
    assert pictures
    assert [each for each in pictures if not (ROOT / each).is_file()] == []


def test_every_runtime_dependency_has_its_line() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    listed = project.partition("dependencies = [")[2].partition("\n]")[0]
    names = re.findall(r'^    "([A-Za-z0-9-]+)', listed, re.MULTILINE)
    table = README.partition("## Dependencies")[2]
    assert len(names) > 10
    assert [name for name in names if name.lower() not in table.lower()] == []
