"""Files: recorded answers, the cache, the aliases."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from urlinspector.hosts.alias_map import (
    AliasError,
    AliasMap,
    load_alias_map,
    make_alias_map,
    save_alias_map,
    with_aliases,
)
from urlinspector.hosts.answers import Answer, Answers, Outcome, Question, Record, answer_data, answer_from
from urlinspector.hosts.cache import Cache
from urlinspector.hosts.record import RecordError, load_answers, read_object, save_answers
from urlinspector.hosts.report import make_report, report_data
from urlinspector.normalize.library import builtin

TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
RECORDS = st.builds(Record, TEXT, st.sampled_from(["A", "CNAME", "SOA"]), st.integers(0, 1 << 31), TEXT)
ANSWERS = st.builds(
    Answer,
    st.builds(Question, TEXT, st.sampled_from(["A", "PTR"]), st.integers(1, 2)),
    st.sampled_from(list(Outcome)),
    st.lists(RECORDS, max_size=3).map(tuple),
    st.none() | RECORDS,
    TEXT,
    st.floats(0, 1e10),
    st.integers(0, 1 << 31),
    TEXT,
)


@given(ANSWERS)
def test_an_answer_comes_back_from_json(answer):
    assert answer_from(json.loads(json.dumps(answer_data(answer)))) == answer


def test_a_replay_says_what_the_run_said(lookup, tmp_path: Path):
    hosts = ["mgal.com", "alias.example", "shop.wild.example", "nothing.odd.example"]
    report = lookup(*hosts, accept="likely")
    file = tmp_path / "answers.json"
    save_answers(file, report.findings.answers, hosts, "127.0.0.1:1")
    found = load_answers(file)
    assert found.hosts == tuple(hosts)
    again = make_report(found.hosts, found.answers, accept="likely")
    assert report_data(again, "") == report_data(report, "")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "urlinspector-answers", "version": 2}', "\x00"])
def test_no_recording(tmp_path: Path, text):
    file = tmp_path / "answers.json"
    file.write_text(text)
    with pytest.raises(RecordError):
        load_answers(file)


def answer(name: str, ttl: int, outcome: Outcome = Outcome.ANSWERED, age: float = 0, turn: int = 1) -> Answer:
    return Answer(Question(name, "A", turn), outcome, at=time.time() - age, ttl=ttl)


def test_what_the_cache_keeps(tmp_path: Path):
    cache = Cache(tmp_path / "cache.json")
    kept = [answer("a", 60), answer("b", 60, Outcome.NO_SUCH_NAME)]
    others = [
        answer("c", 60, age=61),
        answer("d", 0),
        answer("e", 60, Outcome.SERVER_FAILURE),
        answer("f", 60, turn=2),
    ]
    cache.add("r", [*kept, *others])
    cache.save()
    for each in (cache, Cache(tmp_path / "cache.json")):
        assert [each.get("r", one.question) for one in kept] == kept
        assert [each.get("r", one.question) for one in others] == [None] * 4
        assert each.get("another resolver", kept[0].question) is None
    cache.clear()
    assert not (tmp_path / "cache.json").exists()


def test_a_broken_cache_is_an_empty_one(tmp_path: Path):
    file = tmp_path / "cache.json"
    for text in ("", "{}", '{"format": "urlinspector-cache", "version": 1, "answers": [{}]}'):
        file.write_text(text)
        assert len(Cache(file)) == 0


def test_aliases_come_back_with_their_evidence(lookup, tmp_path: Path):
    report = lookup("mgal.com", "attache.armigeron.com", accept="likely")
    made = make_alias_map(report, resolver="r", rule="addresses-match", accept="likely", made="1997-01-16")
    save_alias_map(tmp_path / "a.json", made)
    found = load_alias_map(tmp_path / "a.json")
    assert found == made
    assert found.aliases == {"mgal.com": "www.mgal.com", "attache.armigeron.com": "www.armigeron.com"}
    assert found.data["made"] == "1997-01-16"
    assert found.data["groups"][0]["pairs"][0]["verdict"] == "likely"
    assert "206.217.30.1" in found.reason("mgal.com")
    assert found.reason("www.mgal.com") == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"aliases": {}}',
        '{"format": "urlinspector-aliases", "version": 9, "aliases": {}}',
        '{"format": "urlinspector-aliases", "version": 1, "aliases": {"a": 1}}',
        '{"format": "urlinspector-aliases", "version": 1}',
    ],
)
def test_no_aliases(tmp_path: Path, text):
    file = tmp_path / "a.json"
    file.write_text(text)
    with pytest.raises(AliasError):
        load_alias_map(file)


def test_aliases_join_those_that_the_profile_has():
    profile = builtin("robots-1997").enabled("host-alias", {"aliases": ["a.test=b.test"]})
    both = with_aliases(profile, AliasMap({"b.test": "c.test"}, {}))
    assert both.outcome("http://a.test/").canonical == "http://c.test/"
    assert with_aliases(profile, AliasMap({}, {})) is profile


def test_answers_forget_failures_only():
    answers = Answers(answer(outcome.value, 1, outcome) for outcome in Outcome)
    assert answers.drop_unknown() == 3
    assert {each.outcome for each in answers} == {Outcome.ANSWERED, Outcome.NO_SUCH_NAME, Outcome.NO_DATA}


def test_aliases_of_hosts_that_are_not_decided_here_stay():
    made = AliasMap({"b.example": "www.b.example"}, {})
    before = {
        "aliases": [
            "a.example=www.a.example",
            "B.example=other.example",
            "www.b.example=x.example",
            "c.example=www.c.example",
        ],
        "evidence": ["a.example=seen", "b.example=old", "c.example=gone"],
    }
    values = made.step_values(before, decided=["c.example"])
    assert values["aliases"] == ["a.example=www.a.example", "b.example=www.b.example"]
    assert values["evidence"] == ["a.example=seen"]
    assert made.step_values()["aliases"] == ["b.example=www.b.example"]


@given(
    st.dictionaries(
        st.text(max_size=4) | st.just("answers"),
        st.recursive(
            st.none() | st.integers() | st.text(), lambda each: st.lists(each, max_size=4), max_leaves=5
        ),
        max_size=4,
    ),
    st.sampled_from([None, 1]),
)
@settings(max_examples=60)
def test_an_object_is_read_in_pieces_as_it_is_at_once(data: dict[str, object], indent: int | None):
    text = json.dumps(data, indent=indent)
    assert read_object(text, "answers") == data


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{", '{"answers"', '{"answers":', '{"answers": [', '{"answers": [1', '{"answers": [1,]}'),
        *('{"answers": [1 2]}', '{"answers": [1]', '{"answers": [],}', "{} {}", "{,}", '{"a" 1}', "{1: 1}"),
    ],
)
def test_what_is_no_object_is_none_in_pieces_either(text: str):
    with pytest.raises(ValueError, match=r"one has to be|more after|Expecting"):
        read_object(text, "answers")
