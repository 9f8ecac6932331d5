"""What a look-up finds on nsd's zones: the seed's cases, aliases, wildcards, shared and private addresses."""

import pytest

from urlinspector.hosts.answers import Answer, Answers, Outcome, Question, Record
from urlinspector.hosts.candidates import Rule
from urlinspector.hosts.collect import checks
from urlinspector.hosts.evidence import Family, Item, Verdict
from urlinspector.hosts.preferred import Preference
from urlinspector.hosts.report import Decisions, Report, make_report, report_data
from urlinspector.hosts.trail import End, Options

SEED = ("mgal.com", "attache.armigeron.com", "sunrise.cse.fau.edu", "snafu.lab34.r-n-d.bigcompany.com")
PREFERRED = {
    "mgal.com": "www.mgal.com",
    "attache.armigeron.com": "www.armigeron.com",
    "sunrise.cse.fau.edu": "www.cse.fau.edu",
    "snafu.lab34.r-n-d.bigcompany.com": "www.bigcompany.com",
}


def items(report: Report, a: str, b: str) -> set[Item]:
    return {each.item for each in report.pair(a, b).items}


def flags(report: Report) -> dict[str, tuple[str, ...]]:
    return {view.host: view.flags for view in report.hosts}


@pytest.mark.parametrize("rule", list(Rule))
def test_the_seeds_names_come_out_as_its_text_says(lookup, rule):
    report = lookup(*SEED, accept="likely", rule=rule)
    assert {view.host: view.preferred.name for view in report.hosts} == PREFERRED
    assert [set(group) for group in report.groups] == [{host, PREFERRED[host]} for host in SEED]


def test_without_likely_nothing_of_the_seed_is_grouped(lookup):
    report = lookup(*SEED)
    assert report.groups == ()
    assert all(view.preferred.name == view.host for view in report.hosts)


def test_armigerons_pair_sums_to_likely(lookup):
    judged = lookup("attache.armigeron.com").pair("attache.armigeron.com", "www.armigeron.com")
    assert judged.verdict is Verdict.LIKELY
    weights = {each.item.family: each.weight for each in judged.counted}
    assert weights == {Family.PRIOR: 0, Family.ADDRESS: 2.5, Family.REVERSE: 1, Family.OPERATOR: 0.5}
    assert judged.p == pytest.approx(0.982, abs=0.001)


def test_the_trail_of_each_host(lookup):
    report = lookup(*SEED, "www.mgal.com")
    trails = {view.host: view.trail for view in report.hosts}
    assert [each.name for each in trails["snafu.lab34.r-n-d.bigcompany.com"].tries] == [
        "www.lab34.r-n-d.bigcompany.com",
        "www.r-n-d.bigcompany.com",
        "www.bigcompany.com",
    ]
    assert [each.name for each in trails["sunrise.cse.fau.edu"].tries] == ["www.cse.fau.edu"]
    assert trails["mgal.com"].end is End.MATCHED
    assert trails["www.mgal.com"].end is End.NO_CANDIDATE


def test_another_server_of_the_domain_is_no_alias(lookup):
    report = lookup("sunrise.cse.fau.edu", "www.fau.edu", "www.cse.fau.edu", accept="likely")
    assert report.groups == (("sunrise.cse.fau.edu", "www.cse.fau.edu"),)
    assert report.pair("sunrise.cse.fau.edu", "www.fau.edu").verdict is Verdict.SAME_OPERATOR


def test_reverse_names_are_confirmed_or_not(lookup):
    report = lookup("mgal.com", "www.fau.edu", "snafu.lab34.r-n-d.bigcompany.com")
    found = {each.name: each.confirmed for view in report.hosts for each in view.reverse}
    assert found == {
        "www.mgal.com": True,
        "web.fau.edu": False,
        "host-199-5-10-7.dsl.bigcompany.com": False,
    }
    pair = ("snafu.lab34.r-n-d.bigcompany.com", "www.bigcompany.com")
    assert Item.REVERSE_NAME not in items(report, *pair)


def test_direct_aliases_confirm(lookup):
    report = lookup("alias.example", "www.alias.example", "m.alias.example")
    assert report.groups == (("alias.example", "www.alias.example", "m.alias.example"),)
    assert Item.HTTPS_ALIAS in items(report, "alias.example", "www.alias.example")
    assert Item.CNAME in items(report, "m.alias.example", "www.alias.example")
    assert {each.name for each in report.preferred.values()} == {"www.alias.example"}


def test_a_common_target_of_their_own(lookup):
    report = lookup("shop.alias.example", "store.alias.example")
    assert Item.TENANT_TARGET in items(report, "shop.alias.example", "store.alias.example")


