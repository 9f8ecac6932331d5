"""The query's steps: what the laws and the case files do not say (RFC 3986 §3.4, WHATWG URL §5)."""

from collections import Counter
from functools import partial
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.normalize.steps.values import (
    FIELDS,
    apply,
    assert_work_grows_with_size,
    check_laws,
    lets_through,
    made_of,
    step,
)
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import ProfileError
from urlinspector.normalize.steps import query
from urlinspector.normalize.steps._fields import join, split
from urlinspector.url.percent import decode

SEPARATORS = st.sampled_from(["&", ";", "&;", ";&", "|"])
NAMES = st.lists(
    made_of("a", "b", "ref", "ä", "*", "-", "\udce9", "=", most=3).filter(lambda name: name.strip("*")),
    min_size=1,
    max_size=3,
)
FILTERS = ("remove-parameters", "keep-parameters")


def pairs(text: str | None) -> list[tuple[str, str]]:
    """The pairs that a form reader sees."""
    return parse_qsl(text or "", keep_blank_values=True, errors="surrogateescape")


@given(made_of("a", "b", "=", "&", "%20", "+", "%3D", "%26", "é", "(", "~", "*", "%"))
def test_a_form_reader_sees_the_same_after_encoding(value: str):
    after = apply(step("encode-as-form"), value)
    assert pairs(after) == pairs(value)


@given(
    made_of(
        "a",
        "b",
        "=",
        "&",
        ";",
        "+",
        "%3D",
        "%26",
        "%c3%A9",
        "%C3",
        "é",
        "~",
        "*",
        "%",
        "\udcc3",
        "\udca9",
        "%7f",
    ),
    st.sampled_from(["keep", "replace"]),
    st.sampled_from(["&", ";", "&;"]),
)
def test_encoding_the_whole_is_encoding_each_name_and_value(value: str, undecodable: str, separators: str):
    bound = step("encode-as-form", undecodable=undecodable, separators=separators)

    def alone(field: str) -> str:
        name, sign, rest = field.partition("=")
        # A second sign in a field belongs to the value; alone, a value is a name, which has none.
        return f"{apply(bound, name)}{sign}{apply(bound, rest.replace('=', '%3D'))}"

    fields, between = split(value, separators)
    assert apply(bound, value) == join(list(map(alone, fields)), between)


@given(FIELDS)
def test_a_form_reader_sees_the_same_without_empty_fields_and_with_equals_signs(value: str):
    for bound in (
        step("remove-empty-fields"),
        step("unify-blank-values"),
        step("unify-blank-values", equals="drop"),
    ):
        assert pairs(apply(bound, value)) == pairs(value)


@given(
    FIELDS,
    st.sampled_from(["name", "name-and-value", "raw"]),
    st.sampled_from(["raw", "decoded", "lower"]),
    SEPARATORS,
)
def test_sorting_moves_fields_and_nothing_else(value: str, by: str, comparison: str, separators: str):
    bound = step("sort-parameters", by=by, comparison=comparison, separators=separators)
    check_laws(bound, value)
    after = apply(bound, value)
    assert after is not None
    assert Counter(after) == Counter(value)
    if separators == "&":
        assert Counter(after.split("&")) == Counter(value.split("&"))


@given(FIELDS)
def test_sorting_by_name_is_stable(value: str):
    after = apply(step("sort-parameters"), value)
    assert after is not None
    names = [field.partition("=")[0] for field in after.split("&")]
    assert names == sorted(names)
    for name in names:
        assert [each for each in after.split("&") if each.partition("=")[0] == name] == [
            each for each in value.split("&") if each.partition("=")[0] == name
        ]


@given(FIELDS, st.sampled_from([each.name for each in query.STEPS]))
def test_steps_that_remove_leave_the_other_fields_in_place(value: str, name: str):
    if not name.startswith("remove-") or name == "remove-query":
        return
    after = apply(step(name), value)
    left = [] if after is None else after.split("&")
    before = iter(value.split("&"))
    assert all(field in before for field in left), "not a subsequence"


@given(FIELDS, NAMES, SEPARATORS, st.booleans(), st.booleans(), st.sampled_from(FILTERS))
def test_filters_keep_the_laws_under_any_names(
    value: str, names: list[str], separators: str, ignore_case: bool, decoded: bool, name: str
):
    bound = step(name, names=names, separators=separators, ignore_case=ignore_case, decoded=decoded)
    check_laws(bound, value)
    check_laws(bound, f"x=1{separators[0]}{names[0]}=2")


