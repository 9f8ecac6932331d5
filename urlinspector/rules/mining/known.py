"""Names of parameters that trackers and sessions are known to write (`normalize.tables`)."""

from functools import cache

from urlinspector.normalize.tables import session_parameters, tracking_parameters


def is_known(name: str) -> bool:
    """Whether a name, letter case aside, is one of a tracker's or of a session's alone."""
    whole, prefixes = _tables()
    folded = name.casefold()
    return folded in whole or folded.startswith(prefixes)


@cache
def _tables() -> tuple[frozenset[str], tuple[str, ...]]:
    entries = [each for each in (*tracking_parameters(), *session_parameters()) if not each.token_only]
    whole = frozenset(each.name.casefold() for each in entries if not each.is_prefix)
    return whole, tuple(each.name.casefold() for each in entries if each.is_prefix)
