"""Options that several commands share: the profile, and steps switched on and off in it."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from urlinspector.cli.lines import InputError, LineRefused
from urlinspector.url.wording import counted, plain_reason

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from urlinspector.normalize.profile import Profile

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_PROFILE = "safe"


def profile_options(default: str | None) -> Callable[[Command], Command]:
    """`--profile`, `--enable` and `--disable`; the command gets `profile`, `enable` and `disable`."""
    shown = f"[default: {default}]" if default else "Without it, the URL is taken as it is given."

    def decorate(command: Command) -> Command:
        for option in reversed(_OPTIONS):
            command = option(shown)(command)
        return command

    return decorate


def aliases_option(command: Command) -> Command:
    """`--aliases`; the command gets `aliases`, to be handed to `aliased`."""
    option = click.option(
        "--aliases",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Write the preferred host for its aliases: a file that `urlinspector hosts -o` made.",
    )
    return option(command)


def aliased(profile: "Profile", aliases: Path | None) -> "Profile":
    """The profile with the step host-alias and the aliases of a file. Raises InputError."""
    if aliases is None:
        return profile
    from urlinspector.hosts.alias_map import AliasError, load_alias_map, with_aliases
    from urlinspector.normalize.profile import ProfileError

    try:
        return with_aliases(profile, load_alias_map(aliases))
    except (AliasError, ProfileError) as error:
        raise InputError(f"{aliases}: {error}") from None
    except OSError as error:
        raise InputError(f"{aliases}: {plain_reason(error)}") from None


def rules_option(command: Command) -> Command:
    """`--rules`; the command gets `rules`, to be handed to `ruled`."""
    option = click.option(
        "--rules",
        type=click.Path(path_type=Path),
        multiple=True,
        metavar="FILE",
        help="Apply rules of sites: a TOML file of [[rule]] such as `urlinspector mine -o` writes, or a "
        "ClearURLs or Brave query-filter file (.json). May be given several times.",
    )
    return option(command)


def ruled(profile: "Profile", rules: tuple[Path, ...]) -> "Profile":
    """The profile with the rules of files after those that it has. What cannot be taken over and what has
    expired is told on standard error. Raises InputError.
    """
    for path in rules:
        profile = _with_rules_of(profile, path)
    _tell_expired(profile)
    return profile


def _with_rules_of(profile: "Profile", path: Path) -> "Profile":
    from urlinspector.normalize.profile import ProfileError
    from urlinspector.normalize.site_rules import RuleError
    from urlinspector.normalize.site_rules.toml import read_rules

    try:
        if path.suffix.lower() != ".json":
            return profile.with_rules([*profile.rules, *read_rules(path.read_text("utf-8-sig"))])
        from urlinspector.rules.imports import import_rules

        found = import_rules(path)
        for left in found.left_out:
            click.echo(f"{path}: {left.where}: “{left.what}” not taken over: {left.reason}", err=True)
        off = sum(not rule.enabled for rule in found.rules)
        told = f"{path}: {counted(len(found.rules), 'rule')} of {found.format}"
        told += f" ({off:,} off), {found.licence}" if off else f", {found.licence}"
        click.echo(f"{told}; {len(found.left_out)} not taken over", err=True)
        return profile.with_rules([*profile.rules, *found.rules])
    except (RuleError, ProfileError) as error:
        raise InputError(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: rules are a text in UTF-8") from None
    except OSError as error:
        raise InputError(f"{path}: {plain_reason(error)}") from None


def _tell_expired(profile: "Profile") -> None:
    from datetime import date

    today = date.today()
    for rule in profile.rules:
        if rule.enabled and rule.is_expired(today):
            click.echo(f"not applied: “{rule.name}” has expired ({rule.expires})", err=True)


def _profile_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    from urlinspector.normalize.library import builtin_names

    names = [CompletionItem(name) for name in builtin_names() if name.startswith(begun)]
    return names or [CompletionItem(begun, type="file")]


def _step_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    from urlinspector.normalize.steps import CATALOGUE

    return [CompletionItem(step.name, help=step.title) for step in CATALOGUE if step.name.startswith(begun)]


_OPTIONS: tuple[Callable[[str], Callable[[Any], Any]], ...] = (
    lambda shown: click.option(
        "-p",
        "--profile",
        metavar="P",
        shell_complete=_profile_names,
        help=f"A profile's name (see `urlinspector profiles`) or its TOML file. {shown}",
    ),
    lambda shown: click.option(
        "-e",
        "--enable",
        multiple=True,
        metavar="STEP[:OPTION=VALUE,…]",
        shell_complete=_step_names,
        help="Switch a step on, or change its options; may be given several times.",
    ),
    lambda shown: click.option(
        "-d",
        "--disable",
        multiple=True,
        metavar="STEP",
        shell_complete=_step_names,
        help="Switch a step off; may be given several times.",
    ),
)


def load_profile(name: str) -> "Profile":
    """The profile of that name, or in that file. Raises InputError."""
    from urlinspector.normalize.library import builtin, builtin_names
    from urlinspector.normalize.profile import ProfileError

    is_file = (
        name.endswith(".toml")
        or os.sep in name
        or "/" in name
        or (name not in builtin_names() and Path(name).is_file())
    )
    try:
        if not is_file:
            return builtin(name)
        from urlinspector.rules.profile_files import read_profile

        return read_profile(Path(name), waits=True)
    except ProfileError as error:
        raise InputError(f"{name}: {error}" if is_file else str(error)) from None


def chosen_profile(name: str, enable: tuple[str, ...] = (), disable: tuple[str, ...] = ()) -> "Profile":
    """The profile with steps switched off, then others on, whatever their order was. Raises InputError."""
    return _with_steps(load_profile(name), enable, disable)


def profile_or_none(name: str | None, enable: tuple[str, ...], disable: tuple[str, ...]) -> "Profile | None":
    """As `chosen_profile`; None where nothing is asked for. Steps without a profile make one of their own."""
    if name is not None:
        return chosen_profile(name, enable, disable)
    if not enable and not disable:
        return None
    from urlinspector.normalize.profile import Profile

    return _with_steps(Profile("command line", ()), enable, disable)


def _with_steps(profile: "Profile", enable: tuple[str, ...], disable: tuple[str, ...]) -> "Profile":
    if not enable and not disable:
        return profile
    from urlinspector.normalize.profile import ProfileError, parse_enable

    try:
        for step in disable:
            profile = profile.disabled(step)
        given: dict[str, set[str]] = {}
        for text in enable:
            step, options = parse_enable(text)
            twice = given.setdefault(step, set()) & options.keys()
            if twice:
                raise ProfileError(f"“{step}” is given its option “{min(twice)}” twice")
            given[step] |= options.keys()
            if step in disable:
                raise ProfileError(f"“{step}” is switched on and off at once")
            profile = profile.enabled(step, options)
    except ProfileError as error:
        raise InputError(str(error)) from None
    return profile


def url_text(profile: "Profile | None") -> Callable[[str], str]:
    """From a text to its canonical URL, or to itself without a profile; raises LineRefused.

    Always the URL, also under a profile whose output is a key.
    """
    if profile is None:
        return str
    outcome = profile.outcome

    def canonical(text: str) -> str:
        found = outcome(text)
        if found.canonical is None:
            raise LineRefused(str(found.refused))
        return found.canonical

    return canonical
