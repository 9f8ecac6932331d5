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
    scheme.LIMIT_PROTOCOL,
    *alias.STEPS,
    *path.STEPS,
    *query.STEPS,
    *fragment.STEPS,
    *whole.STEPS,
)
"""TEXT, percent layer, scheme, userinfo, host, port, path, query, fragment, WHOLE (definitions §2).

Two stand further back than their component: limit-protocol looks at the port, so the default port has to be
gone (`http://a:80/` and `https://a/`); host-alias looks up a host that all others are done with.
"""

STEPS: dict[str, Step] = {step.name: step for step in CATALOGUE}
RANK: dict[str, int] = {step.name: rank for rank, step in enumerate(CATALOGUE)}
