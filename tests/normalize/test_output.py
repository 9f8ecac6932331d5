"""What a profile writes: the URL, or a key."""

import pytest

from urlinspector.normalize.output import write_output


@pytest.mark.parametrize(
    ("output", "written"),
    [
        ("url", "http://u@www.example.co.uk:8080/a?b#c"),
        ("schemeless", "u@www.example.co.uk:8080/a?b#c"),
        ("surt", "uk,co,example,www:8080)/a?b"),
        ("lru:wiki", "s:http|t:8080|h:uk|h:co|h:example|h:www|p:a|q:b|f:c|u:u"),
        ("lru:hyphe", "s:http|t:8080|h:co.uk|h:example|h:www|p:a|q:b|f:c|u:u|"),
    ],
)
def test_forms(output, written):
    assert write_output("http://u@www.example.co.uk:8080/a?b#c", output) == written


@pytest.mark.parametrize(
    ("url", "written"), [("mailto:a", "a"), ("//h/a", "h/a"), ("/a", "/a"), ("file:///a", "/a")]
)
def test_schemeless(url, written):
    assert write_output(url, "schemeless") == written
