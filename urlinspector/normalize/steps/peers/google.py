"""The canonicalization of Google's Safe Browsing, on which the programs of web archives build theirs.

Described in public (Safe Browsing APIs v2-v4, *Canonicalization*): triplets are decoded until none is left,
dots and numbers of the host are written in one way, dot segments and repeated slashes go. Programs differ in
details; the options tell them.
"""

import re
from dataclasses import dataclass
from typing import Literal

from urlinspector.normalize.step import Example, Needed, Refused, Safety, Step, option
from urlinspector.normalize.steps._patterns import END, none_of
from urlinspector.url.components import Component, Url
from urlinspector.url.host import ipv4_number, ipv4_text
from urlinspector.url.percent import decode, encode
from urlinspector.url.surt import HOST_DELIMITERS

PEER = "Safe Browsing"
_SOURCE = "Google, Safe Browsing APIs, Canonicalization"
# All but what is printed, space, # and %; ranges up to U+10FFFF would take long to compile.
_ESCAPED = re.compile('[^!"$&-~]')
_ESCAPED_BUT_DELETE = re.compile('[^!"$&-\x7f]')
_ENCODED_PERCENT = re.compile("%(?:25)+")


def decoded(text: str) -> str:
    """Triplets decoded until none is left; bytes that are not UTF-8 as U+DC80 to U+DCFF."""
    while "%" in text:
        # %252525 in one go: one % for each run would take quadratic time.
        again = decode(_ENCODED_PERCENT.sub("%", text))
        if again == text:
            break
        text = again
    return text


@dataclass(frozen=True, slots=True)
class GooglePercent:
    """What is encoded again."""

    delete: Literal["encode", "keep"] = option("encode", "The control U+007F.")


def escaped(text: str, *, also: str = "", keep_delete: bool = False) -> str:
    """Controls, space, `#`, `%`, what lies beyond ASCII, and the characters of `also` as triplets."""
    text = (_ESCAPED_BUT_DELETE if keep_delete else _ESCAPED).sub(lambda found: encode(found[0]), text)
    for char in also:
        text = text.replace(char, encode(char))
    return text


def _path_percent(text: str, needed: Needed, options: GooglePercent) -> str:
    answer = escaped(decoded(text), also="?", keep_delete=options.delete == "keep")
    if needed[1] is None and answer != text:
        # RFC 3986 §3.3, §4.2: what begins with // would be a host, and a colon would end a scheme.
        if answer.startswith("//") and not text.startswith("//"):
            answer = "/%2F" + answer[2:]
        head, slash, tail = answer.partition("/")
        answer = head.replace(":", "%3A") + slash + tail if needed[0] is None else answer
    return answer


_PERCENT = r"[\x00-\x20%]|\x7f|[^\x00-\x7f]"


@dataclass(frozen=True, slots=True)
class GoogleQueryPercent:
    """What is encoded again, and what is taken by itself."""

    delete: Literal["encode", "keep"] = option("encode", "The control U+007F.")
    fields: bool = option(False, "Names and values by themselves: & and = within them stay triplets.")


def _query_percent(query: str, _needed: Needed, options: GoogleQueryPercent) -> str:
    if not options.fields:
        return escaped(decoded(query), keep_delete=options.delete == "keep")
    return "&".join(
        "=".join(
            escaped(decoded(part), also="&=", keep_delete=options.delete == "keep")
            for part in field.split("=", 1)
        )
        for field in query.split("&")
    )


GOOGLE_PATH = Step(
    name="google-path-percent",
    title="Path decoded to the end",
    on=(Component.PATH,),
    needs=(Component.SCHEME, Component.HOST),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Decodes the triplets of the path until none is left, and encodes controls, space, # % and what "
        "lies beyond ASCII again. Only a question mark stays a triplet until google-delimiters."
    ),
    example=Example("http://example.com/%2541%2Fb", "http://example.com/A/b"),
    apply=_path_percent,
    may_change=lambda options: _PERCENT,
    options=GooglePercent,
    assumes="that however often a path was encoded, the server takes it for the same",
    warning="`/a%252Fb` becomes `/a/b`: what was encoded because it is no delimiter becomes one.",
    loses_data=True,
    peer=PEER,
)

GOOGLE_QUERY = Step(
    name="google-query-percent",
    title="Query decoded to the end",
    on=(Component.QUERY,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Decodes the triplets of the query until none is left, and encodes controls, space, # % and "
        "what lies beyond ASCII again. Separators of fields come out too."
    ),
    example=Example("http://example.com/?a=%2541%3Db", "http://example.com/?a=A=b"),
    apply=_query_percent,
    may_change=lambda options: _PERCENT + (f"|={none_of('&')}*=" if options.fields else ""),
    options=GoogleQueryPercent,
    assumes="that however often a query was encoded, the server takes it for the same",
    warning="`?a=1%26b=2` becomes `?a=1&b=2`: one parameter becomes two.",
    loses_data=True,
    peer=PEER,
)


