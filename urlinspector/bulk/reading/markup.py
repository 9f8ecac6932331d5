"""sitemap.xml and sitemap indexes (sitemaps.org): every `loc`, and the links of the common extensions.

Nothing is fetched: the children of an index are listed. Entity declarations are refused (entity bombs).
"""

from xml.parsers import expat

from urlinspector.bulk.task import Task

from .part import Part, ReadError, Report, part_of

_KEPT = ("lastmod", "changefreq", "priority")


def is_sitemap(head: bytes) -> bool:
    """Whether the first bytes are those of a sitemap."""
    return b"<urlset" in head or b"<sitemapindex" in head


class _Reader:
    def __init__(self, task: Task) -> None:
        self.texts: list[str] = []
        self.lines: list[int] = []
        self.columns: dict[str, list[str | None]] = {"element": [], **{name: [] for name in _KEPT}}
        self.index = False
        self._task = task
        self._text: list[str] | None = None
        self._line = self._first = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.EntityDeclHandler = self._entity

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        if local == "sitemapindex":
            self.index = True
        elif local in ("url", "sitemap"):
            self._first = len(self.texts)
        elif local == "link" and attributes.get("href"):
            self._add(attributes["href"], "link", self.parser.CurrentLineNumber)
        if local.endswith("loc") or local in _KEPT:
            self._text, self._line = [], self.parser.CurrentLineNumber

    def _end(self, name: str) -> None:
        local = name.rpartition(" ")[2]
        if self._text is None:
            return
        text = "".join(self._text).strip()
        self._text = None
        if local in _KEPT:
            for at in range(self._first, len(self.texts)):
                self.columns[local][at] = text
        elif text:
            self._add(text, local, self._line)

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _entity(self, *_declared: object) -> None:
        raise ReadError("declares entities, which no sitemap needs; it was not read further")

    def _add(self, text: str, element: str, line: int) -> None:
        if len(self.texts) % 10_000 == 0:
            self._task.at("reading", len(self.texts))
        self.texts.append(text)
        self.lines.append(line)
        self.columns["element"].append(element)
        for name in _KEPT:
            self.columns[name].append(None)


def read_sitemap(data: bytes, report: Report, task: Task) -> Part:
    """The URLs of a sitemap; of a damaged one those before the damage. Raises ReadError and Cancelled."""
    reader = _Reader(task)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        report.error = f"is not well-formed XML ({error}); {len(reader.texts)} URLs before that were read"
    except ReadError as error:
        report.error = str(error)
    if reader.index:
        report.notes.append(f"is a sitemap index; the {len(reader.texts)} sitemaps are listed, not fetched")
    report.rows, report.column = len(reader.texts), "loc"
    return part_of(reader.texts, reader.lines, reader.columns)
