"""Collects the window's texts for translators, as a Qt `.ts` file.

    python3 packaging/translations.py [FILE.ts]

Qt's own collector cannot see through the modules' helpers `_tr("…")`, whose context stands in their body;
this one reads the syntax tree. Translate the file with Qt Linguist, name it `urlinspector_<language>.ts`, and
put what `pyside6-lrelease` makes of it into `resources/i18n`. Standard library only.
"""

import ast
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
GUI = ROOT / "urlinspector" / "gui"


class Text(NamedTuple):
    """One text with its context: the class of `self.tr`, or what `translate` is given."""

    context: str
    source: str
    file: str
    line: int


def texts_of(path: Path) -> Iterator[Text]:
    """The texts of one module, in the order of their lines."""
    tree = ast.parse(path.read_text("utf-8"))
    helper = _context_of_helper(tree)
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    for context, node in _walk(tree, ""):
        found = _text(node, context, helper)
        if found is not None:
            yield Text(*found, name, node.lineno)


def _walk(node: ast.AST, context: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call with the name of the class that it stands in."""
    for child in ast.iter_child_nodes(node):
        inside = child.name if isinstance(child, ast.ClassDef) else context
        if isinstance(child, ast.Call):
            yield inside, child
        yield from _walk(child, inside)


def _text(node: ast.Call, context: str, helper: str) -> tuple[str, str] | None:
    """Context and text of a call that translates something, or None."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    words = [each.value if isinstance(each, ast.Constant) else None for each in node.args]
    if name == "tr" and words and isinstance(words[0], str):
        return context, words[0]
    if name in ("translate", "QT_TRANSLATE_NOOP") and len(words) > 1:
        found, text = words[0], words[1]
        return (found, text) if isinstance(found, str) and isinstance(text, str) else None
    if name == "_tr" and words and isinstance(words[0], str) and helper:
        return helper, words[0]
    return None


def _context_of_helper(tree: ast.Module) -> str:
    """The context that the module's `_tr` gives to `translate`; empty where there is no such helper."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "_tr":
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
                    return str(call.args[0].value)
    return ""


def as_ts(texts: list[Text]) -> str:
    """The texts as Qt's XML, each once in its context."""
    root = ET.Element("TS", version="2.1", sourcelanguage="en")
    contexts: dict[str, dict[str, list[Text]]] = {}
    for text in texts:
        contexts.setdefault(text.context, {}).setdefault(text.source, []).append(text)
    for context in sorted(contexts):
        box = ET.SubElement(root, "context")
        ET.SubElement(box, "name").text = context
        for source, places in contexts[context].items():
            message = ET.SubElement(box, "message")
            for place in places:
                ET.SubElement(message, "location", filename=place.file, line=str(place.line))
            ET.SubElement(message, "source").text = source
            ET.SubElement(message, "translation", type="unfinished")
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n' + ET.tostring(root, "unicode") + "\n"


def main(arguments: list[str]) -> int:
    """Write the file that is named, or to standard output."""
    texts = [text for path in sorted(GUI.rglob("*.py")) for text in texts_of(path)]
    made = as_ts(texts)
    if arguments:
        Path(arguments[0]).write_text(made, "utf-8")
    else:
        sys.stdout.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
