"""The records of the catalogue: complete, true, in order; and the conflicts between them."""

import re
from collections.abc import Mapping

import pytest

from urlinspector.normalize.conflicts import RULES, conflicts, partners
from urlinspector.normalize.options import option_fields
from urlinspector.normalize.pipeline import BoundStep, canonicalize
from urlinspector.normalize.profile import bind
from urlinspector.normalize.step import Safety, Step
from urlinspector.normalize.steps import CATALOGUE, RANK, STEPS, in_order
from urlinspector.url.components import Component


@pytest.mark.parametrize("wanted", [("peer",), ("",)], ids=["with programs", "common"])
def test_steps_are_put_in_order_with_or_without_those_of_programs(wanted: tuple[str, ...]) -> None:
    names = [step.name for step in reversed(CATALOGUE) if wanted == ("peer",) or not step.peer]
    ranks = in_order(names)
    assert sorted(names, key=ranks.__getitem__) == sorted(names, key=RANK.__getitem__)


every_step = pytest.mark.parametrize("step", CATALOGUE, ids=lambda step: step.name)

# The steps that everybody is promised, by class.
PROMISED = {
    "P": """
        decode-host decode-unreserved empty-path-to-slash idna-to-ascii ipv6-canonical lowercase-host
        lowercase-scheme remove-default-port remove-dot-segments remove-empty-port strip-port-zeros
        uppercase-percent
    """,
    "U": """
        add-scheme add-trailing-slash backslash-to-slash browser-serialization encode-illegal
        fix-scheme-slashes idna-to-unicode ipv4-canonical plus-to-percent20 refang remove-empty-fields
        remove-empty-query remove-empty-userinfo remove-tab-newline remove-trailing-dot strip-wrapping
        trim-whitespace unescape-html
    """,
    "C": """
        add-www collapse-slashes hashbang-to-query host-alias keep-parameters limit-protocol lowercase-path
        lowercase-query remove-blank-values remove-default-parameters remove-directory-index remove-fragment
        remove-mobile-subdomain remove-parameters remove-path-parameters remove-query remove-repeated-pairs
        remove-session-parameters remove-session-path remove-text-directive remove-tracking-parameters
        remove-trailing-slash remove-userinfo remove-www remove-www-number sort-parameters unicode-nfc
    """,
}
CLASSES = [(name, letter) for letter, names in PROMISED.items() for name in names.split()]

LAYERS = [
    (Component.TEXT,),
    (Component.SCHEME,),
    (Component.USERINFO,),
    (Component.HOST,),
    (Component.PORT,),
    (Component.PATH,),
    (Component.QUERY,),
    (Component.FRAGMENT,),
    (Component.WHOLE,),
]


@pytest.mark.parametrize(("name", "letter"), CLASSES, ids=[name for name, _ in CLASSES])
def test_the_step_is_there_in_its_class(name: str, letter: str):
    assert STEPS[name].safety.letter == letter


def test_names_are_unique():
    assert len(STEPS) == len(CATALOGUE)


@every_step
def test_the_example_is_true(step: Step):
    example = step.example
    outcome = canonicalize(example.before, [bind(step, example.options)], accepts_anything=True)
    assert outcome.canonical == example.after
    assert example.before != example.after


@every_step
def test_the_record_is_complete(step: Step):
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", step.name)
    assert step.title
    assert not step.title.endswith(".")
    assert step.source
    assert step.assumes.startswith("that ")
    assert not step.assumes.endswith(".")


@every_step
def test_the_summary_is_two_or_three_sentences(step: Step):
    assert step.summary.endswith(".")
    assert len(re.findall("[.:;](?= |$)", step.summary)) >= 2
    assert len(step.summary) <= 350


@every_step
def test_every_option_is_described(step: Step):
    for each in option_fields(step):
        assert each.help, each.key


@every_step
def test_defaults_make_sense(step: Step):
    BoundStep.of(step)


def test_the_layers_are_in_order():
    rest = [step for step in CATALOGUE if step.name not in ("limit-protocol", "host-alias")]
    ranks = [LAYERS.index(step.on) for step in rest if step.on in LAYERS]
    assert ranks == sorted(ranks)


def test_limit_protocol_finds_the_default_port_gone():
    assert RANK["remove-default-port"] < RANK["limit-protocol"] < RANK["remove-dot-segments"]


def test_the_percent_layer_stands_between_text_and_scheme():
    layer = [RANK[step.name] for step in CATALOGUE if step.on not in LAYERS and Component.USERINFO in step.on]
    texts = [RANK[step.name] for step in CATALOGUE if step.is_text]
    assert layer
    assert max(texts) < min(layer)
    assert max(layer) < RANK["lowercase-scheme"]


