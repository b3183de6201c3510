"""Runs and grades one card for `quiz try`, without logging it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quizapp.commands.decks import usual_library
from quizapp.commands.request import (
    BadRequest,
    Request,
    answers_in_order,
    full_draw,
)
from quizapp.deck.exercise import Exercise, exercise
from quizapp.deck.load import load
from quizapp.deck.model import Card, Deck, Language, PredictCard
from quizapp.deck.needs import unmet
from quizapp.deck.spelling import did_you_mean
from quizapp.grading.grade import grade
from quizapp.grading.read import read_answer
from quizapp.grading.verdict import AskVerdict, NotUnderstood, Verdict
from runner.client import Runner
from runner.wire import Fact, Fault, Hello, Outcome, Raised


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A card that was run, and graded where there were answers."""

    card: PredictCard
    exercise: Exercise
    end: Outcome | Fault
    verdict: Verdict | None

    @property
    def right(self) -> bool | None:
        """None where nothing was graded, or an answer was not understood and none is wrong."""
        if self.verdict is None:
            return None
        by_ask = [ask_is_right(ask) for ask in self.verdict.asks]
        return False if False in by_ask else None if None in by_ask else True

    @property
    def failed(self) -> bool:
        """No truth, or an answer that is not right."""
        return isinstance(self.end, Fault) or (self.verdict is not None and not self.right)

    def as_json(self) -> dict[str, Any]:
        """See `quiz try --help`."""
        fault = self.end if isinstance(self.end, Fault) else None
        return {
            "card": self.card.id,
            "draw": dict(self.exercise.draw),
            "outcome": None if isinstance(self.end, Fault) else self._outcome(self.end),
            "verdict": self.verdict
            and {
                "right": self.right,
                "asks": [_graded(ask) for ask in self.verdict.asks],
            },
            "fault": fault and {"kind": fault.kind, "message": fault.message},
        }

    def _outcome(self, outcome: Outcome) -> dict[str, Any]:
        return {
            "asks": [
                {"kind": ask.kind, "expression": ask.expression} | _seen(fact)
                for ask, fact in zip(self.card.asks, outcome.facts, strict=False)
            ],
            "stdout": outcome.stdout,
            "raised": outcome.raised and _raised(outcome.raised),
            "seconds": outcome.seconds,
        }


def ask_is_right(ask: AskVerdict) -> bool | None:
    """None where the answer was not understood."""
    return None if isinstance(read_answer(ask.ask, ask.answer), NotUnderstood) else ask.right


def why(ask: AskVerdict, language: Language = "en") -> str:
    """Why an answer is not right, with the deck's word on a known mistake."""
    mistake = ask.mistake.in_language(language) if ask.mistake else ""
    return " ".join(filter(None, [ask.why, mistake]))


async def try_request(request: Request, runner: Runner, hello: Hello) -> Trial:
    """Run the card asked for, and grade the answers if there are any. Raises BadRequest."""
    deck, card = find_card(request.card)
    if not isinstance(card, PredictCard):
        raise BadRequest(f"{card.id} is a recall card: it has no code to run")
    if reason := unmet(card.needs, hello):
        raise BadRequest(f"{card.id} cannot run here: it {reason}")
    draw = full_draw(card, request.draw)
    answers = answers_in_order(card, request.answers) if request.answers else None
    run = exercise(deck, card, draw)
    end = await runner.run(run.snippet())
    verdict = None
    if answers is not None and isinstance(end, Outcome):
        verdict = grade(card, answers, end)
    return Trial(card=card, exercise=run, end=end, verdict=verdict)


def find_card(name: str) -> tuple[Deck, Card]:
    """The card that `topic/id` or `PATH::id` names, with its deck. Raises BadRequest.

    Files are looked at anew each time: a script may change them between two requests.
    """
    path, colons, id = name.rpartition("::")
    if colons:
        return _card_of_file(path, id)
    library = usual_library()
    if card := library.cards.get(name):
        return library.deck_of(name), card
    raise BadRequest(f"unknown card '{name}'{did_you_mean(name, library.cards, most=3)}")


def _card_of_file(path: str, id: str) -> tuple[Deck, Card]:
    try:
        if not Path(path).is_file():
            raise BadRequest(f"there is no deck {path}")
    except ValueError as error:  # a null byte
        raise BadRequest(f"'{path}' is not a path") from error
    loaded = load(Path(path))
    cards = {card.id: card for card in loaded.deck.cards} if loaded.deck else {}
    topic = loaded.deck.topic if loaded.deck else ""
    for full in (id, f"{topic}/{id}"):
        if loaded.deck and full in cards:
            return loaded.deck, cards[full]
    for problem in loaded.problems:
        if loaded.deck is None or problem.card in (id, f"{topic}/{id}"):
            raise BadRequest(str(problem))
    known = [card.partition("/")[2] for card in cards]
    raise BadRequest(f"{path} has no card '{id}'{did_you_mean(id, known, most=3)}")


def _seen(fact: Fact | Raised) -> dict[str, Any]:
    """A fact under the name of its kind."""
    return {fact.kind: fact.data} if isinstance(fact, Fact) else {"raised": _raised(fact)}


def _raised(raised: Raised) -> dict[str, Any]:
    return {
        "type": raised.type,
        "message": raised.message,
        "path": raised.path,
        "line": raised.line,
    }


def _graded(ask: AskVerdict) -> dict[str, Any]:
    return {
        "kind": ask.ask.kind,
        "answer": ask.answer,
        "truth": ask.truth,
        "right": ask_is_right(ask),
        "why": why(ask),
    }
