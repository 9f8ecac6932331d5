"""`urlinspector steps`: the catalogue of normalization steps, in its order."""

from typing import TYPE_CHECKING, Any

import click

from urlinspector.cli.lines import InputError, write

if TYPE_CHECKING:
    from urlinspector.normalize.step import Step

EPILOG = """\b
Examples:
  urlinspector steps
  urlinspector steps decode-unreserved limit-protocol
  urlinspector steps --json

\b
Classes: P preserves what the URL names, U usually preserves it, C changes it unless the site's
pages do not depend on it. The order is the one that a step takes its place in when it is switched on."""


@click.command(epilog=EPILOG)
@click.argument("names", nargs=-1, metavar="[STEP]…")
@click.option("--json", "as_json", is_flag=True, help="One JSON list of objects, with everything.")
def steps(names: tuple[str, ...], as_json: bool) -> None:
    """List the steps: order, class, name, component, what else they look at, conflicts, options.

    With a name, everything about that step.
    """
    from urlinspector.normalize.profile import ProfileError, known_step
    from urlinspector.normalize.steps import CATALOGUE

    try:
        chosen = tuple(known_step(name) for name in names) or CATALOGUE
    except ProfileError as error:
        raise InputError(error.reason) from None
    if as_json:
        import json

        write(json.dumps([_data(step) for step in chosen], indent=2))
    elif names:
        write("\n\n".join(_detail(step) for step in chosen))
    else:
        write(_table(chosen))


def _data(step: "Step") -> dict[str, Any]:
    from urlinspector.normalize.options import option_fields
    from urlinspector.normalize.steps import RANK

    return {
        "rank": RANK[step.name] + 1,
        "step": step.name,
        "title": step.title,
        "class": step.safety.letter,
        "safety": step.safety.value,
        "on": [component.value for component in step.on],
        "needs": [component.value for component in step.needs],
        "options": [
            {
                "option": option.key,
                "kind": option.kind,
                "choices": [*option.choices],
                "default": [*option.default] if isinstance(option.default, tuple) else option.default,
                "help": option.help,
            }
            for option in option_fields(step)
        ],
        "conflicts": [*step.conflicts],
        "source": step.source,
        "summary": step.summary,
        "assumes": step.assumes,
        "example": {
            "before": step.example.before,
            "after": step.example.after,
            "options": dict(step.example.options),
        },
        "idempotent": step.idempotent,
        "loses_data": step.loses_data,
        "warning": step.warning,
        "peer": step.peer,
    }


def _table(chosen: "tuple[Step, ...]") -> str:
    heads = ("", "", "STEP", "ON", "NEEDS", "CONFLICTS", "OPTIONS")
    rows = [heads, *(_row(_data(step)) for step in chosen)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads) - 1)]
    padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=False)] for row in rows]
    return "\n".join("  ".join([*cells, row[-1]]).rstrip() for cells, row in zip(padded, rows, strict=True))


def _row(data: dict[str, Any]) -> tuple[str, ...]:
    options = ", ".join(f"{option['option']}={_shown(option['default'])}" for option in data["options"])
    lists = [",".join(data[key]) for key in ("on", "needs", "conflicts")]
    return (f"{data['rank']:>3}", data["class"], data["step"], *lists, options)


def _shown(value: Any) -> str:
    """A default as `--enable` would take it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "|".join(value) if isinstance(value, list) else str(value)


def _detail(step: "Step") -> str:
    data = _data(step)
    lines = [f"{data['step']}: {data['title']}", "", data["summary"], ""]
    facts = {
        "class": f"{data['class']} ({data['safety'].replace('-', ' ')})",
        "on": ", ".join(data["on"]),
        "needs": ", ".join(data["needs"]),
        "source": data["source"],
        "assumes": data["assumes"],
        "conflicts": ", ".join(data["conflicts"]),
        "warning": data["warning"],
        "example": f"{data['example']['before']}  →  {data['example']['after']}",
    }
    lines += [f"  {name:<10} {fact}" for name, fact in facts.items() if fact]
    for option in data["options"]:
        choices = f" ({', '.join(option['choices'])})" if option["choices"] else ""
        lines.append(
            f"  option     {option['option']}={_shown(option['default'])}{choices}: {option['help']}"
        )
    return "\n".join(lines)
