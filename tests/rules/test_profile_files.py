"""Files that are no profile: each is refused in a plain sentence, without words of the interpreter."""

import os
from pathlib import Path

import pytest

from urlinspector.normalize.profile import ProfileError
from urlinspector.rules.profile_files import LIMIT, read_profile

GOOD = b'name = "mine"\nsteps = ["lowercase-host"]\n'
NO_TEXT = "it is no text; a profile is a text in UTF-8"

BAD = {
    "empty": (b"", "steps: a profile needs steps; an empty list will do"),
    "latin-1": (
        GOOD + b'description = "caf\xe9"\n',
        "it is not in UTF-8: the byte 0xE9 stands for no character there (line 3)",
    ),
    "utf-16": (GOOD.decode().encode("utf-16"), f"{NO_TEXT} (line 1)"),
    "binary": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff", f"{NO_TEXT} (line 1)"),
    "zeros": (GOOD + bytes(100), f"{NO_TEXT} (line 3)"),
    "large": (b"# long\n" * (50_000_000 // 7), "it has more than 8 MiB, too much for a profile"),
    "html": (b"<!doctype html>\n", "not TOML: Invalid statement (at line 1, column 1)"),
    "deep": (b"steps = " + b"[" * 100_000, "not TOML: brackets stand in brackets too deep"),
    "unknown": (GOOD + b"colour = 1\n", "colour: unknown key (line 3)"),
}


def said(path: Path) -> str:
    with pytest.raises(ProfileError) as refused:
        read_profile(path)
    return str(refused.value)


@pytest.mark.parametrize("kind", BAD)
def test_what_a_file_holds(kind: str, tmp_path: Path) -> None:
    data, words = BAD[kind]
    path = tmp_path / "bad.toml"
    path.write_bytes(data)
    assert said(path) == words


def test_a_number_without_end(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"version = " + b"1" * 5000)
    assert said(tmp_path / "bad.toml").startswith("not TOML: ")


def test_where_no_file_is(tmp_path: Path) -> None:
    assert said(tmp_path / "none.toml") == "there is no such file or folder"
    assert said(tmp_path) == "it is a folder"
    (tmp_path / "file").write_bytes(GOOD)
    assert said(tmp_path / "file" / "in.toml") == "a part of its path is no folder"
    assert said(tmp_path / ("long" * 100)) == "the name is too long"
    assert said(Path("a\0b")) == "no file can have such a name"
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert said(tmp_path / "loop") == "its links lead to each other"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_one_may_not_read(tmp_path: Path) -> None:
    (tmp_path / "shut.toml").write_bytes(GOOD)
    (tmp_path / "shut.toml").chmod(0)
    assert said(tmp_path / "shut.toml") == "you have no permission"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_waited_for_only_when_asked(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert said(tmp_path / "pipe") == "it is a device or a pipe, not a file"
    read, write = os.pipe()
    os.write(write, GOOD)
    os.close(write)
    assert read_profile(Path(f"/dev/fd/{read}"), waits=True).name == "mine"
    os.close(read)


def test_a_good_file(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD)
    assert read_profile(path).name == "mine"
    path.write_bytes(b"steps = []\n#" + b"x" * (LIMIT - 12))
    assert read_profile(path).name == "other"
