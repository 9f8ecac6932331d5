"""`urlinspector profiles`: the profiles there are, one as a file, two compared."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from urlinspector.cli.commands import Entry, LazyGroup
from urlinspector.cli.lines import write
from urlinspector.cli.options import load_profile

if TYPE_CHECKING:
    from urlinspector.normalize.profile import Profile
    from urlinspector.normalize.site_rules import SiteRule

ENTRIES: Mapping[str, Entry] = {
    "list": Entry("urlinspector.cli.profiles:list_profiles", "List the built-in profiles."),
    "show": Entry("urlinspector.cli.profiles:show", "Write a profile as TOML, the format of your own ones."),
    "diff": Entry("urlinspector.cli.profiles:diff", "Tell what differs between two profiles."),
    "conformance": Entry(
        "urlinspector.cli.conformance:conformance", "Tell how well profiles of real programs match them."
    ),
}

EPILOG = """\b
Examples:
  urlinspector profiles
  urlinspector profiles show seo > mine.toml
  urlinspector profiles diff safe mine.toml
  urlinspector normalize --profile mine.toml < urls.txt"""


@click.group(cls=LazyGroup, entries=ENTRIES, invoke_without_command=True, epilog=EPILOG)
@click.option("--json", "as_json", is_flag=True, help="The list as JSON.")
@click.pass_context
def profiles(context: click.Context, as_json: bool) -> None:
    """List, show and compare profiles: named, ordered sets of steps with their options.

    P, wherever a command asks for a profile, is a name from this list or a TOML file. Without a command,
    the list.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_profiles, as_json=as_json)


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON list of objects.")
def list_profiles(as_json: bool) -> None:
    """List the built-in profiles: name, number of steps, what each is for."""
    from urlinspector.normalize.library import builtin, builtin_names

    found = [builtin(name) for name in builtin_names()]
    if as_json:
        import json

        write(json.dumps([_heading(each) for each in found], indent=2))
        return
    width = max(len(each.name) for each in found)
    write(
        "\n".join(
            f"{each.name:<{width}}  {len(each.steps):>2} steps  {_line(each)}".rstrip() for each in found
        )
    )


def _line(profile: "Profile") -> str:
    parts = [profile.title or profile.description.partition("\n")[0]]
    if profile.output != "url":
        parts.append(f"[writes {profile.output}]")
    if profile.aliases:
        parts.append(f"[also {', '.join(profile.aliases)}]")
    return " ".join(filter(None, parts))


def _heading(profile: "Profile") -> dict[str, Any]:
    return {
        "name": profile.name,
        "version": profile.version,
        "title": profile.title,
        "description": profile.description,
        "aliases": [*profile.aliases],
        "accepts": profile.accepts,
        "output": profile.output,
        "peer": profile.peer,
        "peer_version": profile.peer_version,
        "steps": [bound.step.name for bound in profile.steps],
    }


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def show(name: str, as_json: bool) -> None:
    """Write the profile NAME (a name or a file) as TOML.

    Save it, change it, and use the file as a profile.
    """
    profile = load_profile(name)
    if not as_json:
        write(profile.to_toml().removesuffix("\n"))
        return
    import json

    from urlinspector.normalize.options import option_values

    steps = [{"step": each.step.name} | option_values(each.step, each.options) for each in profile.steps]
    write(json.dumps(_heading(profile) | {"steps": steps}, indent=2))


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="One JSON list of objects.")
def diff(a: str, b: str, as_json: bool) -> int:
    """Tell what differs between the profiles A and B (names or files).

    \b
      - step    only in A
      + step    only in B
      ~ step    in both, with other options
      > step    in both, but at another place in the order
      ! key     another setting: accepts, output

    Exit code: 0 when they do the same, 1 when they differ.
    """
    found = differences(load_profile(a), load_profile(b))
    if as_json:
        import json

        write(json.dumps(found, indent=2))
    elif found:
        write("\n".join(_difference(each) for each in found))
    return 1 if found else 0


def _difference(found: dict[str, Any]) -> str:
    sign, name, sides = found["sign"], found["name"], [found["a"], found["b"]]
    if sign in "-+":
        options = next(filter(None, sides), "")
        return f"{sign} {name}" + (f":{options}" if options else "")
    return f"{sign} {name}  {sides[0] or 'defaults'} → {sides[1] or 'defaults'}"


