"""`urlinspector inspect`: all that is known of one URL, as a report or as JSON."""

from collections.abc import Iterator
from typing import Any

import click

from urlinspector.cli.lines import as_utf8, write
from urlinspector.cli.options import DEFAULT_PROFILE, chosen_profile, profile_options
from urlinspector.url.wording import counted

EPILOG = """\b
Examples:
  urlinspector inspect "HTTP://user@Example.COM:80/a/../b?q=%7e#top"
  urlinspector inspect --base http://example.com/a/b "../c?d"
  urlinspector inspect --json --profile seo "http://example.com/?utm_source=x" """

_WIDTH = 24
"""Of the names at the left."""


@click.command(epilog=EPILOG)
@click.argument("url")
@profile_options(DEFAULT_PROFILE)
@click.option("-b", "--base", metavar="URL", help="Resolve a relative reference against this URL first.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the report.")
def inspect(
    url: str,
    profile: str | None,
    enable: tuple[str, ...],
    disable: tuple[str, ...],
    base: str | None,
    as_json: bool,
) -> None:
    """Take one URL apart.

    Tells its components, host and parameters, what the standards object to, how a browser reads it, its
    canonical form with every step on the way, LRU and SURT.
    """
    from urlinspector.normalize.inspection import inspection

    chosen = chosen_profile(profile or DEFAULT_PROFILE, enable, disable)
    data = inspection(as_utf8(url), chosen, None if base is None else as_utf8(base))
    if as_json:
        import json

        write(json.dumps(data, indent=2))
    else:
        write("\n".join(_report(data, chosen.name)))


def _report(data: dict[str, Any], profile: str) -> Iterator[str]:
    yield _line("URL", shown(data["text"]))
    for title, rows in _sections(data):
        if rows:
            yield ""
            yield title
            yield from (_line(f"  {name}", text) for name, text in rows)
    yield ""
    if "resolved" in data:
        yield _line("Resolved", _value(data["resolved"]))
    browser = data["browser"]
    yield _line("Browser", shown(browser["href"]) if "href" in browser else f"fails: {browser['error']}")
    if data["canonical"] is None:
        yield _line("Canonical", f"none: {data['error']}")
        return
    yield _line("Canonical", f"{shown(data['canonical'])}  (profile {profile})")
    width = max((len(change["step"]) for change in data["trace"]), default=0) + 2
    for change in data["trace"]:
        yield f"{'  ' + change['step']:<{max(_WIDTH, width)}} {shown(change['after'])}".rstrip()
    if "key" in data:
        yield _line("Key", shown(data["key"]))
    yield _line("LRU", shown(data["lru"]))
    yield _line("SURT", shown(data["surt"]))
    specificity = data["specificity"]
    yield _line("Specificity", f"{counted(specificity['stems'], 'stem')}, weighted {specificity['weighted']}")


def _sections(data: dict[str, Any]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    spans = data["spans"]
    yield (
        "Components",
        [
            (name, f"{_value(value)}  {_place(spans[name])}".rstrip())
            for name, value in data["components"].items()
        ],
    )
    if data["host"]["kind"] is not None:
        host = data["components"]["host"]
        notes = {"suffix": _suffix_note(host)}
        rows = data["host"].items()
        yield (
            "Host",
            [
                *((name.replace("_", " "), _value(value) + notes.get(name, "")) for name, value in rows),
                *_idna2008(host, data["host"]["ascii"]),
            ],
        )
    yield "Parameters", [(shown(name), _value(value)) for name, value in data["parameters"]]
    yield (
        "Violations",
        [
            (each["code"], f"{each['message']} {each['section']}, {_place(each['span'])}")
            for each in data["violations"]
        ],
    )
    yield (
        "Warnings",
        [(each["code"], f"{each['message']} {_place(each['span'])}") for each in data["warnings"]],
    )


def _suffix_note(host: str) -> str:
    from urlinspector.url.suffix import Section, list_date, suffix_of

    found = suffix_of(host)
    if found is None:
        return ""
    told = "listed" if found.listed else "not listed"
    if found.section is Section.PRIVATE:
        public = suffix_of(host, private=False)
        told += f" as a private domain, {shown(public.suffix)} by registries alone" if public else ""
    return f"  ({told}; list of {list_date()})"


def _idna2008(host: str, ascii_form: str | None) -> Iterator[tuple[str, str]]:
    """What strict IDNA 2008 says of a name that is not plain ASCII; the rows above it are as browsers do."""
    from urlinspector.url.host import HostKind, idna2008_verdict, parse_host

    if (host.isascii() and "xn--" not in host.lower()) or parse_host(host).kind is not HostKind.REG_NAME:
        return
    verdict = idna2008_verdict(host)
    same = "the same ASCII form" if verdict.ascii == ascii_form else verdict.ascii or ""
    yield "strict IDNA 2008", same if verdict.ok else f"not a name: {shown(verdict.reason or '')}"


def _line(name: str, text: str) -> str:
    return f"{name:<{_WIDTH}} {text}".rstrip()


def _value(value: str | None) -> str:
    return "absent" if value is None else shown(value) if value else "(empty)"


def _place(span: list[int] | None) -> str:
    return "" if span is None else f"at {span[0]}–{span[1]}"


def shown(text: str) -> str:
    """A text for a terminal: what would not be seen, or would do something there, as an escape."""
    return text if text.isprintable() else "".join(map(_shown_char, text))


def _shown_char(char: str) -> str:
    code = ord(char)
    if char.isprintable():
        return char
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02X}"
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{{{code:X}}}"
