"""Where package data is found in a checkout, and that an editable install makes no stale copy."""

import importlib.metadata
from pathlib import Path

import pytest

from tests.conftest import ROOT
from urlinspector.resources import ResourcesMissingError, read_text, resources, resources_beside


def test_a_checkout_reads_its_own_folder() -> None:
    assert resources() == ROOT / "resources"


def test_an_editable_install_holds_no_copy() -> None:
    assert not (ROOT / "urlinspector" / "_data").exists()
    files = [file.as_posix() for file in importlib.metadata.files("urlinspector") or []]
    assert "_urlinspector.pth" in files
    expected = ("urlinspector-", "_urlinspector.pth", "../")
    assert [file for file in files if not file.startswith(expected)] == []


def test_a_file_is_read_where_it_stands(tmp_path: Path) -> None:
    """The installed place wins over the checkout's; the checkout's serves where there is no other."""
    package = tmp_path / "urlinspector"
    (tmp_path / "resources").mkdir()
    package.mkdir()
    assert resources_beside(package) == tmp_path / "resources"
    (package / "_data").mkdir()
    assert resources_beside(package) == package / "_data"


def test_a_broken_installation_names_both_places(tmp_path: Path) -> None:
    with pytest.raises(ResourcesMissingError) as told:
        resources_beside(tmp_path / "urlinspector")
    assert str(tmp_path / "urlinspector" / "_data") in str(told.value)
    assert str(tmp_path / "resources") in str(told.value)


def test_a_text_is_utf_8_whatever_the_system_says() -> None:
    some = next(path for path in sorted(resources().rglob("*")) if path.suffix in {".toml", ".svg", ".md"})
    name = some.relative_to(resources()).as_posix()
    assert read_text(name) == some.read_bytes().decode("utf-8").replace("\r\n", "\n")


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-file"):
        read_text("no-such-file.toml")
