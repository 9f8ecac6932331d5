"""dev.py: what it says where something is missing, and that it does nothing twice."""

import ast
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

import commands
import environment
import system
from tests.conftest import ROOT

DEV = ROOT / "packaging" / "dev.py"
NOWHERE = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_INDEX_URL": "http://127.0.0.1:9/",
    "PIP_EXTRA_INDEX_URL": "",
    "PIP_FIND_LINKS": "",
    "PIP_RETRIES": "0",
    "PIP_NO_CACHE_DIR": "1",
}
"""Settings under which pip reaches nothing."""


def dev(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, str(DEV), *arguments],
        env=kept | {"PYTHONUTF8": "1"} | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_an_old_python_is_told_so_and_can_read_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    ast.parse(DEV.read_text("utf-8"), feature_version=(3, 4))
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer; this is Python 3\.9"):
        runpy.run_path(str(DEV), run_name="__main__")


def test_only_the_standard_library_is_imported() -> None:
    """dev.py runs before anything is installed."""
    own = {path.stem for path in (ROOT / "packaging").glob("*.py")}
    for name in ("dev", "commands", "environment", "system"):
        tree = ast.parse((ROOT / "packaging" / f"{name}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            else:
                continue
            for module in modules:
                assert module.split(".")[0] in sys.stdlib_module_names | own, f"{name}.py imports {module}"


def test_packaging_never_becomes_a_package() -> None:
    """It would hide the package of that name that pip, pytest and the build need."""
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_python3_venv_is_named_before_any_traceback() -> None:
    """A Debian without the package, and without the right to install it."""
    program = f"import sys; sys.modules['ensurepip'] = None; sys.path.insert(0, {str(DEV.parent)!r})"
    program += "; import environment as e; from pathlib import Path; e.ensure(Path('nowhere'))"
    told = subprocess.run(
        [sys.executable, "-c", program], env={"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert "the package python3-venv is missing" in told.stderr.splitlines()[-2]
    assert "sudo apt-get install python3-venv" in told.stderr.splitlines()[-1]


def test_run_without_a_display_says_so_and_offers_a_picture() -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux sessions can lack a display")
    for arguments in ([], ["https://example.com/"], ["--", "list.txt"]):
        told = dev("run", *arguments)
        assert told.returncode == 1
        assert "There is no display here" in told.stderr
        assert "run --offscreen --screenshot FILE" in told.stderr
        assert "Traceback" not in told.stderr


@pytest.mark.parametrize(
    ("arguments", "window"),
    [
        ([], True),
        (["https://example.com/"], True),
        (["example.com"], True),
        (["--offscreen", "--screenshot", "a.png"], True),
        (["--screenshot=a.png"], True),
        (["--offscreen"], True),
        (["gui"], True),
        (["inspect", "https://example.com/"], False),
        (["--version"], False),
        (["--help"], False),
    ],
)
def test_which_arguments_open_the_window(arguments: list[str], window: bool) -> None:
    assert commands.opens_window(arguments) is window


def test_an_unknown_command_is_a_usage_error() -> None:
    told = dev("tset")
    assert told.returncode == 2
    assert "knows no command 'tset'" in told.stderr
    for name in ("run", "test", "bench", "screenshots", "package", "lock"):
        assert re.search(rf"^  {name}\b", told.stderr, re.MULTILINE)


def test_an_unknown_benchmark_is_named_beside_those_there_are() -> None:
    told = dev("bench", "no-such")
    assert told.returncode == 1
    assert told.stderr.startswith("no benchmark no-such; there are: ")


@pytest.fixture(scope="module")
def bare_venv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with pip and nothing else; pip is copied, which is quicker than installing it."""
    folder = tmp_path_factory.mktemp("bare") / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    packages = sysconfig.get_path("purelib", vars={"base": str(folder)})
    shutil.copytree(Path(sysconfig.get_path("purelib"), "pip"), Path(packages, "pip"))
    return folder


def test_a_finished_environment_is_left_alone(tmp_path: Path) -> None:
    venv = tmp_path / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    (venv / environment.STAMP).write_text("\n".join(environment.fingerprint()), "utf-8")
    before = sorted((path, path.lstat().st_mtime_ns) for path in venv.rglob("*"))
    assert environment.ensure(venv) == environment.python_of(venv)
    assert sorted((path, path.lstat().st_mtime_ns) for path in venv.rglob("*")) == before


def test_the_stamp_changes_with_the_lock(tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_bytes(environment.LOCK.read_bytes())
    assert environment.fingerprint(lock) == environment.fingerprint()
    lock.write_bytes(environment.LOCK.read_bytes() + b"\n")
    assert environment.fingerprint(lock)[0] != environment.fingerprint()[0]
    assert environment.fingerprint(lock)[1] == environment.fingerprint()[1]


def test_no_network_is_said_plainly_and_leaves_no_stamp(
    bare_venv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in NOWHERE.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(environment.StopError, match="could not be downloaded"):
        environment.ensure(bare_venv)
    assert not (bare_venv / environment.STAMP).exists()


def test_a_package_that_is_not_the_locked_one_is_refused(
    bare_venv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(tmp_path / "demo-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("demo.py", "")
        wheel.writestr("demo-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: demo\nVersion: 1\n")
        wheel.writestr("demo-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\n")
        wheel.writestr("demo-1.dist-info/RECORD", "")
    lock = tmp_path / "lock.txt"
    lock.write_text(f"demo==1 \\\n    --hash=sha256:{'0' * 64}\n", "utf-8")
    for name, value in (NOWHERE | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path)}).items():
        monkeypatch.setenv(name, value)
    with pytest.raises(environment.StopError, match="not the one the lock file names"):
        environment.ensure(bare_venv, lock)
    assert not (bare_venv / environment.STAMP).exists()


def test_a_library_is_missing_where_it_cannot_be_loaded() -> None:
    absent = system.Requirement("libno-such-thing.so.1", "libno-such-thing1")
    present = [library for library in system.LIBRARIES if library.thing == "libglib-2.0.so.0"]
    assert system.missing([absent, *present]) == [absent]


@pytest.mark.parametrize(
    ("debian", "hint"), [(True, "apt-get install libegl1 xvfb"), (False, "libegl1 xvfb)")]
)
def test_the_complaint_names_exactly_what_is_missing(
    debian: bool, hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "is_debian", lambda: debian)
    lacking = [system.LIBRARIES[0], system.PROGRAMS[0]]
    first, second = system.complaint(lacking).splitlines()
    assert first == "Missing on this system: libEGL.so.1, Xvfb"
    assert second.endswith(hint)


def test_what_pip_does_is_told_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"Collecting p{number}==1.0 (from -r lock.txt)\n" for number in range(25)]
    told = environment.Progress(False)
    for line in [*lines, "  Using cached p.whl\n", "Installing collected packages: p0, p1\n"]:
        told.see(line)
    said = capsys.readouterr().out
    assert said.splitlines() == ["  10: p9", "  20: p19", "  25 are here; unpacking them …"]
    told = environment.Progress(True)
    told.see(lines[0])
    told.see("Installing collected packages: p0\n")
    said = capsys.readouterr().out
    assert said.count("\r") == 2
    assert said.endswith("unpacking them …\n")
