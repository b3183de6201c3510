"""Judges what notes state: it holds, it does not, or why that cannot be said."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quizapp.drafting.judging.found import Found, Run
from quizapp.drafting.judging.likeness import (
    NO,
    UNSURE,
    YES,
    like_text,
    same_words,
)
from quizapp.drafting.judging.of_a_line import is_of_names, judge_stated
from quizapp.drafting.judging.of_a_text import judge_text
from quizapp.drafting.stating.comments import Claim
from quizapp.drafting.stating.stated import Stated
from quizapp.text.language import tr
from quizapp.text.visible import visible

LONGEST = 240


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A result that is stated, with what torch says of it."""

    line: int
    says: str
    torch: str
    holds: bool | None
    """None where it cannot be said."""
    why: str = ""
    stated: Stated | None = None
    claim: Claim | None = None


def judge(claim: Claim, runs: Sequence[Run]) -> list[Judged]:
    """Judge a claim by runs that differ in their seeds only.

    What differs from run to run owes to chance, and is not judged unless it is as stated in the
    first, which has the seeds of the notes.
    """
    if claim.other is not None:
        below = judge(replace(claim, place=claim.other, other=None), runs)
        if below and all(one.holds for one in below):
            return below
    by_run = [list(_judge_once(claim, run)) for run in runs]
    out: list[Judged] = []
    for number, (stated, says, first) in enumerate(by_run[0]):
        if first.likeness is UNSURE and stated is not None and is_of_names(stated.what):
            continue  # `(values, indices)`, `(batch, features)`: words, and no result
        others = [found[number][2] for found in by_run[1:] if len(found) > number]
        holds: bool | None = {YES: True, NO: False, UNSURE: None}[first.likeness]
        why = first.why
        if any(one.torch != first.torch for one in others):
            if first.likeness is not YES or {one.likeness for one in others} != {YES}:
                holds, why = None, tr("it depends on chance, time or memory")
        elif holds is False and not claim.may_be_wrong:
            holds, why = None, tr("it is open which line this speaks of")
        elif holds is False and stated is not None and not stated.is_sure:
            holds, why = None, tr("it is open what this speaks of")
        elif holds is False and claim.is_hedged:
            holds, why = None, tr("it speaks of other circumstances")
        out.append(
            Judged(
                line=claim.line,
                says=in_short(says),
                torch=in_short(first.torch),
                holds=holds,
                why=why if holds is None else "",
                stated=stated,
                claim=claim,
            )
        )
    return out


_OF_THE_MACHINE = re.compile(
    r"\b(?:cuda|mps|xpu|is_available|device_count|get_num_threads|cpu_count|__version__|version|environ"
    r"|getenv|time|perf_counter|datetime|memory_allocated|getsizeof|gethostname|getpid|platform)\b"
)
_ADDRESS = re.compile(r"\b(?:id|hash|data_ptr)\b")


def depends_on_the_machine(code: str) -> bool:
    """Whether code asks for what is other on another machine, or at another time."""
    return bool(_OF_THE_MACHINE.search(code) or _ADDRESS.search(code))


def _judge_once(claim: Claim, run: Run) -> Iterator[tuple[Stated | None, str, Found]]:
    code = ast.unparse(claim.place.node)
    for stated, says, found in _judge_here(claim, run):
        # Two addresses may be compared: that they are the same is no matter of the machine.
        by_address = _ADDRESS.search(code) and found.torch not in ("True", "False")
        if found.likeness is NO and (by_address or _OF_THE_MACHINE.search(code)):
            found = replace(found, likeness=UNSURE, why=tr("it depends on the machine"))
        yield stated, says, found


def _judge_here(claim: Claim, run: Run) -> Iterator[tuple[Stated | None, str, Found]]:
    seen = run.seen.get(claim.place.number)
    if seen is None:
        nothing = Found(likeness=UNSURE, torch="", why=tr("the block could not be run"))
        for stated in claim.stated or [None]:
            yield stated, stated.says if stated else claim.says, nothing
        return
    if claim.is_guess:
        shown = seen.printed.strip() or (seen.things[-1].text if seen.things else "")
        if claim.text and same_words(claim.text, shown):
            yield None, claim.text, Found(likeness=like_text(claim.text, shown), torch=shown)
        return
    if claim.place.is_print and like_text(claim.says, seen.printed) is YES:
        for stated in claim.stated or [None]:
            yield stated, claim.says, Found(likeness=YES, torch=seen.printed.strip())
        return
    if claim.text is not None:
        found = judge_text(claim, seen, run)
        if found.likeness is YES or not claim.stated:
            yield None, claim.text, found
            return
    yield from judge_stated(claim, seen, run)


def in_short(text: str) -> str:
    text = " ".join(visible(text).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
