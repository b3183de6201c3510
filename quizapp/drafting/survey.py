"""Runs the blocks of some notes in their order, and judges all that the notes state."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from quizapp.drafting.circumstances import circumstance
from quizapp.drafting.comments import Claim, Place, claims_in_comments, places_of
from quizapp.drafting.dependencies import Dependencies, Needs
from quizapp.drafting.found import Run
from quizapp.drafting.judge import Judged, depends_on_the_machine, judge
from quizapp.drafting.notes import Block, Notes, Saying, Trouble
from quizapp.drafting.run import Ran, ToRun, run
from quizapp.drafting.stated import Stated, read_stated
from quizapp.drafting.statements import Statement, parse, statements_of
from quizapp.drafting.written import Written
from runner.client import Runner
from runner.protocol.wire import Fault

SEEDS = (0, 1, 2, 3)
"""Where the code draws numbers at random: twice the same may be chance."""
ELSEWHERE = ("a GPU", "several processes", "a compiler", "a package is missing")
"""In a trouble: what other machines have."""


@dataclass(frozen=True, kw_only=True)
class Surveyed:
    """A block, what came of it, and what was seen of its statements."""

    block: Block
    statements: Sequence[Statement]
    places: Sequence[Place]
    claims: Sequence[Claim]
    judged: Sequence[Judged]
    ran: Ran | None
    varies: frozenset[int]
    """Numbers of the statements that gave something else with other seeds."""
    troubles: Sequence[Trouble]
    is_skipped: bool
    """Whether it needs what is not here, such as a GPU."""

    @property
    def failed(self) -> bool:
        return bool(self.troubles)


@dataclass(frozen=True, kw_only=True)
class Survey:
    """All that was found in a file of notes."""

    notes: Notes
    surveyed: Sequence[Surveyed]
    judged: Sequence[Judged]
    """In the order of their lines."""
    deprecated: Sequence[Trouble]
    dependencies: Dependencies


@dataclass(frozen=True, kw_only=True)
class _Prepared:
    block: Block
    statements: Sequence[Statement]
    places: Sequence[Place]
    claims: Sequence[Claim]
    questions: dict[int, list[str]]


def steps_of(notes: Notes) -> int:
    """How many steps the survey of notes takes, for a progress bar."""
    return len(notes.blocks) + len({one.after for one in notes.sayings})


async def survey(
    notes: Notes,
    runner: Runner,
    *,
    on_steps: Callable[[int], None] = lambda _: None,
    at_once: int = 8,
) -> Survey:
    """Run what there is to be run, and judge it."""
    prepared: list[_Prepared] = []
    statements: list[Statement] = []
    for number, block in enumerate(notes.blocks):
        one = _prepare(block, number, len(statements))
        prepared.append(one)
        statements += one.statements
    surveyor = _Surveyor(notes, Dependencies(statements), runner)
    gate = asyncio.Semaphore(at_once)

    async def look_at(one: _Prepared) -> Surveyed:
        async with gate:
            found = await surveyor.survey(one)
        on_steps(1)
        return found

    async def hear(after: int, sayings: Sequence[Saying]) -> list[Judged]:
        async with gate:
            found = await surveyor.hear(after, sayings)
        on_steps(1)
        return found

    by_place: dict[int, list[Saying]] = {}
    for saying in notes.sayings:
        by_place.setdefault(saying.after, []).append(saying)
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(look_at(one)) for one in prepared]
        heard = [group.create_task(hear(after, some)) for after, some in by_place.items()]
    surveyed = [task.result() for task in tasks]
    judged = [one for found in surveyed for one in found.judged]
    judged += [one for task in heard for one in task.result()]
    judged.sort(key=lambda one: one.line)
    return Survey(
        notes=notes,
        surveyed=surveyed,
        judged=judged,
        deprecated=sorted(set(_deprecated(surveyed)), key=lambda one: one.line),
        dependencies=surveyor.dependencies,
    )


def _prepare(block: Block, number: int, index: int) -> _Prepared:
    tree = parse(block.text)
    places = places_of(tree, block.line)
    claims = list(claims_in_comments(block, tree, places))
    claims += _stored_claims(block, tree, places)
    claims.sort(key=lambda claim: claim.line)
    questions: dict[int, list[str]] = {}
    for claim in claims:
        for text in _questions(claim.stated):
            asked = questions.setdefault(claim.place.number, [])
            if text not in asked:
                asked.append(text)
    meant = {claim.place.line for claim in claims if _says_it_raises(claim)}
    return _Prepared(
        block=block,
        statements=[
            # A line that raises binds nothing: what its names meant before, they still mean.
            replace(one, binds=frozenset()) if one.line in meant else one
            for one in statements_of(block.text, block.line, number, index)
        ],
        places=places,
        claims=claims,
        questions=questions,
    )


def _says_it_raises(claim: Claim) -> bool:
    return any(one.aspect == "raises" for one in claim.stated) and not claim.is_hedged


def _stored_claims(block: Block, tree: ast.Module, places: Sequence[Place]) -> Iterator[Claim]:
    outer = [place for place in places if place.node in tree.body]
    for stored in block.stored:
        if stored.after is not None:
            ending = [one for one in outer if one.end == stored.after]
        else:
            ending = outer
        if not ending:
            continue
        if stored.kind == "raised":
            said = Stated(aspect="raises", says=stored.text, what=stored.text)
            yield Claim(
                line=stored.line,
                says=stored.text,
                place=ending[-1],
                stated=(said,),
                may_be_wrong=False,
            )
        else:
            yield Claim(
                line=stored.line,
                says=stored.text,
                place=ending[-1],
                text=stored.text,
                is_of_block=stored.after is None and stored.kind == "printed",
            )


def _questions(stated: Sequence[Stated]) -> Iterator[str]:
    for one in stated:
        if one.about is not None:
            yield one.about
        if isinstance(one.what, list | tuple):
            yield from (name for name in one.what if isinstance(name, str) and name.isidentifier())


class _Surveyor:
    def __init__(self, notes: Notes, dependencies: Dependencies, runner: Runner) -> None:
        self.dependencies = dependencies
        self._notes = notes
        self._runner = runner

    async def survey(self, one: _Prepared) -> Surveyed:
        indices = [statement.index for statement in one.statements]
        needs = self.dependencies.needs(indices)
        job = self._job(one, needs)
        runs = await self._runs(job)
        if isinstance(runs, Fault):
            return self._faulted(one, runs)
        judged = self._judged(one, runs)
        if any(found.holds is False for found in judged) and indices:
            judged = await self._second_opinion(one, indices, needs, judged)
        troubles, is_skipped = self._troubles(one, runs[0], judged)
        return Surveyed(
            block=one.block,
            statements=one.statements,
            places=one.places,
            claims=one.claims,
            judged=judged,
            ran=runs[0],
            varies=_varying(runs),
            troubles=troubles,
            is_skipped=is_skipped,
        )

    def _job(self, one: _Prepared, needs: Needs) -> ToRun:
        claimed = {claim.place.number for claim in one.claims}
        claimed |= {claim.other.number for claim in one.claims if claim.other is not None}
        outer = {(statement.line, statement.column) for statement in one.statements}
        watched = [
            place
            for place in one.places
            if place.number in claimed or (place.line, place.node.col_offset) in outer
        ]
        return ToRun(
            path=self._notes.path,
            setup=self._setup(needs),
            text=one.block.text,
            line=one.block.line,
            places=watched,
            questions=one.questions,
            meant=[claim.place.number for claim in one.claims if _says_it_raises(claim)],
        )

    def _setup(self, needs: Needs) -> str:
        every = self.dependencies.statements
        return "\n".join([*needs.imports, *(every[index].text for index in needs.statements)])

    async def _runs(self, job: ToRun) -> list[Ran] | Fault:
        first = await run(job, self._runner)
        if isinstance(first, Fault):
            return first
        may_vary = first.summary.is_random or depends_on_the_machine(job.setup + job.text)
        seeds = SEEDS[1:] if may_vary else ()
        others = [await run(job, self._runner, seed=seed) for seed in seeds]
        return [first, *(one for one in others if isinstance(one, Ran))]

    def _judged(self, one: _Prepared, runs: Sequence[Ran]) -> list[Judged]:
        outer = [
            place.number
            for place in one.places
            if any(
                (place.line, place.node.col_offset) == (s.line, s.column) for s in one.statements
            )
        ]
        by_run = [_as_run(ran, outer) for ran in runs]
        return [found for claim in one.claims for found in judge(claim, by_run)]

    async def _second_opinion(
        self, one: _Prepared, indices: Sequence[int], needs: Needs, judged: list[Judged]
    ) -> list[Judged]:
        """What does not hold may do so with all that came before, or without others' settings."""
        whole = self.dependencies.before(indices[0])
        lone = self.dependencies.needs(indices, settings=False)
        for other in (whole, lone):
            if other == needs:
                continue
            runs = await self._runs(self._job(one, other))
            if isinstance(runs, Fault):
                continue
            again = self._judged(one, runs)
            if len(again) != len(judged):
                continue
            judged = [
                second if first.holds is False and second.holds else first
                for first, second in zip(judged, again, strict=True)
            ]
        return judged

    def _troubles(
        self, one: _Prepared, ran: Ran, judged: Sequence[Judged]
    ) -> tuple[list[Trouble], bool]:
        """What raised that was not said to, with its line."""
        meant = {
            found.claim.place.line
            for found in judged
            if found.claim is not None
            and (
                (found.stated is not None and found.stated.aspect == "raises")
                or (found.claim.text and re.search(r"\w+Error|Traceback", found.claim.text))
            )
        }
        troubles = []
        by_number = {place.number: place for place in one.places}
        for number in ran.summary.escaped:
            place = by_number.get(number)
            error = ran.seen[number].raised if number in ran.seen else None
            if place is None or error is None:
                continue
            inside = {other.line for other in one.places if place.line <= other.line <= place.end}
            if inside & meant:
                continue
            why = circumstance(error)
            said = why or f"{error.type}: {error.message.splitlines()[0] if error.message else ''}"
            troubles.append(Trouble(place.line, said))
        elsewhere = [any(sign in one.message for sign in ELSEWHERE) for one in troubles]
        follows = ["leave out what it needs" in one.message for one in troubles]
        is_skipped = any(elsewhere) and all(a or b for a, b in zip(elsewhere, follows, strict=True))
        return troubles, is_skipped

    def _faulted(self, one: _Prepared, fault: Fault) -> Surveyed:
        judged = [
            Judged(
                line=claim.line,
                says=claim.says,
                torch="",
                holds=None,
                why=fault.message,
                claim=claim,
            )
            for claim in one.claims
        ]
        return Surveyed(
            block=one.block,
            statements=one.statements,
            places=one.places,
            claims=one.claims,
            judged=judged,
            ran=None,
            varies=frozenset(),
            troubles=[Trouble(one.block.line, fault.message)],
            is_skipped=False,
        )

    # What prose and tables say

    async def hear(self, after: int, sayings: Sequence[Saying]) -> list[Judged]:
        """Judge what is said after so many blocks."""
        statements = self.dependencies.statements
        at = sum(1 for one in statements if one.block < after)
        found = await asyncio.gather(*(self._saying(one, at, after) for one in sayings))
        return [one for some in found for one in some]

    async def _saying(self, saying: Saying, at: int, after: int) -> list[Judged]:
        stated = _stated_of(saying)
        source = _expression(saying.expression)
        if not stated or source is None:
            return []
        if source.isidentifier() and not any(
            source in one.binds for one in self.dependencies.statements
        ):
            return []  # the name of a function, an argument, a dtype
        first = await self._saying_at(saying, source, stated, at)
        if first is None:
            return []
        if any(one.holds is False for one in first):
            statements = self.dependencies.statements
            own = {name for one in statements for name in one.binds}
            if own & set(re.findall(r"\w+", source)):
                near = [one.index + 1 for one in statements if after - 1 <= one.block <= after]
                for other in near:
                    again = await self._saying_at(saying, source, stated, other)
                    first = [
                        b if a.holds is False and b.holds else a
                        for a, b in zip(first, again or first, strict=True)
                    ]
        return first

    async def _saying_at(
        self, saying: Saying, source: str, stated: tuple[Stated, ...], at: int
    ) -> list[Judged] | None:
        tree = parse(source)
        places = places_of(tree, saying.line)
        claim = Claim(
            line=saying.line,
            says=saying.says,
            place=places[0],
            stated=stated,
            may_be_wrong=not saying.is_hedged,
        )
        job = ToRun(
            path=self._notes.path,
            setup=self._setup(self.dependencies.needs_of_expression(source, at)),
            text=source,
            line=saying.line,
            places=places[:1],
            questions={places[0].number: list(_questions(stated))},
        )
        runs = await self._runs(job)
        if isinstance(runs, Fault):
            return [
                Judged(line=saying.line, says=saying.says, torch="", holds=None, why=runs.message)
            ]
        seen = runs[0].seen.get(places[0].number)
        if seen is not None and seen.raised is not None and seen.raised.type == "NameError":
            return None  # it speaks of things in general
        judged = judge(claim, [_as_run(ran, []) for ran in runs])
        return [replace(one, says=f"{saying.expression}: {one.says}") for one in judged]


