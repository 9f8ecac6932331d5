"""The documents that were opened or saved last: paths in the settings, the newest first."""

from pathlib import Path

from urlinspector.gui.settings import Settings

_KEY = "recent-documents"
_MOST = 10


def recent_documents(settings: Settings) -> tuple[Path, ...]:
    """Their paths, also of those that are gone."""
    return tuple(Path(each) for each in settings.text(_KEY).split("\n") if each)


def note_document(settings: Settings, path: Path) -> None:
    """Put one at the front, where the user wants such things to be kept."""
    if settings.get("keep_recents"):
        others = [str(each) for each in recent_documents(settings) if each != path]
        settings.set_text(_KEY, "\n".join([str(path), *others][:_MOST]))


def forget_documents(settings: Settings) -> None:
    """Forget all of them."""
    settings.set_text(_KEY, "")
