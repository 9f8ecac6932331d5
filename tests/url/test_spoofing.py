"""Warnings: a case for each, no false alarm on real names, no secret repeated, spans, linear time."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.url.texts import TEXTS
from tests.work import LINEAR, growth
from urlinspector.url.components import Url
from urlinspector.url.confusables import ascii_twin, scripts_mix, scripts_of
from urlinspector.url.host import to_ascii
from urlinspector.url.spoofing import UrlWarning, WarningCode, url_warnings


def of(text: str) -> tuple[UrlWarning, ...]:
    return url_warnings(Url.parse(text))


CASES = [
    # Nothing to warn about.
    ("", []),
    ("http://example.com/a?b=c#d", []),
    ("https://bücher.de/ü?é", []),
    ("http://яндекс.рф/", []),
    ("http://xn--d1acpjx3f.xn--p1ai/", []),
    ("http://日本語カタカナひらがなabc.jp/", []),
    ("http://한국어漢字.kr/", []),
    ("http://ελληνικά.gr/", []),
    ("http://1.2.3.4/", []),
    ("http://[::1]/", []),
    ("mailto:user@example.com", []),
    # Characters.
    ("http://a/\u202eb\u2066\u200fc", [("bidi-control", "\u202e"), ("bidi-control", "\u2066\u200f")]),
    ("http://a/b\u200bc\u00a0\u3000", [("invisible", "\u200b"), ("invisible", "\u00a0\u3000")]),
    ("http://a\u00adb.com/", [("invisible", "\u00ad")]),
    ("http://a/%E2%80%AE?x=%e2%80%8b", [("bidi-control", "%E2%80%AE"), ("invisible", "%e2%80%8b")]),
    # Scripts.
    ("http://pаypal.com/", [("confusable", "pаypal"), ("mixed-scripts", "pаypal")]),
    ("http://аррӏе.com/", [("confusable", "аррӏе")]),
    ("http://xn--80ak6aa92e.com/", [("confusable", "xn--80ak6aa92e")]),
    ("http://%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com/", [("confusable", "%D0%B0%D1%80%D1%80%D3%8F%D0%B5")]),
    ("http://www.faceboоk.com/", [("confusable", "faceboоk"), ("mixed-scripts", "faceboоk")]),
    ("http://gıthub.com/", [("confusable", "gıthub")]),
    ("http://ёлкаabc.com/", [("mixed-scripts", "ёлкаabc")]),
    ("http://сор.рф/", []),
    # Who is the host.
    ("http://u:p@example.com/", [("credentials", "u:p")]),
    (
        "http://www.bank.example@evil.com/",
        [("credentials", "www.bank.example"), ("userinfo-looks-like-a-host", "www.bank.example")],
    ),
    (
        "http://bank.example:443%2Flogin@evil.com/",
        [("credentials", "bank.example:443%2Flogin"), ("userinfo-looks-like-a-host", "bank.example")],
    ),
    ("http://@example.com/", []),
    ("http://a/?u=http://u:p@b.com/&v=a@b.com", [("credentials", "http://u:p@b.com/")]),
    ("http://a/?u=http%3A%2F%2Fu:p%40b.com%2F", [("credentials", "http%3A%2F%2Fu:p%40b.com%2F")]),
    ("http://a/?u=http%3A%2F%2Fb.com%2F%40user", []),
    ("http://1.2.3.4.evil.com/", [("looks-like-an-ip", "1.2.3.4.evil.com")]),
    ("http://192.168.0.256/", [("looks-like-an-ip", "192.168.0.256")]),
    ("http://l92.168.O.1/", [("looks-like-an-ip", "l92.168.O.1")]),
    ("http://0x7f000001/", [("disguised-ip", "0x7f000001")]),
    ("http://１.2.3.4/", [("disguised-ip", "１.2.3.4")]),
    ("http://%31.2.3.4/", [("disguised-ip", "%31.2.3.4")]),
    ("foo://0x7f000001/", []),
    ("example.com/a", [("looks-like-a-host", "example.com")]),
    ("www.example.notatld", [("looks-like-a-host", "www.example.notatld")]),
    ("1.2.3.4/a", [("looks-like-a-host", "1.2.3.4")]),
    ("localhost:8080/a", [("looks-like-a-host", "localhost")]),
    ("example.com:8080", [("looks-like-a-host", "example.com")]),
    ("bücher.рф", [("looks-like-a-host", "bücher.рф")]),
    ("index.html", []),
    ("a/example.com", []),
    ("/example.com", []),
    ("1.2", []),
    ("example.com:path", []),
    ("..", []),
    # Secrets and layers.
    ("http://a/?token=x&q=y&Access-Token=z&password=", [("token", "x"), ("token", "z")]),
    (
        "http://a/?q=eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abc",
        [("token", "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abc")],
    ),
    ("http://a/#access_token=x", [("token", "x")]),
    ("http://a/#/route?api_key=x", [("token", "x")]),
    ("http://a/?reference=x&tokens=y&utm_source=z", []),
    ("http://a/%252F?x=%25252F", [("several-layers", "%252F"), ("several-layers", "%25252F")]),
]


@pytest.mark.parametrize(("text", "warnings"), CASES)
def test_warnings(text: str, warnings: list[tuple[str, str]]) -> None:
    seen = [(each.code.value, text[each.span.start : each.span.end]) for each in of(text)]
    assert sorted(seen) == sorted(warnings)


def test_every_code_has_a_case() -> None:
    assert {code for _, warnings in CASES for code, _ in warnings} == {code.value for code in WarningCode}


@given(TEXTS)
def test_spans_are_in_the_text_and_in_order(text: str) -> None:
    found = of(text)
    assert [each.span for each in found] == sorted(each.span for each in found)
    for each in found:
        assert 0 <= each.span.start < each.span.end <= len(text)
        assert each.message.endswith(".")
    assert found == url_warnings(Url.parse(text), text)


@pytest.mark.parametrize(
    "text", ["http://user:hunter2@h/", "http://h/?token=hunter2", "http://h/#password=hunter2"]
)
def test_no_message_repeats_a_secret(text: str) -> None:
    assert of(text)
    assert not any("hunter2" in each.message or "user" in each.message.split() for each in of(text))


def test_encoded_suspects_say_so() -> None:
    (found,) = of("http://a/%E2%80%AE")
    assert "percent-encoded" in found.message


def test_twins_are_told() -> None:
    (found,) = of("http://аррӏе.com/")
    assert "apple" in found.message


@given(st.text(st.characters(codec="ascii")))
def test_ascii_has_no_twin(text: str) -> None:
    assert ascii_twin(text) is None


def test_twins_are_letters_in_their_final_form() -> None:
    """A host reaches the table after UTS 46, in lower case and NFKC; what cannot survive that has no place in
    it.
    """
    from urlinspector.url.confusables import _TWIN

    for char in _TWIN:
        assert to_ascii(char) is not None, f"U+{ord(char):04X} {unicodedata.name(char)}"
        assert unicodedata.normalize("NFKC", char).lower() == char, f"U+{ord(char):04X}"
    assert len(_TWIN) > 90


@pytest.mark.parametrize(
    ("text", "scripts", "mix"),
    [
        ("abc-1", {"Latin"}, False),
        ("123", set(), False),
        ("aб", {"Latin", "Cyrillic"}, True),
        ("aβ", {"Latin", "Greek"}, True),
        ("ひカ漢a", {"Hiragana", "Katakana", "Han", "Latin"}, False),
        ("한漢", {"Hangul", "Han"}, False),
        ("한ひ", {"Hangul", "Hiragana"}, True),
        ("ー々", {"Han"}, False),
        ("a\u0301ʼ", {"Latin"}, False),
        ("\ud800", set(), False),
    ],
)
def test_scripts(text: str, scripts: set[str], mix: bool) -> None:
    assert scripts_of(text) == scripts
    assert scripts_mix(scripts_of(text)) == mix


def test_real_urls_raise_few_alarms(shared: Callable[[str], Path]) -> None:
    """Of the URLs people really have, next to none has a confusable, mixed, disguised or IP-like host."""
    path = shared("data/urls/kasztp.txt")
    lines = path.read_bytes().decode(errors="surrogateescape").split("\n")[::10]
    about_names = {
        WarningCode.MIXED_SCRIPTS, WarningCode.CONFUSABLE, WarningCode.DISGUISED_IP,
        WarningCode.LOOKS_LIKE_IP,
        WarningCode.USERINFO_LIKE_HOST,
    }  # fmt: skip
    alarmed = [line for line in lines if any(each.code in about_names for each in of(line))]
    assert len(lines) > 4000
    assert len(alarmed) < len(lines) / 500


SIZE = 1024


def long(n: int) -> list[str]:
    """Texts of about `n` characters that would be slow if any were."""
    return [
        "http://" + "а." * (n // 2),
        "http://" + "а" * n,
        "http://" + "1." * (n // 2),
        "http://" + "xn--a." * (n // 6),
        "http://" + "\u0316\u0300" * (n // 2),
        "http://" + "www." * (n // 4) + "@a/",
        "www." * (n // 4),
        "\u202e\u200b" * (n // 2),
        "%E2%80%AE" * (n // 9),
        "?" + "token=1&" * (n // 8),
        "?a=eyJ" + "A" * n,
        "/" + "%25" * (n // 3),
    ]


@pytest.mark.parametrize("number", range(len(long(8))), ids=[ascii(text[:12]) for text in long(64)])
def test_long_texts_take_linear_time(number: int) -> None:
    assert growth(lambda size: of(long(size)[number]), SIZE) < LINEAR
