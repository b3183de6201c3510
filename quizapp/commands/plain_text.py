"""What a sitting says in lines of text, without signs that a screen reader would stumble over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from quizapp.commands.trial import why
from quizapp.deck.model import Language, RecallCard
from quizapp.grading.visible import visible
from quizapp.memory.review import Rating
from quizapp.phrases import SLOT_WORDS, ask_in_words, comes_back
from quizapp.session import Session
from quizapp.summary import Summary
from quizapp.turn import Turn
from quizapp.words import counted, day_in_words, time_in_words
from runner.wire import Outcome

HELP = (
    "Answer each question in a line, printed output in its own lines with a lone . after them. "
    "Commands: :hint, :guess, :skip, :undo, :help, :quit."
)


def exercise_text(turn: Turn, session: Session, language: Language) -> str:
    """An exercise that waits for an answer. The card's id might give the answer away."""
    card = turn.exercise.card
    kind = SLOT_WORDS.get(turn.slot.kind)
    parts = [
        f"\nCard {session.position} of {session.total}, {card.topic}{f', {kind}' if kind else ''}",
        turn.exercise.shown_code.rstrip(),
        card.prompt.in_language(language).strip(),
    ]
    return "\n\n".join(filter(None, parts))


def verdict_text(turn: Turn, outcome: Outcome | None, language: Language) -> str:
    """What torch did, what that means for the answer, and why."""
    card = turn.exercise.card
    parts = [] if turn.verdict is None else list(_verdict_parts(turn, language))
    if outcome is not None and outcome.raised is not None:
        parts.append(visible(outcome.raised.traceback.rstrip()))
    if isinstance(card, RecallCard):
        parts.append(card.back.in_language(language).strip())
    if card.explain is not None:
        parts.append(card.explain.in_language(language).strip())
    return "\n" + "\n\n".join(parts)


def _verdict_parts(turn: Turn, language: Language) -> Iterator[str]:
    assert turn.verdict is not None
    verdict = turn.verdict
    yield "Right." if verdict.right else "Partly right." if verdict.partly else "Wrong."
    for graded in verdict.asks:
        word = "right" if graded.right else "wrong"
        lines = [f"{ask_in_words(graded.ask)}: {word}", f"you: {visible(graded.answer)}"]
        lines += [f"torch: {graded.truth}", why(graded, language)]
        yield "\n".join(filter(None, lines))


def offer_text(turn: Turn, left: int) -> str:
    """The ratings to choose from; only the next card where a rating changes nothing."""
    if turn.verdict is not None and not turn.intervals:
        again = comes_back(turn, turn.proposed, left) if turn.missed else ""
        return f"\nEnter: next card{f'; this one again {again}' if again else ''}. u undo, q quit."
    proposed, *others = sorted(Rating, key=lambda rating: rating is not turn.proposed)
    offers = [f"Enter: {_offer(turn, proposed, left)}"]
    offers += [f"{rating.value}: {_offer(turn, rating, left)}" for rating in others]
    return f"\n{'. '.join(offers)}. u undo, q quit."


def _offer(turn: Turn, rating: Rating, left: int) -> str:
    when = comes_back(turn, rating, left)
    return f"{rating.name.lower()}{f', {when}' if when else ''}"


def summary_text(summary: Summary, today: date) -> str:
    """What was done, and what comes back when."""
    cards = summary.right + summary.wrong
    if not cards:
        return "Nothing was answered."
    new = f", {summary.new} of them new" if summary.new else ""
    lines = [
        f"\n{counted(cards, 'card')}{new}, in {time_in_words(summary.seconds)}: "
        f"{summary.right} right, {summary.wrong} wrong."
    ]
    lines += [f"  wrong: {card}" for card in summary.missed]
    lines += [
        f"{counted(count, 'card')} {'comes' if count == 1 else 'come'} back "
        f"{day_in_words(day, today)}."
        for day, count in summary.due.items()
    ]
    return "\n".join(lines)
