"""What will be asked: the questions that a host still needs, and all that could be asked of a list at most.

`needed` looks at the answers there are and names the next questions; asked and looked at again until nothing
is left, it is the whole look-up. A run can so stop, go on and be replayed at any point.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from urlinspector.hosts.answers import Answer, Answers, Outcome, Question
from urlinspector.hosts.candidates import candidates, registrable_domain
from urlinspector.hosts.guards import (
    PROBES,
    is_private,
    lie_probe,
    parent_zone,
    provider_of,
    wildcard_pool,
    wildcard_probes,
)
from urlinspector.hosts.resolution import FAMILIES, Resolution, alias_mode, resolve, reverse
from urlinspector.hosts.trail import Options, follow

REVERSE_LIMIT = 8
"""Of a name with more addresses only so many are looked up in reverse."""


def needed(host: str, answers: Answers, options: Options) -> tuple[Question, ...]:
    """The questions of a host that can be asked now and have no answer yet; empty when it is done."""
    wanted: list[Question] = []
    probe = lie_probe(answers.nonce)
    if probe not in answers:
        wanted.append(probe)
    trail = follow(host, answers, options)
    wanted += trail.missing
    wanted += _about(trail.host, answers, options)
    if trail.reached is not None:
        wanted += _about(resolve(trail.reached, answers), answers, options)
    return tuple(dict.fromkeys(wanted))


def asked_about(host: str, answers: Answers, options: Options) -> tuple[Answer, ...]:
    """The answers that the look-up of a host asked for, in that order; the guards' among them."""
    found = Answers(nonce=answers.nonce)
    while more := [kept for each in needed(host, found, options) if (kept := answers.get(each)) is not None]:
        for each in more:
            found.add(each)
    return tuple(found)


def _about(found: Resolution, answers: Answers, options: Options) -> Iterator[Question]:
    """What a name needs beyond its addresses, once these are known."""
    if found.outcome is Outcome.NO_SUCH_NAME:
        again = Question(found.name, "A", turn=2)
        if again not in answers:
            yield again
    if options.https and found.outcome in (None, Outcome.ANSWERED, Outcome.NO_DATA):
        yield from alias_mode(found.name, answers).missing
    if found.outcome is not Outcome.ANSWERED:
        return
    parent = parent_zone(found.name)
    if parent is not None:
        yield from wildcard_pool(parent, answers).missing
    if options.operator:
        yield from (each for each in operator_questions(found.name) if each not in answers)
    if options.reverse:
        for address in reversible(found):
            yield from reverse(address, answers).missing


def operator_questions(name: str) -> tuple[Question, ...]:
    """Zone authority and name servers of a name's registrable domain."""
    domain = registrable_domain(name)
    return () if domain is None else (Question(domain, "SOA"), Question(domain, "NS"))


def reversible(found: Resolution) -> tuple[str, ...]:
    """The addresses of a name that are looked up in reverse: not private ones, nor a provider's."""
    own = [each for each in found.addresses if not is_private(each) and provider_of(each) is None]
    return tuple(own[:REVERSE_LIMIT])


@dataclass(frozen=True, slots=True)
class Plan:
    """What the user is to know before anything is asked.

    `questions` are all that can follow from the names alone. Besides, each address found takes two (its
    reverse name, and that name's address), and an alias target or a name that does not exist one or two.
    """

    hosts: tuple[str, ...]
    names: tuple[str, ...]
    """Hosts and candidates."""
    random_labels: int
    random_domains: int
    questions: tuple[Question, ...]
    resolver: str
    bootstrap: str = ""
    """The host of a DNS over HTTPS server that has to be looked up through the system's resolver first."""
    known: int = 0
    """Hosts of the list that need nothing more."""

    @property
    def at_most(self) -> int:
        return len(self.questions)


def make_plan(
    hosts: Sequence[str],
    answers: Answers,
    options: Options,
    resolver: str = "",
    bootstrap: str = "",
    pause: Callable[[], None] | None = None,
) -> Plan:
    """The plan for the hosts that still need something. `pause` is called for each and may end it."""
    open_hosts = []
    for host in hosts:
        if needed(host, answers, options):
            open_hosts.append(host)
        if pause is not None:
            pause()
    names = dict.fromkeys(open_hosts)
    for host in open_hosts:
        if pause is not None:
            pause()
        names.update(dict.fromkeys(candidates(host, try_full_name=options.try_full_name)))
    questions = dict.fromkeys(_all_questions(open_hosts, names, answers.nonce, options, pause))
    left = tuple(each for each in questions if each not in answers)
    parents = {parent for name in names if (parent := parent_zone(name)) is not None}
    return Plan(
        tuple(open_hosts),
        tuple(names),
        PROBES * len(parents),
        1 if lie_probe(answers.nonce) in left else 0,
        left,
        resolver,
        bootstrap,
        len(hosts) - len(open_hosts),
    )


def _all_questions(
    hosts: list[str],
    names: Iterable[str],
    nonce: str,
    options: Options,
    pause: Callable[[], None] | None = None,
) -> Iterator[Question]:
    if hosts:
        yield lie_probe(nonce)
    kinds = (*FAMILIES, "HTTPS") if options.https else FAMILIES
    for name in names:
        yield from (Question(name, kind) for kind in kinds)
        parent = parent_zone(name)
        if parent is not None:
            yield from wildcard_probes(parent, nonce)
        if options.operator:
            yield from operator_questions(name)
        if pause is not None:
            pause()
