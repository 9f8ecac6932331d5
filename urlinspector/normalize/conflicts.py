"""Steps that cannot stand in one profile: pairs, the options under which they conflict, and the reason.

The pairs are data (definitions §2, *Conflicts*). A step's own `conflicts` names its partners for the
catalogue's listing; this table says when the conflict is real.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from urlinspector.normalize.pipeline import BoundStep


class Conflict(NamedTuple):
    """Two steps of a profile, by name and in profile order, that cannot both be on, and why."""

    a: str
    b: str
    message: str


def _always(_one: Any, _other: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """Two steps that conflict where `when(options of one, options of other)` holds."""

    one: str
    other: str
    why: str
    when: Callable[[Any, Any], bool] = _always

    def between(self, a: BoundStep, b: BoundStep) -> bool:
        """Whether the two steps are this pair, in either order, with options that conflict."""
        if (a.step.name, b.step.name) == (self.one, self.other):
            return self.when(a.options, b.options)
        if (b.step.name, a.step.name) == (self.one, self.other):
            return self.when(b.options, a.options)
        return False


RULES: tuple[Rule, ...] = (
    Rule("add-trailing-slash", "remove-trailing-slash", "one adds the slash that the other removes"),
    Rule("add-www", "remove-www", "one adds the label that the other removes"),
    Rule("add-www", "remove-www-number", "one adds the label that the other removes"),
    Rule("idna-to-ascii", "idna-to-unicode", "one undoes what the other writes"),
    Rule(
        "empty-path-to-slash",
        "remove-trailing-slash",
        "one adds the root slash that the other removes; let remove-trailing-slash keep the root",
        lambda _add, remove: not remove.keep_root,
    ),
    Rule(
        "plus-to-percent20",
        "encode-as-form",
        "one writes %20 where the other writes +; let encode-as-form write %20",
        lambda _percent20, form: form.space == "plus",
    ),
    Rule(
        "remove-fragment",
        "hashbang-to-query",
        "the fragment is gone before it can become a parameter; let remove-fragment keep “#!”",
        lambda remove, _hashbang: not remove.keep_hashbang,
    ),
    Rule("limit-protocol", "limit-protocol", "a URL has one protocol, so it can be limited once only"),
)


def conflicts(steps: Iterable[BoundStep]) -> list[Conflict]:
    """Every pair of steps that cannot stand together, in profile order; empty where all can."""
    chosen: Sequence[BoundStep] = [each for each in steps if each.step.name in _NAMES]
    return [
        Conflict(a.step.name, b.step.name, _message(a.step.name, b.step.name, rule.why))
        for a, b in combinations(chosen, 2)
        for rule in RULES
        if rule.between(a, b)
    ]


def partners(name: str) -> tuple[str, ...]:
    """The steps that a step may conflict with, under some options, in the order of the table."""
    return tuple(
        dict.fromkeys(
            other
            for rule in RULES
            for one, other in ((rule.one, rule.other), (rule.other, rule.one))
            if one == name
        )
    )


_NAMES = frozenset(name for rule in RULES for name in (rule.one, rule.other))


def _message(a: str, b: str, why: str) -> str:
    pair = f"“{a}” stands twice" if a == b else f"“{a}” and “{b}” cannot both be on"
    return f"{pair}: {why}"
