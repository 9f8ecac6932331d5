"""Texts with a secret in their userinfo, and others that only look so (`tests/data/masking`)."""

import json
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parents[1] / "data" / "masking"


class Secret(NamedTuple):
    """A text, and what is shown of it: None where nothing is to be hidden."""

    text: str
    shown: str | None


def secrets() -> list[Secret]:
    """All of them."""
    lines = (DATA / "secrets.jsonl").read_text("utf-8").splitlines()
    return [Secret(each["text"], each["shown"]) for each in map(json.loads, lines)]


HIDDEN = [each.text for each in secrets() if each.shown is not None]
"""Those with a secret, which holds `secret` or `se\\ncret`."""
