"""Reference resolution (RFC 3986 §5.2) and the removal of dot segments (§5.2.4)."""

from urlinspector.url.components import Url


def resolve(base: Url, reference: Url) -> Url:
    """The target of `reference` seen from `base` (RFC 3986 §5.2.2, strict). Never raises.

    A base without a scheme gives a target without one; the caller says so to the user.
    """
    if reference.scheme is not None:
        return reference._replace(path=remove_dot_segments(reference.path))
    if reference.host is not None:
        return reference._replace(scheme=base.scheme, path=remove_dot_segments(reference.path))
    target = base._replace(fragment=reference.fragment)
    if reference.path == "":
        return target if reference.query is None else target._replace(query=reference.query)
    path = reference.path if reference.path.startswith("/") else merge(base, reference.path)
    path = remove_dot_segments(path)
    if base.host is None and path.startswith("//"):
        path = "/." + path  # §4.2 and WHATWG URL §4.5: without an authority `//` would begin one
    return target._replace(path=path, query=reference.query)


def merge(base: Url, path: str) -> str:
    """A relative path put in the place of the base path's last segment (RFC 3986 §5.2.3)."""
    if base.host is not None and base.path == "":
        return "/" + path
    return base.path[: base.path.rfind("/") + 1] + path


def remove_dot_segments(path: str) -> str:
    """`path` without its `.` and `..` segments (RFC 3986 §5.2.4), in linear time."""
    if "." not in path:
        return path
    segments = path.split("/")
    kept: list[str] = []
    rooted = segments[0] == "" and len(segments) > 1
    last = len(segments) - 1
    for number, segment in enumerate(segments[1:] if rooted else segments, 1 if rooted else 0):
        if segment not in (".", ".."):
            kept.append(segment)
            continue
        if segment == ".." and kept:
            kept.pop()
        if number == last and (kept or rooted):
            kept.append("")
    return ("/" if rooted else "") + "/".join(kept)
