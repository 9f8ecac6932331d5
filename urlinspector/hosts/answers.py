"""What was asked of the name system and what came back, raw: with the resolver, the time and the TTL.

Five ways not to answer are kept apart (RFC 1035 §4.1.1, RFC 2308): the name does not exist, it exists without
such data, the server failed, it refused, nothing came. Only the first says anything about the host.
"""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from threading import Lock
from typing import Any, NamedTuple


class Outcome(Enum):
    """How a question ended."""

    ANSWERED = "answered"
    NO_SUCH_NAME = "nxdomain"
    NO_DATA = "nodata"
    SERVER_FAILURE = "servfail"
    REFUSED = "refused"
    TIMEOUT = "timeout"

    @property
    def is_known(self) -> bool:
        """Whether it says something about the name; the others say something about a server."""
        return self in (Outcome.ANSWERED, Outcome.NO_SUCH_NAME, Outcome.NO_DATA)


class Question(NamedTuple):
    """A name (lower case, no final dot) and a record type; `turn` 2 is the same question asked again."""

    name: str
    type: str
    turn: int = 1

    def __str__(self) -> str:
        return f"{self.type} {self.name}" + (" (again)" if self.turn > 1 else "")


class Record(NamedTuple):
    """One resource record of an answer; names in `data` are lower case and without the final dot."""

    name: str
    type: str
    ttl: int
    data: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: `records` are those of its answer section, `zone` is the SOA record of a negative one."""

    question: Question
    outcome: Outcome
    records: tuple[Record, ...] = ()
    zone: Record | None = None
    resolver: str = ""
    at: float = 0.0
    """Seconds since 1970, UTC."""
    ttl: int = 0
    """How many seconds it may be kept: the smallest TTL, or RFC 2308 §5 for a negative answer."""
    note: str = ""
    """What else there is to say: came over TCP, or was not sent at all."""

    def data(self, kind: str) -> tuple[str, ...]:
        """The data of the records of a type (`A`, `CNAME`), as a zone file has it, in the order received."""
        return tuple(record.data for record in self.records if record.type == kind)


class Answers:
    """The answers of a run by their questions; safe to be read while another thread adds to it.

    `nonce` makes the random labels of the probes, so that a run that goes on, or is replayed, asks the same.
    What is to be asked anew counts as unasked here, and stands in every copy until its new answer is there.
    """

    def __init__(self, known: Iterable[Answer] = (), nonce: str = "") -> None:
        self.nonce = nonce or secrets.token_hex(8)
        self._known: dict[Question, Answer] = {}
        self._unknown: set[Question] = set()
        """Those of them that no server answered properly."""
        self._old: dict[Question, Answer] = {}
        self._lock = Lock()
        for each in known:
            self.add(each)

    def get(self, question: Question) -> Answer | None:
        """The answer, or None where the question has none yet."""
        return self._known.get(question)

    def add(self, answer: Answer) -> None:
        """Takes an answer in place of an earlier one; what no server answered properly counts as unknown."""
        question = answer.question
        with self._lock:
            self._known[question] = answer
            if answer.outcome.is_known:
                self._unknown.discard(question)
                self._old.pop(question, None)
            else:
                self._unknown.add(question)

    @property
    def has_unknown(self) -> bool:
        """Whether there are questions that no server answered properly."""
        return bool(self._unknown)

    def drop_unknown(self) -> int:
        """Forgets the questions that no server answered properly, to ask them again; gives their number."""
        with self._lock:
            dropped, self._unknown = self._unknown, set()
            for question in dropped:
                del self._known[question]
        return len(dropped)

    def drop(self, questions: Iterable[Question]) -> None:
        """Forgets what was answered to these questions, so that they are asked again."""
        with self._lock:
            for question in questions:
                self._known.pop(question, None)
                self._unknown.discard(question)

    def ask_anew(self, questions: Iterable[Question]) -> None:
        """Counts these as unasked; what is known of them is kept until a server answers properly."""
        with self._lock:
            for question in questions:
                old = self._known.pop(question, None)
                self._unknown.discard(question)
                if old is not None and old.outcome.is_known:
                    self._old[question] = old

    def settle(self) -> frozenset[Question]:
        """Takes the kept answers back where no new one came, and gives these questions."""
        with self._lock:
            left, self._old = self._old, {}
            self._known.update(left)
            self._unknown.difference_update(left)
        return frozenset(left)

    def copy(self) -> "Answers":
        """What is known at this moment. Made in a moment: nobody waits long for who holds the lock."""
        made = Answers(nonce=self.nonce)
        with self._lock:
            made._known = self._known | self._old
            made._unknown = self._unknown.difference(self._old)
        return made

    def __iter__(self) -> Iterator[Answer]:
        with self._lock:
            return iter(tuple(self._known.values()))

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, question: object) -> bool:
        return question in self._known


def answer_data(answer: Answer) -> dict[str, Any]:
    """An answer as JSON has it."""
    question = answer.question
    return {
        "name": question.name,
        "type": question.type,
        "turn": question.turn,
        "outcome": answer.outcome.value,
        "records": [list(record) for record in answer.records],
        "zone": None if answer.zone is None else list(answer.zone),
        "resolver": answer.resolver,
        "at": answer.at,
        "ttl": answer.ttl,
        "note": answer.note,
    }


def answer_from(data: Mapping[str, Any]) -> Answer:
    """The answer that `answer_data` wrote. Raises ValueError, KeyError or TypeError for anything else."""
    zone = data["zone"]
    return Answer(
        Question(str(data["name"]), str(data["type"]), int(data["turn"])),
        Outcome(data["outcome"]),
        tuple(_record(each) for each in data["records"]),
        None if zone is None else _record(zone),
        str(data["resolver"]),
        float(data["at"]),
        int(data["ttl"]),
        str(data["note"]),
    )


def _record(values: Any) -> Record:
    name, kind, ttl, data = values
    return Record(str(name), str(kind), int(ttl), str(data))
