"""Oddities of normalize-url, a package for Node (10.0.0), by which Browsertrix tells pages apart.

Only http, https and file are normalized; a URL of another scheme comes back as it was, after a look whether a
browser would read it. Its data: URLs are in `normalize_url_data`.
"""

import re

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step
from urlinspector.normalize.steps._letters import lower
from urlinspector.normalize.steps.peers.normalize_url_data import NORMALIZE_URL_DATA
from urlinspector.normalize.steps.percent import UPPERCASE_PERCENT
from urlinspector.normalize.steps.recode import RecodePercent, compiled, recode
from urlinspector.url.browser import browser_reading
from urlinspector.url.charsets import SPECIAL_SCHEMES
from urlinspector.url.components import Component
from urlinspector.url.percent import STRAY_PERCENT, decode

PEER = "normalize-url"
_SUPPORTED = frozenset({"http", "https", "file"})

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_PORT = re.compile(r"[0-9]+(?:[#/?]|\Z)")
_ROOTED = re.compile(r"\.*/")


def _read(text: str, _needed: Needed, _options: object) -> str | Refused:
    if text.startswith("//"):
        return f"http:{text}"
    if lower(text[:5]) == "data:":
        return text
    found = _SCHEME.match(text)
    scheme = lower(found[1]) if found is not None else ""
    if found is not None and scheme not in _SUPPORTED:
        return _read_other(text, scheme, text[found.end() :])
    if _ROOTED.match(text):
        return Refused("a path is no URL", "WHATWG URL §4.4")
    return text if scheme else f"http://{text}"


def _read_other(text: str, scheme: str, rest: str) -> str | Refused:
    """What begins with a scheme that it does not normalize, or with a host before its port."""
    has_port = _PORT.match(rest) is not None
    if has_port and ("." in scheme or scheme == "localhost"):
        return f"http://{text}"
    reading = browser_reading(text)
    error = reading.error
    if reading.url is not None and scheme in SPECIAL_SCHEMES and _has_bad_label(reading.url.host or ""):
        error = _NO_LETTERS
    if error is None:
        return text
    return f"http://{text}" if has_port else Refused(error, "WHATWG URL §4.4")


NORMALIZE_URL_READ = Step(
    name="normalize-url-read",
    title="Scheme as normalize-url finds it",
    on=(Component.TEXT,),
    safety=Safety.CHANGES,
    source="normalize-url 10, defaultProtocol",
    summary=(
        "Writes http:// before a text without a scheme and before a host with a port. Refuses paths, and "
        "what a browser refuses."
    ),
    example=Example("example.com:80/a", "http://example.com:80/a"),
    apply=_read,
    assumes="that every text without a scheme begins with a host that speaks http",
    peer=PEER,
)


_WWW = re.compile(r"www\.(?!www\.)[0-9\-a-z]{1,63}\.[0-9\-.a-z]{2,63}")


_NO_LETTERS = "a host label begins with xn-- and stands for no letters"


def _has_bad_label(host: str) -> bool:
    """Whether an xn-- label stands for no letters; ada 2.9.2 refuses it, newer ones let it pass."""
    return "xn--" in host and not all(map(_is_good, host.split(".")))


def _is_good(label: str) -> bool:
    if not label.startswith("xn--"):
        return True
    import idna

    try:
        letters = label[4:].encode().decode("punycode")
        return idna.uts46_remap(letters, std3_rules=False) == letters != ""
    except UnicodeError:
        return False


def _host(host: str, needed: Needed, _options: object) -> str | Refused:
    scheme = needed[0]
    if scheme not in _SUPPORTED or host == "":
        return host
    if _has_bad_label(host):
        return Refused(_NO_LETTERS, "UTS 46 §4, processing")
    if _WWW.fullmatch(host):
        host = host.removeprefix("www.")
    if not host.endswith("."):
        return host
    name = host.rstrip(".") or "."
    # As an address it would be another host: 1.2.3..
    return name if _is_read_back(scheme, name) else host


