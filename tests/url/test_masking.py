"""What of a userinfo is hidden (definitions §6), and what a reader has to see."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.url.secrets import Secret, secrets
from urlinspector.url.browser import browser_reading
from urlinspector.url.components import COMPONENTS, Url
from urlinspector.url.masking import masked, secret_span, secret_within


@pytest.mark.parametrize("case", secrets(), ids=lambda each: ascii(each.text))
def test_secrets_are_hidden_and_traps_are_shown(case: Secret) -> None:
    assert masked(case.text) == (case.text if case.shown is None else case.shown)


@pytest.mark.parametrize("case", secrets(), ids=lambda each: ascii(each.text))
def test_a_secret_is_found_in_the_components_that_hold_it(case: Secret) -> None:
    url = Url.parse(case.text)
    secret = secret_span(url)
    assert (secret is None) == (case.shown is None)
    found = ""
    for component in COMPONENTS:
        part = secret_within(url, component)
        found += "" if part is None else (url.get(component) or "")[slice(*part)]
    assert found == ("" if secret is None else case.text[slice(*secret)])


_PIECES = st.lists(
    st.sampled_from(
        [
            *"http",
            "http:",
            "https:",
            "ftp:",
            "x:",
            "/",
            "//",
            "\\",
            "u",
            "pw",
            ":",
            "@",
            "\t",
            "\n",
            " ",
            "%3A",
        ]
    ),
    max_size=10,
).map("".join)


@settings(max_examples=300)
@given(_PIECES)
def test_a_password_that_the_browser_reads_is_hidden(text: str) -> None:
    href = browser_reading(text).href
    if href is None or not (Url.parse(href).userinfo or "").partition(":")[2]:
        return
    assert secret_span(Url.parse(text)) is not None


@settings(max_examples=200)
@given(st.text(st.characters(exclude_categories=())) | _PIECES)
def test_what_is_masked_stays(text: str) -> None:
    assert masked(masked(text)) == masked(text)
