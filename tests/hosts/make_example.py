"""Makes the recording that the Hosts page shows as its example: the seed's names, asked of the test server.

python -m tests.hosts.make_example
"""

import tempfile
from pathlib import Path

from tests.hosts import nsd
from urlinspector.hosts.record import save_answers
from urlinspector.hosts.resolver import ResolverSettings, Server
from urlinspector.hosts.service import Lookup

OUT = Path(__file__).resolve().parents[2] / "resources" / "data" / "hosts_example.json"
HOSTS = """
    www.mgal.com mgal.com attache.armigeron.com www.armigeron.com sunrise.cse.fau.edu www.cse.fau.edu
    www.fau.edu snafu.lab34.r-n-d.bigcompany.com www.bigcompany.com www.alias.example m.alias.example
    site01.shared site02.shared gone.alias.example intranet.odd.example
""".split()


def main() -> None:
    """Ask, and write."""
    with nsd.running(Path(tempfile.mkdtemp())) as server:
        settings = ResolverSettings((Server.parse(server.at),), per_second=0, in_flight=20)
        with Lookup(HOSTS, settings) as lookup:
            lookup.start()
            lookup.wait(60)
            save_answers(OUT, lookup.answers, HOSTS, "a test server with these names' zones of 1997")


if __name__ == "__main__":
    main()
