"""The name servers that the tests of hosts ask; both on loopback, nothing else is ever asked."""

from collections.abc import Iterator

import pytest

from tests.hosts import nsd


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[nsd.Nsd]:
    """nsd with the zones of tests/data/zones."""
    if nsd.PROGRAM is None:
        pytest.skip(nsd.WHY_NOT)
    with nsd.running(tmp_path_factory.mktemp("nsd")) as running:
        yield running
