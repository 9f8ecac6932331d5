"""The tables of tracking and session parameters: complete, dated, and harmless to other names."""

from datetime import date

import pytest

from tests.normalize.steps.values import apply, lets_through, step
from urlinspector.normalize.tables import Entry, session_parameters, tracking_parameters

TABLES = (tracking_parameters(), session_parameters())
TRACKING, SESSION = step("remove-tracking-parameters"), step("remove-session-parameters")
ENTRIES = [entry for table in TABLES for entry in table]
TOKEN = "b7f7413e517ae6378afb2c198939b314"
IN_GENERAL_USE = """
    a author c campaign cat category cid client code content dir doc e email f feed file filter format
    from g go hl id image item key keyword kw l lang language limit list m medium mode n name next
    number offset order p page pid product q query r ref referer referrer reference s search section
    session show site size sort source src start step t tab tag term text theme tid time title token
    topic type u uid url user utm v value version view w x y year z
    """.split()


def removes(entry: Entry, field: str) -> bool:
    bound = TRACKING if entry in TABLES[0] else SESSION
    gone = apply(bound, field) is None
    assert lets_through(bound, field) or not gone
    return gone


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_every_entry_is_complete_and_at_work(entry: Entry):
    assert entry.name.isascii()
    assert entry.name.strip() == entry.name
    assert entry.platform
    assert entry.source
    assert date.fromisoformat(entry.date) <= date.today()
    assert len(entry.name) >= 3 or entry.token_only
    ending = "anything" if entry.is_prefix else ""
    assert removes(entry, f"{entry.name}{ending}={TOKEN}")
    assert removes(entry, f"{entry.name.swapcase()}{ending}={TOKEN}")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_no_entry_takes_a_longer_or_a_shorter_name(entry: Entry):
    assert not removes(entry, f"x{entry.name}={TOKEN}")
    assert not removes(entry, f"x={entry.name}={TOKEN}")
    if not entry.is_prefix and not any(
        each.is_prefix and f"{entry.name}x".startswith(each.name) for each in ENTRIES
    ):
        assert not removes(entry, f"{entry.name}x={TOKEN}")


@pytest.mark.parametrize("table", TABLES, ids=["tracking", "session"])
def test_no_name_stands_twice_or_behind_a_prefix(table: tuple[Entry, ...]):
    names = [entry.name.lower() for entry in table]
    assert len(names) == len(set(names))
    prefixes = [entry.name.lower() for entry in table if entry.is_prefix]
    assert [name for name in names for prefix in prefixes if name != prefix and name.startswith(prefix)] == []


@pytest.mark.parametrize("name", IN_GENERAL_USE)
def test_names_in_general_use_stay(name: str):
    text = f"{name}=1&{name}&{name}=some-text-of-2024"
    assert apply(TRACKING, text) == text
    assert apply(SESSION, text) == text


@pytest.mark.parametrize(
    "family",
    [
        *(
            "utm_source",
            "gclid",
            "dclid",
            "gbraid",
            "wbraid",
            "_ga",
            "_gl",
            "gad_source",
            "gclsrc",
            "srsltid",
        ),
        *(
            "fbclid",
            "msclkid",
            "ttclid",
            "twclid",
            "li_fat_id",
            "epik",
            "yclid",
            "ysclid",
            "_hsenc",
            "mc_eid",
            "mkt_tok",
        ),
        *(
            "mtm_campaign",
            "pk_campaign",
            "adobe_mc",
            "s_kwcid",
            "_kx",
            "sfmc_id",
            "_branch_match_id",
            "af_siteid",
        ),
        *("adjust_t", "ScCid", "rdt_cid", "dicbo", "tblci", "awc", "irclickid"),
    ],
)
def test_the_well_known_families_are_there(family: str):
    assert apply(TRACKING, f"{family}=1") is None


@pytest.mark.parametrize(
    "name", ["jsessionid", "phpsessid", "ASPSESSIONIDABCDEFGH", "cfid", "cftoken", "sessionid"]
)
def test_the_well_known_sessions_are_there(name: str):
    assert apply(SESSION, f"{name}=1") is None
