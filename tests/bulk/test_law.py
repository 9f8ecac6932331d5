"""The law: for every text and every profile the engine says what `Profile.outcome` says."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.law import check_law, check_run
from tests.bulk.texts import MANY_TEXTS, SENSIBLE, TEXTS, WORDS, in_order
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.table import UrlTable
from urlinspector.normalize.library import builtin, builtin_names
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.steps import CATALOGUE

_BOUND = [BoundStep.of(step) for step in CATALOGUE]
_TEXT = [bound for bound in _BOUND if bound.step.is_text]
_REST = [bound for bound in _BOUND if not bound.step.is_text]


@settings(max_examples=50)
@given(TEXTS, in_order(_TEXT), in_order(_REST), st.booleans())
def test_steps_of_the_catalogue_in_any_order(
    texts: list[str], first: list[BoundStep], rest: list[BoundStep], anything: bool
) -> None:
    check_law(texts, [*first, *rest], anything=anything)


@settings(max_examples=20)
@given(TEXTS | MANY_TEXTS, in_order(_REST), in_order(_REST))
def test_an_engine_that_ran_other_profiles_before(
    texts: list[str], one: list[BoundStep], other: list[BoundStep]
) -> None:
    engine = Engine(UrlTable.of(texts))
    for steps in (one, other, one[1:], [*other[:1], *one]):
        check_run(engine, engine.run(steps), texts)


@pytest.mark.parametrize("name", builtin_names())
@settings(max_examples=3)  # the first is always the simplest list there is
@given(MANY_TEXTS)
def test_built_in_profiles(name: str, texts: list[str]) -> None:
    profile = builtin(name)
    check_law(texts, profile.steps, anything=profile.accepts == "anything")


def peers_inputs(path: Path) -> list[str]:
    return [json.loads(line)["input"] for line in path.read_text("utf-8").split("\n") if line]


def wpt_inputs(folder: Path) -> list[str]:
    entries = json.loads((folder / "urltestdata.json").read_text("utf-8"))
    texts = [entry["input"] for entry in entries if isinstance(entry, dict)]
    texts += [
        each["input"]
        for each in json.loads((folder / "toascii.json").read_text("utf-8"))
        if isinstance(each, dict)
    ]
    return texts


@pytest.mark.parametrize("name", builtin_names())
def test_built_in_profiles_on_the_data_at_hand(name: str, shared: Callable[[str], Path]) -> None:
    texts = peers_inputs(shared("data/peers/oracle.jsonl")) + wpt_inputs(shared("data/wpt"))
    lines = shared("data/urls/kasztp.txt").read_bytes().decode("utf-8-sig", "surrogateescape").split("\n")
    texts += lines[:: 1 if name in ("seo", "safe") else 60]
    profile = builtin(name)
    check_law(texts, profile.steps, anything=profile.accepts == "anything")


@settings(max_examples=15)
@given(st.lists(st.sampled_from(WORDS).map("http://e.com/".__add__) | SENSIBLE, max_size=20), st.randoms())
def test_the_partition_does_not_depend_on_the_order(texts: list[str], random) -> None:
    shuffled = list(texts)
    random.shuffle(shuffled)
    for each in (texts, shuffled):
        check_law(each, _BOUND_SAFE, anything=False)


_BOUND_SAFE = [bound for bound in _BOUND if bound.step.safety.letter == "P"]
