"""Rewriting short pieces of a text until there is none left, in one pass."""

from collections.abc import Callable


def reduce(text: str, closers: str, longest: int, rewrite: Callable[[str], tuple[int, str] | None]) -> str:
    """`text` with every piece that `rewrite` knows replaced, and what that makes replaced again.

    A piece ends with one of `closers` and is at most `longest` long. `rewrite` gets the end of what was read
    so far and says how many characters of it go and what comes instead (shorter), or None. Doing this while
    reading gives what repeated passes would end at, in linear time: `&amp;amp;…` takes a pass for each layer.
    """
    out: list[str] = []
    for char in text:
        out.append(char)
        while out and out[-1] in closers:
            found = rewrite("".join(out[-longest:]))
            if found is None:
                break
            del out[-found[0] :]
            out.extend(found[1])
    return "".join(out)
