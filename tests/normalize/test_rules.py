"""Rules of sites: their records, their file, and the laws of applying them."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.normalize.material import MATERIAL
from urlinspector.normalize.library import builtin
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import SITE_RULES, Profile, ProfileError
from urlinspector.normalize.site_rules import (
    ChangeHost,
    ChangeScheme,
    Condition,
    DropParameters,
    Evidence,
    FixParameter,
    KeepParameters,
    LowercasePath,
    Rewrite,
    RuleError,
    Scope,
    SiteRule,
    StripPrefix,
    StripSuffix,
)
from urlinspector.normalize.site_rules.compiled import RuleSet
from urlinspector.normalize.site_rules.toml import read_rules, rule_data, write_rules
from urlinspector.normalize.steps.site_rules import SITE_RULES as STEP
from urlinspector.normalize.steps.site_rules import SiteRules
from urlinspector.url.components import Component, Url

SCOPES = st.sampled_from(
    ["example.com", "*.example.com", "example.*", "*.com", "*", "www.example.com/a/", "*/b", "m.example.com"]
).map(Scope.parse)
NAMES = st.lists(st.sampled_from(["a", "b", "sid", "utm_*", "q"]), min_size=1, max_size=3).map(tuple)
ACTIONS = st.one_of(
    st.builds(DropParameters, NAMES, st.sampled_from(["", "[0-9]+", "."])),
    st.builds(KeepParameters, NAMES),
    st.builds(FixParameter, st.sampled_from(["a", "q"]), st.sampled_from(["", "1", "x=2"])),
    st.sampled_from(
        [
            Rewrite("a", "b"),
            Rewrite("b", "a"),
            Rewrite("(.*)", "$1$1"),
            Rewrite("x*", "y"),
            Rewrite("[.]", "", "query"),
            Rewrite(r"^/a\?a=([0-9]+)$", "/a_$1", "path-query"),
            Rewrite("a", "?", "path-query"),
            Rewrite("/", "", "path"),
            Rewrite("^/ab", "/x", "path"),
            Rewrite("^/ab?", "/m", "path-query"),
            Rewrite("^/a*x|b", "/y", "path"),
            Rewrite(r"/a\.x$", "/m", "path"),
            Rewrite("(?i)A$", "", "path"),
            Rewrite(r"^www\.", "", "host"),
            Rewrite(r"^([^.]*)\.", "$1$1.", "host"),
        ]
    ),
    st.sampled_from(["/m", "/a", "/a/"]).map(StripPrefix),
    st.sampled_from(["/", ".html", "a", "/amp", "%41"]).map(StripSuffix),
    st.sampled_from(["example.com", "www.example.com", "m.example.com"]).map(ChangeHost),
    st.sampled_from([ChangeScheme("https"), ChangeScheme("http"), LowercasePath()]),
)
CONDITIONS = st.sampled_from(
    [Condition(), Condition(path="a"), Condition(has=("a",)), Condition(lacks=("b",), only=("a", "q"))]
)
RULES = st.lists(
    st.builds(SiteRule, SCOPES, ACTIONS, CONDITIONS, st.sampled_from([(), ("keep",)])),
    min_size=1,
    max_size=5,
    unique_by=lambda rule: rule.name,
)
URLS = st.one_of(
    MATERIAL,
    st.builds(
        "{}://{}{}{}".format,
        st.sampled_from(["http", "https", "HTTP"]),
        st.sampled_from(
            ["example.com", "www.EXAMPLE.com.", "m.example.com", "example.uk", "u@example.com:8"]
        ),
        st.text("/ab.xm%4\udc80é", max_size=8).map("/".__add__),
        st.sampled_from(["", "?", "?a=1", "?a=1&b=2&sid=x", "?utm_a=&q", "?a=.&&#f"]),
    ),
)


def bound(rules: "list[SiteRule]") -> BoundStep:
    return BoundStep.of(STEP, SiteRules(tuple(rules)))


@settings(max_examples=300)
@given(RULES, URLS)
def test_applying_is_idempotent_total_and_keeps_the_structure(rules: list[SiteRule], text: str):
    step = bound(rules)
    once = step.step.apply(text, (), step.prepared)
    assert isinstance(once, str)
    assert step.step.apply(once, (), step.prepared) == once
    if once != text:
        url = Url.parse(once)
        before = Url.parse(text)
        assert (url.userinfo, url.port, url.fragment) == (before.userinfo, before.port, before.fragment)
        assert once.count("\n") <= text.count("\n")
        assert once.count("\r") <= text.count("\r")
        assert step.prepared.told(text).names


@settings(max_examples=150)
@given(RULES, URLS)
def test_a_whole_profile_is_idempotent_with_rules_that_write_what_it_writes(rules: list[SiteRule], text: str):
    profile = builtin("safe").with_rules(rules)
    once = profile.outcome(text).canonical
    assert once is None or profile.outcome(once).canonical == once


@pytest.mark.parametrize(("action", "once", "twice"), [
    (Rewrite("^/people/", "/%7e"), "/%7eann", "/~ann"),
    (Rewrite("^/people/", "/%c3%a9/"), "/%c3%a9/ann", "/%C3%A9/ann"),
    (Rewrite("people", "."), "/./ann", "/ann"),
])  # fmt: skip
def test_a_rule_that_writes_what_another_step_changes_takes_a_second_run(action, once: str, twice: str):
    """The step by itself comes to rest; it stands last, so the others see what it wrote in the next run."""
    profile = builtin("safe").with_rules([SiteRule(Scope.parse("*"), action)])
    start = "http://h.example"
    assert RuleSet(profile.rules).apply(start + once) == start + once
    assert profile.outcome(f"{start}/people/ann").canonical == start + once
    assert profile.outcome(start + once).canonical == start + twice
    assert profile.outcome(start + twice).canonical == start + twice


@settings(max_examples=200)
@given(RULES, URLS)
def test_narrows_is_sound(rules: list[SiteRule], text: str):
    """Where the tests fail, nothing changes; patterns are tried by Python here, by the engine in bulk."""
    import polars as pl

    step = bound(rules)
    url = Url.parse(text)
    try:
        text.encode()
    except UnicodeEncodeError:
        return

    def holds(component: Component, test: object) -> bool:
        value = url.get(component)
        if callable(test):
            return bool(test(value))
        return value is not None and bool(pl.Series([value]).str.contains(str(test))[0])

    alternatives = STEP.narrows(step.prepared) if STEP.narrows else ()
    if not any(all(holds(each, test) for each, test in tests.items()) for tests in alternatives):
        assert step.step.apply(text, (), step.prepared) == text


@settings(max_examples=100)
@given(RULES, URLS)
def test_rules_that_are_off_or_expired_do_nothing(rules: list[SiteRule], text: str):
    from dataclasses import replace

    today = date.today()
    gone = [replace(rule, expires=today, name=f"gone {rule.name}") for rule in rules]
    off = [rule.switched(False) for rule in rules]
    step = bound([*gone, *off])
    assert step.step.apply(text, (), step.prepared) == text
    later = [replace(rule, expires=today + timedelta(days=1)) for rule in rules]
    assert RuleSet(later).apply(text) == bound(later).prepared.apply(text) == RuleSet(rules).apply(text)


@settings(max_examples=100)
@given(st.permutations(["sid", "utm_a", "ref", "x"]), st.lists(st.sampled_from(["sid", "ref", "x", "k"])))
def test_the_order_of_rules_that_drop_does_not_matter(order: list[str], fields: list[str]):
    rules = [SiteRule(Scope.parse("*.example.com"), DropParameters((name,))) for name in order]
    text = "http://example.com/?" + "&".join(fields)
    assert RuleSet(rules).apply(text) == RuleSet(rules[::-1]).apply(text)


def test_the_order_decides_between_two_that_disagree():
    scope, when = Scope.parse("example.com"), Condition(has=("b",))
    one = SiteRule(scope, FixParameter("a", "1"), when, name="1")
    drop = SiteRule(scope, DropParameters(("b",)), when, name="2")
    text = "http://example.com/?a=0&b"
    assert RuleSet([one, drop]).apply(text) == "http://example.com/?a=1"
    assert RuleSet([drop, one]).apply(text) == "http://example.com/?a=0"


@pytest.mark.parametrize(
    "actions",
    [
        (Rewrite("a", "aa"),),
        (Rewrite("(.+)", "$1/x"),),
        (Rewrite("^/a$", "/b"), Rewrite("^/c$", "/a"), Rewrite("^/b$", "/c")),
        (ChangeHost("b.example.com"), ChangeHost("a.example.com")),
    ],
)
def test_what_never_comes_to_rest_stays_and_is_named(actions: tuple[Rewrite | ChangeHost, ...]) -> None:
    names = ("a", "b") if isinstance(actions[0], ChangeHost) else ("*", "*", "*")
    scopes = [f"{name}.example.com" for name in names]
    rules = [
        SiteRule(Scope.parse(scope), action, name=f"rule {number}")
        for number, (scope, action) in enumerate(zip(scopes, actions, strict=False))
    ]
    text = "http://a.example.com/a"
    told = RuleSet(rules).told(text)
    # A circle that ends where it began within one round is at rest.
    assert told.after == text
    if not told.settled:
        assert set() < set(told.names) <= {rule.name for rule in rules}


def test_a_rule_that_changes_the_host_brings_others_into_scope():
    rules = [
        SiteRule(Scope.parse("b.example"), DropParameters(("x",))),
        SiteRule(Scope.parse("a.example"), ChangeHost("b.example")),
    ]
    told = RuleSet(rules).told("http://A.example./?x=1&y=2")
    assert told.after == "http://b.example/?y=2"
    assert told.names == tuple(rule.name for rule in rules)


# Records


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("example.com", ["example.com"], ["www.example.com", "example.com.au"]),
        ("*.example.com", ["example.com", "a.b.example.com"], ["badexample.com"]),
        ("*.edu", ["mit.edu", "edu"], ["edu.com"]),
        ("amazon.*", ["amazon.de", "amazon.co.uk"], ["www.amazon.de", "amazon.a.b.c", "amazon"]),
        ("*.amazon.*", ["www.amazon.de", "amazon.co.uk"], ["amazonia.de"]),
        ("*", ["anything", "[::1]"], []),
        ("[::1]", ["[::1]"], ["[::2]"]),
    ],
)
def test_scopes(text: str, inside: list[str], outside: list[str]):
    scope = Scope.parse(text)
    assert str(scope) == text
    assert all(map(scope.holds_host, inside))
    assert not any(map(scope.holds_host, outside))


def test_a_path_is_in_scope_by_whole_segments():
    scope = Scope.parse("Example.com/c")
    assert str(scope) == "example.com/c"
    assert [scope.holds_path(path) for path in ("/c", "/c/a", "/cat", "/")] == [True, True, False, False]


@pytest.mark.parametrize("text", ["", "a b", "*a.com", "a.*.com", "http://a.com", "a.com:80", "a?b"])
def test_what_is_no_scope(text: str):
    with pytest.raises(RuleError):
        Scope.parse(text)


def test_a_pattern_is_refused_with_its_position():
    for text, at in (("ab(c", 3), ("a(?=b)", 2), ("a\\1", 2), ("a{9999}", 2), ("[a", 1)):
        with pytest.raises(RuleError, match=rf"no pattern: .* \(character {at}\)"):
            Rewrite(text, "")


@pytest.mark.parametrize("template", ["$2", "$", "$x", "a b", "#", "?", "\n"])
def test_a_template_is_refused(template: str):
    with pytest.raises(RuleError):
        Rewrite("(a)", template)


def test_an_empty_match_is_never_inside_a_character():
    rule = SiteRule(Scope.parse("*"), Rewrite("x*", "y"))
    assert RuleSet([rule]).told("http://h.example/").settled is False
    from urlinspector.normalize.site_rules.patterns import pattern, template

    found = pattern("x*")
    assert found.substitute("é\udc80xb", template("-", 0)) == "-é-\udc80--b-"


def test_a_pattern_takes_linear_time():
    rules = RuleSet([SiteRule(Scope.parse("example.com"), Rewrite("(a*)*b", "x"))])
    text = "http://example.com/" + "a" * 20_000
    assert rules.apply(text) == text


@pytest.mark.parametrize(
    ("action", "words", "shown"),
    [
        (
            DropParameters(("sid",), "[0-9a-f]{8}"),
            "drop sid where it is [0-9a-f]{8}",
            ("sid=[0-9a-f]{8}", ""),
        ),
        (KeepParameters(("id", "p")), "keep only id, p", ("not (id|p)=.*", "")),
        (FixParameter("lang", "en"), "lang is always en", ("lang=.*", "lang=en")),
        (
            Rewrite(r"^/story\?id=([0-9]+)$", "/story_$1", "path-query"),
            "/story?id=N is /story_N",
            (r"^/story\?id=([0-9]+)$", "/story_$1"),
        ),
        (Rewrite("^/~([^/]+)", "/people/$1"), "/~NAME is /people/NAME", ("^/~([^/]+)", "/people/$1")),
        (Rewrite("^/m/(.+)$", "/$1"), "/m/REST is /REST", ("^/m/(.+)$", "/$1")),
        (StripSuffix(".html"), "strip .html at the end", (r"\.html$", "")),
    ],
)
def test_a_rule_in_words_and_as_a_pattern(action, words: str, shown: tuple[str, str]):
    rule = SiteRule(Scope.parse("example.com"), action)
    assert rule.in_words == words
    assert rule.as_pattern == shown
    assert rule.name == f"{words} on example.com"


# The file


@settings(max_examples=100)
@given(RULES)
def test_rules_survive_their_file(rules: list[SiteRule]):
    assert read_rules(write_rules(rules)) == tuple(rules)


def test_every_field_survives_the_file():
    rule = SiteRule(
        Scope.parse("*.example.com/c/"),
        DropParameters(("sid", "x*"), "[0-9]+", "y.*"),
        Condition("a", ("b",), ("c",), ("b", "d"), "^https:"),
        ("keep", r"\.pdf$"),
        "a name",
        "why",
        "imported",
        Evidence(5, 4, 1, 0.25, "digest", (("http://a/", "http://b/"),), (("c", "d"),)),
        "file.json: entry 1",
        "MPL-2.0",
        date(2026, 1, 2),
        date(2027, 1, 2),
        False,
    )
    assert read_rules(write_rules([rule])) == (rule,)
    profile = builtin("safe").with_rules([rule])
    assert Profile.parse(profile.to_toml()) == profile
    assert profile.rules == (rule,)


@pytest.mark.parametrize(
    ("lines", "where", "line", "said"),
    [
        ('scope="a"\nfrop="x"', "rule[1].frop", 6, "unknown key"),
        ('scope="a b"\ndrop="x"', "rule[1].scope", 5, "no host"),
        ('scope="a"\nreplace="a(b"\nwith=""', "rule[1].replace", 6, "character 2"),
        ('scope="a"\nreplace="a"\nwith="$1"', "rule[1].with", 7, "names no group"),
        ('scope="a"', "rule[1]", 4, "does nothing"),
        ('scope="a"\ndrop="x"\nkeep="y"', "rule[1].keep", 7, "two things"),
        ('scope="a"\nkeep="x"\nvalue="y"', "rule[1].value", 7, "belongs to"),
        ('drop="x"', "rule[1].scope", 4, "missing"),
        ('scope="a"\ndrop="x"\nwhen={hass="y"}', "rule[1].when.hass", 7, "unknown key"),
        ('scope="a"\ndrop="x"\nexpires="soon"', "rule[1].expires", 7, "date"),
        ('scope="a"\ndrop="x"\nexcept=["("]', "rule[1].except", 7, "no pattern"),
        ('scope="a"\ndrop="x"\nenabled="no"', "rule[1].enabled", 7, "true or false"),
    ],
)
def test_a_bad_rule_is_refused_with_key_and_line(lines: str, where: str, line: int, said: str):
    text = f'[[rule]]\nscope="ok"\ndrop="x"\n[[rule]]\n{lines}\n'
    with pytest.raises(RuleError, match=said) as refused:
        read_rules(text)
    assert (refused.value.where, refused.value.line) == (where, line)
    with pytest.raises(ProfileError, match=said) as in_profile:
        Profile.parse(f'name="x"\nsteps=[]\n{text}')
    assert (in_profile.value.where, in_profile.value.line) == (where, line + 2)


def test_a_profile_with_rules_runs_them_last_and_one_may_say_where():
    text = 'name="x"\nsteps=["browser-serialization"{}]\n[[rule]]\nscope="a"\ndrop="x"\n'
    profile = Profile.parse(text.format(""))
    assert [each.step.name for each in profile.steps] == ["browser-serialization", SITE_RULES]
    moved = Profile.parse(text.replace('["browser', '["site-rules", "browser').format(""))
    assert moved.steps[0].step.name == SITE_RULES
    assert len(moved.rules) == 1


def test_two_rules_of_one_name_are_refused():
    rule = SiteRule(Scope.parse("a"), KeepParameters(()))
    with pytest.raises(ProfileError, match="two rules are called “drop the query on a”"):
        builtin("safe").with_rules([rule, rule])


def test_rules_are_taken_out_again_and_the_ladder_names_them():
    rule = SiteRule(Scope.parse("a"), KeepParameters(()), name="no query")
    profile = builtin("safe").with_rules([rule])
    last = profile.trace("http://a/?x").changes[-1]
    assert (last.after, last.note) == ("http://a/", "no query")
    assert profile.with_rules(()).outcome("http://a/?x").canonical == "http://a/?x"
    assert builtin("safe").with_rules(()) == builtin("safe")


def test_rule_data_is_plain():
    import json

    rule = SiteRule(Scope.parse("a"), KeepParameters(("x",)), date=date(2026, 1, 2))
    assert json.loads(json.dumps(rule_data(rule)))["date"] == "2026-01-02"