def _is_read_back(scheme: str | None, name: str) -> bool:
    reading = browser_reading(f"{scheme}://{name}/")
    return reading.url is not None and reading.url.host == name


NORMALIZE_URL_HOST = Step(
    name="normalize-url-host",
    title="Host as normalize-url shortens it",
    on=(Component.HOST,),
    needs=(Component.SCHEME,),
    safety=Safety.CHANGES,
    source="normalize-url 10, stripWWW",
    summary=(
        "Removes www. before a name of two labels or more, and all dots at the end. Not where another www. "
        "follows, and not where a browser would read an address then."
    ),
    example=Example("http://www.example.com./", "http://example.com/"),
    apply=_host,
    may_change=lambda options: r"\x2e|xn",
    assumes="that the site answers alike with www and without",
    warning="`http://www.co.uk/` becomes `http://co.uk/`.",
    peer=PEER,
)


# Triplets that JavaScript's decodeURI keeps, %25, and what a parser of URLs would drop or take for a slash.
_PATH = compiled(RecodePercent(keep="!$&'()*+,;=:@/?#[]|^", protect=";/?:@&=+$,#%\t\n\r\\"))
_LOOKS_LIKE_SCHEME = re.compile(r"(?<![A-Za-z0-9_])([A-Za-z][0-9+\-.A-Za-z]{0,50}://)")
_SLASHES = re.compile("/{2,}")


_DRIVE = re.compile(r"\A(/[A-Za-z])(?:\||%7[Cc])(?=/|\Z)")


def _path(path: str, needed: Needed, _options: object) -> str:
    scheme, host, query, fragment = needed
    if scheme not in _SUPPORTED or not path.startswith("/"):
        return path
    if scheme == "file":  # WHATWG URL §4.4: where a drive may stand, | is read as :
        path = _DRIVE.sub(r"\1:", path)
    path = _without_slashes("/".join(map(_segment, path.split("/"))))
    if path != "/":
        pieces = _LOOKS_LIKE_SCHEME.split(path)
        return path if pieces[-1] == "" else path.removesuffix("/")
    return "" if host and not query and not fragment else "/"


def _segment(segment: str) -> str:
    """Decoded and encoded again; one with what is no triplet or no UTF-8 only gets upper-case digits."""
    if "%" in segment and (STRAY_PERCENT.search(segment) or _UNDECODABLE.search(decode(segment))):
        return UPPERCASE_PERCENT.apply(segment, (), None)  # type: ignore[return-value]  # it never refuses
    return recode(segment, _PATH)


_UNDECODABLE = re.compile("[\ud800-\udfff]")


def _without_slashes(path: str) -> str:
    pieces = _LOOKS_LIKE_SCHEME.split(path)
    pieces[::2] = [_SLASHES.sub("/", piece) for piece in pieces[::2]]
    return "".join(pieces)


NORMALIZE_URL_PATH = Step(
    name="normalize-url-path",
    title="Path as normalize-url writes it",
    on=(Component.PATH,),
    needs=(Component.SCHEME, Component.HOST, Component.QUERY, Component.FRAGMENT),
    safety=Safety.CHANGES,
    source="normalize-url 10, removeTrailingSlash, removeSingleSlash; ECMA-262 §19.2.6.2 (decodeURI)",
    summary=(
        "Decodes each segment but for reserved triplets and encodes it again, writes one slash for several "
        "but after a scheme inside the path, and removes the slash at the end; that of the root only where "
        "nothing follows."
    ),
    example=Example("http://example.com//a/%7Eb/", "http://example.com/a/~b"),
    apply=_path,
    may_change=lambda options: "^/",
    assumes="that empty segments and a final slash mean nothing to the server",
    loses_data=True,
    peer=PEER,
)


