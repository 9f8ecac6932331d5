import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from urlinspector.gui.state.origin import places_before
from urlinspector.gui.state.reading import (
    Facts,
    Findings,
    changed_names,
    result_of,
    steps_that_would_change,
    would_change,
)
from urlinspector.normalize.diff import diff
from urlinspector.normalize.library import builtin
from urlinspector.normalize.profile import Profile, ProfileError, bind, known_step
from urlinspector.normalize.steps import CATALOGUE
from urlinspector.url.components import Component, Span

MOCK = "HTTP://Jiminy.MediaLab.Sciences-Po.fr:80/hci/./index.php?title=Reverse%5fURLs&utm_source=rss#bottom "
URLISH = st.text(st.sampled_from("htp:/.wW%41fF?&=#@ a;0\udce9é"), max_size=40).map(
    "http://a.example/".__add__
)


def safe_and(*names: str) -> Profile:
    profile = builtin("safe")
    for name in names:
        profile = profile.enabled(name)
    return profile


def test_the_domain_is_found_in_the_text() -> None:
    facts = Facts(MOCK)
    assert facts.domain is not None
    assert MOCK[slice(*facts.domain)] == "Sciences-Po.fr"
    assert Facts("http://127.0.0.1/").domain is None
    assert Facts("a/b").domain is None


def test_rungs_tell_where_the_text_as_given_holds_what_changed() -> None:
    result = result_of(MOCK, None, safe_and("remove-tracking-parameters"))
    places = {rung.name: [MOCK[slice(*each)] for each in rung.places] for rung in result.rungs if rung.acted}
    assert places == {
        "trim-whitespace": [" "],
        "uppercase-percent": ["f"],
        "decode-unreserved": ["%5f"],
        "lowercase-scheme": ["HTTP"],
        "lowercase-host": ["J", "M", "L", "S", "P"],
        "remove-default-port": [":80"],
        "remove-dot-segments": ["/."],
        "remove-tracking-parameters": ["&utm_source=rss"],
    }
    assert result.changed_steps == 8


def test_rungs_lead_from_the_text_to_the_canonical_form() -> None:
    result = result_of(MOCK, None, builtin("seo"))
    current = MOCK
    for rung in result.rungs:
        assert rung.before_text == current
        current = rung.after_text
    assert current == result.canonical


def test_an_insertion_is_placed_at_the_component() -> None:
    text = "http://example.org"
    result = result_of(text, None, builtin("safe"))
    rung = next(rung for rung in result.rungs if rung.acted)
    assert rung.name == "empty-path-to-slash"
    assert all(0 <= place.start <= place.end <= len(text) for place in rung.places)


def test_resolving_is_a_rung_between_text_and_component_steps() -> None:
    result = result_of(" ../x ", "http://a/b/c/d", builtin("safe"))
    acted = [rung for rung in result.rungs if rung.acted]
    assert [rung.name for rung in acted] == ["trim-whitespace", ""]
    assert acted[1].after == "http://a/b/x"
    assert result.canonical == "http://a/b/x"


@pytest.mark.parametrize(("text", "name"), [("not a url", ""), ("http://[::1", "browser-serialization")])
def test_a_refusal_is_the_last_rung(text: str, name: str) -> None:
    profile = builtin("browser") if name else builtin("rfc3986")
    result = result_of(text, None, profile)
    assert result.canonical is None
    assert result.rungs[-1].refused is not None
    assert result.rungs[-1].name == name


@given(URLISH)
@settings(max_examples=60)
def test_places_lie_within_the_text(text: str) -> None:
    for rung in result_of(text, None, builtin("seo")).rungs:
        for place in rung.places:
            assert 0 <= place.start <= place.end <= len(text)


def brute_force(text: str, profile: Profile, base: str | None = None) -> set[str]:
    """The same answer by the profile with each step enabled."""
    from urlinspector.url.components import Url

    base_url = Url.parse(base) if base else None
    now = profile.outcome(text, base_url).canonical
    would = set()
    for step in CATALOGUE:
        if profile.holds(step.name) or step.peer:
            continue
        try:
            other = profile.enabled(step.name)
        except ProfileError:
            continue
        if other.outcome(text, base_url).canonical != now:
            would.add(step.name)
    return would


@pytest.mark.parametrize("name", ["safe", "rfc3986", "seo"])
@pytest.mark.parametrize(
    ("text", "base"),
    [
        (MOCK, None),
        ("  <http://www.a.example//b/../index.html?b=&a=1&&utm_source=x#!f>", None),
        ("hxxp://a[.]example/%7e", None),
        ("../a//b/", "http://www.example.org/x/y?q"),
        ("", None),
        ("not a url", None),
        ("http://example.com", None),
    ],
)
def test_what_would_change_is_what_enabling_changes(text: str, base: str | None, name: str) -> None:
    profile = builtin(name)
    result = result_of(text, base, profile)
    found = steps_that_would_change(result, lambda step: bind(known_step(step), {}))
    expected = brute_force(text, profile, base)
    conflicting = {step.name for step in CATALOGUE if step.name not in expected and step.name in found}
    assert expected <= found
    for step in conflicting:
        with pytest.raises(ProfileError):
            profile.enabled(step)


def test_a_step_in_conflict_is_tried_in_the_other_ones_place() -> None:
    profile = safe_and("remove-www")
    result = result_of("http://example.org/", None, profile)
    assert would_change(result, bind(known_step("add-www"), {}))


def test_names_of_what_changed_count_components() -> None:
    result = result_of("http://a/%7e?%7e", None, builtin("rfc3986"))
    assert changed_names(result)["decode-unreserved"] == 2


def test_findings_that_no_longer_fit_are_left_out() -> None:
    findings = Findings.of(Facts(MOCK).url, MOCK)
    assert findings.violations
    assert not findings.within(10).violations


def test_a_span_goes_back_through_several_changes() -> None:
    diffs = [diff("a%5Fbc", "a_bc"), diff("a%5fbc", "a%5Fbc")]
    assert places_before((Span(1, 2),), diffs) == (Span(1, 4),)
    assert places_before((Span(2, 4),), diffs) == (Span(4, 6),)
    assert places_before((Span(1, 2), Span(2, 3)), diffs) == (Span(1, 5),)


@given(URLISH)
@settings(max_examples=60)
def test_the_whole_diff_of_a_rung_is_one_of_its_texts(text: str) -> None:
    for rung in result_of(text, None, builtin("seo")).rungs:
        pieces = rung.whole_diff.pieces
        assert "".join(rung.before_text[slice(*piece.before)] for piece in pieces) == rung.before_text
        assert "".join(rung.after_text[slice(*piece.after)] for piece in pieces) == rung.after_text
        assert all(
            (rung.before_text[slice(*piece.before)] == rung.after_text[slice(*piece.after)]) == piece.kept
            for piece in pieces
        )


def test_components_of_a_rung_are_those_that_the_step_changed() -> None:
    result = result_of("http://a/%7e?%7e", None, builtin("rfc3986"))
    assert [rung.component for rung in result.rungs if rung.name == "decode-unreserved"] == [
        Component.PATH,
        Component.QUERY,
    ]
