"""What the explain dock says of the profile in use: whom it describes, how well, what to beware of.

And what the library itself answers for the URL at hand, when that is asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication

from urlinspector.gui.theme import Theme
from urlinspector.gui.views.diff_html import diff_html
from urlinspector.gui.views.diff_text import UrlText, before_and_after
from urlinspector.normalize.diff import diff
from urlinspector.normalize.profile import Profile
from urlinspector.url.masking import masked

if TYPE_CHECKING:
    from urlinspector.normalize.live_peers import Library, LiveAnswer

OFF, OWN, ALL = "off", "own", "all"
"""Which libraries are asked."""
_LONGEST = 600


@dataclass(frozen=True)
class Live:
    """Answers for one URL; `text` and `error` are ours."""

    text: str | None
    error: str
    answers: "tuple[LiveAnswer, ...]"


class Line(NamedTuple):
    """A row: caption, rich text, and whether it is a warning."""

    caption: str
    html: str
    warning: bool = False


def asked_libraries(profile: Profile, which: str) -> "tuple[Library, ...]":
    """The libraries that a choice means."""
    from urlinspector.normalize.live_peers import LIBRARIES, library_of

    own = library_of(profile)
    if which == OWN and own is not None:
        return (own,)
    return () if which == OFF else tuple(LIBRARIES.values())


def ask_live(profile: Profile, libraries: "Sequence[Library]", url: str) -> Live:
    """For the background: our answer and theirs."""
    from urlinspector.normalize.live_peers import ask_all, ours

    text, error = ours(profile, url)
    return Live(text, error, ask_all(libraries, url))


def head_html(profile: Profile, gap: int) -> str:
    """Title and description."""
    parts = [f'<p style="margin:0"><b>{escape(profile.title or profile.name)}</b></p>']
    parts += [
        f'<p style="margin:{gap}px 0 0 0">{escape(text)}</p>'
        for text in (profile.description, *profile.notes)
        if text
    ]
    return "".join(parts)


def profile_lines(profile: Profile) -> list[Line]:
    """The facts about a profile, warnings of its steps last."""
    lines = [Line(_tr("Name"), escape(profile.name))]
    if profile.aliases:
        lines.append(Line(_tr("Also"), escape(", ".join(profile.aliases))))
    if profile.peer:
        from urlinspector.normalize.conformance import peer_name, sentence, stored_figures

        lines.append(Line(_tr("Describes"), escape(peer_name(profile))))
        figures = stored_figures().get(profile.name)
        said = sentence(profile, figures) if figures else _tr("no figures are recorded for it")
        lines.append(Line(_tr("Matches"), escape(said)))
    if profile.output != "url":
        lines.append(Line(_tr("Writes"), escape(profile.output)))
    if profile.idempotent:
        words = _tr("Not idempotent. {0}").format(profile.idempotent)
        lines.append(Line(_tr("Caution"), escape(words), warning=True))
    for bound in profile.steps:
        if bound.step.peer and bound.step.warning:
            link = f'<a href="step:{escape(bound.step.name)}">{escape(bound.step.name)}</a>'
            lines.append(Line(_tr("Caution"), f"{link}: {escape(bound.step.warning)}", warning=True))
    return lines


def live_lines(
    profile: Profile, which: str, live: Live | None, url: str, theme: Theme, *, masks: bool
) -> list[Line]:
    """The offer to ask the libraries, or what they answered."""
    if which == OFF:
        return [Line(_tr("Live"), _offer(profile))]
    if not url:
        return [
            Line(_tr("Live"), escape(_tr("There is no URL to ask about.")) + f" {_link(OFF, _tr('Stop'))}")
        ]
    if live is None:
        return [Line(_tr("Live"), "…")]
    said = live.text
    mine = (
        _mono(theme, _cut(said, masks))
        if said is not None
        else escape(_tr("refuses: {0}").format(live.error))
    )
    lines = [
        Line(_tr("Profile"), mine),
        *(_answer(answer, profile, live, theme, masks) for answer in live.answers),
    ]
    more = _link(ALL, _tr("Ask the others too")) if which == OWN else ""
    lines.append(Line("", " ".join(each for each in (more, _link(OFF, _tr("Stop"))) if each)))
    return lines


def _answer(answer: "LiveAnswer", profile: Profile, live: Live, theme: Theme, masks: bool) -> Line:
    name = f"{answer.library.name} {answer.version}".strip()
    is_own = answer.library.name == profile.peer
    other = ""
    if is_own and answer.version and answer.version != profile.peer_version:
        other = " " + escape(_tr("(the profile describes {0})").format(profile.peer_version))
    if answer.is_absent:
        words = _tr("{0} is not installed") if answer.error == "is not installed" else "{0} " + answer.error
        return Line(_tr("Library"), escape(words.format(answer.library.name)))
    if answer.text is None:
        same = live.text is None
        verdict = _tr("as the profile does") if same else _tr("the profile does not")
        html = f"{escape(name)}{other} {escape(answer.error)}; {escape(verdict)}"
        return Line(_tr("Library"), html, warning=is_own and not same)
    if answer.text == live.text:
        return Line(_tr("Library"), f"{escape(name)}{other}: {escape(_tr('the same'))}")
    shown = _mono(theme, _cut(answer.text, masks))
    if live.text is not None:
        mine, theirs = _cut(live.text, masks), _cut(answer.text, masks)
        _, right = before_and_after(diff(mine, theirs), mine, theirs)
        shown = _mono_html(theme, diff_html(UrlText(right.text, new=right.new), theme.colours))
    words = escape(_tr("otherwise"))
    return Line(_tr("Library"), f"{escape(name)}{other}: {words}<br>{shown}", warning=is_own)


def _offer(profile: Profile) -> str:
    own = None
    if profile.peer:
        from urlinspector.normalize.live_peers import library_of

        own = library_of(profile)
    if own is None:
        return _link(ALL, _tr("Ask installed libraries about this URL"))
    words = _tr("Ask the installed {0} about this URL").format(own.name)
    return f"{_link(OWN, words)} ({escape(own.called)})"


def _link(which: str, words: str) -> str:
    return f'<a href="live:{which}">{escape(words)}</a>'


def _cut(text: str, masks: bool) -> str:
    shown = masked(text) if masks else text
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"


def _mono(theme: Theme, text: str) -> str:
    from urlinspector.gui.text import printable

    return _mono_html(theme, escape(printable(text)))


def _mono_html(theme: Theme, html: str) -> str:
    return f"<span style=\"font-family:'{theme.type.mono.family()}'\">{html}</span>"


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProfileText", text)
