"""What the program remembers: options declared once as records, kept in an ini file in the user's folder.

An option's record gives key, default and what the settings dialog shows; `Settings` is a typed mapping over
them. Window geometry, session and recent URLs are kept beside them under keys that no dialog shows.
"""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QByteArray, QObject, QSettings, Signal

APP_NAME = "urlinspector"
_AS_BYTES = "utf-8/base64:"
"""Before a text that an ini file cannot hold as it is: the base64 of its UTF-8, with the surrogates in it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One setting. `kind` is `bool`, `choice`, `font`, `zoom`, `profile`, `text`; choices are (value,
    words)."""

    key: str
    kind: str
    default: Any
    group: str
    title: str
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()


def _t(text: object) -> str:
    return str(text)


OPTIONS: Sequence[Option] = (
    Option(
        "scheme",
        "choice",
        "system",
        _t(QT_TRANSLATE_NOOP("Settings", "Look")),
        _t(QT_TRANSLATE_NOOP("Settings", "Theme")),
        choices=(
            ("system", _t(QT_TRANSLATE_NOOP("Settings", "As the system"))),
            ("light", _t(QT_TRANSLATE_NOOP("Settings", "Light"))),
            ("dark", _t(QT_TRANSLATE_NOOP("Settings", "Dark"))),
        ),
    ),
    Option(
        "zoom",
        "zoom",
        1.0,
        _t(QT_TRANSLATE_NOOP("Settings", "Look")),
        _t(QT_TRANSLATE_NOOP("Settings", "Zoom")),
        _t(QT_TRANSLATE_NOOP("Settings", "Type and rows; Ctrl + and Ctrl - in the window")),
    ),
    Option(
        "mono_family",
        "font",
        "",
        _t(QT_TRANSLATE_NOOP("Settings", "Look")),
        _t(QT_TRANSLATE_NOOP("Settings", "Font of URLs")),
    ),
    Option(
        "show_invisible",
        "bool",
        True,
        _t(QT_TRANSLATE_NOOP("Settings", "URLs")),
        _t(QT_TRANSLATE_NOOP("Settings", "Show invisible characters")),
        _t(
            QT_TRANSLATE_NOOP(
                "Settings", "Spaces, controls and characters without a shape get a visible form"
            )
        ),
    ),
    Option(
        "mask_credentials",
        "bool",
        True,
        _t(QT_TRANSLATE_NOOP("Settings", "URLs")),
        _t(QT_TRANSLATE_NOOP("Settings", "Hide passwords in tables, titles and copies")),
        _t(QT_TRANSLATE_NOOP("Settings", "The field in which you type always shows the whole URL")),
    ),
    Option(
        "lru_dialect",
        "choice",
        "wiki",
        _t(QT_TRANSLATE_NOOP("Settings", "URLs")),
        _t(QT_TRANSLATE_NOOP("Settings", "LRU written as")),
        choices=(
            ("wiki", _t(QT_TRANSLATE_NOOP("Settings", "Wiki"))),
            ("hyphe", "Hyphe"),
            ("ural", "ural"),
            ("escaped", _t(QT_TRANSLATE_NOOP("Settings", "Escaped, can be read back"))),
        ),
    ),
    Option(
        "surt_form",
        "choice",
        "heritrix",
        _t(QT_TRANSLATE_NOOP("Settings", "URLs")),
        _t(QT_TRANSLATE_NOOP("Settings", "SURT written as")),
        choices=(("heritrix", "Heritrix"), ("wayback", "Wayback")),
    ),
    Option(
        "default_profile",
        "profile",
        "safe",
        _t(QT_TRANSLATE_NOOP("Settings", "Start")),
        _t(QT_TRANSLATE_NOOP("Settings", "Profile for a new window")),
    ),
    Option(
        "restore_profile",
        "bool",
        True,
        _t(QT_TRANSLATE_NOOP("Settings", "Start")),
        _t(QT_TRANSLATE_NOOP("Settings", "Start with the profile used last")),
    ),
    Option(
        "restore_session",
        "bool",
        False,
        _t(QT_TRANSLATE_NOOP("Settings", "Start")),
        _t(QT_TRANSLATE_NOOP("Settings", "Open what was open last")),
        _t(QT_TRANSLATE_NOOP("Settings", "Passwords in URLs are never kept")),
    ),
    Option(
        "keep_recents",
        "bool",
        True,
        _t(QT_TRANSLATE_NOOP("Settings", "Start")),
        _t(QT_TRANSLATE_NOOP("Settings", "Remember the URLs inspected lately")),
        _t(QT_TRANSLATE_NOOP("Settings", "In the File menu, with passwords masked")),
    ),
)

