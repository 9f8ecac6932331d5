"""What only one program does: the oddities of the real canonicalizers whose profiles are built in.

One module for each program. Its steps name it as `peer`, and say where they lose data or need a second run.
Written from described behaviour and recorded answers.
"""

from urlinspector.normalize.step import Step
from urlinspector.normalize.steps.peers import (
    archive,
    courlan,
    crawler_commons,
    google,
    heritrix,
    hyphe,
    java,
    normalize_url,
    nutch,
    purell,
    python,
    surt,
    ural,
    url_normalize,
    urlcanon,
    w3lib,
    webarchive,
)
from urlinspector.url.components import Component

PEER_STEPS: tuple[Step, ...] = (
    *w3lib.STEPS,
    *url_normalize.STEPS,
    *courlan.STEPS,
    *normalize_url.STEPS,
    *purell.STEPS,
    *crawler_commons.STEPS,
    *heritrix.STEPS,
    *nutch.STEPS,
    *java.STEPS,
    *google.STEPS,
    *archive.STEPS,
    *surt.STEPS,
    *urlcanon.STEPS,
    *ural.STEPS,
    *hyphe.STEPS,
    *webarchive.STEPS,
    # The last, because the programs on top of it let it put together what they are done with.
    *python.STEPS,
)
"""All of them, by program; `steps.CATALOGUE` puts each at the end of its layer."""


def on(component: Component) -> tuple[Step, ...]:
    """The steps on this component alone, or on the whole text."""
    return tuple(step for step in PEER_STEPS if step.on == (component,))


def on_several() -> tuple[Step, ...]:
    """The steps on several components; they belong to the percent layer."""
    return tuple(step for step in PEER_STEPS if len(step.on) > 1)
