"""Places: a host with a path, a URL and an LRU give the same stems."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.url.components import Url
from urlinspector.url.lru import DIALECTS, lru_of, write
from urlinspector.url.place import host_of, is_lru, is_suffix, lru, place_of, words_of


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("example.com", ("h:com", "h:example")),
        ("WWW.Example.com./a/", ("h:com", "h:example", "p:a")),
        ("https://u:p@example.com:8080/a//b/?q=1#f", ("h:com", "h:example", "p:a", "p:", "p:b")),
        ("s:http|t:80|h:com|h:example|p:a", ("h:com", "h:example", "p:a")),
        ("s:http|h:co.uk|h:example|h:www|p:a|p:|", ("h:uk", "h:co", "h:example", "p:a")),
        ("s:https|h:192.0.2.1|p:a|q:x=1|f:y", ("h:192.0.2.1", "p:a")),
        ("h:www.example.com|p:a|b", ("h:com", "h:example", "p:a|b")),
        ("[2001:db8::1]/a", ("h:[2001:db8::1]", "p:a")),
        ("www.co.uk", ("h:uk", "h:co", "h:www")),
        ("www.intranet", ("h:intranet", "h:www")),
        ("s:http|h:intranet|h:www|", ("h:intranet", "h:www")),
        ("/a", ()),
        ("", ()),
        ("s:http|p:a", ()),
    ],
)
def test_the_stems_of_a_place(text: str, stems: tuple[str, ...]) -> None:
    assert place_of(text) == stems


LABEL = st.just("www") | st.text("abcwz", min_size=1, max_size=3)


SEGMENT = st.text("abc~%", min_size=1, max_size=4)


@given(st.lists(LABEL, min_size=2, max_size=4), st.lists(SEGMENT, max_size=4))
def test_a_url_its_words_and_its_lrus_are_one_place(labels: list[str], segments: list[str]) -> None:
    url = f"http://{'.'.join(labels)}/{'/'.join(segments)}"
    stems = place_of(url)
    assert place_of(words_of(stems)) == stems
    for dialect in DIALECTS.values():
        text = write(lru_of(Url.parse(url), dialect=dialect), dialect)
        assert is_lru(text)
        assert place_of(text) == stems
    assert lru(stems).specificity().stems == len(stems)


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_has_stems_or_none(text: str) -> None:
    stems = place_of(text)
    assert all(each[:2] in ("h:", "p:") for each in stems)
    assert not stems or stems[0].startswith("h:")
    assert not is_suffix(stems) or host_of(stems)
