import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from urlinspector.gui.models.component_row import ComponentRow, Words
from urlinspector.gui.models.component_rows import component_rows
from urlinspector.gui.models.short_words import SHORT_VIOLATIONS, SHORT_WARNINGS
from urlinspector.gui.state.reading import Facts, Findings, result_of
from urlinspector.gui.views.diff_text import UrlText, plain
from urlinspector.normalize.library import builtin
from urlinspector.url.components import COMPONENTS, Span
from urlinspector.url.spoofing import WarningCode
from urlinspector.url.violation_codes import ViolationCode

MOCK = "HTTP://Jiminy.MediaLab.Sciences-Po.fr:80/hci/./index.php?title=Reverse%5fURLs&utm_source=rss#bottom "
ANY = st.text(
    st.one_of(st.sampled_from("htp:/.@%41?&=#a;"), st.characters(exclude_categories=())), max_size=40
)


def rows_of(text: str, profile: str = "safe", **more: object) -> dict[str, ComponentRow]:
    facts = Facts(text)
    result = result_of(text, None, builtin(profile))
    found = component_rows(facts, result, Findings.of(facts.url, text), **more)  # type: ignore[arg-type]
    return {row.name: row for row in found}


def word(shown: object) -> str:
    """A cell's text, or its word in angles."""
    return f"<{shown.text}>" if isinstance(shown, Words) else shown.text  # type: ignore[attr-defined]


def line(row: ComponentRow) -> list[str]:
    return [
        word(row.raw),
        word(row.decoded),
        word(row.normalized),
        "; ".join(note.text for note in row.notes),
    ]


def test_rows_are_those_of_the_reference_picture() -> None:
    facts = Facts(MOCK)
    profile = builtin("safe").enabled("remove-tracking-parameters")
    result = result_of(MOCK, None, profile)
    rows = {row.name: row for row in component_rows(facts, result, Findings.of(facts.url, MOCK))}
    assert line(rows["scheme"]) == ["HTTP", "<same>", "http", "default port 80"]
    assert line(rows["userinfo"]) == ["<absent>", "<absent>", "<absent>", ""]
    assert line(rows["host"])[2:] == ["jiminy.medialab.sciences-po.fr", "registrable domain sciences-po.fr"]
    assert line(rows["port"]) == ["80", "<same>", "<removed>", "default of http"]
    assert line(rows["path"])[3] == "3 segments, one a dot segment"
    assert line(rows["query"])[2:] == ["title=Reverse_URLs", "2 parameters"]
    parts = [rows["query"].parts[n] for n in range(2)]
    assert line(parts[0]) == ["Reverse%5fURLs", "Reverse_URLs", "Reverse_URLs", "%5f is “_”, unreserved"]
    assert line(parts[1])[2:] == ["<removed>", "tracking parameter (utm_ family)"]
    assert rows["fragment"].notes[0].warning
    assert "space at 100" in rows["fragment"].notes[0].text
    raw = rows["host"].raw
    assert isinstance(raw, UrlText)
    assert raw.bold is not None
    assert raw.text[slice(*raw.bold)] == "Sciences-Po.fr"


def test_parts_are_found_again_after_they_were_sorted_and_removed() -> None:
    rows = rows_of("http://a/x/./y//z?b=2&a=1&utm_source=x&a=0", "seo")
    query = [line(rows["query"].parts[n])[2] for n in range(len(rows["query"].parts))]
    assert query == ["<same>", "<same>", "<removed>", "<same>"]
    path = [line(rows["path"].parts[n])[2] for n in range(len(rows["path"].parts))]
    assert path == ["<same>", "<removed>", "<same>", "<removed>", "<same>"]


def test_parameters_tell_what_they_are() -> None:
    rows = rows_of("http://a/?q=a+b&q=%7Ex&flag&=v&u=https%3A%2F%2Fexample.org%2F")
    parts = [rows["query"].parts[n] for n in range(5)]
    assert [part.name for part in parts] == ["q", "q", "flag", "(no name)", "u"]
    assert "given 2 times" in line(parts[0])[3]
    assert word(parts[0].decoded) == "a b"
    assert word(parts[2].raw) == "<no value>"
    assert parts[4].nested_url == "https://example.org/"
    assert rows["query"].nested_url == "https://example.org/"


