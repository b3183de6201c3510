"""Cards as notes with a front and a back, their truths as torch gave them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quizapp.anki.html import (
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
from quizapp.asks.show import show
from quizapp.deck.blocks import joined
from quizapp.deck.exercise import Exercise, draws, exercise, shuffled
from quizapp.deck.gap import fill
from quizapp.deck.model import (
    Card,
    ChoiceCard,
    Code,
    Deck,
    Draw,
    Language,
    OrderCard,
    PredictCard,
    RecallCard,
    Text,
    WriteCard,
)
from quizapp.deck.seen import mistakes_seen
from quizapp.grading.grade import grade, told
from quizapp.grading.phrases import ask_in_words, labelled, proof_in_words
from quizapp.running.truth import truth_of
from runner.client import Runner
from runner.protocol.wire import Fact, Fault, Hello, Outcome

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


async def make_notes(
    cards: Iterable[tuple[Deck, Card]], runner: Runner, hello: Hello, language: Language
) -> tuple[list[Note], list[LeftOut]]:
    """A note for each of a few draws of every card, run on live torch."""

    async def note(run: Exercise) -> Note | LeftOut:
        truth = await _truth(run, runner, hello)
        if isinstance(truth, str):
            return LeftOut(run.card.id, truth)
        return _note(run, truth, language)

    exercises = [
        exercise(deck, card, draw) for deck, card in cards for draw in _some([*draws(card)])
    ]
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
        front.append(folded_html("setup", code_html(run.setup.text)))
    if run.shown_code:
        front.append(code_html(run.shown_code))
    asked, answer = _asked_and_told(run, truth, language)
    front.append(asked)
    if card.hint:
        front.append(folded_html("hint", prose_html(card.hint.in_language(language))))
    back = [answer, *_remarks(run, truth, language)]
    if card.explain:
        back.append(prose_html(card.explain.in_language(language)))
    if card.proof:
        back.append(folded_html(proof_in_words(card), code_html(card.proof.text)))
    back += map(link_html, card.see)
    back += [source_html(card.source)] if card.source else []
    drawn = ",".join(f"{name}={value}" for name, value in run.draw.items())
    tags = tuple("-".join(tag.split()) for tag in (card.topic, *card.tags))
    name = next(iter(card.was), card.id)  # so that a note follows a card that is renamed
    return Note(f"{name}?{drawn}", card.topic, inert("".join(front)), inert("".join(back)), tags)


def _remarks(run: Exercise, truth: Outcome | None, language: Language) -> list[str]:
    """What the deck says to those who answer by a known mistake."""
    made: list[tuple[str, Text | None]] = []
    match card := run.card:
        case PredictCard():
            assert truth is not None
            made = [
                (verbatim_html(show(mistake.kind, fact)), mistake.say)
                for mistake, fact, here in mistakes_seen(card, truth.facts)
                if isinstance(fact, Fact) and here == Fact("bool", True)
            ]
        case ChoiceCard():
            made = [
                (inline_html(option.text.in_language(language)), option.say)
                for option in card.options
            ]
    told = [beside_html(wrong, say.in_language(language)) for wrong, say in made if say is not None]
    return [list_html(told)] if told else []


def _asked_and_told(run: Exercise, truth: Outcome | None, language: Language) -> tuple[str, str]:
    """What stands below the code in front, and the answer behind."""
    match card := run.card:
        case PredictCard():
            assert truth is not None
            facts = zip(card.asks, truth.facts, strict=False)
            return (
                list_html([words_html(ask_in_words(ask)) for ask in card.asks]),
                "".join(plain_html(labelled(ask, told(card, ask, fact))) for ask, fact in facts),
            )
        case ChoiceCard():
            assert truth is not None
            texts = [inline_html(option.text.in_language(language)) for option in card.options]
            graded = zip(texts, grade(card, ["1"], truth).options, strict=True)
            holding = [text for text, option in graded if option.holds]
            return list_html(texts), list_html(holding or ["None of them."])
        case WriteCard(starter=None):
            return "", code_html(fill(card.code.text, card.solution.text))
        case WriteCard(starter=Code() as starter):
            return code_html(starter.text), code_html(card.solution.text)
        case OrderCard():
            mixed = shuffled(run, random.Random(card.id)).shuffled  # alike in every export
            return code_html(run.in_order(mixed)), code_html(joined(card.lines))
        case RecallCard():
            return "", prose_html(card.back.in_language(language))
    raise TypeError(f"{card.id} is of no known kind")
