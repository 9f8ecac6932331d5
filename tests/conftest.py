"""What all tests share: the shared data's place, hypothesis profiles, the `slow` marker, and the guards.

The guards (tests/guards.py) fail a test that logs a warning nobody expected, or that leaves a thread, a
process, a timer or a top-level window behind. Qt's own messages fail a test through pytest-qt
(`qt_log_level_fail`).
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import guards

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
"""Data beside the project and no part of it. A test that reads it skips where it is absent."""

_STATE_VARIABLES = (
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "APPDATA",
    "LOCALAPPDATA",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the long sweeps, with more examples")


def pytest_configure(config: pytest.Config) -> None:
    """Offscreen unless told otherwise; own state folders, so that no test meets a person's settings."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    state = tempfile.mkdtemp(prefix="urlinspector-tests-")
    config.add_cleanup(lambda: shutil.rmtree(state, ignore_errors=True))
    for name in _STATE_VARIABLES:
        os.environ[name] = str(Path(state, name.lower()))
    _load_hypothesis_profile(slow=config.getoption("--slow"))


def _load_hypothesis_profile(*, slow: bool) -> None:
    """CI draws the same examples each time; a developer's machine draws new ones and remembers failures."""
    common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
    settings.register_profile("local", common)
    settings.register_profile("ci-fixed", common, derandomize=True, database=None)
    settings.register_profile("sweep", common, max_examples=2000)
    settings.load_profile("sweep" if slow else "ci-fixed" if os.environ.get("CI") else "local")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    skip = pytest.mark.skip(reason="a long sweep; run with --slow")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(skip)


def needs_shared(name: str) -> pytest.MarkDecorator:
    """A mark that skips a test where `../shared/<name>` is absent, with the missing path as reason."""
    return pytest.mark.skipif(not (SHARED / name).exists(), reason=f"../shared/{name} is missing")


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """`shared("data/urls/kasztp.txt")` is that file's path; the test is skipped where it is absent."""

    def find(name: str) -> Path:
        if not (SHARED / name).exists():
            pytest.skip(f"../shared/{name} is missing")
        return SHARED / name

    return find


@pytest.fixture
def expect_log(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """`expect_log(pattern)` lets the log records pass that the pattern finds; one must come."""
    watch: guards.LogWatch = request.getfixturevalue("_log_guard")
    return watch.expect


@pytest.fixture(autouse=True)
def _log_guard() -> Iterator[guards.LogWatch]:
    """Fails the test at an unexpected log record, and where an expected one never came."""
    with guards.LogWatch() as watch:
        yield watch
    complaint = watch.complaint()
    if complaint:
        pytest.fail(complaint, pytrace=False)


@pytest.fixture(autouse=True)
def _leak_guard() -> Iterator[None]:
    """Fails the test that leaves threads, processes, timers or top-level windows behind."""
    before = guards.Snapshot.take()
    yield
    left = guards.left_behind(before)
    if left:
        pytest.fail("left behind by this test: " + "; ".join(left), pytrace=False)
