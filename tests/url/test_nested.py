"""URLs inside URLs, and layers of encoding: found at their place, decoded step by step, in bounded time."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.url.texts import TEXTS
from tests.work import LINEAR, growth
from urlinspector.url.components import Component, Url
from urlinspector.url.nested import MAX_LAYERS, encoding_layers, layered_places, nested_urls, places
from urlinspector.url.percent import decode, encode


def encoded(text: str, times: int) -> str:
    for _ in range(times):
        text = encode(text)
    return text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://a/?u=b&c=http", []),
        ("http://a/?u=xhttp://b", []),
        ("mailto:a@b", []),
        ("http://a/?u=http://b/c", [("query", "u", "http://b/c", "http://b/c", 0)]),
        ("http://a/?u=http%3A%2F%2Fb%2Fc", [("query", "u", "http%3A%2F%2Fb%2Fc", "http://b/c", 1)]),
        ("http://a/?u=http%253A%252F%252Fb", [("query", "u", "http%253A%252F%252Fb", "http://b", 2)]),
        ("http://a/?http://b/c", [("query", None, "http://b/c", "http://b/c", 0)]),
        ("?a=1&u=//b.example/c", [("query", "u", "//b.example/c", "//b.example/c", 0)]),
        ("?u=www.b.example", [("query", "u", "www.b.example", "www.b.example", 0)]),
        (
            "?q=see+this:%20https://b/%20now",
            [("query", "q", "see+this:%20https://b/%20now", "https://b/", 1)],
        ),
        ("/HTTP%3a%2f%2fb", [("path", None, "HTTP%3a%2f%2fb", "HTTP://b", 1)]),
        (
            "http://web.archive.org/web/2020/http://b/c?d=e#f",
            [("path", None, "http://b/c?d=e", "http://b/c?d=e", 0)],
        ),
        ("/proxy/https:/b/c", [("path", None, "https:/b/c", "https:/b/c", 0)]),
        ("blob:https://b/c", [("path", None, "https://b/c", "https://b/c", 0)]),
        ("#http://b", [("fragment", None, "http://b", "http://b", 0)]),
        ("#/route?u=ftp%3A//b", [("fragment", "u", "ftp%3A//b", "ftp://b", 1)]),
        ("#u=ftp://b", [("fragment", "u", "ftp://b", "ftp://b", 0)]),
        (
            "?u=http://b/?v=http%3A%2F%2Fc&w=http%3A%2F%2Fd",
            [
                ("query", "u", "http://b/?v=http%3A%2F%2Fc", "http://b/?v=http%3A%2F%2Fc", 0),
                ("query", "w", "http%3A%2F%2Fd", "http://d", 1),
            ],
        ),
    ],
)
def test_nested_urls(text: str, found: list[tuple[str, str | None, str, str, int]]) -> None:
    seen = [
        (each.place.component.value, each.place.name, each.place.text, each.url, each.layers)
        for each in nested_urls(Url.parse(text))
    ]
    assert seen == found


@given(TEXTS)
def test_places_slice_the_url(text: str) -> None:
    url = Url.parse(text)
    for place in (
        *places(url),
        *(each.place for each in nested_urls(url)),
        *(each.place for each in layered_places(url)),
    ):
        assert text[place.span.start : place.span.end] == place.text != ""
        assert place.component in (Component.PATH, Component.QUERY, Component.FRAGMENT)


@given(TEXTS)
def test_every_layer_is_one_decoding_of_the_last(text: str) -> None:
    for each in nested_urls(Url.parse(text)):
        assert len(each.texts) == each.layers + 1
        assert each.texts[0] == each.place.text
        assert each.url in each.texts[-1]
        for before, after in pairwise(each.texts):
            assert decode(before) == after


@given(st.sampled_from(["http://b/c?d=e", "https://x.example/"]), st.integers(0, MAX_LAYERS))
def test_a_nested_url_is_found_under_its_layers(nested: str, times: int) -> None:
    (found,) = nested_urls(Url.parse(f"http://a/?u={encoded(nested, times)}"))
    assert (found.url, found.layers) == (nested, times)


@given(TEXTS)
def test_layers_end(text: str) -> None:
    texts = encoding_layers(text)
    assert texts[0] == text
    assert len(texts) <= MAX_LAYERS + 1
    assert len(set(texts)) == len(texts)
    if len(texts) <= MAX_LAYERS:
        assert decode(texts[-1]) == texts[-1]


@pytest.mark.parametrize(
    ("text", "layers"),
    [
        ("/a%20b?c=%20#%20", []),
        ("/%2520", [("%2520", 2)]),
        ("/a/%252Fb?c=%25252F", [("%252Fb", 2), ("%25252F", 3)]),
        ("/100%25", []),
        ("/%25zz", []),
    ],
)
def test_layered_places(text: str, layers: list[tuple[str, int]]) -> None:
    assert [(each.place.text, each.layers) for each in layered_places(Url.parse(text))] == layers


SIZE = 1024


def long(n: int) -> list[str]:
    """Texts of about `n` characters that would be slow if any were."""
    return [
        "/" + "%25" * (n // 3),
        "/" + "%252525" * (n // 7),
        "?" + "&".join(["a=%2541"] * (n // 8)),
        "/" + "http:/" * (n // 6),
        "?u=" + "http:/" * (n // 6),
        "?u=//" + "a." * (n // 2),
        "?u=//" + "-" * n,
        "?u=" + "http" * (n // 4),
    ]


def nested_and_layered(text: str) -> None:
    nested_urls(Url.parse(text))
    layered_places(Url.parse(text))


@pytest.mark.parametrize("number", range(len(long(8))), ids=[ascii(text[:12]) for text in long(64)])
def test_long_texts_take_linear_time(number: int) -> None:
    assert growth(lambda size: nested_and_layered(long(size)[number]), SIZE) < LINEAR
