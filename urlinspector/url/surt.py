"""SURT, the sort-friendly form of a URL that web archives use as their key: the host from the top label down.

Two forms (definitions §4): the one of Heritrix's scopes (`SURT.fromURI`), `http://(com,example,)/a`, and the
one of Wayback indexes (CDX, CDXJ), `com,example)/a`. Only the serialization: what an archive normalizes
before is a profile.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from urlinspector.url.components import Url
from urlinspector.url.host import parse_host
from urlinspector.url.percent import decode


@dataclass(frozen=True, slots=True)
class SurtForm:
    """How one family of programs writes a SURT."""

    name: str
    title: str
    scheme: bool
    """Scheme and the opening bracket are written."""
    final_comma: bool
    """A comma follows every label of a name, the last one too; never an address."""
    userinfo: bool
    """As `@user:password` after the port."""
    fragment: bool
    reversed_ip: bool = False
    """An address is divided at its dots and turned round like a name, without brackets (surt 0.3.1)."""
    brackets_of_dotted: bool = False
    """The brackets of an address with dots are turned round with them (webarchive-commons)."""
    decoded_delimiters: bool = False
    """Triplets of / ? @ : in the host are written as these characters (both programs)."""


HERITRIX = SurtForm("heritrix", "Heritrix", scheme=True, final_comma=True, userinfo=True, fragment=True)
WAYBACK = SurtForm("wayback", "Wayback key", scheme=False, final_comma=False, userinfo=False, fragment=False)
FORMS: Mapping[str, SurtForm] = {form.name: form for form in (HERITRIX, WAYBACK)}
KEYS: Mapping[str, SurtForm] = {
    form.name: form
    for form in (
        WAYBACK,
        replace(WAYBACK, name="surt-0.3.1", title="surt 0.3.1", reversed_ip=True, decoded_delimiters=True),
        replace(
            WAYBACK,
            name="webarchive-commons",
            title="webarchive-commons",
            reversed_ip=True,
            brackets_of_dotted=True,
            decoded_delimiters=True,
        ),
    )
}
"""The keys that programs write, with what they make of addresses."""


def surt(url: Url, form: SurtForm = HERITRIX) -> str:
    """The SURT of `url`, no component normalized. Never raises.

    A URL without a host (`mailto:a`, `/a`, `file:///a`) has nothing to turn round and stays as it is, but for
    the fragment where the form has none. A legacy IPv4 form (`0x7f.1`) is an address too, not turned round.
    """
    if not form.fragment:
        url = url._replace(fragment=None)
    if not url.host:
        return str(url)
    before = "" if not form.scheme else "//(" if url.scheme is None else f"{url.scheme}://("
    port = "" if url.port is None else f":{url.port}"
    userinfo = f"@{url.userinfo}" if form.userinfo and url.userinfo is not None else ""
    rest = str(Url(path=url.path, query=url.query, fragment=url.fragment))
    return f"{before}{_host(url.host, form)}{port}{userinfo}){rest}"


HOST_DELIMITERS = re.compile("%(?:2[Ff]|3[AFaf]|40)")
"""Triplets of what ends a host, or begins one."""


def _host(host: str, form: SurtForm) -> str:
    if form.decoded_delimiters:
        host = HOST_DELIMITERS.sub(lambda found: decode(found[0]), host)
    if parse_host(host).kind.is_ip:
        if not form.reversed_ip:
            return host
        if "." not in host or not form.brackets_of_dotted:
            host = host.strip("[]")
    turned = ",".join(reversed(host.split(".")))
    return turned + "," if form.final_comma else turned
