"""A secret of `tests/data/masking` in no cell, row, document or copy that is masked (definitions §6)."""

import polars as pl
import pytest
from pytestqt.qtbot import QtBot

from tests.url.secrets import HIDDEN
from urlinspector.bulk.export.rows import without_credentials
from urlinspector.compare.lru_relation import lru_relation
from urlinspector.compare.verdict import compare
from urlinspector.gui.models.compare_rows import component_table, merged_text, stem_table
from urlinspector.gui.models.component_row import ComponentRow
from urlinspector.gui.models.component_rows import component_rows
from urlinspector.gui.models.ladder import rung_cells
from urlinspector.gui.state.compare_reading import Explained
from urlinspector.gui.state.compare_text import ticket
from urlinspector.gui.state.copy_formats import FORMATS, Source
from urlinspector.gui.state.reading import Facts, Findings, Result, result_of
from urlinspector.gui.state.theme_state import ThemeState
from urlinspector.gui.views.cells import TableCell
from urlinspector.gui.views.diff_text import UrlText, described, plain
from urlinspector.gui.views.ladder_document import ladder_html
from urlinspector.gui.views.url_access import description, spoken
from urlinspector.gui.views.url_field import UrlField
from urlinspector.normalize.library import builtin
from urlinspector.url.components import Url
from urlinspector.url.masking import masked

PROFILES = ("safe", "seo", "browser", "everything-2005")
SECRET = ("secret", "se\ncret", "se%63ret", "secret%20")
"""As they stand in a text, decoded, or with the line end gone."""

hidden = pytest.mark.parametrize("text", HIDDEN, ids=ascii)


def results(text: str) -> list[Result]:
    profiles = [builtin(name) for name in PROFILES]
    profiles.append(
        builtin("safe").enabled("backslash-to-slash").enabled("fix-scheme-slashes").enabled("refang")
    )
    return [result_of(text, None, profile) for profile in profiles]


def tells(said: str) -> bool:
    return any(each in said for each in SECRET)


def words(cell: TableCell) -> str:
    return "\n".join(filter(None, (cell.words, cell.tip, "" if cell.url is None else described(cell.url))))


def shown(row: ComponentRow) -> str:
    texts = [described(each) for each in (row.raw, row.decoded, row.normalized) if isinstance(each, UrlText)]
    texts += [note.text for note in row.notes]
    return "\n".join((*texts, *(shown(row.parts[at]) for at in range(len(row.parts)))))


@hidden
def test_component_rows(text: str) -> None:
    facts = Facts(text)
    for result in results(text):
        for row in component_rows(facts, result, Findings.of(facts.url, text)):
            assert not tells(shown(row)), row.name


@hidden
def test_ladder(text: str) -> None:
    for result in results(text):
        for rung in result.rungs:
            assert not tells("\n".join(map(words, rung_cells(rung)))), rung.name
        assert not tells(ladder_html(result))


@hidden
def test_comparison(text: str) -> None:
    other = "https://user:other@h/x"
    for one, two in ((text, other), (other, text), (text, "http://h/")):
        comparison = compare(one, two, builtin("safe"))
        for row in component_table(comparison, Explained.of(comparison), marks=False, masks=True):
            assert not tells("\n".join(map(words, row)))
        assert not tells(plain(merged_text(one, two, masks=True)))
        assert not tells(described(merged_text(one, two, masks=True)))
        for row in stem_table(lru_relation(Url.parse(one), Url.parse(two)), marks=False):
            assert not tells("\n".join(map(words, row)))
        assert not tells(ticket(comparison, (), markdown=True))


@hidden
def test_copies_and_exports(text: str) -> None:
    source = Source(text, text, None, builtin("safe"))
    assert not any(tells(form.write(source)) for form in FORMATS if form.masks)
    frame = without_credentials(pl.DataFrame({"text": [text, None, "http://a/@b"], "n": [1, 2, 3]}))
    assert frame["text"].to_list() == [masked(text), None, "http://a/@b"]


@hidden
def test_a_field_that_is_not_focused(text: str, themes: ThemeState, qtbot: QtBot) -> None:
    field = UrlField(themes, "URL")
    qtbot.addWidget(field)
    field.set_text(text)
    assert field.is_masked
    assert not tells(spoken(field))
    assert not tells(description(field))
