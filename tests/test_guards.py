"""The guards themselves: each must be able to fail a test, and must let a tidy one pass."""

import re

import pytest

pytest_plugins = ["pytester"]

CASES = {
    "log": (
        """
        import logging
        def test_it(): logging.getLogger("a.b").warning("odd %s", "thing")
        """,
        "unexpected log record: WARNING a.b: odd thing",
    ),
    "log_expected_never_came": (
        """
        def test_it(expect_log): expect_log("odd")
        """,
        "expected log record never came: odd",
    ),
    "thread": (
        """
        import threading
        gate = threading.Event()
        def test_it(): threading.Thread(target=gate.wait, name="forgotten", daemon=True).start()
        """,
        "left behind by this test: thread forgotten",
    ),
    "window": (
        """
        from PySide6.QtWidgets import QLabel
        kept = []
        def test_it(qapp): kept.append(QLabel(objectName="lost"))
        """,
        "left behind by this test: window QLabel 'lost'",
    ),
    "timer": (
        """
        from PySide6.QtCore import QTimer
        kept = []
        def test_it(qapp):
            kept.append(QTimer())
            kept[0].start(10_000)
        """,
        "left behind by this test: QTimer started at ",
    ),
    "qt_message": (
        """
        from PySide6.QtCore import qWarning
        def test_it(qapp): qWarning("Qt objects")
        """,
        "Qt messages with level WARNING or above emitted",
    ),
    "warning": (
        """
        import warnings
        def test_it(): warnings.warn("soon gone", DeprecationWarning)
        """,
        "DeprecationWarning: soon gone",
    ),
}
TIDY = """
import logging, threading
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

def test_it(qapp, qtbot, expect_log):
    expect_log("^WARNING root: odd")
    logging.warning("odd thing")
    thread = threading.Thread(target=len, args=("",))
    thread.start()
    label = QLabel()
    qtbot.addWidget(label)
    timer = QTimer(label)
    timer.start(10_000)
    label.show()

def test_threads_that_are_ending_get_a_moment():
    threading.Timer(0.2, len, ("",)).start()

@pytest.mark.slow
def test_sweep(): pass
"""


@pytest.fixture
def project(pytester: pytest.Pytester, pytestconfig: pytest.Config) -> pytest.Pytester:
    """A folder with this project's guards and pytest settings that matter here."""
    pytester.makeconftest("from tests.conftest import *\nfrom tests.conftest import _leak_guard, _log_guard")
    pytester.makepyprojecttoml(
        f"""
        [tool.pytest.ini_options]
        qt_api = "pyside6"
        qt_log_level_fail = "WARNING"
        filterwarnings = ["error"]
        markers = ["slow: with --slow only"]
        pythonpath = [{str(pytestconfig.rootpath)!r}]
        """
    )
    return pytester


def test_what_a_test_leaves_or_says_fails_it(project: pytest.Pytester) -> None:
    project.makepyfile(**{f"test_{name}": source for name, (source, _) in CASES.items()}, test_tidy=TIDY)
    result = project.runpytest_subprocess("-p", "no:cacheprovider", "-rA", "--slow")
    said = result.stdout.str()
    for name, (_, complaint) in CASES.items():
        assert re.search(rf"^(FAILED|ERROR) test_{name}\.py::test_it", said, re.MULTILINE), name
        assert complaint in said
    assert re.search(r"^PASSED test_tidy\.py::test_it$", said, re.MULTILINE)
    assert re.search(r"^PASSED test_tidy\.py::test_threads_that_are_ending_get_a_moment$", said, re.MULTILINE)
    assert re.search(r"^PASSED test_tidy\.py::test_sweep$", said, re.MULTILINE)
    assert len(re.findall(r"^(?:FAILED|ERROR) test_", said, re.MULTILINE)) == len(CASES)


def test_slow_tests_run_only_when_asked(project: pytest.Pytester) -> None:
    project.makepyfile(TIDY)
    project.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=2, skipped=1)