@pytest.mark.parametrize(
    ("text", "component", "said"),
    [
        ("http://0x7f.1/", "host", "127.0.0.1"),
        ("http://[::1]/", "host", "IPv6 address"),
        ("http://xn--bcher-kva.example/", "host", "bücher.example"),
        ("http://bücher.example/", "host", "xn--bcher-kva.example"),
        ("http://bücher.example/", "host", "the same under strict IDNA 2008"),
        ("http://straße.example/", "host", "xn--strae-oqa.example"),
        ("http://☃.example/", "host", "not a name under strict IDNA 2008"),
        ("http://co.uk/", "host", "a public suffix by itself"),
        ("http://host.notalisted/", "host", "not listed"),
        ("http://a:/", "port", "empty"),
        ("https://a:80/", "port", "not the default of https, 443"),
        ("http://a/#!x", "fragment", "#!"),
        ("http://a/#:~:text=b", "fragment", "text directive"),
        ("http://a/?", "query", "present but empty"),
        ("http://a//b/", "path", "one empty"),
        ("mailto:x", "path", "no hierarchy"),
    ],
)
def test_notes_say_what_is_worth_knowing(text: str, component: str, said: str) -> None:
    assert said in line(rows_of(text)[component])[3]


def test_credentials_are_masked_in_every_column() -> None:
    row = rows_of("http://u:s%65cret@h/")["userinfo"]
    for shown in (row.raw, row.decoded, row.normalized):
        if isinstance(shown, UrlText):
            assert plain(shown) == "u:•••"


def test_layers_of_encoding_are_taken_off_one_by_one() -> None:
    part = rows_of("http://a/?x=a%252520b").get("query").parts[0]  # type: ignore[union-attr]
    assert "decoded 3 times: a%2520b → a%20b → a b" in line(part)[3]


def test_several_faults_of_one_kind_are_one_note() -> None:
    row = rows_of("http://a/é/ü/ö/ä/ß")["path"]
    faults = [note for note in row.notes if note.warning]
    assert len(faults) == 1
    assert faults[0].text.startswith("at 10, 12, 14…")


def test_places_are_boxed_and_faults_underlined_in_the_raw_text() -> None:
    row = rows_of("http://a/b c", places=(Span(9, 10),))["path"]
    assert isinstance(row.raw, UrlText)
    assert row.raw.marked == (Span(1, 2),)
    assert row.raw.squiggles == (Span(2, 3),)


def test_narrow_rows_fold_the_note_into_a_mark_and_a_tooltip() -> None:
    row = rows_of("http://a/b c")["path"]
    cells = row.cells(narrow=True)
    assert cells[1].after == "warning"
    assert "space" in cells[1].tip


@given(ANY)
@settings(max_examples=80)
def test_every_text_has_seven_rows_whose_spans_are_their_texts(text: str) -> None:
    rows = rows_of(text)
    assert len(rows) == len(COMPONENTS)
    for row in rows.values():
        for each in (row, *(row.parts[n] for n in range(min(len(row.parts), 5)))):
            if each.span is not None and isinstance(each.raw, UrlText) and each.raw.text:
                assert each.raw.text in text
            each.cells()


def test_every_code_has_a_few_words() -> None:
    assert set(SHORT_VIOLATIONS) == set(ViolationCode)
    assert set(SHORT_WARNINGS) == set(WarningCode)


def test_many_parameters_are_made_only_when_they_are_asked_for() -> None:
    row = rows_of("http://a/?" + "&".join(f"n{n}={n}" for n in range(3000)))["query"]
    assert len(row.parts) == 2000
    assert row.parts[1999].name == "n1999"
    assert len(row.parts._rows) == 1
