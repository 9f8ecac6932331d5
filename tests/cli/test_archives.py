"""Web archives through `mine` and `cluster`: a WARC as fastwarc writes it, and CDX and CDXJ indexes of it."""

import base64
import gzip
import hashlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from fastwarc.warc import WarcRecord, WarcRecordType

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
PAGES = range(12)
ODD_KEY = "example,www,h)/p/a0"
"""As tools write it that keep `www`."""


class Fetch(NamedTuple):
    """One record of the archive, and where it lies."""

    url: str
    digest: str
    kind: str
    offset: int
    length: int


def fetched() -> Iterator[tuple[str, bytes, str]]:
    """Every page plainly and with a session, two of them again, one as a revisit."""
    for n in PAGES:
        body = b"<p>page %d</p>" % n
        yield f"http://www.h.example/p/a{n}", body, "response"
        yield f"http://www.h.example/p/a{n}?sid={n * 7919}x", body, "response"
        if n < 2:
            yield f"http://www.h.example/p/a{n}", body, "response"
    yield "http://www.h.example/p/a3", b"<p>page 3</p>", "revisit"


def written(path: Path) -> list[Fetch]:
    """Write the archive, each record a gzip member of its own."""
    made: list[Fetch] = []
    with path.open("wb") as file:
        for url, body, kind in fetched():
            record = WarcRecord()
            record.init_headers(getattr(WarcRecordType, kind))
            record.headers["WARC-Target-URI"] = url
            record.headers["Content-Type"] = "application/http; msgtype=response"
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
            record.set_bytes_content(head.encode() + body)
            record.is_http = True
            record.parse_http()
            whole = io.BytesIO()
            record.write(whole, checksum_data=True)
            packed = gzip.compress(whole.getvalue())
            digest = base64.b32encode(hashlib.sha1(body).digest()).decode()
            assert f"WARC-Payload-Digest: sha1:{digest}".encode() in whole.getvalue()
            made.append(Fetch(url, digest, kind, file.tell(), len(packed)))
            file.write(packed)
    return made


def key(url: str) -> str:
    """The sort key of these URLs."""
    return "example,h)" + url.removeprefix("http://www.h.example")


def cdx(fetches: list[Fetch]) -> str:
    """As the Internet Archive's tools write it, sorted, the first key by another tool."""
    rows = []
    for each in fetches:
        kind, status = ("warc/revisit", "-") if each.kind == "revisit" else ("text/html", "200")
        where = f"{each.length} {each.offset} crawl.warc.gz"
        rows.append(f"{key(each.url)} 20260102030405 {each.url} {kind} {status} {each.digest} - - {where}")
    rows[0] = rows[0].replace(key(fetches[0].url), ODD_KEY, 1)
    return "\n".join([" CDX N b a m s k r M S V g", *sorted(rows)]) + "\n"


def cdxj(fetches: list[Fetch]) -> str:
    """As pywb's format has it."""
    rows = []
    for each in fetches:
        fields = {
            "url": each.url,
            "mime": "warc/revisit" if each.kind == "revisit" else "text/html",
            "status": "200",
            "digest": f"sha1:{each.digest}",
            "length": str(each.length),
            "offset": str(each.offset),
            "filename": "crawl.warc.gz",
        }
        rows.append(f"{key(each.url)} 20260102030405 {json.dumps(fields)}")
    rows[0] = rows[0].replace(key(fetches[0].url), ODD_KEY, 1)
    return "\n".join(sorted(rows)) + "\n"


@pytest.fixture(params=["crawl.warc.gz", "crawl.cdx", "crawl.cdx.gz", "crawl.cdxj"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The crawl, or one of its indexes."""
    path = tmp_path / str(request.param)
    fetches = written(tmp_path / "crawl.warc.gz")
    if ".warc" not in path.name:
        data = (cdxj if path.suffix == ".cdxj" else cdx)(fetches).encode()
        path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def test_digests_are_the_labels_of_what_is_mined(cli: Cli, archive: Path) -> None:
    answer = cli("mine", "--json", str(archive))
    found = json.loads(answer.text)
    assert answer.code == 0
    assert found["label"]["kind"] == "digest"
    assert found["label"]["column"] == ("payload digest" if ".warc" in archive.name else "digest")
    (proposal,) = found["proposals"]
    assert (proposal["rule"], proposal["support"], proposal["auto"]) == ("drop sid", 12, True)
    assert (proposal["agree"], proposal["disagree"]) == (12, 0)
    assert found["reduction"] == {"before": 24, "after": 12}


def test_redundant_fetches_are_counted_and_stored_keys_held_against_ours(cli: Cli, archive: Path) -> None:
    answer = cli("cluster", str(archive))
    said = answer.text + answer.err
    assert answer.code == 0
    assert "27 rows" in said
    if ".warc" in archive.name:
        assert (
            "27 fetches brought 12 different payloads: 15 were redundant, 3 of them of the same URL" in said
        )
    else:
        assert "1 of 27 stored keys" in said
        assert f"{ODD_KEY} is example,h)/p/a0 here" in said


def test_rules_that_were_mined_merge_the_archive(cli: Cli, archive: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    assert cli("mine", "-o", str(rules), str(archive)).code == 0
    answer = cli("cluster", "--rules", str(rules), "--json", str(archive))
    assert answer.code == 0
    assert json.loads(answer.text)["clusters"] == 12, answer.text[:500]
