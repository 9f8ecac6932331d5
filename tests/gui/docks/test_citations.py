"""What a step's source cites can be explained without a network."""

import pytest

from urlinspector.gui.docks.citations import Citation, cited, explained
from urlinspector.normalize.steps import CATALOGUE


def test_the_pieces_are_the_whole_source() -> None:
    for step in CATALOGUE:
        pieces = cited(step.source)
        text = "".join(each.shown if isinstance(each, Citation) else each for each in pieces)
        assert text == "; ".join(part.strip() for part in step.source.split(";"))


@pytest.mark.parametrize("step", [each for each in CATALOGUE if not each.peer], ids=lambda step: step.name)
def test_every_cited_section_of_a_step_is_explained(step) -> None:
    for piece in cited(step.source):
        if isinstance(piece, Citation):
            found = explained(piece.key)
            assert found is not None
            assert found.words, piece.key
            assert found.address.startswith("https://")
            assert "{" not in found.address


def test_sections_and_appendices_are_told_apart() -> None:
    pieces = cited("RFC 3986 §6.2.2.1, §2.1; WHATWG URL §4.4; RFC 3986 appendix C")
    found = [(each.document, each.section) for each in pieces if isinstance(each, Citation)]
    assert found == [("RFC 3986", "6.2.2.1"), ("RFC 3986", "2.1"), ("WHATWG URL", "4.4"), ("RFC 3986", "C")]
    appendix = explained("RFC 3986|C")
    assert appendix is not None
    assert appendix.address.endswith("rfc3986#appendix-C")
    assert "appendix C" in appendix.heading


def test_what_is_no_citation_stays_text() -> None:
    assert cited("a custom of sites; no standard") == ["a custom of sites", "; ", "no standard"]
    assert explained("RFC 9999|1") is None
