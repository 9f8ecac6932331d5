"""What installed libraries answer for a URL, beside what their profiles say.

Only libraries with a permissive licence, called in this process with their defaults, none of which asks the
network. They are no dependencies: each is imported when it is first asked, and one that is absent says so.
"""

from collections.abc import Callable, Iterable
from importlib import import_module, metadata
from typing import Any, NamedTuple

from urlinspector.normalize.output import write_output
from urlinspector.normalize.profile import Profile


class Library(NamedTuple):
    """A library, by the name that profiles give as `peer` (it is the distribution's too)."""

    name: str
    module: str
    called: str
    """What is called, for people: `w3lib.url.canonicalize_url`."""
    licence: str
    call: Callable[[Any, str], object]
    """The module and a text to the answer."""


class LiveAnswer(NamedTuple):
    """What one library answered."""

    library: Library
    version: str
    """Of the installed library; empty where it is absent."""
    text: str | None
    """Its answer; None where it refused, gave nothing or is absent."""
    error: str
    """Why there is no answer: `refuses: ValueError: …`, `gives nothing`, `is not installed`."""

    @property
    def is_absent(self) -> bool:
        """Whether it could not be asked."""
        return not self.version


def _href(module: Any, text: str) -> str:
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise ValueError("not Unicode")  # ada is never given a lone surrogate (definitions §1)
    return str(module.URL(text).href)


LIBRARIES = {
    each.name: each
    for each in (
        Library(
            "w3lib",
            "w3lib.url",
            "w3lib.url.canonicalize_url",
            "BSD-3-Clause",
            lambda module, text: module.canonicalize_url(text),
        ),
        Library(
            "url-normalize",
            "url_normalize",
            "url_normalize.url_normalize",
            "MIT",
            lambda module, text: module.url_normalize(text),
        ),
        Library(
            "courlan",
            "courlan",
            "courlan.normalize_url",
            "Apache-2.0",
            lambda module, text: module.normalize_url(text),
        ),
        Library(
            "ada-url",
            "ada_url",
            "ada_url.URL(…).href",
            "Apache-2.0",
            _href,
        ),
        Library("yarl", "yarl", "str(yarl.URL(…))", "Apache-2.0", lambda module, text: str(module.URL(text))),
    )
}


def library_of(profile: Profile) -> Library | None:
    """The library that a profile describes, if it is one that can be asked."""
    return LIBRARIES.get(profile.peer)


def ask(library: Library, text: str) -> LiveAnswer:
    """What an installed library makes of a text. Imports it; never raises, never asks the network."""
    try:
        module = import_module(library.module)
        version = metadata.version(library.name)
    except ImportError:
        return LiveAnswer(library, "", None, "is not installed")
    except Exception as error:  # noqa: BLE001  # a broken package must not end the program
        return LiveAnswer(library, "", None, f"cannot be loaded: {_words(error)}")
    try:
        answer = library.call(module, text)
    except Exception as error:  # noqa: BLE001  # whatever it raises is its answer
        return LiveAnswer(library, version, None, f"refuses: {_words(error)}")
    if answer is None:
        return LiveAnswer(library, version, None, "gives nothing")
    return LiveAnswer(library, version, str(answer), "")


def ask_all(libraries: Iterable[Library], text: str) -> tuple[LiveAnswer, ...]:
    """What some libraries, in their order, make of a text; one that is not installed or raises says so."""
    return tuple(ask(each, text) for each in libraries)


def ours(profile: Profile, text: str) -> tuple[str | None, str]:
    """What a profile writes for a text, or None and why it refuses. Never raises."""
    outcome = profile.outcome(text)
    if outcome.canonical is None:
        return None, "" if outcome.refused is None else outcome.refused.reason
    return write_output(outcome.canonical, profile.output), ""


def _words(error: Exception) -> str:
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
