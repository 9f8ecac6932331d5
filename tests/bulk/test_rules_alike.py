"""Rules of sites in bulk and one by one, with all actions, scopes and conditions: equal forms and rules."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.normalize.test_rules import RULES, URLS
from urlinspector.bulk import codec
from urlinspector.bulk.clustering import Clustering
from urlinspector.bulk.codes import positions
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.rule_names import BETWEEN, rules_of_texts
from urlinspector.bulk.table import UrlTable
from urlinspector.normalize.library import builtin
from urlinspector.normalize.needed import rules_acting
from urlinspector.normalize.site_rules import SiteRule


@settings(max_examples=40)
@given(RULES, st.lists(URLS, min_size=1, max_size=12) | st.lists(URLS, min_size=15, max_size=30))
def test_a_list_comes_out_as_each_of_its_urls_by_itself(rules: list[SiteRule], texts: list[str]) -> None:
    profile = builtin("safe").with_rules(rules)
    found = Clustering.make(Engine(UrlTable.of(texts)), profile)
    given_texts = [codec.decode(text) for text in found.table.texts.to_list()]
    forms = found.canonical_texts(positions(len(given_texts))).to_list()
    told = rules_of_texts(found).to_list()
    for at, text in enumerate(given_texts):
        outcome = profile.outcome(text)
        if outcome.refused is None and outcome.canonical is not None:
            assert codec.decode(forms[at]) == outcome.canonical
            assert codec.decode(told[at]) == BETWEEN.join(rules_acting(profile, [text]))
