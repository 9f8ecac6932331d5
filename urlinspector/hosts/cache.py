"""Answers kept as long as their TTL lets them, in memory and, if the user wishes, on disk."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock

from urlinspector.hosts.answers import Answer, Question, answer_data, answer_from
from urlinspector.hosts.record import RecordError, read_object, taken_out, write_json

FORMAT = "urlinspector-cache"


class Cache:
    """By resolver and question; what is out of date is not there. Failures are never kept (RFC 2308 §7)."""

    def __init__(self, path: Path | None = None, pause: Callable[[], None] | None = None) -> None:
        """`pause` is called between two small pieces of reading."""
        self._path = path
        self._kept: dict[tuple[str, Question], Answer] = {}
        self._lock = Lock()
        if path is not None:
            self._load(path, pause)

    @classmethod
    def of_file(cls, path: Path) -> "Cache":
        """The answers kept in a file that the user named, or will be. Raises RecordError for one that holds
        something else, which is not to be written over, and OSError.
        """
        cache = cls()
        if path.exists():
            try:
                cache._take(path.read_text("utf-8"))
            except (ValueError, KeyError, TypeError):
                raise RecordError("not a file of kept answers") from None
        cache._path = path
        return cache

    def get(self, resolver: str, question: Question) -> Answer | None:
        """The kept answer, or None. The second turn of a question is never taken from here."""
        if question.turn > 1:
            return None
        answer = self._kept.get((resolver, question))
        return answer if answer is not None and answer.at + answer.ttl > time.time() else None

    def add(self, resolver: str, answers: Iterable[Answer]) -> None:
        """Keeps what a resolver answered for as long as its TTL says; no failures and no second turns."""
        with self._lock:
            for answer in answers:
                if answer.outcome.is_known and answer.ttl > 0 and answer.question.turn == 1:
                    self._kept[resolver, answer.question] = answer

    def drop(self, resolver: str, questions: Iterable[Question]) -> None:
        """Forgets what a resolver answered to these, to ask it again."""
        with self._lock:
            for question in questions:
                self._kept.pop((resolver, question), None)

    def save(self) -> None:
        """Writes what is still good to disk, where there is a file. Raises OSError."""
        if self._path is None:
            return
        now = time.time()
        with self._lock:
            good = [(key[0], answer) for key, answer in self._kept.items() if answer.at + answer.ttl > now]
        data = [{"asked": resolver, **answer_data(answer)} for resolver, answer in good]
        write_json(self._path, {"format": FORMAT, "version": 1, "answers": data})

    def clear(self) -> None:
        """Forgets everything, on disk too. Raises OSError."""
        with self._lock:
            self._kept.clear()
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def __len__(self) -> int:
        return len(self._kept)

    def _load(self, path: Path, pause: Callable[[], None] | None) -> None:
        """A cache that cannot be read is an empty one."""
        try:
            self._take(path.read_text("utf-8"), pause)
        except (OSError, ValueError, KeyError, TypeError):
            self._kept.clear()

    def _take(self, text: str, pause: Callable[[], None] | None = None) -> None:
        data = read_object(text, "answers", pause)
        if (data["format"], data["version"]) != (FORMAT, 1):
            raise ValueError("not a file of kept answers")
        for each in taken_out(data["answers"], pause):
            answer = answer_from(each)
            self._kept[str(each["asked"]), answer.question] = answer
