"""The lock: every file by its hash, no host, and complete for every system and Python that is supported."""

import importlib.metadata
import re
import tomllib
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

LOCK = (ROOT / "packaging" / "lock.txt").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SYSTEMS: dict[str, dict[str, str]] = {
    "linux": {"sys_platform": "linux", "os_name": "posix", "platform_system": "Linux"},
    "macos": {"sys_platform": "darwin", "os_name": "posix", "platform_system": "Darwin"},
    "windows": {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows"},
}


def pinned() -> dict[str, Requirement]:
    """The lock's lines by canonical name."""
    lines = [line.removesuffix("\\").strip() for line in LOCK.splitlines() if re.match(r"[A-Za-z0-9]", line)]
    found = [Requirement(line) for line in lines]
    return {canonicalize_name(requirement.name): requirement for requirement in found}


def test_every_line_is_a_pin_with_hashes() -> None:
    entries = re.split(r"\n(?=\S)", LOCK.strip())
    assert len(entries) > 30
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==[^ ]+", entry), entry.splitlines()[0]
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry.splitlines()[0]


def test_no_line_names_a_host_or_an_index() -> None:
    assert not re.search(r"://|--(extra-)?index-url|--find-links|--trusted-host|^-", LOCK, re.MULTILINE)


def test_what_the_project_asks_for_is_pinned_within_its_ranges() -> None:
    wanted = PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"]
    pins = pinned()
    for text in wanted + PROJECT["build-system"]["requires"]:
        requirement = Requirement(text)
        pin = pins[canonicalize_name(requirement.name)]
        (version,) = (specifier.version for specifier in pin.specifier)
        assert requirement.specifier.contains(version, prereleases=True), text


def test_qt_is_the_version_that_survives_void_calls() -> None:
    assert str(pinned()["pyside6-essentials"].specifier) == "==6.11.3"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_no_requirement_of_a_pinned_package_is_missing(system: str, python: str) -> None:
    """pip is told --no-deps, so the lock must be closed under what the packages themselves declare."""
    environment: dict[str, Any] = default_environment() | SYSTEMS[system]
    environment |= {"python_version": python, "python_full_version": python + ".0"}
    pins = pinned()
    asked = PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"]
    waiting, seen = [(text, frozenset({""})) for text in asked], set()
    while waiting:
        text, extras = waiting.pop()
        requirement = Requirement(text)
        name = canonicalize_name(requirement.name)
        if (text, extras) in seen or not _applies(requirement, environment, extras):
            continue
        seen.add((text, extras))
        assert name in pins, f"{text} on {system}, Python {python}"
        assert _applies(pins[name], environment, frozenset({""})), f"{text} on {system}, Python {python}"
        waiting += [(inner, frozenset(requirement.extras) | {""}) for inner in _declared(name)]


def _applies(requirement: Requirement, environment: dict[str, Any], extras: frozenset[str]) -> bool:
    if requirement.marker is None:
        return True
    return any(requirement.marker.evaluate(environment | {"extra": extra}) for extra in extras)


def _declared(name: str) -> list[str]:
    try:
        return importlib.metadata.requires(name) or []
    except importlib.metadata.PackageNotFoundError:
        return []  # a package of another system; the resolver saw it
