"""Asks a resolver over UDP, TCP where an answer is truncated, or DNS over HTTPS (RFC 1035, 7766, 8484).

dnspython on asyncio, with the addresses of the system's settings or the user's; getaddrinfo is never called.
Everything here runs in the loop's own thread.
"""

import asyncio
import ipaddress
import re
import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import dns.asyncquery
import dns.exception
import dns.flags
import dns.message
import dns.name
import dns.rcode
import dns.rdatatype
import dns.resolver
import dns.rrset

from urlinspector.hosts.answers import Answer, Outcome, Question, Record
from urlinspector.hosts.candidates import is_loopback_name

if TYPE_CHECKING:
    import ssl


class ResolverError(ValueError):
    """A resolver that cannot be used, and why."""


class Server(NamedTuple):
    """A resolver's address and port."""

    address: str
    port: int = 53

    @classmethod
    def parse(cls, text: str) -> "Server":
        """`ADDRESS`, `ADDRESS:PORT` or `[ADDRESS]:PORT`. Raises ResolverError; a name would need asking."""
        text = text.strip()
        found = re.fullmatch(r"(?:\[(?P<six>[^\]]*)\]|(?P<four>[^:]*))(?::(?P<port>\d{1,5}))?", text)
        address = text if found is None else found["six"] or found["four"]
        port = int(found["port"] or 53) if found else 53
        try:
            ipaddress.ip_address(address)
        except ValueError:
            raise ResolverError(
                f"a resolver is given by its address, as 192.0.2.53:53, not “{text}”"
            ) from None
        if not 0 < port < 1 << 16:
            raise ResolverError(f"no port: {port}")
        return cls(address, port)

    def __str__(self) -> str:
        host = f"[{self.address}]" if ":" in self.address else self.address
        return host if self.port == 53 else f"{host}:{self.port}"


def system_servers() -> tuple[Server, ...]:
    """The resolvers of the system's settings, which are read, not asked; empty where there are none."""
    try:
        found = dns.resolver.Resolver(configure=True)
    except (dns.resolver.NoResolverConfiguration, OSError):
        return ()
    return tuple(
        Server(str(address), found.port) for address in found.nameservers if _is_address(str(address))
    )


def _is_https(url: str) -> bool:
    """Whether DNS over HTTPS can be asked there (RFC 8484 §3); a user and a password would be shown."""
    try:
        parts = urlsplit(url)
        usable_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return usable_port and parts.scheme == "https" and bool(parts.hostname) and "@" not in parts.netloc


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def check_certificates(file: Path) -> None:
    """Whether a file holds certificates that a server may be trusted by. Raises ResolverError for one that
    holds none, OSError for one that cannot be read.
    """
    import ssl

    # A folder, or a file without rights, is told of by what reads it here.
    file.read_bytes()
    try:
        ssl.create_default_context(cafile=file)
    except ssl.SSLError:
        raise ResolverError(f"no certificates in PEM form: {file}") from None


@dataclass(frozen=True, slots=True)
class ResolverSettings:
    """Whom to ask and how hard. Raises ResolverError for what cannot be asked."""

    servers: tuple[Server, ...] = ()
    """In the order in which they are tried."""
    from_system: bool = False
    """Whether the servers come from the system's settings (for what the user is told)."""
    doh: str = ""
    """The URL of a DNS over HTTPS server; then `servers` serve only to find its address."""
    doh_address: str = ""
    doh_trust: str = ""
    """A file of certificates to trust instead of the usual ones."""
    timeout: float = 3.0
    tries: int = 2
    per_second: float = 10.0
    """Questions sent in a second; 0 for no limit."""
    in_flight: int = 4
    give_up_after: int = 20
    """So many time-outs one after the other, and none in between answered, end the asking."""

    def __post_init__(self) -> None:
        if self.doh:
            if not _is_https(self.doh):
                raise ResolverError(f"DNS over HTTPS wants an https URL, not “{self.doh}”")
            if self.doh_address and not _is_address(self.doh_address):
                raise ResolverError(f"not an address: “{self.doh_address}”")
        if not self.servers and not (self.doh and not self.bootstrap):
            raise ResolverError("the system's settings name no resolver; give one")

    @classmethod
    def system(cls, **others: float) -> "ResolverSettings":
        """The system's resolvers. Raises ResolverError where its settings name none."""
        return cls(system_servers(), from_system=True, **others)  # type: ignore[arg-type]

    @property
    def bootstrap(self) -> str:
        """The host name that has to be looked up before DNS over HTTPS can be asked; empty for none."""
        host = urlsplit(self.doh).hostname or ""
        return "" if not self.doh or self.doh_address or _is_address(host) else host

    @property
    def names(self) -> frozenset[str]:
        """What its answers name as their resolver."""
        return frozenset({self.doh} if self.doh else map(str, self.servers))

    def __str__(self) -> str:
        if self.doh:
            return self.doh + (f" at {self.doh_address}" if self.doh_address else "")
        return ", ".join(map(str, self.servers))

    @property
    def described(self) -> str:
        """For people: where the addresses come from, too."""
        return f"the system's, {self}" if self.from_system and not self.doh else str(self)


