"""Step impact against the plain way: cluster again with the other profile, and count."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.lists import SHOP, clustering
from tests.bulk.texts import SENSIBLE
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.impact import impact_if_on, impact_of, impacts
from urlinspector.bulk.parameters import Parameter, explore, impact_of_dropping
from urlinspector.normalize.library import builtin
from urlinspector.normalize.profile import Profile

LISTS = st.lists(SENSIBLE, min_size=8, max_size=25)


def check_on(found: Clustering) -> None:
    profile = found.profile
    for number, bound in enumerate(profile.steps):
        without = profile.with_steps(step for at, step in enumerate(profile.steps) if at != number)
        impact = impact_of(found, number)
        assert impact.merges == Clustering.make(found.engine, without).count - found.count, bound.step.name
        changed = sum(number in profile.outcome(row.text).changed_by for row in found.table.slice(0, 999))
        assert impact.changed == changed, bound.step.name


@settings(max_examples=5)
@given(LISTS, st.sampled_from(["seo", "similar", "everything-2005", "browser"]))
def test_merges_of_a_step_that_is_on_vanish_without_it(texts: list[str], name: str) -> None:
    check_on(clustering(texts, name))


@settings(max_examples=4)
@given(LISTS, st.sampled_from(["safe", "rfc3986"]), st.data())
def test_merges_of_a_step_that_is_off_come_with_it(texts: list[str], name: str, data: st.DataObject) -> None:
    found = clustering(texts, name)
    for impact in data.draw(st.permutations(list(impacts(found)))):
        if impact.number is None and not impact.why_not:
            wider = found.profile.enabled(impact.step)
            assert impact.merges == found.count - Clustering.make(found.engine, wider).count, impact.step


def test_a_step_that_cannot_be_switched_on_says_why() -> None:
    assert "remove-trailing-slash" in impact_if_on(clustering(), "add-trailing-slash").why_not


def test_suspicious_and_supported_merges() -> None:
    found = clustering(columns=True)
    names = [bound.step.name for bound in found.profile.steps]
    by_name = {name: impact_of(found, at) for at, name in enumerate(names)}
    # 301 and 404 beside 200 speak against; the redirect from the first row to the second speaks for.
    assert by_name["remove-directory-index"][3:6] == (1, 1, 0)
    assert by_name["remove-tracking-parameters"][3:6] == (1, 1, 1)
    assert by_name["lowercase-host"][3:6] == (1, 0, 0)
    assert by_name["remove-fragment"][3:6] == (1, 1, 0)


def test_parameters_are_counted_with_values_and_hosts() -> None:
    assert explore(clustering()) == [
        Parameter("x", 2, 1, 1),
        Parameter("y", 2, 1, 1),
        Parameter("page", 1, 1, 1),
        Parameter("utm_source", 1, 1, 1),
    ]


def test_what_dropping_a_parameter_would_merge() -> None:
    texts = ["http://a/?p=1&q", "http://a/?q&p=2", "http://b/?p=1", "http://b/", "http://b/?q"]
    for profile in (builtin("safe"), builtin("safe").enabled("remove-parameters", {"names": ["q"]})):
        found = clustering(texts, profile)
        for name in ("p", "q", "none"):
            kept = profile.bound("remove-parameters")
            names = [] if kept is None else list(kept.options.names)
            wider: Profile = profile.enabled("remove-parameters", {"names": [*names, name]})
            wanted = found.count - Clustering.make(found.engine, wider).count
            assert impact_of_dropping(found, name).merges == wanted
    assert impact_of_dropping(clustering(texts, "safe"), "p").changed == 3


def test_impacts_of_the_shop_in_order() -> None:
    found = [impact for impact in impacts(clustering(SHOP), off=False) if impact.changed]
    assert [impact.step for impact in found][:3] == ["lowercase-host", "remove-www", "limit-protocol"]
