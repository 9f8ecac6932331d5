"""What the laws are tried on: every step with every kind of options, and URLs from many sources."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.conftest import SHARED
from tests.normalize.test_cases import ALL
from tests.url.texts import TEXTS
from urlinspector.normalize.options import option_fields, option_text
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import bind
from urlinspector.normalize.step import Step
from urlinspector.normalize.steps import CATALOGUE


def label(bound: BoundStep) -> str:
    """A step and its options as the command line has them."""
    options = option_text(bound.step, bound.options)
    return f"{bound.step.name}:{options}" if options else bound.step.name


def _variants(step: Step) -> Iterator[BoundStep]:
    """A step with its defaults, with each choice and switch turned, and with the options of its cases."""
    defaults = step.options()
    chosen: list[Any] = [defaults]
    for each in option_fields(step):
        if each.kind == "bool":
            chosen.append(replace(defaults, **{each.name: not each.default}))
        if each.kind == "choice":
            chosen += [
                replace(defaults, **{each.name: choice}) for choice in each.choices if choice != each.default
            ]
    yield from (BoundStep.of(step, options) for options in chosen)
    yield from (bind(step, case.options) for case in ALL if case.step == step.name and case.options)


@cache
def instances() -> tuple[BoundStep, ...]:
    """All variants of all steps, each once."""
    return tuple({label(bound): bound for step in CATALOGUE for bound in _variants(step)}.values())


@cache
def rich_texts() -> tuple[str, ...]:
    """Inputs of the cases and of the web platform tests, and the difficult ones of the peers."""
    texts = [case.given for case in ALL]
    texts += [each["input"] for each in _peers_inputs() if each["set"] == "adversarial"]
    for path in _existing("data/wpt/urltestdata.json"):
        texts += [each["input"] for each in json.loads(path.read_text("utf-8")) if isinstance(each, dict)]
    return tuple(dict.fromkeys(texts))


@cache
def real_texts() -> tuple[str, ...]:
    """The rich ones, the other inputs of the peers, and a sample of a list of links."""
    texts = [*rich_texts(), *(each["input"] for each in _peers_inputs())]
    for path in _existing("data/urls/kasztp.txt"):
        texts += path.read_text("utf-8").split("\n")[::100]
    return tuple(dict.fromkeys(texts))


def _peers_inputs() -> list[Any]:
    return [
        json.loads(line)
        for path in _existing("data/peers/oracle.jsonl")
        for line in path.read_text("utf-8").split("\n")
        if line
    ]


def _existing(name: str) -> Iterator[Any]:
    if (SHARED / name).exists():
        yield SHARED / name


def _some(*pieces: str, most: int = 4) -> st.SearchStrategy[str]:
    return st.lists(st.one_of(st.sampled_from(pieces), st.text(max_size=2)), max_size=most).map("".join)


def _maybe(start: str, part: st.SearchStrategy[str], end: str = "") -> st.SearchStrategy[str]:
    return st.one_of(st.just(""), part.map(lambda text: start + text + end))


_SCHEMES = st.sampled_from(("http", "https", "HTTP", "ws", "ftp", "file", "foo", "hxxp"))
_HOSTS = _some(
    "www.", "WWW.", "www2.", "m.", "mobile.", "example", "Ex%41mple", ".com", ".co.uk", ".", "com",
    "localhost", "[::1]", "[1:0:0::2:0]", "[FE80::1%25En0]", "[", "]", "0x7f.1", "127.0.0.1", "08",
    "xn--bcher-kva", "bücher", "%c3%bc", "%2e", "%2F", "%", "℀", "\u00ad", "。", ":80", "\udce9",
)  # fmt: skip
_PORTS = st.sampled_from(("", "80", "443", "0080", "000", "21", "8080", "65536", "x", "٠"))
_PATHS = _some(
    "/", "//", ".", "..", "/a", "/B", "index.html", "/index.php", "default.asp", "%2e", "%2E", "%7E", "%2f",
    "%41", "%", "%4", "%%34", "é", "e\u0301", ";jsessionid=" + "A" * 32, ";p=1", "(S(" + "a" * 24 + "))",
    "http:", ":", " ", "\\", "|", "<", "\udce9", "\ud800", most=7,
)  # fmt: skip
_QUERIES = _some(
    "a=1", "b", "B=", "=", "&", "&&", ";", "+", "%20", "%26", "%2b", "utm_source=x", "fbclid=1", "sid=",
    "ref=1", "PHPSESSID=a", "reference=2", "q=", "é", "%", "\\", "#", "?", "=1=2", "a=1&a=1", "b=2&a=1",
    most=7,
)  # fmt: skip
_FRAGMENTS = _some("!", "/", "a", "#", ":~:text=a", "é", "%41", "&", "+", " ", "?")
_WRAPPED = _some(
    "<", ">", '"', "(", ")", " ", "\n", "\ufeff", ".", ",", "&amp;", "&#38;", "&lt;", "[.]", "URL:", "{",
)  # fmt: skip
_USERINFO = _maybe("", _some("u", ":", "@", "%3a", "é"), "@")

URLS = st.tuples(
    _maybe("", _SCHEMES, ":"),
    _maybe(
        "//",
        st.tuples(_maybe("", _some("u", ":", "@", "%3a", "é"), "@"), _HOSTS, _maybe(":", _PORTS)).map(
            "".join
        ),
    ),
    _PATHS,
    _maybe("?", _QUERIES),
    _maybe("#", _FRAGMENTS),
).map("".join)
"""URLs put together from pieces that the steps are about, with a few characters of any kind between."""

MATERIAL = st.one_of(URLS, st.tuples(_WRAPPED, URLS, _WRAPPED).map("".join), TEXTS)
