"""Oddities of courlan, the package by which trafilatura chooses and names the pages of text corpora."""

import re

from urlinspector.normalize.step import Apply, Example, Needed, Safety, Step
from urlinspector.normalize.steps._fields import decoded, kept, name_of
from urlinspector.normalize.steps.form import ENCODE_AS_FORM, EncodeAsForm
from urlinspector.normalize.steps.query import (
    REMOVE_BLANK_VALUES,
    REMOVE_EMPTY_FIELDS,
    SORT_PARAMETERS,
    RemoveBlankValues,
    SortParameters,
)
from urlinspector.url.components import Component, Url

PEER = "courlan"
_TAB_OR_NEWLINE = str.maketrans("", "", "\t\n\r")


def _unescape(text: str, _needed: Needed, _options: object) -> str:
    if "&" not in text:
        return text
    from html import unescape  # its table costs start-up time

    return unescape(text).translate(_TAB_OR_NEWLINE)


COURLAN_UNESCAPE = Step(
    name="courlan-unescape",
    title="HTML references as courlan reads them",
    on=(Component.TEXT,),
    safety=Safety.CHANGES,
    source="courlan.normalize_url; HTML §13.5, named character references",
    summary=(
        "Reads every reference that HTML knows, also those that need no semicolon: names of parameters that "
        "begin like one are lost."
    ),
    example=Example("http://example.com/?a=1&amp;b=2", "http://example.com/?a=1&b=2"),
    apply=_unescape,
    may_change=lambda options: "&",
    assumes="that the URL was copied from the source of a page, and no parameter is named like a reference",
    warning="`/?a=1&copy=2` becomes `/?a=1©=2`: the parameter `copy` is gone.",
    idempotent=False,
    loses_data=True,
    peer=PEER,
)


# Names that it takes for trackers: these at the beginning …
_BEGINNINGS = (
    *("dclid", "fbclid", "gclid", "twclid", "yclid", "ysclid"),
    *("clickid", "gbraid", "msclkid", "igshid", "partnerid", "wbraid"),
    *("ad_", "ads_", "mc_", "ga_", "gs_", "itm_", "mkt_", "ml_", "mtm_", "oly_", "pk_", "utm_", "vero_"),
)
# … and these wherever a word begins, or after `_`.
_WORDS = (
    *("aff", "campaign", "cid", "clid", "eid", "ga", "gl", "kwd", "keyword", "medium", "ref"),
    *("session", "source", "uid", "xtor"),
)
_TRACKER = re.compile(rf"^(?:{'|'.join(_BEGINNINGS)})|(?:\b|_)(?:{'|'.join(_WORDS)})")


def _remove_trackers(query: str, _needed: Needed, _options: object) -> str | None:
    return kept(query, "&", lambda field: _TRACKER.search(decoded(name_of(field)).lower()) is None)


COURLAN_TRACKERS = Step(
    name="courlan-trackers",
    title="No parameters that courlan takes for trackers",
    on=(Component.QUERY,),
    safety=Safety.CHANGES,
    source="courlan.normalize_url",
    summary=(
        "Removes parameters by beginnings of their names (utm_, fbclid), and by words that begin anywhere in "
        "them (ref, source, session, uid). Many names that choose a page begin so too."
    ),
    example=Example("http://example.com/?id=3&utm_source=x", "http://example.com/?id=3"),
    apply=_remove_trackers,
    assumes="that no site uses names that begin with ref, source, session, gl or the like for itself",
    warning="`/?reference=2` and `/?source_code=x` lose their parameter.",
    loses_data=True,
    peer=PEER,
)


_FORM = EncodeAsForm(keep="-._~", undecodable="replace")
_SORT = SortParameters(by="name", comparison="decoded")
_QUERY_STEPS: tuple[tuple[Apply, object], ...] = (
    (REMOVE_BLANK_VALUES.apply, REMOVE_BLANK_VALUES.prepare(RemoveBlankValues())),
    (REMOVE_EMPTY_FIELDS.apply, REMOVE_EMPTY_FIELDS.prepare(REMOVE_EMPTY_FIELDS.options())),
    (ENCODE_AS_FORM.apply, ENCODE_AS_FORM.prepare(_FORM)),
    (_remove_trackers, None),
    (SORT_PARAMETERS.apply, SORT_PARAMETERS.prepare(_SORT)),
)


