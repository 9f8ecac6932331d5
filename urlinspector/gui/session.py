"""What is remembered from one start to the next: window, last profile, recent URLs, what was open."""

import json
import logging
from typing import TYPE_CHECKING

from urlinspector.gui.settings import Settings
from urlinspector.normalize.library import DEFAULT, builtin, builtin_names
from urlinspector.normalize.profile import Profile, ProfileError

if TYPE_CHECKING:
    from urlinspector.gui.main_window import MainWindow

log = logging.getLogger(__name__)

STATE_VERSION = 1
"""Counted up when docks or bars change so that an older layout would not fit."""
_BY_ORDER = "order"


def save_session(window: "MainWindow") -> None:
    """Keep geometry, docks, profile, recents, page, and each page's own session."""
    services, settings = window.services, window.services.settings
    settings.set_state("geometry", window.saveGeometry())
    settings.set_state("docks", window.saveState(STATE_VERSION))
    settings.set_text("steps-view", _BY_ORDER if window.steps_dock.by_order else "")
    settings.set_text("profile", services.profile.profile.to_toml())
    settings.set_text("profile-base", services.profile.base.name)
    kept = list(services.recents.texts) if settings.get("keep_recents") else []
    settings.set_text("recents", _dumped(kept))
    if settings.get("restore_session"):
        settings.set_text("page", window.stack.current_key)
        for key, page in window.stack.pages.items():
            settings.set_text(f"session-{key}", _dumped(page.save_session()))
    settings.save()


def restore_window(window: "MainWindow") -> bool:
    """Geometry and docks as they were; whether any were kept."""
    geometry = window.services.settings.state("geometry")
    if geometry.isEmpty():
        return False
    window.restoreGeometry(geometry)
    restore_docks(window)
    if window.services.settings.text("steps-view") == _BY_ORDER:
        window.steps_dock.set_by_order(True)
    return True


def restore_docks(window: "MainWindow") -> None:
    """The docks as they were, where a layout of this version was kept."""
    if window.restoreState(window.services.settings.state("docks"), STATE_VERSION):
        window.arrangement.after_restore()


def restore_page(window: "MainWindow") -> bool:
    """What was open, where the user wants that; whether there was anything."""
    settings = window.services.settings
    key = settings.text("page")
    if not settings.get("restore_session") or key not in {each.key for each in window.stack.records}:
        return False
    window.show_page(key)
    for name, page in window.stack.pages.items():
        kept = _loaded(settings.text(f"session-{name}"))
        if isinstance(kept, dict):
            page.restore_session(kept)
    return True


def last_profile(settings: Settings) -> tuple[Profile, Profile]:
    """The profile to start with, and what it is compared with; the default one where none is kept or can be
    read.
    """
    start = _builtin(settings.get("default_profile"))
    text = settings.text("profile")
    if not settings.get("restore_profile") or not text:
        return start, start
    try:
        profile = Profile.parse(text)
    except ProfileError as error:
        log.info("the last profile is left out: %s", error)
        return start, start
    base = settings.text("profile-base")
    return profile, _builtin(base) if base in builtin_names() else profile


def last_recents(settings: Settings) -> list[str]:
    """The recent URLs that were kept."""
    kept = _loaded(settings.text("recents")) if settings.get("keep_recents") else None
    return [each for each in kept if isinstance(each, str)] if isinstance(kept, list) else []


def _builtin(name: str) -> Profile:
    try:
        return builtin(name)
    except ProfileError:
        return builtin(DEFAULT)


def _dumped(kept: object) -> str:
    """As JSON without escapes: of two escaped surrogates JSON makes one character."""
    return json.dumps(kept, ensure_ascii=False)


def _loaded(text: str) -> object:
    try:
        return json.loads(text) if text else None
    except ValueError:
        log.info("a session that cannot be read is left out")
        return None
