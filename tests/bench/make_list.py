"""Writes the list that the figures are measured on: real URLs, changed the way real lists differ.

    python tests/bench/make_list.py FILE [--lines 1000000] [--seed 1]

Every line is a URL of kasztp.txt with changes drawn from a fixed seed: scheme, letter case, default port,
final slash, index name, fragment, tracking and session parameters, page numbers, order of parameters,
percent-encodings, `www.`. About 60 % of the lines are distinct. Prints the file's SHA-256. Only
`Random.random` is used, which gives the same numbers on every version of Python.
"""

import argparse
import hashlib
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "urls" / "kasztp.txt"
_URL = re.compile(r"https://([^/?#\s]+)(/[^?#\s]*)?(\?[^#\s]*)?(#\S*)?")

_CAMPAIGNS = ("spring", "autumn_sale", "newsletter-12", "brand", "launch", "retargeting", "q3", "partners")
_SOURCES = ("google", "newsletter", "facebook", "twitter", "partner", "bing")
_MEDIA = ("cpc", "email", "social", "referral", "banner")
_FRAGMENTS = ("top", "comments", "content", "main", "respond", "faq", "section-2", "!/home", "/view/list")
_INDEX = ("index.html", "index.htm", "index.php", "default.asp")
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"


def base_urls(source: Path = SOURCE) -> list[tuple[str, str, str, str]]:
    """Host, path, query and fragment (with their delimiters) of each distinct URL of the source."""
    text = source.read_text("utf-8-sig", errors="surrogateescape")
    found: dict[tuple[str, str, str, str], None] = {}
    for line in text.split("\n"):
        match = _URL.fullmatch(line.strip('"\r '))
        if match is not None:
            host, path, query, fragment = match.groups("")
            found[host, path, query, fragment] = None
    return list(found)


def lines(count: int, seed: int, urls: list[tuple[str, str, str, str]]) -> Iterator[str]:
    """`count` lines, without line ends."""
    draw = random.Random(seed).random
    for _ in range(count):
        # A few pages are linked from everywhere, most from one or two places.
        host, path, query, fragment = urls[int(draw() ** 1.7 * len(urls))]
        if draw() < 0.03:
            path = _encoding(path, draw)
        if draw() < 0.1:
            path = _path(path, draw)
        if draw() < 0.4:
            query = _query(query, draw)
        if draw() < 0.05:
            fragment = "#" + _FRAGMENTS[int(draw() * len(_FRAGMENTS))]
        yield _authority(host, draw) + path + query + fragment


def _authority(host: str, draw) -> str:
    scheme = "http" if draw() < 0.35 else "https"
    chance = draw()
    if chance < 0.06:
        host = host[4:] if host.startswith("www.") else host if host.count(".") > 1 else "www." + host
    elif chance < 0.08:
        host = host.upper() if draw() < 0.3 else host[:1].upper() + host[1:]
    elif chance < 0.09:
        host += ":80" if scheme == "http" else ":443"
    elif chance < 0.093:
        scheme = scheme.upper()
    elif chance < 0.095:
        host += "."
    return f"{scheme}://{host}"


def _path(path: str, draw) -> str:
    chance = draw()
    if chance < 0.55:
        return path[:-1] if path.endswith("/") else path + "/"
    if chance < 0.75:
        return (path if path.endswith("/") else path + "/") + _INDEX[int(draw() * len(_INDEX))]
    if chance < 0.82:
        return path.replace("/", "//", 2)
    if chance < 0.9:
        return path + ";jsessionid=" + _token(24, draw).upper().replace("_", "0").replace("-", "1")
    return path + ("" if path.endswith("/") else "/") + f"page/{_page(draw)}"


def _query(query: str, draw) -> str:
    fields = query[1:].split("&") if len(query) > 1 else []
    chance = draw()
    if chance < 0.6:
        fields.append(f"page={_page(draw)}")
    elif chance < 0.8:
        fields.append(f"utm_source={_SOURCES[int(draw() * 6)]}")
        fields.append(f"utm_medium={_MEDIA[int(draw() * 5)]}")
        fields.append(f"utm_campaign={_CAMPAIGNS[int(draw() * 8)]}")
    elif chance < 0.84:
        fields.append("gclid=" + _token(30, draw))
    elif chance < 0.88:
        fields.append("fbclid=IwAR" + _token(40, draw))
    elif chance < 0.91:
        fields.append(f"PHPSESSID={_token(26, draw).lower()}")
    elif chance < 0.96:
        fields += [
            f"sort={('name', 'price', 'date')[int(draw() * 3)]}",
            f"lang={('en', 'de', 'fr')[int(draw() * 3)]}",
        ]
    if len(fields) > 1 and draw() < 0.3:
        fields = fields[1:] + fields[:1]
    return "?" + "&".join(fields)


def _encoding(path: str, draw) -> str:
    letters = [at for at, char in enumerate(path) if char.isalpha() or char in "~_-."]
    if not letters or draw() < 0.4:
        return path + ("%c3%a9t%C3%A9", "%20copy", "\u00e9t\u00e9", "%e4", "%2Fx")[int(draw() * 5)]
    at = letters[int(draw() * len(letters))]
    triplet = "".join(f"%{byte:02X}" for byte in path[at].encode("utf-8", "surrogateescape"))
    return path[:at] + (triplet if draw() < 0.6 else triplet.lower()) + path[at + 1 :]


def _page(draw) -> int:
    return 1 + int(draw() ** 3 * 120)


def _token(length: int, draw) -> str:
    return "".join([_ALPHABET[int(draw() * 64)] for _ in range(length)])


def write(path: Path, count: int, seed: int) -> str:
    """Write the list and return its SHA-256."""
    digest = hashlib.sha256()
    part: list[str] = []
    with path.open("wb") as file:

        def flush() -> None:
            data = "".join(part).encode("utf-8", "surrogateescape")
            digest.update(data)
            file.write(data)
            part.clear()

        for line in lines(count, seed, base_urls()):
            part.append(line + "\n")
            if len(part) == 50_000:
                flush()
        flush()
    return digest.hexdigest()


def main() -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if not SOURCE.exists():
        print(f"the source list is missing: {SOURCE}", file=sys.stderr)
        return 2
    print(f"{write(chosen.file, chosen.lines, chosen.seed)}  {chosen.file}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
