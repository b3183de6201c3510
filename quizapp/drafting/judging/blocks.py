"""A block run and judged."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizapp.drafting.code.dependencies import REMOTELY, Dependencies, Needs
from quizapp.drafting.code.statements import Statement
from quizapp.drafting.judging.judge import Judged, depends_on_the_machine, in_short, judge
from quizapp.drafting.judging.prepared import Prepared, says_it_raises
from quizapp.drafting.judging.runs import as_run, run_with_seeds, varying
from quizapp.drafting.reading.notes import Block, Trouble
from quizapp.drafting.running.circumstances import lack_behind
from quizapp.drafting.running.run import Ran, ToRun
from quizapp.drafting.stating.comments import Claim, Place
from runner.client import Runs
from runner.protocol.wire import Fault


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


class BlockJudge:
    """Runs blocks of one file of notes, and judges what is stated in them."""

    def __init__(self, path: str, dependencies: Dependencies, runner: Runs) -> None:
        self._path = path
        self._dependencies = dependencies
        self._runner = runner

    async def survey(self, one: Prepared) -> Surveyed:
        """Run a block after what it needs, and judge its claims."""
        indices = [statement.index for statement in one.statements]
        needs = self._dependencies.needs(indices, steps=REMOTELY)
        runs = await run_with_seeds(self._job(one, needs), self._runner)
        if isinstance(runs, Fault):  # perhaps by lines that it can do without
            needs = self._dependencies.needs(indices)
            runs = await run_with_seeds(self._job(one, needs), self._runner)
        if isinstance(runs, Fault):
            return self._faulted(one, runs)
        judged = self._judged(one, runs)
        if any(found.holds is False for found in judged) and indices:
            judged, runs = await self._second_opinion(one, indices, needs, judged, runs)
        judged = [one for one in judged if one.claim is not None or one.holds is False]
        troubles, is_skipped = self._troubles(one, runs[0], judged)
        return Surveyed(
            block=one.block,
            statements=one.statements,
            places=one.places,
            claims=one.claims,
            judged=judged,
            ran=runs[0],
            varies=varying(runs),
            troubles=troubles,
            is_skipped=is_skipped,
        )

    def _job(self, one: Prepared, needs: Needs) -> ToRun:
        claimed = {claim.place.number for claim in one.claims}
        claimed |= {claim.other.number for claim in one.claims if claim.other is not None}
        outer = {(statement.line, statement.column) for statement in one.statements}
        watched = [
            place
            for place in one.places
            if place.number in claimed or (place.line, place.node.col_offset) in outer
        ]
        return ToRun(
            path=self._path,
            setup=self._dependencies.code_of(needs),
            text=one.block.text,
            line=one.block.line,
            places=watched,
            questions=one.questions,
            meant=[claim.place.number for claim in one.claims if says_it_raises(claim)],
        )

    def _judged(self, one: Prepared, runs: Sequence[Ran]) -> list[Judged]:
        outer = [
            place.number
            for place in one.places
            if any(
                (place.line, place.node.col_offset) == (s.line, s.column) for s in one.statements
            )
        ]
        by_run = [as_run(ran, outer) for ran in runs]
        said = [found for claim in one.claims for found in judge(claim, by_run)]
        return [*said, *_asserted(one, runs)]

    async def _second_opinion(
        self,
        one: Prepared,
        indices: Sequence[int],
        needs: Needs,
        judged: list[Judged],
        runs: list[Ran],
    ) -> tuple[list[Judged], list[Ran]]:
        """What does not hold may do so with all that came before, or without others' settings.

        Where it gives something else with all that came before, that is what is told and kept.
        """
        whole = self._dependencies.needs(indices, steps=None)
        lone = self._dependencies.needs(indices, settings=False, steps=REMOTELY)
        for other in (whole, lone):
            if other == needs:
                continue
            rerun = await run_with_seeds(self._job(one, other), self._runner)
            if isinstance(rerun, Fault):
                continue
            again = self._judged(one, rerun)
            if len(again) != len(judged):
                continue
            counts = (True, False) if other is whole else (True,)
            better = [
                second if first.holds is False and second.holds in counts else first
                for first, second in zip(judged, again, strict=True)
            ]
            if other is whole and better != judged:
                runs = rerun
            judged = better
        return judged, runs

    def _troubles(
        self, one: Prepared, ran: Ran, judged: Sequence[Judged]
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
        troubles, lacks = [], []
        refuted = {found.line for found in judged if found.claim is None}
        by_number = {place.number: place for place in one.places}
        for number in ran.summary.escaped:
            place = by_number.get(number)
            error = ran.seen[number].raised if number in ran.seen else None
            if place is None or error is None:
                continue
            inside = {other.line for other in one.places if place.line <= other.line <= place.end}
            if inside & meant or place.line in refuted:
                continue
            lack = lack_behind(error)
            lacks.append(lack.of if lack else "else")
            message = error.message.splitlines()[0] if error.message else ""
            said = lack.words if lack else f"{error.type}: {message}"
            troubles.append(Trouble(place.line, said))
        is_skipped = "machine" in lacks and "else" not in lacks
        return troubles, is_skipped

    def _faulted(self, one: Prepared, fault: Fault) -> Surveyed:
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


def _asserted(one: Prepared, runs: Sequence[Ran]) -> Iterator[Judged]:
    """What the block's own assertions state, each without a claim beside it."""
    for place in one.places:
        if not isinstance(place.node, ast.Assert):
            continue
        code = ast.unparse(place.node.test)
        failed = [_is_refuted(place, ran) for ran in runs]
        is_open = depends_on_the_machine(code) or len({*failed}) > 1
        things = runs[0].seen[place.number].things if place.number in runs[0].seen else ()
        yield Judged(
            line=place.line,
            says=in_short(f"assert {code}"),
            torch=in_short(things[-1].text) if things else "False",
            holds=None if is_open else not failed[0],
        )


def _is_refuted(place: Place, ran: Ran) -> bool:
    error = ran.seen[place.number].raised if place.number in ran.seen else None
    is_its_own = error is not None and error.type == "AssertionError"
    return is_its_own and place.number in ran.summary.escaped
