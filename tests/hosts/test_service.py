"""A look-up in its thread: plan, start, cancel, resume, progress, a server that dies."""

import threading
import time
from pathlib import Path

import pytest

from tests.hosts import nsd
from tests.hosts.odd_server import LIE, OddServer
from urlinspector.hosts.answers import Answer, Answers, Outcome, Question
from urlinspector.hosts.cache import Cache
from urlinspector.hosts.evidence import Doubt, Verdict
from urlinspector.hosts.resolver import ResolverSettings, Server
from urlinspector.hosts.service import Lookup, Progress, State

MOCK = ["sunrise.cse.fau.edu", "www.cse.fau.edu", "snafu.lab34.r-n-d.bigcompany.com", "www.bigcompany.com"]


def settings(at: str, **limits: float) -> ResolverSettings:
    return ResolverSettings((Server.parse(at),), **{"per_second": 0, "timeout": 1.0, **limits})  # type: ignore[arg-type]


def finish(lookup: Lookup, state: State = State.DONE) -> None:
    assert lookup.wait(30)
    assert lookup.state is state


def test_the_plan_tells_everything_before_anything_is_asked(odd: OddServer):
    with Lookup(MOCK, settings(odd.at)) as lookup:
        plan = lookup.plan()
    assert set(plan.hosts) == set(MOCK)
    assert set(plan.names) - set(MOCK) == {
        "www.fau.edu",
        "www.lab34.r-n-d.bigcompany.com",
        "www.r-n-d.bigcompany.com",
    }
    assert (plan.random_labels, plan.random_domains, plan.at_most) == (15, 1, 41)
    assert plan.resolver == odd.at
    assert odd.asked == []
    assert lookup.state is State.READY


def test_what_is_asked_is_what_the_plan_said(server: nsd.Nsd):
    with Lookup(MOCK, settings(server.at)) as lookup:
        plan = lookup.plan()
        lookup.start()
        finish(lookup)
        asked = {answer.question for answer in lookup.answers}
        beyond = asked - set(plan.questions)
        addresses = {each for answer in lookup.answers for each in answer.data("A") + answer.data("AAAA")}
        # For each address its reverse name and that one's address; again for each name that does not exist.
        absent = {q.name for q in asked if q.turn == 2}
        assert len(beyond - {q for q in beyond if q.turn == 2}) <= 2 * len(addresses)
        assert absent == set()
        assert lookup.plan().at_most == 0
        assert lookup.plan().known == len(MOCK)


def test_no_question_is_asked_twice(odd: OddServer):
    hosts = [f"h{n}.example.com" for n in range(30)]
    with Lookup(hosts, settings(odd.at, in_flight=20)) as lookup:
        lookup.start()
        finish(lookup)
    assert len(odd.asked) == len(set(odd.asked))
    assert lookup.progress.asked == len(lookup.answers)
    assert (lookup.progress.hosts_done, lookup.progress.hosts) == (30, 30)


def test_cancel_takes_less_than_half_a_second(odd: OddServer):
    hosts = [f"drop.h{n}.com" for n in range(50)]
    with Lookup(hosts, settings(odd.at, timeout=20, tries=3)) as lookup:
        lookup.start()
        time.sleep(0.2)
        start = time.monotonic()
        lookup.cancel()
        assert lookup.wait(5)
        assert time.monotonic() - start < 0.5
        assert lookup.state is State.CANCELLED


def test_cancel_right_after_start(odd: OddServer):
    for _ in range(20):
        with Lookup(["drop.example.com"], settings(odd.at, timeout=20)) as lookup:
            lookup.start()
            lookup.cancel()
            finish(lookup, State.CANCELLED)


def test_a_cancelled_run_goes_on_where_it_was(odd: OddServer):
    hosts = [f"slow30.h{n}.com" for n in range(20)]
    with Lookup(hosts, settings(odd.at, in_flight=2)) as lookup:
        lookup.start()
        while len(lookup.answers) < 10:
            time.sleep(0.01)
        lookup.cancel()
        finish(lookup, State.CANCELLED)
        known = len(lookup.answers)
        outcomes = {view.outcome for view in lookup.snapshot().hosts}
        assert "not-asked" in outcomes
        before = set(odd.asked)
        lookup.resume()
        finish(lookup)
    assert known >= 10
    assert {view.outcome for view in lookup.snapshot().hosts} == {"answered"}
    # Only those that were on their way when it was cancelled are asked again.
    assert sum(odd.asked.count(each) - 1 for each in before) <= 2


def test_a_server_that_dies_takes_nothing_along(tmp_path: Path):
    if nsd.PROGRAM is None:
        pytest.skip(nsd.WHY_NOT)
    hosts = ["mgal.com", "www.fau.edu", *(f"site{n:02d}.shared" for n in range(1, 51))]
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with nsd.running(tmp_path / "a") as server:
        limits = {"timeout": 0.3, "tries": 1, "in_flight": 2, "per_second": 200, "give_up_after": 6}
        lookup = Lookup(hosts, settings(server.at, **limits))
        lookup.start()
        while lookup.progress.hosts_done < 10:
            time.sleep(0.01)
        server.kill()
        finish(lookup, State.NO_ANSWER)
    outcomes = [view.outcome for view in lookup.snapshot().hosts]
    assert set(outcomes) == {"answered", "timeout"}
    assert outcomes.count("answered") >= 10
    assert lookup.snapshot().pair("mgal.com", hosts[-1]).verdict is Verdict.UNKNOWN
    with nsd.running(tmp_path / "b", port=server.port):
        lookup.resume()
        finish(lookup)
    assert {view.outcome for view in lookup.snapshot().hosts} == {"answered"}
    lookup.close()


