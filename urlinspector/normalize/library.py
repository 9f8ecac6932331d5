"""The built-in profiles: files in `resources/profiles`, found by name or alias, read when asked for."""

from functools import cache

from urlinspector.normalize.profile import Profile, ProfileError
from urlinspector.resources import resources

DEFAULT = "safe"


@cache
def builtin_names() -> tuple[str, ...]:
    """Names of the built-in profiles, sorted."""
    return tuple(sorted(each.name.removesuffix(".toml") for each in (resources() / "profiles").iterdir()))


@cache
def builtin(name: str) -> Profile:
    """The built-in profile of that name or alias. Raises ProfileError with near names when there is none."""
    if name in builtin_names():
        return Profile.parse(_text(name), name=name)
    for each in builtin_names():
        if f'"{name}"' in _text(each) and name in builtin(each).aliases:
            return builtin(each)
    import difflib

    near = difflib.get_close_matches(name, builtin_names(), 3)
    hint = f"; did you mean {', '.join(near)}?" if near else f"; there are {', '.join(builtin_names())}"
    raise ProfileError(f"there is no profile “{name}”{hint}")


def _text(name: str) -> str:
    return (resources() / "profiles" / f"{name}.toml").read_text("utf-8")
