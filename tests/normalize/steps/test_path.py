"""The path's steps: what the laws and the case files do not say (RFC 3986 §3.3, §6.2.2.3)."""

from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.normalize.steps.values import (
    WEB,
    apply,
    assert_work_grows_with_size,
    check_laws,
    lets_through,
    made_of,
    step,
)
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import ProfileError
from urlinspector.normalize.steps import path
from urlinspector.url.components import Component, Url
from urlinspector.url.resolve import remove_dot_segments

PATHS = st.lists(
    st.one_of(
        st.sampled_from(
            (
                "/", "//", ".", "..", "a", "B", "index.html", "Default.asp", ";jsessionid=1", ";v=1", ";",
                "%2e", "http:", "(S(" + "a1" * 12 + "))", "(", ")", "\\", "é", "\udce9", " ", "home", ".",
            )
        ),
        st.text(st.characters(exclude_categories=(), exclude_characters="?#"), max_size=1),
    ),
    max_size=10,
).map(lambda pieces: "/" + "".join(pieces))  # fmt: skip
NO_AUTHORITY: dict[Component, str | None] = {Component.SCHEME: "foo"}


@given(PATHS)
def test_dot_segments_go_as_the_algorithm_has_it(value: str):
    other = {**WEB, Component.SCHEME: "foo"}
    assert apply(step("remove-dot-segments"), value, other) == remove_dot_segments(value)


@given(PATHS, st.sampled_from([each.name for each in path.STEPS]))
def test_without_an_authority_no_path_is_read_as_one(value: str, name: str):
    if value.startswith("//"):
        value = "/." + value
    after = apply(step(name), value, NO_AUTHORITY)
    url = Url(scheme="foo", path=after or "")
    assert Url.parse(str(url)) == url


@given(
    PATHS,
    st.lists(
        made_of("a", "lang", "ä", "-", ".", most=3).filter(lambda name: name and not set(name) & set(";/=")),
        min_size=1,
    ),
)
def test_path_parameters_keep_the_laws_under_any_names(value: str, names: list[str]):
    check_laws(step("remove-path-parameters", names=names), value + ";" + names[0])


@given(
    PATHS,
    st.lists(st.sampled_from(["index.*", "home", "a", "Index.html", "ä.*", "a.b.*"]), min_size=1),
    st.booleans(),
)
def test_index_names_keep_the_laws_under_any_names(value: str, names: list[str], ignore_case: bool):
    check_laws(step("remove-directory-index", names=names, ignore_case=ignore_case), value)


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("remove-path-parameters", [""]),
        ("remove-path-parameters", ["a=b"]),
        ("remove-directory-index", [".*"]),
        ("remove-directory-index", ["a/b"]),
        ("remove-directory-index", [""]),
    ],
)
def test_names_that_make_no_sense_are_refused(name: str, names: list[str]):
    with pytest.raises(ProfileError, match="cannot be the name"):
        step(name, names=names)


@pytest.mark.parametrize(
    ("name", "passed"),
    [
        ("remove-dot-segments", "/a.b/c..d"),
        ("empty-path-to-slash", "/"),
        ("empty-path-to-slash", "\n"),
        ("collapse-slashes", "/a/b"),
        ("remove-directory-index", "/index.html/a"),
        ("remove-directory-index", "/myindex.html"),
        ("add-trailing-slash", "/a/"),
        ("remove-trailing-slash", "/"),
        ("remove-trailing-slash", "/a/b"),
        ("remove-trailing-slash", "/a/\n"),
        ("remove-session-path", "/a;v=1/(b)"),
    ],
)
def test_the_columnar_filter_passes_over_what_cannot_change(name: str, passed: str):
    assert not lets_through(step(name), passed)


@pytest.mark.parametrize("name", [each.name for each in path.STEPS])
def test_long_paths_take_no_longer_than_they_are(name: str):
    pieces = (
        "/",
        "/.",
        "/..",
        "/a",
        "index.html/",
        "/index.html",
        ";jsessionid=",
        "/(S(",
        "/((",
        "http:",
        "a:",
        "A%",
    )
    for piece, end in product(pieces, ("", "x", "/")):
        assert_work_grows_with_size(partial(_apply_long, step(name), piece, end), 4_000 // len(piece))


def _apply_long(bound: BoundStep, piece: str, end: str, count: int) -> None:
    apply(bound, "/" + piece * count + end)
