"""Userinfo hidden wherever a URL is shown or kept by the program itself (definitions §6, *Masked*)."""

from urlinspector.url.components import Component, Url

DOTS = "•••"


def masked(text: str) -> str:
    """`user:•••@`: the userinfo's password replaced, or the whole userinfo where it has no colon.

    Only userinfo counts; a text without any comes back unchanged.
    """
    url = Url.parse(text)
    if not url.userinfo:
        return text
    user, colon, password = url.userinfo.partition(":")
    if colon and not password:
        return text
    return str(url.replace(Component.USERINFO, f"{user}:{DOTS}" if colon else DOTS))
