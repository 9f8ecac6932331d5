"""What of a userinfo is hidden (definitions §6), and what a reader has to see."""

import pytest

from urlinspector.url.masking import masked


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://user:secret@a.example/", "http://user:•••@a.example/"),
        ("http://ghp_0123456789@a.example/", "http://•••@a.example/"),
        ("http://user:@a.example/", "http://user:@a.example/"),
        ("http://a.example/@b", "http://a.example/@b"),
        ("http://a.example/", "http://a.example/"),
        # A name that looks like a host is a trap, not a secret.
        ("https://www.bank.example@evil.example/", "https://www.bank.example@evil.example/"),
        ("https://www.bank.example:x@evil.example/", "https://www.bank.example:•••@evil.example/"),
        ("https://bank%2Eexample%2Flogin@evil.example/", "https://•••@evil.example/"),
        # Browsers alone find the userinfo behind backslashes.
        (r"http:\\u:secret@a.example\x", r"http:\\u:•••@a.example\x"),
        (r"HTTPS:/\secret@a.example", r"HTTPS:/\•••@a.example"),
        (r"http:\\a.example\@b", r"http:\\a.example\@b"),
        (r"x:\\u:p@a", r"x:\\u:p@a"),
    ],
)
def test_secrets_are_hidden_and_traps_are_shown(text: str, shown: str):
    assert masked(text) == shown
