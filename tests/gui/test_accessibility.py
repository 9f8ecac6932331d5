"""Every control of the window can be named, reached and seen to have the focus."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QTabBar,
    QTextBrowser,
    QWidget,
)
from pytestqt.qtbot import QtBot

from urlinspector import app
from urlinspector.gui.pages import PAGES

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextBrowser,
    QProgressBar,
    QTabBar,
)
INNER = ("QComboBoxPrivateContainer", "QComboBoxListView", "QTableCornerButton")


def controls(root: QWidget) -> Iterator[QWidget]:
    """Everything under a widget that a person can act on or read from, but for Qt's own inner parts."""
    for widget in root.findChildren(QWidget):
        if isinstance(widget, QHeaderView) or _is_inner(widget):
            continue
        if isinstance(widget, QLabel) and not widget.text():  # nothing to read yet
            continue
        if isinstance(widget, CONTROLS) or widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            yield widget


def _is_inner(widget: QWidget) -> bool:
    """Part of another control: the list of a combo box, a spin box's field, a view's corner or viewport."""
    name = widget.objectName()
    parent = widget.parentWidget()
    return (
        name.startswith("qt_")
        or isinstance(parent, QComboBox | QAbstractSpinBox | QTabBar | QLineEdit)
        or widget.metaObject().className() in INNER
        or (parent is not None and parent.metaObject().className() in INNER)
        or (isinstance(parent, QAbstractScrollArea) and widget is parent.viewport())
        or isinstance(widget, QMenu | QDialog | QDockWidget)
    )


def spoken_name(widget: QWidget) -> str:
    """What a screen reader would say first."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def scene(shell: app.Parts, qtbot: QtBot, key: str) -> None:
    """A page with something on it, everything that is hidden at first shown."""
    shell.window.show_page(key)
    page = shell.window.page
    assert page is not None
    typical = next((each for each in page.scenes() if each.name == "typical"), None)
    if typical is not None:
        typical.prepare()
        qtbot.waitUntil(typical.ready, timeout=20_000)
    shell.services.profile.set_on("remove-www", True)
    shell.services.profile.toggle("add-www")
    assert shell.window.steps_dock.refusal_bar.isVisible() == page.uses_docks


def nameless(shell: app.Parts) -> list[str]:
    """The controls of the window that a screen reader has no name for."""
    return [
        f"{type(each).__name__} {each.objectName()!r} in {type(each.parent()).__name__}"
        for each in controls(shell.window)
        if not spoken_name(each).strip()
    ]


@pytest.mark.parametrize("key", [record.key for record in PAGES])
def test_every_control_has_a_name(shell: app.Parts, qtbot: QtBot, key: str) -> None:
    scene(shell, qtbot, key)

    def all_have_names() -> None:
        assert nameless(shell) == []

    # What is being filled or taken down when the scene is ready has its words a moment later.
    qtbot.waitUntil(all_have_names, timeout=10_000)


def test_every_control_of_the_dialogs_has_a_name(shell: app.Parts, qtbot: QtBot) -> None:
    window = shell.window
    window.show_settings()
    window.show_about()
    window.show_palette()
    window.commands.show_options("encode-illegal")
    window.commands.save_as()
    dialogs = window.findChildren(QDialog)
    assert len(dialogs) >= 5
    nameless = [
        f"{dialog.objectName()}: {type(each).__name__} {each.objectName()!r}"
        for dialog in dialogs
        for each in controls(dialog)
        if not spoken_name(each).strip()
    ]
    for dialog in dialogs:
        dialog.reject()
    assert nameless == []


def test_every_visible_control_is_reached_by_tab(shell: app.Parts, qtbot: QtBot) -> None:
    """Buttons, fields and views all lie on the chain of Tab, and Tab leaves each of them."""
    window = shell.window
    scene(shell, qtbot, "inspect")
    window.activateWindow()
    start = window.focusWidget()
    assert start is not None
    reached: set[QWidget] = set()
    for _ in range(200):
        focused = QApplication.focusWidget()
        assert focused is not None
        if focused is start and len(reached) > 1:
            break
        # A text with links is visited once for each of them.
        reached.add(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    else:
        pytest.fail(f"Tab does not leave {QApplication.focusWidget()}")
    missed = [
        f"{type(each).__name__} {each.objectName()!r} {spoken_name(each)!r}"
        for each in controls(window)
        if isinstance(each, QAbstractButton | QLineEdit | QComboBox | QAbstractItemView | QTextBrowser)
        and each.isVisible()
        and each.isEnabled()
        and each not in reached
        and not _is_reached_by_arrows(each, reached)
    ]
    assert missed == []


def _is_reached_by_arrows(widget: QWidget, reached: set[QWidget]) -> bool:
    """In an exclusive group of buttons Tab goes to one and the arrow keys to the others."""
    if not isinstance(widget, QAbstractButton) or widget.group() is None or not widget.group().exclusive():
        return False
    return any(each in reached for each in widget.group().buttons())


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_focus_can_be_seen(make_shell: Callable[..., app.Parts], qtbot: QtBot, theme: str) -> None:
    """Every kind of control of the shell is drawn otherwise with the focus than without."""
    shell = make_shell(theme=theme)
    shell.window.resize(1440, 900)
    shell.window.show_page("inspect")
    with qtbot.waitActive(shell.window):
        shell.window.show()
        shell.window.activateWindow()
    dock = shell.window.steps_dock
    services = shell.services
    services.profile.toggle("remove-www")
    looked_at = [
        shell.window.page_bar.buttons["inspect"],
        dock.profile_bar.chooser,
        dock.profile_bar.undo_button,
        dock.filter_edit,
        *dock.show_buttons.values(),
        dock.safety_button,
        dock.title_bar.close_button,
    ]
    for widget in looked_at:
        shell.window.explain_dock.browser.setFocus()
        without = widget.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        assert widget.hasFocus(), (widget, QApplication.focusWidget(), shell.window.isActiveWindow())
        assert widget.grab().toImage() != without, spoken_name(widget)


def walk(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[QModelIndex]:
    for row in range(min(model.rowCount(parent), 200)):
        for column in range(model.columnCount(parent)):
            yield model.index(row, column, parent)
        yield from walk(model, model.index(row, 0, parent))


def test_every_row_of_the_views_says_something(shell: app.Parts, qtbot: QtBot) -> None:
    scene(shell, qtbot, "inspect")
    views = [each for each in controls(shell.window) if isinstance(each, QAbstractItemView)]
    assert len(views) >= 3
    for view in views:
        model = view.model()
        for row in range(model.rowCount()):
            index = model.index(row, 0)
            spoken = index.data(Qt.ItemDataRole.AccessibleTextRole) or index.data()
            assert spoken, (view.accessibleName(), row)
