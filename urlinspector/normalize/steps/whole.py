"""Steps on the whole URL, after all others: what a browser makes of it (WHATWG URL §4.4, §4.5)."""

from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step, option
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps.fragment import HASHBANG_TO_QUERY
from urlinspector.url.browser import browser_reading
from urlinspector.url.components import Component


@dataclass(frozen=True, slots=True)
class BrowserSerialization:
    """What happens to a text that a browser does not take for a URL."""

    failure: Literal["refuse", "keep"] = option(
        "refuse", "What a browser cannot read: refuse it, as it does, or keep it."
    )
    schemes: tuple[str, ...] = option((), "Only URLs of these schemes; empty for all.")


def _serialize(text: str, _needed: Needed, options: BrowserSerialization) -> str | Refused:
    if options.schemes and lower(text.partition(":")[0]) not in options.schemes:
        return text
    reading = browser_reading(text)
    if reading.href is not None:
        return reading.href
    if options.failure == "keep":
        return text
    return Refused(f"a browser refuses it: {reading.error}", reading.error_name or "WHATWG URL §4.4")


BROWSER_SERIALIZATION = Step(
    name="browser-serialization",
    title="As a browser writes it",
    on=(Component.WHOLE,),
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §4.4, §4.5",
    summary=(
        "Reads the URL as browsers do and writes it as they show it in link.href. That repairs slashes, "
        "resolves dot segments, encodes what must be encoded and refuses what no browser would open."
    ),
    example=Example("http:\\\\EXAMPLE.com:80\\a\\..\\b c", "http://example.com/b%20c"),
    apply=_serialize,
    options=BrowserSerialization,
    assumes="that the URL is for browsers: other readers of the text may see another host or path in it",
)

STEPS: tuple[Step, ...] = (HASHBANG_TO_QUERY, BROWSER_SERIALIZATION)
"""Steps on the whole URL."""
