import ast
import html
import json
import shutil
import subprocess
from typing import Any

import pytest

from urlinspector.gui.state.copy_formats import FORMATS, Source
from urlinspector.normalize.library import builtin
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.steps import STEPS
from urlinspector.url.masking import masked

URL = "https://user:secret@www.Example.com/a_b/[x]?q='a'&b=<c>#f"
BY_KEY = {form.key: form for form in FORMATS}


def written(key: str, url: str = URL) -> str:
    return BY_KEY[key].write(Source(url, url, None, builtin("safe")))


def commonmark() -> Any:
    """A reader of Markdown that nobody here wrote."""
    return pytest.importorskip("markdown_it").MarkdownIt("commonmark")


@pytest.mark.parametrize("form", FORMATS, ids=[form.key for form in FORMATS])
def test_credentials_are_masked_where_a_reader_gets_the_copy(form: object) -> None:
    key = form.key  # type: ignore[attr-defined]
    assert ("secret" in written(key)) != BY_KEY[key].masks


def test_each_format_is_what_its_place_reads() -> None:
    assert written("url") == URL
    assert written("markdown", "http://a/b_c[d]") == "[http://a/b\\_c\\[d\\]](<http://a/b_c[d]>)"
    assert written("html", "http://a/?b&c") == '<a href="http://a/?b&amp;c">http://a/?b&amp;c</a>'
    assert json.loads(written("json"))["text"] == URL


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert('1')",
        "JavaScript:alert(1)//<b>",
        "java\tscr\nipt:alert(1)",
        "\x01 javascript:alert(1)",
        "vbscript:msgbox(1)",
        "data:text/html,<script>alert(1)</script>",
        "data:text/html;base64,PHNjcmlwdD4=",
        "javascript://user:secret@e.com/%0Aalert(1)",
        "javascript:[x](http://e.com/)",
    ],
    ids=ascii,
)
def test_a_url_that_runs_code_is_no_link(url: str) -> None:
    assert "<" not in written("html", url)
    assert html.unescape(written("html", url)) == masked(url)
    made = commonmark().parseInline(written("markdown", url))[0].children
    assert {each.type for each in made} == {"text"}
    shown = masked(url).replace("\n", "%0A").strip()
    assert "".join(each.content for each in made).strip() == shown
    assert not BY_KEY["html"].is_linked(url)
    assert not BY_KEY["url"].is_linked(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://a/?data:",
        "mailto:a@b",
        "database:x",
        "x-javascript:1",
        "/javascript:1",
        "&#106;avascript:1",
        "",
    ],
)
def test_other_urls_are_links(url: str) -> None:
    assert written("html", url).startswith("<a href=")
    assert BY_KEY["markdown"].is_linked(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://a/b_c[d]*(e)",
        "http://a/?x&copy;=1&y",
        "javascript\\:alert(1)",
        "&#106;avascript:alert(1)",
        "http://a\\b\\",
        "http://a/<b> c",
    ],
)
def test_markdown_leads_where_the_url_leads(url: str) -> None:
    parser = commonmark()
    parser.normalizeLink, parser.validateLink = str, lambda _: True
    made = parser.parseInline(written("markdown", url))[0].children
    address = str(made[0].attrs["href"])
    assert address == url.replace("<", "%3C").replace(">", "%3E").replace(" ", "%20")
    assert made[1].content == url


@pytest.mark.parametrize(
    "url", [URL, "http://a/\udce9\n\t'\\", "http://a/'quoted'\"", "http://a/é"], ids=ascii
)
def test_the_python_literal_evaluates_to_the_text(url: str) -> None:
    assert ast.literal_eval(written("python", url).removeprefix("url = ")) == url


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is missing")
@pytest.mark.parametrize(
    "url", [URL, "http://a/\udce9\n\t'\\", "http://a/'quoted'\"$HOME", "http://a/é"], ids=ascii
)
def test_a_shell_gives_curl_exactly_the_text(url: str) -> None:
    command = written("curl", url).removeprefix("curl ").removeprefix("--globoff ")
    done = subprocess.run(["bash", "-c", f"printf %s {command}"], capture_output=True, check=True)
    assert done.stdout.decode("utf-8", "surrogateescape") == url


@pytest.mark.parametrize(
    ("url", "command"),
    [("-o/a.b", "curl -- '-o/a.b'"), ("-K[a]", "curl --globoff -- '-K[a]'"), ("a-b", "curl 'a-b'")],
)
def test_curl_takes_no_text_for_an_option(url: str, command: str) -> None:
    assert written("curl", url) == command


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("https://www.example.com/a.b", "hxxps://www[.]example[.]com/a.b"),
        ("www.example.com/a.b", "www[.]example[.]com/a.b"),
        ("a/b.com", "a/b.com"),
    ],
)
def test_a_defanged_url_is_turned_back_by_the_step(url: str, text: str) -> None:
    refang = BoundStep.of(STEPS["refang"])
    assert written("defanged", url) == text
    assert refang.step.apply(text, (), refang.prepared) == url
