"""Counts in sentences: `1 row`, `12,345 rows`."""


def counted(count: int, one: str, many: str = "") -> str:
    """A count with its noun; `many` where the plural is not `one` with an s."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