def test_a_lying_resolver_is_found_out():
    with OddServer(lying=True) as odd, Lookup(["mgal.com", "www.mgal.com"], settings(odd.at)) as lookup:
        lookup.start()
        finish(lookup)
        report = lookup.snapshot(accept="likely")
    judged = report.pair("mgal.com", "www.mgal.com")
    assert judged.verdict is Verdict.UNUSABLE
    assert Doubt.LIES in judged.doubts
    assert report.hosts[0].found.addresses == (LIE,)
    assert report.groups == ()


def test_progress_comes_at_most_twenty_times_a_second(odd: OddServer):
    told: list[tuple[float, Progress]] = []
    hosts = [f"slow20.h{n}.com" for n in range(20)]
    with Lookup(
        hosts, settings(odd.at), on_progress=lambda progress: told.append((time.monotonic(), progress))
    ) as lookup:
        start = time.monotonic()
        lookup.start()
        finish(lookup)
        took = time.monotonic() - start
    assert 3 <= len(told) <= took * 20 + 2
    assert told[-1][1].state is State.DONE
    assert told[-1][1].hosts_done == 20


def test_no_thread_is_left_and_none_is_there_before(odd: OddServer):
    before = set(threading.enumerate())
    lookup = Lookup(["drop.example.com"], settings(odd.at, timeout=20))
    lookup.plan()
    assert set(threading.enumerate()) == before
    lookup.start()
    assert any(thread.daemon for thread in set(threading.enumerate()) - before)
    lookup.close()
    assert set(threading.enumerate()) == before


def test_the_cache_answers_until_it_is_out_of_date(odd: OddServer, tmp_path: Path):
    file = tmp_path / "cache.json"
    with Lookup(["a.com"], settings(odd.at), cache=Cache(file)) as lookup:
        lookup.start()
        finish(lookup)
    assert not file.exists()
    cache = lookup._cache
    assert cache is not None
    cache.save()
    asked = len(odd.asked)
    # Negative answers of this server have no SOA, so they are not kept; addresses are.
    with Lookup(
        ["a.com"], settings(odd.at), cache=Cache(file), answers=Answers(nonce=lookup.answers.nonce)
    ) as again:
        again.plan()
        again.start()
        finish(again)
    assert ("a.com", "A") not in odd.asked[asked:]
    assert ("a.com", "AAAA") in odd.asked[asked:]


def test_names_that_cannot_be_asked_are_not(odd: OddServer):
    with Lookup(["192.0.2.1", "[::1]", "a..b", ""], settings(odd.at)) as lookup:
        lookup.start()
        finish(lookup)
    assert odd.asked == []
    assert lookup.snapshot().hosts == ()


def test_a_host_that_times_out_gets_no_further_questions(odd: OddServer):
    with Lookup(["drop.example.com"], settings(odd.at, timeout=0.1, tries=1)) as lookup:
        lookup.start()
        finish(lookup)
    (view,) = lookup.snapshot().hosts
    assert view.outcome == "timeout"
    assert all(
        answer.outcome is Outcome.TIMEOUT for answer in lookup.answers if answer.question.name == view.host
    )
    assert {name for name, _ in odd.asked if name.endswith("example.com")} == {"drop.example.com"}


def test_what_another_resolver_answered_is_kept_under_no_other_name(odd: OddServer):
    answers, cache = Answers(), Cache()
    with Lookup(["one.example.com"], settings(odd.at), answers=answers) as lookup:
        lookup.start()
        finish(lookup)
    with (
        OddServer() as other,
        Lookup(["two.example.com"], settings(other.at), answers=answers, cache=cache) as lookup,
    ):
        lookup.start()
        finish(lookup)
        assert cache.get(other.at, Question("two.example.com", "A"))
        assert not cache.get(other.at, Question("one.example.com", "A"))
        assert Question("one.example.com", "A") in answers


def test_what_is_asked_anew_stands_in_copies_until_a_server_answers():
    question = Question("a.example", "A")
    old = Answer(question, Outcome.ANSWERED, at=1)
    answers = Answers([old])
    answers.ask_anew([question, Question("b.example", "A")])
    assert question not in answers
    assert answers.copy().get(question) == old
    answers.add(Answer(question, Outcome.TIMEOUT, at=2))
    assert answers.copy().get(question) == old
    assert answers.settle() == {question}
    assert answers.get(question) == old
    answers.ask_anew([question])
    new = Answer(question, Outcome.NO_SUCH_NAME, at=3)
    answers.add(new)
    assert answers.settle() == frozenset()
    assert answers.get(question) == new