_CREDENTIALS_AND_PORT = (Component.USERINFO, Component.PORT)


@dataclass(frozen=True, slots=True)
class GoogleAuthority:
    """Where."""

    components: tuple[str, ...] = option(("userinfo", "port"), "Only in these components.")


def _chosen(options: GoogleAuthority) -> tuple[Component, ...]:
    names = {each.value for each in _CREDENTIALS_AND_PORT}
    if not options.components or not set(options.components) <= names:
        raise ValueError("components: userinfo, port, or both")
    return tuple(each for each in _CREDENTIALS_AND_PORT if each.value in options.components)


def _authority(text: str, needed: Needed, _options: object) -> str:
    # Digits alone are a port, and there are hardly others.
    if text.isdigit() and text.isascii():
        return text
    # A ] that was there already stands in the userinfo, where it ends nothing.
    answer = escaped(decoded(text), also="/?@" if "]" in text else "/?@]")
    # The port begins at the last colon. A userinfo of the same text has its colons as triplets too.
    return answer.replace(":", "%3A") if text == needed[0] else answer


GOOGLE_AUTHORITY = Step(
    name="google-authority-percent",
    title="User and port decoded to the end",
    on=_CREDENTIALS_AND_PORT,
    needs=(Component.PORT,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Decodes the triplets beside the host until none is left, and encodes controls, space, # % and "
        "what lies beyond ASCII again. Triplets of / ? @ and ] stay until google-delimiters, and in the port "
        "those of colons."
    ),
    example=Example("http://u%73er:a%3Ab@example.com/", "http://user:a:b@example.com/"),
    apply=_authority,
    may_change=lambda options: _PERCENT + "|[/?@]",
    options=GoogleAuthority,
    on_with=_chosen,
    assumes="that however often they were encoded, the server takes them for the same",
    warning="`a%3Ab` becomes `a:b`: the colon divides user and password.",
    loses_data=True,
    idempotent=False,
    peer=PEER,
)


@dataclass(frozen=True, slots=True)
class GoogleHost:
    """How the programs differ."""

    undecodable: Literal["drop", "keep"] = option("drop", "Bytes that are not UTF-8.")
    unassigned: Literal["allow", "refuse"] = option(
        "allow", "Characters that Unicode 3.2 did not have: IDNA 2003 for queries, or for storing names."
    )
    dots: Literal["all", "pairs"] = option(
        "all", "Several dots in the middle become one; or each pair of them does."
    )
    nothing: Literal["keep", "refuse"] = option(
        "keep", "A host of which nothing is left, as of http://../: keep it, or refuse the URL."
    )
    numbers: Literal["system", "archive"] = option(
        "system",
        "Addresses are read as old system calls do; or only with four parts, all octal when the first is.",
    )


_DOTS = re.compile(r"\.{2,}")
_DELIMITERS = "/?@"


def _host(host: str, _needed: Needed, options: GoogleHost) -> str | Refused:
    name = decoded(host)
    if options.undecodable == "drop":
        name = re.sub("[\udc80-\udcff]+", "", name)
    name = _ascii(name, options).strip(".")
    name = name.replace("..", ".") if options.dots == "pairs" else _DOTS.sub(".", name)
    if name == "" and options.nothing == "refuse":
        return Refused("nothing is left of the host", _SOURCE)
    address = _READERS[options.numbers](name)
    if address is not None:
        return address
    answer = escaped(name.lower(), also=_DELIMITERS, keep_delete=options.undecodable == "keep")
    return without_port(answer, host)


def without_port(answer: str, host: str) -> str:
    """What was made of a host, with colons as triplets where they would begin a port (definitions §1)."""
    if ":" not in host:
        return answer.replace(":", "%3A")
    if ":" in host[host.rfind("]") + 1 :]:  # then a port follows, or it would be the port's own
        return answer
    end = answer.rfind("]") + 1
    return answer[:end] + answer[end:].replace(":", "%3A")


def _ascii(name: str, options: GoogleHost) -> str:
    """The ASCII form of a name by IDNA 2003, or the name where it has none."""
    if name.isascii() or len(name) > 1024:  # no longer name fits, and the codec takes quadratic time
        return name
    if options.unassigned == "refuse":
        from stringprep import in_table_a1  # by time: few names are asked about

        if any(map(in_table_a1, name)):
            return name
    try:
        return name.encode("idna").decode()
    except UnicodeError:
        return name


_DIGITS = re.compile("[0-9]{1,40}")
_OCTAL = re.compile(r"0[0-7]*(?:\.[0-7]+){0,3}")
_DECIMAL = re.compile(r"[1-9][0-9]*(?:\.[0-9]+){0,3}")


def _by_system(host: str) -> str | None:
    if _DIGITS.fullmatch(host):
        return ipv4_text(int(host) & 0xFFFFFFFF)
    if not (_OCTAL.fullmatch(host) or _DECIMAL.fullmatch(host)):
        return None
    number = ipv4_number(host)
    return None if number is None else ipv4_text(number)


