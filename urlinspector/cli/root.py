"""The command `urlinspector` itself."""

import re

import click

from urlinspector import __version__
from urlinspector.cli.commands import COMMANDS, LazyGroup

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

EPILOG = """\b
Without a command the window opens:
  urlinspector
  urlinspector https://example.com/

\b
A few things to try:
  urlinspector inspect "HTTP://Example.COM:80/a/../b?q=%7e"
  urlinspector normalize --profile seo < urls.txt > canonical.txt
  urlinspector lru "http://www.example.co.uk/a?b=c"
  urlinspector profiles diff safe seo

\b
Completion in bash (zsh and fish alike), for the running shell:
  eval "$(_URLINSPECTOR_COMPLETE=bash_source urlinspector)"

Each command has its own --help."""


@click.group(
    cls=LazyGroup,
    entries=COMMANDS,
    context_settings=SETTINGS,
    epilog=EPILOG,
    subcommand_metavar="[COMMAND | URL] …",
)
@click.version_option(__version__, prog_name="urlinspector", message="%(prog)s %(version)s")
def root() -> None:
    """See what a URL is, what normalization does to it step by step, and which URLs are one."""


# A text that no command is called: it holds a delimiter of URLs, or a dot as every host name does.
_LIKE_A_URL = re.compile(r"[^-].*[:/?#@.]|[/?#.]", re.DOTALL)
_WINDOW_OPTIONS = ("--screenshot", "--page", "--theme", "--zoom", "--size", "--scale", "--offscreen")


def with_command(arguments: list[str]) -> list[str]:
    """The arguments with the command `gui` put before a URL, an option of the window, or a `--` that ends
    the options: what follows it is no command.
    """
    first = arguments[0] if arguments else ""
    opens = first.split("=")[0] in (*_WINDOW_OPTIONS, "--") or (
        first not in COMMANDS and _LIKE_A_URL.match(first) is not None
    )
    return ["gui", *arguments] if opens else arguments
