"""Where bytes come from: a file, standard input, the clipboard; gzip undone, no text told apart."""

import zlib
from dataclasses import dataclass
from pathlib import Path

from urlinspector.url.wording import plain_reason

from .part import ReadError, Report

_GZIP = b"\x1f\x8b"
_CHUNK = 1 << 20
_FEW = 8  # control characters that a text may hold however short it is
LARGEST = 8 << 30
"""Bytes that a compressed file may unfold to."""

# What is no list of URLs, by its first bytes.
_BINARY = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"\xd0\xcf\x11\xe0", "an old Office file; save it as XLSX or CSV"),
    (b"BZh", "compressed with bzip2; unpack it first"),
    (b"\xfd7zXZ", "compressed with xz; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd; unpack it first"),
    (b"7z\xbc\xaf", "a 7-Zip archive; unpack it first"),
    (b"SQLite format 3", "a database"),
)


@dataclass(frozen=True)
class Source:
    """Bytes with a name; read when asked for."""

    name: str
    """The path as the user gave it, or `standard input`, `pasted text`."""
    path: Path | None = None
    data: bytes = b""

    @classmethod
    def file(cls, path: "Path | str") -> "Source":
        """A file, whether it exists or not."""
        return cls(str(path), Path(path))

    @property
    def suffix(self) -> str:
        """The last suffix of the name in lower case, `.gz` left out."""
        suffixes = [each.lower() for each in Path(self.name).suffixes if each.lower() != ".gz"]
        return suffixes[-1] if suffixes else ""

    @property
    def size(self) -> int:
        """Bytes, as stored; 0 for a file that cannot be asked."""
        if self.path is None:
            return len(self.data)
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def head(self, size: int = 1 << 16) -> bytes:
        """The first bytes, unpacked. Raises ReadError."""
        if self.path is None:
            data = self.data[:size]
        else:
            try:
                if self.path.is_dir():
                    raise ReadError("is a folder")
                with self.path.open("rb") as file:
                    data = file.read(size)
            except OSError as error:
                raise ReadError(plain_reason(error)) from None
        if data.startswith(_GZIP):
            try:
                return zlib.decompressobj(31).decompress(data, size) if len(data) > 10 else b""
            except zlib.error as error:
                raise ReadError(f"is not a whole gzip file ({error})") from None
        return data

    def read(self, report: Report) -> bytes:
        """All bytes, unpacked; a gzip file that breaks off gives what it holds, which the report says.

        Raises ReadError.
        """
        if self.path is None:
            data = self.data
        else:
            try:
                if self.path.is_dir():
                    raise ReadError("is a folder")
                data = self.path.read_bytes()
            except OSError as error:
                raise ReadError(plain_reason(error)) from None
            except MemoryError:
                raise ReadError(f"does not fit into memory ({self.size >> 20} MiB)") from None
        return _unpacked(data, report) if data.startswith(_GZIP) else data


def _unpacked(data: bytes, report: Report) -> bytes:
    """Undo gzip, several members one after the other; the end of a broken one is said."""
    made: list[bytes] = []
    total = 0
    view = memoryview(data)
    while view:
        unpack = zlib.decompressobj(31)
        try:
            while view and not unpack.eof:
                piece = unpack.decompress(view[:_CHUNK])
                view = view[min(_CHUNK, len(view)) :]
                made.append(piece)
                total += len(piece)
                if total > LARGEST:
                    raise ReadError(f"unpacks to more than {LARGEST >> 30} GiB")
        except zlib.error as error:
            if not total:
                raise ReadError(f"is not a whole gzip file ({error})") from None
            report.error = f"the gzip data is damaged after {total} bytes; what stands before was read"
            break
        if not unpack.eof:
            report.error = (
                f"breaks off: the gzip file ends in the middle, after {total} bytes; its last line may be cut"
            )
            break
        rest = unpack.unused_data
        view = memoryview(rest + bytes(view)) if rest.strip(b"\0") or view else memoryview(b"")
        if len(view) and bytes(view[:2]) != _GZIP:
            report.notes.append("what stands after the gzip data was left out")
            break
    return b"".join(made)


def why_binary(data: bytes) -> str:
    """What a file is that holds no text; empty for one that does."""
    for start, what in _BINARY:
        if data.startswith(start):
            return what
    sample = data[: 1 << 16]
    controls = sum(sample.count(byte) for byte in _CONTROLS)
    if controls > max(_FEW, len(sample) // 20):
        return "a binary file"
    return ""


_CONTROLS = tuple(bytes([byte]) for byte in (*range(9), *range(14, 32)) if byte != 0x1B)
