"""`urlinspector profiles conformance`: how well the profiles of real programs say what these programs say."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from urlinspector.cli.lines import InputError, write
from urlinspector.cli.options import load_profile
from urlinspector.url.wording import plain_reason

if TYPE_CHECKING:
    from urlinspector.normalize.conformance import Conformance, Figures, Recorded
    from urlinspector.normalize.profile import Profile

EPILOG = """\b
Examples:
  urlinspector profiles conformance
  urlinspector profiles conformance w3lib-2.5.0 --against recorded.jsonl --deviations
  urlinspector profiles conformance mine.toml --against recorded.jsonl --peer w3lib-2.6.0

\b
A recording has one JSON object a line, each program in one of the two:
  {"input": "…", "set": "ordinary", "outputs": {"NAME": "…"}, "errors": {"NAME": "ValueError"}}

Exit code: 0, or 1 when a profile matches less than is recorded for it, or 2 for an unreadable file."""


@click.command(epilog=EPILOG)
@click.argument("names", nargs=-1, metavar="[NAME]…")
@click.option("--against", metavar="FILE", help="Recorded answers to compare with, as JSON Lines.")
@click.option("--peer", metavar="KEY", help="The program in FILE, where it is not named as the profile.")
@click.option("--deviations", is_flag=True, help="List the inputs with other answers; needs --against.")
@click.option("--json", "form", flag_value="json", help="One JSON list of objects.")
@click.option("--markdown", "form", flag_value="markdown", help="A table in Markdown.")
@click.option("--toml", "form", flag_value="toml", help="The form in which the figures are kept.")
def conformance(
    names: tuple[str, ...], against: str | None, peer: str | None, deviations: bool, form: str | None
) -> int:
    """Tell how many answers of real programs their profiles give, byte for byte.

    Without --against, what was measured when this version was made. A profile that refuses what the program
    refuses gives its answer.
    """
    if against is None:
        if deviations or peer:
            raise click.UsageError("--deviations and --peer need --against FILE")
        _write_stored(_stored(names), form)
        return 0
    found = _measured(names, against, peer)
    _write(found, form, deviations)
    return 1 if any(_is_below(profile, each) for profile, each in found) else 0


Measured = list[tuple["Profile", "Conformance"]]


def _stored(names: tuple[str, ...]) -> "dict[str, tuple[Profile, Figures]]":
    from urlinspector.normalize.conformance import stored_figures

    stored = stored_figures()
    chosen = [load_profile(name) for name in names or stored]
    for profile in chosen:
        if profile.name not in stored:
            raise InputError(f"nothing is recorded for “{profile.name}”; give a recording with --against")
    return {profile.name: (profile, stored[profile.name]) for profile in chosen}


def _measured(names: tuple[str, ...], against: str, peer: str | None) -> Measured:
    """Each chosen profile with its comparison; all that have a program in the file where none is named."""
    from urlinspector.normalize.conformance import RecordingError, peers_of, read_recording
    from urlinspector.normalize.library import builtin_names

    try:
        lines = read_recording(Path(against).read_text("utf-8-sig"))
    except OSError as error:
        raise InputError(f"{against}: {plain_reason(error)}") from None
    except UnicodeDecodeError:
        raise InputError(f"{against}: a recording is a text in UTF-8") from None
    except RecordingError as error:
        raise InputError(f"{against}: {error}") from None
    peers = peers_of(lines)
    if peer is not None and len(names) != 1:
        raise click.UsageError("--peer says which program the one profile NAME is compared with")
    from urlinspector.normalize.conformance import answers_of
    from urlinspector.normalize.conformance import conformance as compare

    found: Measured = []
    for name in names or [name for name in builtin_names() if name in peers]:
        profile = load_profile(name)
        key = peer or (peers[0] if len(peers) == 1 else profile.name)
        if key not in peers:
            raise InputError(f"{against}: no program “{key}”; there are {', '.join(peers)}")
        recorded: tuple[Recorded, ...] = answers_of(lines, key)
        found.append((profile, compare(profile, recorded)))
    return found


def _is_below(profile: "Profile", found: "Conformance") -> bool:
    from urlinspector.normalize.conformance import is_below, stored_figures

    return is_below(found.figures, stored_figures().get(profile.name, {}))


def _write_stored(stored: "Mapping[str, tuple[Profile, Figures]]", form: str | None) -> None:
    from urlinspector.normalize.conformance import as_markdown, as_toml

    if form == "json":
        write(json.dumps([_data(profile, figures) for profile, figures in stored.values()], indent=2))
    elif form == "markdown":
        write(as_markdown(stored))
    elif form == "toml":
        write(as_toml({name: figures for name, (_, figures) in stored.items()}))
    else:
        write("\n".join(_lines(profile, figures) for profile, figures in stored.values()))


def _write(found: Measured, form: str | None, deviations: bool) -> None:
    if form == "json":
        write(json.dumps([_measured_data(*each, deviations) for each in found], indent=2))
        return
    _write_stored({profile.name: (profile, each.figures) for profile, each in found}, form)
    if deviations and form is None:
        for profile, each in found:
            for deviation in each.deviations:
                write(f"\n{profile.name}, {deviation.group}: {json.dumps(deviation.text)}")
                write(f"  program  {_answer(deviation.expected, deviation.expected_error)}")
                write(f"  profile  {_answer(deviation.given, deviation.given_error)}")


def _answer(text: str | None, error: str) -> str:
    return json.dumps(text) if text is not None else f"refuses: {error}" if error else "gives nothing"


def _lines(profile: "Profile", figures: "Figures") -> str:
    from urlinspector.normalize.conformance import peer_name, percent

    head = [f"{profile.name}  ({peer_name(profile)})"]
    for group, each in figures.items():
        head.append(
            f"  {group:<12} {each.inputs:>6,} inputs  {each.identical:>6,} byte-identical  "
            f"{each.refused:>5,} refused alike  {each.different:>5,} different  {percent(each):>6}"
        )
    return "\n".join(head)


def _data(profile: "Profile", figures: "Figures") -> dict[str, Any]:
    from urlinspector.normalize.conformance import sentence

    return {
        "profile": profile.name,
        "peer": profile.peer,
        "peer_version": profile.peer_version,
        "sets": {group: each._asdict() for group, each in figures.items()},
        "summary": sentence(profile, figures),
    }


def _measured_data(profile: "Profile", found: "Conformance", deviations: bool) -> dict[str, Any]:
    data = _data(profile, found.figures)
    if deviations:
        data["deviations"] = [each._asdict() for each in found.deviations]
    return data
