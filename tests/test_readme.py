"""The README says what is so: its table of figures, its pictures, its commands."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

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


def test_the_lines_of_the_command_line_work_with_the_examples(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "resources" / "examples", tmp_path, dirs_exist_ok=True)
    block = README.partition("## On the command line")[2].partition("\n## ")[0]
    lines = re.findall(r"^    urlinspector (.+)$", block, re.MULTILINE)
    # The name system is asked of no test; what it answered once is recorded.
    lines = [each for each in lines if not each.startswith("hosts ") or "--replay" in each]
    assert len(lines) > 10
    for line in lines:
        words = shlex.split(line, comments=True)
        source = words[words.index("<") + 1] if "<" in words else None
        target = words[words.index(">") + 1] if ">" in words else None
        told = [each for each in words if each not in ("<", ">", source, target)]
        done = subprocess.run(
            [sys.executable, "-m", "urlinspector", *told],
            input=(tmp_path / source).read_bytes() if source else b"",
            capture_output=True,
            cwd=tmp_path,
            check=False,
        )
        # 1 is an answer: a difference, or a URL that was refused.
        assert done.returncode in (0, 1), (line, done.stderr.decode())
        # An example that shows nothing teaches nothing.
        assert b" 0 rows are duplicates" not in done.stderr, line
        assert b"example.com/c/" in done.stdout or "=prefix" not in line, line
        if target:
            (tmp_path / target).write_bytes(done.stdout)
    made = {each.name for each in tmp_path.iterdir()}
    assert {"canonical.txt", "moved.csv", "clusters.xlsx", "site.toml", "aliases.json"} <= made
    count = [len((tmp_path / name).read_bytes().splitlines()) for name in ("urls.txt", "canonical.txt")]
    assert count[0] == count[1]
