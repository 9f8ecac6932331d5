"""From a difference that was counted to the rule that removes it."""

import re
from collections.abc import Sequence

from urlinspector.normalize.site_rules import (
    Action,
    ChangeHost,
    ChangeScheme,
    LowercasePath,
    Rewrite,
    RuleError,
    Scope,
    StripPrefix,
    StripSuffix,
)
from urlinspector.normalize.site_rules.words import OTHERS, escaped

INDEX = re.compile(r"(?:index|default|home|main|welcome)\.[A-Za-z]{2,5}")
"""Names that servers give for a folder; without labels only these are taken for such."""
CLASSES = {"\x00N": "([0-9]+)", "\x00HEX": "([0-9A-Fa-f]{8,})"}
_END_OF_WORD = "([^A-Za-z0-9]|$)"


def action_of(kind: str, core: str) -> Action:
    """The action for a pair of one kind (`bulk.mining_shapes`)."""
    if kind == "scheme":
        return ChangeScheme("https")
    if kind == "www":
        return ChangeHost(core)
    if kind == "host":
        return ChangeHost(core.split(" ")[1])
    if kind == "case":
        return LowercasePath()
    if kind == "slash":
        return StripSuffix("/")
    segment, slash = core.rstrip("/"), core.endswith("/")
    if slash:
        return Rewrite(f"/{escaped(segment)}$", "/")
    return Rewrite(f"^(.+)/{escaped(segment)}$", "$1")


def scope_of(site: str, hosts: Sequence[str], all_hosts: Sequence[str], *, shared: bool) -> Scope:
    """Where a rule holds that was seen on some hosts of a site: the host, or the domain.

    `shared` says that the domain has other sites. Raises RuleError where no one scope will do.
    """
    if len(all_hosts) == 1:
        return Scope.host(all_hosts[0])
    bare = {host.removeprefix("www.") for host in hosts}
    if len(bare) == 1:
        (name,) = bare
        twin = f"www.{name}"
        if shared or not {name, twin} <= set(all_hosts):
            return Scope.host(name if name in all_hosts else twin)
        return Scope.domain(name)
    if shared:
        raise RuleError("hosts of a domain that has others", where="scope")
    return Scope.domain(site)


class Sides:
    """What stands left and right of a difference, in examples of it."""

    def __init__(self, lefts: Sequence[str], rights: Sequence[str]) -> None:
        self.lefts, self.rights = lefts, rights

    def left(self, begins_with_word: bool) -> tuple[str, str]:
        """A pattern for what stands before, and what the template writes for it."""
        if len(set(self.lefts)) == 1:
            text = escaped(self.lefts[0])
            return f"^{text}", _literal(self.lefts[0])
        tails = {text[text.rfind("/") :] if "/" in text else text for text in self.lefts}
        if len(tails) == 1:
            (tail,) = tails
            return escaped(tail), _literal(tail)
        last = {text[-1:] for text in self.lefts}
        if len(last) == 1 and not (last <= set("0123456789")) and not "".join(last).isalnum():
            return escaped("".join(last)), _literal("".join(last))
        if all(char.isdigit() and char.isascii() for char in last):
            return "([0-9])", "$#"
        if begins_with_word:
            return "([^A-Za-z0-9])", "$#"
        return "", ""

    def right(self, ends_with_word: bool, to_end: bool) -> tuple[str, str]:
        """A pattern for what stands behind, and what the template writes for it."""
        if set(self.rights) == {""}:
            return "$", ""
        numbers = [re.match("[0-9]+", text) for text in self.rights]
        if all(numbers):
            if to_end:
                whole = all(
                    found and found.end() == len(text)
                    for found, text in zip(numbers, self.rights, strict=True)
                )
                return ("([0-9]+)$" if whole else "([^?&]*)$"), "$#"
            return "([0-9]+)", "$#"
        if to_end:
            return "([^?&]*)$", "$#"
        first = {text[:1] for text in self.rights}
        if len(first) == 1 and not "".join(first).isalnum():
            char = "".join(first)
            return escaped(char), _literal(char)
        if ends_with_word:
            return _END_OF_WORD, "$#"
        return "", ""


def _literal(text: str) -> str:
    return text.replace("$", "$$")


def core_action(
    before: Sequence[str],
    after: Sequence[str],
    lefts: Sequence[str],
    rights: Sequence[str],
    *,
    moved: bool = False,
) -> Action | None:
    """The action that writes `after` for `before`; None for what the general steps and parameters do.

    `lefts` and `rights` are what stood beside the difference in examples: path and query as one text.
    `moved` for the first parameter that is written in the path: those behind it stay.
    """
    question = "?" in before
    if not question:
        # Only the path is touched; the query behind it is no context.
        rights = [text.split("?", 1)[0] for text in rights]
    to_end = question and "?" not in after
    if not after and before[-1] == "/" and len(before) == 2 and set(lefts) == {"/"}:
        return StripPrefix(f"/{before[0]}") if not before[0].startswith("\x00") else None
    sides = Sides(lefts, rights)
    left, left_written = sides.left(_is_word(before[:1] or after[:1]))
    right, right_written = sides.right(_is_word(before[-1:] or after[-1:]), to_end)
    if moved:
        right, right_written = OTHERS, "?$#"
    groups = 0
    written = ""
    if left_written == "$#":
        groups += 1
        left_written = f"${groups}"
    written += left_written
    first_class = groups + 1
    middle = "".join(CLASSES.get(token) or escaped(token) for token in before)
    groups += sum(token in CLASSES for token in before)
    for token in after:
        if token in CLASSES:
            written += f"${first_class}"
            first_class += 1
        else:
            written += _literal(token)
    if right_written.endswith("$#"):
        groups += 1
        right_written = f"{right_written[:-1]}{groups}"
    written += right_written
    if groups > 9:
        return None
    return Rewrite(left + middle + right, written, on="path-query" if question else "path")


def _is_word(tokens: Sequence[str]) -> bool:
    return bool(tokens) and (tokens[0].startswith("\x00") or tokens[0].isalnum())
