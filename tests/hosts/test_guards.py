"""Private addresses, provider networks, generic reverse names, probes."""

import ipaddress

import pytest

from urlinspector.hosts.answers import Answer, Answers, Outcome, Record
from urlinspector.hosts.guards import (
    is_generic,
    is_one_customers,
    is_private,
    lie_probe,
    lies,
    networks,
    provider_of,
    wildcard_pool,
    wildcard_probes,
)


@pytest.mark.parametrize(
    "address",
    [
        "10.0.0.1", "172.16.3.4", "192.168.1.1", "127.0.0.1", "127.8.8.8", "169.254.1.1", "100.64.0.1",
        "0.0.0.0", "0.1.2.3", "::1", "::", "fe80::1", "fd00::1", "::ffff:10.0.0.1", "224.0.0.1",
    ],
)  # fmt: skip
def test_private(address):
    assert is_private(address)


@pytest.mark.parametrize("address", ["206.217.30.1", "8.8.8.8", "192.0.2.1", "2001:db8::1", "2606:4700::1"])
def test_public(address):
    assert not is_private(address)


def test_provider_networks():
    assert provider_of("104.16.1.2") == "Cloudflare"
    assert provider_of("2606:4700::6810:1") == "Cloudflare"
    assert provider_of("151.101.1.1") == "Fastly"
    assert provider_of("206.217.30.1") is None


def test_the_table_has_no_private_range_and_names_sources():
    for each in networks().ranges:
        assert not is_private(str(each.range[0]))
        assert each.range.num_addresses >= (256 if isinstance(each.range, ipaddress.IPv4Network) else 2**64)


def test_targets_of_one_customer_and_of_many():
    assert is_one_customers("d111111abcdef8.cloudfront.net") is True
    assert is_one_customers("ghs.googlehosted.com") is False
    assert is_one_customers("notcloudfront.net") is None


@pytest.mark.parametrize(
    ("name", "address", "generic"),
    [
        ("www.mgal.com", "206.217.30.1", False),
        ("mail2.example.com", "206.217.30.2", False),
        ("host-199-5-10-7.dsl.bigcompany.com", "199.5.10.7", True),
        ("7.10.5.199.example.net", "199.5.10.7", True),
        ("p199005010007.example.net", "199.5.10.7", True),
        ("dyn123.provider.example", "199.5.10.7", True),
        ("ec2-1-2-3-4.compute-1.amazonaws.com", "1.2.3.4", True),
        ("pool-9.example.net", "203.0.113.9", True),
        ("20010db8000000000000000000000041.v6.example", "2001:db8::41", True),
        ("www.example.com", "2001:db8::41", False),
    ],
)
def test_generic_names(name, address, generic):
    assert is_generic(name, address) is generic


def test_probes_are_of_the_run_and_three():
    assert len(set(wildcard_probes("example.com", "x"))) == 3
    assert wildcard_probes("example.com", "x") == wildcard_probes("example.com", "x")
    assert not set(wildcard_probes("example.com", "x")) & set(wildcard_probes("example.com", "y"))


def test_lies():
    answers = Answers(nonce="x")
    probe = lie_probe("x")
    assert lies(answers) is None
    answers.add(Answer(probe, Outcome.NO_SUCH_NAME))
    assert lies(answers) is False
    answers.add(Answer(probe, Outcome.ANSWERED, (Record(probe.name, "A", 60, "203.0.113.1"),)))
    assert lies(answers) is True


def test_a_pool_needs_all_its_probes():
    answers = Answers(nonce="x")
    probes = wildcard_probes("example.com", "x")
    for probe in probes[:2]:
        answers.add(Answer(probe, Outcome.ANSWERED, (Record(probe.name, "A", 60, "203.0.113.1"),)))
    assert wildcard_pool("example.com", answers) == (frozenset({"203.0.113.1"}), probes[2:])
