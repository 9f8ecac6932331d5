"""What is proposed, what is safe, and what never is."""

import random
from collections.abc import Callable

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.rules.mining.lists import Rows, clustering_of, mined, words
from urlinspector.bulk import codec
from urlinspector.bulk.task import CancelToken, Progress, Task
from urlinspector.normalize.site_rules.compiled import RuleSet
from urlinspector.rules.mining import LabelError, Reduction, mine
from urlinspector.rules.mining.miner import with_rules

PAGES = range(30)


def pages(
    form: Callable[[int], str], label: Callable[[int], str] = str, plain: str = "http://h.example/p/a{0}"
) -> list[tuple[str, str]]:
    """Every page plainly and in another form."""
    rows = [(plain.format(n), str(n)) for n in PAGES]
    return rows + [(form(n), label(n)) for n in PAGES]


def word(number: int) -> str:
    """A word without digits, different for each number."""
    return "".join(
        "bcdfg"[int(digit, 16) % 5] + "aeiou"[int(digit, 16) // 5 % 5] for digit in f"{number * 7919:06x}"
    )


@pytest.mark.parametrize(("form", "rule"), [
    (lambda n: f"http://h.example/p/a{n}?sid={n * 7919:08x}", "drop sid on h.example"),
    (lambda n: f"http://h.example/p/a{n}?x={n}&y={-n}", "drop x, y on h.example"),
    (lambda n: f"https://h.example/p/a{n}", "scheme is https on h.example"),
    (lambda n: f"http://www.h.example/p/a{n}", "host is h.example on www.h.example"),
    (lambda n: f"http://h.example/p/a{n}/", "strip / at the end on h.example"),
    (lambda n: f"http://h.example/P/A{n}", "path in lower case on h.example"),
    (lambda n: f"http://h.example/m/p/a{n}", "strip /m at the start on h.example"),
    (lambda n: f"http://h.example/p/a{n}/start.php", "REST/start.php is REST on h.example"),
    (lambda n: f"http://mirror.h.example/p/a{n}", "host is h.example on mirror.h.example"),
])  # fmt: skip
def test_each_family_becomes_its_rule(form: Callable[[int], str], rule: str) -> None:
    result = mined(pages(form))
    assert words(result.proposals) == {rule}
    (proposal,) = result.proposals
    assert proposal.auto
    assert (proposal.support, proposal.agree, proposal.disagree) == (30, 30, 0)
    assert proposal.labels == "content hash"
    assert len(proposal.agreeing) == 3
    assert all(example.same for example in proposal.agreeing)


@pytest.mark.parametrize(("plain", "form", "rule"), [
    ("http://h.example/s_{0}", lambda n: f"http://h.example/s?id={n}", "/s?id=N is /s_N on h.example"),
    ("http://h.example/p/a{0}.html", lambda n: f"http://h.example/p/a{n}.htm", ".html is .htm on h.example"),
    ("http://h.example/a{0}", lambda n: f"http://h.example/a{n};v=2/x", None),
])  # fmt: skip
def test_runs_of_tokens_become_rules(plain: str, form: Callable[[int], str], rule: str | None) -> None:
    result = mined(pages(form, plain=plain))
    if rule is None:
        assert len(result.proposals) == 1
        return
    assert words(result.proposals) == {rule}
    assert result.proposals[0].auto


def test_a_tilde_stands_for_people() -> None:
    rows = [(f"http://h.example/people/{word(n)}/", str(n)) for n in PAGES]
    rows += [(f"http://h.example/~{word(n)}/", str(n)) for n in PAGES]
    assert words(mined(rows).proposals) == {"/people/ is /~ on h.example"}


def test_labels_that_differ_keep_a_parameter() -> None:
    rows = [(f"http://h.example/a{n}?lang={lang}", f"{n}{lang}") for n in PAGES for lang in ("en", "fr")]
    result = mined(rows)
    assert not result.proposals
    assert [(each.name, each.values, each.reason) for each in result.kept] == [("lang", 2, "labels differ")]


def test_without_labels_a_parameter_of_few_values_is_never_proposed() -> None:
    rows = [(f"http://h.example/a{n}?lang={lang}", "") for n in PAGES for lang in ("en", "fr")]
    rows += [(f"http://h.example/a{n}", "") for n in PAGES]
    result = mined(rows)
    assert not result.proposals
    assert [(each.name, each.reason) for each in result.kept] == [("lang", "few values")]


def test_without_labels_page_numbers_are_never_proposed() -> None:
    rows = [(f"http://h.example/a{n}?n={page}", "") for n in PAGES for page in range(9)]
    rows += [(f"http://h.example/a{n}", "") for n in PAGES]
    result = mined(rows)
    assert not result.proposals
    assert result.kept[0].reason == "numbers"


@pytest.mark.parametrize(("name", "auto"), [("utm_source", True), ("thing", False)])
def test_without_labels_only_a_known_name_is_safe(name: str, auto: bool) -> None:
    (proposal,) = mined(pages(lambda n: f"http://h.example/p/a{n}?{name}={word(n)}", lambda _: "")[30:] +
                        [(f"http://h.example/p/a{n}", "") for n in PAGES]).proposals  # fmt: skip
    assert proposal.in_words == f"drop {name}"
    assert proposal.auto is auto
    assert (proposal.agree, proposal.disagree, proposal.labels) == (0, 0, "")
    assert bool(proposal.note) is not auto


def test_a_parameter_may_mean_nothing_in_one_folder_only() -> None:
    rows = [(f"http://h.example/p/a{n}?v={v}", f"{n}") for n in PAGES for v in ("x", "y")]
    rows += [(f"http://h.example/cmp/a{n}?v={v}", f"{n}{v}") for n in PAGES for v in ("x", "y")]
    result = mined(rows)
    assert words(result.proposals) == {"drop v on h.example/p/"}


def test_a_default_value_means_nothing_though_the_parameter_does() -> None:
    rows = [(f"http://h.example/a{n}?page={page}", f"{n}-{page}") for n in PAGES for page in (2, 3)]
    rows += [(f"http://h.example/a{n}{query}", f"{n}") for n in PAGES for query in ("", "?page=1")]
    result = mined(rows)
    assert words(result.proposals) == {"drop page where it is 1 on h.example"}


def test_the_label_of_an_error_page_says_nothing() -> None:
    rows = [(f"http://h.example/a{n}?lang=fr", "error") for n in range(60)]
    rows += [(f"http://h.example/a{n}", "error") for n in range(60)]
    result = mined(rows)
    assert not result.proposals
    assert (result.sites[0].masked, result.sites[0].labelled) == (1, 0)


def test_noise_is_tolerated_and_counted() -> None:
    rows = pages(lambda n: f"http://h.example/p/a{n}?s=x{n}", lambda n: "odd" if n in (3, 17) else str(n))
    (proposal,) = mined(rows).proposals
    assert (proposal.support, proposal.agree, proposal.disagree) == (30, 28, 2)
    assert [example.same for example in proposal.disagreeing] == [False, False]
    assert proposal.bound == pytest.approx(0.787, abs=0.001)


def test_labels_that_disagree_in_more_than_a_fifth_of_the_groups_make_no_rule() -> None:
    rows = pages(lambda n: f"http://h.example/p/a{n}?s=x{n}", lambda n: f"odd{n}" if n % 4 == 0 else str(n))
    assert not mined(rows).automatic


def test_a_parameter_that_was_kept_is_asked_about() -> None:
    rows = pages(lambda n: f"http://h.example/p/a{n}?sid={n}")
    (proposal,) = mined(rows, kept=[("h.example", "sid")]).proposals
    assert proposal.asks
    assert not proposal.auto
    (other,) = mined(rows, kept=[("other.example", "sid")]).proposals
    assert other.auto


def test_support_below_the_least_makes_no_rule() -> None:
    rows = pages(lambda n: f"http://h.example/p/a{n}?sid={n}")
    assert not mined(rows, 31).proposals
    assert mined(rows, 30).proposals


def test_sites_are_told_apart() -> None:
    rows = pages(lambda n: f"http://h.example/p/a{n}?v={n}")
    rows += [(f"http://k.example/a{n}?v={v}", f"{n}{v}") for n in PAGES for v in "xy"]
    result = mined(rows)
    assert words(result.proposals) == {"drop v on h.example"}
    assert [(each.site, each.urls) for each in result.sites] == [("h.example", 60), ("k.example", 60)]


def test_hosts_of_one_domain_share_a_rule_that_all_follow() -> None:
    rows = [(f"http://{host}.example.com/a{n}{query}", f"{host}{n}") for n in range(8)
            for host in ("one", "two", "three") for query in ("", f"?sid={n}")]  # fmt: skip
    assert words(mined(rows).proposals) == {"drop sid on *.example.com"}


def test_rules_that_follow_from_others_are_left_out() -> None:
    rows = [(f"http://h.example{m}/story{sign}{n}", str(n))
            for n in PAGES for m in ("", "/m") for sign in ("?id=", "_")]  # fmt: skip
    result = mined(rows)
    assert words(result.proposals) == {
        "/story?id=N is /story_N on h.example",
        "strip /m at the start on h.example",
    }


def test_the_order_of_the_list_makes_no_difference() -> None:
    rows = [
        *pages(lambda n: f"http://h.example/p/a{n}/"),
        *pages(lambda n: f"http://www.h.example/p/a{n}?sid={n}"),
        *pages(lambda n: f"http://h.example/p/a{n}?sid={n}"),
        *pages(lambda n: f"http://k.example/story?id={n}", plain="http://k.example/story_{0}"),
    ]
    wanted = [(each.in_words, str(each.scope), each.support, each.agree) for each in mined(rows).proposals]
    assert len(wanted) == 4
    random.Random(1).shuffle(rows)
    assert [
        (each.in_words, str(each.scope), each.support, each.agree) for each in mined(rows).proposals
    ] == wanted


def test_cancelling_gives_what_was_found() -> None:
    token = CancelToken()

    def report(progress: Progress) -> None:
        if progress.phase == "tokens":
            token.cancel()

    rows = pages(lambda n: f"http://h.example/p/a{n}?sid={n}")
    result = mine(clustering_of(rows), task=Task(token, report, every=0))
    assert not result.complete
    assert words(result.proposals) == {"drop sid on h.example"}


def test_a_label_that_is_not_there_is_told() -> None:
    with pytest.raises(LabelError, match="no column “digest”; it has hash"):
        mine(clustering_of(pages(lambda n: f"http://h.example/p/a{n}/")), "digest")


@pytest.mark.parametrize("column", ["hash", "Content_Hash", "payload digest", "Body Size"])
def test_labels_are_found_by_the_names_of_columns(column: str) -> None:
    result = mine(clustering_of(pages(lambda n: f"http://h.example/p/a{n}/"), column))
    assert (result.column, len(result.proposals)) == (column, 1)


def test_a_redirect_is_a_label() -> None:
    rows = [(f"http://h.example/p/a{n}/", f"http://h.example/p/a{n}") for n in PAGES]
    rows += [(f"http://h.example/p/a{n}", "") for n in PAGES]
    result = mine(clustering_of(rows, "redirect url"))
    assert (result.labels, words(result.proposals)) == ("redirect", {"strip / at the end on h.example"})
    assert result.proposals[0].agree == 30


def test_nothing_comes_of_nothing() -> None:
    result = mined([("mailto:a@b.example", "1"), ("not a url", "2")])
    assert (result.sites, result.proposals, result.reduction) == ((), (), Reduction(1, 1))


# Laws

_pieces = st.sampled_from(
    ("http://h.example", "https://www.h.example", "http://[::1]", "http://1.2.3.4:80", "//x", "/a", "/A/",
     "/index.html", "?s=1", "&t=2", "?", "&&", "=", "%7", "%41", "é", "\ud800", "\n", ";j=deadbeef12", "/12",
     "#f", "me:pw@", "$1", "\\", "(")
)  # fmt: skip
_texts = st.lists(_pieces, max_size=6).map("".join)


@settings(max_examples=30)
@given(st.lists(st.tuples(_texts, st.sampled_from(("", "p", "q"))), min_size=1, max_size=30))
def test_any_list_can_be_mined_and_its_safe_rules_come_to_rest(rows: list[tuple[str, str]]) -> None:
    # Every text again with numbers and what families add, so that there is something to find.
    tails = ("", "/", "?sid=1", "/index.html", "(2)")
    more = [
        (f"{text}/{n}{tail}", label and f"{label}{n}")
        for text, label in rows
        for n in range(7)
        for tail in tails
    ]
    clustering = clustering_of([*rows, *more])
    result = mine(clustering, min_support=2)
    event(f"{min(len(result.automatic), 5)} safe rules")
    after = with_rules(clustering, result.automatic)
    assert after.merged_count == result.reduction.after <= result.reduction.before
    rules = RuleSet(result.automatic)
    for text in after.canonical_texts(after.merged_firsts).to_list():
        assert rules.apply(codec.decode(text)) == codec.decode(text)


@pytest.mark.parametrize("seed", range(8))
def test_no_safe_rule_joins_labels_that_disagree_in_more_than_a_fifth_of_its_groups(seed: int) -> None:
    draw = random.Random(seed)
    forms = ("{0}", "{0}/", "{0}?s={1}", "{0}?lang=en", "m/{0}", "{0}.html", "s?id={0}")
    # Which forms are the page itself, and which are pages of their own, is drawn; some labels are noise.
    own = {form: draw.random() < 0.5 for form in forms[1:]}
    rows = []
    for number in range(60):
        for form in forms:
            label = f"{number}{form}" if own.get(form) else f"{number}"
            url = "http://h.example/" + form.format(number, draw.randrange(99))
            rows.append((url, label if draw.random() < 0.95 else f"noise{draw.random()}"))
    label_of = dict(rows)
    rules = mined(rows).automatic
    assert bool(rules) is not all(own.values())
    for rule in rules:
        apply = RuleSet([rule]).apply
        groups: dict[str, list[str]] = {}
        for url, label in label_of.items():
            groups.setdefault(apply(url), []).append(label)
        joined = [each for each in groups.values() if len(each) > 1]
        shares = [(max(map(each.count, each)) - 1) / (len(each) - 1) for each in joined]
        # Other rules may leave fewer URLs to be counted, so noise may weigh a little more on one rule alone.
        assert sum(shares) >= 0.75 * len(shares)


def test_a_giant_site_is_learnt_from_a_sample_and_all_of_it_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [
        (f"http://h.example/p/a{n}{tail}", str(n))
        for n in range(300)
        for tail in ("", "?sid=1", "?sid=2", "?sid=3")
    ]
    rows += [(f"http://{host}.example/a{n}/", f"{host}{n}") for host in "kl" for n in range(9)]
    monkeypatch.setattr("urlinspector.bulk.mining.LARGEST", 400)
    result = mined(rows)
    assert words(result.proposals) == {"drop sid on h.example"}
    assert 20 < result.proposals[0].support < 250
    assert result.reduction == Reduction(1218, 318)
    assert [each.site for each in result.sites] == ["h.example", "k.example", "l.example"]


def story(n: int) -> Rows:
    """A page under both addresses, alone and with another parameter behind the first."""
    plain = [(f"http://h.example/a-{n}.html", f"{n}"), (f"http://h.example/a.asp?aid={n}", f"{n}")]
    more = [(f"{url}{sign}cat=x{n}", f"x{n}") for (url, _), sign in zip(plain, "?&", strict=True)]
    return plain if n % 2 else more


def test_a_parameter_that_is_written_in_the_path_is_one_rule_whatever_follows_it() -> None:
    result = mined([row for n in range(101, 117) for row in story(n)])
    (found,) = result.proposals
    assert (found.in_words, found.auto, found.support) == ("/a.asp?aid=N is /a-N.html", True, 16)
    apply = RuleSet([found.rule]).apply
    assert apply("http://h.example/a.asp?aid=7") == "http://h.example/a-7.html"
    assert apply("http://h.example/a.asp?aid=7&b=1&c") == "http://h.example/a-7.html?b=1&c"
    assert apply("http://h.example/a.asp?b=1&aid=7") == "http://h.example/a.asp?b=1&aid=7"


@pytest.mark.parametrize(("labelled", "differing", "auto"), [(0, 0, True), (2, 0, True), (3, 3, False)])
def test_few_labels_let_pass_what_is_harmless_unless_they_speak_against_it(
    labelled: int, differing: int, auto: bool
) -> None:
    rows = [
        (url, f"{n}{side * (n < differing)}" if n < labelled else "")
        for n in range(9)
        for side, url in enumerate((f"http://h.example/p{n}/x", f"http://h.example/p{n}/x/"))
    ]
    rows += [(f"http://h.example/else{n}", f"e{n}") for n in range(3)]
    assert words([each for each in mined(rows).proposals if each.auto]) == (
        {"strip / at the end on h.example"} if auto else set()
    )


@pytest.mark.parametrize("labelled", [True, False])
def test_runs_of_tokens_are_looked_at_again_where_others_were_taken(labelled: bool) -> None:
    rows = pages(lambda n: f"http://h.example/m/p/a{n}")
    for n in PAGES[:8]:  # four without /m, four with: neither is enough by itself
        copy = "/m" if n % 2 else ""
        rows += [(f"http://h.example/users/{word(n)}/{n}", f"u{n}")]
        rows += [(f"http://h.example{copy}/~{word(n)}/{n}", f"u{n}")]
    result = mined(rows if labelled else [(url, "") for url, _ in rows])
    found = {each.in_words: (each.support, each.auto) for each in result.proposals}
    if labelled:
        assert found == {"strip /m at the start": (30, True), "/users/ is /~": (8, True)}
        assert result.reduction == Reduction(76, 38)
        assert with_rules(clustering_of(rows), result.automatic).merged_count == 38
    else:
        assert found == {"strip /m at the start": (30, False)}


def test_doubtful_runs_stand_while_they_are_counted_anew() -> None:
    rows = pages(lambda n: f"http://h.example/m/p/a{n}")
    for n in PAGES[:5]:  # four of five agree: too few to be sure
        rows += [(f"http://h.example/users/{word(n)}/{n}", f"u{n}")]
        rows += [(f"http://h.example/~{word(n)}/{n}", f"u{n}" if n > 0 else "odd")]
    whole = mined(rows)
    doubtful = {each.in_words for each in whole.proposals if not each.auto}
    token = CancelToken()

    def report(progress: Progress) -> None:
        seen.append(progress.phase)
        if progress.phase == "parameters" and "tokens" in seen:
            token.cancel()

    seen: list[str] = []
    stopped = mined(rows, task=Task(token, report, every=0))
    assert not stopped.complete
    assert {each.in_words for each in stopped.proposals if each.auto} == {"strip /m at the start"}
    assert {each.in_words for each in stopped.proposals if not each.auto} == doubtful
    assert doubtful
