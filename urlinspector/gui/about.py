"""What About tells: versions, the date of the suffix list, profiles with their versions, licences with their
texts.
"""

import platform
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import metadata

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, qVersion

from urlinspector import __version__
from urlinspector.normalize.library import builtin, builtin_names
from urlinspector.resources import read_text

OWN = "urlinspector"

PRIVACY = str(
    QT_TRANSLATE_NOOP(
        "About",
        "urlinspector uses no network by itself. Nothing you type, paste or open leaves this computer. "
        "A link to the web opens only after its address was shown.",
    )
)


@dataclass(frozen=True, slots=True)
class Licence:
    """A package that comes along, its licence's short name, and the files that hold the texts."""

    name: str
    version: str
    licence: str
    purpose: str
    files: tuple[str, ...]

    def text(self) -> str:
        """The whole text, one file after the other."""
        return "\n\n\n".join(licence_text(each) for each in self.files)


def versions() -> list[tuple[str, str]]:
    """Names and versions, for the first page and for bug reports."""
    from urlinspector.url.suffix import list_date

    date = list_date()
    return [
        ("urlinspector", __version__),
        ("Python", platform.python_version()),
        ("Qt", qVersion()),
        ("PySide", metadata.version("PySide6-Essentials")),
        (_tr("Public Suffix List"), date.isoformat() if date is not None else _tr("no date")),
        (_tr("System"), platform.platform()),
    ]


def profiles() -> list[tuple[str, str, str]]:
    """Name, version and description of every built-in profile."""
    found = [builtin(name) for name in builtin_names()]
    return [(each.name, each.version, each.title or each.description) for each in found]


def licences() -> list[Licence]:
    """Our own licence, then every package's, those with a purpose first."""
    table = tomllib.loads(read_text("licences/index.toml"))
    found = [
        Licence(
            record["name"],
            _version_of(record["name"]),
            record["licence"],
            record.get("purpose", ""),
            tuple(record["files"]),
        )
        for record in table.values()
    ]
    found.sort(key=_purpose_first)
    return [Licence(OWN, __version__, "MIT", _tr("this program"), (OWN,)), *found]


@cache
def licence_text(name: str) -> str:
    """The text of a file of `resources/licences`."""
    return read_text(f"licences/{name}.txt").strip()


def _purpose_first(each: Licence) -> tuple[bool, str]:
    return (not each.purpose, each.name.lower())


def _version_of(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("About", text)
