"""The engine against the pipeline: what the law tests compare."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import polars as pl

from urlinspector.bulk import codec
from urlinspector.bulk.codes import encode_key
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.recompose import recompose
from urlinspector.bulk.run import Run
from urlinspector.bulk.table import UrlTable
from urlinspector.normalize.pipeline import BoundStep, Outcome, canonicalize

Answer = tuple[str | None, tuple[int, ...]]


def engine_answers(engine: Engine, run: Run) -> list[Answer]:
    """For each distinct text its canonical form and the steps that changed it, as the engine has them."""
    forms = [codec.decode(text) for text in recompose(run.columns, engine.pools).to_list()]
    refused = [False] * run.size if run.refused_at is None else run.refused_at.is_not_null().to_list()
    changed: list[list[int]] = [[] for _ in forms]
    for number in range(len(run.steps)):
        for at in run.changed(number).arg_true().to_list():
            changed[at].append(number)
    return [
        (None if no else form, tuple(numbers))
        for form, no, numbers in zip(forms, refused, changed, strict=True)
    ]


def expected(outcome: Outcome) -> Answer:
    return outcome.canonical, outcome.changed_by


def check_law(texts: Sequence[str], steps: Sequence[BoundStep], *, anything: bool) -> None:
    """The engine's canonical forms, changed steps and partition are those of `canonicalize` on each text."""
    engine = Engine(UrlTable.of(texts))
    check_run(engine, engine.run(steps, anything=anything), texts)


def check_run(engine: Engine, run: Run, texts: Iterable[str]) -> None:
    distinct = list(dict.fromkeys(texts))
    assert [codec.decode(text) for text in engine.table.texts.to_list()] == distinct
    wanted = [expected(canonicalize(text, run.steps, accepts_anything=run.anything)) for text in distinct]
    got = engine_answers(engine, run)
    for text, want, have in zip(distinct, wanted, got, strict=True):
        assert have == want, text
    accepted = [at for at, (form, _) in enumerate(wanted) if form is not None]
    by_form: defaultdict[str | None, list[int]] = defaultdict(list)
    for at in accepted:
        by_form[wanted[at][0]].append(at)
    if not any(bound.step.peer for bound in run.steps):  # peers' steps may break structure safety
        codes = encode_key(run.key(pl.Series(accepted, dtype=pl.UInt32))).codes.to_list()
        by_code: defaultdict[int, list[int]] = defaultdict(list)
        for at, code in zip(accepted, codes, strict=True):
            by_code[code].append(at)
        assert sorted(by_code.values()) == sorted(by_form.values())
