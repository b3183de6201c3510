"""What front ends say of the day and of when its cards come back, in words without a style."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from quizapp.deck.computed import as_written
from quizapp.deck.parts import Language, Text
from quizapp.memory.beliefs import Belief
from quizapp.memory.review import Rating
from quizapp.memory.topics import TopicCounts
from quizapp.study.session import RELEARN_GAP
from quizapp.study.sitting import MoreKind
from quizapp.study.study import Overview
from quizapp.study.turn import Turn
from quizapp.text.cells import cells, padded
from quizapp.text.plain import plain_line
from quizapp.text.words import counted, day_in_words, days_in_words

if TYPE_CHECKING:
    from quizapp.study.placement import Placed

SLOT_WORDS = {
    "new": "new",
    "relearn": "once more",
    "practice": "practice",
    "ahead": "ahead of its day",
}
"""Why a card is asked, where it is not just due."""

KEYS: dict[MoreKind, str] = {"new": "n", "ahead": "a", "again": "m"}
"""What more there is to do today, and its keys."""


def today_in_words(overview: Overview) -> str:
    """What there is to do today; when there is nothing, when there will be."""
    parts = [f"{overview.once_more} once more"] if overview.once_more else []
    parts += [f"{overview.review} to review"] if overview.review else []
    parts += [f"{overview.new} new"] if overview.new else []
    if parts:
        return ", ".join([*parts, f"about {counted(overview.minutes, 'minute')}"])
    if overview.held_back:
        return f"Today's reviews are done. The daily limit holds {overview.held_back} more back."
    if overview.in_all.next_due is None:
        return "There is nothing to review."
    when = day_in_words(overview.in_all.next_due, overview.study_date)
    return f"All done for today. The next cards are due {when}."


def unasked_in_words(found: int) -> str:
    """Why there is nothing to ask, where a query finds so many cards."""
    if found == 0:
        return "No card is found."
    cannot = "it cannot be asked" if found == 1 else "none of them can be asked"
    return (
        f"{counted(found, 'card')} found, but {cannot} now: set aside, to be learnt after others, "
        "or not for this machine."
    )


def waits_in_words(counts: TopicCounts, title_of: Callable[[str], str]) -> str:
    """`after Shapes and views: 4 cards to go, and Dtypes: 2`."""
    (first, cards), *others = counts.waits_for.items()
    more = "".join(f", and {title_of(topic)}: {left}" for topic, left in others)
    return f"after {title_of(first)}: {counted(cards, 'card')} to go{more}"


def placed_in_words(placed: Placed, today: date, title_of: Callable[[str], str]) -> list[str]:
    """What a placement came to, line by line."""
    questions = counted(placed.asked, "question")
    if placed.first is None or placed.last is None:
        return [
            f"{questions} answered. Nothing is taken as known: you begin at the beginning, with "
            "what is easiest to build on. 'quiz place' asks once more."
        ]
    cards = sum(topic.cards for topic in placed.topics)
    lines = [f"{questions} answered. Taken as known: {placed.taken} of {counted(cards, 'card')}."]
    width = max(cells(title_of(topic.topic)) for topic in placed.topics)
    lines += [
        f"  {padded(title_of(topic.topic), width)}  {topic.taken:>3} of {topic.cards}"
        for topic in placed.topics
        if topic.taken
    ]
    last = day_in_words(placed.last, today)
    return [
        *lines,
        f"They come back to be confirmed, the first {day_in_words(placed.first, today)}, the last "
        f"{last}. Nothing is hidden, and 'quiz place --undo' takes it back.",
    ]


def more_in_words(kind: MoreKind, cards: int) -> str:
    """What so many cards of a kind are, and what they do to the schedule; why there are none."""
    match kind:
        case "new":
            if not cards:
                return "no new card is ready"
            return f"{counted(cards, 'new card')}, the daily limit aside"
        case "ahead":
            if not cards:
                return "no card is left to review ahead"
            return f"{counted(cards, 'review')} ahead; the schedule moves"
        case "again":
            if not cards:
                return "nothing was missed today"
            return f"{counted(cards, 'card')} missed today, again; the schedule stays"


def idea_in_words(idea: Text, belief: Belief, language: Language) -> str:
    """A wrong model that an answer shows, and how often it was shown."""
    said = plain_line(as_written(idea).in_language(language))
    return f"The idea behind it: {said} {_how_often(belief)}."


def belief_in_words(belief: Belief, today: date) -> str:
    """`shown 2 of 5 times, last on 3 March, in autograd/leaf`."""
    last = f", last {_ago(belief.last, today)}" if belief.last else ""
    cards = f", in {', '.join(belief.cards)}" if belief.cards else ""
    return f"{_how_often(belief).lower()}{last}{cards}"


def _how_often(belief: Belief) -> str:
    if not belief.shown:
        return f"Not shown in {counted(belief.chances, 'answer')}"
    return f"Shown in {belief.shown} of {counted(belief.chances, 'answer')}"


def _ago(day: date, today: date) -> str:
    days = (today - day).days
    if days <= 0:
        return "today"
    return "yesterday" if days == 1 else f"{days_in_words(days)} ago"


def leech_in_words(card: str) -> str:
    """What is told of a card that was just set aside."""
    return (
        f"{card} is missed again and again, so it is set aside: asking it as it is does not help. "
        f"'quiz resume {card}' has it asked again, 'quiz reset' learns it anew; or change the card."
    )


def comes_back(turn: Turn, rating: Rating, left: int) -> str:
    """When an answered card is asked again under a rating; `left` cards come before the end.

    Empty where the schedule does not move.
    """
    if rating is Rating.AGAIN:
        gap = min(RELEARN_GAP, left)
        return "at once" if gap == 0 else f"in {counted(gap, 'card')}"
    interval = turn.intervals.get(rating)
    return days_in_words(interval.days) if interval else ""