def test_chains_end(lookup):
    report = lookup(*(f"{name}.alias.example" for name in ("loop1", "c01", "broken", "out", "none", "h1")))
    told = flags(report)
    assert told["loop1.alias.example"] == ("alias loop",)
    assert told["c01.alias.example"] == ("alias chain too long",)
    outcomes = {view.host.partition(".")[0]: view.outcome for view in report.hosts}
    assert outcomes == {
        "loop1": "nodata",
        "c01": "nodata",
        "broken": "nxdomain",
        "out": "answered",
        "none": "answered",
        "h1": "answered",
    }
    out = next(view for view in report.hosts if view.host == "out.alias.example")
    assert out.found.chain == ("www.mgal.com",)
    assert out.found.addresses == ("206.217.30.1",)


@pytest.mark.parametrize("names", [("loop1", "loop2"), ("h1", "h2"), ("c01", "c05"), ("c03", "c20")])
def test_aliases_without_an_end_are_no_evidence(lookup, names):
    a, b = (f"{name}.alias.example" for name in names)
    report = lookup(a, b, accept="likely")
    assert not {Item.CNAME, Item.HTTPS_ALIAS, Item.TENANT_TARGET} & set(items(report, a, b))
    assert report.groups == ()


def test_under_a_wildcard_no_candidate_counts(lookup):
    report = lookup(
        "wild.example", "shop.wild.example", "own.wild.example", accept="likely", rule=Rule.FIRST_ANSWER
    )
    assert all(view.trail.reached is None for view in report.hosts)
    assert all(each.wild for view in report.hosts for each in view.trail.tries)
    assert flags(report)["shop.wild.example"] == ("wildcard",)
    assert flags(report)["own.wild.example"] == ()
    assert report.pair("wild.example", "shop.wild.example").verdict is Verdict.UNUSABLE
    # An answer that any name gets is no evidence (C4: 0 for a wildcard's pool).
    items = {each.item for each in report.pair("wild.example", "shop.wild.example").counted}
    assert Item.MANY_SHARE in items
    assert Item.SAME_ADDRESSES not in items
    assert report.groups == ()


def test_the_guards_are_told(lookup):
    report = lookup("wild.example", "shop.wild.example", "intranet.odd.example")
    passed = {
        each.asked: each.passed for each in checks("wild.example", "shop.wild.example", report.findings)
    }
    assert passed == {"1 random domain": True, "3 random labels below wild.example": False}
    *_, last = checks("wild.example", "intranet.odd.example", report.findings)
    assert last == ("A, AAAA of intranet.odd.example", "private: 10.0.0.12", False)
    assert {each.passed for each in checks("a.test", "b.a.test", report.findings)} == {True, None}


def test_fifty_sites_on_one_address_say_nothing(lookup):
    hosts = [f"site{n:02d}.shared" for n in range(1, 51)]
    report = lookup(*hosts, accept="likely")
    assert report.groups == ()
    judged = report.pair(hosts[0], hosts[1])
    assert judged.verdict is Verdict.CO_HOSTED
    assert {each.weight for each in judged.items if each.item.family is Family.ADDRESS} == {0.0}
    assert {name for pair in report.pairs for name in (pair.a, pair.b)} >= set(hosts)
    assert len(report.pairs) < 100


def test_a_few_sites_on_one_address_say_little(lookup):
    hosts = [f"few{n}.shared" for n in range(1, 6)]
    report = lookup(*hosts)
    assert Item.FEW_SHARE in items(report, hosts[0], hosts[4])
    assert report.pair(hosts[0], hosts[4]).verdict is Verdict.CO_HOSTED


def test_private_addresses_are_a_flag_and_no_equality(lookup):
    names = ("intranet", "www.intranet", "local", "carrier", "unique")
    report = lookup(*(f"{name}.odd.example" for name in names), accept="likely")
    assert set(flags(report).values()) == {("private address",)}
    pair = ("intranet.odd.example", "www.intranet.odd.example")
    assert report.pair(*pair).verdict is Verdict.UNUSABLE
    assert not {each for each in items(report, *pair) if each.family is Family.ADDRESS}
    assert report.groups == ()


def test_sets_are_compared_by_overlap_and_by_family(lookup):
    report = lookup(*(f"{name}.odd.example" for name in ("two", "one", "both", "four", "six")))
    assert Item.OVERLAP in items(report, "two.odd.example", "one.odd.example")
    assert Item.SAME_ADDRESSES in items(report, "both.odd.example", "four.odd.example")
    assert Item.DISJOINT in items(report, "two.odd.example", "four.odd.example")
    assert not {Item.DISJOINT, Item.OVERLAP} & items(report, "six.odd.example", "four.odd.example")


def test_a_providers_network_carries_no_weight(lookup):
    report = lookup("cdn.odd.example", "www.odd.example", accept="likely")
    assert Item.MANY_SHARE in items(report, "cdn.odd.example", "www.odd.example")
    assert report.groups == ()


