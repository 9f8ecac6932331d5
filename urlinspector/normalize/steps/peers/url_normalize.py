"""Oddities of url-normalize, the package by which requests-cache makes its keys."""

import re

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step
from urlinspector.normalize.steps._letters import lower
from urlinspector.url.components import Component

PEER = "url-normalize"

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_PORT = re.compile(r"[0-9]+\s*(?:[/?#]|\Z)")
_WITH_SLASHES = ("http", "https", "ftp", "ftps")


_AUTHORITY = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*://)([^/?#]*)")


def _read(text: str, _needed: Needed, _options: object) -> str:
    text = _with_scheme(text)
    found = _AUTHORITY.match(text)
    return text if found is None else found[1] + found[2].rstrip() + text[found.end() :]


def _with_scheme(text: str) -> str:
    if text.startswith("//"):
        return f"https:{text}"
    if text in ("", "-") or text.startswith("/"):
        return text
    found = _SCHEME.match(text)
    if found is None:
        return f"https://{text}"
    scheme, rest = found[1], text[found.end() :]
    if ("." in scheme or lower(scheme) == "localhost") and _PORT.match(rest):
        return f"https://{text}"
    return f"{scheme}://{rest.lstrip('/')}" if lower(scheme) in _WITH_SLASHES else text


URL_NORMALIZE_SCHEME = Step(
    name="url-normalize-scheme",
    title="Scheme as url-normalize finds it",
    on=(Component.TEXT,),
    safety=Safety.CHANGES,
    source="url_normalize.url_normalize",
    summary=(
        "Writes https:// before every text without a scheme but a path, and exactly two slashes after http, "
        "https, ftp and ftps. A name with a dot before a port is a host. White space after the host goes."
    ),
    example=Example("example.com:80/a", "https://example.com:80/a"),
    apply=_read,
    assumes="that every text without a scheme begins with a host that speaks https",
    warning="`not a url` becomes `https://not a url`, and the path of `http:///a/b` its host.",
    idempotent=False,
    peer=PEER,
)


_DOTS_AFTER = ".\u3002\uff0e\uff61"
_LONGEST_LABEL = 63
_LONGEST_NAME = 1024  # IDNA takes quadratic time


def _host(host: str, _needed: Needed, _options: object) -> str | Refused:
    if host.startswith("[") or host == "":
        return host
    host = host.lower().lstrip(".").rstrip(_DOTS_AFTER)
    labels = host.split(".")
    if host.isascii() and "xn--" not in host and all(0 < len(each) <= _LONGEST_LABEL for each in labels):
        return host
    if host == "":
        return host
    answer = _idna(host, labels) if len(host) <= _LONGEST_NAME else None
    if answer is None:
        return Refused("a label of the host is empty or too long", "RFC 1035 §2.3.4")
    return answer if _delimiters(answer) == _delimiters(host) else host


_ENDS_HOST = re.compile(r"[/?#@:\[\]]")


def _delimiters(host: str) -> list[str]:
    """What may end a host or begin a port, in order: IDNA makes some of other characters."""
    return _ENDS_HOST.findall(host)


def _idna(host: str, labels: list[str]) -> str | None:
    import idna

    try:
        return ".".join(idna.encode(each, uts46=True).decode() for each in labels if each)
    except UnicodeError:  # IDNAError, and what a lone surrogate raises
        pass
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return None


URL_NORMALIZE_HOST = Step(
    name="url-normalize-host",
    title="Host as url-normalize writes it",
    on=(Component.HOST,),
    safety=Safety.CHANGES,
    source="url_normalize.url_normalize; UTS 46 §4.2; RFC 3490",
    summary=(
        "Writes the host in lower case, without dots around it and without empty labels, each label in its "
        "ASCII form by IDNA 2008; all by IDNA 2003 where one has none. A label that is too long is refused."
    ),
    example=Example("http://.Bücher..Example./", "http://xn--bcher-kva.example/"),
    apply=_host,
    assumes="that dots around a name and empty labels mean nothing",
    warning=(
        "`http://a..example.com/`, which is no name, becomes the name `http://a.example.com/`; "
        "`http://a。.example.com/` does so the second time only."
    ),
    loses_data=True,
    idempotent=False,
    peer=PEER,
)


_RESOLVED = frozenset({"", "http", "https", "ftp", "file"})


def _path(path: str, needed: Needed, _options: object) -> str:
    scheme, host = needed
    if (scheme or "") not in _RESOLVED or (scheme is None and host is None and path == ""):
        return path
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != "." and (segment != "" or not kept):
            kept.append(segment)
    if segments[-1] in ("", ".", ".."):
        kept.append("")
    resolved = "/".join(kept)
    # RFC 3986 §3.3, §4.2: so that the text is still read as this path.
    if resolved[:1] != "/" and (host is not None if resolved else scheme is None):
        return path if host is not None or ":" in resolved.partition("/")[0] else resolved
    if scheme is None and host is None and ":" in resolved.partition("/")[0]:
        return path
    return resolved or ("/" if scheme else "")


URL_NORMALIZE_PATH = Step(
    name="url-normalize-path",
    title="Path as url-normalize resolves it",
    on=(Component.PATH,),
    needs=(Component.SCHEME, Component.HOST),
    safety=Safety.CHANGES,
    source="url_normalize.url_normalize; RFC 3986 §5.2.4",
    summary=(
        "Resolves dot segments and drops empty segments, in paths that begin with no slash too; an empty one "
        "becomes /. Only for http, https, ftp, file and where there is no scheme."
    ),
    example=Example("http://example.com//a//../b", "http://example.com/b"),
    apply=_path,
    assumes="that empty segments mean nothing to the server",
    loses_data=True,
    peer=PEER,
)

STEPS: tuple[Step, ...] = (URL_NORMALIZE_SCHEME, URL_NORMALIZE_HOST, URL_NORMALIZE_PATH)
"""On the text, the host and the path."""
