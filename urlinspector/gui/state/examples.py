"""The two lists that the empty page offers: the ten spellings of 1997, and a made crawl with the usual noise.

The crawl is made, not shipped: the same on every machine, since nothing but `Random.random` is drawn from.
"""

import csv
import io
import random
import zlib

from urlinspector.bulk.reading import Source

TEN = """\
http://www.mgal.com/
http://www.mgal.com/index.html
http://WWW.Mgal.Com:80/
http://Www.Mgal.COM./index.html
http://www.MGAL.com.:80/
http://mgal.com/
http://mgal.com
http://mgal.com:80/
http://mgal.com.:80/index.html
http://WWW.MGAL.COM.:80/index.html#tag1
"""
"""Sean Conner's list of ten names of one page, from the robots mailing list, 16 January 1997."""

CRAWL_ROWS = 4000
SITE_PAGES = 400

_HOSTS = ("www.example.com", "shop.example.com", "docs.example.net", "news.example.org", "www.example.fr")
_SECTIONS = ("blog", "help", "c/bedroom", "c/living", "v3/guides", "about", "events/2024", "caf%C3%A9")
_PAGES = (
    "frame",
    "jar",
    "cup-clock",
    "lamp",
    "opening-hours",
    "returns",
    "first-steps",
    "team",
    "reviews",
    "map",
    "prix",
)
_INDEX = ("index.html", "index.php", "default.asp")
_CAMPAIGNS = (
    "utm_source=newsletter&utm_medium=email",
    "utm_source=bing&utm_campaign=spring",
    "gclid=qWbe81kx",
    "fbclid=IwAR0zz",
)


def ten() -> Source:
    """Ten spellings of one page."""
    return Source("ten-spellings.txt", data=TEN.encode())


def crawl() -> Source:
    """A crawl of some thousand rows with status, title and clicks."""
    draw = random.Random(1997).random
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("Address", "Status Code", "Title 1", "Clicks"))
    for _ in range(CRAWL_ROWS):
        host, path, title = _page(draw)
        status = 404 if draw() < 0.01 else 301 if draw() < 0.02 else 200
        writer.writerow((_address(host, path, draw), status, title, int(draw() ** 6 * 900)))
    # What every real list holds, too.
    for odd in (
        "(not set)",
        "mailto:shop@example.com",
        "https://user:secret@intranet.example.com/wiki",
        "http://[::1",
    ):
        writer.writerow((odd, "", "", 0))
    return Source("crawl.csv", data=out.getvalue().encode())


def _page(draw) -> tuple[str, str, str]:  # type: ignore[no-untyped-def]
    host = _HOSTS[int(draw() ** 1.6 * len(_HOSTS))]
    section = _SECTIONS[int(draw() * len(_SECTIONS))]
    page = _PAGES[int(draw() ** 1.3 * len(_PAGES))]
    number = int(draw() ** 2 * 14)
    if draw() < 0.15:
        return host, f"/{section}/", section.replace("/", " ").replace("caf%C3%A9", "Café").capitalize()
    path = f"/{section}/{page}" + (f"-{number}" if number else "") + "/"
    return host, path, f"{page.replace('-', ' ').capitalize()} {number or ''}".strip()


def _address(host: str, path: str, draw) -> str:  # type: ignore[no-untyped-def]
    scheme = "http" if draw() < 0.3 else "https"
    chance = draw()
    if chance < 0.06:
        host = host.removeprefix("www.")
    elif chance < 0.09:
        host = host.title()
    elif chance < 0.12:
        host += ":80" if scheme == "http" else ":443"
    elif chance < 0.13:
        host += "."
    chance = draw()
    if chance < 0.3:
        path = path.rstrip("/") or "/"
    elif chance < 0.38:
        path += _INDEX[int(draw() * len(_INDEX))]
    elif chance < 0.41:
        path = path.replace("/", "//", 1) if draw() < 0.3 else path.replace("/", "/./", 1)
    path = path.replace("%C3%A9", "%c3%a9") if draw() < 0.3 else path
    chance, query = draw(), ""
    if chance < 0.2:
        query = "?" + _CAMPAIGNS[int(draw() * len(_CAMPAIGNS))]
    elif chance < 0.27:
        query = f"?page={1 + int(draw() * 4)}" + ("&sort=price" if draw() < 0.4 else "")
    elif chance < 0.3:
        query = "?sort=price&page=2" if draw() < 0.5 else "?"
    elif chance < 0.32:
        query = f"?PHPSESSID={int(draw() * 1e9):09d}"
    fragment = ("#top", "#reviews", "#comments")[int(draw() * 3)] if draw() < 0.12 else ""
    return f"{scheme}://{host}{path}{query}{fragment}"


def sites() -> Source:
    """A crawl of three sites with rules of their own, and a hash of each page: session numbers, two ways to a
    story, a copy for phones, and parameters that do mean something.
    """
    draw = random.Random(2002).random
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("Address", "Status Code", "Content Hash"))

    def write(url: str, page: str) -> None:
        writer.writerow((url, "200", f"{hash_of(page):08x}"))

    for number in range(SITE_PAGES):
        shop = f"https://shop.example.com/p/{1000 + number}"
        write(shop, shop)
        for _ in range(2):
            write(f"{shop}?sid={int(draw() * 0xFFFFFFFF):08x}", shop)
        for view in ("list", "grid"):
            write(f"{shop}?view={view}", f"{shop} {view}")
        story = f"https://news.example.com/story_{number + 1}"
        write(story, story)
        write(f"https://news.example.com/story?id={number + 1}", story)
        if draw() < 0.6:
            write(f"https://news.example.com/m/story_{number + 1}", story)
        topic = f"https://forum.example.org/topic/{number + 1}"
        write(topic, topic)
        write(f"{topic}?ref={('home', 'search', 'mail')[number % 3]}{int(draw() * 1000)}", topic)
        write(f"{topic}?lang={('en', 'fr')[number % 2]}", f"{topic} {number % 2}")
    return Source("three-sites.csv", data=out.getvalue().encode())


def hash_of(page: str) -> int:
    """A number that stands for a page's content."""
    return zlib.crc32(page.encode())
