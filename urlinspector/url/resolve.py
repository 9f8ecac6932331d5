"""Reference resolution (RFC 3986 §5.2) and the removal of dot segments (§5.2.4)."""

from urlinspector.url.components import Url


def resolve(base: Url, reference: Url) -> Url:
    """The target of `reference` seen from `base` (RFC 3986 §5.2.2, strict). Never raises.

    A base without a scheme gives a target without one; the caller says so to the user. A target whose text
    would be read as another URL is kept apart, see `unambiguous`.
    """
    if reference.scheme is not None:
        target = reference._replace(path=remove_dot_segments(reference.path))
    elif reference.host is not None:
        target = reference._replace(scheme=base.scheme, path=remove_dot_segments(reference.path))
    elif reference.path == "":
        query = base.query if reference.query is None else reference.query
        target = base._replace(query=query, fragment=reference.fragment)
    else:
        path = reference.path if reference.path.startswith("/") else merge(base, reference.path)
        path = remove_dot_segments(path)
        target = base._replace(path=path, query=reference.query, fragment=reference.fragment)
    return unambiguous(target)


def merge(base: Url, path: str) -> str:
    """A relative path put in the place of the base path's last segment (RFC 3986 §5.2.3)."""
    if base.host is not None and base.path == "":
        return "/" + path
    return base.path[: base.path.rfind("/") + 1] + path


def unambiguous(url: Url) -> Url:
    """`url` with a dot segment before a path that its text would not show as a path.

    §5.2.4 can leave a path that begins with `//` where there is no authority (§3.3 forbids it, the text would
    have one: `/.//a`), and, from a base without a scheme, a first segment with a colon (§4.2: `./a:b`).
    """
    if url.host is not None:
        return url
    if url.path.startswith("//"):
        return url._replace(path="/." + url.path)
    if url.scheme is None and url.path.split("/", 1)[0].find(":") > 0:
        return url._replace(path="./" + url.path)
    return url


def remove_dot_segments(path: str) -> str:
    """`path` without its `.` and `..` segments: RFC 3986 §5.2.4 to the letter, but in linear time.

    A path that does not begin with `/` follows the same algorithm, so `a/..` gives `/` and `../a` gives `a`.
    """
    if "." not in path:
        return path
    start = 0
    while path.startswith(("./", "../"), start):  # A
        start = path.index("/", start) + 1
    first, *rest = path[start:].split("/")
    if not rest and first in (".", ".."):  # D
        return ""
    output = [first] if first else []
    for segment in rest:
        if segment == "..":  # C
            if output:
                output.pop()
        elif segment != ".":  # E; else B
            output.append("/" + segment)
    if rest and rest[-1] in (".", ".."):  # B and C at the end leave a "/"
        output.append("/")
    return "".join(output)
