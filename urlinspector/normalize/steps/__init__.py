"""The catalogue: every step there is, in the one order that decides where an added step goes."""

from urlinspector.normalize.step import Step

from . import alias, fragment, host, path, percent, port, query, scheme, text, userinfo, whole

CATALOGUE: tuple[Step, ...] = (
    *text.STEPS,
    *percent.STEPS,
    *scheme.STEPS,
    *userinfo.STEPS,
    *host.STEPS,
    *port.STEPS,
    *alias.STEPS,
    *path.STEPS,
    *query.STEPS,
    *fragment.STEPS,
    *whole.STEPS,
)
"""TEXT, percent, scheme, userinfo, host, port, host-alias, path, query, fragment, WHOLE (definitions §2)."""

STEPS: dict[str, Step] = {step.name: step for step in CATALOGUE}
RANK: dict[str, int] = {step.name: rank for rank, step in enumerate(CATALOGUE)}
