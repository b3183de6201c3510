"""Runs and grades one card for `quiz try`, without logging it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from quizapp.asks.read import read_answer
from quizapp.commands.decks import deck_at, usual_library
from quizapp.commands.request import BadRequest, Graded, Request, answers_to, full_draw
from quizapp.deck.answered import TriedCard, TruthCard
from quizapp.deck.exercise import Exercise, exercise
from quizapp.deck.files import SUFFIXES
from quizapp.deck.model import Card, Deck
from quizapp.deck.needs import unmet
from quizapp.deck.parts import Text
from quizapp.deck.phrases import kind_in_words
from quizapp.deck.translation import deck_translated_by
from quizapp.deck.verdict import AskVerdict, AttemptVerdict, Verdict
from quizapp.running.truth import refused, truth_of
from quizapp.running.watch import watch
from quizapp.text.language import Language, tr
from quizapp.text.plain import behind
from quizapp.text.spelling import did_you_mean
from quizapp.text.visible import visible_path
from quizapp.text.words import first_of
from quizapp.values.prediction import NotUnderstood
from runner.client import Runner
from runner.protocol.wire import Fault, Hello, Outcome

MOST = 5
"""Cards of a deck that are named to choose from."""


@dataclass(frozen=True, kw_only=True)
class Planned:
    """A card that is to be run, with answers to be graded if there are any."""

    card: Graded
    exercise: Exercise
    answers: Sequence[str] | None


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A card that was run, and graded where there were answers.

    `end` is None where nothing was run: the card needs code, and there was none that is Python.
    Where a card that has a truth was not answered, `watched` is the end of a second run, with
    trace and graph.
    """

    card: Graded
    exercise: Exercise
    end: Outcome | Fault | None = None
    verdict: Verdict | None = None
    watched: Outcome | Fault | None = None
    drawn: Outcome | Fault | None = None
    """The end of a run for pictures, where those are wanted and something was run."""
    words: Outcome | Fault | None = None
    """What the card's own words were seen to come to."""

    @property
    def told(self) -> Card:
        """The card as a learner reads it in the end."""
        return self.exercise.told(self.words).card

    @property
    def right(self) -> bool | None:
        """None where nothing was graded, or an answer would be asked again and none is wrong."""
        if self.verdict is None:
            return None
        parts = [ask_is_right(ask) for ask in self.verdict.asks]
        parts += [option.right for option in self.verdict.options]
        if self.verdict.tests is not None:
            parts.append(attempt_is_right(self.card, self.verdict.tests))
        return False if False in parts else None if None in parts else True

    @property
    def failed(self) -> bool:
        """No truth, or an answer that is not right."""
        return isinstance(self.end, Fault) or (self.verdict is not None and not self.right)


def ask_is_right(ask: AskVerdict) -> bool | None:
    """None where the answer would be asked again: it was not understood, or lacks digits."""
    understood = not isinstance(read_answer(ask.ask.kind, ask.answer), NotUnderstood)
    return ask.right if understood and not ask.coarse else None


def attempt_is_right(card: Graded, attempt: AttemptVerdict) -> bool | None:
    """None where what was handed in is not Python."""
    if isinstance(card, TriedCard) and isinstance(card.read(attempt.answer), NotUnderstood):
        return None
    return attempt.passed


def why(ask: AskVerdict, language: Language = "en") -> str:
    """Why an answer is not right, with the deck's word on a known mistake."""
    return behind(ask.why, ask.mistake.in_language(language) if ask.mistake else "")


def plan_trial(request: Request) -> Planned:
    """What a request asks for. Raises BadRequest.

    This needs no runner: what is wrong with a request is told before torch is loaded.
    """
    deck, card = find_card(request.card)
    if not isinstance(card, TruthCard | TriedCard):
        raise BadRequest(
            tr("{id} is a {kind} card: it has no code to run", id=card.id, kind=kind_in_words(card))
        )
    run = exercise(deck, card, full_draw(card, request.draw))
    return Planned(card=card, exercise=run, answers=answers_to(card, request))


