"""Installed libraries asked beside their profiles."""

import socket
import sys

import pytest

from urlinspector.normalize.library import builtin, builtin_names
from urlinspector.normalize.live_peers import LIBRARIES, Library, ask, library_of, ours

URL = "HTTP://Example.com:80/a/../b?b=2&a=1"


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_answers_without_a_network(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    for each in ("getaddrinfo", "create_connection", "gethostbyname"):
        monkeypatch.setattr(socket, each, refuse)
    pytest.importorskip(LIBRARIES[name].module)
    answer = ask(LIBRARIES[name], URL)
    assert answer.version
    assert not answer.error
    assert answer.text is not None
    assert answer.text.lower().startswith("http://example.com")


@pytest.mark.parametrize("name", [each for each in builtin_names() if library_of(builtin(each))])
def test_profile_and_library_of_one_version_say_the_same(name: str) -> None:
    profile = builtin(name)
    library = library_of(profile)
    assert library is not None
    pytest.importorskip(library.module)
    answer = ask(library, URL)
    if answer.version != profile.peer_version:
        pytest.skip(f"{library.name} {answer.version} is installed")
    assert answer.text == ours(profile, URL)[0]


def test_what_a_library_raises_is_its_refusal() -> None:
    answer = ask(LIBRARIES["ada-url"], "http://[")
    assert answer.text is None
    assert answer.error.startswith("refuses: ")
    assert ask(LIBRARIES["ada-url"], "http://a/\udc80").error == "refuses: ValueError: not Unicode"
    assert ours(builtin("ada-url-4.0.0"), "http://[")[0] is None


def test_an_absent_library_says_so() -> None:
    answer = ask(Library("no-such-library", "no_such_library_at_all", "", "", lambda module, text: text), URL)
    assert answer.is_absent
    assert answer.error == "is not installed"


def test_nothing_is_imported_before_it_is_asked() -> None:
    import subprocess

    code = (
        "import sys, urlinspector.normalize.live_peers; "
        "print([m for m in ('w3lib', 'yarl', 'courlan') if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert found.stdout.strip() == "[]"