def _fragment(fragment: str, _needed: Needed, _options: object) -> str | None:
    if "=" not in fragment:
        return fragment
    if "&" not in fragment:
        return None if _TRACKER.search(fragment) else fragment
    text: str | None = fragment
    for apply, options in _QUERY_STEPS:
        if text is not None:
            text = apply(text, (), options)  # type: ignore[assignment]  # none of them refuses
    return text


COURLAN_FRAGMENT = Step(
    name="courlan-fragment",
    title="Fragment as courlan reads it",
    on=(Component.FRAGMENT,),
    safety=Safety.CHANGES,
    source="courlan.normalize_url",
    summary=(
        "Takes a fragment with & and = for a query and treats it as one. A fragment with = alone goes where "
        "it holds a tracker's name anywhere, in the value too."
    ),
    example=Example("http://example.com/#utm_source=x&b=1", "http://example.com/#b=1"),
    apply=_fragment,
    may_change=lambda options: "=",
    assumes="that a fragment with = holds parameters",
    warning="`#page=reference` goes, because `ref` is taken for a tracker.",
    loses_data=True,
    peer=PEER,
)


_SLASHES = re.compile("/+")
_ABOVE_ROOT = re.compile(r"(?:/\.\.(?![^/]))+")


def _path(path: str, needed: Needed, _options: object) -> str:
    scheme, host, query = needed
    above = _ABOVE_ROOT.match(shorter := _SLASHES.sub("/", path))
    left = shorter[above.end() :] if above else shorter
    if query and not left:
        return "/"
    return left if host is not None or scheme is not None or ":" not in left.partition("/")[0] else path


COURLAN_PATH = Step(
    name="courlan-path",
    title="Path as courlan writes it",
    on=(Component.PATH,),
    needs=(Component.SCHEME, Component.HOST, Component.QUERY),
    safety=Safety.CHANGES,
    source="courlan.normalize_url",
    summary=(
        "Writes one slash for several, also after a scheme inside the path; removes /.. at the beginning but "
        "leaves all other dot segments; and gives an empty path a slash only where a query follows."
    ),
    example=Example("http://example.com/..//a/../b", "http://example.com/a/../b"),
    apply=_path,
    assumes="that empty segments mean nothing to the server",
    warning="`/web/http://b.org/` becomes `/web/http:/b.org/`.",
    loses_data=True,
    peer=PEER,
)


_WEB_PORT = re.compile(r"(?<=\w):(?:80|443)")
_DEFAULT = {"http": 80, "https": 443}
_LONGEST_LABEL = 256  # the codec takes quadratic time


def _netloc(text: str, _needed: Needed, _options: object) -> str:
    url = Url.parse(text)
    authority = url.authority
    if not authority:
        return text
    netloc = ".".join(map(_decoded_label, authority.lower().split(".")))
    if _port(authority) == _DEFAULT.get(url.scheme or "", -1):
        netloc = _WEB_PORT.sub("", netloc)
    before = "" if url.scheme is None else f"{url.scheme}:"
    return f"{before}//{netloc}{Url(path=url.path, query=url.query, fragment=url.fragment)}"


def _decoded_label(label: str) -> str:
    if not label.startswith("xn--") or len(label) > _LONGEST_LABEL:
        return label
    try:
        return label.encode().decode("idna")
    except UnicodeError:
        return label


def _port(authority: str) -> int | None:
    host = authority.rpartition("@")[2]
    _, bracket, inside = host.partition("[")
    port = (inside.partition("]")[2] if bracket else host).partition(":")[2]
    return int(port) if port.isascii() and port.isdigit() and len(port) < _LONGEST_LABEL else None


COURLAN_NETLOC = Step(
    name="courlan-netloc",
    title="Authority as courlan writes it",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="courlan.normalize_url; RFC 3490",
    summary=(
        "Writes user, password and host in lower case, xn-- labels with their letters (IDNA 2003), leaves "
        "out the scheme's default port; with it what looks like the port elsewhere in the authority."
    ),
    example=Example("http://XN--bcher-kva.Example:80/", "http://bücher.example/"),
    apply=_netloc,
    assumes="that user names and passwords do not depend on case",
    warning="`http://User:Pa@Example.com/` becomes `http://user:pa@example.com/`: another password.",
    loses_data=True,
    peer=PEER,
)

STEPS: tuple[Step, ...] = (
    COURLAN_UNESCAPE,
    COURLAN_PATH,
    COURLAN_TRACKERS,
    COURLAN_FRAGMENT,
    COURLAN_NETLOC,
)
"""On the text, the path, the query, the fragment and the authority."""
