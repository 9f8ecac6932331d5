"""A disk that takes no more than some bytes of a file, as far as a test can have one."""

import contextlib
from collections.abc import Iterator

import pytest


@contextlib.contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file grows beyond `size` bytes inside the block: writing more fails after so many. Skips where the
    system has no such bound.
    """
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
