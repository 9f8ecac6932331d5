"""Public suffix, registrable domain and subdomain of a host, by the Public Suffix List.

tldextract answers, fed with the dated list of the publicsuffixlist package as a file: no cache, no snapshot
of its own, never a fetch (definitions §1). Its answer is used as a number of labels, so that every piece is a
slice of the host as it stands. Importing tldextract and reading the list takes some 0.3 s; `is_public_suffix`
does without.
"""

import io
import re
from datetime import date
from enum import Enum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from urlinspector import resources
from urlinspector.url.components import Span
from urlinspector.url.host import Label, ipv4_number, looks_numeric, split_labels, to_ascii, to_unicode
from urlinspector.url.percent import decode

if TYPE_CHECKING:
    from requests import Session
    from tldextract import TLDExtract


class Section(Enum):
    """The two parts of the list: registries, and owners who let others have names below theirs."""

    ICANN = "icann"
    PRIVATE = "private"


class Suffix(NamedTuple):
    """A host seen through the list. Every text is a slice of the host, every span counts in it.

    `registrable_domain` is None when the host is a bare suffix. `subdomain` is what stands before the
    registrable domain, None when nothing does. `section` is None where no rule matches: then the top label
    counts as the suffix (the list's default rule `*`), and `listed` is False.
    """

    suffix: str
    suffix_span: Span
    registrable_domain: str | None
    registrable_domain_span: Span | None
    subdomain: str | None
    subdomain_span: Span | None
    listed: bool
    section: Section | None
    labels: int
    """How many labels the suffix has."""


def suffix_of(host: str, private: bool = True) -> Suffix | None:
    """The public suffix of a host component; None where there is none: addresses, empty and impossible names.

    With `private`, the private section of the list counts too (`github.io`); without, only registries do. A
    final dot is ignored, case and IDNA form do not matter.
    """
    names = _names(host)
    if names is None:
        return None
    labels, ascii_labels = names
    name = ".".join(ascii_labels)
    answer = _extractor().extract_str(name, include_psl_private_domains=private)
    listed = answer.suffix != ""
    count = answer.suffix.count(".") + 1
    section = None if not listed else Section.PRIVATE if answer.is_private else Section.ICANN
    return _cut(host, labels, count, listed, section)


# Lower-case ASCII labels, the last one not numeric: `_names` gives the same labels.
_PLAIN = re.compile(r"(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*\.?")


def is_public_suffix(host: str) -> bool:
    """Whether a host is nothing but a public suffix (private ones and unlisted top labels too).

    The list's own answer, from one look into its rules without tldextract. They agree but for names that a
    `*` rule matches and a longer rule goes on from (`r.cloud.int.apple`), which tldextract does not take for
    suffixes.
    """
    # Nearly every name of a list is plain already; taking it apart would cost twenty times the look-up.
    return _is_listed(host) if _PLAIN.fullmatch(host) is not None else _is_listed_odd(host)


@lru_cache(maxsize=1 << 14)
def _is_listed_odd(host: str) -> bool:
    names = _names(host)
    return names is not None and _is_listed(".".join(names[1]))


def _is_listed(name: str) -> bool:
    """Of a plain name, with or without a final dot."""
    name = name.removesuffix(".")
    _, dot, parent = name.partition(".")
    if not dot:
        return True
    if "xn--" in name:
        return _bare(name)
    rules = _rules()
    return name in rules or (f"*.{parent}" in rules and f"!{name}" not in rules)


def _bare(host: str) -> bool:
    found = suffix_of(host)
    return found is not None and found.registrable_domain is None


def is_listed_top_label(label: str) -> bool:
    """Whether a lower-case ASCII label is a top label of the list; the look into the rules is a quick one."""
    rules = _rules()
    shown = to_unicode(label) if label.startswith("xn--") else label
    return shown in rules or f"*.{shown}" in rules


@cache
def list_date() -> date | None:
    """The day of the list in use, from its VERSION comment."""
    found = re.search(r"^// VERSION: (\d{4}-\d{2}-\d{2})", _list_text(), re.MULTILINE)
    return date.fromisoformat(found[1]) if found else None


def load() -> None:
    """Import tldextract and read the list now, in a thread of the caller's choice, instead of at the first
    question.
    """
    _extractor()


def _names(host: str) -> tuple[tuple[Label, ...], list[str]] | None:
    """The labels as they stand and in lower-case ASCII, without the final empty one; None where the list says
    nothing.
    """
    if host == "" or host[0] == "[":
        return None
    ascii_name = to_ascii(decode(host))
    if not ascii_name or (looks_numeric(ascii_name) and ipv4_number(ascii_name) is not None):
        return None
    labels, ascii_labels = split_labels(host), ascii_name.split(".")
    if len(labels) != len(ascii_labels):  # a letter that stands for several, a dot among them
        return None
    if ascii_labels[-1] == "":
        labels, ascii_labels = labels[:-1], ascii_labels[:-1]
    if not ascii_labels or ascii_labels[-1] == "":
        return None
    return labels, ascii_labels


def _cut(host: str, labels: tuple[Label, ...], count: int, listed: bool, section: Section | None) -> Suffix:
    end = labels[-1].span.end
    first = len(labels) - count
    suffix = Span(labels[first].span.start, end)
    domain = subdomain = None
    if first > 0 and labels[first - 1].text:
        domain = Span(labels[first - 1].span.start, end)
        if first > 1:
            subdomain = Span(0, labels[first - 2].span.end)
    return Suffix(
        _slice(host, suffix) or "",
        suffix,
        _slice(host, domain),
        domain,
        _slice(host, subdomain),
        subdomain,
        listed,
        section,
        count,
    )


def _slice(host: str, span: Span | None) -> str | None:
    return None if span is None else host[span.start : span.end]


@cache
def _extractor() -> "TLDExtract":
    """tldextract with the list read; from here on it asks nobody."""
    from tldextract import TLDExtract

    uri = resources.suffix_list().as_uri()
    extractor = TLDExtract(cache_dir=None, suffix_list_urls=(uri,), fallback_to_snapshot=False)
    extractor.extract_str("a", session=_list_session())
    return extractor


def _list_session() -> "Session":
    """A session that reads the list, closes it, and can do nothing else: no scheme but `file:` leads
    anywhere.
    """
    from requests import PreparedRequest, Response, Session
    from requests.adapters import BaseAdapter

    class ListAdapter(BaseAdapter):
        def send(self, request: PreparedRequest, *_: object, **__: object) -> Response:
            response = Response()
            response.status_code = 200
            response.encoding = "utf-8"
            response.url = request.url or ""
            response.raw = io.BytesIO(resources.suffix_list().read_bytes())
            return response

        def close(self) -> None:
            pass

    session = Session()
    session.trust_env = False
    session.adapters.clear()
    session.mount("file://", ListAdapter())
    return session


def _list_text() -> str:
    return resources.suffix_list().read_text(encoding="utf-8")


@cache
def _rules() -> frozenset[str]:
    """The lines of the list; those that are comments match no host."""
    return frozenset(_list_text().split("\n"))
