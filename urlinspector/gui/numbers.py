"""Numbers as people read them: with the locale's separators, also where no locale is set."""

from functools import lru_cache

from PySide6.QtCore import QLocale


def reading_locale() -> QLocale:
    """The user's locale; English where there is only C, which writes `417646`."""
    return _readable(QLocale().name())


@lru_cache(maxsize=4)
def _readable(name: str) -> QLocale:
    return QLocale(QLocale.Language.English) if name == "C" else QLocale()


def counted(value: int) -> str:
    """`417,646`."""
    return reading_locale().toString(value)


def told(count: int, one: str, many: str) -> str:
    """A phrase with a count, in the singular for one: `told(1, "{0} row", "{0} rows")`."""
    return (one if count == 1 else many).format(counted(count))
