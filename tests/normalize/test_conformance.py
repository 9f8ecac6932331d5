"""Profiles of real programs against what these programs answered; what differs is known by name.

`tests/data/conformance/<profile>.txt` lists the inputs with other answers, one JSON string a line, with
comments (`#`) that say why. An input that is listed and answered alike fails as well.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SHARED, needs_shared
from urlinspector.normalize.conformance import (
    Conformance,
    Deviation,
    RecordingError,
    Tally,
    answers_of,
    as_markdown,
    as_toml,
    conformance,
    is_below,
    peers_of,
    percent,
    read_recording,
    sentence,
    stored_figures,
)
from urlinspector.normalize.library import builtin, builtin_names
from urlinspector.normalize.profile import Profile

KNOWN = Path(__file__).parent.parent / "data" / "conformance"
ORACLE = "data/peers/oracle.jsonl"

PROFILES = tuple(name for name in builtin_names() if (KNOWN / f"{name}.txt").exists())
LEAST = {"ordinary": 0.99, "adversarial": 0.85}
CLOSE = ("w3lib-2.5", "surt-0", "ada-url-4", "crawler-commons-1", "normalize-url-10", "url-normalize-3")
"""Beginnings of the profiles that have to match 95 % of the adversarial inputs."""

every_profile = pytest.mark.parametrize("name", PROFILES)


@cache
def recording() -> tuple[Mapping[str, Any], ...]:
    return read_recording((SHARED / ORACLE).read_text("utf-8"))


@cache
def measured(name: str) -> Conformance:
    return conformance(builtin(name), answers_of(recording(), name))


def known_deviations(name: str) -> Iterator[str]:
    for line in (KNOWN / f"{name}.txt").read_text("utf-8").split("\n"):
        if line and not line.startswith("#"):
            yield json.loads(line)


# The built-in profiles


@needs_shared(ORACLE)
@every_profile
def test_exactly_the_known_inputs_deviate(name: str):
    found = {each.text for each in measured(name).deviations}
    known = set(known_deviations(name))
    assert found - known == set(), "deviates although nobody knows"
    assert known - found == set(), "listed as a deviation, and matches: take it off the list"


@needs_shared(ORACLE)
@every_profile
def test_the_figures_that_are_kept_are_true(name: str):
    assert stored_figures()[name] == measured(name).figures


@every_profile
def test_the_profile_is_close_to_its_program(name: str):
    for group, tally in stored_figures()[name].items():
        assert tally.share >= (0.95 if name.startswith(CLOSE) else LEAST[group]), group


@every_profile
def test_the_profile_names_its_program(name: str):
    profile = builtin(name)
    assert profile.peer
    assert profile.peer_version
    assert profile.accepts == "anything"


def test_a_refusal_names_the_program():
    outcome = builtin("w3lib-2.5.0").outcome("http://example.com:99999/")
    assert outcome.canonical is None
    assert str(outcome.refused).startswith("w3lib refuses: the port is out of range")
    assert builtin("w3lib-2.5.0").trace("http://example.com:99999/").outcome == outcome


def test_figures_are_kept_for_these_profiles_and_no_others():
    assert set(stored_figures()) == set(PROFILES)


# How it is measured

LINES = """\
{"input": "http://a", "set": "ordinary", "outputs": {"p": "http://a/", "q": "x"}, "errors": {}}
{"input": "http://b:x/", "set": "adversarial", "outputs": {"q": "x"}, "errors": {"p": "ValueError"}}

{"input": "http://c:80/", "set": "ordinary", "outputs": {"p": "http://c:80/"}, "errors": {"q": null}}
{"input": "http://d:99999/", "set": "adversarial", "outputs": {"p": "http://d/"}, "errors": {}}
{"input": "http://e/", "set": "adversarial", "outputs": {}, "errors": {"p": null}}
"""


def small_profile() -> Profile:
    return Profile.parse(
        """
        name = "small"
        peer = "small"
        peer_version = "1.0"
        accepts = "anything"
        steps = [
            { step = "strip-port-zeros", bad = "refuse" },
            "remove-default-port",
            "empty-path-to-slash",
        ]
        """
    )


def test_tallies_and_deviations():
    found = conformance(small_profile(), answers_of(read_recording(LINES), "p"))
    assert found.figures == {"ordinary": Tally(2, 1, 0, 1), "adversarial": Tally(3, 0, 1, 2)}
    assert found.total == Tally(5, 1, 1, 3)
    first, second, third = found.deviations
    assert first == Deviation("http://c:80/", "ordinary", "http://c:80/", "", "http://c/", "")
    assert (second.expected, second.given) == ("http://d/", None)
    assert "out of range" in second.given_error
    assert (third.expected, third.expected_error, third.given) == (None, "", "http://e/")


def test_an_input_that_a_program_was_not_asked_about_does_not_count():
    assert len(answers_of(read_recording(LINES), "q")) == 3


def test_peers_in_the_order_of_the_recording():
    assert peers_of(read_recording(LINES)) == ("p", "q")


def test_inputs_without_a_set():
    (only,) = answers_of(read_recording('{"input": "a", "outputs": {"p": "b"}}'), "p")
    assert only.group == "all"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1: not JSON"),
        ('{"input": "a"}\n[]', "line 2: an object"),
        ('{"input": 1}', "line 1: an object"),
        ('{"input": "a", "outputs": []}', "“outputs” is to be an object"),
    ],
)
def test_a_bad_recording_is_told_with_its_line(text: str, words: str):
    with pytest.raises(RecordingError, match=words):
        read_recording(text)


def test_below():
    stored = {"ordinary": Tally(10, 9, 0, 1)}
    assert is_below({"ordinary": Tally(10, 8, 0, 2)}, stored)
    assert not is_below({"ordinary": Tally(10, 8, 1, 1)}, stored)
    assert not is_below({"ordinary": Tally(20, 18, 0, 2)}, stored)
    assert not is_below({"another": Tally(2, 0, 0, 2)}, stored)


def test_in_words():
    figures = {"ordinary": Tally(1500, 1500, 0, 0), "adversarial": Tally(225, 200, 21, 4)}
    assert sentence(small_profile(), figures) == (
        "byte-identical to small 1.0 on 1,500 of 1,500 ordinary and 200 of 225 adversarial inputs, "
        "21 refused alike"
    )


def test_a_table_in_markdown():
    table = as_markdown({"small": (small_profile(), {"ordinary": Tally(1500, 1499, 0, 1)})})
    assert table.split("\n")[2] == "| `small` | small 1.0 | 1,499 of 1,500 (99.9 %) |"


def test_the_form_in_which_figures_are_kept():
    assert as_toml({"small": {"ordinary": Tally(3, 1, 1, 1)}}).split("\n")[-2:] == [
        '[profile."small"]',
        "ordinary = { inputs = 3, identical = 1, refused = 1, different = 1 }",
    ]


@pytest.mark.parametrize(("matched", "text"), [(225, "100 %"), (224, "99.5 %"), (0, "0 %")])
def test_part_is_never_rounded_up_to_all(matched: int, text: str):
    assert percent(Tally(225, matched, 0, 225 - matched)) == text
