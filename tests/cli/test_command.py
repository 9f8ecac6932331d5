"""The real command in a process of its own: pipes, bytes, exit codes, memory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import COMMAND

posix = pytest.mark.skipif(os.name == "nt", reason="pipes and signals as POSIX has them")


def test_exit_codes(command):
    assert command("normalize", "http://A/") == (0, b"http://a/\n", "")
    assert command("normalize", "a b").code == 1
    assert command("normalize", "--nosuch").code == 2
    assert command("nosuch").code == 2
    assert command("--version").code == 0


@posix
def test_bytes_of_arguments_and_lines(command):
    raw = b"http://A/\xff\xe2\x82"
    assert command("normalize", "-p", "rfc3986", raw).out == raw.replace(b"A", b"a") + b"\n"
    assert command("normalize", "-p", "rfc3986", stdin=raw).out == raw.replace(b"A", b"a") + b"\n"


@posix
@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "POSIX"])
def test_the_locale_makes_no_difference(command, locale):
    environment = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    answer = command("lru", "http://é.fr/ü\udcff".encode("utf-8", "surrogateescape"), env=environment)
    assert answer.out == "s:http|h:fr|h:é|p:ü".encode() + b"\xff\n"


def test_a_hundred_thousand_lines(command):
    data = b"".join(b"HTTP://Example.com:80/%d/../x\n" % number for number in range(100_000))
    answer = command("normalize", stdin=data)
    assert answer.code == 0
    assert answer.out.count(b"\n") == 100_000
    assert set(answer.out.split(b"\n")) == {b"http://example.com/x", b""}


@posix
def test_lines_come_back_as_they_arrive():
    with subprocess.Popen([*COMMAND, "normalize"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(b"http://A/%d\n" % number)
            process.stdin.flush()
            assert process.stdout.readline() == b"http://a/%d\n" % number
        process.stdin.close()
        assert process.wait(20) == 0


@posix
def test_a_reader_that_goes_away_is_no_error():
    with subprocess.Popen(
        [*COMMAND, "normalize"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"http://A/\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"http://B/\n" * 10)
        process.stdin.close()
        assert process.wait(20) == 141
        assert process.stderr.read() == b""


@posix
def test_closed_streams_are_told(command):
    for redirection in ("<&-", ">&-"):
        done = subprocess.run(
            ["sh", "-c", f'exec "$@" {redirection}', "sh", *COMMAND, "normalize"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 2
        assert b"is closed" in done.stderr
        assert b"Traceback" not in done.stderr


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is missing")
def test_a_full_disk_is_told():
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "normalize", "http://a/"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"urlinspector: cannot write: ")
    assert done.stderr.count(b"\n") == 1


@posix
def test_memory_does_not_grow_with_the_input():
    program = (
        "import resource, sys; from urlinspector.cli import run; run(['normalize'], None); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )

    def peak(lines: int) -> int:
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=b"http://example.com/some/path?with=query\n" * lines,
            capture_output=True,
            timeout=60,
            check=True,
        )
        return int(done.stderr)

    assert peak(60_000) < peak(1000) * 1.25


@posix
def test_interrupt_is_quiet():
    with subprocess.Popen(
        [*COMMAND, "normalize"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"http://A/\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(2)
        assert process.wait(20) == 130
        process.stdin.close()
        assert process.stderr.read() == b""


def test_completion(command):
    environment = {
        **os.environ,
        "_URLINSPECTOR_COMPLETE": "bash_complete",
        "COMP_WORDS": "urlinspector norm",
        "COMP_CWORD": "1",
    }
    assert command(env=environment).out == b"plain,normalize\n"
    environment |= {"COMP_WORDS": "urlinspector normalize --enable lowercase-ho", "COMP_CWORD": "3"}
    assert command(env=environment).out == b"plain,lowercase-host\n"


def test_a_process_leaves_when_all_is_written(command):
    lines = b"".join(b"http://e.com/%d\n" % number for number in range(20_000))
    assert command("normalize", stdin=lines) == (0, lines, "")
