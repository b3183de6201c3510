"""What the comments of a card's code state of its lines, judged as those of notes are."""

from __future__ import annotations

from dataclasses import dataclass

from quizapp.deck.exercise import Exercise
from quizapp.deck.model import RunCard
from quizapp.drafting.code.dependencies import Dependencies
from quizapp.drafting.judging.blocks import BlockJudge
from quizapp.drafting.judging.judge import Judged
from quizapp.drafting.judging.prepared import prepare
from quizapp.drafting.reading.notes import Block
from runner.client import Runner


@dataclass(frozen=True, kw_only=True)
class Commented:
    """What a comment says that does not hold, the line of the deck's file, and what torch gives."""

    line: int
    says: str
    torch: str


async def refuted_comments(exercise: Exercise, runner: Runner) -> list[Commented]:
    """The comments of an exercise's code that say what is not so.

    Nothing of one whose answer is code, and of one that runs on several ranks or may hang.
    """
    card = exercise.card
    if not isinstance(card, RunCard) or not exercise.has_truth or "#" not in card.code.text:
        return []
    if card.ranks > 1 or card.may_hang:
        return []
    setup = exercise.setup.text.rstrip() + "\n" if exercise.setup else ""
    above = f"{setup}{exercise.draw_lines}"
    try:
        one = prepare(Block(text=f"{above}{card.code.text}", line=1), 0, 0)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    before = above.count("\n")
    if not any(claim.line > before for claim in one.claims):
        return []
    seen = await BlockJudge(exercise.path, Dependencies(one.statements), runner).survey(one)
    return [
        Commented(line=found.line - before + card.code.line - 1, says=found.says, torch=found.torch)
        for found in seen.judged
        if found.holds is False and found.line > before and _is_all_it_says(found)
    ]


def _is_all_it_says(found: Judged) -> bool:
    """Whether a comment states a result and no more: `# True is the default` gives none."""
    stated, claim = found.stated, found.claim
    if stated is None or claim is None or stated.tail.strip() or found.torch == "None":
        return False
    return stated.is_plain or stated.aspect != "value" or claim.place.is_print
