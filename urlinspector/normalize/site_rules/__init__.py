"""Rules of one site: what its own URLs teach, where general steps know nothing (`story?id=N` is `story_N`).

A rule is a record, never code; one step, `site-rules`, applies all of a profile. How each kind is made:

    SiteRule(Scope.parse("shop.example.com"), DropParameters(("sid",), value="[0-9a-f]{8}"))
    SiteRule(Scope.parse("*.example.com"), KeepParameters(("id", "page")))
    SiteRule(Scope.parse("example.com"), FixParameter("lang", "en"))
    SiteRule(Scope.parse("news.example.com"), Rewrite(r"^/story\\?id=([0-9]+)$", "/story_$1", "path-query"))
    SiteRule(Scope.parse("example.edu"), Rewrite(r"^/~([^/]+)", "/people/$1"))
    SiteRule(Scope.parse("news.example.com/archive/"), StripPrefix("/m"))
    SiteRule(Scope.parse("news.example.com"), StripSuffix("/amp"))
    SiteRule(Scope.parse("m.example.com"), ChangeHost("www.example.com"))
    SiteRule(Scope.parse("example.com"), ChangeScheme("https"))
    SiteRule(Scope.parse("example.com"), LowercasePath())

The other fields say when it holds (`condition`, `exceptions`, `expires`, `enabled`) and why it may be
believed (`reason`, `source`, `evidence`, `date`, `provenance`, `licence`).
"""

from urlinspector.normalize.site_rules.actions import (
    Action,
    ChangeHost,
    ChangeScheme,
    DropParameters,
    FixParameter,
    KeepParameters,
    LowercasePath,
    Rewrite,
    StripPrefix,
    StripSuffix,
)
from urlinspector.normalize.site_rules.errors import RuleError
from urlinspector.normalize.site_rules.record import Condition, Evidence, SiteRule
from urlinspector.normalize.site_rules.scope import Scope

__all__ = [
    "Action",
    "ChangeHost",
    "ChangeScheme",
    "Condition",
    "DropParameters",
    "Evidence",
    "FixParameter",
    "KeepParameters",
    "LowercasePath",
    "Rewrite",
    "RuleError",
    "Scope",
    "SiteRule",
    "StripPrefix",
    "StripSuffix",
]