def test_unknown_is_not_different(lookup):
    report = lookup("www.unloaded.example", "refused.elsewhere", "nothing.odd.example", "odd.example")
    outcomes = {view.host: view.outcome for view in report.hosts}
    assert outcomes["www.unloaded.example"] == "servfail"
    assert outcomes["refused.elsewhere"] == "refused"
    assert report.pair("www.unloaded.example", "odd.example").verdict is Verdict.UNKNOWN
    gone = report.pair("nothing.odd.example", "odd.example")
    assert gone.verdict is Verdict.DIFFERENT
    assert any(each.item is Item.GONE for each in gone.items)


@pytest.mark.parametrize("outcome", list(Outcome))
def test_of_all_outcomes_only_addresses_and_a_name_that_does_not_exist_can_tell_two_apart(outcome):
    """Every way in which asking for one host may end, beside a host that was answered for."""
    found = [
        Answer(Question("a.example", "A"), Outcome.ANSWERED, (Record("a.example", "A", 60, "45.0.0.1"),)),
        Answer(Question("a.example", "AAAA"), Outcome.NO_DATA),
    ]
    records = (Record("b.test", "A", 60, "45.0.0.2"),) if outcome is Outcome.ANSWERED else ()
    found.append(Answer(Question("b.test", "A"), outcome, records))
    found.append(Answer(Question("b.test", "AAAA"), Outcome.NO_DATA if records else outcome))
    if outcome is Outcome.NO_SUCH_NAME:
        found.append(Answer(Question("b.test", "A", turn=2), outcome))
    told = make_report(["a.example", "b.test"], Answers(found)).pair("a.example", "b.test").verdict
    apart = (Outcome.ANSWERED, Outcome.NO_SUCH_NAME)
    assert told is (Verdict.DIFFERENT if outcome in apart else Verdict.UNKNOWN)


def test_spellings_are_identical_without_asking():
    report = make_report(
        ["WWW.Mgal.com.", "www.mgal.com", "BÜCHER.example", "xn--bcher-kva.example"], Answers()
    )
    told = [(each.a, each.b) for each in report.pairs if each.verdict is Verdict.IDENTICAL]
    assert told == [("WWW.Mgal.com.", "www.mgal.com"), ("BÜCHER.example", "xn--bcher-kva.example")]
    assert [view.host for view in report.hosts] == ["www.mgal.com", "xn--bcher-kva.example"]


def test_the_users_word_wins(lookup):
    report = lookup("alias.example", "www.alias.example", "m.alias.example")
    answers, given = report.findings.answers, report.findings.hosts
    refuted = Decisions(refuted=frozenset({("alias.example", "m.alias.example")}))
    assert len(make_report(given, answers, decisions=refuted).groups[0]) == 2
    chosen = Decisions(preferred={"m.alias.example": "alias.example"})
    assert make_report(given, answers, decisions=chosen).preferred["www.alias.example"] == (
        "alias.example",
        "chosen by you",
    )
    confirmed = Decisions(confirmed=frozenset({("mgal.com", "www.fau.edu")}))
    report = make_report(["mgal.com", "www.fau.edu"], Answers(), decisions=confirmed)
    assert report.groups == (("mgal.com", "www.fau.edu"),)


def test_other_preferences(lookup):
    report = lookup("attache.armigeron.com", accept="likely")
    answers, given = report.findings.answers, ["attache.armigeron.com"] * 3 + ["www.armigeron.com"]
    for preference, name in {
        Preference.WWW: "www.armigeron.com",
        Preference.MAJORITY: "attache.armigeron.com",
        Preference.REVERSE: "attache.armigeron.com",
    }.items():
        again = make_report(given, answers, accept="likely", preference=preference)
        assert again.preferred["www.armigeron.com"].name == name


def test_json(lookup):
    data = report_data(lookup("attache.armigeron.com", accept="likely"), "127.0.0.1:1")
    assert data["hosts"] == [
        {
            "host": "attache.armigeron.com",
            "outcome": "answered",
            "addresses": ["204.29.162.30"],
            "cname": [],
            "ptr": [{"name": "attache.armigeron.com", "address": "204.29.162.30", "confirmed": True}],
            "candidates": [
                {"name": "www.armigeron.com", "outcome": "answered", "addresses": ["204.29.162.30"]}
            ],
            "preferred": "www.armigeron.com",
            "reason": "the www. name, reached by the heuristic",
        }
    ]
    (pair,) = data["pairs"]
    assert (pair["a"], pair["b"], pair["verdict"]) == ("attache.armigeron.com", "www.armigeron.com", "likely")
    assert sum(each["weight"] for each in pair["items"]) == 4.0
    assert set(pair["items"][0]) == {"family", "what", "weight"}
    assert data["groups"] == [["attache.armigeron.com", "www.armigeron.com"]]
    assert set(data) == {"resolver", "hosts", "pairs", "groups"}


def test_less_is_asked_where_less_is_wanted(lookup):
    report = lookup("mgal.com", https=False, reverse=False, operator=False)
    kinds = {answer.question.type for answer in report.findings.answers}
    assert kinds == {"A", "AAAA"}
    assert Options().https
