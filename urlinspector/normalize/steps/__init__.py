"""Steps, one module for each component; `CATALOGUE` has them all, `STEPS` by name, `RANK` their order.

These three are made when they are asked for: they hold the steps of every program whose profile is built in,
which a profile of common steps never needs (start-up: definitions §9).
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from urlinspector.normalize.step import Step

from . import (
    alias,
    fragment,
    host,
    path,
    percent,
    port,
    query,
    recode,
    scheme,
    site_rules,
    text,
    userinfo,
    whole,
)

if TYPE_CHECKING:
    from urlinspector.normalize.steps.catalogue import CATALOGUE, RANK, STEPS

__all__ = ["CATALOGUE", "COMMON", "RANK", "STEPS", "in_order", "step_named"]

_BEFORE = (text, percent, recode, scheme, userinfo, host, port)
_BEHIND = (alias, path, query, fragment, whole, site_rules)
# In the catalogue's order.
_COMMON: dict[str, Step] = {
    step.name: step
    for steps in (
        *(module.STEPS for module in _BEFORE),
        (scheme.LIMIT_PROTOCOL,),
        *(module.STEPS for module in _BEHIND),
    )
    for step in steps
}

COMMON: tuple[Step, ...] = tuple(step for step in _COMMON.values() if not step.peer)
"""The catalogue without other programs' oddities."""


def step_named(name: str) -> Step | None:
    """The step of that name; None where there is none."""
    if name in _COMMON:
        return _COMMON[name]
    from urlinspector.normalize.steps import catalogue

    return catalogue.STEPS.get(name)


def in_order(names: Iterable[str]) -> dict[str, int]:
    """For each of these names a number, by which they are in the order of the catalogue."""
    wanted = set(names)
    if wanted <= _COMMON.keys():
        return {name: rank for rank, name in enumerate(_COMMON) if name in wanted}
    from urlinspector.normalize.steps import catalogue

    return {name: catalogue.RANK[name] for name in wanted}


def __getattr__(name: str) -> Any:
    if name not in ("CATALOGUE", "RANK", "STEPS"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from urlinspector.normalize.steps import catalogue

    return getattr(catalogue, name)
