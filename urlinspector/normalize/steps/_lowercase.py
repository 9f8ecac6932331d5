"""Lower case for a path or a query that leaves triplets whole (RFC 3986 §6.2.2.1)."""

import re
from dataclasses import dataclass

from urlinspector.normalize.step import Needed, option
from urlinspector.normalize.steps._letters import lower
from urlinspector.url.percent import STRAY_PERCENT


@dataclass(frozen=True, slots=True)
class Lowercase:
    """What about triplets."""

    triplets: bool = option(False, "Write the hexadecimal digits of triplets in lower case too.")


_TRIPLETS_OR_UPPER = re.compile("(?:%[0-9A-Fa-f]{2})+|[A-Z]+")
_OUTSIDE_TRIPLETS = re.compile("(?<!%)(?<!%[0-9A-Fa-f])[A-Z]+")
"""Of a text in which every `%` starts a triplet."""


def lowercase(text: str, _needed: Needed, options: Lowercase) -> str:
    """`text` with its ASCII letters in lower case; the digits of triplets only where the options say so."""
    if options.triplets or "%" not in text:
        return lower(text)
    if STRAY_PERCENT.search(text) is None:
        return _OUTSIDE_TRIPLETS.sub(lambda found: found[0].lower(), text)
    return _TRIPLETS_OR_UPPER.sub(lambda found: found[0] if found[0][0] == "%" else found[0].lower(), text)
