"""Proof by counting packets: starting, inspecting, comparing and clustering ask nothing at all."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.gui.nothing_asked import PARTS, RESOLVER


def why_not() -> str:
    """Why there can be no network of one's own here; empty where there can."""
    if sys.platform != "linux":
        return "networks of one's own are Linux's"
    missing = [name for name in ("unshare", "ip") if shutil.which(name) is None]
    if missing:
        return f"not installed: {', '.join(missing)}"
    if os.geteuid() != 0:
        return "only root may make a network of its own"
    tried = subprocess.run(["unshare", "-n", "true"], capture_output=True, text=True, check=False)
    return tried.stderr.strip() if tried.returncode else ""


def test_no_packet_leaves_before_somebody_presses_look_up() -> None:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    command = ["unshare", "-n", sys.executable, "-m", "tests.gui.nothing_asked"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    counts = dict(json.loads(line) for line in done.stdout.splitlines() if line.startswith("["))
    asked = counts.pop(PARTS[-1])
    assert asked > 0, f"packets to {RESOLVER} were not counted: the proof proves nothing"
    assert counts.keys() >= {"start", "inspect", "compare", "clusters", "command line"}
    assert {part: count for part, count in counts.items() if count} == {}
