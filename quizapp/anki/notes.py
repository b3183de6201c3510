"""Cards as notes with a front and a back, their truths as torch gave them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from quizapp.anki.html import (
    HINT,
    SETUP,
    beside_html,
    code_html,
    folded_html,
    inert,
    inline_html,
    link_html,
    list_html,
    plain_html,
    prose_html,
    source_html,
    verbatim_html,
    words_html,
)
from quizapp.deck.exercise import Exercise, draws, exercise, shuffled
from quizapp.deck.model import Card, Deck
from quizapp.deck.parts import Draw
from quizapp.deck.phrases import proof_in_words
from quizapp.deck.question import Piece
from quizapp.running.truth import truth_of
from quizapp.text.language import Language
from runner.client import Runner
from runner.protocol.wire import Fault, Hello, Outcome

MOST_DRAWS = 5
"""Notes that one card becomes."""


@dataclass(frozen=True)
class Note:
    """`key` stays the same from export to export, so that Anki keeps what was learnt."""

    key: str
    topic: str
    front: str
    back: str
    tags: tuple[str, ...]


@dataclass(frozen=True)
class LeftOut:
    """A card that has no truth here, and why."""

    card: str
    reason: str


def exercises_of(cards: Iterable[tuple[Deck, Card]]) -> list[Exercise]:
    """Each becomes a note: a few draws of every card."""
    return [exercise(deck, card, draw) for deck, card in cards for draw in _some([*draws(card)])]


async def make_notes(
    exercises: Iterable[Exercise],
    runner: Runner,
    hello: Hello,
    language: Language,
    on_runs: Callable[[int], None] = lambda _: None,
) -> tuple[list[Note], list[LeftOut]]:
    """A note for each exercise, run on live torch; `on_runs` is told of each number of them."""

    async def note(run: Exercise) -> Note | LeftOut:
        truth = await _truth(run, runner, hello)
        on_runs(1)
        if isinstance(truth, str):
            return LeftOut(run.card.id, truth)
        return _note(run, truth, language)

    made = await asyncio.gather(*map(note, exercises))
    left_out = {one.card: one for one in made if isinstance(one, LeftOut)}
    return [one for one in made if isinstance(one, Note)], list(left_out.values())


def _some(every: Sequence[Draw]) -> list[Draw]:
    """At most MOST_DRAWS of them, evenly spread."""
    count = min(len(every), MOST_DRAWS)
    return [every[index * len(every) // count] for index in range(count)]


async def _truth(run: Exercise, runner: Runner, hello: Hello) -> Outcome | str | None:
    """What torch says, None where there is nothing to be said, or why it cannot say it."""
    if not (run.has_truth or run.has_words):
        return None
    seen = await truth_of(run, runner, hello)
    if isinstance(seen, Fault):
        return seen.message if run.has_truth else None
    return seen


def _note(run: Exercise, truth: Outcome | None, language: Language) -> Note:
    run = run.told(truth)
    card = run.card
    front = [prose_html(card.prompt.in_language(language))]
    if run.setup is not None and run.runs_code:
        front.append(folded_html(SETUP, code_html(run.setup.text)))
    if run.shown_code:
        front.append(code_html(run.shown_code))
    mixed = shuffled(run, random.Random(card.id)).shuffled  # alike in every export
    front.append(_html(card.asked(mixed, language)))
    if card.hint:
        front.append(folded_html(HINT, prose_html(card.hint.in_language(language))))
    back = [_html(card.told(truth, language)), *_remarks(run, truth, language)]
    if card.explain:
        back.append(prose_html(card.explain.in_language(language)))
    if card.proof:
        back.append(folded_html(proof_in_words(card), code_html(card.proof.text)))
    back += map(link_html, card.see)
    back += [source_html(card.source)] if card.source else []
    drawn = ",".join(f"{name}={value}" for name, value in run.draw.items())
    tags = tuple(dict.fromkeys("-".join(tag.split()) for tag in (card.topic, *card.tags)))
    name = next(iter(card.was), card.id)  # so that a note follows a card that is renamed
    return Note(f"{name}?{drawn}", card.topic, inert("".join(front)), inert("".join(back)), tags)


def _remarks(run: Exercise, truth: Outcome | None, language: Language) -> list[str]:
    """What the deck says to those who answer by a known mistake."""
    told = [
        beside_html(_piece_html(wrong), say.in_language(language))
        for wrong, say in run.card.remarks(truth, language)
    ]
    return [list_html(told)] if told else []


def _html(pieces: Sequence[Piece]) -> str:
    return "".join(map(_piece_html, pieces))


def _piece_html(piece: Piece) -> str:
    match piece.form:
        case "list":
            return list_html(list(map(inline_html, piece.texts)))
        case "words":
            return list_html(list(map(words_html, piece.texts)))
    told = {
        "prose": prose_html,
        "line": inline_html,
        "verbatim": verbatim_html,
        "code": code_html,
        "plain": plain_html,
    }[piece.form]
    return "".join(map(told, piece.texts))