def test_encoding_comes_before_the_other_steps_on_triplets():
    assert RANK["encode-illegal"] < RANK["uppercase-percent"]
    assert RANK["encode-illegal"] < RANK["decode-unreserved"]


def test_host_alias_stands_after_all_on_host_and_port_and_before_the_path():
    before = [RANK[step.name] for step in CATALOGUE if step.on in ((Component.HOST,), (Component.PORT,))]
    assert RANK["host-alias"] == max(before)
    assert RANK["host-alias"] < min(RANK[step.name] for step in CATALOGUE if step.on == (Component.PATH,))


def test_idna_2003_is_riskier():
    assert bind(STEPS["idna-to-ascii"], {"flavour": "2003"}).safety is Safety.CHANGES
    assert bind(STEPS["idna-to-ascii"], {"failure": "2003"}).safety is Safety.CHANGES
    assert bind(STEPS["idna-to-ascii"], {"flavour": "2008"}).safety is Safety.PRESERVES


# Conflicts


@every_step
def test_a_record_names_its_partners(step: Step):
    assert set(step.conflicts) == set(partners(step.name))


def _together(*steps: tuple[str, Mapping[str, object]]) -> list[tuple[str, str]]:
    return [found[:2] for found in conflicts([bind(STEPS[name], options) for name, options in steps])]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("add-trailing-slash", "remove-trailing-slash"),
        ("add-www", "remove-www"),
        ("add-www", "remove-www-number"),
        ("idna-to-ascii", "idna-to-unicode"),
        ("remove-fragment", "hashbang-to-query"),
        ("limit-protocol", "limit-protocol"),
    ],
)
def test_conflict_in_either_order(one: str, other: str):
    assert _together((one, {}), (other, {})) == [(one, other)]
    assert _together((other, {}), (one, {})) == [(other, one)]


def test_the_root_slash_cannot_be_added_and_removed():
    bare = ("remove-trailing-slash", {"keep_root": False})
    assert _together(("empty-path-to-slash", {}), bare) == [("empty-path-to-slash", "remove-trailing-slash")]
    assert _together(("empty-path-to-slash", {}), ("remove-trailing-slash", {"keep_root": True})) == []


def test_a_kept_hashbang_is_no_conflict():
    assert _together(("remove-fragment", {"keep_hashbang": True}), ("hashbang-to-query", {})) == []


def test_one_protocol_twice():
    http, https = ("limit-protocol", {"to": "http"}), ("limit-protocol", {"to": "https"})
    assert _together(http, https) == [("limit-protocol", "limit-protocol")]


def test_the_message_says_which_and_why():
    (found,) = conflicts([BoundStep.of(STEPS["add-www"]), BoundStep.of(STEPS["remove-www"])])
    assert found.message == (
        "“add-www” and “remove-www” cannot both be on: one adds the label that the other removes"
    )


def test_the_rules_name_steps_that_exist():
    assert {name for rule in RULES for name in (rule.one, rule.other)} <= STEPS.keys()


# Options that make no sense


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("host-alias", {"aliases": ["a.example=b.example", "b.example=a.example"]}, "circle"),
        ("host-alias", {"aliases": ["a.example"]}, "example.com=www.example.com"),
        ("host-alias", {"aliases": ["a.example=b.example/c"]}, "not “a.example=b.example/c”"),
        ("host-alias", {"aliases": ["a.example=b.example:80"]}, "not “a.example=b.example:80”"),
        ("host-alias", {"aliases": ["a.example=b.example", "A.example=c.example"]}, "two preferred hosts"),
        ("add-scheme", {"scheme": "1x"}, "not a scheme"),
        ("fix-scheme-slashes", {"schemes": ["a b"]}, "not a scheme"),
        ("strip-wrapping", {"pairs": ["<"]}, "two characters"),
        ("remove-default-port", {"more": ["gopher"]}, "gopher=70"),
        ("remove-mobile-subdomain", {"labels": ["m."]}, "not a label"),
        ("ipv4-canonical", {"forms": ["roman"]}, "none of number"),
        ("hashbang-to-query", {"parameter": "a&b"}, "name of a parameter"),
        ("hashbang-to-query", {"parameter": ""}, "name of a parameter"),
    ],
)
def test_options_that_make_no_sense_are_refused(name: str, options: dict[str, object], words: str):
    with pytest.raises(ValueError, match=re.escape(words)):
        bind(STEPS[name], options)


def test_an_alias_of_itself_is_no_circle():
    bound = bind(STEPS["host-alias"], {"aliases": ["a.example=b.example", "b.example=b.example"]})
    assert canonicalize("http://a.example/", [bound]).canonical == "http://b.example/"
