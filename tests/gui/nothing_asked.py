"""The program at its everyday work, in a network of its own; after each part the packets sent are printed.

    unshare -n python -m tests.gui.nothing_asked

The network has nothing but loopback, and loopback is the way to everywhere: whatever is sent to whomever, by
Python or by a library, is a packet that `lo` counts. The last part asks on purpose, as proof that it would.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
PATIENCE = 10.0
"""Seconds that a page's state may take."""
RESOLVER = "192.0.2.53"
PARTS = ("start", "inspect", "compare", "clusters", "hosts", "rules", "command line", "asked on purpose")


def packets() -> int:
    """Packets sent since the network came to be, over all interfaces."""
    lines = Path("/proc/net/dev").read_text("ascii").splitlines()[2:]
    return sum(int(line.partition(":")[2].split()[9]) for line in lines)


def lead_all_ways_to_loopback() -> None:
    """Give the empty network a default route, so that packets leave instead of being refused."""
    for command in ("link set lo up", "route add default dev lo", "-6 route add default dev lo"):
        subprocess.run(["ip", *command.split()], check=not command.startswith("-6"))


def main() -> None:
    """Do one part after the other."""
    lead_all_ways_to_loopback()
    before = packets()

    def tell(part: str) -> None:
        nonlocal before
        now = packets()
        print(json.dumps([part, now - before]), flush=True)
        before = now

    window_parts(tell)
    command_line()
    tell(PARTS[-2])
    run("hosts", "--resolver", RESOLVER, "--timeout", "0.1", "--tries", "1", "--yes", "mgal.com")
    tell(PARTS[-1])


def window_parts(tell: Callable[[str], None]) -> None:
    """The window: each page with something on it."""
    from urlinspector import app
    from urlinspector.gui.application import make_application

    application = make_application(offscreen=True)
    with tempfile.TemporaryDirectory() as folder:
        parts = app.build(application, app.Folders(Path(folder), None), theme="light")
        window = parts.window
        window.show_page("inspect")
        window.show()

        def turn(seconds: float) -> None:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                application.processEvents()
                time.sleep(0.005)

        def settle() -> None:
            until = time.monotonic() + PATIENCE
            turn(0.3)
            while not window.is_settled() and time.monotonic() < until:
                turn(0.05)

        turn(2.0)
        tell("start")
        window.open("inspect", "http://www.mgal.com/index.html?utm_source=x#top")
        settle()
        tell("inspect")
        for key in ("compare", "clusters", "hosts", "rules"):
            if key not in {record.key for record in window.records}:
                continue
            window.show_page(key)
            for scene in window.stack.pages[key].scenes():
                scene.prepare()
                settle()
            tell(key)
        window.stack.close_pages()
        parts.services.runner.close()


def command_line() -> None:
    """Every command that reads a URL or a list."""
    url = "http://www.mgal.com/index.html"
    with tempfile.TemporaryDirectory() as folder:
        urls = Path(folder, "urls.txt")
        urls.write_text(f"{url}\nhttp://mgal.com/\n")
        run("inspect", url)
        run("normalize", url)
        run("compare", url, "http://mgal.com/", "--profile", "similar")
        run("cluster", str(urls), "--profile", "seo")
        run("lru", url)


def run(*arguments: str) -> None:
    """A command, its output thrown away; its exit code counts only where it is an error."""
    done = subprocess.run(
        [sys.executable, "-m", "urlinspector", *arguments], capture_output=True, check=False
    )
    if done.returncode > 1:
        raise RuntimeError(f"{arguments}: {done.stderr.decode()}")


if __name__ == "__main__":
    main()
