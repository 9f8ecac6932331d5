"""Rows of the Compare page's tables."""

from dataclasses import replace

import pytest

from urlinspector.compare.lru_relation import lru_relation
from urlinspector.compare.profiles import who_would_merge
from urlinspector.compare.verdict import compare
from urlinspector.gui.models.compare_rows import profile_table, stem_table
from urlinspector.gui.state.compare_text import ticket
from urlinspector.normalize.library import builtin
from urlinspector.url.components import Url


@pytest.mark.parametrize("userinfo", ["user:secret", "secret"])
def test_stems_hide_what_is_secret(userinfo: str) -> None:
    relation = lru_relation(Url.parse(f"http://{userinfo}@a.com/x"), Url.parse("http://u@a.com/y"))
    assert "secret" not in repr(stem_table(relation, marks=False))


@pytest.mark.parametrize("output", ["url", "schemeless", "lru:wiki", "surt"])
@pytest.mark.parametrize("other", ["https://user:secret@a.com/", "http://user:secret@b.com/"])
def test_forms_and_tickets_hide_what_is_secret_in_keys_too(output: str, other: str) -> None:
    profile = replace(builtin("safe"), output=output)
    rows = who_would_merge("http://user:secret@a.com/", other, [profile])
    form = profile_table(rows, "", masks=True)[0][2].url
    assert form is not None
    hidden = form.mask if output == "url" else None
    assert "secret" not in (form.text if hidden is None else form.text.replace(form.text[slice(*hidden)], ""))
    assert "secret" not in ticket(compare("http://user:secret@a.com/", other, profile), (), markdown=True)
