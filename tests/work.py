"""The work that a call does, counted and not timed: lines that run, characters that are copied on the way.

A machine that is slow or busy counts the same. What happens within one call of C code (a pattern that goes
back and forth) is not seen.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

PACKAGE = "urlinspector"

Tracer = Callable[[FrameType, str, Any], Any]


def work(function: Callable[[], object]) -> int:
    """Lines of the package that run, and the lengths of the texts and lists that its names are bound to on
    the way; arguments are bound without a copy and count nothing.
    """
    count = 0
    bound: dict[int, dict[str, int]] = {}

    def in_frame(frame: FrameType, event: str, _argument: Any) -> Tracer:
        nonlocal count
        count += 1
        known = bound[id(frame)]
        for name, value in frame.f_locals.items():
            if isinstance(value, str | list | tuple) and known.get(name) != id(value):
                known[name] = id(value)
                count += len(value)
        if event == "return":
            bound.pop(id(frame), None)
        return in_frame

    def on_call(frame: FrameType, _event: str, _argument: Any) -> Tracer | None:
        if not frame.f_globals.get("__name__", "").startswith(PACKAGE):
            return None
        bound[id(frame)] = {name: id(value) for name, value in frame.f_locals.items()}
        return in_frame

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        function()
    finally:
        sys.settrace(before)
    return count


def growth(function: Callable[[int], object], size: int) -> float:
    """How many times the work of `function(size)` that of `function(4 * size)` is: some 4 where it is linear,
    some 16 where it is quadratic.
    """
    function(size)  # What is loaded or kept with the first call is no part of it.
    small = work(lambda: function(size))
    return work(lambda: function(4 * size)) / small


LINEAR = 7.0
"""Of a growth: beyond it the work is more than linear."""
