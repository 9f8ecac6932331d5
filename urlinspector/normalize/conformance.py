"""How well a profile says what the program says that it describes: byte by byte, on recorded answers.

A recording is JSON Lines: `{"input": "…", "set": "…", "outputs": {PEER: "…"}, "errors": {PEER: "…"}}`, each
peer in one of the two; an error is whatever the program said, or null where it gave nothing. Anyone can
record another version of a program. The figures of the built-in profiles are kept in
`resources/data/conformance.toml`, so that they can be shown where no recording is at hand.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from urlinspector.normalize.output import write_output
from urlinspector.resources import resources

if TYPE_CHECKING:
    from urlinspector.normalize.profile import Profile

STORED = "data/conformance.toml"
NO_SET = "all"
"""The set of an input that names none."""


class RecordingError(ValueError):
    """A recording that cannot be used; the message is for the user."""


class Recorded(NamedTuple):
    """What a program answered for one input: a text, or an error (empty where it just gave nothing)."""

    text: str
    group: str
    output: str | None
    error: str = ""


class Tally(NamedTuple):
    """How many inputs of a set there are, and what became of them; the last three sum to the first."""

    inputs: int = 0
    identical: int = 0
    """Byte-identical answers."""
    refused: int = 0
    """Refused by both."""
    different: int = 0

    @property
    def matched(self) -> int:
        """Answered or refused alike."""
        return self.identical + self.refused

    @property
    def share(self) -> float:
        """The part that matched, from 0 to 1."""
        return self.matched / self.inputs if self.inputs else 1.0

    def plus(self, other: "Tally") -> "Tally":
        """The tally of both sets together, figure by figure."""
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


Figures = Mapping[str, Tally]
"""The tally of each set, by its name."""


class Deviation(NamedTuple):
    """An input on which profile and program differ. None is a refusal, for the reason beside it."""

    text: str
    group: str
    expected: str | None
    expected_error: str
    given: str | None
    given_error: str


@dataclass(frozen=True, slots=True)
class Conformance:
    """The outcome of a comparison: figures by set, and what differs."""

    figures: Figures
    deviations: tuple[Deviation, ...]

    @property
    def total(self) -> Tally:
        """All sets as one."""
        return total(self.figures)


def total(figures: Figures) -> Tally:
    """All sets as one."""
    whole = Tally()
    for tally in figures.values():
        whole = whole.plus(tally)
    return whole


def read_recording(text: str) -> tuple[Mapping[str, Any], ...]:
    """The lines of a recording, checked. Raises RecordingError with the line."""
    lines: list[Mapping[str, Any]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() == "":
            continue
        try:
            entry = json.loads(line)
        except json.JSONDecodeError as error:
            raise RecordingError(f"line {number}: not JSON: {error}") from None
        if not isinstance(entry, dict) or not isinstance(entry.get("input"), str):
            raise RecordingError(f"line {number}: an object with “input”, “outputs” and “errors” is wanted")
        for key in ("outputs", "errors"):
            if not isinstance(entry.setdefault(key, {}), dict):
                raise RecordingError(f"line {number}: “{key}” is to be an object")
        lines.append(entry)
    return tuple(lines)


def peers_of(lines: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The programs of a recording, in the order in which they first occur."""
    return tuple(dict.fromkeys(peer for line in lines for key in ("outputs", "errors") for peer in line[key]))


def answers_of(lines: Iterable[Mapping[str, Any]], peer: str) -> tuple[Recorded, ...]:
    """What one program answered; inputs that it was not asked about are left out."""
    found: list[Recorded] = []
    for line in lines:
        group = str(line.get("set", NO_SET))
        if line["outputs"].get(peer) is not None:
            found.append(Recorded(line["input"], group, str(line["outputs"][peer])))
        elif peer in line["errors"] or peer in line["outputs"]:
            found.append(Recorded(line["input"], group, None, str(line["errors"].get(peer) or "")))
    return tuple(found)


def conformance(profile: "Profile", recorded: Iterable[Recorded]) -> Conformance:
    """Compare what a profile writes with what a program answered. Never raises."""
    counts: dict[str, Tally] = {}
    deviations: list[Deviation] = []
    for text, group, expected, error in recorded:
        outcome = profile.outcome(text)
        given = None if outcome.canonical is None else write_output(outcome.canonical, profile.output)
        if given != expected:
            found = Tally(1, different=1)
            reason = "" if outcome.refused is None else str(outcome.refused)
            deviations.append(Deviation(text, group, expected, error, given, reason))
        else:
            found = Tally(1, refused=1) if given is None else Tally(1, identical=1)
        counts[group] = counts.get(group, Tally()).plus(found)
    return Conformance(dict(sorted(counts.items(), reverse=True)), tuple(deviations))


# The figures that are kept


@cache
def stored_figures() -> Mapping[str, Figures]:
    """The figures of the built-in profiles by their names, as measured when this version was made."""
    path = resources() / STORED
    if not path.exists():
        return {}
    profiles = tomllib.loads(path.read_text("utf-8")).get("profile", {})
    return {
        name: {group: Tally(**counts) for group, counts in groups.items()}
        for name, groups in profiles.items()
    }


def is_below(measured: Figures, stored: Figures) -> bool:
    """Whether a smaller part of some set matched than was recorded."""
    return any(measured[group].share < tally.share for group, tally in stored.items() if group in measured)


def sentence(profile: "Profile", figures: Figures) -> str:
    """The figures in words, as in `byte-identical to w3lib 2.5.0 on 1,500 of 1,500 ordinary and 210 of 225
    adversarial inputs, 15 refused alike`.
    """
    sets = [f"{each.identical:,} of {each.inputs:,} {group}" for group, each in figures.items()]
    refused = total(figures).refused
    more = f", {refused:,} refused alike" if refused else ""
    return f"byte-identical to {peer_name(profile)} on {' and '.join(sets)} inputs{more}"


def peer_name(profile: "Profile") -> str:
    """The program that a profile describes, with its version."""
    return f"{profile.peer or profile.name} {profile.peer_version}".strip()


def as_toml(measured: Mapping[str, Figures]) -> str:
    """Figures in the form in which they are kept."""
    lines = [
        "# How many recorded answers of each program its profile gives; made by",
        "# `urlinspector profiles conformance --against FILE --toml`.",
    ]
    for name, figures in sorted(measured.items()):
        lines += ["", f'[profile."{name}"]']
        for group, tally in figures.items():
            counts = ", ".join(f"{key} = {value}" for key, value in tally._asdict().items())
            lines.append(f"{group} = {{ {counts} }}")
    return "\n".join(lines)


def as_markdown(profiles: "Mapping[str, tuple[Profile, Figures]]") -> str:
    """Figures as a table: a row for each profile, a column for each set, refusals alike count."""
    groups = list(dict.fromkeys(group for _, figures in profiles.values() for group in figures))
    rows = [
        ["profile", "program", *groups],
        ["---", "---", *["---:"] * len(groups)],
    ]
    for name, (profile, figures) in profiles.items():
        cells = [_cell(figures[group]) if group in figures else "" for group in groups]
        rows.append([f"`{name}`", peer_name(profile), *cells])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(tally: Tally) -> str:
    return f"{tally.matched:,} of {tally.inputs:,} ({percent(tally)})"


def percent(tally: Tally) -> str:
    """The part that matched, never rounded up to all of it."""
    tenths = tally.matched * 1000 // tally.inputs if tally.inputs else 1000
    return f"{tenths // 10}.{tenths % 10} %" if tenths % 10 else f"{tenths // 10} %"
