"""Steps on the path (RFC 3986 §3.3, §6.2.2.3, §6.2.3): dot segments, slashes, case, index pages.

Parameters in the path have steps of their own in `path_parameters`; `STEPS` has both, in catalogue order.

All but two only touch paths that begin with `/`; what else stands in this place (`mailto:`, `data:`, a
relative reference) has no directories. A leading `/.` before `//` is no segment: it keeps a path without an
authority from being read as one (§3.3), so it is put aside and written again where it is still needed.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from urlinspector.normalize.step import Example, Needed, Safety, Step, option
from urlinspector.normalize.steps import path_parameters
from urlinspector.normalize.steps._backslash import BACKSLASH, readers_disagree
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps._lowercase import Lowercase, lowercase
from urlinspector.normalize.steps._patterns import END, NEVER, either, word
from urlinspector.normalize.steps.path_parameters import written
from urlinspector.url.charsets import HIERARCHICAL_SCHEMES
from urlinspector.url.components import Component
from urlinspector.url.resolve import remove_dot_segments


@dataclass(frozen=True, slots=True)
class RemoveDotSegments:
    """What counts as a dot."""

    encoded: bool = option(
        False, "Read %2E as a dot too, as browsers do; decode-unreserved has the same effect."
    )
    anywhere: bool = option(
        False,
        "Also where browsers look for the host in the path (http:///./a) or read \\ as /.",
    )
    before_parameters: bool = option(
        False, "Also the last segment where parameters follow it, as in /a/..;p=1."
    )


_ENCODED_DOTS = re.compile(r"/(?:\.|%2[Ee]){1,2}(?=/|\Z)")


def _remove_dot_segments(path: str, needed: Needed, options: RemoveDotSegments) -> str:
    if not path.startswith("/") or not ("/." in path or (options.encoded and "/%2" in path)):
        return path
    scheme, _, host, _ = needed
    # A browser takes the first segment of http:///./a for the host.
    if not options.anywhere and (
        readers_disagree(scheme, (path, *needed))
        or (not host and lower(scheme or "") in HIERARCHICAL_SCHEMES)
    ):
        return path
    if options.encoded:
        path = _ENCODED_DOTS.sub(lambda found: found[0].replace("%2e", ".").replace("%2E", "."), path)
    parameters = ""
    if options.before_parameters:
        at = path.find(";", path.rfind("/"))
        path, parameters = (path, "") if at < 0 else (path[:at], path[at:])
    return written(remove_dot_segments(path), host) + parameters


REMOVE_DOT_SEGMENTS = Step(
    name="remove-dot-segments",
    title="No dot segments",
    on=(Component.PATH,),
    needs=(Component.SCHEME, Component.USERINFO, Component.HOST, Component.PORT),
    tells_apart=lambda options: (None, BACKSLASH, f"^{END}|{BACKSLASH}", BACKSLASH),
    safety=Safety.PRESERVES,
    source="RFC 3986 §6.2.2.3, §5.2.4, §3.3",
    summary=(
        "Resolves the segments . and .. in a path that begins with a slash, as every reader does before it "
        "asks the server: . is this directory, .. the one above; nothing is above the root."
    ),
    example=Example("http://example.com/a/./b/../c", "http://example.com/a/c"),
    apply=_remove_dot_segments,
    may_change=lambda options: r"/(?:\x2e|%2[Ee])" if options.encoded else r"/\x2e",
    options=RemoveDotSegments,
    assumes="that . and .. are read as the standard has it",
)


def _empty_to_slash(path: str, needed: Needed, _options: object) -> str:
    if path != "" or needed[0] is None:
        return path
    # To a browser the path begins at a backslash; the slash would come behind it (`http://a\b` is `http://a/b`).
    return path if any(part is not None and "\\" in part for part in needed) else "/"


EMPTY_PATH_TO_SLASH = Step(
    name="empty-path-to-slash",
    title="Slash for the empty path",
    on=(Component.PATH,),
    needs=(Component.HOST, Component.USERINFO, Component.PORT),
    tells_apart=lambda options: (BACKSLASH, BACKSLASH, BACKSLASH),
    safety=Safety.PRESERVES,
    source="RFC 3986 §6.2.3",
    summary=(
        "Writes the root path / where a URL ends with its host. A browser has to ask the server for a path, "
        "and the root is what it asks for then. Only where there is a host."
    ),
    example=Example("http://example.com", "http://example.com/"),
    apply=_empty_to_slash,
    may_change=lambda options: f"^{END}",
    conflicts=("remove-trailing-slash",),
    assumes="that a URL without a path names the root, as the standard has it",
)


@dataclass(frozen=True, slots=True)
class CollapseSlashes:
    """Which slashes stay."""

    keep_inner_schemes: bool = option(
        True, "Keep two slashes after “scheme:” inside a path, as in /web/http://a/."
    )


_SLASHES = re.compile("//+")
_SLASHES_BUT_AFTER_SCHEME = re.compile(r"(?<![A-Za-z0-9+.\-]:)//+")


def _collapse(path: str, _needed: Needed, options: CollapseSlashes) -> str:
    if "//" not in path or not path.startswith("/"):
        return path
    pattern = _SLASHES_BUT_AFTER_SCHEME if options.keep_inner_schemes else _SLASHES
    if path.startswith("/.//"):
        path = path[2:]
    return pattern.sub("/", path)


COLLAPSE_SLASHES = Step(
    name="collapse-slashes",
    title="Single slashes",
    on=(Component.PATH,),
    safety=Safety.CHANGES,
    source="Lee, Kim, Hong, On URL Normalization (2005); RFC 3986 §3.3 keeps empty segments",
    summary=(
        "Writes one slash where several follow each other in the path. Servers that map paths to files "
        "ignore the empty names between them; others do not. An address inside the path keeps its two "
        "slashes."
    ),
    example=Example("http://example.com/a//b///c", "http://example.com/a/b/c"),
    apply=_collapse,
    may_change=lambda options: "//",
    options=CollapseSlashes,
    assumes="that empty segments in the path mean nothing to the server",
)


LOWERCASE_PATH = Step(
    name="lowercase-path",
    title="Path in lower case",
    on=(Component.PATH,),
    safety=Safety.CHANGES,
    source="RFC 3986 §6.2.2.1: a path is case-sensitive",
    summary=(
        "Writes the ASCII letters of the path in lower case. Windows servers mostly ignore case, others "
        "mostly do not, and identifiers of videos or documents are lost by it. The digits of triplets stay."
    ),
    example=Example("http://example.com/About/Us%2FA", "http://example.com/about/us%2Fa"),
    apply=lowercase,
    may_change=lambda options: "[A-Z]",
    options=Lowercase,
    assumes="that the server ignores case in paths",
)


# The defaults of Apache httpd (DirectoryIndex), nginx (index), Tomcat (welcome-file) and Microsoft IIS
# (default document).
_INDEX_NAMES = (
    *(
        "index.html",
        "index.htm",
        "index.php",
        "index.jsp",
        "index.asp",
        "index.aspx",
        "index.shtml",
        "index.xhtml",
    ),
    *("index.cfm", "index.cgi", "default.html", "default.htm", "default.asp", "default.aspx"),
    *("Default.htm", "Default.asp", "Default.aspx"),
)


@dataclass(frozen=True, slots=True)
class RemoveDirectoryIndex:
    """The names of index pages."""

    names: tuple[str, ...] = option(
        _INDEX_NAMES,
        "Names of index pages; “.*” at the end stands for an extension of up to five letters or digits.",
    )
    ignore_case: bool = option(False, "Compare names without regard to case.")


class _Index(NamedTuple):
    exact: frozenset[str]
    find: re.Pattern[str] | None
    """For names with any extension."""
    ignore_case: bool
    may_change: str
    is_plain: bool
    """Whether a name is one of the exact ones or none."""

    def matches(self, name: str) -> bool:
        """Whether a segment is the name of an index page."""
        if self.ignore_case:
            name = lower(name)
        return name in self.exact or (self.find is not None and self.find.fullmatch(name) is not None)


_EXTENSION = r"\x2e[0-9A-Za-z]{1,5}"


def _prepare_index(options: RemoveDirectoryIndex) -> _Index:
    for name in options.names:
        if not name.removesuffix(".*") or "/" in name:
            raise ValueError(f"“{name}” cannot be the name of an index page")
    names = [lower(name) if options.ignore_case else name for name in options.names]
    stems = [name.removesuffix(".*") for name in names if name.endswith(".*")]
    patterns = [word(name, ignore_case=options.ignore_case) for name in names if not name.endswith(".*")]
    patterns += [word(stem, ignore_case=options.ignore_case) + _EXTENSION for stem in stems]
    return _Index(
        frozenset(name for name in names if not name.endswith(".*")),
        re.compile(either(map(word, stems)) + _EXTENSION) if stems else None,
        options.ignore_case,
        f"/{either(patterns)}/*{END}",
        not stems and not options.ignore_case,
    )


def _remove_index(path: str, _needed: Needed, options: _Index) -> str:
    if not path.startswith("/"):
        return path
    while True:
        directory, slash, name = path.rstrip("/").rpartition("/")
        if not (name in options.exact if options.is_plain else options.matches(name)):
            return path
        path = directory + slash


REMOVE_DIRECTORY_INDEX = Step(
    name="remove-directory-index",
    title="No index page",
    on=(Component.PATH,),
    safety=Safety.CHANGES,
    source="Lee, Kim, Hong, On URL Normalization (2005); Apache httpd, mod_dir, DirectoryIndex",
    summary=(
        "Removes the name of an index page, such as index.html, from the end of the path and leaves the "
        "slash before it. Servers send this file when they are asked for its directory; which name it has is "
        "their setting."
    ),
    example=Example("http://example.com/docs/index.html", "http://example.com/docs/"),
    apply=_remove_index,
    may_change=lambda options: options.may_change,
    options=RemoveDirectoryIndex,
    prepare=_prepare_index,
    assumes="that the server sends the index page for its directory",
)


@dataclass(frozen=True, slots=True)
class AddTrailingSlash:
    """Where no slash is added."""

    skip_files: bool = option(False, "Not where the last segment has an extension, as in /a.html.")


_HAS_EXTENSION = re.compile(r"\.[0-9A-Za-z]{1,5}\Z")


def _add_slash(path: str, _needed: Needed, options: AddTrailingSlash) -> str:
    if path.endswith("/") or not path.startswith("/"):
        return path
    return path if options.skip_files and _HAS_EXTENSION.search(path) else path + "/"


ADD_TRAILING_SLASH = Step(
    name="add-trailing-slash",
    title="Slash at the end",
    on=(Component.PATH,),
    safety=Safety.USUALLY_PRESERVES,
    source="RFC 3986 §6.2.4",
    summary=(
        "Adds a slash to the end of a path that has none. Directories end with one, and servers send a "
        "redirect from /docs to /docs/. Whether a path names a directory cannot be seen from the URL."
    ),
    example=Example("http://example.com/docs", "http://example.com/docs/"),
    apply=_add_slash,
    may_change=lambda options: f"[^/]{END}",
    options=AddTrailingSlash,
    conflicts=("remove-trailing-slash",),
    assumes="that the path with and without a final slash answers the same",
)


@dataclass(frozen=True, slots=True)
class RemoveTrailingSlash:
    """What happens to the root."""

    keep_root: bool = option(True, "Keep the slash of the root path.")


def _remove_slash(path: str, needed: Needed, options: RemoveTrailingSlash) -> str:
    if path[-1:] != "/" or path[0] != "/":
        return path
    if path[-2:-1] != "/" and path[1:2] != "/" and path[1:4] != ".//" and path != "/":
        return path[:-1]  # the common case
    stripped = (path[2:] if path.startswith("/.//") else path).rstrip("/")
    if stripped == "":
        return "/" if options.keep_root or needed[0] is None else ""
    return written(stripped, needed[0])


REMOVE_TRAILING_SLASH = Step(
    name="remove-trailing-slash",
    title="No slash at the end",
    on=(Component.PATH,),
    needs=(Component.HOST,),
    tells_apart=lambda options: (NEVER,),
    safety=Safety.CHANGES,
    source="RFC 3986 §6.2.4 (the other direction)",
    summary=(
        "Removes all slashes from the end of the path; the root keeps its own. Many servers answer /docs and "
        "/docs/ alike, but the standard does not promise it, and relative links on the page change their "
        "meaning."
    ),
    example=Example("http://example.com/docs/", "http://example.com/docs"),
    apply=_remove_slash,
    may_change=lambda options: f"[^/]/{END}|//{END}" if options.keep_root else f"/{END}",
    options=RemoveTrailingSlash,
    conflicts=("add-trailing-slash", "empty-path-to-slash"),
    assumes="that the path with and without a final slash answers the same",
)

STEPS: tuple[Step, ...] = (
    *path_parameters.STEPS,
    REMOVE_DOT_SEGMENTS,
    EMPTY_PATH_TO_SLASH,
    COLLAPSE_SLASHES,
    LOWERCASE_PATH,
    REMOVE_DIRECTORY_INDEX,
    ADD_TRAILING_SLASH,
    REMOVE_TRAILING_SLASH,
)
"""Steps of the path layer, in the order in which they follow each other."""