@given(FIELDS, st.lists(FIELDS.filter(bool), min_size=1, max_size=3), SEPARATORS, st.booleans())
def test_default_values_keep_the_laws_under_any_list(
    value: str, defaults: list[str], separators: str, decoded: bool
):
    bound = step("remove-default-parameters", defaults=defaults, separators=separators, decoded=decoded)
    check_laws(bound, value)
    check_laws(bound, f"x=1{separators[0]}{defaults[0]}")


@given(FIELDS, SEPARATORS)
def test_steps_with_separators_keep_the_laws(value: str, separators: str):
    for each in query.STEPS:
        if hasattr(each.options(), "separators"):
            check_laws(step(each.name, separators=separators), value)


@given(st.text("*-._~!'()/:@,$", max_size=6), FIELDS)
def test_encode_as_form_keeps_the_laws_under_any_options(keep: str, value: str):
    check_laws(step("encode-as-form", keep=keep), value)
    check_laws(step("encode-as-form", keep=keep, space="percent20", undecodable="replace"), value)


@pytest.mark.parametrize("name", ["a", "a*", "ä", "a.b", "a-b", "a[b]"])
def test_removing_one_name_removes_it_alone(name: str):
    bound = step("remove-parameters", names=[name])
    plain = name.removesuffix("*")
    assert apply(bound, f"x=1&{plain}=2&y{plain}=3") == f"x=1&y{plain}=3"
    assert apply(bound, plain) is None
    assert not lets_through(bound, f"x=1&y{plain}=3&z={plain}")


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("sort-parameters", {"separators": ""}, "cannot separate"),
        ("remove-empty-fields", {"separators": "="}, "cannot separate"),
        ("remove-tracking-parameters", {"separators": "a"}, "cannot separate"),
        ("encode-as-form", {"keep": "&"}, "cannot be kept"),
        ("encode-as-form", {"keep": "é"}, "cannot be kept"),
        ("encode-as-form", {"keep": ";", "separators": ";"}, "cannot be kept"),
        ("remove-parameters", {"names": ["*"]}, "is empty"),
        ("remove-parameters", {"patterns": ["("]}, "“[(]” is not a pattern: missing [)]: [(]"),
        (
            "remove-parameters",
            {"patterns": ["\udcff"]},
            "is not a pattern: it holds bytes that are not UTF-8",
        ),
        ("remove-parameters", {"patterns": [r"(a)\1"]}, "is not a pattern"),
        ("remove-default-parameters", {"defaults": [""]}, "is empty"),
        ("recode-percent", {"components": []}, "components: "),
        ("recode-percent", {"components": ["path", "scheme"]}, "components: "),
        ("google-authority-percent", {"components": []}, "components: "),
        ("google-authority-percent", {"components": ["userinfo", "path"]}, "components: "),
    ],
)
def test_options_that_make_no_sense_are_refused(name: str, options: dict[str, object], words: str):
    with pytest.raises(ProfileError, match=words):
        step(name, **options)


@pytest.mark.timeout(5)
def test_patterns_run_in_linear_time():
    bound = step("remove-parameters", patterns=["(a*)*b"])
    assert apply(bound, "a" * 100_000) == "a" * 100_000


def test_replacing_what_is_not_utf8_gives_one_sign_for_each_sequence_as_browsers_do():
    bound = step("encode-as-form", undecodable="replace")
    replaced = apply(bound, "a=%F0%9F%98x%E2%82%E9\udce9")
    assert replaced is not None
    assert decode(replaced) == "a=\ufffdx\ufffd\ufffd\ufffd"


@pytest.mark.parametrize("name", [each.name for each in query.STEPS])
def test_long_queries_take_no_longer_than_they_are(name: str):
    for piece in ("&", "a&", "a=1&", "=", "%", "+", "utm_source=1&", "sid=a1&", "%C3"):
        assert_work_grows_with_size(partial(_apply_long, step(name), piece), 8000 // len(piece))


def _apply_long(bound: BoundStep, piece: str, count: int) -> None:
    apply(bound, piece * count)
