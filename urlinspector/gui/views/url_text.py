"""A piece of a URL with everything that may stand out in it; others paint, speak, copy and print it."""

from dataclasses import dataclass

from urlinspector.url.components import Component, Span


@dataclass(frozen=True)
class UrlText:
    """A URL or a part of one, and what stands out in it."""

    text: str
    kind: Component | None = None
    """Colour of a component, for raw text only; None paints it in ink."""
    gone: tuple[Span, ...] = ()
    new: tuple[Span, ...] = ()
    bold: Span | None = None
    marked: tuple[Span, ...] = ()
    """Soft fill with an edge: what the selection elsewhere is about."""
    found: tuple[Span, ...] = ()
    squiggles: tuple[Span, ...] = ()
    mask: Span | None = None
    """Drawn, spoken and copied as `•••`."""
    marks: bool = False
    """Whether invisible characters are shown everywhere, not in changed spans alone."""
    focus: Span | None = None
    """What a cut text is cut around, where that is not what stands out in it."""

    def __hash__(self) -> int:
        # Every paint looks a text up; the other fields seldom tell two of them apart, and there may be
        # thousands of spans.
        spans = (self.gone, self.new, self.marked)
        return hash((self.text, *map(len, spans), *(each[:2] for each in spans)))
