"""The rules a URL can break: a closed list of codes, the section that states each, a sentence about the
fault.
"""

from enum import Enum
from typing import NamedTuple

from urlinspector.url.components import Component, Span


class ViolationCode(Enum):
    """A rule; the value is its code, as in JSON."""

    section: str
    """The section that states the rule; `illegal-character` has one for each component."""
    sentence: str
    """The fault in plain words."""

    def __new__(cls, code: str, section: str, sentence: str) -> "ViolationCode":
        """A member whose value is the code alone."""
        member = object.__new__(cls)
        member._value_ = code
        member.section = section
        member.sentence = sentence
        return member

    # Characters.
    SURROUNDING_WHITESPACE = (
        "surrounding-whitespace",
        "WHATWG URL §4.4",
        "White space or controls stand around the URL; they are not part of it.",
    )
    TAB_OR_NEWLINE = (
        "tab-or-newline",
        "WHATWG URL §4.4",
        "A tab or line end stands inside; browsers drop it, RFC 3986 does not allow it.",
    )
    CONTROL = (
        "control",
        "RFC 3986 §2",
        "Control characters are not allowed.",
    )
    SPACE = (
        "space",
        "RFC 3986 §2",
        "A space is not allowed; write %20.",
    )
    BACKSLASH = (
        "backslash",
        "WHATWG URL §4.4",
        "A backslash is not allowed; browsers read it as a slash, RFC 3986 does not.",
    )
    NON_ASCII = (
        "non-ascii",
        "RFC 3986 §2",
        "Characters outside ASCII are not allowed; write their UTF-8 bytes as %XX.",
    )
    NONCHARACTER = (
        "noncharacter",
        "WHATWG URL §4.3",
        "A code point that is not a character and never will be.",
    )
    UNDECODABLE_BYTE = (
        "undecodable-byte",
        "RFC 3986 §2.5",
        "Bytes that are not UTF-8.",
    )
    LONE_SURROGATE = (
        "lone-surrogate",
        "WHATWG URL §4.3",
        "Half a surrogate pair; it stands for no character.",
    )
    STRAY_PERCENT = (
        "stray-percent",
        "RFC 3986 §2.1",
        "Two hexadecimal digits must follow a %; to mean the character itself write %25.",
    )
    ILLEGAL_CHARACTER = (
        "illegal-character",
        "RFC 3986 §2",
        "Characters that are not allowed here; write them as %XX.",
    )

    # Scheme and userinfo.
    ILLEGAL_SCHEME = (
        "illegal-scheme",
        "RFC 3986 §3.1",
        "A scheme is a letter, then letters, digits, plus signs, hyphens and full stops.",
    )
    MISSING_AUTHORITY = (
        "missing-authority",
        "WHATWG URL §4.4",
        "URLs of this scheme have // and a host after the colon.",
    )
    PASSWORD = (
        "password",
        "RFC 3986 §3.2.1",
        "A password in the URL is deprecated: everyone who sees the URL has it.",
    )
    USERINFO_IN_HTTP = (
        "userinfo-in-http",
        "RFC 9110 §4.2.4",
        "An http or https URL must not carry a user name.",
    )
    SEVERAL_AT = (
        "several-at",
        "RFC 3986 §3.2.1",
        "The authority holds more than one @; the last one counts, the others must be written %40.",
    )
    FILE_AUTHORITY = (
        "file-authority",
        "RFC 8089 §2",
        "A file URL has a host at most: no user name, no password, no port.",
    )

    # Host.
    MISSING_HOST = (
        "missing-host",
        "WHATWG URL §4.4",
        "The host is empty where there must be one.",
    )
    UNBALANCED_BRACKETS = (
        "unbalanced-brackets",
        "RFC 3986 §3.2.2",
        "A square bracket has no partner.",
    )
    MISPLACED_BRACKETS = (
        "misplaced-brackets",
        "RFC 3986 §3.2.2",
        "Square brackets may only enclose an IP address that is the whole host.",
    )
    BAD_IPV6 = (
        "bad-ipv6",
        "RFC 3986 §3.2.2",
        "What stands in brackets is not an IPv6 address.",
    )
    BAD_IPVFUTURE = (
        "bad-ipvfuture",
        "RFC 3986 §3.2.2",
        "What stands in brackets is not an address of a later version.",
    )
    UNKNOWN_IP_VERSION = (
        "unknown-ip-version",
        "WHATWG URL §3.5",
        "No IP address of a later version exists yet; browsers refuse it.",
    )
    IPV6_ZONE = (
        "ipv6-zone",
        "RFC 9844 §1",
        "URLs no longer carry a zone; it means something on one machine only, and browsers refuse it.",
    )
    LEGACY_IPV4 = (
        "legacy-ipv4",
        "RFC 3986 §7.4",
        "An IPv4 address is four decimal numbers; other forms hide where a URL leads.",
    )
    BAD_IPV4 = (
        "bad-ipv4",
        "WHATWG URL §3.5",
        "The host ends in a number, but it is not an IPv4 address.",
    )
    EMPTY_LABEL = (
        "empty-label",
        "RFC 1034 §3.1",
        "A name has no empty label but the root after a final dot.",
    )
    LONG_LABEL = (
        "long-label",
        "RFC 1035 §2.3.4",
        "A label is at most 63 octets long.",
    )
    LONG_HOST = (
        "long-host",
        "RFC 1035 §2.3.4",
        "A name is at most 253 octets long.",
    )
    HOST_TRIPLET = (
        "host-triplet",
        "WHATWG URL §3.5",
        "Triplets in the host stand for characters that no domain may hold.",
    )
    HOST_NOT_UTF8 = (
        "host-not-utf8",
        "RFC 3986 §3.2.2",
        "Triplets in the host must be UTF-8.",
    )
    IDNA = (
        "idna",
        "UTS 46 §4",
        "The name has no ASCII form.",
    )

    # Port.
    EMPTY_PORT = (
        "empty-port",
        "RFC 3986 §3.2.3",
        "The colon before an empty port should be left out.",
    )
    BAD_PORT = (
        "bad-port",
        "RFC 3986 §3.2.3",
        "A port is a decimal number.",
    )
    LARGE_PORT = (
        "large-port",
        "WHATWG URL §4.4",
        "A port is at most 65535.",
    )

    # Path.
    NO_SLASH = (
        "no-slash",
        "RFC 3986 §3.3",
        "After an authority a path is empty or begins with a slash.",
    )
    DOUBLE_SLASH = (
        "double-slash",
        "RFC 3986 §3.3",
        "Without an authority a path may not begin with //.",
    )
    COLON_IN_FIRST_SEGMENT = (
        "colon-in-first-segment",
        "RFC 3986 §4.2",
        "The first segment of a relative reference may not hold a colon; write ./ before it.",
    )
    ENCODED_DOT_SEGMENT = (
        "encoded-dot-segment",
        "RFC 3986 §6.2.2",
        "A dot segment is written as triplets; browsers and normalizers take it out all the same.",
    )


class Violation(NamedTuple):
    """One fault: the rule, the component it is in (`TEXT` around the URL), where it stands in `str(url)`."""

    code: ViolationCode
    component: Component
    span: Span
    section: str
    message: str
