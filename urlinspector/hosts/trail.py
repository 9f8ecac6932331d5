"""The heuristic of 1997 on one host: each candidate, its answer, why the trail ended (definitions §10)."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from urlinspector.hosts.answers import Answers, Outcome, Question
from urlinspector.hosts.candidates import Rule, candidates
from urlinspector.hosts.guards import is_private, parent_zone, wildcard_pool
from urlinspector.hosts.resolution import Resolution, resolve


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked, and when the trail of candidates ends."""

    rule: Rule = Rule.ADDRESSES_MATCH
    try_full_name: bool = False
    """Also try `www.` + the whole name."""
    https: bool = True
    reverse: bool = True
    operator: bool = True


class End(Enum):
    """Why a trail ended."""

    NO_CANDIDATE = "no other name to try"
    ANSWERED = "the first that answers"
    MATCHED = "the addresses match"
    EXHAUSTED = "no further candidate"
    NOTHING_TO_MATCH = "the host has no addresses to match"
    UNKNOWN = "the host was not answered for"
    MISSING = "not asked yet"


class Try(NamedTuple):
    """One candidate and where it leads; `wild` where only a wildcard answers for it."""

    found: Resolution
    wild: bool
    matches: bool

    @property
    def name(self) -> str:
        return self.found.name


class Trail(NamedTuple):
    """The candidates tried, the one reached, why it ended, and the questions still missing."""

    host: Resolution
    tries: tuple[Try, ...]
    reached: str | None
    end: End
    missing: tuple[Question, ...] = ()


def follow(host: str, answers: Answers, options: Options) -> Trail:
    """The trail of a host as far as the answers reach."""
    own = resolve(host, answers)
    if own.missing:
        return Trail(own, (), None, End.MISSING, own.missing)
    names = candidates(host, try_full_name=options.try_full_name)
    if not names:
        return Trail(own, (), None, End.NO_CANDIDATE)
    if own.outcome is None or not own.outcome.is_known:
        return Trail(own, (), None, End.UNKNOWN)
    if options.rule is Rule.ADDRESSES_MATCH and own.outcome is not Outcome.ANSWERED:
        return Trail(own, (), None, End.NOTHING_TO_MATCH)
    return _try_all(own, names, answers, options.rule)


def _try_all(own: Resolution, names: tuple[str, ...], answers: Answers, rule: Rule) -> Trail:
    tries: list[Try] = []
    for name in names:
        found = resolve(name, answers)
        if found.missing:
            return Trail(own, tuple(tries), None, End.MISSING, found.missing)
        wild = False
        parent = parent_zone(name)
        if found.answered and parent is not None:
            pool = wildcard_pool(parent, answers)
            if pool.missing:
                return Trail(own, tuple(tries), None, End.MISSING, pool.missing)
            wild = bool(pool.data)
        shared = {each for each in set(own.addresses) & set(found.addresses) if not is_private(each)}
        tries.append(Try(found, wild, bool(shared)))
        if found.answered and not wild:
            if rule is Rule.FIRST_ANSWER:
                return Trail(own, tuple(tries), name, End.ANSWERED)
            if shared:
                return Trail(own, tuple(tries), name, End.MATCHED)
    return Trail(own, tuple(tries), None, End.EXHAUSTED)
