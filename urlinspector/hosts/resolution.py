"""A name seen through the answers there are: alias chain, addresses, reverse names; and what is still to ask.

Nothing here asks. Each view names the questions that it misses, so whoever has them answered and looks again
gets further, and a run may stop and go on anywhere.
"""

import ipaddress
from typing import NamedTuple

from urlinspector.hosts.answers import Answer, Answers, Outcome, Question

CHAIN_LIMIT = 16
FAMILIES = ("A", "AAAA")


class Resolution(NamedTuple):
    """Where a name leads. `outcome` is None as long as something is missing."""

    name: str
    outcome: Outcome | None
    a: tuple[str, ...]
    aaaa: tuple[str, ...]
    chain: tuple[str, ...]
    """The targets of its CNAME records, in order; without an end where `loops`."""
    loops: bool
    missing: tuple[Question, ...]

    @property
    def addresses(self) -> tuple[str, ...]:
        return self.a + self.aaaa

    @property
    def answered(self) -> bool:
        return self.outcome is Outcome.ANSWERED


class _Walk(NamedTuple):
    outcome: Outcome | None
    addresses: tuple[str, ...]
    chain: tuple[str, ...]
    loops: bool
    missing: Question | None


def resolve(name: str, answers: Answers) -> Resolution:
    """The addresses of a name, through its aliases, as far as the answers reach."""
    a, aaaa = (_walk(name, kind, answers) for kind in FAMILIES)
    missing = tuple(walk.missing for walk in (a, aaaa) if walk.missing is not None)
    chain = max(a.chain, aaaa.chain, key=len)
    outcome = None if missing else _both(a, aaaa)
    return Resolution(name, outcome, a.addresses, aaaa.addresses, chain, a.loops or aaaa.loops, missing)


def _both(a: _Walk, aaaa: _Walk) -> Outcome:
    """One outcome of two: an address counts most, then that the name does not exist, then a failure."""
    if a.addresses or aaaa.addresses:
        return Outcome.ANSWERED
    outcomes = [walk.outcome for walk in (a, aaaa)]
    if Outcome.NO_SUCH_NAME in outcomes:
        return Outcome.NO_SUCH_NAME
    return next((each for each in outcomes if each is not None and not each.is_known), Outcome.NO_DATA)


def _walk(name: str, kind: str, answers: Answers) -> _Walk:
    chain: list[str] = []
    current = name
    while True:
        question = Question(current, kind)
        answer = answers.get(question)
        if answer is None:
            return _Walk(None, (), tuple(chain), False, question)
        aliases = {record.name: record.data for record in answer.records if record.type == "CNAME"}
        asked = current
        while current in aliases:
            current = aliases[current]
            if current == name or current in chain or len(chain) == CHAIN_LIMIT:
                return _Walk(Outcome.NO_DATA, (), (*chain, current), True, None)
            chain.append(current)
        found = tuple(r.data for r in answer.records if r.type == kind and r.name == current)
        if found or answer.outcome is not Outcome.ANSWERED or current == asked:
            outcome = Outcome.NO_DATA if answer.outcome is Outcome.ANSWERED and not found else answer.outcome
            return _Walk(outcome, tuple(sorted(found)), tuple(chain), False, None)


class AliasMode(NamedTuple):
    """Where HTTPS records in AliasMode (RFC 9460 §2.4.2) lead, in order, and the question still missing."""

    targets: tuple[str, ...]
    missing: tuple[Question, ...]


def alias_mode(name: str, answers: Answers) -> AliasMode:
    """The targets of HTTPS records of priority 0, followed up to the limit; `.` means no such service.

    A circle leads nowhere: it has no targets.
    """
    targets: list[str] = []
    current = name
    while len(targets) < CHAIN_LIMIT:
        question = Question(current, "HTTPS")
        answer = answers.get(question)
        if answer is None:
            return AliasMode(tuple(targets), (question,))
        target = _alias_target(answer)
        if target is None:
            break
        if target == name or target in targets:
            return AliasMode((), ())
        targets.append(target)
        current = target
    return AliasMode(tuple(targets), ())


def _alias_target(answer: Answer) -> str | None:
    """Several AliasMode records are one too many; the first by name stands for the random pick."""
    found = sorted(data.split()[1] for data in answer.data("HTTPS") if data.split()[0] == "0")
    return found[0] if found and found[0] != "." else None


class ReverseName(NamedTuple):
    """A name that an address's PTR record gives. `confirmed` is None until it was looked up itself."""

    address: str
    name: str
    confirmed: bool | None


class Reverse(NamedTuple):
    """The reverse names of an address, and the questions still missing."""

    names: tuple[ReverseName, ...]
    missing: tuple[Question, ...]


PTR_LIMIT = 4
"""Some addresses have hundreds of PTR records; no more than so many are followed."""


def reverse_question(address: str) -> Question:
    """The question for the names of an address (RFC 1035 §3.5; of IPv6 RFC 3596 §2.5)."""
    return Question(ipaddress.ip_address(address).reverse_pointer, "PTR")


def reverse(address: str, answers: Answers) -> Reverse:
    """The reverse names of an address, each confirmed where it leads back to the address."""
    question = reverse_question(address)
    answer = answers.get(question)
    if answer is None:
        return Reverse((), (question,))
    kind = "AAAA" if ":" in address else "A"
    names: list[ReverseName] = []
    missing: list[Question] = []
    for name in sorted(set(answer.data("PTR")))[:PTR_LIMIT]:
        walk = _walk(name, kind, answers)
        if walk.missing is not None:
            missing.append(walk.missing)
        names.append(ReverseName(address, name, None if walk.outcome is None else address in walk.addresses))
    return Reverse(tuple(names), tuple(missing))
