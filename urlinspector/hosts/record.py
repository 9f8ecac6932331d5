"""Recorded answers in a file, to be replayed offline: for teaching, tests, and whoever checks a verdict."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

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


def load_answers(path: Path) -> Recording:
    """Reads what `save_answers` wrote. Raises RecordError, OSError."""
    try:
        data = json.loads(path.read_text("utf-8-sig"))
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise RecordError("not a file of recorded answers")
        if data.get("version") != VERSION:
            raise RecordError(f"version {data.get('version')} of the format is not known here")
        answers = Answers((answer_from(each) for each in data["answers"]), str(data["nonce"]))
        return Recording(answers, tuple(map(str, data["hosts"])), str(data["resolver"]), str(data["saved"]))
    except RecordError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(f"not a file of recorded answers: {error!r}") from None
