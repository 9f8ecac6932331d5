"""ASCII letters without regard to case, as the standards mean it (RFC 3986 §6.2.2.1, RFC 4343)."""

from urlinspector.url.charsets import lower

__all__ = ["any_case", "literal", "lower"]


def any_case(word: str) -> str:
    """A pattern for `may_change` that matches an ASCII word in any mixture of cases."""
    return "".join(f"[{char.upper()}{char.lower()}]" if char.isalpha() else literal(char) for char in word)


def literal(char: str) -> str:
    """A pattern for `may_change` that matches one character, in a form both engines read alike."""
    return char if char.isalnum() or not char.isascii() else f"\\x{ord(char):02x}"