_BY_KEY = {each.key: each for each in OPTIONS}


class Settings(QObject):
    """Typed access to the options; `setting_changed(key, value)` after every change."""

    setting_changed = Signal(str, object)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        """Read (and later write) the ini file at `path`; it need not exist."""
        super().__init__(parent)
        self._path = path
        self._store = QSettings(str(path), QSettings.Format.IniFormat)

    @property
    def folder(self) -> Path:
        """The folder of the ini file; the user's profiles are beside it."""
        return self._path.parent

    @property
    def profiles_folder(self) -> Path:
        """Where Save as puts profiles, and the chooser finds them."""
        return self.folder / "profiles"

    def get(self, key: str) -> Any:
        """An option's value, its default where none or a senseless one is kept. Raises KeyError for no
        option."""
        option = _BY_KEY[key]
        kept = self._store.value(f"options/{key}")
        return option.default if kept is None else _read(option, kept)

    def set(self, key: str, value: Any) -> None:
        """Keep an option. Raises KeyError for no option, ValueError for a value it cannot have."""
        option = _BY_KEY[key]
        if _read(option, value) != value:
            raise ValueError(f"{key}: {value!r}")
        if value != self.get(key):
            self._store.setValue(f"options/{key}", value)
            self.setting_changed.emit(key, value)

    def reset(self) -> None:
        """All options back to their defaults."""
        for option in OPTIONS:
            self.set(option.key, option.default)

    # What no dialog shows

    def state(self, key: str) -> QByteArray:
        """A kept byte array, such as a window's geometry; empty where there is none."""
        kept = self._store.value(f"state/{key}")
        return kept if isinstance(kept, QByteArray) else QByteArray()

    def set_state(self, key: str, value: QByteArray) -> None:
        """Keep a byte array."""
        self._store.setValue(f"state/{key}", value)

    def text(self, key: str) -> str:
        """A kept text, empty where there is none."""
        kept = self._store.value(f"text/{key}", "")
        return _plain(kept) if isinstance(kept, str) else ""

    def set_text(self, key: str, value: str) -> None:
        """Keep a text, whatever characters it has."""
        self._store.setValue(f"text/{key}", _storable(value))

    def save(self) -> None:
        """Write what is not yet written."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._store.sync()


def _storable(text: str) -> str:
    """A text as `QSettings` gives it back: a lone surrogate is dropped by it, two may come back as one
    character.
    """
    if not text.startswith(_AS_BYTES) and not any("\ud800" <= each <= "\udfff" for each in text):
        return text
    return _AS_BYTES + base64.b64encode(text.encode("utf-8", "surrogatepass")).decode("ascii")


def _plain(kept: str) -> str:
    """The text that `_storable` was given; empty for one that a hand has spoilt."""
    if not kept.startswith(_AS_BYTES):
        return kept
    try:
        return base64.b64decode(kept[len(_AS_BYTES) :], validate=True).decode("utf-8", "surrogatepass")
    except (binascii.Error, ValueError):
        return ""


def _read(option: Option, kept: Any) -> Any:
    """A kept value in the option's type; the default where it makes no sense (ini files hold texts)."""
    if option.kind == "bool":
        return kept if isinstance(kept, bool) else str(kept).lower() in ("true", "1")
    if option.kind == "zoom":
        try:
            return min(max(float(kept), 0.5), 4.0)
        except (TypeError, ValueError):
            return option.default
    if option.kind == "choice":
        return kept if kept in [value for value, _words in option.choices] else option.default
    return str(kept)
