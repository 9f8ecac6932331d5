"""`urlinspector entities`: a list by web entities."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from urlinspector.cli.lines import InputError, write, write_columns
from urlinspector.cli.lists import ProgressBar, read_lists, reading_options
from urlinspector.cli.options import DEFAULT_PROFILE, chosen_profile, profile_options

if TYPE_CHECKING:
    from urlinspector.bulk.entities import EntityRow
    from urlinspector.rules.entities import Entities

EPILOG = """\b
Examples:
  urlinspector entities urls.txt
  urlinspector entities --rule subdomain --platforms crawl.csv
  urlinspector entities --rule path-1 --json urls.txt
  urlinspector entities --entities hyphe.csv urls.txt

\b
Rules: domain, subdomain, subdomain-N, path-N, prefix+N, page, or /pattern/ on stems as com|example|blog.
Scheme, www and port do not tell entities apart. Exit code: 0, or 2 for wrong usage or unreadable input."""


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, metavar="[FILE]…", type=click.Path(path_type=Path))
@click.option("--rule", default="domain", show_default=True, metavar="RULE", help="What makes an entity.")
@click.option(
    "--platforms", is_flag=True, help="With the ready rules for blog hosts, code hosts, social sites."
)
@click.option(
    "--entities",
    "known",
    type=click.Path(path_type=Path),
    metavar="FILE.csv",
    help="Entities that somebody made, as Hyphe exports them.",
)
@click.option("--most", default=50, show_default=True, metavar="N", help="Entities in the table; 0 for all.")
@profile_options(DEFAULT_PROFILE)
@reading_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def entities(
    files: tuple[Path, ...],
    rule: str,
    platforms: bool,
    known: Path | None,
    most: int,
    profile: str | None,
    enable: tuple[str, ...],
    disable: tuple[str, ...],
    form: str,
    encoding: str,
    column: str,
    host: str,
    as_json: bool,
) -> int:
    """Group lists by web entities: who the URLs belong to, with pages and duplicates of each.

    Without a FILE, standard input is read.
    """
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.engine import Engine
    from urlinspector.bulk.reading import ReadOptions
    from urlinspector.bulk.stems import StemTree
    from urlinspector.rules.entities import group

    made = _entities(rule, platforms, known)
    chosen = chosen_profile(profile or DEFAULT_PROFILE, enable, disable)
    with ProgressBar() as bar:
        result = read_lists(files, ReadOptions(form, encoding, column, host=host), bar.task)
        clustering = Clustering.make(Engine(result.table, bar.task), chosen, task=bar.task)
        found = group(StemTree(clustering, bar.task), made, bar.task)
    if as_json:
        write(json.dumps(_data(found, made)))
    else:
        _print(found, most)
    return 2 if result.failed else 0


def _entities(rule: str, platforms: bool, known: Path | None) -> "Entities":
    from urlinspector.rules.entities import CreationRule, Entities, EntityError, known_platforms

    try:
        made = Entities(default=CreationRule.parse(rule), rules=known_platforms() if platforms else {})
        if known is None:
            return made
        left_out: list[str] = []
        made = made.with_csv(known.read_text("utf-8-sig"), left_out)
        if left_out:
            click.echo(f"{known}: {len(left_out):,} prefixes cannot be used, {left_out[0]} first", err=True)
        return made
    except EntityError as error:
        raise click.UsageError(str(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        said = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise InputError(f"{known}: {said}") from None


def _data(found: list["EntityRow"], made: "Entities") -> dict[str, Any]:
    from urlinspector.rules.entities import lru_text

    return {
        "rule": str(made.default),
        "entities": [
            {
                "name": each.name,
                "prefixes": [lru_text(prefix) for prefix in each.prefixes],
                "urls": each.urls,
                "clusters": each.clusters,
                "duplicates": each.duplicates,
            }
            for each in found
        ],
    }


def _print(found: list["EntityRow"], most: int) -> None:
    shown = found[:most] if most > 0 else found
    rows = [(f"{each.urls:,}", f"{each.clusters:,}", f"{each.share:.0%}", each.name) for each in shown]
    write_columns([("URLs", "pages", "duplicates", "entity"), *rows], right=3)
    if len(found) > len(shown):
        write(f"and {len(found) - len(shown):,} more; --most 0 shows all")
