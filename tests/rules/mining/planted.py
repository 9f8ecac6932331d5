"""Lists whose truth is known: hosts with families of duplicates planted in them, and decoys that are none.

    python -m tests.rules.mining.planted FILE [--rows 300000] [--hosts 120] [--seed 1] [--names other]

Every host has a few families (a parameter that means nothing, a final slash, an index file, `www.`, https,
`story?id=N` beside `story_N`, `~` beside `people/`, a copy under `/m`, htm beside html) and decoys, which are
parameters that change the page (`lang`, `view`, `page`, `print`, `cat`): the same path with others of them,
or with none, is often on the list as another page. A row's content hash is that of its page, but for 3 %
that are random and 2 % that are the error page of the host. Only `Random.random` is used, which gives the
same numbers on every version of Python.
"""

import argparse
import csv
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ERRORS, NOISE = 0.02, 0.03
SHARE_OF_COPIES = 0.24
"""How many rows are further forms of a page that is there already."""
SHARE_OF_SIBLINGS = 0.12
"""How many of the others are pages on the path of one that is there, with other decoys."""

Draw = Callable[[], float]


class Names(NamedTuple):
    """What parameters, files and folders are called."""

    session: tuple[str, ...]
    campaign: tuple[tuple[str, ...], ...]
    """Names that come together."""
    ref: tuple[str, ...]
    decoys: Mapping[str, str]
    """Name to kind: `few` values, `one` value, `numbers`, `many`."""
    index_files: tuple[str, ...]
    story: tuple[str, ...]
    people: tuple[str, ...]
    mobile: tuple[str, ...]


PLAIN = Names(
    ("sid", "PHPSESSID", "sessionid", "jsessionid"),
    (("utm_source", "utm_medium"), ("utm_source", "utm_medium", "utm_campaign"), ("utm_campaign",)),
    ("ref", "from"),
    {"lang": "few", "view": "few", "page": "numbers", "print": "one", "cat": "many"},
    ("index.html", "index.php", "default.asp"),
    ("story", "article"),
    ("people",),
    ("m",),
)
OTHER = Names(
    ("osCsid", "s", "zenid", "token"),
    (("pk_campaign", "pk_kwd"), ("mc_cid", "mc_eid"), ("wt_src",)),
    ("via", "origin"),
    {"hl": "few", "mode": "few", "p": "numbers", "format": "few", "category": "many"},
    ("index.htm", "home.aspx", "default.htm"),
    ("news", "item"),
    ("users", "staff"),
    ("mobile", "lite"),
)


def made_up(draw: Draw) -> Names:
    """Names that nobody has seen."""

    taken: set[str] = set()

    def word(length: int = 5) -> str:
        while True:
            made = "".join(
                ("bcdfghklmnprstvz"[int(draw() * 16)] if at % 2 == 0 else "aeiou"[int(draw() * 5)])
                for at in range(length)
            )
            if made not in taken:
                taken.add(made)
                return made

    kinds = ("few", "few", "numbers", "one", "many")
    return Names(
        tuple(word() for _ in range(4)),
        ((word(), word()), (word(), word(), word()), (word(),)),
        (word(4), word(6)),
        {word(4 + at): kind for at, kind in enumerate(kinds)},
        (f"{word()}.html", f"{word()}.php"),
        (word(), word(6)),
        (word(7),),
        (word(2), word(3)),
    )


class Row(NamedTuple):
    """One line of the list, and what is known about it."""

    url: str
    hash: str
    host: int
    page: str
    """Two URLs are one exactly where these are equal."""


class Family(NamedTuple):
    """One kind of duplicates on one host."""

    host: int
    kind: str
    name: str


class Planted(NamedTuple):
    """A list and its truth."""

    rows: list[Row]
    families: list[Family]
    decoys: list[Family]


KINDS = ("session", "campaign", "ref", "slash", "index", "www", "https", "story", "tilde", "mobile", "htm")
_CHANCES = dict(zip(KINDS, (0.55, 0.45, 0.4, 0.5, 0.4, 0.4, 0.45, 0.35, 0.3, 0.35, 0.35), strict=True))
# Which sorts of pages a family can act on; any for those that are not named.
_NEEDS = {"slash": "folder", "index": "folder", "story": "story", "tilde": "people", "htm": "file"}
_SORTS = ("folder", "story", "people", "file", "post")


