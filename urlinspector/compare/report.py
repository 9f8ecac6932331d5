"""A comparison as plain data (issue: JSON of `compare`) and as text or Markdown for a ticket."""

from collections.abc import Sequence
from typing import Any

from urlinspector.compare.equalizers import Equalizer, equalizers
from urlinspector.compare.explain import Difference, differences
from urlinspector.compare.lru_relation import LruRelation, lru_relation
from urlinspector.compare.profiles import who_would_merge
from urlinspector.compare.verdict import Comparison, Verdict
from urlinspector.normalize.needed import rules_acting
from urlinspector.normalize.options import option_text, option_values
from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.profile import SITE_RULES
from urlinspector.normalize.step import Safety
from urlinspector.url.components import Url
from urlinspector.url.readings import Reading, readings

HEADLINES = {
    Verdict.IDENTICAL: "Identical text",
    Verdict.EQUAL: "Equal under {profile}",
    Verdict.DIFFERENT: "Different under {profile}",
    Verdict.NOT_COMPARABLE: "Not comparable",
}
SAFETY_WORDS = {"preserves": "preserves", "usually-preserves": "usually preserves", "changes": "changes"}


def shown_urls(comparison: Comparison) -> tuple[Url, Url]:
    """The canonical forms where there are both, else the texts."""
    one, other = comparison.canonical
    if one is None or other is None:
        return Url.parse(comparison.a), Url.parse(comparison.b)
    return Url.parse(one), Url.parse(other)


def relation_of(comparison: Comparison) -> LruRelation:
    """The LRU relation of what `shown_urls` gives."""
    return lru_relation(*shown_urls(comparison))


def as_data(comparison: Comparison) -> dict[str, Any]:
    """The object that `compare --json` prints."""
    relation = relation_of(comparison)
    rules = rules_acting(comparison.profile, (comparison.a, comparison.b))
    return {
        "verdict": comparison.verdict.value,
        "profile": comparison.profile.name,
        "canonical": list(comparison.written),
        "reasons": list(comparison.reasons),
        "differs": [each.value for each in comparison.differs],
        "needed": [bound.step.name for bound in comparison.needed],
        **({"rules": list(rules)} if rules else {}),
        "safety": comparison.safety.value if comparison.safety else None,
        "equalizers": [_equalizer(each) for each in equalizers(comparison.a, comparison.b)],
        "lru": {
            "relation": relation.relation.value,
            "specificity": [
                {"stems": each.stems, "weighted": each.weighted} for each in relation.specificity
            ],
            "common_prefix": relation.common_url,
        },
        "parsers": [*_parsers("a", comparison.a), *_parsers("b", comparison.b)],
        "profiles": {row.profile.name: row.same for row in who_would_merge(comparison.a, comparison.b)},
    }


def _equalizer(each: Equalizer) -> dict[str, Any]:
    steps = [
        {"step": bound.step.name, "options": option_values(bound.step, bound.options)} for bound in each.steps
    ]
    return {"steps": steps, "safety": each.safety.value}


def _parsers(side: str, text: str) -> list[dict[str, Any]]:
    found = readings(text)
    doubts = {
        "host_differs": found.host_differs or found.host_hides,
        "path_differs": found.path_differs or found.path_hides,
    }
    return [{"url": side, **_reading(row), **doubts} for row in found.rows]


def _reading(row: Reading) -> dict[str, Any]:
    return {
        "parser": row.parser.value,
        "scheme": row.scheme,
        "host": row.host,
        "port": row.port,
        "path": row.path,
        "error": row.error,
    }


def headline(comparison: Comparison) -> str:
    """The verdict in a few words, with the name of the profile where it decides."""
    return HEADLINES[comparison.verdict].format(profile=comparison.profile.name)


def reason(comparison: Comparison) -> str:
    """One sentence that says what the verdict rests on."""
    if comparison.verdict is Verdict.IDENTICAL:
        return "The two texts are the same, character by character."
    if comparison.verdict is Verdict.NOT_COMPARABLE:
        return "; ".join(
            f"{side} is refused: {each.refused.reason}"
            for side, each in zip("AB", comparison.outcomes, strict=True)
            if each.refused is not None
        )
    if comparison.verdict is Verdict.EQUAL:
        if comparison.safety is None:
            return "The profile writes the same key for both, without any of its steps."
        names = ", ".join(_needed_words(comparison))
        return f"It takes {names}. {_RISK[comparison.safety]}"
    words = [f"{each.component.value}: {each.message}" for each in differing(comparison)]
    return "; ".join(words) + "."


_RISK = {
    Safety.PRESERVES: "By the standards that is the same page.",
    Safety.USUALLY_PRESERVES: "That is almost always the same page.",
    Safety.CHANGES: "On some servers these are two pages.",
}


def _needed_words(comparison: Comparison) -> tuple[str, ...]:
    """The needed steps with their options; a step of rules with the names of those that act here."""
    texts = comparison.a, comparison.b
    words = []
    for bound in comparison.needed:
        if bound.step.name != SITE_RULES:
            words.append(step_words(bound))
        else:
            words.append(f"{bound.step.name} ({', '.join(rules_acting(comparison.profile, texts))})")
    return tuple(words)


def differing(comparison: Comparison) -> tuple[Difference, ...]:
    """The components of `shown_urls` that differ and count, with what to say about each."""
    return tuple(
        each for each in differences(*shown_urls(comparison)) if each.component in comparison.differs
    )


def step_words(bound: BoundStep) -> str:
    """A step's name with its options where they are not the defaults: `limit-protocol to=https`."""
    options = option_text(bound.step, bound.options)
    return f"{bound.step.name} {options}" if options else bound.step.name


def assumptions(steps: tuple[BoundStep, ...]) -> tuple[str, ...]:
    """What merging by these steps assumes about the server, one clause a step that assumes anything."""
    return tuple(dict.fromkeys(bound.step.assumes for bound in steps if bound.step.assumes))


MOST_SETS = 5
"""Minimal sets that a text lists; the rest it only counts."""


def as_text(
    comparison: Comparison, *, markdown: bool = False, found: Sequence[Equalizer] | None = None
) -> str:
    """The comparison for a ticket. The caller masks credentials where they are not to be shown.

    `found` are the equalizers where they are known already.
    """
    code = "`" if markdown else ""
    strong = "**" if markdown else ""
    bullet = "- " if markdown else "  "
    lines = [f"{strong}{headline(comparison)}{strong}: {reason(comparison)}", ""]
    for side, text, canonical in zip("AB", (comparison.a, comparison.b), comparison.written, strict=True):
        lines.append(f"{bullet}{side}: {code}{text}{code}")
        if canonical is not None and canonical != text:
            lines.append(f"{bullet}{side} canonical: {code}{canonical}{code}")
    if found is None:
        found = equalizers(comparison.a, comparison.b)
    if found and comparison.verdict is not Verdict.EQUAL:
        lines += ["", "What would make them equal, safest first:"]
        for each in found[:MOST_SETS]:
            names = ", ".join(step_words(bound) for bound in each.steps)
            lines.append(f"{bullet}{names} ({SAFETY_WORDS[each.safety.value]})")
        if len(found) > MOST_SETS:
            lines.append(f"{bullet}and {len(found) - MOST_SETS:,} more")
    assumed = assumptions(comparison.needed)
    if assumed:
        lines += ["", "Merging them assumes", *(f"{bullet}{each}" for each in assumed)]
    return "\n".join(lines) + "\n"
