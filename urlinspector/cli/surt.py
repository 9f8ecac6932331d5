"""`urlinspector surt`: URLs as SURTs, the sort-friendly keys of web archives (definitions §4)."""

import click

from urlinspector.cli.lines import each_line
from urlinspector.cli.options import profile_options, profile_or_none, url_text

EPILOG = """\b
Examples:
  urlinspector surt "http://www.example.com/a"                   http://(com,example,www,)/a
  urlinspector surt --form wayback "http://www.example.com/a"    com,example,www)/a
  urlinspector surt --form wayback --profile seo < urls.txt | LC_ALL=C sort

Only the serialization: what an archive normalizes before it makes a key is a profile (surt-0.3.1, for one).
Exit code: 0, or 1 when the profile refused a line."""


@click.command(epilog=EPILOG)
@click.argument("urls", nargs=-1, metavar="[URL]…")
@click.option(
    "--form",
    type=click.Choice(["heritrix", "wayback"]),
    default="heritrix",
    show_default=True,
    help="With scheme and userinfo, as Heritrix's scopes have it, or the key of a Wayback index.",
)
@profile_options(None)
def surt(
    urls: tuple[str, ...], form: str, profile: str | None, enable: tuple[str, ...], disable: tuple[str, ...]
) -> int:
    """Write each URL as a SURT: the host from the top label down, so that a domain's URLs sort together.

    Without a URL, lines are read from standard input, and one line is written for each. The URL is taken as
    it is given; with --profile its canonical form is.
    """
    from urlinspector.url.components import Url
    from urlinspector.url.surt import FORMS
    from urlinspector.url.surt import surt as surt_of

    given, chosen = url_text(profile_or_none(profile, enable, disable)), FORMS[form]
    return 1 if each_line(urls, lambda text: surt_of(Url.parse(given(text)), chosen)) else 0
