import ast
import json
import shutil
import subprocess

import pytest

from urlinspector.gui.state.copy_formats import FORMATS, Source
from urlinspector.normalize.library import builtin
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.steps import STEPS

URL = "https://user:secret@www.Example.com/a_b/[x]?q='a'&b=<c>#f"
BY_KEY = {form.key: form for form in FORMATS}


def written(key: str, url: str = URL) -> str:
    return BY_KEY[key].write(Source(url, url, None, builtin("safe")))


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


def test_a_defanged_url_is_turned_back_by_the_step() -> None:
    refang = BoundStep.of(STEPS["refang"])
    text = written("defanged", "https://www.example.com/a.b")
    assert text == "hxxps://www[.]example[.]com/a.b"
    assert refang.step.apply(text, (), refang.prepared) == "https://www.example.com/a.b"
