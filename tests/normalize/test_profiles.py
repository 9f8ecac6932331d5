"""The built-in profiles: what is in them, their laws, and the examples of the texts that they follow."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from tests.normalize.material import MATERIAL, real_texts
from urlinspector.normalize.library import DEFAULT, builtin, builtin_names
from urlinspector.normalize.options import option_text, option_values
from urlinspector.normalize.pipeline import canonicalize
from urlinspector.normalize.profile import Profile, ProfileError, bind
from urlinspector.normalize.steps import RANK, STEPS
from urlinspector.url.browser import browser_reading
from urlinspector.url.components import Url

RFC3986 = """
    lowercase-scheme lowercase-host uppercase-percent decode-unreserved decode-host remove-dot-segments
    remove-empty-port remove-default-port empty-path-to-slash
"""
SAFE = """
    trim-whitespace remove-tab-newline encode-illegal uppercase-percent decode-unreserved lowercase-scheme
    decode-host lowercase-host idna-to-ascii ipv6-canonical strip-port-zeros remove-empty-port
    remove-default-port remove-dot-segments empty-path-to-slash
"""
CONTENTS = {
    "rfc3986": RFC3986,
    "safe": SAFE,
    "browser": "browser-serialization",
    "seo": """
        trim-whitespace remove-tab-newline encode-illegal uppercase-percent decode-unreserved lowercase-scheme
        decode-host lowercase-host idna-to-ascii ipv6-canonical remove-trailing-dot remove-www
        strip-port-zeros remove-empty-port remove-default-port limit-protocol remove-session-path
        remove-dot-segments empty-path-to-slash collapse-slashes remove-directory-index
        remove-trailing-slash remove-tracking-parameters remove-session-parameters remove-empty-query
        sort-parameters remove-fragment:keep-hashbang=true,keep-routes=true
    """,
    "robots-1997": """
        lowercase-host remove-trailing-dot remove-default-port empty-path-to-slash remove-fragment
    """,
    "similar": SAFE + "limit-protocol remove-www remove-trailing-slash",
    "everything-2005": """
        uppercase-percent lowercase-scheme lowercase-host decode-unreserved limit-protocol:to=http remove-www
        remove-dot-segments empty-path-to-slash collapse-slashes remove-directory-index add-trailing-slash
        remove-parameters remove-default-parameters sort-parameters:by=name-and-value remove-empty-query
        remove-fragment
    """,
}

every_profile = pytest.mark.parametrize("name", builtin_names())


def form(profile: str, text: str) -> str | None:
    """The canonical form under a built-in profile."""
    return builtin(profile).outcome(text).canonical


@pytest.mark.parametrize(("name", "steps"), CONTENTS.items(), ids=list(CONTENTS))
def test_the_steps_in_their_order(name: str, steps: str):
    found = [(bound.step.name, option_text(bound.step, bound.options)) for bound in builtin(name).steps]
    assert [f"{step}:{options}" if options else step for step, options in found] == steps.split()


def test_the_default_is_safe():
    assert DEFAULT == "safe"


@every_profile
def test_the_file_is_described_and_named_as_its_profile(name: str):
    profile = builtin(name)
    assert profile.name == name
    assert profile.version
    assert profile.title
    assert profile.description.endswith(".")


@every_profile
def test_written_and_read_again_it_is_the_same(name: str):
    again = Profile.parse(builtin(name).to_toml())
    assert [(each.step, each.options) for each in again.steps] == [
        (each.step, each.options) for each in builtin(name).steps
    ]
    assert (again.title, again.accepts, again.notes) == (
        builtin(name).title,
        builtin(name).accepts,
        builtin(name).notes,
    )


# Once is enough


def check_idempotent(name: str, text: str) -> None:
    once = form(name, text)
    if once is not None and not builtin(name).idempotent:
        assert form(name, once) == once


@given(MATERIAL)
def test_every_profile_is_idempotent(text: str):
    for name in builtin_names():
        check_idempotent(name, text)


@every_profile
def test_every_profile_is_idempotent_on_real_texts(name: str):
    for text in real_texts():
        check_idempotent(name, text)


# `safe` keeps what a browser fetches (definitions §3)

EXCEPTIONS = {
    "white space that browsers keep: it is trimmed": "http://example.com/\u00a0",
    "a byte order mark at the end: it is trimmed": "http://example.com/\ufeff",
    "a backslash in the host, then zeros before the port": "http://a\\b:080",
    "a backslash in the userinfo": "http://a\\b@C/",
}
"""What `safe` says of these URLs is not what a browser fetches, each for the reason that its name gives."""

_AS_BROWSERS_FETCH = frozenset({"http", "https", "ws", "wss", "ftp"})


def both_ways(text: str) -> tuple[str | None, str | None] | None:
    """`safe(browser(t))` and `safe(browser(safe(t)))`; None where the law says nothing about a text."""
    href = browser_reading(text).href
    if href is None or Url.parse(href).scheme not in _AS_BROWSERS_FETCH:
        return None
    kept = form("safe", text)
    assert kept is not None, text
    read_again = browser_reading(kept).href
    return form("safe", href), None if read_again is None else form("safe", read_again)


def check_keeps_what_is_fetched(texts: Iterator[str]) -> None:
    checked = 0
    for text in texts:
        ways = both_ways(text)
        if ways is not None:
            assert ways[0] == ways[1], text
            checked += 1
    assert checked > 100


def _wpt(shared: Path) -> Iterator[str]:
    for each in json.loads((shared / "urltestdata.json").read_text("utf-8")):
        if isinstance(each, dict):
            yield each["input"]
    for name in ("toascii.json", "IdnaTestV2.json"):
        for each in json.loads((shared / name).read_text("utf-8")):
            if isinstance(each, dict):
                yield f"http://{each['input']}/"


def test_safe_keeps_what_a_browser_fetches_from_test_suites(shared):
    check_keeps_what_is_fetched(_wpt(shared("data/wpt")))


def test_safe_keeps_what_a_browser_fetches_from_peers_inputs(shared):
    lines = shared("data/peers/oracle.jsonl").read_text("utf-8").split("\n")
    check_keeps_what_is_fetched(json.loads(line)["input"] for line in lines if line)


def test_safe_keeps_what_a_browser_fetches_from_links(shared, request):
    every = 1 if request.config.getoption("--slow") else 20
    check_keeps_what_is_fetched(iter(shared("data/urls/kasztp.txt").read_text("utf-8").split("\n")[::every]))


@pytest.mark.parametrize("text", EXCEPTIONS.values(), ids=list(EXCEPTIONS))
def test_exceptions_are_exceptions(text: str):
    ways = both_ways(text)
    assert ways is not None
    assert ways[0] != ways[1]


@given(MATERIAL)
def test_safe_keeps_what_a_browser_fetches_from_made_up_texts(text: str):
    if "\\" in text or text != text.strip("\u00a0\u0085\ufeff" + "".join(map(chr, range(0x1680, 0x3001)))):
        return
    ways = both_ways(text)
    if ways is not None:
        assert ways[0] == ways[1]


# Enabling, disabling, conflicts


def test_host_alias_goes_before_the_path():
    profile = builtin("robots-1997").enabled("host-alias", {"aliases": ["mgal.com=www.mgal.com"]})
    assert [bound.step.name for bound in profile.steps] == [
        "lowercase-host",
        "remove-trailing-dot",
        "remove-default-port",
        "host-alias",
        "empty-path-to-slash",
        "remove-fragment",
    ]


# A program has an order of its own; there a step comes back where the catalogue has it.
@pytest.mark.parametrize("name", [name for name in builtin_names() if not builtin(name).peer])
def test_a_step_switched_off_and_on_gives_the_same_forms(name: str):
    profile = builtin(name)
    texts = real_texts()[::25]
    for bound in profile.steps:
        options = option_values(bound.step, bound.options)
        again = profile.disabled(bound.step.name).enabled(bound.step.name, options)
        for text in texts:
            assert again.outcome(text).canonical == profile.outcome(text).canonical, bound.step.name


def test_the_default_and_seo_are_in_the_catalogue_s_order():
    # So that each step that is switched off and on again returns to its place.
    for name in ("safe", "seo", "robots-1997"):
        ranks = [RANK[bound.step.name] for bound in builtin(name).steps]
        assert ranks == sorted(ranks), name


def test_a_protocol_is_limited_after_the_default_port_is_gone():
    profile = builtin("safe").enabled("limit-protocol", {"to": "https"})
    assert profile.outcome("http://example.com:80/").canonical == "https://example.com/"


@pytest.mark.parametrize(
    ("profile", "step", "options"),
    [
        ("similar", "add-www", {}),
        ("similar", "add-trailing-slash", {}),
        ("seo", "idna-to-unicode", {}),
        ("robots-1997", "hashbang-to-query", {}),
        ("seo", "remove-trailing-slash", {"keep-root": "false"}),
    ],
)
def test_a_conflict_is_refused(profile: str, step: str, options: dict[str, str]):
    with pytest.raises(ProfileError, match="cannot both be on"):
        builtin(profile).enabled(step, options)


# Seed 1: the message of 1997

MGAL = """
    http://www.mgal.com/ http://www.mgal.com/index.html http://WWW.Mgal.Com:80/ http://Www.Mgal.COM./index.html
    http://www.MGAL.com.:80/ http://mgal.com/ http://mgal.com http://mgal.com:80/ http://mgal.com.:80/index.html
    http://WWW.MGAL.COM.:80/index.html#tag1
