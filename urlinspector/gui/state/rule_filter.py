"""The rows that a rule may change, as a filter of the Clusters page: for a rule that is not applied yet, of
which no `step:` term finds them.
"""

import re

from urlinspector.normalize.site_rules import DropParameters, FixParameter, Scope, SiteRule
from urlinspector.normalize.site_rules.scope import Hosts
from urlinspector.normalize.site_rules.words import escaped

_SPACE = re.compile(r"\s")


def filter_of_rule(rule: SiteRule) -> str:
    """Terms for where it holds, and for the parameters that it names. Empty for a rule of every host that
    names none.
    """
    return " ".join(filter(None, (*_where(rule.scope), _parameters(rule.action))))


def _where(scope: Scope) -> tuple[str, ...]:
    host = f"host:{scope.name}" if scope.hosts in (Hosts.ONE, Hosts.DOMAIN) else f"host:{scope.name}.*"
    terms: tuple[str, ...] = () if scope.hosts is Hosts.ANY else (host,)
    if scope.hosts is Hosts.ONE:
        terms = (host, f"-host:*.{scope.name}")
    # A place has one host, so that only of such a scope the path can be told.
    told = scope.hosts in (Hosts.ONE, Hosts.DOMAIN) and scope.path and not re.search(r"[|\"]", scope.path)
    return (*terms, f"under:{scope.name}{scope.path}") if told else terms


def _parameters(action: object) -> str:
    names: tuple[str, ...] = ()
    if isinstance(action, FixParameter):
        names = (action.name,)
    elif isinstance(action, DropParameters) and not action.pattern:
        names = action.names
    if not names or any('"' in name for name in names):
        return ""
    if len(names) == 1 and not names[0].endswith("*"):
        return f'param:"{names[0]}"' if _SPACE.search(names[0]) else f"param:{names[0]}"
    forms = (escaped(name.removesuffix("*")) + ("[^=&#]*" if name.endswith("*") else "") for name in names)
    return f're:"[?&](?:{"|".join(forms)})(?:[=&#]|$)"'
