"""What a profile writes: the canonical URL itself, or a key made of it (definitions §3, `output`)."""

from urlinspector.url.components import Url
from urlinspector.url.lru import DIALECTS, lru_text
from urlinspector.url.surt import KEYS, WAYBACK, surt


def write_output(canonical: str, output: str) -> str:
    """A canonical URL in a profile's output form: `url`, `schemeless`, `surt` (the key of a Wayback index),
    `surt:<program>` or
    `lru:<dialect>`. Never raises for a form that a profile may have.
    """
    if output == "url":
        return canonical
    url = Url.parse(canonical)
    if output == "schemeless":
        return _schemeless(url)
    if output.startswith("surt"):
        return surt(url, KEYS[output.removeprefix("surt:")] if output != "surt" else WAYBACK)
    return lru_text(url, DIALECTS[output.removeprefix("lru:")])


def written(canonical: str | None, output: str) -> str | None:
    """What a profile writes where there is a canonical URL; None where there is none."""
    return None if canonical is None else write_output(canonical, output)


def _schemeless(url: Url) -> str:
    """Without the scheme, and without `//` before an authority."""
    text = str(url._replace(scheme=None))
    return text if url.host is None else text.removeprefix("//")
