"""Two ways to run the command line: the entry in this process, and the real command in its own."""

import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from urlinspector.cli import WindowRequest, run


class Answer(NamedTuple):
    """What a command gave back."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def lines(self) -> list[str]:
        assert self.out.endswith(b"\n")
        return self.text[:-1].split("\n")


class Window:
    """Stands for the app: records what it was asked to open."""

    def __init__(self) -> None:
        self.opened: list[WindowRequest] = []
        self.code = 0

    def __call__(self, request: WindowRequest) -> int:
        self.opened.append(request)
        return self.code


@pytest.fixture
def window() -> Window:
    return Window()


@pytest.fixture
def cli(window: Window) -> Callable[..., Answer]:
    """`cli("normalize", "http://a/", stdin=b"…")` runs the entry here."""

    def call(*arguments: str, stdin: bytes = b"") -> Answer:
        with CliRunner().isolation(input=stdin) as streams:
            code = run(list(arguments), window)
            return Answer(code, streams[0].getvalue(), streams[1].getvalue().decode())

    return call


COMMAND = [sys.executable, "-m", "urlinspector"]


@pytest.fixture
def command() -> Callable[..., Answer]:
    """`command("normalize", stdin=b"…")` runs the command in a process of its own."""

    def call(*arguments: str | bytes, stdin: bytes = b"", **settings) -> Answer:
        done = subprocess.run(
            [*COMMAND, *arguments], input=stdin, capture_output=True, timeout=60, check=False, **settings
        )
        return Answer(done.returncode, done.stdout, done.stderr.decode())

    return call
