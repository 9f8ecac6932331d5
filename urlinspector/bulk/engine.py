"""Runs a profile over a table: one definition of every step serves a million rows (architecture, UrlTable).

The distinct texts are split into components once. A step then works on the distinct values of its component
that its pattern matches, through the same `apply` as everywhere else. A step that needs other components
says which of their values are one to it; where nearly all rows have the same, it works on its own values
alone, and on distinct tuples for the rest. tests/bulk/test_law.py holds the engine against
`Profile.outcome` on every kind of text.

What a step made of a value is remembered for as long as the engine lives, so another profile costs only what
it adds.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile

import polars as pl

from urlinspector.normalize.pipeline import BoundStep
from urlinspector.normalize.step import Test
from urlinspector.url.components import Component

from . import codec
from .codes import CODE, Pool, encode, encode_key_unordered, pack, positions, spread, where
from .memo import Alike, Matches, NeedyMemo, StepMemo, matching
from .recompose import recompose
from .run import Changed, Column, Refusals, Run, Stage
from .split import Part, split, split_new
from .table import UrlTable
from .task import Task

_LEGAL_SCHEME = r"^[A-Za-z][A-Za-z0-9+.\-]*$"  # RFC 3986 §3.1; `$` is the end of the text in this engine
_SAMPLE = 1000  # rows that are asked what is usual
_FEW = 8  # one row in so many, or fewer
_VERY_FEW = 100
_NONE = pl.Series(dtype=CODE)
_NOT_RELATIVE = r"""[\x00-\x20\x7f<>"{}|\\^`]"""  # definitions §1


class Engine:
    """A table with its components split, and what is known about the steps. For one thread at a time."""

    def __init__(self, table: UrlTable, task: Task | None = None) -> None:
        """Splits the distinct texts. Raises Cancelled."""
        self.table = table
        task = task or Task()
        task.at("components")
        parts = split(table.texts, task)
        task.at("components")
        self._texts, self._whole = Pool(table.texts, table.holds_marked), Pool(pl.Series(dtype=pl.String))
        # What the texts do not hold, their components do not.
        marked = None if self._texts.holds_marked else False
        self.pools = [Pool(part.values, marked) for part in parts]
        self.base = tuple(_column(part) for part in parts)
        self._matched: dict[tuple[BoundStep, Component], Matches] = {}
        self._memos: dict[tuple[BoundStep, Component, tuple[int, ...]], StepMemo] = {}
        self._needy: dict[tuple[BoundStep, Component], NeedyMemo] = {}
        self._alike: dict[tuple[str, Component], Alike] = {}

    @property
    def size(self) -> int:
        """The number of distinct texts."""
        return self.table.texts.len()

    def run(
        self,
        steps: Sequence[BoundStep],
        *,
        anything: bool = False,
        output: str = "url",
        task: Task | None = None,
    ) -> Run:
        """Every text through all the steps. Raises Cancelled."""
        texts = positions(self.size)
        return self._execute(Stage(texts, texts, None), steps, 0, anything, output, task or Task())

    def run_some(self, texts: pl.Series, steps: Sequence[BoundStep], *, like: Run, task: Task) -> Run:
        """Some texts of the table, ascending, through steps alone, under what else the run's profile says.

        Raises Cancelled.
        """
        return self._execute(Stage(texts, texts, None), steps, 0, like.anything, like.output, task)

    def resume(
        self,
        run: Run,
        number: int,
        steps: Sequence[BoundStep],
        texts: pl.Series,
        *,
        task: Task | None = None,
    ) -> Run:
        """Some texts of `run`, by position in it, from where they stood before its step `number`, on through
        `steps`.

        `steps` are a whole profile whose steps before `number` are those of the run. Raises Cancelled.
        """
        stage = run.stages[number].take(texts)
        if number < len(steps) and steps[number].step.is_text:
            stage = Stage(stage.origin, stage.texts, None)
        return self._execute(stage, steps, number, run.anything, run.output, task or Task())

    def touched(self, run: Run, number: int, bound: BoundStep, task: Task) -> pl.Series:
        """For each text of `run`, whether a step put before its step `number` would change or refuse it."""
        stage = run.stages[min(number, max(run.stages))]
        marks = pl.repeat(False, run.size, dtype=pl.Boolean, eager=True)
        if bound.step.is_text:
            memo = self._memo(bound, Component.TEXT)
            return (memo.lookup(stage.texts, task) != stage.texts) | _held(stage.texts, memo.refused)
        probe = Run((bound,), run.anything, run.origin, [], [], {}, stage.columns or ())
        self._step(bound, 0, probe, task)
        for each in probe.changes:
            marks = each.mark(marks)
        for _, rows in probe.refusals:
            marks = marks.scatter(rows, True)
        return marks

    def _execute(
        self, stage: Stage, steps: Sequence[BoundStep], start: int, anything: bool, output: str, task: Task
    ) -> Run:
        run = Run(tuple(steps), anything, stage.origin, [], [], {}, stage.columns or (), output=output)
        self._match_ahead(steps[start:], task)
        number, count = start, len(steps)
        if stage.columns is None:
            texts = stage.texts
            while number < count and steps[number].step.is_text:
                task.at(steps[number].step.name, number, count)
                run.stages[number] = Stage(stage.origin, texts, None)
                texts = self._text_step(steps[number], number, texts, run, task)
                number += 1
            run.stages[number] = Stage(stage.origin, texts, None)
            task.at("components")
            run.columns = self._columns(stage.origin, texts)
            if not anything:
                self._judge(texts, number, run)
            run.stages[number] = Stage(stage.origin, texts, run.columns)
            run.text_steps = number
        for at in range(number, count):
            bound = steps[at]
            task.at(bound.step.name, at, count)
            run.stages[at] = Stage(stage.origin, stage.texts, run.columns)
            self._step(bound, at, run, task)
        run.stages[count] = Stage(stage.origin, stage.texts, run.columns)
        return run

    def _match_ahead(self, steps: Sequence[BoundStep], task: Task) -> None:
        """Begin to find what the steps may change in the values that are there from the start."""
        wanted = [
            self._matches(bound, component)
            for bound in takewhile(lambda bound: not bound.step.is_whole, steps)
            for component in bound.on
        ]
        wanted = [each for each in dict.fromkeys(wanted) if not each.is_known]
        for matches, begun in zip(wanted, task.begin(*(each.look for each in wanted)), strict=True):
            matches.expect(begun)

    # The text before it is parsed

    def _text_step(self, bound: BoundStep, number: int, texts: pl.Series, run: Run, task: Task) -> pl.Series:
        memo = self._memo(bound, Component.TEXT)
        after = memo.lookup(texts, task)
        changed = where(after != texts)
        if not changed.is_empty():
            run.changes.append(Changed(number, None, changed))
        if memo.refused:
            run.refuse(number, where(_held(texts, memo.refused)))
        return after

    def _columns(self, origin: pl.Series, texts: pl.Series) -> tuple[Column, ...]:
        """The components of texts; those that no TEXT step changed are split already."""
        columns = (
            self.base if origin.len() == self.size else tuple(column.take(origin) for column in self.base)
        )
        moved = where(texts != origin)
        if moved.is_empty():
            return columns
        return self._patched(columns, moved, self._texts, texts[moved])

    def _patched(
        self, columns: tuple[Column, ...], rows: pl.Series, pool: Pool, codes: pl.Series
    ) -> tuple[Column, ...]:
        """The columns where some rows' whole texts became those of the codes."""
        coded = encode(codes)
        values = split_new(pool.values[codes[coded.firsts]], self.pools)
        return tuple(
            column.patched(rows, coded.codes, image) for column, image in zip(columns, values, strict=True)
        )

    def _judge(self, texts: pl.Series, number: int, run: Run) -> None:
        """Refuse what is not a URL (definitions §1, kind)."""
        scheme = run.columns[0]
        schemes = self.pools[0].values[scheme.image]
        legal = schemes.str.contains(_LEGAL_SCHEME)
        if legal.all(ignore_nulls=False):
            return
        legal = legal[scheme.codes]
        run.refuse(number, where(~legal))
        absent = where(legal.is_null())
        if not absent.is_empty():
            bad = self._texts.values[texts[absent]].str.contains(_NOT_RELATIVE)
            run.refuse(number, absent.filter(bad))

    # Components

    def _step(self, bound: BoundStep, number: int, run: Run, task: Task) -> None:
        if bound.step.is_whole:
            self._whole_step(bound, number, run, task)
            return
        for component in bound.on:
            if bound.step.needs:
                self._needy_step(bound, number, component, run, task)
            else:
                self._plain_step(bound, number, component, run, task)

    def _plain_step(self, bound: BoundStep, number: int, component: Component, run: Run, task: Task) -> None:
        column = run.columns[component.index]
        memo = self._memo(bound, component)
        after = memo.lookup(column.image, task)
        self._note(number, component, run, column, column.image, after)
        if memo.refused:
            run.refuse(number, where(_held(column.image, memo.refused)[column.codes]))

    def _needy_step(self, bound: BoundStep, number: int, component: Component, run: Run, task: Task) -> None:
        """Rows beside the usual values of what the step needs go by the values of the component alone; the
        other rows get slots of their own.
        """
        column = run.columns[component.index]
        flags = self._matches(bound, component).flags(task)[column.image]
        if not flags.any():
            return
        before = after = column.image
        wanted = spread(flags, column.codes)
        if int(wanted.sum()) * _VERY_FEW < run.size:
            rows = where(wanted)  # what is usual would be longer in finding
        else:
            usual, odd = self._usual(bound, run)
            memo = self._memo(bound, component, usual)
            after = self._of_usual_rows(memo, column, odd, task)
            if memo.refused:
                refused = _held(before, memo.refused)[column.codes]
                run.refuse(number, where(refused if odd is None else refused & ~odd))
            rows = _NONE if odd is None else where(odd & wanted)
        if not rows.is_empty():
            tuples, odd_before, odd_after, odd_refused = self._odd_rows(bound, component, rows, run, task)
            if odd_refused.any():
                run.refuse(number, rows.filter(odd_refused[tuples]))
            # A row that changes, or whose slot does, gets a slot of its own.
            moves = (odd_after != odd_before)[tuples]
            moves = moves | spread(after != before, column.codes[rows])
            used = tuples.filter(moves).unique().sort()
            slots = (tuples.filter(moves).rank("dense") - 1).cast(CODE)
            column = column.patched(rows.filter(moves), slots, odd_before[used])
            before, after = column.image, pl.concat([after, odd_after[used]], rechunk=True)
        self._note(number, component, run, column, before, after)

    def _of_usual_rows(self, memo: StepMemo, column: Column, odd: pl.Series | None, task: Task) -> pl.Series:
        """What the slots of a column become, as far as rows that are not odd use them."""
        if odd is None or int(odd.sum()) * _FEW < odd.len():
            return memo.lookup(column.image, task)
        used = column.codes.filter(~odd).unique().sort()
        return column.image.clone().scatter(used, memo.lookup(column.image[used], task))

    def _note(
        self, number: int, component: Component, run: Run, column: Column, before: pl.Series, after: pl.Series
    ) -> None:
        changed = after != before
        if changed.any():
            run.changes.append(Changed(number, column.codes, changed))
            run.put(component.index, Column(column.codes, after))

    def _usual(self, bound: BoundStep, run: Run) -> tuple[tuple[int, ...], pl.Series | None]:
        """For each component that a step needs the code of the value that most rows have; and which rows have
        another one, None where none has.

        Values that are one to the step count as one.
        """
        usual: list[int] = []
        odd: pl.Series | None = None
        for need, alike in zip(bound.step.needs, self._alike_for(bound), strict=True):
            column = run.columns[need.index]
            image = column.image if alike is None else alike.codes()[column.image]
            sample = image[column.codes.gather_every(max(1, run.size // _SAMPLE))]
            most = sample.mode().min() if run.size else 0
            usual.append(int(most))  # type: ignore[arg-type]
            differs = image != most
            if differs.any():
                here = spread(differs, column.codes)
                odd = here if odd is None else odd | here
        return tuple(usual), odd

    def _odd_rows(
        self, bound: BoundStep, component: Component, rows: pl.Series, run: Run, task: Task
    ) -> tuple[pl.Series, pl.Series, pl.Series, pl.Series]:
        """Some rows by their distinct tuples of values: for each row a number; for each number the value
        before and after, and whether it was refused.
        """
        inputs = [component.index, *(each.index for each in bound.step.needs)]
        columns = [run.columns[each].now(rows) for each in inputs]
        columns[1:] = [
            codes if alike is None else alike.codes()[codes]
            for codes, alike in zip(columns[1:], self._alike_for(bound), strict=True)
        ]
        tuples = encode_key_unordered(
            pack([(codes, len(self.pools[n])) for codes, n in zip(columns, inputs, strict=True)])
        )
        distinct = [codes[tuples.firsts] for codes in columns]
        after, refused = self._needy_memo(bound, component).lookup(distinct, task)
        return tuples.codes, distinct[0], after, refused

    # The URL as a whole

    def _whole_step(self, bound: BoundStep, number: int, run: Run, task: Task) -> None:
        task.at("recomposing")
        narrowed = None
        if bound.step.narrows is not None:
            narrowed = self._narrowed(run.columns, bound.step.narrows(bound.prepared))
            if narrowed.is_empty():
                return
        texts = task.call(recompose, run.columns, self.pools, narrowed)
        rows = positions(run.size) if narrowed is None else narrowed
        pattern = bound.step.may_change(bound.prepared)
        if pattern is not None:
            found = texts.str.contains(pattern) | texts.str.contains(codec.MARK, literal=True)
            texts, rows = texts.filter(found), rows.filter(found)
        if texts.is_empty():
            return
        memo = self._memo(bound, Component.WHOLE)
        before = self._whole.intern_column(texts)
        after = memo.lookup(before, task)
        changed = after != before
        if changed.any():
            moved = rows.filter(changed)
            run.changes.append(Changed(number, None, moved))
            run.columns = self._patched(run.columns, moved, self._whole, after.filter(changed))
        if memo.refused:
            run.refuse(number, rows.filter(_held(before, memo.refused)))

    def _narrowed(
        self, columns: tuple[Column, ...], alternatives: Sequence[Mapping[Component, Test]]
    ) -> pl.Series:
        """The rows for which all tests of any alternative hold, each asked of distinct values."""
        size = columns[0].codes.len()
        marks = pl.repeat(False, size, dtype=pl.Boolean, eager=True)
        for tests in alternatives:
            held = pl.repeat(True, size, dtype=pl.Boolean, eager=True)
            for each, test in tests.items():
                held = held & self._tested(test, columns[each.index], self.pools[each.index], held)
            marks = marks | held
        return where(marks)

    @staticmethod
    def _tested(test: Test, column: Column, pool: Pool, rows: pl.Series) -> pl.Series:
        """For each row whether a test holds for its value; functions are asked for the marked rows only."""
        if isinstance(test, str):
            return matching(test, pool.values[column.image], pool).fill_null(False)[column.codes]
        wanted = column.codes.filter(rows).unique()
        held = [test(value) for value in pool.texts(column.image[wanted])]
        known = pl.repeat(False, column.image.len(), dtype=pl.Boolean, eager=True)
        return known.scatter(wanted, pl.Series(held, dtype=pl.Boolean))[column.codes]

    # What is known

    def forget(self, steps: Sequence[BoundStep]) -> None:
        """Let go of what is remembered of steps that were only tried."""
        gone = set(steps)
        self._memos = {key: memo for key, memo in self._memos.items() if key[0] not in gone}
        self._needy = {key: memo for key, memo in self._needy.items() if key[0] not in gone}

    def _pool(self, component: Component) -> Pool:
        if component is Component.TEXT:
            return self._texts
        return self._whole if component is Component.WHOLE else self.pools[component.index]

    def _matches(self, bound: BoundStep, component: Component) -> Matches:
        key = (bound, component)
        if key not in self._matched:
            self._matched[key] = Matches(bound, self._pool(component))
        return self._matched[key]

    def _memo(self, bound: BoundStep, component: Component, usual: tuple[int, ...] = ()) -> StepMemo:
        """`usual` are the codes of the values that the step needs."""
        key = (bound, component, usual)
        if key not in self._memos:
            pools = (self._pool(each) for each in bound.step.needs)
            needed = tuple(
                pool.texts(pl.Series([code], dtype=CODE))[0]
                for pool, code in zip(pools, usual, strict=bool(usual))
            )
            matches = self._matches(bound, component)
            self._memos[key] = StepMemo(bound, self._pool(component), matches, needed)
        return self._memos[key]

    def _needy_memo(self, bound: BoundStep, component: Component) -> NeedyMemo:
        key = (bound, component)
        if key not in self._needy:
            needed = [self._pool(each) for each in bound.step.needs]
            self._needy[key] = NeedyMemo(bound, self._pool(component), needed)
        return self._needy[key]

    def _alike_for(self, bound: BoundStep) -> list[Alike | None]:
        """For each component that a step needs, which of its values are one to the step; None: none are."""
        tells_apart = bound.step.tells_apart
        if tells_apart is None:
            return [None] * len(bound.step.needs)
        found: list[Alike | None] = []
        for need, pattern in zip(bound.step.needs, tells_apart(bound.prepared), strict=True):
            if pattern is not None and (pattern, need) not in self._alike:
                self._alike[pattern, need] = Alike(pattern, self._pool(need))
            found.append(None if pattern is None else self._alike[pattern, need])
        return found


def _column(part: Part) -> Column:
    return Column(part.codes, positions(part.values.len()))


def _held(codes: pl.Series, refused: Refusals) -> pl.Series:
    return codes.is_in(pl.Series(list(refused), dtype=CODE).implode())
