"""The catalogue: every step there is, in the one order that decides where an added step goes."""

from urlinspector.normalize.step import Step
from urlinspector.normalize.steps import (
    alias,
    fragment,
    host,
    path,
    peers,
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
from urlinspector.url.components import Component

CATALOGUE: tuple[Step, ...] = (
    *text.STEPS,
    *peers.on(Component.TEXT),
    *percent.STEPS,
    *recode.STEPS,
    *peers.on_several(),
    *scheme.STEPS,
    *peers.on(Component.SCHEME),
    *userinfo.STEPS,
    *peers.on(Component.USERINFO),
    *host.STEPS,
    *peers.on(Component.HOST),
    *port.STEPS,
    *peers.on(Component.PORT),
    scheme.LIMIT_PROTOCOL,
    *alias.STEPS,
    *path.STEPS,
    *peers.on(Component.PATH),
    *query.STEPS,
    *peers.on(Component.QUERY),
    *fragment.STEPS,
    *peers.on(Component.FRAGMENT),
    *whole.STEPS,
    *peers.on(Component.WHOLE),
    *site_rules.STEPS,
)
"""TEXT, percent layer, scheme, userinfo, host, port, path, query, fragment, WHOLE (definitions §2).

Three stand further back than their component: limit-protocol looks at the port, so the default port has to be
gone (`http://a:80/` and `https://a/`); host-alias looks up a host that all others are done with; rules of
sites see what all others made of the URL. In each
layer the oddities of real programs come last.
"""

STEPS: dict[str, Step] = {step.name: step for step in CATALOGUE}
RANK: dict[str, int] = {step.name: rank for rank, step in enumerate(CATALOGUE)}
