"""DNS over HTTPS: with a given address nobody else is asked; without, one question is, and it is told."""

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hosts import doh_server
from tests.hosts.odd_server import ADDRESS, LIE, OddServer
from urlinspector.hosts.answers import Answer, Outcome, Question
from urlinspector.hosts.resolver import Resolver, ResolverSettings, Server
from urlinspector.hosts.service import Lookup

pytestmark = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="openssl, which makes a certificate, is absent"
)


def ask(settings: ResolverSettings, question: Question) -> Answer:
    async def run() -> Answer:
        return await Resolver(settings).ask(question)

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def _no_system_resolver(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        raise AssertionError("the system's resolver was asked")

    monkeypatch.setattr("socket.getaddrinfo", refuse)


def test_with_an_address(odd: OddServer, tmp_path: Path):
    with doh_server.running(tmp_path, odd) as (url, trust):
        settings = ResolverSettings(doh=url, doh_address="127.0.0.1", doh_trust=str(trust), per_second=0)
        found = ask(settings, Question("www.example.com", "A"))
        absent = ask(settings, Question("nxdomain.example.com", "A"))
    assert found.data("A") == (ADDRESS,)
    assert found.resolver == url
    assert absent.outcome is Outcome.NO_SUCH_NAME
    assert odd.asked == []


def test_a_certificate_nobody_vouches_for_is_refused(odd: OddServer, tmp_path: Path):
    with doh_server.running(tmp_path, odd) as (url, _):
        settings = ResolverSettings(doh=url, doh_address="127.0.0.1", per_second=0, tries=1)
        answer = ask(settings, Question("www.example.com", "A"))
    assert answer.outcome is Outcome.TIMEOUT
    assert "certificate" in answer.note.lower()


def test_the_bootstrap_question_is_in_the_plan_and_is_the_only_other_one(tmp_path: Path):
    with (
        OddServer(lying=True) as plain,
        OddServer() as odd,
        doh_server.running(tmp_path, odd) as (url, trust),
    ):
        settings = ResolverSettings((Server.parse(plain.at),), doh=url, doh_trust=str(trust), per_second=0)
        plan = Lookup(["a.com"], settings).plan()
        assert plan.bootstrap == doh_server.NAME
        assert plan.resolver == url
        # The lie leads nowhere; that it was asked, and nothing else was, is what counts.
        settings = ResolverSettings(
            (Server.parse(plain.at),), doh=url, doh_trust=str(trust), per_second=0, tries=1, timeout=0.3
        )
        answer = ask(settings, Question("a.com", "A"))
        assert answer.outcome is Outcome.TIMEOUT
        assert plain.asked == [(doh_server.NAME, "A")]
        assert LIE not in answer.data("A")


def command(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    whom = ("--doh", url, "--doh-address", "127.0.0.1", "--rate", "0", "--tries", "1")
    return subprocess.run(
        [sys.executable, "-m", "urlinspector", "hosts", *whom, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_command_trusts_a_certificate_of_ones_own(odd: OddServer, tmp_path: Path):
    with doh_server.running(tmp_path, odd) as (url, trust):
        done = command(url, "--doh-certificate", str(trust), "--json", "www.example.com")
        assert done.returncode == 0, done.stderr
        (host,) = json.loads(done.stdout)["hosts"]
        assert host["addresses"] == [ADDRESS]
        for words, arguments in (
            ("no certificates in PEM form", ("--doh-certificate", __file__)),
            ("there is no such file or folder", ("--doh-certificate", str(tmp_path / "none.pem"))),
        ):
            refused = command(url, *arguments, "www.example.com")
            assert refused.returncode == 2
            assert words in refused.stderr
