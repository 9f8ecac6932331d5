"""`urlinspector lru`: URLs as LRUs in one of four dialects, and back (definitions §4)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from urlinspector.cli.lines import InputError, LineRefused, each_line
from urlinspector.cli.options import profile_options, profile_or_none, url_text

if TYPE_CHECKING:
    from urlinspector.normalize.profile import Profile
    from urlinspector.url.lru import Dialect, Lru, LruOptions, StemKind

DIALECTS = ("wiki", "hyphe", "ural", "escaped")

EPILOG = """\b
Examples:
  urlinspector lru "http://jiminy.medialab.sciences-po.fr/hci/index.php?title=Reverse_URLs#bottom"
  urlinspector lru --drop-www --max-path 8 --no-query --no-fragment < urls.txt
  urlinspector lru --sort specificity --weights h=2 < urls.txt
  urlinspector lru --dialect escaped < urls.txt | urlinspector lru --dialect escaped --reverse

\b
Dialects:
  wiki     s:http|h:fr|h:example|p:a        as the Hyphe project's wiki page has it
  hyphe    s:http|h:co.uk|h:example|p:a|    suffix in one stem, no stem for a bare /
  ural     s:http|h:uk|h:co|h:example|p:a|  every label a stem, no empty query or fragment
  escaped  like wiki, with escapes: turns back into the same URL, whatever it is

Exit code: 0, or 1 when the profile refused a line, or 2 when a text is no LRU."""


@click.command(epilog=EPILOG)
@click.argument("urls", nargs=-1, metavar="[URL]…")
@click.option(
    "--dialect", type=click.Choice(DIALECTS), default="wiki", show_default=True, help="How it is written."
)
@click.option("--reverse", is_flag=True, help="Read LRUs and write URLs.")
@click.option("--suffix-stem", is_flag=True, help="The public suffix in one stem: h:co.uk.")
@click.option("--drop-www", is_flag=True, help="Leave out leading www labels.")
@click.option("--hide-default-port", is_flag=True, help="Leave out a port that is empty or the scheme's own.")
@click.option("--max-path", type=click.IntRange(min=0), metavar="N", help="At most N path stems.")
@click.option("--no-query", is_flag=True, help="Leave out the query.")
@click.option("--no-fragment", is_flag=True, help="Leave out the fragment.")
@click.option("--sort-query", is_flag=True, help="Parameters in the order of their names.")
@profile_options(None)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="Plain lines, or one JSON object for each: input, lru, stems, specificity, error.",
)
@click.option(
    "--weights",
    metavar="LETTER=N,…",
    help="What a stem of a kind counts for the specificity. [default: s=0,t=0,h=1,p=2,q=3,f=4,u=0,w=0]",
)
@click.option(
    "--sort",
    type=click.Choice(["specificity"]),
    help="All lines from the most general to the most special, once the last is read; refused ones last.",
)
def lru(
    urls: tuple[str, ...],
    dialect: str,
    reverse: bool,
    profile: str | None,
    enable: tuple[str, ...],
    disable: tuple[str, ...],
    form: str,
    weights: str | None,
    sort: str | None,
    **parts: Any,
) -> int:
    """Write each URL as an LRU: its parts, typed, from the most general to the most special.

    Without a URL, lines are read from standard input, and one line is written for each, in their order or in
    that of --sort. The URL is taken as
    it is given; with --profile its canonical form is.
    """
    from urlinspector.url.lru import DIALECTS as KNOWN

    options = _options(**parts)
    if reverse:
        if (
            not options.is_lossless
            or options.suffix_stem
            or profile
            or enable
            or disable
            or form != "text"
            or sort
        ):
            raise click.UsageError("--reverse goes with --dialect alone")
        return 2 if each_line(urls, _reader(KNOWN[dialect])) else 0
    chosen = profile_or_none(profile, enable, disable)
    stems = _stems(KNOWN[dialect], options, chosen)
    convert = _as_text(stems, KNOWN[dialect])
    if form == "jsonl":
        convert = _as_json(stems, KNOWN[dialect], weights_of(weights or ""))
    rank = _rank(stems, weights_of(weights or "")) if sort else None
    return 1 if each_line(urls, convert, rank) else 0


def _options(no_query: bool, no_fragment: bool, **others: Any) -> "LruOptions":
    from urlinspector.url.lru import LruOptions

    return LruOptions(query=not no_query, fragment=not no_fragment, **others)


def _stems(dialect: "Dialect", options: "LruOptions", profile: "Profile | None") -> "Callable[[str], Lru]":
    from urlinspector.url.components import Url
    from urlinspector.url.lru import lru_of

    given = url_text(profile)
    return lambda text: lru_of(Url.parse(given(text)), options, dialect)


def _as_text(stems: "Callable[[str], Lru]", dialect: "Dialect") -> Callable[[str], str]:
    from urlinspector.url.lru import write

    return lambda text: write(stems(text), dialect)


def _rank(stems: "Callable[[str], Lru]", weights: "dict[StemKind, int]") -> Callable[[str], tuple[int, ...]]:
    return lambda text: stems(text).specificity(weights)[::-1]


def _as_json(
    stems: "Callable[[str], Lru]", dialect: "Dialect", weights: "dict[StemKind, int]"
) -> Callable[[str], str]:
    import json

    from urlinspector.url.lru import write

    def convert(text: str) -> str:
        try:
            found = stems(text)
        except LineRefused as refusal:
            line = {"input": text, "lru": None, "stems": None, "specificity": None, "error": refusal.reason}
            raise LineRefused(refusal.reason, instead=json.dumps(line)) from None
        return json.dumps(
            {
                "input": text,
                "lru": write(found, dialect),
                "stems": [[stem.kind.value, stem.value] for stem in found.stems],
                "specificity": found.specificity(weights)._asdict(),
                "error": None,
            }
        )

    return convert


def _reader(dialect: "Dialect") -> Callable[[str], str]:
    from urlinspector.url.lru import LruError, read, url_of

    def convert(text: str) -> str:
        try:
            return str(url_of(read(text, dialect)))
        except LruError as error:
            raise LineRefused(f"not an LRU: {error}") from None

    return convert


def weights_of(text: str) -> "dict[StemKind, int]":
    """The default weights with those of `s=0,h=1,…` put over them. Raises InputError."""
    from urlinspector.url.lru import WEIGHTS, StemKind

    letters = {kind.value: kind for kind in StemKind}
    weights = dict(WEIGHTS)
    for part in filter(None, text.split(",")):
        letter, _, number = part.partition("=")
        try:
            weights[letters[letter.strip()]] = int(number)
        except (KeyError, ValueError):
            raise InputError(
                f"--weights: “{part}” is not one of {' '.join(letters)}, “=” and a number"
            ) from None
    return weights
