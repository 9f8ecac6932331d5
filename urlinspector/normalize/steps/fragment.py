"""Steps on the fragment (RFC 3986 §3.5): its removal, text directives, the hash-bang of old applications."""

from dataclasses import dataclass

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._letters import literal
from urlinspector.url.charsets import C0_CONTROL
from urlinspector.url.components import Component, Url
from urlinspector.url.percent import decode, encode

_DIRECTIVE = ":~:"  # URL Fragment Text Directives §3.1, the fragment directive delimiter


@dataclass(frozen=True, slots=True)
class RemoveFragment:
    """Which fragments stay."""

    keep_hashbang: bool = option(
        False, "Keep fragments that begin with “!”: they name a page of an old application."
    )
    keep_routes: bool = option(
        False, "Keep fragments that begin with “/”: applications keep their routes there."
    )
    keep_text_directives: bool = option(False, "Keep fragments that hold a text directive, “:~:text=…”.")


def _remove(fragment: str, _needed: Needed, options: RemoveFragment) -> str | None:
    if options.keep_hashbang and fragment.startswith("!"):
        return fragment
    if options.keep_routes and fragment.startswith("/"):
        return fragment
    if options.keep_text_directives and _DIRECTIVE in fragment:
        return fragment
    return None


REMOVE_FRAGMENT = Step(
    name="remove-fragment",
    title="No fragment",
    on=(Component.FRAGMENT,),
    safety=Safety.CHANGES,
    source="RFC 3986 §3.5, §6.2.2; WHATWG URL §4.5 (exclude fragments)",
    summary=(
        "Removes what follows the #. It is never sent to the server; it points into the page. Some "
        "applications keep the name of the page itself there, so “#!” and “#/” can be kept."
    ),
    example=Example("http://example.com/a#part-2", "http://example.com/a"),
    apply=_remove,
    options=RemoveFragment,
    conflicts=("hashbang-to-query",),
    assumes="that the fragment points into the page and does not choose it",
)


def _remove_directive(fragment: str, _needed: Needed, _options: object) -> str | None:
    if _DIRECTIVE not in fragment:
        return fragment
    return fragment.partition(_DIRECTIVE)[0] or None


REMOVE_TEXT_DIRECTIVE = Step(
    name="remove-text-directive",
    title="No text directive",
    on=(Component.FRAGMENT,),
    safety=Safety.CHANGES,
    source="WICG URL Fragment Text Directives §3.1",
    summary=(
        "Removes a text directive, :~:text=… at the end of the fragment. It makes the browser scroll to a "
        "passage and mark it, and is hidden even from the page's own scripts."
    ),
    example=Example("http://example.com/a#part-2:~:text=word", "http://example.com/a#part-2"),
    apply=_remove_directive,
    may_change=lambda options: "".join(literal(char) for char in _DIRECTIVE),
    assumes="that a directive only marks a passage of the page",
)


@dataclass(frozen=True, slots=True)
class HashbangToQuery:
    """The parameter that takes the fragment, and how it is written there."""

    parameter: str = option("_escaped_fragment_", "Name of the parameter.")
    escape: bool = option(
        True, "Write %, #, &, + and what is not printable ASCII as triplets, as the scheme asks."
    )
    decode: bool = option(False, "Decode triplets of the fragment before.")


# Google, Making AJAX Applications Crawlable (2009): %00-20, %23, %25-26, %2B and %7F-FF are escaped.
_ESCAPED = C0_CONTROL | frozenset(" #%&+\x7f")


def _escape(text: str) -> str:
    return "".join(encode(char) if char in _ESCAPED or char > "\x7f" else char for char in text)


def _hashbang(text: str, _needed: Needed, options: HashbangToQuery) -> str:
    if "#!" not in text:
        return text
    url = Url.parse(text)
    if url.fragment is None or not url.fragment.startswith("!"):
        return text
    value = decode(url.fragment[1:]) if options.decode else url.fragment[1:]
    value = _escape(value) if options.escape else value.replace("#", "%23")
    before = f"{url.query}&" if url.query else ""
    return str(url._replace(query=f"{before}{options.parameter}={value}", fragment=None))


def _prepare_hashbang(options: HashbangToQuery) -> HashbangToQuery:
    if not options.parameter or set("#&=") & set(options.parameter):
        raise ValueError(f"“{options.parameter}” cannot be the name of a parameter")
    return options


HASHBANG_TO_QUERY = Step(
    name="hashbang-to-query",
    title="Hash-bang as parameter",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source="Google, Making AJAX Applications Crawlable (2009)",
    summary=(
        "Writes a fragment that begins with #! as the parameter _escaped_fragment_, as crawlers asked for "
        "such pages until 2015. The parameter is sent to the server, the fragment is not."
    ),
    example=Example("http://example.com/#!page=2", "http://example.com/?_escaped_fragment_=page=2"),
    apply=_hashbang,
    may_change=lambda options: "#!",
    options=HashbangToQuery,
    prepare=_prepare_hashbang,
    conflicts=("remove-fragment",),
    assumes="that the server answers the parameter with the page that the fragment names",
)

STEPS: tuple[Step, ...] = (REMOVE_FRAGMENT, REMOVE_TEXT_DIRECTIVE)
"""Steps of the fragment layer."""
