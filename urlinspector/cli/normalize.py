"""`urlinspector normalize`: a canonical form for each URL, in a pipe as fast as the steps allow."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from urlinspector.cli.lines import LineRefused, each_line
from urlinspector.cli.options import (
    DEFAULT_PROFILE,
    aliased,
    aliases_option,
    chosen_profile,
    profile_options,
    ruled,
    rules_option,
)

if TYPE_CHECKING:
    from urlinspector.normalize.profile import Profile

EPILOG = """\b
Examples:
  urlinspector normalize "HTTP://Example.COM:80/%7ea/../b"
  urlinspector normalize --profile seo < urls.txt > canonical.txt
  urlinspector normalize --enable limit-protocol:to=https --disable decode-host < urls.txt
  urlinspector normalize --rules site.toml < urls.txt
  urlinspector normalize --format jsonl -- "-a" "http://example.com/a b"

Exit code: 0, or 1 when a line was refused, or 2 for a wrong option or profile."""


@click.command(epilog=EPILOG)
@click.argument("urls", nargs=-1, metavar="[URL]…")
@profile_options(DEFAULT_PROFILE)
@aliases_option
@rules_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="Plain lines, or one JSON object for each: input, canonical, changed_by, violations, error.",
)
def normalize(
    urls: tuple[str, ...],
    profile: str | None,
    enable: tuple[str, ...],
    disable: tuple[str, ...],
    aliases: Path | None,
    rules: tuple[Path, ...],
    form: str,
) -> int:
    """Write the canonical form of each URL.

    Without a URL, lines are read from standard input, and exactly one line is written for each, in the same
    order. A line that the profile refuses is written as it is, and standard error tells its number and the
    reason.
    """
    chosen = ruled(aliased(chosen_profile(profile or DEFAULT_PROFILE, enable, disable), aliases), rules)
    convert = as_text(chosen) if form == "text" else as_json(chosen)
    return 1 if each_line(urls, convert) else 0


def as_text(profile: "Profile") -> Callable[[str], str]:
    """From a URL to its canonical form; raises LineRefused."""
    outcome = profile.outcome

    def convert(text: str) -> str:
        canonical, _, refused = outcome(text)
        if canonical is None:
            raise LineRefused(str(refused))
        return canonical

    if profile.output == "url":
        return convert
    from urlinspector.normalize.output import write_output

    return lambda text: write_output(convert(text), profile.output)


def as_json(profile: "Profile") -> Callable[[str], str]:
    """From a URL to the JSON object of what was done to it; raises LineRefused with the object."""
    import json

    from urlinspector.normalize.inspection import violation_data
    from urlinspector.normalize.output import write_output
    from urlinspector.url.components import Url
    from urlinspector.url.violations import violations

    def convert(text: str) -> str:
        outcome = profile.outcome(text)
        canonical, refused = outcome.canonical, outcome.refused
        line = json.dumps(
            {
                "input": text,
                "canonical": None if canonical is None else write_output(canonical, profile.output),
                "changed_by": profile.step_names(outcome),
                "violations": [violation_data(each) for each in violations(Url.parse(text), text)],
                "error": None if refused is None else str(refused),
            }
        )
        if refused is not None:
            raise LineRefused(str(refused), instead=line)
        return line

    return convert
