"""The engine calls steps of every make as the pipeline does: needs, refusals, absent, TEXT, WHOLE."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bulk.law import check_law, check_run
from tests.bulk.own_steps import STEPS, TEXT_STEPS
from tests.bulk.texts import MANY_TEXTS, TEXTS, in_order
from urlinspector.bulk.engine import Engine
from urlinspector.bulk.table import UrlTable
from urlinspector.normalize.pipeline import BoundStep


@settings(max_examples=60)
@given(TEXTS | MANY_TEXTS, in_order(list(TEXT_STEPS)), in_order(list(STEPS)), st.booleans())
def test_steps_of_every_make(
    texts: list[str], first: list[BoundStep], rest: list[BoundStep], anything: bool
) -> None:
    check_law(texts, [*first, *rest], anything=anything)


@settings(max_examples=30)
@given(TEXTS, in_order(list(STEPS)), in_order(list(STEPS)))
def test_an_engine_that_ran_other_steps_before(
    texts: list[str], one: list[BoundStep], other: list[BoundStep]
) -> None:
    engine = Engine(UrlTable.of(texts))
    for steps in (one, other, one[1:], [*other[:1], *one]):
        check_run(engine, engine.run(steps), texts)
