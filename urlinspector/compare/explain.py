"""What differs between two URLs, component by component, in words a person can act on.

What a difference is worth is found with the catalogue's own steps: a component pair that a step makes equal
is explained by that step. What no step bridges is described as it stands.
"""

from collections.abc import Callable
from dataclasses import dataclass

from urlinspector.compare.instances import TAKE_AWAY, differing_fields, pool
from urlinspector.normalize.equalize import minimal_sets
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.step import Safety
from urlinspector.url.charsets import RESERVED, UNRESERVED
from urlinspector.url.components import COMPONENTS, Component, Url
from urlinspector.url.percent import TRIPLET, decode


@dataclass(frozen=True, slots=True)
class Difference:
    """One component of both URLs and what to say about the pair; `safety` is None where no step bridges
    it.
    """

    component: Component
    a: str | None
    b: str | None
    message: str
    safety: Safety | None

    @property
    def same(self) -> bool:
        return self.a == self.b


def differences(a: Url, b: Url) -> tuple[Difference, ...]:
    """All seven components in order; the message is empty where both are the same."""
    return tuple(_difference(a, b, component) for component in COMPONENTS)


def _difference(a: Url, b: Url, component: Component) -> Difference:
    one, other = a.get(component), b.get(component)
    if one == other:
        return Difference(component, one, other, "", None)
    bridge = _bridge(a, b, component)
    if bridge:
        message = "; ".join(dict.fromkeys(_sentence(step, one, other) for step in bridge))
        safety = max((step.safety for step in bridge), key=_risk)
        return Difference(component, one, other, message, safety)
    return Difference(component, one, other, _plain(component, one, other), None)


def _risk(safety: Safety) -> int:
    return safety.risk


