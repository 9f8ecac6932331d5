"""Groups by union-find: refuted pairs stay apart, whoever stands between them."""

from hypothesis import given
from hypothesis import strategies as st

from urlinspector.hosts.groups import groups

HOSTS = [f"h{n}" for n in range(8)]
PAIRS = st.lists(
    st.tuples(st.sampled_from(HOSTS), st.sampled_from(HOSTS)).filter(lambda p: p[0] != p[1]), max_size=12
)


def test_a_refuted_pair_is_not_merged_through_a_third():
    assert groups(["a", "b", "c"], [("a", "b"), ("b", "c")], [("a", "c")]) == [("a", "b")]


def test_pairs_with_unknown_hosts_are_left_out():
    assert groups(["a", "b"], [("a", "z"), ("a", "b")]) == [("a", "b")]


@given(PAIRS, PAIRS)
def test_refuted_pairs_are_apart_and_groups_are_disjoint(accepted, refuted):
    found = groups(HOSTS, accepted, refuted)
    members = [host for group in found for host in group]
    assert len(members) == len(set(members))
    for group in found:
        assert len(group) > 1
        assert not any({a, b} <= set(group) for a, b in refuted)


@given(PAIRS)
def test_without_refutations_every_accepted_pair_is_together(accepted):
    found = groups(HOSTS, accepted)
    for a, b in accepted:
        assert any({a, b} <= set(group) for group in found)
