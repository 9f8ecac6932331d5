"""Steps on the port (RFC 3986 §3.2.3, §6.2.3): zeros, the empty one, and the one that the scheme implies."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step, option
from urlinspector.normalize.steps._letters import lower
from urlinspector.url.charsets import DEFAULT_PORTS
from urlinspector.url.components import Component

_HIGHEST = 65535  # 16 bits (RFC 9293 §3.1)


@dataclass(frozen=True, slots=True)
class StripPortZeros:
    """What happens to a port that is none."""

    bad: Literal["keep", "refuse"] = option(
        "keep", "What is no number from 0 to 65535: keep it, or refuse the whole URL."
    )


def _strip_zeros(port: str, _needed: Needed, options: StripPortZeros) -> str | Refused:
    is_number = port.isdigit() and port.isascii()
    stripped = (port.lstrip("0") or "0") if is_number else port
    if options.bad == "refuse" and port != "":
        if not is_number:
            return Refused("the port is not a number", "RFC 3986 §3.2.3")
        if len(stripped) > 5 or int(stripped) > _HIGHEST:
            return Refused("the port is out of range, the highest is 65535", "WHATWG URL §4.4, port state")
    return stripped


STRIP_PORT_ZEROS = Step(
    name="strip-port-zeros",
    title="Port without leading zeros",
    on=(Component.PORT,),
    safety=Safety.PRESERVES,
    source="RFC 3986 §3.2.3",
    summary=(
        "Removes the zeros before a port number. A port is a decimal number, so 0080 and 80 are the same "
        "one. What is not a number stays as it is."
    ),
    example=Example("http://example.com:08080/", "http://example.com:8080/"),
    apply=_strip_zeros,
    may_change=lambda options: None if options.bad == "refuse" else "^0[0-9]",
    options=StripPortZeros,
    assumes="that a port is a decimal number",
)


_KEEPS_PORT = r"[\x3a\x5c]"  # where `_can_go` may say no


def _can_go(host: str | None) -> bool:
    """Whether a port can be left out: a host with a colon of its own would then have another one.

    Nor after a backslash in the host, where to a browser the path begins.
    """
    return host is None or (":" not in host[host.rfind("]") + 1 :] and "\\" not in host)


@dataclass(frozen=True, slots=True)
class RemoveEmptyPort:
    """Where it stays."""

    after_backslash: bool = option(
        False, "Also after a backslash in the host, where to a browser the path begins."
    )


def _remove_empty(port: str, needed: Needed, options: RemoveEmptyPort) -> str | None:
    host = needed[0]
    if options.after_backslash and host is not None:
        host = host.replace("\\", "")
    return None if port == "" and _can_go(host) else port


REMOVE_EMPTY_PORT = Step(
    name="remove-empty-port",
    title="No empty port",
    on=(Component.PORT,),
    needs=(Component.HOST,),
    tells_apart=lambda options: (_KEEPS_PORT,),
    safety=Safety.PRESERVES,
    source="RFC 3986 §6.2.3, §3.2.3",
    summary=(
        "Drops a colon after the host that no port follows. The standard says that the port is then the "
        "scheme's default, as without the colon."
    ),
    example=Example("http://example.com:/", "http://example.com/"),
    apply=_remove_empty,
    options=RemoveEmptyPort,
    assumes="that an empty port is the default port, as the standard has it",
)


@dataclass(frozen=True, slots=True)
class RemoveDefaultPort:
    """Which port is whose default."""

    more: tuple[str, ...] = option(
        (), "Further defaults, as in gopher=70; one for a scheme in the table takes its place.", pairs=True
    )
    web_ports_anywhere: bool = option(False, "Remove 80 and 443 whatever the scheme is.")
    schemes: tuple[str, ...] = option((), "Only the defaults of these schemes; empty for all.")


class _Defaults(NamedTuple):
    of_scheme: dict[str, str]
    anywhere: frozenset[str]


def _prepare_defaults(options: RemoveDefaultPort) -> _Defaults:
    table = dict(DEFAULT_PORTS)
    for pair in options.more:
        scheme, equals, port = pair.partition("=")
        if not (scheme and equals and port.isascii() and port.isdigit()):
            raise ValueError(f"a default port is written as in gopher=70, not “{pair}”")
        table[lower(scheme)] = port
    if options.schemes:
        chosen = set(map(lower, options.schemes))
        table = {scheme: port for scheme, port in table.items() if scheme in chosen}
    return _Defaults(table, frozenset(("80", "443")) if options.web_ports_anywhere else frozenset())


def _remove_default(port: str, needed: Needed, defaults: _Defaults) -> str | None:
    scheme, host = needed
    if port in defaults.anywhere or port == defaults.of_scheme.get(lower(scheme or "")):
        return None if _can_go(host) else port
    return port


def _default_may_change(defaults: _Defaults) -> str:
    return "^(?:" + "|".join(sorted({*defaults.of_scheme.values(), *defaults.anywhere})) + ")"


REMOVE_DEFAULT_PORT = Step(
    name="remove-default-port",
    title="No default port",
    on=(Component.PORT,),
    needs=(Component.SCHEME, Component.HOST),
    tells_apart=lambda defaults: (None, _KEEPS_PORT),
    safety=Safety.PRESERVES,
    source="RFC 3986 §6.2.3, §3.2.3",
    summary=(
        "Removes the port that the scheme implies: 80 for http and ws, 443 for https and wss, 21 for ftp. "
        "A reader connects to it in either case."
    ),
    example=Example("https://example.com:443/", "https://example.com/"),
    apply=_remove_default,
    may_change=_default_may_change,
    options=RemoveDefaultPort,
    prepare=_prepare_defaults,
    assumes="that the scheme's default port is the one registered for it",
)

STEPS: tuple[Step, ...] = (STRIP_PORT_ZEROS, REMOVE_EMPTY_PORT, REMOVE_DEFAULT_PORT)
"""Steps of the port layer."""
