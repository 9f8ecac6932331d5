"""`mine`: what it prints, what it writes, what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer
from tests.conftest import SHARED
from urlinspector.cli.lines import InputError
from urlinspector.cli.mine import _write_rules
from urlinspector.normalize.site_rules import DropParameters, Scope, SiteRule
from urlinspector.normalize.site_rules.toml import read_rules
from urlinspector.rules.mining import MiningResult, Proposal
from urlinspector.rules.mining.proposal import Reduction

Cli = Callable[..., Answer]
LOG = SHARED / "data" / "urls" / "apache_access.log"
ROWS = [("url", "hash"), *((f"http://shop.example.com/p/a{n}", f"{n}") for n in range(12))]
ROWS += [(f"http://me:secret@shop.example.com/p/a{n}?sid={n}x", f"{n}" if n else "odd") for n in range(12)]
ROWS += [(f"http://me:secret@shop.example.com/p/a{n}", f"{n}") for n in range(12)]
CSV = "\n".join(map(",".join, ROWS)).encode()


def test_json(cli: Cli) -> None:
    answer = cli("mine", "--json", stdin=CSV)
    found = json.loads(answer.text)
    assert answer.code == 0
    assert list(found) == ["sites", "proposals", "reduction", "kept", "label", "complete"]
    assert found["reduction"] == {"before": 36, "after": 24}
    assert found["sites"] == [
        {"site": "shop.example.com", "urls": 36, "labelled": 36, "masked": 0, "proposals": 1, "auto": 1}
    ]
    assert found["label"] == {"column": "hash", "kind": "content hash"}
    (proposal,) = found["proposals"]
    assert {"scope", "rule", "support", "agree", "disagree", "bound", "auto", "examples"} <= set(proposal)
    assert (proposal["scope"], proposal["rule"], proposal["pattern"]) == (
        "shop.example.com",
        "drop sid",
        "sid=.*",
    )
    assert (proposal["support"], proposal["agree"], proposal["disagree"], proposal["auto"]) == (
        12,
        11,
        1,
        True,
    )
    assert [each["same"] for each in proposal["examples"]] == [True, True, True, False]


def test_credentials_are_masked_unless_they_are_asked_for(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "rules.toml"
    assert "secret" not in cli("mine", "--json", "-o", str(out), stdin=CSV).text + out.read_text()
    assert "secret" not in cli("mine", stdin=CSV).text
    assert "secret" in cli("mine", "--show-credentials", stdin=CSV).text


def test_a_summary_with_examples(cli: Cli) -> None:
    lines = cli("mine", stdin=CSV).lines
    assert lines[0] == "1 site, 1 proposal, 1 of them safe; labels: content hash, column “hash”"
    assert lines[1] == "36 URLs, 24 with the safe rules, 33.3% fewer"
    assert "drop sid  on shop.example.com  (12 groups, 11 agree, 1 disagree, bound 0.65; safe)" in lines[4]


def test_the_safe_rules_are_written_and_can_be_read(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "rules.toml"
    answer = cli("mine", "-o", str(out), stdin=CSV)
    assert answer.err.endswith("1 rule written\n")
    (rule,) = read_rules(out.read_text("utf-8"))
    assert (rule.in_words, str(rule.scope), rule.source) == ("drop sid", "shop.example.com", "learnt")
    assert rule.evidence is not None
    assert (rule.evidence.support, rule.evidence.labels) == (12, "content hash")


def test_all_proposals_are_written_with_the_doubtful_ones_off(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "rules.toml"
    rows = [f"http://h.example/a{n}" for n in range(9)] + [
        f"http://h.example/a{n}?thing=w{n}" for n in range(9)
    ]
    assert cli("mine", "-o", str(out), stdin="\n".join(rows).encode()).err.endswith("0 rules written\n")
    remark = out.read_text("utf-8")
    assert remark.startswith("# No rule")
    assert "1 doubtful" in remark
    assert read_rules(remark) == ()
    assert cli("mine", "--all", "-o", str(out), stdin="\n".join(rows).encode()).code == 0
    assert [(each.in_words, each.enabled) for each in read_rules(out.read_text("utf-8"))] == [
        ("drop thing", False)
    ]


@pytest.mark.parametrize(("arguments", "message"), [
    (("--label", "digest"), "no column “digest”; it has hash"), (("--all",), "--all needs -o"),
    (("--min-support", "1"), "1 is not in the range"), (("-p", "nothing"), "nothing"),
    (("-o", "/nowhere/at/all.toml"), "there is no such file or folder"),
    (("/nowhere.csv",), "there is no such file or folder"),
])  # fmt: skip
def test_what_is_wrong_is_told(cli: Cli, arguments: tuple[str, ...], message: str) -> None:
    answer = cli("mine", *arguments, stdin=CSV)
    assert answer.code == 2
    assert message in answer.err


@pytest.mark.skipif(not LOG.exists(), reason=f"{LOG} is absent")
def test_a_real_log_with_body_sizes(cli: Cli) -> None:
    found = json.loads(cli("mine", str(LOG), "--host", "semicomplete.com", "--json").text)
    safe = {each["rule"] for each in found["proposals"] if each["auto"]}
    assert safe == {
        "drop commentlimit", "drop utm_campaign, utm_medium, utm_source", "drop page where it is 1",
    }  # fmt: skip
    assert found["label"] == {"column": "size", "kind": "body size"}
    assert [each["name"] for each in found["kept"]] == ["page"]


def test_help_has_examples(cli: Cli) -> None:
    answer = cli("mine", "--help")
    assert "urlinspector mine --host example.org access.log" in answer.text


def test_rules_that_no_file_can_hold_are_told_of(tmp_path: Path) -> None:
    rule = SiteRule(Scope.parse("a.example"), DropParameters(("a\udcff",)))
    proposal = Proposal("a.example", rule, 5, 5, 0, 0.9, True, "digest", 5, kind="parameter")
    path = tmp_path / "rules.toml"
    with pytest.raises(InputError, match="not UTF-8"):
        _write_rules(MiningResult((), (proposal,), Reduction(2, 1)), path, False)
    assert not path.exists()
