"""Recorded answers in a file, to be replayed offline: for teaching, tests, and whoever checks a verdict."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from urlinspector.hosts.answers import Answers, answer_data, answer_from
from urlinspector.resources import resources

FORMAT = "urlinspector-answers"
VERSION = 1


class RecordError(ValueError):
    """A file of answers that cannot be read, and why."""


class Recording(NamedTuple):
    """What such a file holds."""

    answers: Answers
    hosts: tuple[str, ...]
    resolver: str
    saved: str


def save_answers(path: Path, answers: Answers, hosts: Sequence[str], resolver: str) -> None:
    """Writes the answers, through a second file that takes the place of the first. Raises OSError."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "saved": datetime.now(UTC).isoformat(timespec="seconds"),
        "resolver": resolver,
        "nonce": answers.nonce,
        "hosts": list(hosts),
        "answers": [answer_data(each) for each in answers],
    }
    write_json(path, data)


def write_json(path: Path, data: object) -> None:
    """One JSON value into a file, whole or not at all. Raises OSError."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(json.dumps(data, indent=1, ensure_ascii=True) + "\n", "utf-8")
    beside.replace(path)


def example_path() -> Path:
    """The recording that comes with the program: the seed's names, asked of a test server."""
    return resources() / "data" / "hosts_example.json"


def load_answers(path: Path, pause: Callable[[], None] | None = None) -> Recording:
    """Reads what `save_answers` wrote. Raises RecordError, OSError. `pause` is called between two small
    pieces of work; what it raises ends it.
    """
    try:
        data = read_object(path.read_text("utf-8-sig"), "answers", pause)
        if data.get("format") != FORMAT:
            raise RecordError("not a file of recorded answers")
        if data.get("version") != VERSION:
            raise RecordError(f"version {data.get('version')} of the format is not known here")
        answers = Answers(nonce=str(data["nonce"]))
        for each in taken_out(data["answers"], pause):
            answers.add(answer_from(each))
        return Recording(answers, tuple(map(str, data["hosts"])), str(data["resolver"]), str(data["saved"]))
    except RecordError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(f"not a file of recorded answers: {error!r}") from None


_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r]*")
"""RFC 8259 §2: what may stand between two tokens."""


def read_object(text: str, long: str, pause: Callable[[], None] | None = None) -> dict[str, Any]:
    """The JSON object that a text is, its list `long` read element by element: one call for millions of
    letters would hold the interpreter lock, and with it the window, until it is done. Raises ValueError.
    """
    found: dict[str, Any] = {}

    def after(at: int) -> int:
        return _SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches anywhere

    at = _expect(text, after(0), "{")
    if text[after(at) : after(at) + 1] == "}":
        end = after(at) + 1
    else:
        while True:
            key, at = _DECODER.raw_decode(text, _expect(text, after(at), '"') - 1)
            at = after(_expect(text, after(at), ":"))
            if key == long and text[at : at + 1] == "[":
                found[key], at = _read_list(text, at, after, pause)
            else:
                found[key], at = _DECODER.raw_decode(text, at)
            at = after(at)
            if text[at : at + 1] != ",":
                break
            at += 1
        end = _expect(text, at, "}")
    if after(end) != len(text):
        raise ValueError(f"more after the object: character {after(end)}")
    return found


def _read_list(
    text: str, at: int, after: Callable[[int], int], pause: Callable[[], None] | None
) -> tuple[list[Any], int]:
    """The list that begins at a place, and where it ends."""
    made: list[Any] = []
    at = after(at + 1)
    if text[at : at + 1] == "]":
        return made, at + 1
    while True:
        each, at = _DECODER.raw_decode(text, after(at))
        made.append(each)
        if pause is not None:
            pause()
        at = after(at)
        if text[at : at + 1] != ",":
            return made, _expect(text, at, "]")
        at += 1


def _expect(text: str, at: int, sign: str) -> int:
    """The place behind a sign that has to stand there. Raises ValueError."""
    if text[at : at + 1] != sign:
        raise ValueError(f"no {sign} where one has to be: character {at}")
    return at + 1


def taken_out(values: Any, pause: Callable[[], None] | None = None) -> Iterator[Any]:
    """The elements of a list in order, each let go before the next, so that in the end there is little to
    be taken apart. Raises TypeError for what is no list.
    """
    if not isinstance(values, list):
        raise TypeError("no list")
    values.reverse()
    while values:
        yield values.pop()
        if pause is not None:
            pause()
