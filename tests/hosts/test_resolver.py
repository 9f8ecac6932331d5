"""One question and its outcome, of a real server and of one that misbehaves."""

import asyncio
import time

import dns.message
import dns.name
import dns.rrset
import pytest

from tests.hosts.nsd import Nsd, free_port
from tests.hosts.odd_server import ADDRESS, OddServer
from urlinspector.hosts.answers import Answer, Outcome, Question
from urlinspector.hosts.resolver import (
    Resolver,
    ResolverError,
    ResolverSettings,
    Server,
    read_response,
    system_servers,
)
from urlinspector.hosts.service import Lookup


def ask(at: str, *questions: Question, **limits: float) -> list[Answer]:
    settings = ResolverSettings((Server.parse(at),), **{"per_second": 0, "timeout": 1.0, **limits})  # type: ignore[arg-type]

    async def run() -> list[Answer]:
        resolver = Resolver(settings)
        return list(await asyncio.gather(*map(resolver.ask, questions)))

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("name", "kind", "outcome"),
    [
        ("www.mgal.com", "A", Outcome.ANSWERED),
        ("nothing.odd.example", "A", Outcome.NO_SUCH_NAME),
        ("text.odd.example", "A", Outcome.NO_DATA),
        ("www.mgal.com", "AAAA", Outcome.NO_DATA),
        ("www.unloaded.example", "A", Outcome.SERVER_FAILURE),
        ("www.elsewhere.test", "A", Outcome.REFUSED),
    ],
)
def test_outcomes(server: Nsd, name, kind, outcome):
    (answer,) = ask(server.at, Question(name, kind))
    assert answer.outcome is outcome
    assert answer.resolver == server.at
    assert abs(answer.at - time.time()) < 60


def test_times_to_live(server: Nsd):
    found, absent, failed = ask(
        server.at,
        Question("www.mgal.com", "A"),
        Question("nothing.odd.example", "A"),
        Question("www.unloaded.example", "A"),
    )
    assert found.ttl == 3600
    assert absent.ttl == 300
    assert failed.ttl == 0


def test_a_truncated_answer_is_asked_for_again_over_tcp(server: Nsd):
    (answer,) = ask(server.at, Question("many.odd.example", "A"))
    assert len(answer.data("A")) == 200
    assert answer.note == "over TCP"


def test_alias_mode_records(server: Nsd):
    alias, service, none = ask(
        server.at, *(Question(f"{n}alias.example", "HTTPS") for n in ("", "www.", "none."))
    )
    assert alias.data("HTTPS") == ("0 www.alias.example",)
    assert service.data("HTTPS") == ("1 .",)
    assert none.data("HTTPS") == ("0 .",)


def test_slow_answers_are_waited_for_and_dropped_ones_are_not(odd: OddServer):
    start = time.monotonic()
    slow, dropped = ask(
        odd.at, Question("slow300.test", "A"), Question("drop.test", "A"), timeout=0.5, tries=2
    )
    assert slow.data("A") == (ADDRESS,)
    assert dropped.outcome is Outcome.TIMEOUT
    assert 1.0 <= time.monotonic() - start < 3
    assert odd.asked.count(("drop.test", "A")) == 2


@pytest.mark.parametrize("kind", ["wrongid", "garbage", "truncated"])
def test_false_packets_are_passed_over(odd: OddServer, kind):
    (answer,) = ask(odd.at, Question(f"{kind}.test", "A"))
    assert answer.data("A") == (ADDRESS,)


@pytest.mark.parametrize("kind", ["servfail", "refused", "nxdomain"])
def test_codes(odd: OddServer, kind):
    (answer,) = ask(odd.at, Question(f"{kind}.test", "A"))
    assert answer.outcome.value == kind


def test_a_name_that_is_too_long_does_not_exist(odd: OddServer):
    host = ".".join(["a" * 60] * 4) + ".example"
    too_long, fits = ask(odd.at, Question(f"www.{host}", "A"), Question(host, "A"))
    assert too_long.outcome is Outcome.NO_SUCH_NAME
    assert fits.data("A") == (ADDRESS,)
    assert len(odd.asked) == 1


def test_names_with_dots_inside_labels():
    name = dns.name.from_text(r"a\..b\032c.example.")
    reverse = dns.message.make_response(dns.message.make_query("1.2.0.192.in-addr.arpa.", "PTR"))
    reverse.answer.append(dns.rrset.from_text("1.2.0.192.in-addr.arpa.", 60, "IN", "PTR", name.to_text()))
    (told,) = read_response(Question("1.2.0.192.in-addr.arpa", "PTR"), reverse, "r").data("PTR")
    assert dns.name.from_text(told) == name