class _Host:
    def __init__(self, number: int, names: Names, draw: Draw, domain: str) -> None:
        self.number, self.draw, self.names = number, draw, names
        tld = ("com", "org", "net", "co.uk")[int(draw() * 4)]
        self.name = f"{_word(draw, 6)}{number}.{domain or tld}"
        self.kinds = [kind for kind in KINDS if draw() < _CHANCES[kind]] or ["slash"]
        self.session = _one(names.session, draw)
        self.campaign = _one(names.campaign, draw)
        self.ref = _one(names.ref, draw)
        self.index = _one(names.index_files, draw)
        self.story = _one(names.story, draw)
        self.people = _one(names.people, draw)
        self.mobile = _one(names.mobile, draw)
        self.decoys = {name: kind for name, kind in names.decoys.items() if draw() < 0.5}
        needed = {_NEEDS[kind] for kind in self.kinds if kind in _NEEDS}
        self.sorts = [sort for sort in _SORTS if sort in needed or draw() < 0.5] or ["post"]
        self.visits = [_token(draw) for _ in range(40)]
        self.error = f"{number:08x}{'0' * 24}"
        self.pages = 0

    def families(self) -> Iterator[Family]:
        what = {
            "session": self.session, "campaign": "+".join(self.campaign), "ref": self.ref,
            "index": self.index, "story": self.story, "tilde": self.people, "mobile": self.mobile,
        }  # fmt: skip
        for kind in self.kinds:
            yield Family(self.number, kind, what.get(kind, kind))

    def page(self) -> "_Page":
        draw = self.draw
        sort = _one(self.sorts, draw)
        self.pages += 1
        number = self.pages
        folder = _one(_FOLDERS, draw)
        path = {
            "folder": f"/{folder}/{_word(draw, 5)}{number}",
            "story": f"/{self.story}_{number}",
            "people": f"/{self.people}/{_word(draw, 4)}{number % 97}/{_word(draw, 5)}{number}",
            "file": f"/{folder}/{_word(draw, 6)}-{number}.html",
            "post": f"/{folder}/{1990 + number % 30}/{_word(draw, 7)}-{_word(draw, 4)}-{number}",
        }[sort]
        return self._with_decoys(sort, path, 0.12)

    def sibling(self, page: "_Page") -> "_Page":
        """A page on the same path, with other decoys; now and then the page itself."""
        return self._with_decoys(page.sort, page.path, 0.4)

    def _with_decoys(self, sort: str, path: str, share: float) -> "_Page":
        draw = self.draw
        fields = [f"{name}={_decoy(kind, draw)}" for name, kind in self.decoys.items() if draw() < share]
        return _Page(f"{self.name}{path}?{'&'.join(fields)}", sort, path, tuple(fields))

    def form(self, page: "_Page", kinds: list[str]) -> str:
        """A form of a page, changed by families."""
        draw, path, fields = self.draw, page.path, list(page.fields)
        scheme, host = "http", self.name
        for kind in kinds:
            if kind == "session":
                fields.append(f"{self.session}={_one(self.visits, draw) if draw() < 0.5 else _token(draw)}")
            elif kind == "campaign":
                fields += [f"{name}={_one(_SOURCES, draw)}" for name in self.campaign]
            elif kind == "ref":
                fields.append(f"{self.ref}={_one(_REFS, draw)}")
            elif kind == "slash":
                path += "/"
            elif kind == "index":
                path += f"/{self.index}"
            elif kind == "www":
                host = f"www.{host}"
            elif kind == "https":
                scheme = "https"
            elif kind == "tilde":
                path = path.replace(f"/{self.people}/", "/~", 1)
            elif kind == "htm":
                path = path.removesuffix("l")
            elif kind == "story":
                name, _, number = path.rpartition("_")
                path, fields = name, [f"id={number}", *fields]
            elif kind == "mobile":
                path = f"/{self.mobile}{path}"
        query = f"?{'&'.join(fields)}" if fields else ""
        return f"{scheme}://{host}{path}{query}"

    def copies(self, page: "_Page") -> list[str]:
        """The families of one more form: one, or now and then two or three."""
        usable = [kind for kind in self.kinds if _NEEDS.get(kind, page.sort) == page.sort]
        count = 1 + (self.draw() < 0.25) + (self.draw() < 0.08)
        chosen: list[str] = []
        while usable and len(chosen) < count:
            kind = usable.pop(int(self.draw() * len(usable)))
            if not (kind in ("slash", "index") and {"slash", "index"} & set(chosen)):
                chosen.append(kind)
        return sorted(chosen, key=_ORDER.index)


