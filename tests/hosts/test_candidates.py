"""The names that the heuristic tries (definitions §10, seed 1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.hosts.candidates import can_be_asked, candidates, name_of, registrable_domain


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("mgal.com", ["www.mgal.com"]),
        ("Mgal.COM.", ["www.mgal.com"]),
        ("attache.armigeron.com", ["www.armigeron.com"]),
        ("sunrise.cse.fau.edu", ["www.cse.fau.edu", "www.fau.edu"]),
        (
            "snafu.lab34.r-n-d.bigcompany.com",
            ["www.lab34.r-n-d.bigcompany.com", "www.r-n-d.bigcompany.com", "www.bigcompany.com"],
        ),
        ("www.mgal.com", []),
        ("a.b.example.co.uk", ["www.b.example.co.uk", "www.example.co.uk"]),
        ("me.github.io", ["www.me.github.io"]),
        ("co.uk", []),
        ("192.0.2.1", []),
        ("[2001:db8::1]", []),
        ("", []),
    ],
)
def test_candidates(host, expected):
    assert list(candidates(host)) == expected


def test_the_full_name_is_tried_first_when_asked_for():
    assert candidates("a.example.com", try_full_name=True) == ("www.a.example.com", "www.example.com")


@given(
    st.lists(st.sampled_from("a www b-c x1 m".split()), max_size=5), st.sampled_from(["com", "co.uk", "io"])
)
def test_no_candidate_is_above_the_registrable_domain(labels, suffix):
    host = ".".join([*labels, suffix])
    domain = registrable_domain(host)
    for name in candidates(host):
        assert name.startswith("www.")
        assert domain is not None
        assert name == f"www.{domain}" or name.endswith(f".{domain}")


@pytest.mark.parametrize(
    ("host", "yes"),
    [
        ("example.com", True),
        ("_dmarc.example.com", True),
        ("bücher.example", True),
        ("192.0.2.1", False),
        ("localhost", False),
        ("a.LOCALHOST.", False),
        ("localhost.example", True),
        ("0x7f.1", False),
        ("[::1]", False),
        ("", False),
        ("a b", False),
        ("a..b", False),
        ("a" * 64 + ".com", False),
        (".".join(["a" * 60] * 5), False),
        ("\udc80.com", False),
    ],
)
def test_what_can_be_asked(host, yes):
    assert can_be_asked(host) is yes


def test_spellings_of_one_name():
    assert {name_of(each) for each in ("BÜCHER.example.", "xn--bcher-kva.Example")} == {
        "xn--bcher-kva.example"
    }