def _bridge(a: Url, b: Url, component: Component) -> list[BoundStep]:
    """The safest steps that make this component equal, both URLs taken as they are but for it."""
    index = component.index
    values = list(a)
    values[index] = b[index]
    other = str(Url(*values))  # type: ignore[arg-type]
    if Url.parse(other).get(component) != b[index] or Url.parse(str(a)) != a:
        return []
    steps = [each for each in pool(str(a), other, without=TAKE_AWAY) if component in each.on]
    found = minimal_sets(str(a), other, steps, most=3, accepts_anything=True)
    if not found:
        return []

    def risk(positions: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        return max((steps[at].safety.risk for at in positions), default=0), len(positions), positions

    return [steps[at] for at in min(found, key=risk)]


def _sentence(bound: BoundStep, a: str | None, b: str | None) -> str:
    special = _SENTENCES.get(bound.step.name)
    if isinstance(special, str):
        return special
    if special is not None:
        return special(a or "", b or "")
    return f"the same after {bound.step.name}"


def _hex_case(a: str, b: str) -> str:
    one = next((each for each in TRIPLET.findall(a) + TRIPLET.findall(b) if each != each.upper()), "%2f")
    return f"{one} and {one.upper()} are the same triplet (RFC 3986 §6.2.2.1)"


def _unreserved(a: str, b: str) -> str:
    for triplet in TRIPLET.findall(a) + TRIPLET.findall(b):
        char = decode(triplet)
        if char in UNRESERVED:
            return f"{triplet} and {char} are the same unreserved character (RFC 3986 §6.2.2.2)"
    return "triplets of unreserved characters (RFC 3986 §6.2.2.2)"


_SENTENCES: dict[str, str | Callable[[str, str], str]] = {
    "uppercase-percent": _hex_case,
    "decode-unreserved": _unreserved,
    "decode-host": _unreserved,
    "encode-illegal": "one character, plain and as triplets; it has to be encoded (RFC 3986 §2.1)",
    "unicode-nfc": "the same letters in another Unicode form (composed or decomposed)",
    "lowercase-scheme": "schemes are case-insensitive (RFC 3986 §6.2.2.1)",
    "limit-protocol": "two protocols; many sites answer both alike, nothing obliges them to",
    "lowercase-host": "hosts are case-insensitive (RFC 3986 §6.2.2.1)",
    "idna-to-ascii": "one internationalized name, written in Unicode and in ASCII (RFC 5891)",
    "idna-to-unicode": "one internationalized name, written in Unicode and in ASCII (RFC 5891)",
    "remove-trailing-dot": "one name in DNS, two hosts to a browser: a final dot",
    "ipv4-canonical": "one IPv4 address in two spellings",
    "ipv6-canonical": "one IPv6 address in two spellings (RFC 5952)",
    "remove-www": "a www label; often one site, never by a rule",
    "add-www": "a www label; often one site, never by a rule",
    "remove-www-number": "a www label with a number; a mirror, or another server",
    "remove-mobile-subdomain": "a mobile subdomain; other pages may stand there",
    "remove-default-port": "the scheme's default port, written and left out (RFC 3986 §6.2.3)",
    "remove-empty-port": "a colon without a port (RFC 3986 §6.2.3)",
    "strip-port-zeros": "one port with and without leading zeros",
    "remove-dot-segments": "dot segments (RFC 3986 §6.2.2.3)",
    "empty-path-to-slash": "an empty path and / are the same with an authority (RFC 3986 §6.2.3)",
    "add-trailing-slash": "a final slash; a directory and a file may be two things",
    "remove-trailing-slash": "a final slash; a directory and a file may be two things",
    "collapse-slashes": "repeated slashes are empty segments, which a server may tell apart",
    "remove-directory-index": "a directory's index file, written and left out",
    "lowercase-path": "upper and lower case; paths are case-sensitive",
    "remove-path-parameters": "parameters inside the path",
    "remove-session-path": "a session id inside the path",
    "remove-empty-query": "a question mark with nothing after it (RFC 3986 §6.2.3)",
    "remove-empty-fields": "empty fields between & signs",
    "remove-blank-values": "parameters without a value",
    "sort-parameters": "the same parameters in another order",
    "remove-repeated-pairs": "a parameter written twice",
    "remove-tracking-parameters": "tracking parameters",
    "remove-session-parameters": "session parameters",
    "plus-to-percent20": "+ and %20 both stand for a space in a form's query",
    "lowercase-query": "upper and lower case; queries are case-sensitive",
    "remove-fragment": "the fragment, which is not sent to the server",
    "remove-text-directive": "a text directive, which only scrolls and highlights",
    "remove-empty-userinfo": "an @ with nothing before it",
}


def _plain(component: Component, a: str | None, b: str | None) -> str:
    """What to say where no step makes the pair equal."""
    if a is None or b is None:
        return f"only in {'A' if b is None else 'B'}"
    if component is Component.QUERY:
        return _query(a, b)
    reserved = _reserved(a, b)
    if reserved:
        return reserved
    if a.lower() == b.lower():
        return "differs in upper and lower case"
    return _PLAIN.get(component, "different")


def _reserved(a: str, b: str) -> str:
    """Whether a reserved character stands plain on one side and as a triplet on the other (RFC 3986 §2.2)."""
    if decode(a) != decode(b):
        return ""
    for text, other in ((a, b), (b, a)):
        for triplet in TRIPLET.findall(text):
            char = decode(triplet)
            if char in RESERVED and other.count(char) > text.count(char):
                return (
                    f"{triplet} is not {char}: reserved characters and their triplets differ (RFC 3986 §2.2)"
                )
    return ""


def _query(a: str, b: str) -> str:
    names, _ = differing_fields(f"?{a}", f"?{b}")
    reserved = _reserved(a, b)
    if reserved:
        return reserved
    if not names:
        return "the separators differ"
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"differs in {'parameter' if len(names) == 1 else 'parameters'} {shown}"


_PLAIN = {
    Component.SCHEME: "two schemes",
    Component.USERINFO: "two users, or two passwords",
    Component.HOST: "two hosts",
    Component.PORT: "two ports, so two servers",
    Component.PATH: "two paths",
    Component.FRAGMENT: "two fragments of a page",
}
