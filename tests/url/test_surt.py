"""SURT in the forms of Heritrix and of Wayback indexes (definitions §4)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.url.components import Url
from urlinspector.url.surt import FORMS, HERITRIX, WAYBACK, surt


@pytest.mark.parametrize(
    ("url", "heritrix", "wayback"),
    [
        ("http://example.com/a", "http://(com,example,)/a", "com,example)/a"),
        ("http://1.2.3.4/", "http://(1.2.3.4)/", "1.2.3.4)/"),
        ("http://[2001:db8::1]/", "http://([2001:db8::1])/", "[2001:db8::1])/"),
        ("http://u:p@example.com:8080/a", "http://(com,example,:8080@u:p)/a", "com,example:8080)/a"),
        (
            "http://jiminy.medialab.sciences-po.fr/hci/index.php?title=Reverse_URLs#bottom",
            "http://(fr,sciences-po,medialab,jiminy,)/hci/index.php?title=Reverse_URLs#bottom",
            "fr,sciences-po,medialab,jiminy)/hci/index.php?title=Reverse_URLs",
        ),
        ("https://[::1]:8443/a?b#c", "https://([::1]:8443)/a?b#c", "[::1]:8443)/a?b"),
        ("ftp://u@1.2.3.4:21/a", "ftp://(1.2.3.4:21@u)/a", "1.2.3.4:21)/a"),
        ("http://0x7f.1/", "http://(0x7f.1)/", "0x7f.1)/"),
        ("HTTP://WWW.Example.COM", "HTTP://(COM,Example,WWW,)", "COM,Example,WWW)"),
        ("http://example.com.", "http://(,com,example,)", ",com,example)"),
        ("http://localhost:?", "http://(localhost,:)?", "localhost:)?"),
        ("//example.com/a", "//(com,example,)/a", "com,example)/a"),
        ("mailto:a@example.com#b", "mailto:a@example.com#b", "mailto:a@example.com"),
        ("file:///etc/hosts#a", "file:///etc/hosts#a", "file:///etc/hosts"),
        ("/a/b?c", "/a/b?c", "/a/b?c"),
        ("", "", ""),
    ],
)
def test_forms(url, heritrix, wayback):
    assert surt(Url.parse(url)) == heritrix
    assert surt(Url.parse(url), WAYBACK) == wayback


def test_forms_by_name():
    assert FORMS == {"heritrix": HERITRIX, "wayback": WAYBACK}


@pytest.mark.parametrize(
    ("url", "key"), [("http://1.2.3.4/a", "4,3,2,1)/a"), ("http://[::ffff:1.2.3.4]/", "4,3,2,::ffff:1)/")]
)
def test_addresses_turned_round(url, key):
    form = replace(WAYBACK, reversed_ip=True)
    assert surt(Url.parse(url), form) == key


host = st.lists(st.text("ab1-", min_size=1, max_size=3), min_size=1, max_size=4).map(".".join)


@given(host, st.sampled_from(["", "/", "/a?b"]))
def test_a_subdomain_begins_with_its_domain(name, rest):
    above, below = Url.parse(f"http://x{name}/"), Url.parse(f"http://sub.x{name}{rest}")
    assert surt(below).startswith(surt(above).removesuffix(")/"))


@given(st.text(st.characters(exclude_categories=())))
def test_every_text_has_one(text):
    url = Url.parse(text)
    assert surt(url, HERITRIX).endswith(url.fragment or "")
    assert len(surt(url, HERITRIX)) >= len(text)
