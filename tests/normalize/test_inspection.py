"""The inspection of a URL as data: for every text, and as JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.normalize.inspection import inspection
from urlinspector.normalize.library import builtin

any_text = st.text(st.characters(exclude_categories=()))
piece = st.sampled_from(
    ["http:", "//", "/", "?", "#", "@", ":", "[", "]", "&", "=", "%", ".", "a", "\udcff", " "]
)
url_like = st.lists(piece | any_text, max_size=8).map("".join)


@given(
    any_text | url_like, st.none() | any_text | st.just("http://a/b?c"), st.sampled_from(["safe", "browser"])
)
def test_every_text_has_one(text, base, profile):
    data = inspection(text, builtin(profile), base)
    assert json.loads(json.dumps(data)) == data
    assert data["text"] == text
    for name, span in data["spans"].items():
        assert data["components"][name] == (None if span is None else text[slice(*span)])
    assert ("error" in data) == (data["canonical"] is None)
    assert ("resolved" in data) == (base is not None)
    if data["trace"] and data["canonical"] is not None:
        # TEXT steps stand before resolution, which is no step; the resolved URL follows them.
        last = data["trace"][-1]
        before = base is not None and last["component"] == "text"
        assert (data["resolved"] if before else last["after"]) == data["canonical"]
    for each in (*data["violations"], *data["warnings"]):
        assert 0 <= each["span"][0] <= each["span"][1] <= len(text)


@pytest.mark.parametrize("profile", ["safe", "seo"])
def test_recorded_inputs(shared, profile):
    rows = [
        json.loads(line) for line in shared("data/peers/oracle.jsonl").read_text("utf-8").split("\n") if line
    ]
    for row in rows:
        if row["set"] == "adversarial":
            data = inspection(row["input"], builtin(profile))
            assert data["canonical"] == builtin(profile).outcome(row["input"]).canonical