class Resolver:
    """Asks one question at a time of each caller, within the limits."""

    def __init__(self, settings: ResolverSettings) -> None:
        self._settings = settings
        self._free = asyncio.Semaphore(settings.in_flight)
        self._next_at = 0.0
        self._silence = 0
        self._doh_address = settings.doh_address
        self.gave_up = False
        self.sent = 0

    async def ask(self, question: Question) -> Answer:
        """The answer to a question; never raises but for cancellation."""
        async with self._free:
            if self.gave_up:
                note = "not sent: the resolver no longer answers"
                return Answer(
                    question, Outcome.TIMEOUT, resolver=str(self._settings), at=time.time(), note=note
                )
            answer = await self._ask(question)
            await self._count_silence(answer)
            return answer

    async def _ask(self, question: Question) -> Answer:
        """In turn, until one server answers properly; else the last that was heard, or the time-out."""
        if is_loopback_name(question.name):
            return _loopback(question)
        try:
            query = dns.message.make_query(question.name + ".", question.type, use_edns=0, payload=1232)
        except dns.exception.DNSException:
            # A random label, or `www.`, before a name that is as long as names may be.
            return Answer(question, Outcome.NO_SUCH_NAME, at=time.time(), note="longer than a name may be")
        last: Answer | None = None
        settings = self._settings
        targets = [Server(settings.doh)] if settings.doh else settings.servers
        for _ in range(settings.tries):
            for server in targets:
                answer = await self._send(question, query, server)
                if answer.outcome.is_known:
                    return answer
                if last is None or answer.outcome is not Outcome.TIMEOUT:
                    last = answer
            if last is not None and last.outcome is not Outcome.TIMEOUT:
                break
        assert last is not None
        return last

    async def _send(self, question: Question, query: dns.message.Message, server: Server) -> Answer:
        await self._wait_turn()
        self.sent += 1
        note = ""
        named = server.address if self._settings.doh else str(server)
        try:
            if self._settings.doh:
                response = await self._over_https(query)
            else:
                response, over_tcp = await dns.asyncquery.udp_with_fallback(
                    query,
                    server.address,
                    timeout=self._settings.timeout,
                    port=server.port,
                    ignore_unexpected=True,
                    ignore_errors=True,
                )
                note = "over TCP" if over_tcp else ""
        except (dns.exception.Timeout, TimeoutError):
            return Answer(question, Outcome.TIMEOUT, resolver=named, at=time.time(), note=note)
        except (OSError, EOFError, dns.exception.DNSException, ValueError) as error:
            told = f"{type(error).__name__}: {error}".rstrip(": ")
            return Answer(question, Outcome.TIMEOUT, resolver=named, at=time.time(), note=told)
        return read_response(question, response, named, note)

    async def _over_https(self, query: dns.message.Message) -> dns.message.Message:
        settings = self._settings
        if not self._doh_address and settings.bootstrap:
            self._doh_address = await self._find_doh()
        from httpx2 import HTTPError, TimeoutException

        try:
            return await dns.asyncquery.https(
                query,
                settings.doh,
                timeout=settings.timeout,
                bootstrap_address=self._doh_address or None,
                verify=self._trust,
            )
        except TimeoutException:
            raise TimeoutError from None
        except HTTPError as error:
            raise OSError(str(error)) from error

    @cached_property
    def _trust(self) -> "ssl.SSLContext | bool":
        """How the server of DNS over HTTPS is verified; True for the usual certificates."""
        import ssl

        file = self._settings.doh_trust
        return ssl.create_default_context(cafile=file) if file else True

    async def _find_doh(self) -> str:
        """The address of the DNS over HTTPS server, from the system's resolvers."""
        plain = Resolver(ResolverSettings(self._settings.servers, timeout=self._settings.timeout))
        for kind in ("A", "AAAA"):
            found = (await plain.ask(Question(self._settings.bootstrap, kind))).data(kind)
            if found:
                return found[0]
        raise OSError(f"no address found for {self._settings.bootstrap}")

    async def _wait_turn(self) -> None:
        """Questions are spread evenly: the next one may go a fixed time after the last."""
        if not self._settings.per_second:
            return
        now = time.monotonic()
        at = max(now, self._next_at)
        self._next_at = at + 1 / self._settings.per_second
        if at > now:
            await asyncio.sleep(at - now)

    async def _count_silence(self, answer: Answer) -> None:
        """Many names in a row may be dead; before giving up, the resolver is asked for the root's servers."""
        if answer.outcome is not Outcome.TIMEOUT:
            self._silence = 0
            return
        self._silence += 1
        if self._silence < self._settings.give_up_after or self.gave_up:
            return
        self._silence = 0
        root = await self._ask(Question("", "NS"))
        self.gave_up = root.outcome is Outcome.TIMEOUT