# The copy under /m comes last, after what changes the path behind it.
_ORDER = [*(kind for kind in KINDS if kind != "mobile"), "mobile"]
_FOLDERS = ("docs", "blog", "archive", "shop", "news-room", "wiki")
_SOURCES = ("google", "newsletter", "facebook", "twitter", "partner", "bing", "print", "app")
_REFS = ("home", "menu", "footer", "mail", "feed", "search", "related", "top")


class _Page(NamedTuple):
    key: str
    sort: str
    path: str
    fields: tuple[str, ...]


def _decoy(kind: str, draw: Draw) -> str:
    if kind == "one":
        return "1"
    if kind == "numbers":
        return f"{2 + int(draw() ** 2 * 20)}"
    if kind == "many":
        return f"{_one(_FOLDERS, draw)}{int(draw() * 60)}"
    return ("en", "fr", "de")[int(draw() * 2.3)]


def _one(choices, draw: Draw):
    return choices[int(draw() * len(choices))]


def _word(draw: Draw, length: int) -> str:
    return "".join("abcdefghijklmnopqrstuvwxyz"[int(draw() * 26)] for _ in range(length))


def _token(draw: Draw) -> str:
    return "".join("0123456789abcdef"[int(draw() * 16)] for _ in range(16))


def planted(
    rows: int = 300_000, hosts: int = 120, seed: int = 1, names: Names | None = PLAIN, domain: str = ""
) -> Planted:
    """A list. `names` None: every host has names of its own; `domain`: all hosts are below it."""
    draw = random.Random(seed).random
    made = [_Host(number, names or made_up(draw), draw, domain) for number in range(hosts)]
    total = sum(1 / (rank + 1) for rank in range(hosts))
    found: list[Row] = []
    hashes: dict[str, str] = {}
    for rank, host in enumerate(made):
        for url, page in _urls(host, round(rows / total / (rank + 1)), draw):
            own = hashes.setdefault(page, f"{int(draw() * 2**52):016x}{int(draw() * 2**52):016x}")
            chance = draw()
            if chance < ERRORS:
                own = host.error
            elif chance < ERRORS + NOISE:
                own = f"{int(draw() * 2**52):032x}"
            found.append(Row(url, own, host.number, page))
    order = sorted(range(len(found)), key=[draw() for _ in found].__getitem__)
    families = [family for host in made for family in host.families()]
    decoys = [Family(host.number, "decoy", name) for host in made for name in host.decoys]
    return Planted([found[at] for at in order], families, decoys)


def _urls(host: _Host, count: int, draw: Draw) -> Iterator[tuple[str, str]]:
    recent: list[_Page] = []
    for _ in range(count):
        if recent and draw() < SHARE_OF_COPIES:
            page = recent[int(draw() * len(recent))]
            yield host.form(page, host.copies(page)), page.key
        elif recent and draw() < 0.05:
            page = recent[int(draw() * len(recent))]
            yield host.form(page, []), page.key
        else:
            is_sibling = recent and host.decoys and draw() < SHARE_OF_SIBLINGS
            page = host.sibling(recent[int(draw() * len(recent))]) if is_sibling else host.page()
            recent.append(page)
            # Half of the pages are not on the list in their plain form.
            yield host.form(page, host.copies(page) if draw() < 0.3 else []), page.key


def write(path: Path, found: Planted, *, labels: bool = True) -> None:
    """A CSV with the columns url, hash (where there are labels) and page."""
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(["url", "hash", "page"] if labels else ["url", "page"])
        for row in found.rows:
            out.writerow([row.url, row.hash, row.page] if labels else [row.url, row.page])


NAMES: Mapping[str, Names | None] = {"plain": PLAIN, "other": OTHER, "made-up": None}


def main() -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--hosts", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--names", choices=NAMES, default="plain")
    chosen = parser.parse_args()
    found = planted(chosen.rows, chosen.hosts, chosen.seed, NAMES[chosen.names])
    write(chosen.file, found)
    urls = {row.url for row in found.rows}
    pages = {row.page for row in found.rows}
    print(
        f"{len(found.rows):,} rows, {len(urls):,} distinct, {len(pages):,} pages "
        f"({1 - len(pages) / len(urls):.1%} of the distinct are duplicates), "
        f"{len(found.families)} families, {len(found.decoys)} decoys"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
