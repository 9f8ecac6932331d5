"""Steps, one module for each component; `CATALOGUE` has them all, `STEPS` by name, `RANK` their order.

These three are made when they are asked for: they hold the steps of every program whose profile is built in,
which a profile of common steps never needs (start-up: definitions §9).
"""

from typing import TYPE_CHECKING, Any

from urlinspector.normalize.step import Step

from . import alias, fragment, host, path, percent, port, query, recode, scheme, text, userinfo, whole

if TYPE_CHECKING:
    from urlinspector.normalize.steps.catalogue import CATALOGUE, RANK, STEPS

__all__ = ["CATALOGUE", "RANK", "STEPS", "step_named"]

_MODULES = (text, percent, recode, scheme, userinfo, host, port, alias, path, query, fragment, whole)
_COMMON: dict[str, Step] = {step.name: step for module in _MODULES for step in module.STEPS}
_COMMON[scheme.LIMIT_PROTOCOL.name] = scheme.LIMIT_PROTOCOL


def step_named(name: str) -> Step | None:
    """The step of that name; None where there is none."""
    if name in _COMMON:
        return _COMMON[name]
    from urlinspector.normalize.steps import catalogue

    return catalogue.STEPS.get(name)


def __getattr__(name: str) -> Any:
    if name not in ("CATALOGUE", "RANK", "STEPS"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from urlinspector.normalize.steps import catalogue

    return getattr(catalogue, name)