def test_nobody_there():
    (answer,) = ask(f"127.0.0.1:{free_port()}", Question("a.test", "A"), timeout=0.2, tries=1)
    assert answer.outcome is Outcome.TIMEOUT


def test_the_second_server_is_asked_where_the_first_fails(server: Nsd, odd: OddServer):
    settings = ResolverSettings((Server.parse(server.at), Server.parse(odd.at)), per_second=0)

    async def run() -> Answer:
        return await Resolver(settings).ask(Question("www.unloaded.example", "A"))

    answer = asyncio.run(run())
    assert answer.data("A") == (ADDRESS,)
    assert answer.resolver == odd.at


def test_questions_per_second(odd: OddServer):
    start = time.monotonic()
    ask(odd.at, *(Question(f"n{n}.test", "A") for n in range(11)), per_second=20)
    assert 0.5 <= time.monotonic() - start < 2


def test_questions_in_flight(odd: OddServer):
    start = time.monotonic()
    ask(odd.at, *(Question(f"slow200.n{n}.test", "A") for n in range(6)), in_flight=2)
    assert 0.6 <= time.monotonic() - start < 2


def test_a_silent_resolver_is_given_up_and_one_with_many_dead_names_is_not(odd: OddServer):
    dead = [Question("drop.test", "A", turn) for turn in range(1, 30)]
    limits = {"timeout": 0.05, "tries": 1, "in_flight": 1, "give_up_after": 5}
    assert all(not answer.note for answer in ask(odd.at, *dead, **limits))
    odd.silent = True
    notes = [answer.note for answer in ask(odd.at, *dead, **limits)]
    assert notes[:5] == [""] * 5
    assert all("no longer answers" in note for note in notes[5:])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("192.0.2.1", ("192.0.2.1", 53)),
        ("192.0.2.1:5300", ("192.0.2.1", 5300)),
        ("::1", ("::1", 53)),
        ("[::1]", ("::1", 53)),
        ("[::1]:5300", ("::1", 5300)),
    ],
)
def test_servers(text, expected):
    assert Server.parse(text) == expected


@pytest.mark.parametrize(
    "text", ["dns.example", "", "192.0.2.1:0", "192.0.2.1:99999", "192.0.2.1:x", "[::1]:"]
)
def test_no_servers(text):
    with pytest.raises(ResolverError):
        Server.parse(text)


def test_what_cannot_be_asked():
    for wrong in ({"doh": "http://x/"}, {"doh": "https://x/", "doh_address": "y"}, {}, {"doh": "https://x/"}):
        with pytest.raises(ResolverError):
            ResolverSettings(**wrong)  # type: ignore[arg-type]
    assert ResolverSettings(doh="https://dns.test/q", doh_address="127.0.0.1").bootstrap == ""
    assert ResolverSettings((Server("127.0.0.1"),), doh="https://dns.test/q").bootstrap == "dns.test"
    assert ResolverSettings(doh="https://127.0.0.1/q").bootstrap == ""


def test_the_systems_settings_are_read_without_asking(monkeypatch: pytest.MonkeyPatch):
    def refuse(*arguments: object) -> None:
        raise AssertionError("a socket was made")

    monkeypatch.setattr("socket.socket", refuse)
    assert isinstance(system_servers(), tuple)


def test_localhost_is_answered_and_nobody_is_asked(odd: OddServer):
    names = ("localhost", "a.localhost")
    questions = [Question(name, kind) for name in names for kind in ("A", "AAAA", "HTTPS")]
    answers = ask(odd.at, *questions)
    assert [answer.data("A") + answer.data("AAAA") for answer in answers] == [
        ("127.0.0.1",),
        ("::1",),
        (),
    ] * 2
    assert {answer.outcome for answer in answers} == {Outcome.ANSWERED, Outcome.NO_DATA}
    assert all("RFC 6761" in answer.note for answer in answers)
    assert odd.asked == []


def test_localhost_is_in_no_plan(odd: OddServer):
    settings = ResolverSettings((Server.parse(odd.at),), per_second=0)
    with Lookup(["localhost", "LocalHost.", "a.b.localhost"], settings) as lookup:
        assert lookup.plan().questions == ()
        lookup.start()
        assert lookup.wait(10)
    assert odd.asked == []
