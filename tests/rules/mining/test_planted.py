"""What is found on lists whose truth is known. The whole figures are in tests/bench/bench_mine.py."""

import pytest

from tests.rules.mining.planted import NAMES, planted
from tests.rules.mining.truth import clustering_of, judged
from urlinspector.rules.mining import mine
from urlinspector.rules.mining.miner import with_rules


@pytest.mark.parametrize(("seed", "names", "domain"), [(1, "plain", ""), (5, "made-up", "example.com")])
def test_with_labels_families_are_found_and_decoys_are_not(seed: int, names: str, domain: str) -> None:
    made = planted(16_000, 8, seed, NAMES[names], domain)
    clustering = clustering_of(made, labelled=True)
    result = mine(clustering)
    # What the step itself makes of the list is what was foretold, and what the few lines of `truth` make.
    assert with_rules(clustering, result.automatic).merged_count == result.reduction.after
    found = judged(made, result)
    assert found.pairs.forms == result.reduction.after
    assert found.pairs.precision >= 0.999
    assert found.pairs.recall > 0.9
    assert found.families > 0.9 * found.all_families
    assert found.decoys_dropped == ()
    assert found.invalid == ()


@pytest.mark.parametrize(("seed", "names"), [(1, "plain"), (5, "made-up")])
def test_without_labels_what_is_safe_is_right_and_most_proposals_are(seed: int, names: str) -> None:
    made = planted(16_000, 8, seed, NAMES[names])
    found = judged(made, mine(clustering_of(made, labelled=False)))
    assert found.pairs.precision >= 0.999
    assert found.pairs.recall > 0.25
    assert found.decoys_dropped == ()
    assert found.top_ten > 0.65


def test_the_generator_gives_the_same_list_every_time() -> None:
    one, other = planted(500, 3, 2), planted(500, 3, 2)
    assert one == other
    assert one.rows != planted(500, 3, 3).rows
    assert len({row.page for row in one.rows}) < len({row.url for row in one.rows}) <= len(one.rows)
