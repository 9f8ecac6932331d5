"""What is found on lists whose truth is known. The whole figures are in tests/bench/bench_mine.py."""

import pytest

from tests.rules.mining.planted import NAMES, Planted, planted
from tests.rules.mining.truth import clustering_of, judged
from urlinspector.rules.mining import evidence, mine, parameters
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


def competing(made: Planted) -> set[tuple[int, str]]:
    """Hosts and decoys that stand between two pages which differ in nothing else."""
    names = {(each.host, each.name) for each in made.decoys}
    pages = {row.page for row in made.rows}
    found = set()
    for row in made.rows:
        start, _, query = row.page.partition("?")
        fields = query.split("&") if query else []
        for field in fields:
            name = field.partition("=")[0]
            other = "&".join(each for each in fields if each != field)
            if (row.host, name) in names and f"{start}?{other}" in pages:
                found.add((row.host, name))
    return found


def test_decoys_compete_with_pages_that_have_none() -> None:
    made = planted(16_000, 8, 1)
    assert len(made.decoys) > 10
    assert competing(made) == {(each.host, each.name) for each in made.decoys}


def test_a_miner_that_believes_everything_drops_decoys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence.Judge, "enough", lambda *_, **__: True)
    monkeypatch.setattr(evidence.Judge, "matters", lambda *_: False)
    made = planted(6_000, 3, 1)
    found = judged(made, mine(clustering_of(made, labelled=True)))
    assert found.decoys_dropped
    assert found.pairs.precision < 0.9


def test_without_labels_few_values_and_numbers_are_what_keeps_decoys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parameters, "FEW", 0)
    monkeypatch.setattr(parameters, "_NUMBERS", 2)
    monkeypatch.setattr(parameters, "is_known", lambda _: True)
    made = planted(6_000, 3, 1)
    assert judged(made, mine(clustering_of(made, labelled=False))).decoys_dropped
