"""All that is known of one URL as plain data: what `inspect --json` prints (definitions §5).

`components, spans, host, parameters, violations, warnings` and `browser` describe the text as given;
`canonical`, `trace`, `lru`, `surt` and `specificity` what the profile makes of it.
"""

from typing import Any

from urlinspector.normalize.output import write_output
from urlinspector.normalize.profile import Profile
from urlinspector.url.browser import browser_reading
from urlinspector.url.components import COMPONENTS, Span, Url
from urlinspector.url.host import HostKind, parse_host, to_ascii, to_unicode
from urlinspector.url.lru import lru_of, write
from urlinspector.url.percent import decode
from urlinspector.url.query import parameters
from urlinspector.url.spoofing import UrlWarning, url_warnings
from urlinspector.url.suffix import suffix_of
from urlinspector.url.surt import surt
from urlinspector.url.violations import Violation, violations


def inspection(text: str, profile: Profile, base: str | None = None) -> dict[str, Any]:
    """The object that `inspect --json` prints. Never raises for any text.

    With a base there is a key `resolved`, and a key `key` where the profile writes something else than a
    URL. Where the profile refuses the text there is a key `error`, and what would be of the canonical form
    is null.
    """
    url = Url.parse(text)
    reading = browser_reading(text, base)
    data: dict[str, Any] = {
        "text": text,
        "components": {component.value: url.get(component) for component in COMPONENTS},
        "spans": {component.value: _span(span) for component, span in url.spans().items()},
        "host": host_data(url.host),
        "parameters": [[each.name, each.value] for each in parameters(url.query)],
        "violations": [violation_data(each) for each in violations(url, text)],
        "warnings": [warning_data(each) for each in url_warnings(url, text)],
        "browser": {"href": reading.href} if reading.href is not None else {"error": reading.error},
    }
    return data | _normalized(text, profile, base)


def _normalized(text: str, profile: Profile, base: str | None) -> dict[str, Any]:
    base_url = None if base is None else Url.parse(base)
    trace = profile.trace(text, base_url)
    canonical, refused = trace.outcome.canonical, trace.outcome.refused
    data: dict[str, Any] = {} if base is None else {"resolved": trace.resolved}
    data["canonical"] = canonical
    if profile.output != "url":
        data["key"] = None if canonical is None else write_output(canonical, profile.output)
    data["trace"] = [
        {
            "step": change.bound.step.name,
            "component": change.component.value,
            "before": change.before,
            "after": change.after,
        }
        | ({"rules": list(change.told)} if change.told else {})
        for change in trace.changes
        if change.component is not None
    ]
    if canonical is None:
        return data | {"lru": None, "surt": None, "specificity": None, "error": str(refused)}
    stems = lru_of(Url.parse(canonical))
    stem_count, weighted = stems.specificity()
    return data | {
        "lru": write(stems),
        "surt": surt(Url.parse(canonical)),
        "specificity": {"stems": stem_count, "weighted": weighted},
    }


def host_data(host: str | None) -> dict[str, str | None]:
    """Kind, both IDNA forms and the parts by the suffix list of a host component; all null for an absent one.

    An address's forms are its one text (RFC 5952 for IPv6), or the host as it stands where it is none.
    """
    if host is None:
        return dict.fromkeys(("kind", "ascii", "unicode", "suffix", "registrable_domain", "subdomain"))
    parsed = parse_host(host)
    if parsed.kind is HostKind.REG_NAME:
        name = decode(host)
        ascii_form, unicode_form = to_ascii(name), to_unicode(name)
    else:
        ascii_form = unicode_form = parsed.canonical or host
    found = suffix_of(host)
    return {
        "kind": parsed.kind.value,
        "ascii": ascii_form,
        "unicode": unicode_form,
        "suffix": found and found.suffix,
        "registrable_domain": found and found.registrable_domain,
        "subdomain": found and found.subdomain,
    }


def violation_data(violation: Violation) -> dict[str, Any]:
    """{code, component, span, section, message}; the component is `text` for what surrounds the URL."""
    return {
        "code": violation.code.value,
        "component": violation.component.value,
        "span": _span(violation.span),
        "section": violation.section,
        "message": violation.message,
    }


def warning_data(warning: UrlWarning) -> dict[str, Any]:
    """A warning as JSON has it: `{code, span, message}`, the span as [start, end] in code points or null."""
    return {"code": warning.code.value, "span": _span(warning.span), "message": warning.message}


def _span(span: Span | None) -> list[int] | None:
    return None if span is None else [*span]
