"""The name servers that the tests of hosts ask; both on loopback, nothing else is ever asked."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.hosts import nsd
from tests.hosts.odd_server import OddServer
from urlinspector.hosts.candidates import Rule
from urlinspector.hosts.report import Report
from urlinspector.hosts.resolver import ResolverSettings, Server
from urlinspector.hosts.service import Lookup, State
from urlinspector.hosts.trail import Options


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[nsd.Nsd]:
    """nsd with the zones of tests/data/zones."""
    if nsd.PROGRAM is None:
        pytest.skip(nsd.WHY_NOT)
    with nsd.running(tmp_path_factory.mktemp("nsd")) as running:
        yield running


@pytest.fixture
def odd() -> Iterator[OddServer]:
    """The server that misbehaves."""
    with OddServer() as running:
        yield running


@pytest.fixture
def lookup(server: nsd.Nsd) -> Callable[..., Report]:
    """`lookup("mgal.com", accept="likely")` asks nsd, without limits, and gives the report."""

    def ask(
        *hosts: str, accept: str = "confirmed", rule: Rule = Rule.ADDRESSES_MATCH, **others: Any
    ) -> Report:
        settings = ResolverSettings((Server.parse(server.at),), per_second=0, in_flight=20)
        with Lookup(hosts, settings, Options(rule, **others)) as running:
            running.start()
            assert running.wait(30)
            assert running.state is State.DONE
            return running.snapshot(accept=accept)

    return ask
