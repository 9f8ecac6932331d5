"""Copy as…: a URL written for other places. Where it is meant for readers, credentials are masked
(definitions §6).
"""

import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP

from urlinspector.gui.text import without_surrogates
from urlinspector.normalize.inspection import inspection
from urlinspector.normalize.profile import Profile
from urlinspector.url.components import Component, Url
from urlinspector.url.masking import masked
from urlinspector.url.spoofing import is_host_like


@dataclass(frozen=True)
class Source:
    """What is copied: the URL to write, and the text, base and profile that it comes from."""

    url: str
    text: str
    base: str | None
    profile: Profile


@dataclass(frozen=True)
class CopyFormat:
    """One entry of the menu."""

    key: str
    title: str
    write: Callable[[Source], str]
    masks: bool = False
    links: bool = False
    """Whether a click on what is pasted would open the URL."""

    def is_linked(self, url: str) -> bool:
        """Whether it gives a link to this URL: none to one that runs code where it is opened."""
        return self.links and not runs_code(url)


_BREAKS = "[\t\n\r]*"
_RUNS_CODE = re.compile(
    "[\0-\x20]*(?:{})".format(
        "|".join(
            _BREAKS.join(f"{scheme}:") for scheme in ("javascript", "vbscript", "livescript", "mocha", "data")
        )
    ),
    re.IGNORECASE,
)


def runs_code(url: str) -> bool:
    """Whether a page that holds a link to it hands its own powers to whoever wrote the URL: the scheme as
    browsers read it, behind spaces and across tabs and line ends (WHATWG URL §4.4).
    """
    return _RUNS_CODE.match(url) is not None


def as_url(source: Source) -> str:
    """The URL itself, nothing changed."""
    return source.url


def as_markdown(source: Source) -> str:
    """`[text](<address>)`, escaped where Markdown would read something else (CommonMark §2.4, §2.5, §6.3);
    the text alone where a link would run code.
    """
    url = without_surrogates(masked(source.url))
    one_line = "".join(f"%{ord(each):02X}" if each in "\n\r" else each for each in url)
    text = re.sub(r"([\\\[\]*_`<>]|&(?=[#\w]+;))", r"\\\1", one_line)
    if runs_code(url):
        return text
    address = "".join(f"%{ord(each):02X}" if each in " <>" else each for each in one_line)
    return "[{}](<{}>)".format(text, re.sub(r"(\\|&(?=[#\w]+;))", r"\\\1", address))


def as_html(source: Source) -> str:
    """`<a href="…">…</a>`; the text alone where a link would run code."""
    url = html.escape(without_surrogates(masked(source.url)))
    return url if runs_code(source.url) else f'<a href="{url}">{url}</a>'


def as_json(source: Source) -> str:
    """What `inspect --json` prints for the text under the profile (definitions §5)."""
    return json.dumps(inspection(source.text, source.profile, source.base), indent=2)


def as_curl(source: Source) -> str:
    """A command line for POSIX shells; bytes that are not Unicode are written as `$'\\xHH'`."""
    url = source.url
    # curl reads {} and [] as patterns unless it is told not to.
    globbing = "--globoff " if re.search(r"[\[\]{}]", url) else ""
    end = "-- " if url.startswith("-") else ""  # or it would be an option: a file to write, for one
    return f"curl {globbing}{end}{_quoted(url)}"


def _quoted(text: str) -> str:
    if re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", text) is None:
        return "'" + text.replace("'", "'\\''") + "'"
    escaped = "".join(map(_in_ansi_quotes, text))
    return f"$'{escaped}'"


def _in_ansi_quotes(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x20 or code == 0x7F:
        return f"\\x{code:02x}"
    return "\\" + character if character in "\\'" else without_surrogates(character)


def as_python(source: Source) -> str:
    """A string literal that evaluates to exactly this text."""
    return f"url = {source.url!r}"


def as_defanged(source: Source) -> str:
    """`hxxps://example[.]com/path`: nobody follows it by accident; the step `refang` turns it back."""
    url = Url.parse(without_surrogates(masked(source.url)))
    scheme = url.scheme
    if scheme is not None:
        scheme = re.sub("^(h)tt(ps?)$", r"\1xx\2", scheme, flags=re.IGNORECASE)
    host = None if url.host is None else url.host.replace(".", "[.]")
    made = url.replace(Component.SCHEME, scheme).replace(Component.HOST, host)
    first, slash, rest = url.path.partition("/")
    if scheme is None and host is None and is_host_like(first):
        made = made.replace(Component.PATH, first.replace(".", "[.]") + slash + rest)
    return str(made)


def _title(text: object) -> str:
    return str(text)


FORMATS: tuple[CopyFormat, ...] = (
    CopyFormat("url", _title(QT_TRANSLATE_NOOP("CopyAs", "URL")), as_url),
    CopyFormat(
        "markdown", _title(QT_TRANSLATE_NOOP("CopyAs", "Markdown link")), as_markdown, masks=True, links=True
    ),
    CopyFormat("html", _title(QT_TRANSLATE_NOOP("CopyAs", "HTML link")), as_html, masks=True, links=True),
    CopyFormat("json", _title(QT_TRANSLATE_NOOP("CopyAs", "JSON, all that is known")), as_json),
    CopyFormat("curl", _title(QT_TRANSLATE_NOOP("CopyAs", "curl command")), as_curl),
    CopyFormat("python", _title(QT_TRANSLATE_NOOP("CopyAs", "Python string")), as_python),
    CopyFormat(
        "defanged",
        _title(QT_TRANSLATE_NOOP("CopyAs", "Defanged, not to be followed")),
        as_defanged,
        masks=True,
    ),
)
"""In the order of the menu."""
