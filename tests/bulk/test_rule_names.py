"""Lists tell which rules of sites changed a text, as the text by itself is told, in every export."""

import json
from pathlib import Path

import polars as pl
import pytest

from urlinspector.bulk import codec
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.export import ExportOptions, export
from urlinspector.bulk.rule_names import rows_by_rule, rules_of_clusters, rules_of_texts
from urlinspector.bulk.table import UrlTable
from urlinspector.bulk.task import Cancelled, CancelToken, Task
from urlinspector.normalize.library import builtin
from urlinspector.normalize.needed import rules_acting
from urlinspector.normalize.site_rules.toml import read_rules

RULES = """
[[rule]]
name = "no sid, ever"
scope = "h.example"
drop = ["sid"]

[[rule]]
name = "no www"
scope = "www.h.example"
host = "h.example"

[[rule]]
name = "off"
scope = "*"
strip-suffix = "/"
enabled = false
"""
TEXTS = [
    "http://h.example/a?sid=1", "HTTP://www.h.example/a?sid=2", "http://h.example/a", "http://h.example/\udce9?sid",
    "http://other.example/?sid=1", "no url", "http://www.h.example/b",
]  # fmt: skip


def clustering() -> Clustering:
    profile = builtin("safe").with_rules(read_rules(RULES))
    return Clustering.make(Engine(UrlTable.of(TEXTS)), profile)


def test_a_list_tells_the_rules_that_each_text_by_itself_is_told() -> None:
    found = clustering()
    told = rules_of_texts(found).to_list()
    assert told == ["; ".join(rules_acting(found.profile, [text])) for text in TEXTS]
    assert told[1] == "no sid, ever; no www"
    assert rows_by_rule(found) == {"no sid, ever": 3, "no www": 2}
    assert rules_of_clusters(found, rules_of_texts(found)).to_list()[0] == "no sid, ever; no www"


def test_exports_name_the_rules(tmp_path: Path) -> None:
    found = clustering()
    for what in ("members", "clusters"):
        export(found, tmp_path / "x.jsonl", ExportOptions(what))
        lines = (tmp_path / "x.jsonl").read_text("utf-8", "surrogateescape").splitlines()
        rows = [json.loads(line) for line in lines]
        assert rows[0]["rules"] == (["no sid, ever"] if what == "members" else ["no sid, ever", "no www"])
        assert rows[-1]["rules"] == ["no www"]
        export(found, tmp_path / "x.csv", ExportOptions(what))
        assert "no sid, ever; no www" in (tmp_path / "x.csv").read_text("utf-8", "surrogateescape")
    export(found, tmp_path / "x.html", ExportOptions())
    assert "site-rules (no sid, ever, no www)" in (tmp_path / "x.html").read_text("utf-8", "surrogateescape")


def test_without_rules_there_is_no_such_column(tmp_path: Path) -> None:
    found = Clustering.make(Engine(UrlTable.of(TEXTS)), builtin("safe"))
    export(found, tmp_path / "x.parquet", ExportOptions("members"))
    assert "rules" not in pl.read_parquet(tmp_path / "x.parquet").columns


def test_telling_them_can_be_cancelled() -> None:
    token = CancelToken()
    token.cancel()
    found = clustering()
    with pytest.raises(Cancelled):
        rules_of_texts(found, Task(token))
    assert codec.decode(found.table.texts[3]) == TEXTS[3]