_KEPT_IN_QUERY = "!$()*,/:;=@[\\]^`{|}"
_TOKENS = "!#$&'()*+,/:;=?@[]"
_QUERY = compiled(
    RecodePercent(keep=_KEPT_IN_QUERY, protect=_TOKENS, undecodable="replace", stray_percent="encode")
)
_UTM = re.compile("utm_[A-Za-z0-9_]", re.IGNORECASE | re.ASCII)


def _query(query: str, needed: Needed, _options: object) -> str | None:
    if needed[0] not in _SUPPORTED:
        return query
    fields = [field.partition("=") for field in query.split("&") if field]
    without_equals = {_name(name) for name, equals, _ in fields if not equals}
    stay = [(_name(name), name, value) for name, _, value in fields if not _UTM.match(_name(name))]
    stay.sort(key=lambda field: field[0].encode("utf-16-be", "surrogatepass"))
    written = [_written(name, value, name_only=read in without_equals) for read, name, value in stay]
    return "&".join(written) or None


_NO_BYTE = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def _name(text: str) -> str:
    """A name as a form reads it; bytes that are not UTF-8 are U+FFFD, and so are other lone surrogates."""
    read = _NO_BYTE.sub("\ufffd", decode(text, plus_is_space=True))
    return read.encode(errors="surrogateescape").decode(errors="replace")


def _written(name: str, value: str, *, name_only: bool) -> str:
    name = recode(name.replace("+", " "), _QUERY)
    if value:
        return f"{name}={recode(value.replace('+', ' '), _QUERY).replace('%20', '+')}"
    return name if name_only and name else f"{name}="


NORMALIZE_URL_QUERY = Step(
    name="normalize-url-query",
    title="Query as normalize-url writes it",
    on=(Component.QUERY,),
    needs=(Component.SCHEME,),
    safety=Safety.CHANGES,
    source="normalize-url 10, removeQueryParameters, sortQueryParameters, emptyQueryValue",
    summary=(
        "Removes utm_ parameters and empty fields, sorts by name, and reads and writes the rest as a form "
        "but for reserved triplets. A name that stands once without an equals sign never gets one."
    ),
    example=Example("http://example.com/?b=1&utm_source=x&a", "http://example.com/?a&b=1"),
    apply=_query,
    assumes="that the order of parameters and how they are encoded mean nothing to the server",
    warning="`?q=caf%E9` becomes `?q=caf%EF%BF%BD`: bytes that are not UTF-8 are lost.",
    loses_data=True,
    peer=PEER,
)


_DIRECTIVE = ":~:text="


def _fragment(fragment: str, needed: Needed, _options: object) -> str | None:
    if needed[0] not in _SUPPORTED:
        return fragment
    kept = fragment.partition(_DIRECTIVE)[0]
    return UPPERCASE_PERCENT.apply(kept, (), None) or None  # type: ignore[return-value]  # it never refuses


NORMALIZE_URL_FRAGMENT = Step(
    name="normalize-url-fragment",
    title="Fragment as normalize-url keeps it",
    on=(Component.FRAGMENT,),
    needs=(Component.SCHEME,),
    safety=Safety.CHANGES,
    source="normalize-url 10, stripTextFragment",
    summary=(
        "Keeps the fragment but for a text directive, and drops it where nothing is left. Triplets in it get "
        "upper-case digits."
    ),
    example=Example("http://example.com/#a%2f:~:text=b", "http://example.com/#a%2F"),
    apply=_fragment,
    assumes="that a directive only marks a passage of the page",
    peer=PEER,
)

STEPS: tuple[Step, ...] = (
    NORMALIZE_URL_READ,
    NORMALIZE_URL_HOST,
    NORMALIZE_URL_PATH,
    NORMALIZE_URL_QUERY,
    NORMALIZE_URL_FRAGMENT,
    NORMALIZE_URL_DATA,
)
"""On the text, on host, path, query and fragment, and on whole data: URLs."""
