"""Oddities of Hyphe's LRU, as its recorded answers show them."""

import re

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step
from urlinspector.normalize.steps.recode import RecodePercent, compiled, recode
from urlinspector.url.components import Component

_PEER = "Hyphe"
_SOURCE = "Hyphe, url_to_lru_clean"
_URL = re.compile(
    r"(https?)://(?:[^:@/?#]+(?::[^@/?#]*)?@)?([a-z0-9\-.]+)(?::([0-9]+))?(?=[/?#]|\Z)",
    re.IGNORECASE | re.ASCII,
)


def _read(text: str, _needed: Needed, _options: object) -> str | Refused:
    found = _URL.match(text)
    if found is None:
        return Refused("no http or https URL whose host is of letters, digits, hyphens and dots", _SOURCE)
    labels = [label for label in found[2].lower().split(".") if label]
    if len(labels) < 2 and labels != ["localhost"]:
        return Refused("the host has one label only", _SOURCE)
    port = "" if found[3] in (None, "80", "443") else f":{found[3]}"
    return f"{found[1].lower()}://{'.'.join(labels)}{port}{text[found.end() :]}"


HYPHE_READ = Step(
    name="hyphe-read",
    title="Read by Hyphe",
    on=(Component.TEXT,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Refuses all but http and https URLs whose host is localhost or has two labels of ASCII "
        "letters, digits and hyphens. The user, the ports 80 and 443 and empty labels go, and the host "
        "is in lower case."
    ),
    example=Example("http://User@Example.com.:443/a", "http://example.com/a"),
    apply=_read,
    assumes="that no host has an underscore, other letters or an IPv6 address",
    warning="`http://example.com:443/` and `https://example.com:80/` lose their ports.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)


_FIELD = re.compile("([^=]+)=([^&]*)(?:&|\\Z)")
_TEXT = compiled(RecodePercent(keep="", protect="", encode="~"))


def _query(query: str, _needed: Needed, _options: object) -> str:
    # Behind the field with the last equals sign there is none to be found, and to look would take long.
    end = query.find("&", query.rfind("=")) + 1
    pairs = _FIELD.findall(query, 0, end or len(query)) if "=" in query else []
    if not pairs:
        return recode(query, _TEXT)
    return "&".join(f"{recode(name, _TEXT)}={recode(value, _TEXT)}" for name, value in pairs if value)


HYPHE_QUERY = Step(
    name="hyphe-query",
    title="Query as Hyphe writes it",
    on=(Component.QUERY,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Decodes names and values and encodes them again, + and ~ too. A name ends at the first equals "
        "sign, whatever & stand in it; fields without a value are lost, but not where there is no "
        "equals sign at all."
    ),
    example=Example("http://example.com/?b=&a=1/2&c", "http://example.com/?a=1%2F2"),
    apply=_query,
    assumes="that fields without a value mean nothing to the server",
    warning="`?a&b=1` becomes `?a%26b=1`, and `?x=1&y` becomes `?x=1`.",
    loses_data=True,
    idempotent=False,
    peer=_PEER,
)

STEPS: tuple[Step, ...] = (HYPHE_READ, HYPHE_QUERY)
"""All else of Hyphe are ordinary steps and the dialect of LRU."""