""".split()


def stages(profile: Profile) -> list[int]:
    """How many distinct forms the ten URLs have at first and after each step."""
    return [
        len({canonicalize(url, profile.steps[:end]).canonical for url in MGAL})
        for end in range(len(profile.steps) + 1)
    ]


def test_the_ten_urls_in_stages():
    # The text takes the first two steps together: 10, 8, 6, 5, 4.
    assert stages(builtin("robots-1997")) == [10, 10, 8, 6, 5, 4]


def test_the_ten_urls_in_stages_with_the_host_that_dns_gives():
    profile = builtin("robots-1997").enabled("host-alias", {"aliases": ["mgal.com=www.mgal.com"]})
    assert stages(profile) == [10, 10, 8, 6, 4, 3, 2]
    assert {profile.outcome(url).canonical for url in MGAL} == {
        "http://www.mgal.com/",
        "http://www.mgal.com/index.html",
    }


def test_the_forms_after_each_stage_are_those_of_the_text():
    lowered = [canonicalize(url, builtin("robots-1997").steps[:2]).canonical for url in MGAL]
    assert (
        lowered
        == """
        http://www.mgal.com/ http://www.mgal.com/index.html http://www.mgal.com:80/
        http://www.mgal.com/index.html http://www.mgal.com:80/ http://mgal.com/ http://mgal.com
        http://mgal.com:80/ http://mgal.com:80/index.html http://www.mgal.com:80/index.html#tag1
    """.split()
    )


# Seed 3: comparing URLs for similarity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://www.mygov.in/covid-19/", "https://www.mygov.in/covid-19"),
        ("https://mygov.in/covid-19", "https://www.mygov.in/covid-19"),
        ("https://mygov.in/covid-19/", "https://www.mygov.in/covid-19"),
        ("https://mygov.in/covid-19", "https://www.mygov.in/covid-19/"),
        ("https://mygov.in/covid-19", "http://www.mygov.in/covid-19"),
    ],
)
def test_similar(one: str, other: str):
    assert form("similar", one) == form("similar", other) == "https://mygov.in/covid-19"


def test_not_similar():
    assert form("similar", "https://mygov.in/covid-19") != form("similar", "https://www.india.gov.in/")


def test_a_pair_of_equal_length_is_similar_too():
    one, other = "http://mygov.in/covid-19/", "https://mygov.in/covid-19"
    assert len(one) == len(other)
    assert form("similar", one) == form("similar", other)


def test_similar_keeps_query_and_fragment_and_says_so():
    assert form("similar", "http://www.mygov.in/a/?b#c") == "https://mygov.in/a?b#c"
    assert any("query" in note and "fragment" in note for note in builtin("similar").notes)


# Seed 4: the encyclopedia's list, each normalization alone

ENCYCLOPEDIA = [
    ("uppercase-percent", {}, "http://example.com/a%c2%b1b%3a", "http://example.com/a%C2%B1b%3A"),
    ("lowercase-scheme", {}, "HTTP://User@Example.COM/Foo", "http://User@Example.COM/Foo"),
    ("lowercase-host", {}, "http://User@Example.COM/Foo", "http://User@example.com/Foo"),
    ("decode-unreserved", {}, "http://example.com/%7Efoo", "http://example.com/~foo"),
    (
        "decode-unreserved",
        {},
        "http://example.com/%41%5A%61%7a%30%39%2D%2E%5F%7E",
        "http://example.com/AZaz09-._~",
    ),
    (
        "remove-dot-segments",
        {},
        "http://example.com/foo/./bar/baz/../qux",
        "http://example.com/foo/bar/qux",
    ),
    ("empty-path-to-slash", {}, "http://example.com", "http://example.com/"),
    ("remove-default-port", {}, "http://example.com:80/", "http://example.com/"),
    ("add-trailing-slash", {}, "http://example.com/foo", "http://example.com/foo/"),
    ("remove-directory-index", {}, "http://example.com/default.asp", "http://example.com/"),
    ("remove-directory-index", {}, "http://example.com/a/index.html", "http://example.com/a/"),
    ("remove-fragment", {}, "http://example.com/bar.html#section1", "http://example.com/bar.html"),
    (
        "host-alias",
        {"aliases": ["208.77.188.166=example.com"]},
        "http://208.77.188.166/",
        "http://example.com/",
    ),
    ("limit-protocol", {"to": "http"}, "https://example.com/", "http://example.com/"),
    ("collapse-slashes", {}, "http://example.com/foo//bar.html", "http://example.com/foo/bar.html"),
    ("remove-www", {}, "http://www.example.com/", "http://example.com/"),
    ("add-www", {}, "http://example.com/", "http://www.example.com/"),
    (
        "sort-parameters",
        {},
        "http://example.com/display?lang=en&article=fred",
        "http://example.com/display?article=fred&lang=en",
    ),
    (
        "remove-parameters",
        {"names": ["fakefoo"]},
        "http://example.com/display?id=123&fakefoo=fakebar",
        "http://example.com/display?id=123",
    ),
    (
        "remove-default-parameters",
        {"defaults": ["id=", "sort=ascending"]},
        "http://example.com/display?id=&sort=ascending",
        "http://example.com/display",
    ),
    ("remove-empty-query", {}, "http://example.com/display?", "http://example.com/display"),
]


@pytest.mark.parametrize(
    ("step", "options", "before", "after"), ENCYCLOPEDIA, ids=[f"{row[0]}-{row[3]}" for row in ENCYCLOPEDIA]
)
def test_each_normalization_of_the_encyclopedia(
    step: str, options: dict[str, object], before: str, after: str
):
    assert canonicalize(before, [bind(STEPS[step], options)]).canonical == after


def test_everything_at_once():
    text = "HTTPS://WWW.Example.com/%7euser//a/./b/../index.html?b=2&a=1#top"
    assert form("everything-2005", text) == "http://example.com/~user/a/?a=1&b=2"


def test_everything_fills_in_its_lists():
    profile = (
        builtin("everything-2005")
        .enabled("remove-parameters", {"names": "fakefoo"})
        .enabled("remove-default-parameters", {"defaults": "sort=ascending"})
    )
    url = "http://example.com/display?fakefoo=fakebar&sort=ascending&id=123"
    assert profile.outcome(url).canonical == "http://example.com/display/?id=123"
