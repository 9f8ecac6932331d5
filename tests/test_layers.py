"""The import contracts of pyproject.toml can fail: each kind of forbidden import is caught, lazy ones too."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

PACKAGES = ("bulk", "cli", "compare", "gui", "hosts", "normalize", "normalize/steps", "rules", "url")
ALLOWED = {
    "__main__.py": "import urlinspector.cli\ndef open_window():\n    import urlinspector.app",
    "app.py": "import urlinspector.gui",
    "gui/window.py": "import PySide6.QtCore, urlinspector.bulk, urlinspector.hosts",
    "bulk/engine.py": "import polars, urlinspector.normalize",
    "hosts/resolver.py": "import dns.asyncresolver",
    "normalize/pipeline.py": "import urlinspector.url",
    "url/suffix.py": "import urlinspector.resources",
    "resources.py": "import pathlib",
}
FORBIDDEN = {
    "cli/window.py": (
        "import urlinspector.app",
        "urlinspector.cli is not allowed to import urlinspector.app",
    ),
    "cli/other.py": ("import urlinspector.gui", "urlinspector.cli is not allowed to import urlinspector.gui"),
    "url/up.py": ("import urlinspector.normalize", "url is not allowed to import urlinspector.normalize"),
    "rules/side.py": ("import urlinspector.hosts", "rules is not allowed to import urlinspector.hosts"),
    "cli/frames.py": ("import polars", "urlinspector.cli.frames -> polars"),
    "compare/frames.py": ("import polars", "urlinspector.compare.frames -> polars"),
    "app.py": ("import PySide6.QtWidgets", "urlinspector.app -> PySide6"),
    "bulk/colours.py": ("import PySide6.QtGui", "urlinspector.bulk.colours -> PySide6"),
    "gui/names.py": ("import dns.resolver", "urlinspector.gui.names -> dns"),
    "normalize/log.py": ("import logging", "urlinspector.normalize.log -> logging"),
    "url/fetch.py": ("import socket", "urlinspector.url.fetch -> socket"),
}


def lint(folder: Path, modules: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """lint-imports with this project's contracts on a package made of these modules."""
    root = folder / "urlinspector"
    for package in ("", *PACKAGES):
        (root / package).mkdir(parents=True, exist_ok=True)
        (root / package / "__init__.py").touch()
    for name in ("app.py", "resources.py"):
        (root / name).touch()
    for name, source in modules.items():
        (root / name).write_text(source, "utf-8")
    shutil.copy(ROOT / "pyproject.toml", folder)
    command = "from importlinter.cli import lint_imports_command as c; c(['--no-cache'])"
    return subprocess.run(
        [sys.executable, "-c", command],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "PYTHONUTF8": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_the_design_allows_is_kept(tmp_path: Path) -> None:
    told = lint(tmp_path, ALLOWED)
    assert told.returncode == 0, told.stdout
    assert "0 broken" in told.stdout


def test_each_forbidden_import_is_caught_even_a_lazy_one(tmp_path: Path) -> None:
    told = lint(tmp_path, {name: f"def later():\n    {source}\n" for name, (source, _) in FORBIDDEN.items()})
    assert told.returncode == 1
    for name, (_, complaint) in FORBIDDEN.items():
        assert complaint in told.stdout, name
