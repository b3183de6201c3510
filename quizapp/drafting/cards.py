"""What a card's texts say of its code, judged as what notes say of theirs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quizapp.deck.answered import TruthCard
from quizapp.deck.exercise import Exercise
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Spot
from quizapp.drafting.code.dependencies import Dependencies
from quizapp.drafting.judging.prepared import prepare
from quizapp.drafting.judging.sayings import SayingJudge
from quizapp.drafting.reading.asked import spelled_out
from quizapp.drafting.reading.markdown_notes import read_markdown
from quizapp.drafting.reading.notes import Block, Saying
from runner.client import Runs

TELLING = ("prompt", "hint", "explain", "back")

NAMED = ("shape", "dtype", "strides", "value")
"""What the words of a card may ask about, and then say: `the shape is (2, 3)`."""


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


def of_more(exercise: Exercise) -> bool:
    """Whether its texts may speak of other code than it shows, or of another run of that.

    So do those of a card whose answer is code, and of one that runs on several ranks or may hang.
    """
    card = exercise.card
    if exercise.runs_code and not exercise.has_truth:
        return True
    return isinstance(card, RunCard) and (card.ranks > 1 or card.may_hang)


async def judged(
    exercise: Exercise, runner: Runs, is_meant: Callable[[Spot], bool] = is_telling
) -> list[Judged]:
    """What the texts of an exercise say of expressions, held against these after its code.

    Nothing where its texts are `of_more` than that.
    """
    card = exercise.card
    if of_more(exercise):
        return []
    setup = exercise.setup.text if exercise.setup and exercise.runs_code else ""
    code = f"{setup.rstrip()}\n{exercise.shown_code}".strip()
    judge = SayingJudge(
        exercise.path, Dependencies(prepare(Block(text=code, line=1), 0, 0).statements), runner
    )
    asked = _asked(exercise)
    found: list[Judged] = []
    for spot, text in card.texts():
        if not is_meant(spot):
            continue
        for zh, written in ((False, text.en), (True, text.zh or "")):
            read = spelled_out(written, asked) if spot.field == "explain" else written
            for number, one in enumerate(read_markdown(read, "").sayings):
                if "{=" in one.says:
                    continue
                found += [
                    Judged(
                        spot=spot,
                        zh=zh,
                        number=number,
                        written=_as_written(one, written),
                        says=said.says,
                        torch=said.torch,
                        holds=said.holds,
                    )
                    for heard in await judge.hear(1, [one])
                    for said in heard.judged
                    if said.holds is not None
                ]
    return found


def _asked(exercise: Exercise) -> Mapping[str, str]:
    """The expressions that are asked for, by what their explanation may call them."""
    if not isinstance(exercise.card, TruthCard):
        return {}
    asks = (look for look, spot in exercise.card.looks_at() if spot.field == "ask")
    looks = [look for look in asks if "`" not in look.expression]
    kinds = Counter(look.kind for look in looks)
    named = {
        look.kind: look.expression for look in looks if look.kind in NAMED and kinds[look.kind] == 1
    }
    values = (look.expression for look in looks if look.kind == "value")
    return {one.lower(): one for one in values if one.isidentifier()} | named


def _as_written(one: Saying, text: str) -> str:
    """The words of a text that say it; an expression that was put there stands in none of them."""
    words = one.written or one.expression
    is_there = " ".join(words.split()) in " ".join(text.split())
    put = re.compile(rf"`{re.escape(one.expression)}`\s*的?")
    return words if is_there else put.sub("", words, count=1).strip()
