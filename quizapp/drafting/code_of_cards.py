"""What a card's code, and fenced code of its texts, state of their lines, judged as notes are."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from quizapp.deck.exercise import Exercise
from quizapp.deck.model import RunCard
from quizapp.deck.parts import Spot
from quizapp.drafting.cards import is_telling, of_more
from quizapp.drafting.code.dependencies import Dependencies
from quizapp.drafting.code.statements import Statement
from quizapp.drafting.judging.blocks import BlockJudge
from quizapp.drafting.judging.judge import Judged
from quizapp.drafting.judging.prepared import prepare
from quizapp.drafting.reading.markdown_notes import read_markdown
from quizapp.drafting.reading.notes import Block
from runner.client import Runs

_FENCE = re.compile(r"^ *(?:```|~~~)", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Commented:
    """What a comment says that does not hold, the line of the deck's file, and what torch gives."""

    line: int
    says: str
    torch: str


@dataclass(frozen=True, kw_only=True)
class Fenced:
    """What a line of fenced code in a text says that does not hold, and what torch gives."""

    spot: Spot
    zh: bool
    written: str
    line: int
    """Of the text, which is `written` so."""
    says: str
    torch: str


async def refuted_comments(exercise: Exercise, runner: Runs) -> list[Commented]:
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


async def refuted_fences(exercise: Exercise, runner: Runs) -> list[Fenced]:
    """What fenced code in an exercise's texts says of its lines that is not so, after its own code.

    Nothing where its texts are `of_more` than that.
    """
    card = exercise.card
    if of_more(exercise):
        return []
    setup = exercise.setup.text.rstrip() if exercise.setup else ""
    code = f"{setup}\n{exercise.shown_code}".strip()
    found: list[Fenced] = []
    for spot, text in card.texts():
        for zh, written in ((False, text.en), (True, text.zh or "")):
            if is_telling(spot) and _FENCE.search(written):
                lines = written.split("\n")
                found += [
                    Fenced(
                        spot=spot,
                        zh=zh,
                        written=lines[one.line - 1].strip(),
                        line=one.line,
                        says=one.says,
                        torch=one.torch,
                    )
                    for one in await _refuted_in(written, code, exercise.path, runner)
                ]
    return found


async def _refuted_in(text: str, code: str, path: str, runner: Runs) -> list[Judged]:
    """What the blocks of a text say that does not hold after code and one another."""
    blocks = [
        replace(one, stored=tuple(each for each in one.stored if "{=" not in each.text))
        for one in read_markdown(text, "").blocks
        if "{=" not in one.text
    ]
    statements: list[Statement] = []
    prepared = []
    for number, block in enumerate([Block(text=code, line=1), *blocks]):
        prepared.append(prepare(block, number, len(statements)))
        statements += prepared[-1].statements
    judge = BlockJudge(path, Dependencies(statements), runner)
    return [
        found
        for one in prepared[1:]
        if one.claims or "assert" in one.block.text
        for found in (await judge.survey(one)).judged
        if found.holds is False
        and (found.claim is None or _is_shown(found, one.block) or _is_all_it_says(found))
    ]


def _is_shown(found: Judged, block: Block) -> bool:
    """Whether it is what stands below code as its result, as in a session."""
    return any(one.line == found.line and one.kind != "said" for one in block.stored)


def _is_all_it_says(found: Judged) -> bool:
    """Whether a comment states a result and no more: `# True is the default` gives none."""
    stated, claim = found.stated, found.claim
    if stated is None or claim is None or stated.tail.strip() or found.torch == "None":
        return False
    return stated.is_plain or stated.aspect != "value" or claim.place.is_print
