"""Violations and warnings in a few words, for cells that have no room for the whole sentence."""

from collections.abc import Mapping

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from urlinspector.url.spoofing import WarningCode
from urlinspector.url.violation_codes import ViolationCode


def _t(text: object) -> str:
    return str(text)


_V = ViolationCode
SHORT_VIOLATIONS: Mapping[ViolationCode, str] = {
    _V.SURROUNDING_WHITESPACE: _t(QT_TRANSLATE_NOOP("Short", "not part of the URL")),
    _V.TAB_OR_NEWLINE: _t(QT_TRANSLATE_NOOP("Short", "browsers drop it")),
    _V.CONTROL: _t(QT_TRANSLATE_NOOP("Short", "illegal in a URI")),
    _V.SPACE: _t(QT_TRANSLATE_NOOP("Short", "illegal in a URI")),
    _V.BACKSLASH: _t(QT_TRANSLATE_NOOP("Short", "a slash to browsers only")),
    _V.NON_ASCII: _t(QT_TRANSLATE_NOOP("Short", "illegal in a URI")),
    _V.NONCHARACTER: _t(QT_TRANSLATE_NOOP("Short", "not a character")),
    _V.UNDECODABLE_BYTE: _t(QT_TRANSLATE_NOOP("Short", "not UTF-8")),
    _V.LONE_SURROGATE: _t(QT_TRANSLATE_NOOP("Short", "half a character")),
    _V.STRAY_PERCENT: _t(QT_TRANSLATE_NOOP("Short", "no triplet follows")),
    _V.ILLEGAL_CHARACTER: _t(QT_TRANSLATE_NOOP("Short", "illegal here")),
    _V.ILLEGAL_SCHEME: _t(QT_TRANSLATE_NOOP("Short", "not a scheme")),
    _V.MISSING_AUTHORITY: _t(QT_TRANSLATE_NOOP("Short", "// and a host are missing")),
    _V.PASSWORD: _t(QT_TRANSLATE_NOOP("Short", "a password that everyone sees")),
    _V.USERINFO_IN_HTTP: _t(QT_TRANSLATE_NOOP("Short", "not allowed in http and https")),
    _V.SEVERAL_AT: _t(QT_TRANSLATE_NOOP("Short", "more than one @; the last counts")),
    _V.FILE_AUTHORITY: _t(QT_TRANSLATE_NOOP("Short", "a file URL has a host at most")),
    _V.MISSING_HOST: _t(QT_TRANSLATE_NOOP("Short", "the host is missing")),
    _V.UNBALANCED_BRACKETS: _t(QT_TRANSLATE_NOOP("Short", "a bracket without a partner")),
    _V.MISPLACED_BRACKETS: _t(QT_TRANSLATE_NOOP("Short", "brackets enclose whole addresses only")),
    _V.BAD_IPV6: _t(QT_TRANSLATE_NOOP("Short", "not an IPv6 address")),
    _V.BAD_IPVFUTURE: _t(QT_TRANSLATE_NOOP("Short", "not an address")),
    _V.UNKNOWN_IP_VERSION: _t(QT_TRANSLATE_NOOP("Short", "no such version of IP")),
    _V.IPV6_ZONE: _t(QT_TRANSLATE_NOOP("Short", "a zone has no place in a URL")),
    _V.LEGACY_IPV4: _t(QT_TRANSLATE_NOOP("Short", "an address in an old form")),
    _V.BAD_IPV4: _t(QT_TRANSLATE_NOOP("Short", "not an IPv4 address")),
    _V.EMPTY_LABEL: _t(QT_TRANSLATE_NOOP("Short", "an empty label")),
    _V.LONG_LABEL: _t(QT_TRANSLATE_NOOP("Short", "a label longer than 63 octets")),
    _V.LONG_HOST: _t(QT_TRANSLATE_NOOP("Short", "a name longer than 253 octets")),
    _V.HOST_TRIPLET: _t(QT_TRANSLATE_NOOP("Short", "no domain may hold this")),
    _V.HOST_NOT_UTF8: _t(QT_TRANSLATE_NOOP("Short", "not UTF-8")),
    _V.IDNA: _t(QT_TRANSLATE_NOOP("Short", "no form in ASCII")),
    _V.EMPTY_PORT: _t(QT_TRANSLATE_NOOP("Short", "empty; leave the colon out")),
    _V.BAD_PORT: _t(QT_TRANSLATE_NOOP("Short", "not a decimal number")),
    _V.LARGE_PORT: _t(QT_TRANSLATE_NOOP("Short", "larger than 65535")),
    _V.NO_SLASH: _t(QT_TRANSLATE_NOOP("Short", "must begin with a slash")),
    _V.DOUBLE_SLASH: _t(QT_TRANSLATE_NOOP("Short", "may not begin with //")),
    _V.COLON_IN_FIRST_SEGMENT: _t(QT_TRANSLATE_NOOP("Short", "a colon in the first segment")),
    _V.ENCODED_DOT_SEGMENT: _t(QT_TRANSLATE_NOOP("Short", "an encoded dot segment")),
}

_W = WarningCode
SHORT_WARNINGS: Mapping[WarningCode, str] = {
    _W.BIDI_CONTROL: _t(QT_TRANSLATE_NOOP("Short", "changes the order of what is shown")),
    _W.INVISIBLE: _t(QT_TRANSLATE_NOOP("Short", "characters that cannot be seen")),
    _W.MIXED_SCRIPTS: _t(QT_TRANSLATE_NOOP("Short", "several scripts in one name")),
    _W.CONFUSABLE: _t(QT_TRANSLATE_NOOP("Short", "looks like another name")),
    _W.CREDENTIALS: _t(QT_TRANSLATE_NOOP("Short", "carries credentials")),
    _W.USERINFO_LIKE_HOST: _t(QT_TRANSLATE_NOOP("Short", "looks like a host and is none")),
    _W.LOOKS_LIKE_IP: _t(QT_TRANSLATE_NOOP("Short", "looks like an address and is none")),
    _W.DISGUISED_IP: _t(QT_TRANSLATE_NOOP("Short", "an address in disguise")),
    _W.LOOKS_LIKE_A_HOST: _t(QT_TRANSLATE_NOOP("Short", "looks like a host")),
    _W.TOKEN: _t(QT_TRANSLATE_NOOP("Short", "looks like a secret")),
    _W.SEVERAL_LAYERS: _t(QT_TRANSLATE_NOOP("Short", "encoded more than once")),
}


def short_violation(code: ViolationCode) -> str:
    """A violation in a few words of the user's language."""
    return QCoreApplication.translate("Short", SHORT_VIOLATIONS.get(code, code.sentence))


def short_warning(code: WarningCode, message: str) -> str:
    """A warning in a few words; its message where there are none."""
    return QCoreApplication.translate("Short", SHORT_WARNINGS.get(code, message))
