"""How a card stands, and what was answered to it, in words without a style."""

from __future__ import annotations

from datetime import date, timedelta

from quizapp.deck.computed import with_words
from quizapp.deck.model import Card
from quizapp.deck.phrases import kind_in_words
from quizapp.deck.question import Piece
from quizapp.memory.review import Review, ReviewKind
from quizapp.study.card_row import CardRow
from quizapp.study.phrases import awaited_in_words, standing_in_words, state_in_words
from quizapp.text.language import Language, mark, tr
from quizapp.text.plain import plain_line
from quizapp.text.visible import visible

KIND_WORDS: dict[ReviewKind, str] = {
    "review": mark("review"),
    "practice": mark("practice"),
    "relearn": mark("relearn"),
    "manual": mark("manual"),
}
"""What an answer was given in."""

LATEST = 200
"""Answers that are told of one by one."""


def card_in_words(row: CardRow, today: date) -> list[str]:
    """Its name, its memory, and what the learner has decided about it, a line each."""
    card, memory = row.card, row.memory
    lines = [
        tr("{id}  {kind}, level {level}", id=card.id, kind=kind_in_words(card), level=card.level)
    ]
    if memory is None:
        told, awaited = state_in_words(row), awaited_in_words(row.awaited)
        lines.append(tr(", ").join(filter(None, [told, awaited])))
    else:
        due = tr("{state}, due {due}", state=state_in_words(row), due=memory.due)
        # On the day of an answer it is recalled for certain, whatever that was.
        known = tr("answered today")
        if row.recall is not None and memory.last_study_date < today:
            known = tr("{recall:.0%} that you recall it today", recall=row.recall)
        falls = ""
        if days := round(memory.stability):  # else it would be the day of the answer
            falls = tr("90% on {day}", day=memory.last_study_date + timedelta(days))
        difficulty = tr("difficulty {difficulty:.1f}", difficulty=memory.difficulty)
        lines.append(
            tr(
                "{due}: {memory}",
                due=due,
                memory=tr(", ").join(filter(None, [known, falls, difficulty])),
            )
        )
    if words := standing_in_words(row.standing, today):
        lines.append(words)
    if row.standing.note:
        lines.append(tr("your note  {note}", note=visible(row.standing.note)))
    if row.added:
        lines.append(tr("added on {day}", day=row.added))
    return lines


def answer_told(review: Review, card: Card, language: Language) -> Piece:
    """What was answered; numbers are those of the card as it was then."""
    if review.content_hash == card.content_hash:
        return with_words(card, review.draw, {}).answered(review.answers, language)
    return Piece("words", review.answers)


def answer_in_words(told: Piece) -> str:
    """The same in a line."""
    texts = map(plain_line, told.texts) if told.form == "list" else told.texts
    return visible("  ".join(texts).replace("\n", " ⏎ "))


def draw_in_words(review: Review) -> str:
    """With which numbers the card was asked, in a line."""
    return visible(", ".join(f"{name} = {value}" for name, value in review.draw.items()))
