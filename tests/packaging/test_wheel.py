"""The built distributions: what they hold, and that the wheel starts where no checkout is known."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT

SCRIPTS = "Scripts" if os.name == "nt" else "bin"


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `dev.py package` builds: the sdist from the checkout, the wheel from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return folder


@pytest.fixture(scope="module")
def clean(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel.

    Its dependencies are those of this environment, put behind its own packages by a path file; path files
    within a folder named in one are not read, so the checkout stays unknown.
    """
    venv = tmp_path_factory.mktemp("clean")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    python = venv / SCRIPTS / Path(sys.executable).name
    install = ["-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    (wheel,) = dist.glob("*.whl")
    subprocess.run([sys.executable, *install, str(wheel)], check=True, capture_output=True)
    packages = sysconfig.get_path("purelib", vars={"base": str(venv)})
    Path(packages, "dependencies.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return venv / SCRIPTS


def started(program: Path, *arguments: str, folder: Path) -> str:
    """Standard output of a program that ends well, started outside the checkout."""
    done = subprocess.run(
        [str(program), *arguments],
        cwd=folder,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def data_files() -> set[str]:
    folder = ROOT / "resources"
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_wheel_holds_the_package_and_its_data_and_nothing_else(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name.removeprefix("urlinspector/_data/") for name in names if "/_data/" in name} == data_files()
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "urlinspector").rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == modules
    assert "urlinspector/py.typed" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"urlinspector"}


def test_the_sdist_holds_what_a_build_and_a_test_run_need(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "LICENSE", "README.md", ".ci/run"} <= names
    assert {"packaging/dev.py", "packaging/lock.txt"} <= names
    assert {f"resources/{name}" for name in data_files()} <= names
    assert "tests/packaging/test_wheel.py" in names
    assert not [name for name in names if name.startswith((".venv", "dist/", ".git/", ".hypothesis"))]


def test_the_installed_wheel_reads_its_own_data(clean: Path, tmp_path: Path) -> None:
    program = "from urlinspector.resources import resources; print(resources())"
    python = clean / Path(sys.executable).name
    found = Path(started(python, "-c", program, folder=tmp_path).strip())
    assert found.name == "_data"
    assert clean.parent.resolve() in found.resolve().parents
    assert {path.relative_to(found).as_posix() for path in found.rglob("*") if path.is_file()} == data_files()


def test_the_installed_command_line_starts(clean: Path, tmp_path: Path) -> None:
    assert "0.1.0" in started(clean / "urlinspector", "--version", folder=tmp_path)
    normalized = started(clean / "urlinspector", "normalize", "HTTP://Example.COM:80/%7ea", folder=tmp_path)
    assert normalized == "http://example.com/~a\n"


def test_the_installed_window_opens(clean: Path, tmp_path: Path) -> None:
    picture = tmp_path / "window.png"
    started(
        clean / "urlinspector-window", "--screenshot", str(picture), "https://example.com/", folder=tmp_path
    )
    assert picture.read_bytes().startswith(b"\x89PNG")
