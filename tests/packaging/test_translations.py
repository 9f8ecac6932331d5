"""Every text of the window can be translated, and a translation is found and used."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

import translations
from urlinspector.gui import translations as loader

MODULE = """
class Thing:
    def f(self):
        return self.tr("in a class"), _tr("by helper"), _tr(name)

    def g(self):
        return QCoreApplication.translate("Other", "with context")

WORDS = QT_TRANSLATE_NOOP("Words", "marked")

def _tr(text):
    return QCoreApplication.translate("Helper", text)
"""


def test_each_way_of_marking_a_text_is_found_with_its_context(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(MODULE, "utf-8")
    found = {(each.context, each.source) for each in translations.texts_of(path)}
    assert found == {
        ("Thing", "in a class"),
        ("Helper", "by helper"),
        ("Other", "with context"),
        ("Words", "marked"),
    }


def test_texts_of_the_shell_are_among_them() -> None:
    texts = {
        (each.context, each.source)
        for path in sorted(translations.GUI.rglob("*.py"))
        for each in translations.texts_of(path)
    }
    assert {
        ("StepsDock", "Find a step"),
        ("Shell", "&Settings…"),
        ("Pages", "Inspect"),
        ("Menu", "&File"),
    } <= texts
    assert not [context for context, _source in texts if not context]


def test_a_translation_is_found_and_used(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = shutil.which("pyside6-lrelease", path=str(Path(sys.executable).parent))
    if release is None:
        pytest.skip("Qt's lrelease is not installed")
    source = translations.as_ts([translations.Text("StepsDock", "Find a step", "x.py", 1)])
    done = source.replace('<translation type="unfinished" />', "<translation>Schritt suchen</translation>")
    (tmp_path / "i18n").mkdir()
    (tmp_path / "de.ts").write_text(done, "utf-8")
    target = tmp_path / "i18n" / "urlinspector_de.qm"
    subprocess.run([release, str(tmp_path / "de.ts"), "-qm", str(target)], check=True, capture_output=True)
    monkeypatch.setattr(loader, "resources", lambda: tmp_path)
    assert loader.install_translations(qapp, ["fr-FR", "en", "de-AT"]) is None
    translator = loader.install_translations(qapp, ["fr-FR", "de-AT", "en"])
    assert translator is not None
    assert QCoreApplication.translate("StepsDock", "Find a step") == "Schritt suchen"
    qapp.removeTranslator(translator)
    assert QCoreApplication.translate("StepsDock", "Find a step") == "Find a step"
