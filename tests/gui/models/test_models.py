from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from urlinspector.gui.models.component_rows import component_rows
from urlinspector.gui.models.components import NOTE, RAW, ComponentModel
from urlinspector.gui.models.findings import FindingsModel, FoundRows
from urlinspector.gui.models.ladder import AFTER, ARROW, BEFORE, LadderModel
from urlinspector.gui.state.reading import Facts, Findings, result_of
from urlinspector.gui.views.cells import Role
from urlinspector.normalize.library import builtin
from urlinspector.url.components import Span

MOCK = "HTTP://Jiminy.MediaLab.Sciences-Po.fr:80/hci/./index.php?title=Reverse%5fURLs&utm_source=rss#bottom "
SAID = Qt.ItemDataRole.AccessibleTextRole


def fill(model: ComponentModel, text: str) -> None:
    facts = Facts(text)
    result = result_of(text, None, builtin("safe"))
    model.set_rows(component_rows(facts, result, Findings.of(facts.url, text)))


def every_index(model: QAbstractItemModel, parent: QModelIndex | None = None) -> list[QModelIndex]:
    parent = parent or QModelIndex()
    found = []
    for row in range(model.rowCount(parent)):
        found += [model.index(row, column, parent) for column in range(model.columnCount(parent))]
        found += every_index(model, model.index(row, 0, parent))
    return found


def test_the_component_model_keeps_qts_rules_while_parts_come_and_go(qtmodeltester: ModelTester) -> None:
    model = ComponentModel()
    fill(model, MOCK)
    every_index(model)
    qtmodeltester.check(model)
    for text in ("http://a/?x&y&z&w", "http://a/?x", "", "http://a/b/c/d/e?q", MOCK):
        fill(model, text)
        every_index(model)


def test_every_cell_is_said_in_words(qtbot: QtBot) -> None:
    model = ComponentModel()
    fill(model, MOCK)
    for index in every_index(model):
        assert index.data(SAID), (index.row(), index.column())


def test_a_position_finds_its_row_and_its_part(qtbot: QtBot) -> None:
    model = ComponentModel()
    fill(model, MOCK)
    at = MOCK.index("utm_source") + 2
    assert model.index_of(at, among_parts=False).data() == "query"
    assert model.index_of(at, among_parts=True).data() == "utm_source"
    assert model.index_of(MOCK.index("/hci"), among_parts=False).data() == "path"
    assert model.index_of(2, among_parts=False).data() == "scheme"


def test_a_span_finds_its_row(qtbot: QtBot) -> None:
    model = ComponentModel()
    fill(model, MOCK)
    start = MOCK.index("utm_source=rss")
    assert model.index_of_span(Span(start, start + 14)).data() == "utm_source"
    assert not model.index_of_span(Span(1, 2)).isValid()


def test_a_warning_is_named_in_the_note(qtbot: QtBot) -> None:
    model = ComponentModel()
    fill(model, MOCK)
    assert "warning" in model.index(6, NOTE).data(SAID)
    assert model.index(1, NOTE).data(SAID) == "no note"


def test_copies_are_masked_like_what_is_shown(qtbot: QtBot) -> None:
    model = ComponentModel()
    fill(model, "http://u:secret@h/")
    assert model.index(1, RAW).data(Role.COPY) == "u:•••"
    assert not any("secret" in str(index.data(role)) for index in every_index(model) for role in (0, SAID))


def ladder(text: str, profile: str = "safe") -> LadderModel:
    model = LadderModel()
    model.set_rungs(result_of(text, None, builtin(profile)).rungs)
    return model


def test_the_ladder_keeps_qts_rules_and_shows_all_on_demand(qtmodeltester: ModelTester) -> None:
    model = ladder(MOCK)
    qtmodeltester.check(model)
    assert model.rowCount() == 7
    model.set_show_all(True)
    assert model.rowCount() == len(builtin("safe").steps)
    model.set_rungs(result_of("", None, builtin("safe")).rungs)
    model.set_show_all(False)
    assert model.rowCount() == 0


def test_ladder_rows_say_what_changed(qtbot: QtBot) -> None:
    model = ladder(MOCK)
    row = model.row_of_step("decode-unreserved")
    assert row is not None
    assert "gone: %5F" in model.index(row, BEFORE).data(SAID)
    assert "new: _" in model.index(row, AFTER).data(SAID)
    assert model.index(row, ARROW).data(SAID) == "becomes"
    port = model.row_of_step("remove-default-port")
    assert port is not None
    assert model.index(port, AFTER).data() == "absent"


def test_credentials_never_enter_the_ladder(qtbot: QtBot) -> None:
    model = ladder(" HTTP://u:secret@H/ ", "browser")
    model.set_show_all(True)
    for index in every_index(model):
        for role in (Qt.ItemDataRole.DisplayRole, SAID, Role.COPY, Qt.ItemDataRole.ToolTipRole):
            assert "secret" not in str(index.data(role))


def test_a_refusal_is_a_row_with_its_reason(qtbot: QtBot) -> None:
    model = ladder("not a url")
    assert "not a URL" in model.index(model.rowCount() - 1, BEFORE).data(SAID)


def test_findings_are_listed_in_the_order_of_the_text(qtmodeltester: ModelTester) -> None:
    text = "http://u:p@a/ b?u=http%3A%2F%2Fc%2F&x=\u202e"
    model = FindingsModel()
    model.set_rows(FoundRows(Findings.of(Facts(text).url, text)))
    qtmodeltester.check(model)
    starts = [row.span.start for row in model.rows]
    assert starts == sorted(starts)
    assert {row.kind for row in model.rows} == {"violation", "warning", "nested URL"}


def test_a_position_among_delimiters_has_the_row_they_lead_to(qtbot: QtBot) -> None:
    model = ComponentModel()
    fill(model, "http://a.example/")
    assert model.index_of(6, among_parts=True).data() == "host"
    fill(model, "//u@a.example/")
    assert model.index_of(0, among_parts=False).data() == "userinfo"
    fill(model, "http://")
    assert model.index_of(7, among_parts=False).data() is not None
