"""How a profile differs from the one it was made from, counted and in words."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from urlinspector.normalize.profile import Profile


@dataclass(frozen=True, slots=True)
class ProfileChanges:
    """Names of the steps that were added, removed, given other options, and whether the order of the rest
    differs."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    with_options: tuple[str, ...]
    reordered: bool

    @classmethod
    def between(cls, base: Profile, profile: Profile) -> "ProfileChanges":
        """What was done to `base` to get `profile`."""
        before = {each.step.name: each for each in base.steps}
        after = {each.step.name: each for each in profile.steps}
        common_before = [name for name in before if name in after]
        common_after = [name for name in after if name in before]
        return cls(
            tuple(name for name in after if name not in before),
            tuple(name for name in before if name not in after),
            tuple(name for name in common_after if after[name].options != before[name].options),
            common_before != common_after,
        )

    @property
    def some(self) -> bool:
        return bool(self.added or self.removed or self.with_options or self.reordered)

    def words(self) -> str:
        """`1 step added, 2 removed, order changed`; empty for no difference."""
        parts: list[str] = []
        for names, verb in (
            (self.added, _tr("added")),
            (self.removed, _tr("removed")),
            (self.with_options, _tr("changed")),
        ):
            if names:
                count = len(names)
                pattern = _tr("{count} {verb}") if parts else _tr("{count} step {verb}")
                if count > 1 and not parts:
                    pattern = _tr("{count} steps {verb}")
                parts.append(pattern.format(count=count, verb=verb))
        if self.reordered:
            parts.append(_tr("order changed"))
        return ", ".join(parts)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProfileChanges", text)
