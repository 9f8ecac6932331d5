"""Steps that exercise every way in which the engine calls a step; real records, made for the tests."""

from collections.abc import Callable
from typing import Any

from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step, Value
from urlinspector.url.components import Component


def own(name: str, on: tuple[Component, ...], apply: Any, pattern: str | None, **more: Any) -> BoundStep:
    """A step of the tests, bound."""
    step = Step(
        name=name,
        title=name,
        on=on,
        safety=Safety.CHANGES,
        source="tests",
        summary="",
        example=Example("", ""),
        apply=apply,
        may_change=lambda options: pattern,
        **more,
    )
    return BoundStep.of(step)


def _lower(value: str, needed: Needed, options: Any) -> Value:
    return "".join(char.lower() if char.isascii() else char for char in value)


def _drop_if_scheme(value: str, needed: Needed, options: Any) -> Value:
    return None if needed[0] == "a" else value


def _refuse_b(value: str, needed: Needed, options: Any) -> "Value | Refused":
    return Refused("holds a b", "tests") if "b" in value else value


def _refuse_b_with_host(value: str, needed: Needed, options: Any) -> "Value | Refused":
    return Refused("holds a c", "tests") if "c" in value and needed[1] is not None else value.replace("b", "")


def _add_path(value: str, needed: Needed, options: Any) -> Value:
    return value or "/" if needed[0] is not None else value


def _add_query(value: Value, needed: Needed, options: Any) -> Value:
    return "a=1" if value is None else value


def _swap_surrogates(value: str, needed: Needed, options: Any) -> Value:
    return value.replace("\udc80", "%80").replace("%41", "\udcff\U0010fffe")


def _strip(value: str, needed: Needed, options: Any) -> Value:
    return value.strip(" ")


def _refuse_text(value: str, needed: Needed, options: Any) -> "Value | Refused":
    return Refused("holds two", "tests") if "aa" in value else value


def _cut_whole(value: str, needed: Needed, options: Any) -> Value:
    return value.replace("//b", "//")


def _whole_no_pattern(value: str, needed: Needed, options: Any) -> "Value | Refused":
    return Refused("ends in /", "tests") if value.endswith("//") else value.replace("A", "a")


def _echo(value: str, needed: Needed, options: Any) -> Value:
    return value[:1] + (needed[0] or "")[:1] + ("8" if needed[1] and "8" in needed[1] else "")


def _by(*patterns: str | None) -> Callable[[Any], tuple[str | None, ...]]:
    return lambda options: patterns


C = Component
ALL = (C.SCHEME, C.USERINFO, C.HOST, C.PORT, C.PATH, C.QUERY, C.FRAGMENT)
TEXT_STEPS = (
    own("strip", (C.TEXT,), _strip, "^ | "),
    own("refuse-text", (C.TEXT,), _refuse_text, "aa"),
)
STEPS = (
    own("lower", ALL, _lower, "[A-Z]"),
    own("drop-if", (C.QUERY, C.FRAGMENT), _drop_if_scheme, None, needs=(C.SCHEME,)),
    own("drop-if-a", (C.PORT, C.QUERY), _drop_if_scheme, None, needs=(C.SCHEME,), tells_apart=_by("^a")),
    own("refuse-b", (C.QUERY, C.HOST), _refuse_b, "b"),
    own("refuse-c-with-host", (C.PATH, C.QUERY), _refuse_b_with_host, "[bc]", needs=(C.SCHEME, C.HOST)),
    own(
        "refuse-c-beside",
        (C.PATH,),
        _refuse_b_with_host,
        "[bc]",
        needs=(C.SCHEME, C.HOST),
        tells_apart=_by("a^", "a^"),
    ),
    own("echo", (C.FRAGMENT,), _echo, None, needs=(C.QUERY, C.PORT), tells_apart=_by(None, "8")),
    own("add-path", (C.PATH,), _add_path, "^$", needs=(C.HOST,)),
    own("add-query", (C.QUERY,), _add_query, "^x$", takes_absent=True),
    own("surrogates", (C.PATH, C.QUERY), _swap_surrogates, "%41"),
    own("whole-cut", (C.WHOLE,), _cut_whole, "//b", peer="tests"),
    own("whole-any", (C.WHOLE,), _whole_no_pattern, None, peer="tests"),
)
