"""Translations of the window: `resources/i18n/urlinspector_<language>.qm`, the first that the user's
languages name.

The texts in the source are English. `packaging/translations.py` collects them for translators.
"""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from urlinspector.resources import resources


def install_translations(app: QCoreApplication, languages: Iterable[str] = ()) -> QTranslator | None:
    """Load the translation of the first language that there is one for; None where English stays.

    `languages` are tags such as `de-AT`, the user's own when empty. English in the list ends the search.
    """
    folder = resources() / "i18n"
    for language in languages or QLocale.system().uiLanguages():
        for name in (language.replace("-", "_"), language.partition("-")[0]):
            if name == "en":
                return None
            path = folder / f"urlinspector_{name}.qm"
            if path.is_file():
                translator = QTranslator(app)
                if translator.load(str(path)):
                    app.installTranslator(translator)
                    return translator
    return None
