"""What a card's texts say of its code, judged as what notes say of theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from quizapp.deck.exercise import Exercise
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Spot
from quizapp.drafting.code.dependencies import Dependencies
from quizapp.drafting.judging.prepared import prepare
from quizapp.drafting.judging.sayings import SayingJudge
from quizapp.drafting.reading.markdown_notes import read_markdown
from quizapp.drafting.reading.notes import Block
from quizapp.text.language import Language
from runner.client import Runner

TELLING = ("prompt", "hint", "explain", "back")


@dataclass(frozen=True, kw_only=True)
class Refuted:
    """What a text says of an expression, and what torch gives."""

    spot: Spot
    number: int
    """Of the saying, among those of the text."""
    expression: str
    says: str
    torch: str


async def refuted(exercise: Exercise, runner: Runner) -> list[Refuted]:
    """What the texts of an exercise say of expressions that does not hold after its code.

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
    found: list[Refuted] = []
    for spot, text in card.texts():
        if spot.field not in TELLING and spot.part != "say":
            continue
        words = {text.in_language(language): None for language in get_args(Language)}
        said = [one for text in words for one in read_markdown(text, "").sayings]
        for number, one in enumerate(said):
            if "{=" in one.says:
                continue
            found += [
                Refuted(
                    spot=spot,
                    number=number,
                    expression=one.expression,
                    says=judged.says,
                    torch=judged.torch,
                )
                for heard in await judge.hear(1, [one])
                for judged in heard.judged
                if judged.holds is False
            ]
    return found