def _by_archive(host: str) -> str | None:
    if _DIGITS.fullmatch(host):
        return ipv4_text(int(host) & 0xFFFFFFFF) if int(host) < 2**63 else None
    base = 8 if _OCTAL.fullmatch(host) else 10 if _DECIMAL.fullmatch(host) else 0
    if base == 0 or host.count(".") != 3 or len(host) > 100:
        return None
    numbers = [int(part, base) for part in host.split(".")]
    return ".".join(map(str, numbers)) if max(numbers) < 256 else None


_READERS = {"system": _by_system, "archive": _by_archive}

GOOGLE_HOST = Step(
    name="google-host",
    title="Host as for Safe Browsing",
    on=(Component.HOST,),
    safety=Safety.CHANGES,
    source=f"{_SOURCE}; RFC 3490",
    summary=(
        "Decodes the host until no triplet is left, and writes it in its ASCII form by IDNA 2003 and in "
        "lower case. One dot stands for several, none at the ends, and a number is an IPv4 address."
    ),
    example=Example("http://Ex%61mple..com./", "http://example.com/"),
    apply=_host,
    options=GoogleHost,
    assumes="that the reader takes all these spellings for one host",
    warning="`http://straße.de/` becomes `http://strasse.de/`, and `http://4294967297/` `http://0.0.0.1/`.",
    loses_data=True,
    idempotent=False,
    peer=PEER,
)


def _dots(path: str, needed: Needed, _options: object) -> str:
    if not needed[0] or (path.startswith("/") and "/." not in path and "//" not in path):
        return path
    kept: list[str] = []
    for segment in path[1:].split("/"):
        if segment == ".." and kept:
            kept.pop()
        elif segment != ".":
            kept.append(segment)
    return "/" + "".join(f"{segment}/" for segment in kept[:-1] if segment) + "".join(kept[-1:])


GOOGLE_DOTS = Step(
    name="google-dot-segments",
    title="Path as for Safe Browsing",
    on=(Component.PATH,),
    needs=(Component.HOST,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Resolves dot segments, writes one slash for several, and / for an empty path; where there is a "
        "host. No slash is left where the path ended in a dot segment. One .. above the root stays, but "
        "a second one removes it."
    ),
    example=Example("http://example.com/a/.//b/c/..", "http://example.com/a/b"),
    apply=_dots,
    may_change=lambda options: rf"//|/\x2e|^{END}",
    assumes="that empty segments in the path and a slash at its end mean nothing to the server",
    warning="`/../a` stays, `/../../a` becomes `/a`, and `/../../../a` becomes `/../a`.",
    idempotent=False,
    loses_data=True,
    peer=PEER,
)


@dataclass(frozen=True, slots=True)
class GoogleDelimiters:
    """Where."""

    host: bool = option(True, "Those of the host, and of what stands beside it.")
    path: bool = option(True, "Question marks of the path.")


_QUESTION_MARK = re.compile("%3[Ff]")


def _delimited(text: str | None) -> str | None:
    return text and HOST_DELIMITERS.sub(lambda found: decode(found[0]), text)


def _delimiters(text: str, _needed: Needed, options: GoogleDelimiters) -> str:
    if "%" not in text:
        return text
    url = Url.parse(text)
    userinfo, host, port = url.userinfo, url.host, url.port
    if host is not None and options.host:
        userinfo, host, port = _delimited(userinfo), _delimited(host), _delimited(port)
    path = _QUESTION_MARK.sub("?", url.path) if options.path else url.path
    before = str(Url(url.scheme, userinfo, host, port))
    return before + path + str(Url(query=url.query, fragment=url.fragment))


GOOGLE_DELIMITERS = Step(
    name="google-delimiters",
    title="Delimiters that came out of triplets",
    on=(Component.WHOLE,),
    safety=Safety.CHANGES,
    source=_SOURCE,
    summary=(
        "Writes the question marks of the path, and / ? @ : of the host, as they are: whoever decodes "
        "all triplets has them there, though they end the path or the host for every other reader."
    ),
    example=Example("http://example.com/a%3Fb", "http://example.com/a?b"),
    apply=_delimiters,
    may_change=lambda options: "%(?:2[Ff]|3[AFaf]|40)",
    options=GoogleDelimiters,
    assumes="that nobody reads the URL again",
    warning="`http://a%2Fb/` becomes `http://a/b/`, which is another host.",
    loses_data=True,
    idempotent=False,
    peer=PEER,
)

STEPS: tuple[Step, ...] = (
    GOOGLE_AUTHORITY,
    GOOGLE_HOST,
    GOOGLE_PATH,
    GOOGLE_DOTS,
    GOOGLE_QUERY,
    GOOGLE_DELIMITERS,
)
"""The order in which they follow each other; the delimiters come when all else is done."""
