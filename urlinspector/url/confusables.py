"""Scripts of a text, and texts that can be taken for ASCII (UTS 39 §4, §5.2, with a short table of our own).

Python has no script property; a letter's script is read off its Unicode name, whose first word it is.
"""

import unicodedata
from functools import cache

_SAME_SCRIPT = {"CJK": "Han", "IDEOGRAPHIC": "Han"}
_TOGETHER = (
    frozenset({"Latin", "Han", "Hiragana", "Katakana"}),
    frozenset({"Latin", "Han", "Bopomofo"}),
    frozenset({"Latin", "Han", "Hangul"}),
)
"""Scripts that one word may hold together (UTS 39 §5.2, highly restrictive)."""


@cache
def _script(char: str) -> str | None:
    """The script of a letter as `Latin`; None for digits, marks, signs and what has no name."""
    if not unicodedata.category(char).startswith("L"):
        return None
    word = unicodedata.name(char, "").partition(" ")[0]
    if word in _COMMON:
        return None
    return _SAME_SCRIPT.get(word, word.capitalize()) or None


# First words of names of letters that several scripts share.
_COMMON = frozenset(
    {"MODIFIER", "KATAKANA-HIRAGANA", "MASCULINE", "FEMININE", "MICRO", "FULLWIDTH", "HALFWIDTH"}
)


def scripts_of(text: str) -> frozenset[str]:
    """The scripts of the letters of a text, as `Latin`, `Cyrillic`, `Han`."""
    return frozenset(script for char in set(text) if (script := _script(char)) is not None)


def scripts_mix(scripts: frozenset[str]) -> bool:
    """Whether these scripts do not belong together in one word."""
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


_LOOKS_LIKE = {
    "a": "аɑα",
    "b": "ьƅ",
    "c": "сᴄ",
    "d": "ԁժ",
    "e": "еҽє",
    "f": "ƒք",
    "g": "ɡցƍ",
    "h": "һհ",
    "i": "іıɩιɪ",
    "j": "јϳյ",
    "k": "кκĸ",
    "l": "ӏǀ",
    "m": "мᴍ",
    "n": "ոռпη",
    "o": "оοօσסᴏ०০੦૦௦౦೦൦๐໐〇",
    "p": "рρ",
    "q": "ԛզգ",
    "r": "гᴦɾ",
    "s": "ѕꜱ",
    "t": "тτᴛ",
    "u": "υսᴜʋц",
    "v": "νѵᴠ",
    "w": "ԝѡաωᴡш",
    "x": "хχ×",
    "y": "уүγʏ",
    "z": "ᴢʐ",
    "3": "зӡʒ",
    "4": "ч",
    "6": "б",
    "8": "ȣ",
}
_TWIN = {char: twin for twin, chars in _LOOKS_LIKE.items() for char in chars}


def ascii_twin(text: str) -> str | None:
    """The ASCII text that `text` (in lower case, NFKC) can be taken for; None when it is ASCII or cannot."""
    if text.isascii():
        return None
    twins: list[str] = []
    for char in text:
        twin = char if char.isascii() else _TWIN.get(char)
        if twin is None:
            return None
        twins.append(twin)
    return "".join(twins)
