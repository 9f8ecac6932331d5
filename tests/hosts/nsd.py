"""A real authoritative server on loopback: nsd, with the zone files of tests/data/zones."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dns.exception
import dns.message
import dns.query

ZONES = Path(__file__).resolve().parent.parent / "data" / "zones"
PROGRAM = shutil.which("nsd", path=os.environ.get("PATH", "") + os.pathsep + "/usr/sbin")
WHY_NOT = "nsd, Debian's name server, is not installed: apt-get install nsd"

_SERVER = """\
server:
  ip-address: 127.0.0.1@{port}
  username: ""
  chroot: ""
  pidfile: ""
  logfile: "{folder}/log"
  zonesdir: "{zones}"
  xfrdfile: ""
  zonelistfile: "{folder}/zone.list"
  xfrdir: "{folder}"
  server-count: 1
  rrl-ratelimit: 0
remote-control:
  control-enable: no
"""


class Nsd:
    """The running server."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]") -> None:
        self.port = port
        self.process = process

    @property
    def at(self) -> str:
        return f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Ends it at once, in the middle of whatever it does."""
        self.process.kill()
        self.process.wait(10)


def free_port() -> int:
    """A port that neither TCP nor UDP has in use."""
    while True:
        with socket.socket() as tcp, socket.socket(type=socket.SOCK_DGRAM) as udp:
            tcp.bind(("127.0.0.1", 0))
            port: int = tcp.getsockname()[1]
            try:
                udp.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


@contextmanager
def running(folder: Path, zones: Path = ZONES, port: int = 0) -> Iterator[Nsd]:
    """Starts nsd with all zone files of a folder, and stops it."""
    assert PROGRAM is not None, WHY_NOT
    port = port or free_port()
    conf = folder / "nsd.conf"
    names = sorted(path.name.removesuffix(".zone") for path in zones.glob("*.zone"))
    each = "".join(f'zone:\n  name: "{name}"\n  zonefile: "{name}.zone"\n' for name in names)
    conf.write_text(_SERVER.format(port=port, folder=folder, zones=zones) + each)
    process = subprocess.Popen(
        [PROGRAM, "-d", "-c", str(conf)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    server = Nsd(port, process)
    try:
        _wait(server, folder)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()


def _wait(server: Nsd, folder: Path) -> None:
    query = dns.message.make_query("mgal.com.", "SOA")
    until = time.monotonic() + 15
    while time.monotonic() < until:
        try:
            dns.query.udp(query, "127.0.0.1", port=server.port, timeout=0.2)
        except (dns.exception.Timeout, OSError):
            if server.process.poll() is not None:
                break
            time.sleep(0.05)
        else:
            return
    log = folder / "log"
    raise RuntimeError(f"nsd did not start: {log.read_text() if log.exists() else sys.platform}")
