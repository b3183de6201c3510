"""What prose and tables say, judged."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from quizapp.drafting.code.dependencies import REMOTELY, Dependencies
from quizapp.drafting.code.statements import parse
from quizapp.drafting.judging.judge import Judged, judge
from quizapp.drafting.judging.prepared import questions_of
from quizapp.drafting.judging.runs import as_run, run_with_seeds, varying
from quizapp.drafting.reading.notes import Saying
from quizapp.drafting.running.run import ToRun
from quizapp.drafting.running.seen import Seen
from quizapp.drafting.stating.comments import Claim, places_of
from quizapp.drafting.stating.read_stated import read_stated
from quizapp.drafting.stating.stated import Stated
from quizapp.drafting.stating.written import Rounded, Written
from runner.client import Runs
from runner.protocol.wire import Fault


@dataclass(frozen=True, kw_only=True)
class Heard:
    """What is said of an expression, judged, and what was seen of it."""

    source: str
    line: int
    after: int
    """How many statements stand before it."""
    judged: Sequence[Judged]
    seen: Seen | None = None
    varies: bool = False


NAMED = ("shape", "strides", "dtype", "device")
"""What is told by its name: its values look like others."""


class SayingJudge:
    """Judges what is said between the blocks of one file of notes."""

    def __init__(self, path: str, dependencies: Dependencies, runner: Runs) -> None:
        self._path = path
        self._dependencies = dependencies
        self._runner = runner

    async def hear(self, after: int, sayings: Sequence[Saying]) -> list[Heard]:
        """Judge what is said after so many blocks."""
        statements = self._dependencies.statements
        at = sum(1 for one in statements if one.block < after)
        found = await asyncio.gather(*(self._saying(one, at, after) for one in sayings))
        return [one for one in found if one is not None]

    async def _saying(self, saying: Saying, at: int, after: int) -> Heard | None:
        stated = _stated_of(saying)
        source = _expression(saying.expression)
        if not stated or source is None:
            return None
        if source.isidentifier() and not any(
            source in one.binds for one in self._dependencies.statements
        ):
            return None  # the name of a function, an argument, a dtype
        heard = await self._saying_at(saying, source, stated, at)
        if heard is None:
            return None
        first = heard.judged
        if any(one.holds is False for one in first):
            statements = self._dependencies.statements
            own = {name for one in statements for name in one.binds}
            if own & set(re.findall(r"\w+", source)):
                near = [one.index + 1 for one in statements if after - 1 <= one.block <= after]
                for other in near:
                    again = await self._saying_at(saying, source, stated, other)
                    first = [
                        b if a.holds is False and b.holds else a
                        for a, b in zip(first, again.judged if again else first, strict=True)
                    ]
        return replace(heard, judged=first)

    async def _saying_at(
        self, saying: Saying, source: str, stated: tuple[Stated, ...], at: int
    ) -> Heard | None:
        tree = parse(source)
        places = places_of(tree, saying.line)
        # `export` raises, where it is called: a name by itself seldom does.
        is_named = source.replace(".", "").isidentifier()
        stated = tuple(
            replace(one, is_sure=one.is_sure and not (is_named and one.aspect == "raises"))
            for one in stated
        )
        claim = Claim(
            line=saying.line,
            says=saying.says,
            place=places[0],
            stated=stated,
            may_be_wrong=not saying.is_hedged,
        )
        of = self._dependencies
        job = ToRun(
            path=self._path,
            setup=of.code_of(of.needs_of_expression(source, at, steps=REMOTELY)),
            text=source,
            line=saying.line,
            places=places[:1],
            questions={places[0].number: list(questions_of(stated))},
        )
        runs = await run_with_seeds(job, self._runner)
        if isinstance(runs, Fault):  # perhaps by lines that it can do without
            job = replace(job, setup=of.code_of(of.needs_of_expression(source, at)))
            runs = await run_with_seeds(job, self._runner)
        if isinstance(runs, Fault):
            told = Judged(
                line=saying.line, says=saying.says, torch="", holds=None, why=runs.message
            )
            return Heard(source=source, line=saying.line, after=at, judged=[told])
        seen = runs[0].seen.get(places[0].number)
        if seen is not None and seen.raised is not None and seen.raised.type == "NameError":
            return None  # it speaks of things in general
        judged = judge(claim, [as_run(ran, []) for ran in runs])
        return Heard(
            source=source,
            line=saying.line,
            after=at,
            judged=[replace(one, says=_of_what(saying.expression, one)) for one in judged],
            seen=seen,
            varies=bool(varying(runs)),
        )


def _of_what(expression: str, said: Judged) -> str:
    """What is said, with what it is about where neither its words nor the expression name that."""
    aspect = said.stated.aspect if said.stated is not None else "value"
    is_named = aspect not in NAMED or aspect.removesuffix("s") in f"{expression} {said.says}"
    return f"{expression}: {said.says}" if is_named else f"{expression}: {aspect} {said.says}"


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
    if saying.field == "plain":
        return tuple(replace(one, is_plain=True) if _is_a_number(one) else one for one in stated)
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


def _is_a_number(stated: Stated) -> bool:
    return isinstance(stated.what, int | float | Rounded) and not isinstance(stated.what, bool)
