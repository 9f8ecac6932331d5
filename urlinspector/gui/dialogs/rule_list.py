"""The rules of a profile with a check box each: how single rules are switched off and on."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from urlinspector.normalize.site_rules import SiteRule

_RULE = int(Qt.ItemDataRole.UserRole)


class RuleList(QListWidget):
    """Rules in their order. Rules are made and removed elsewhere; here they are switched."""

    def set_rules(self, rules: Iterable[SiteRule]) -> None:
        """Show these rules; with none, which are a step's defaults, those that are shown are switched on."""
        shown = tuple(rules) or tuple(rule.switched(True) for rule in self.rules())
        self.clear()
        for rule in shown:
            item = QListWidgetItem(rule.name)
            item.setData(_RULE, rule)
            about = (rule.in_words, str(rule.scope), rule.reason, _until(rule))
            item.setToolTip("\n".join(filter(None, about)))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if rule.enabled else Qt.CheckState.Unchecked)
            self.addItem(item)

    def rules(self) -> tuple[SiteRule, ...]:
        """The rules as they are switched now."""
        items = (self.item(row) for row in range(self.count()))
        return tuple(item.data(_RULE).switched(item.checkState() is Qt.CheckState.Checked) for item in items)


def _until(rule: SiteRule) -> str:
    if rule.expires is None:
        return ""
    text = QCoreApplication.translate("RuleList", "not applied from {day} on")
    return text.format(day=rule.expires.isoformat())