_LOOPBACK = {"A": "127.0.0.1", "AAAA": "::1"}


def _loopback(question: Question) -> Answer:
    """What is answered for localhost and names below it, and nobody is asked (RFC 6761 §6.3)."""
    address = _LOOPBACK.get(question.type)
    records = () if address is None else (Record(question.name, question.type, 0, address),)
    outcome = Outcome.NO_DATA if address is None else Outcome.ANSWERED
    note = "not asked: always this machine's own address (RFC 6761)"
    return Answer(question, outcome, records, resolver="", at=time.time(), note=note)


_OUTCOMES = {
    dns.rcode.NOERROR: Outcome.ANSWERED,
    dns.rcode.NXDOMAIN: Outcome.NO_SUCH_NAME,
    dns.rcode.REFUSED: Outcome.REFUSED,
}
_NEGATIVE_CAP = 3 * 3600
"""RFC 2308 §5: a negative answer is kept for one to three hours at most."""


def read_response(question: Question, response: dns.message.Message, resolver: str, note: str = "") -> Answer:
    """What a DNS message says to a question, with how long it may be kept: the smallest TTL, for a negative
    answer by RFC 2308 §5, and not at all for a failure.
    """
    records = tuple(_records(response.answer))
    zone = next((record for record in _records(response.authority) if record.type == "SOA"), None)
    outcome = _OUTCOMES.get(response.rcode(), Outcome.SERVER_FAILURE)
    if response.rcode() not in (*_OUTCOMES, dns.rcode.SERVFAIL):
        note = ", ".join(filter(None, (note, dns.rcode.to_text(response.rcode()))))
    has_data = any(record.type == question.type for record in records)
    if outcome is Outcome.ANSWERED and not has_data and (zone is not None or not records):
        outcome = Outcome.NO_DATA
    ttl = min((record.ttl for record in records), default=0)
    if outcome in (Outcome.NO_DATA, Outcome.NO_SUCH_NAME):
        ttl = 0 if zone is None else min(zone.ttl, int(zone.data.split()[-1]), _NEGATIVE_CAP)
    if not outcome.is_known:
        ttl = 0
    return Answer(question, outcome, records, zone, resolver, time.time(), ttl, note)


def _records(section: list[dns.rrset.RRset]) -> list[Record]:
    return [
        Record(_plain(rrset.name), dns.rdatatype.to_text(rrset.rdtype), rrset.ttl, _text(rdata))
        for rrset in section
        for rdata in rrset
    ]


def _text(rdata: object) -> str:
    """Names without the final dot and in lower case; all else as dnspython writes it."""
    target = getattr(rdata, "target", None)
    if isinstance(target, dns.name.Name):
        priority = getattr(rdata, "priority", None)
        return _plain(target) if priority is None else f"{priority} {_plain(target) or '.'}"
    return str(rdata)


def _plain(name: dns.name.Name) -> str:
    return "" if name == dns.name.root else name.to_text(omit_final_dot=True).lower()
