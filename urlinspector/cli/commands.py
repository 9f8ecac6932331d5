"""The table of commands, and the click group that imports a command when it is called."""

import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import click


class Entry(NamedTuple):
    """One command: where it is (`module:attribute`), and the line that `--help` shows of it."""

    place: str
    help: str


# One line for each command.
COMMANDS: Mapping[str, Entry] = {
    "inspect": Entry("urlinspector.cli.inspect:inspect", "Take one URL apart and show all about it."),
    "normalize": Entry("urlinspector.cli.normalize:normalize", "Write the canonical form of each URL."),
    "lru": Entry("urlinspector.cli.lru:lru", "Write URLs as LRUs (general to special), or turn LRUs back."),
    "surt": Entry("urlinspector.cli.surt:surt", "Write URLs as SURTs, the keys of web archives."),
    "steps": Entry("urlinspector.cli.steps:steps", "List the normalization steps, or explain some of them."),
    "profiles": Entry("urlinspector.cli.profiles:profiles", "List, show and compare profiles."),
    "compare": Entry(
        "urlinspector.cli.compare:compare", "Tell whether two URLs are one, and what decides it."
    ),
    "cluster": Entry("urlinspector.cli.cluster:cluster", "Group the URLs of lists by their canonical form."),
    "mine": Entry("urlinspector.cli.mine:mine", "Learn from lists which URLs of a site are one."),
    "entities": Entry("urlinspector.cli.entities:entities", "Group lists by web entities: whose URLs."),
    "hosts": Entry("urlinspector.cli.hosts:hosts", "Ask the name system which hosts are one."),
    "gui": Entry("urlinspector.cli.gui:gui", "Open the window, on a URL where one is given."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called; `--help` imports none of them."""

    def __init__(self, *args: Any, entries: Mapping[str, Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Names in the order of the table."""
        return list(self._entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, imported now; None where there is none."""
        entry = self._entries.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.place.partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """The list in `--help`, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in self._entries.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, but a misspelt command is told its neighbours."""
        name = args[0]
        if name in self._entries or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        import difflib

        near = difflib.get_close_matches(name, self._entries, 2)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(self._entries)}"
        raise click.UsageError(f"no command “{name}”; {hint}", ctx)
