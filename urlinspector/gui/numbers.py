"""Numbers as people read them: with the locale's separators, also where no locale is set."""

from PySide6.QtCore import QLocale


def reading_locale() -> QLocale:
    """The user's locale; English where there is only C, which writes `417646`."""
    locale = QLocale()
    return QLocale(QLocale.Language.English) if locale.language() == QLocale.Language.C else locale


def counted(value: int) -> str:
    """`417,646`."""
    return reading_locale().toString(value)