def _expression(text: str) -> str | None:
    """Code in a sentence as an expression; None where it is only a name, or a statement."""
    text = text.strip().rstrip(";")
    try:
        tree = ast.parse(text, mode="eval")
        parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    plain = ast.Constant | ast.List | ast.Dict | ast.Set | ast.Tuple
    return None if isinstance(tree.body, plain) else text


def _stated_of(saying: Saying) -> tuple[Stated, ...]:
    stated = read_stated(saying.says)
    if saying.field in ("", "raises"):
        if len(stated) == 1 and isinstance(stated[0].what, str) and stated[0].aspect == "value":
            quoted = stated[0].what[:1] in "'\""
            return stated if quoted else ()
        return stated
    if len(stated) != 1:
        return ()
    one = stated[0]
    if one.aspect == saying.field:
        return (replace(one, is_plain=True),)
    if one.aspect == "raises":
        return stated
    sizes: Written = one.what
    if saying.field == "shape" and one.aspect == "value" and isinstance(sizes, list | tuple):
        return (replace(one, aspect="shape", is_plain=True),)
    if saying.field == "strides" and one.aspect == "value" and isinstance(sizes, list | tuple):
        return (replace(one, aspect="strides", is_plain=True),)
    return ()


def _as_run(ran: Ran, outer: Sequence[int]) -> Run:
    printed = {number: ran.seen[number].printed for number in outer if number in ran.seen}
    order = [number for number in outer if number in printed]
    before: dict[int, Sequence[str]] = {
        number: [printed[one] for one in order[:position]] for position, number in enumerate(order)
    }
    return Run(seen=dict(ran.seen), warned=ran.summary.warned, before=before)


def _varying(runs: Sequence[Ran]) -> frozenset[int]:
    first = runs[0]
    return frozenset(
        number
        for number, seen in first.seen.items()
        if any(
            [one.text for one in other.seen[number].things] != [one.text for one in seen.things]
            for other in runs[1:]
            if number in other.seen
        )
    )


_DEAD = re.compile(
    r"module '(?:torch|numpy)[\w.]*' has no attribute|deprecated|was removed|been removed"
)


def _deprecated(surveyed: Sequence[Surveyed]) -> Iterator[Trouble]:
    """Calls that torch warns of, or has no more."""
    for one in surveyed:
        if one.ran is None:
            continue
        lines = {place.number: place.line for place in one.places}
        for warned in one.ran.summary.warned:
            says = warned.category in ("FutureWarning", "DeprecationWarning")
            if (says or "deprecat" in warned.message) and warned.number in lines:
                yield Trouble(lines[warned.number], " ".join(warned.message.split())[:300])
        for number in one.ran.summary.escaped:
            seen = one.ran.seen.get(number)
            if seen and seen.raised and _DEAD.search(seen.raised.message) and number in lines:
                yield Trouble(lines[number], seen.raised.message.splitlines()[0][:300])
