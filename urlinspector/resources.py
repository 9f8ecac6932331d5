"""Package data: the one place below `bulk` that reads files.

The folder `resources/` at the root of the checkout is mapped into the wheel as `urlinspector/_data`. Both are
looked at, the installed one first, so that a wheel, an editable install and a bare checkout answer alike.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path


class ResourcesMissingError(FileNotFoundError):
    """Neither the installed package nor the checkout holds the data folder: a broken installation."""


@cache
def resources() -> Path:
    """The folder that holds `profiles/`, `data/`, `icons/` and `i18n/`. Raises ResourcesMissingError."""
    return resources_beside(Path(__file__).resolve().parent)


def resources_beside(package: Path) -> Path:
    """The data folder of the package in this folder: inside it, or beside it in the checkout.

    Raises ResourcesMissingError, which names both places.
    """
    places = (package / "_data", package.parent / "resources")
    for place in places:
        if place.is_dir():
            return place
    raise ResourcesMissingError("no package data at " + " or ".join(map(str, places)))


def read_text(name: str) -> str:
    """The text (UTF-8) of one file of the data folder, by its path with `/`, such as `profiles/safe.toml`.

    Raises FileNotFoundError.
    """
    return (resources() / name).read_text(encoding="utf-8")


@cache
def suffix_list() -> Path:
    """The Public Suffix List that the publicsuffixlist package carries; the package itself is not imported.

    Raises ResourcesMissingError when the package is not installed.
    """
    package = find_spec("publicsuffixlist")
    if package is None or package.origin is None:
        raise ResourcesMissingError("the package publicsuffixlist is not installed")
    return Path(package.origin).with_name("public_suffix_list.dat")
