"""`urlinspector entities`: a list by web entities."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from urlinspector.cli.lines import InputError, write, write_columns
from urlinspector.cli.lists import ProgressBar, read_lists, reading_options
from urlinspector.cli.lru import weights_of
from urlinspector.cli.options import DEFAULT_PROFILE, chosen_profile, profile_options
from urlinspector.url.wording import plain_reason

if TYPE_CHECKING:
    from urlinspector.bulk.entities import EntityRow
    from urlinspector.rules.entities import Entities
    from urlinspector.url.lru import StemKind

EPILOG = """\b
Examples:
  urlinspector entities urls.txt
  urlinspector entities --rule subdomain --platforms crawl.csv
  urlinspector entities --rule domain --rule example.com/blogs=prefix+1 urls.txt
  urlinspector entities --entities hyphe.csv --csv urls.txt > all.csv
  urlinspector entities --sort specificity --weights h=2 urls.txt

\b
Rules: domain, subdomain, subdomain-N, path-N, prefix+N, page, or /pattern/ on stems as com|example|blog.
The longest prefix decides whose a URL is; scheme, www and port do not tell entities apart. A public suffix
is never an entity: what lies on one itself is listed without a prefix.
Exit code: 0, or 2 for wrong usage or unreadable input."""

_PAIR = re.compile(r"(?P<prefix>[^/].*?)=(?P<rule>/.*/|[a-z]+(?:[-+]\d+)?)", re.DOTALL)
_NO_ENTITY = "a public suffix, no entity"
_MOST_TOLD = 10
_SORTS: Mapping[str, Callable[["EntityRow"], Any]] = {
    "urls": lambda row: (-row.urls, row.name),
    "pages": lambda row: (-row.clusters, row.name),
    "duplicates": lambda row: (-row.duplicates, row.name),
    "share": lambda row: (-row.share, -row.urls, row.name),
    "name": lambda row: (row.name.casefold(), row.name),
}


@click.command(epilog=EPILOG)
@click.argument("files", nargs=-1, metavar="[FILE]…", type=click.Path(path_type=Path))
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="[PREFIX=]RULE",
    help="What makes an entity, or what does below one prefix; the latter repeatable. [default: domain]",
)
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
@click.option(
    "--sort",
    type=click.Choice([*_SORTS, "specificity"]),
    default="urls",
    show_default=True,
    help="Order of the entities; specificity: from the most general to the most special.",
)
@click.option(
    "--weights",
    metavar="s=0,h=1,…",
    help="What a stem of a kind counts for the specificity. [default: h=1,p=2]",
)
@profile_options(DEFAULT_PROFILE)
@reading_options
@click.option("--json", "form_out", flag_value="json", help="One JSON object.")
@click.option("--csv", "form_out", flag_value="csv", help="All entities as Hyphe exports them.")
@click.option("--lrus", "form_out", flag_value="lrus", help="All prefixes as Hyphe's LRUs, one a line.")
def entities(
    files: tuple[Path, ...],
    rules: tuple[str, ...],
    platforms: bool,
    known: Path | None,
    most: int,
    sort: str,
    weights: str | None,
    profile: str | None,
    enable: tuple[str, ...],
    disable: tuple[str, ...],
    form: str,
    encoding: str,
    column: str,
    host: str,
    form_out: str | None,
) -> int:
    """Group lists by web entities: who the URLs belong to, with pages and duplicates of each.

    Without a FILE, standard input is read.
    """
    from urlinspector.bulk.clustering import Clustering
    from urlinspector.bulk.engine import Engine
    from urlinspector.bulk.reading import ReadOptions
    from urlinspector.bulk.stems import StemTree
    from urlinspector.rules.entities import group

    counted = weights_of(weights or "")
    made = _entities(rules, platforms, known)
    chosen = chosen_profile(profile or DEFAULT_PROFILE, enable, disable)
    with ProgressBar() as bar:
        result = read_lists(files, ReadOptions(form, encoding, column, host=host), bar.task)
        clustering = Clustering.make(Engine(result.table, bar.task), chosen, task=bar.task)
        found = group(StemTree(clustering, bar.task), made, bar.task)
    if sort == "specificity":
        found.sort(key=lambda row: (row.specificity(counted)[::-1], row.name))
    else:
        found.sort(key=_SORTS[sort])
    if form_out == "json":
        write(json.dumps(_data(found, made, counted)))
    elif form_out is not None:
        _write_file(found, made, form_out)
    else:
        _print(found, most, counted if sort == "specificity" else None)
    return 2 if result.failed else 0


def _entities(rules: tuple[str, ...], platforms: bool, known: Path | None) -> "Entities":
    from urlinspector.rules.creation import CreationRule, known_platforms
    from urlinspector.rules.entities import Entities
    from urlinspector.rules.entity_files import with_csv
    from urlinspector.rules.prefixes import EntityError, anchor_of

    try:
        made = Entities(rules=known_platforms() if platforms else {})
        defaults = 0
        for text in rules:
            pair = _PAIR.fullmatch(text.strip())
            if pair is None:
                made, defaults = made.with_default(CreationRule.parse(text)), defaults + 1
            else:
                made = made.with_rule(anchor_of(pair["prefix"]), CreationRule.parse(pair["rule"]))
        if defaults > 1:
            raise EntityError("more than one --rule without a prefix; say PREFIX=RULE for one below a prefix")
    except EntityError as error:
        raise click.UsageError(str(error)) from None
    if known is None:
        return made
    try:
        imported = with_csv(made, known.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, EntityError) as error:
        said = str(error) if isinstance(error, EntityError) else plain_reason(error)
        raise InputError(f"{known}: {said}") from None
    for each in imported.left_out[:_MOST_TOLD]:
        click.echo(f"{known}: left out: {each}", err=True)
    if len(imported.left_out) > _MOST_TOLD:
        click.echo(f"{known}: and {len(imported.left_out) - _MOST_TOLD:,} more", err=True)
    return imported.entities


def _data(found: list["EntityRow"], made: "Entities", weights: "dict[StemKind, int]") -> dict[str, Any]:
    from urlinspector.rules.prefixes import lru_text

    data = []
    for each in found:
        specificity = each.specificity(weights)
        one: dict[str, Any] = {
            "name": each.name,
            "prefixes": [lru_text(prefix) for prefix in each.prefixes],
            "by_hand": each.by_hand,
            "specificity": specificity._asdict(),
            "urls": each.urls,
            "clusters": each.clusters,
            "duplicates": each.duplicates,
        }
        data.append(one | ({"reason": _NO_ENTITY} if each.suffix else {}))
    rules = {lru_text(prefix): str(rule) for prefix, rule in made.rules.items()}
    return {"rule": str(made.default), "rules": rules, "entities": data}


def _write_file(found: list["EntityRow"], made: "Entities", form: str) -> None:
    from urlinspector.rules.entity_files import lru_lines, to_csv

    if form == "lrus":
        text = lru_lines(prefix for each in found for prefix in each.prefixes)
    else:
        text = to_csv(made.with_rows(found))
    if text:
        write(text.removesuffix("\n"))


def _print(found: list["EntityRow"], most: int, weights: "dict[StemKind, int] | None") -> None:
    shown = found[:most] if most > 0 else found
    rows = []
    for each in shown:
        name = f"{each.name}  ({_NO_ENTITY})" if each.suffix else each.name
        cells = (f"{each.urls:,}", f"{each.clusters:,}", f"{each.share:.0%}", name)
        rows.append(cells if weights is None else (f"{each.specificity(weights).weighted:,}", *cells))
    titles = ("URLs", "pages", "duplicates", "entity")
    titled = titles if weights is None else ("specificity", *titles)
    write_columns([titled, *rows], right=len(titled) - 1)
    if len(found) > len(shown):
        write(f"and {len(found) - len(shown):,} more; --most 0 shows all")
