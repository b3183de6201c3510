"""What a card's texts say of its code, judged as what notes say of theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quizapp.deck.exercise import Exercise
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Spot
from quizapp.drafting.code.dependencies import Dependencies
from quizapp.drafting.judging.prepared import prepare
from quizapp.drafting.judging.sayings import SayingJudge
from quizapp.drafting.reading.markdown_notes import read_markdown
from quizapp.drafting.reading.notes import Block
from runner.client import Runner

TELLING = ("prompt", "hint", "explain", "back")


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What a text says of an expression, and what torch gives."""

    spot: Spot
    zh: bool
    number: int
    """Of the saying, among those of the text in its language."""
    written: str
    """The words that say it, as they stand in the text."""
    says: str
    torch: str
    holds: bool


def is_telling(spot: Spot) -> bool:
    """Whether what stands there is said by the author; an option may be there to be wrong."""
    return spot.field in TELLING or spot.part == "say"


async def judged(
    exercise: Exercise, runner: Runner, is_meant: Callable[[Spot], bool] = is_telling
) -> list[Judged]:
    """What the texts of an exercise say of expressions, held against these after its code.

    Nothing of one whose answer is code, as its texts may speak of other code than it shows, and of
    one that runs on several ranks or may hang.
    """
    card = exercise.card
    if exercise.runs_code and not exercise.has_truth:
        return []
    if isinstance(card, RunCard) and (card.ranks > 1 or card.may_hang):
        return []
    setup = exercise.setup.text if exercise.setup and exercise.runs_code else ""
    code = f"{setup.rstrip()}\n{exercise.shown_code}".strip()
    judge = SayingJudge(
        exercise.path, Dependencies(prepare(Block(text=code, line=1), 0, 0).statements), runner
    )
    found: list[Judged] = []
    for spot, text in card.texts():
        if not is_meant(spot):
            continue
        for zh, written in ((False, text.en), (True, text.zh or "")):
            for number, one in enumerate(read_markdown(written, "").sayings):
                if "{=" in one.says:
                    continue
                found += [
                    Judged(
                        spot=spot,
                        zh=zh,
                        number=number,
                        written=one.written or one.expression,
                        says=said.says,
                        torch=said.torch,
                        holds=said.holds,
                    )
                    for heard in await judge.hear(1, [one])
                    for said in heard.judged
                    if said.holds is not None
                ]
    return found
