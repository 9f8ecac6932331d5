"""Text files that are whole or not there."""

from pathlib import Path

import pytest

from urlinspector.gui.state.text_file import write_text


def test_a_text_that_utf_8_cannot_hold_is_refused_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_text(path, "é\n")
    assert path.read_bytes() == b"\xc3\xa9\n"
    with pytest.raises(OSError, match=r"U\+DCFF"):
        write_text(path, "a\udcff")
    assert path.read_bytes() == b"\xc3\xa9\n"
    assert list(tmp_path.iterdir()) == [path]
