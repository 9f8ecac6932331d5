"""The query as a form writes it (WHATWG URL §5.1, §5.2: application/x-www-form-urlencoded)."""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps._fields import ABOUT_SEPARATORS, checked, join, split
from urlinspector.normalize.steps._patterns import none_of
from urlinspector.url.charsets import ALPHA, DIGIT
from urlinspector.url.components import Component
from urlinspector.url.percent import decode, encode


@dataclass(frozen=True, slots=True)
class EncodeAsForm:
    """How names and values are written."""

    space: Literal["plus", "percent20"] = option("plus", "A space as + or as %20.")
    keep: str = option("*-._", "Characters besides letters and digits that are not encoded.")
    undecodable: Literal["keep", "replace"] = option(
        "keep", "Bytes that are not UTF-8: keep them, or write U+FFFD as browsers do."
    )
    separators: str = option("&", ABOUT_SEPARATORS)


class _Form(NamedTuple):
    token: re.Pattern[str]
    """What may be written otherwise: a triplet or character of ASCII, or a run of what others stand for."""
    written: dict[str, str]
    """How those of ASCII are."""
    replace: bool
    separators: str
    second: re.Pattern[str]
    """A `=` within a value."""
    may_change: str


_FORM_DELIMITERS = frozenset("%&=+# ")


def _prepare_form(options: EncodeAsForm) -> _Form:
    separators = checked(options.separators)
    for char in options.keep:
        if char in _FORM_DELIMITERS or char in separators or char > "\x7e" or char <= " ":
            raise ValueError(f"“{char}” cannot be kept: it would be read as something else")
    plain = ALPHA | DIGIT | set(options.keep)
    stays = plain | set(separators) | {"="}
    space = "+" if options.space == "plus" else "%20"
    may_change = none_of(stays | {"+"} if space == "+" else stays)
    may_change += f"|={none_of(separators)}*="  # a second one belongs to the value
    written = {char: char if char in plain else space if char == " " else encode(char) for char in _ASCII}
    triplets = {f"%{code:02X}": written[char] for code, char in enumerate(_ASCII)}
    # A stray % is among the characters.
    written |= triplets | {triplet.lower(): text for triplet, text in triplets.items()} | {"+": space}
    return _Form(
        token=re.compile(rf"%[0-7][0-9A-Fa-f]|(?:%[89A-Fa-f][0-9A-Fa-f]|[^\x00-\x7f])+|{none_of(stays)}"),
        written=written,
        replace=options.undecodable == "replace",
        separators=separators,
        second=re.compile(f"={none_of({*separators, '='})}*="),
        may_change=may_change,
    )


_ASCII = "".join(map(chr, range(128)))


def _encode_as_form(query: str, _needed: Needed, form: _Form) -> str:
    if form.second.search(query):
        fields, between = split(query, form.separators)
        query = join(list(map(_with_one_equals_sign, fields)), between)
    return form.token.sub(lambda found: form.written.get(found[0]) or _others(found[0], form), query)


def _with_one_equals_sign(field: str) -> str:
    name, sign, value = field.partition("=")
    return name + sign + value.replace("=", "%3D")


def _others(run: str, form: _Form) -> str:
    """A run of characters outside ASCII and of triplets of such, encoded."""
    read = decode(run)
    if form.replace:
        read = _UNDECODABLE.sub(
            lambda found: found[0].encode(errors="surrogateescape").decode(errors="replace"), read
        )
    return encode(read)


_UNDECODABLE = re.compile("[\udc80-\udcff]+")


ENCODE_AS_FORM = Step(
    name="encode-as-form",
    title="Query as a form writes it",
    on=(Component.QUERY,),
    safety=Safety.USUALLY_PRESERVES,
    source="WHATWG URL §5.1, §5.2 (application/x-www-form-urlencoded)",
    summary=(
        "Reads every name and value as a form does, and writes them again: a space as +, letters, digits and "
        "* - . _ as they are, all else as triplets. A program that reads the query as a form sees the same."
    ),
    example=Example("http://example.com/?q=a%20b&c=(1/2)", "http://example.com/?q=a+b&c=%281%2F2%29"),
    apply=_encode_as_form,
    may_change=lambda form: form.may_change,
    options=EncodeAsForm,
    prepare=_prepare_form,
    safety_with=lambda options: (
        Safety.CHANGES if options.undecodable == "replace" else Safety.USUALLY_PRESERVES
    ),
    conflicts=("plus-to-percent20",),
    assumes="that the server reads the query as a form",
)

STEPS: tuple[Step, ...] = (ENCODE_AS_FORM,)