def differences(a: "Profile", b: "Profile") -> list[dict[str, Any]]:
    """What differs, as {sign, name, a, b}: settings first, then steps in A's order, then those of B alone.

    `a` and `b` are the values of a setting, the options of a step (as `--enable` takes them), or, for a
    moved step, its place among the steps that both have. A step that stands in a profile more than once is
    compared by turns.
    """
    found = [
        {"sign": "!", "name": key, "a": getattr(a, key), "b": getattr(b, key)}
        for key in ("accepts", "output")
        if getattr(a, key) != getattr(b, key)
    ]
    mine, theirs = _numbered(a), _numbered(b)
    both = [key for key in mine if key in theirs]
    moved = _moved(both, [key for key in theirs if key in mine])
    for key, options in mine.items():
        if key not in theirs:
            found.append({"sign": "-", "name": key[0], "a": options, "b": None})
            continue
        if options != theirs[key]:
            found.append({"sign": "~", "name": key[0], "a": options, "b": theirs[key]})
        if key in moved:
            found.append({"sign": ">", "name": key[0], "a": moved[key][0], "b": moved[key][1]})
    found += [
        {"sign": "+", "name": key[0], "a": None, "b": options}
        for key, options in theirs.items()
        if key not in mine
    ]
    return found + _rule_differences(a, b)


def _rule_differences(a: "Profile", b: "Profile") -> list[dict[str, Any]]:
    """Rules by name: in one profile alone, switched, or doing something else in the other."""
    mine, theirs = ({rule.name: rule for rule in profile.rules} for profile in (a, b))
    found: list[dict[str, Any]] = []
    for name in dict.fromkeys((*mine, *theirs)):
        sides = [None if rule is None else _rule_words(rule) for rule in (mine.get(name), theirs.get(name))]
        if sides[0] != sides[1] or mine.get(name) != theirs.get(name):
            sign = "~" if None not in sides else "-" if sides[1] is None else "+"
            found.append({"sign": sign, "name": f"rule {name}", "a": sides[0], "b": sides[1]})
    shared = [[name for name in one if name in mine and name in theirs] for one in (mine, theirs)]
    if shared[0] != shared[1]:
        orders = [", ".join(names) for names in shared]
        found.append({"sign": ">", "name": "rules", "a": orders[0], "b": orders[1]})
    return found


def _rule_words(rule: "SiteRule") -> str:
    from urlinspector.normalize.site_rules.toml import rule_data

    silent = ("name", "evidence", "enabled")
    said = ", ".join(f"{key}={value}" for key, value in rule_data(rule).items() if key not in silent)
    return said if rule.enabled else f"off: {said}"


Key = tuple[str, int]
"""A step's name, and which of its occurrences it is."""


def _numbered(profile: "Profile") -> dict[Key, str]:
    """The options of each step as text, in profile order."""
    from dataclasses import replace

    from urlinspector.normalize.options import option_text
    from urlinspector.normalize.profile import SITE_RULES

    found: dict[Key, str] = {}
    for bound in profile.steps:
        number = sum(name == bound.step.name for name, _ in found)
        options = bound.options
        if bound.step.name == SITE_RULES:
            options = replace(options, rules=())  # told one by one
        found[bound.step.name, number] = option_text(bound.step, options)
    return found


def _moved(mine: list[Key], theirs: list[Key]) -> dict[Key, tuple[str, str]]:
    """The fewest steps whose moving makes one order the other, with the step that each follows in both."""
    place = {key: at for at, key in enumerate(theirs)}
    kept = _longest_rising([place[key] for key in mine])
    after_a = dict(zip(mine, ("the start", *(f"after {name}" for name, _ in mine)), strict=False))
    after_b = dict(zip(theirs, ("the start", *(f"after {name}" for name, _ in theirs)), strict=False))
    return {key: (after_a[key], after_b[key]) for key in mine if place[key] not in kept}


def _longest_rising(numbers: list[int]) -> set[int]:
    """The members of a longest rising subsequence, in quadratic time; profiles are short."""
    best: list[list[int]] = []
    for number in numbers:
        before = [chain for chain in best if chain[-1] < number]
        best.append([*max(before, key=len), number] if before else [number])
    longest: list[int] = max(best, key=len) if best else []
    return set(longest)
