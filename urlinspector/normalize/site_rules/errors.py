"""Why a rule cannot be used."""


class RuleError(ValueError):
    """A rule that cannot be used: the reason, the key at fault, and the line (from 1) where it is known."""

    def __init__(self, reason: str, *, where: str = "", line: int | None = None) -> None:
        place = f"{where}: " if where else ""
        at = f" (line {line})" if line is not None else ""
        super().__init__(f"{place}{reason}{at}")
        self.reason, self.where, self.line = reason, where, line
