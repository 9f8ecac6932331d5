"""The vectorised split gives what `Url.parse` gives, on every kind of text."""

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from tests.bulk.texts import ANY_TEXT, ORDINARY, URL_LIKE
from urlinspector.bulk import codec
from urlinspector.bulk.split import split
from urlinspector.url.components import Url

TEXTS = st.lists(ANY_TEXT | URL_LIKE | ORDINARY, unique=True, max_size=30)


@given(TEXTS)
def test_the_split_is_the_parser(texts: list[str]) -> None:
    parts = split(pl.Series([codec.encode(text) for text in texts], dtype=pl.String))
    columns = [part.values.gather(part.codes).to_list() for part in parts]
    for text, *values in zip(texts, *columns, strict=True):
        assert tuple(value and codec.decode(value) for value in values) == tuple(Url.parse(text))


@given(TEXTS)
def test_equal_values_have_one_code(texts: list[str]) -> None:
    for part in split(pl.Series([codec.encode(text) for text in texts], dtype=pl.String)):
        assert part.values.n_unique() == part.values.len()


@given(ANY_TEXT | URL_LIKE)
def test_the_codec_is_reversible(text: str) -> None:
    coded = codec.encode(text)
    coded.encode("utf-8")
    assert codec.decode(coded) == text


def test_the_codec_escapes_where_only_unicode_is_held() -> None:
    assert codec.visible(codec.encode("a\udc80\ud800\U0010fffe")) == "a\\x80\\uD800\U0010fffe"
    assert codec.raw_bytes(codec.encode("é\udce9")) == b"\xc3\xa9\xe9"