async def try_out(planned: Planned, runner: Runner, hello: Hello) -> Trial:
    """Run what is planned, and grade its answers. Raises BadRequest where it cannot run here."""
    card, run = planned.card, planned.exercise
    if reason := unmet(card, hello):
        raise BadRequest(tr("{id} cannot run here: it {reason}", id=card.id, reason=reason))
    if fault := refused(run, hello):
        return Trial(card=card, exercise=run, end=fault)
    if planned.answers is None:
        return await _shown(planned, runner) if run.has_truth else Trial(card=card, exercise=run)
    end = await truth_of(run, runner, hello)
    if isinstance(end, Fault):
        return Trial(card=card, exercise=run, end=end)
    if not run.has_truth:
        return await _attempted(planned, *planned.answers, runner=runner, words=end)
    verdict = run.told(end).card.grade(planned.answers, end)
    return Trial(card=card, exercise=run, end=end, verdict=verdict, words=end)


async def with_pictures(trial: Trial, planned: Planned, runner: Runner) -> Trial:
    """The trial, and what a further run has to be drawn, if anything was run at all."""
    if not isinstance(trial.end, Outcome) and trial.verdict is None:
        return trial
    run, answers = trial.exercise, planned.answers
    attempt = run.code_of(*answers) if answers is not None and not run.has_truth else ""
    return replace(trial, drawn=await watch(runner, run, attempt, picture=True))


async def _shown(planned: Planned, runner: Runner) -> Trial:
    card, run = planned.card, planned.exercise
    end = await runner.run(run.snippet())
    watched = None if isinstance(end, Fault) else await watch(runner, run)
    return Trial(card=card, exercise=run, end=end, watched=watched, words=end)


async def _attempted(planned: Planned, answer: str, *, runner: Runner, words: Outcome) -> Trial:
    card, run = planned.card, planned.exercise
    assert isinstance(card, TriedCard)
    code = card.read(answer)
    if isinstance(code, NotUnderstood):
        attempt = AttemptVerdict(answer=answer, passed=False, why=Text(en=code.hint))
        return Trial(card=card, exercise=run, verdict=Verdict(tests=attempt))
    end = await runner.run(run.attempt(code))
    if isinstance(end, Fault):
        return Trial(card=card, exercise=run, end=end)
    verdict = card.grade([answer], end)
    return Trial(card=card, exercise=run, end=end, verdict=verdict, words=words)


def find_card(name: str) -> tuple[Deck, Card]:
    """The card that `topic/id` or `PATH::id` names, with its deck. Raises BadRequest.

    Files are looked at anew each time: a script may change them between two requests.
    """
    path, colons, id = name.rpartition("::")
    if colons:
        return _card_of_file(path, id)
    if Path(name).suffix in SUFFIXES:
        return _card_of_file(name, "")
    library = usual_library()
    if card := library.cards.get(library.renames.get(name, name)):
        return library.deck_of(card.id), card
    if told := library.unsound(name):
        raise BadRequest(told)
    raise BadRequest(
        tr(
            "unknown card '{name}'{did_you_mean}",
            name=name,
            did_you_mean=did_you_mean(name, library.cards, most=3) or tr("; 'quiz list' shows all"),
        )
    )


def _card_of_file(path: str, id: str) -> tuple[Deck, Card]:
    try:
        if not Path(path).exists():
            raise BadRequest(tr("there is no deck {path}", path=visible_path(path)))
    except ValueError as error:  # a null byte
        raise BadRequest(tr("'{path}' is not a path", path=visible_path(path))) from error
    loaded = deck_at(deck_translated_by(Path(path)) or Path(path))
    cards = {card.id: card for card in loaded.deck.cards} if loaded.deck else {}
    topic = loaded.deck.topic if loaded.deck else ""
    named = {former: card for card in cards.values() for former in card.was} | cards
    for full in (id, f"{topic}/{id}"):
        if loaded.deck and full in named:
            return loaded.deck, named[full]
    for problem in loaded.problems:
        if loaded.deck is None or problem.card in (id, f"{topic}/{id}"):
            raise BadRequest(str(problem))
    known = [card.partition("/")[2] for card in cards]
    if known and not id:
        raise BadRequest(
            tr(
                "name a card of the deck, as in {path}::{id}: it has {cards}",
                path=visible_path(path),
                id=known[0],
                cards=first_of(known, MOST),
            )
        )
    raise BadRequest(
        tr(
            "{path} has no card '{id}'{did_you_mean}",
            path=visible_path(path),
            id=id,
            did_you_mean=did_you_mean(id, known, most=3),
        )
    )
