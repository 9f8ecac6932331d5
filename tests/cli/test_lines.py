"""Lines: where they end, bytes that are not UTF-8, the byte order mark, blocks as they arrive."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlinspector.cli.lines import read_blocks, to_bytes


class Slow(io.BytesIO):
    """Gives what it has in given pieces."""

    def __init__(self, pieces: list[bytes]) -> None:
        super().__init__()
        self._pieces = iter(pieces)

    def read1(self, size: int | None = -1, /) -> bytes:
        return next(self._pieces, b"")


def lines(*pieces: bytes) -> list[str]:
    return [line for block in read_blocks(Slow([*pieces])) for line in block]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\nb", ["a", "b"]),
        (b"a\n\nb\n", ["a", "", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\rb\n", ["a\rb"]),
        (b"a\r\r\nb\n", ["a\r", "b"]),
        (b"a\r", ["a\r"]),
        ("a\u2028b\x0bc\x0cd\x85e\u2029f\x1cg\n".encode(), ["a\u2028b\x0bc\x0cd\x85e\u2029f\x1cg"]),
        (b"a\x00b\n", ["a\x00b"]),
        (b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", ["a", "\ufeffb"]),
        (b"\xef\xbb\xbf", []),
        (b"\xef\xbb\xbf\xef\xbb\xbfa", ["\ufeffa"]),
        (b"\xef\xbb", ["\udcef\udcbb"]),
        (b"a\xff\xfe\n\xc3\n\xed\xa0\x80", ["a\udcff\udcfe", "\udcc3", "\udced\udca0\udc80"]),
    ],
)
def test_lines(data, expected):
    assert lines(data) == expected
    assert lines(*(bytes([byte]) for byte in data)) == expected


def reference(data: bytes) -> list[bytes]:
    parts = re.split(rb"\r?\n", data.removeprefix(b"\xef\xbb\xbf"))
    return parts[:-1] if parts[-1] == b"" else parts


pieces = st.lists(
    st.sampled_from([b"\n", b"\r", b"\r\n", b"a", b"\xef\xbb\xbf", b"\xef", b"\xc3", b"\xa9"])
    | st.binary(min_size=1)
)


@given(pieces)
def test_chunks_make_no_difference_and_bytes_survive(chunks):
    assert [to_bytes(line) for line in lines(*chunks)] == reference(b"".join(chunks))


def test_whole_lines_come_before_the_rest_has_arrived():
    stream = Slow([b"a\nb\nc", b"d\n"])
    blocks = read_blocks(stream)
    assert next(blocks) == ["a", "b"]
    assert next(blocks) == ["cd"]
    assert list(blocks) == []


def test_one_long_line_takes_linear_time():
    assert [len(line) for line in lines(*[b"x" * 1000] * 20_000, b"\n")] == [20_000_000]


@given(st.text(st.characters(exclude_categories=())))
def test_every_text_can_be_written(text):
    assert isinstance(to_bytes(text), bytes)


def test_bytes_of_surrogates():
    assert to_bytes("a\udcff\ud800\u20ac") == b"a\xff\xed\xa0\x80\xe2\x82\xac"
