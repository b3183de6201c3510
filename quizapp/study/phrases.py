"""What front ends say of the day and of when its cards come back, in words without a style."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from quizapp.deck.computed import as_written
from quizapp.deck.parts import Text
from quizapp.memory.acts.act import Act, Standing
from quizapp.memory.acts.table import ACTS
from quizapp.memory.beliefs import Belief
from quizapp.memory.review import Rating, Review
from quizapp.study.card_row import CardRow, State
from quizapp.study.past import Undone
from quizapp.study.sitting import MoreKind, Sitting, Unasked
from quizapp.study.turn import Turn
from quizapp.text.cells import cells, padded
from quizapp.text.language import Language, mark, tr
from quizapp.text.plain import plain_line
from quizapp.text.words import counted, day_in_words, days_in_words, first_of

if TYPE_CHECKING:
    from quizapp.study.placement import Placed, Placement
    from quizapp.study.study import Study

SLOT_WORDS = {
    "new": mark("new"),
    "relearn": mark("once more"),
    "practice": mark("practice"),
    "ahead": mark("ahead of its day"),
}
"""Why a card is asked, where it is not just due."""

STATE_WORDS: dict[State, str] = {
    "new": mark("new"),
    "learning": mark("learning"),
    "learnt": mark("learnt"),
}

_UNDONE_WORDS: Mapping[str, str] = {
    "": mark("There is nothing to undo."),
    "answer": mark("The answer is taken back."),
    "skip": mark("Back to the card that was skipped."),
}

KEYS: dict[MoreKind, str] = {"new": "n", "ahead": "a", "again": "m"}
"""What more there is to do today, and its keys."""


UNASKED_WORDS: Mapping[Unasked, str] = {
    "aside": mark("set aside"),
    "later": mark("to be learnt after others"),
    "machine": mark("not for this machine"),
}

MOST_AWAITED = 3
"""Cards that are named of those that others wait for."""


def rated_in_words(turn: Turn) -> str:
    """Why not every rating can be chosen, and which can."""
    why = mark(
        "Today's first answer has set when this card comes back: only {ratings} can be chosen."
    )
    if turn.slot.kind == "practice":
        why = mark("Practice does not move the day of a card: only {ratings} can be chosen.")
    return tr(why, ratings=tr(" or ").join(rating.word for rating in sorted(turn.ratings)))


def beyond_in_words(study: Study, wanted: Sitting, now: datetime) -> str:
    """That a drill begins more new cards than the day would; empty where it does not."""
    if not (beyond := study.beyond_limit(wanted, now)):
        return ""
    return tr(
        "{cards} beyond the day's limit (new_per_day = {limit}) begin here: their topic was named.",
        cards=counted(beyond, "new card"),
        limit=study.limits.new_per_day,
    )


def awaited_in_words(cards: Sequence[str]) -> str:
    """After which cards one is to be learnt; empty where after none."""
    return tr("to be learnt after {cards}", cards=first_of(cards, MOST_AWAITED)) if cards else ""


def unasked_in_words(
    study: Study, cards: Sequence[str], asked: int, today: date, most: int | None = None
) -> str:
    """Why not all of the cards that were found are asked now, `most` at most; empty where all."""
    found = len(cards)
    if found == 0:
        return tr("No card is found.")
    if asked >= found:
        return ""
    if asked and asked == most:
        return tr(
            "Asked now: {asked} of the {cards} found, as many as were wanted at most.",
            asked=asked,
            cards=counted(found, "card"),
        )
    if asked:
        return tr(
            "Asked now: {asked} of the {cards} found. The others are set aside, to be learnt after "
            "others, or not for this machine.",
            asked=asked,
            cards=counted(found, "card"),
        )
    cannot = tr("it cannot be asked") if found == 1 else tr("none of them can be asked")
    reasons = study.why_unasked(cards, today)
    if len(reasons) == 1:
        [reason] = reasons
        return tr(
            "{cards} found, but {cannot} now: {reason}.",
            cards=counted(found, "card"),
            cannot=cannot,
            reason=_reason_in_words(study, reason, cards, today),
        )
    return tr(
        "{cards} found, but {cannot} now: set aside, to be learnt after others, "
        "or not for this machine.",
        cards=counted(found, "card"),
        cannot=cannot,
    )


def _reason_in_words(study: Study, reason: Unasked, cards: Sequence[str], today: date) -> str:
    awaited = study.awaited(cards, today) if reason == "later" else ()
    return awaited_in_words(awaited) or tr(UNASKED_WORDS[reason])


def state_in_words(row: CardRow) -> str:
    """How far the learning of a card has come."""
    return tr(STATE_WORDS[row.state])


def standing_in_words(standing: Standing, today: date) -> str:
    """What was decided about a card and is in force, in a line; empty where nothing."""
    return tr(", ").join(map(tr, standing.words(today)))


def taken_up_in_words(placement: Placement) -> Iterator[str]:
    """That a placement goes on where the one before was broken off."""
    if placement.taken_up:
        questions = counted(placement.taken_up, "question")
        yield tr("It goes on where it broke off: {questions} answered.", questions=questions)


def placed_in_words(placed: Placed, today: date, title_of: Callable[[str], str]) -> list[str]:
    """What a placement came to, line by line."""
    questions = counted(placed.asked, "question")
    if placed.first is None or placed.last is None:
        nothing = mark(
            "{questions} answered. Nothing is taken as known: new cards come along the "
            "path as before. 'quiz place' asks once more."
        )
        if placed.goes_on:
            nothing = mark(
                "{questions} answered. Nothing is taken as known yet: new cards come along the "
                "path as before. 'quiz place' goes on with the questions."
            )
        return [tr(nothing, questions=questions)]
    cards = sum(topic.cards for topic in placed.topics)
    width = max(cells(title_of(topic.topic)) for topic in placed.topics)
    return [
        tr(
            "{questions} answered. Taken as known: {taken} of {cards}.",
            questions=questions,
            taken=placed.taken,
            cards=counted(cards, "card"),
        ),
        tr(
            "They come back to be confirmed, the first {day_in_words}, the last "
            "{last}. Nothing is hidden, and 'quiz place --undo' takes it back.",
            day_in_words=day_in_words(placed.first, today),
            last=day_in_words(placed.last, today),
        ),
        *(
            tr(
                "  {padded}  {taken:>3} of {cards}",
                padded=padded(title_of(topic.topic), width),
                taken=topic.taken,
                cards=topic.cards,
            )
            for topic in placed.topics
            if topic.taken
        ),
    ]


def of_them_new(new: int, cards: int) -> str:
    """How many of the cards of a sitting were new, behind their number; empty where none."""
    if not new:
        return ""
    return tr(", new") if cards == 1 else tr(", {new} of them new", new=new)


def not_known_in_words(cards: int) -> str:
    """What it came to that a placement was taken back."""
    return tr(
        "{cards} no longer taken as known. What you answered stays logged.",
        cards=counted(cards, "card"),
    )


def undone_in_a_sitting(undone: Undone) -> str:
    """What a sitting has undone, if anything."""
    if isinstance(undone, str):
        return tr(_UNDONE_WORDS[undone])
    return taken_back_in_words(undone) if isinstance(undone, Review) else undone_in_words(undone)


def taken_back_in_words(review: Review) -> str:
    """What was undone: an answer of an earlier sitting."""
    return tr("The answer to {card} is taken back.", card=review.card)


def undone_in_words(acts: Sequence[Act]) -> str:
    """What was undone: what was decided at once of some cards."""
    told = ACTS[acts[0].name].told(acts[0].value)
    return tr("{which} {told}: undone.", which=decided_about(acts), told=told)


def decided_about(acts: Sequence[Act]) -> str:
    """The card of what was decided, or how many, before what each is by it."""
    if len(acts) == 1:
        return acts[0].card
    return tr("{cards}: each", cards=counted(len(acts), "card"))


def more_in_words(kind: MoreKind, cards: int) -> str:
    """What so many cards of a kind are, and what they do to the schedule; why there are none."""
    match kind:
        case "new":
            if not cards:
                return tr("no new card is ready")
            return tr("{new_cards}, the daily limit aside", new_cards=counted(cards, "new card"))
        case "ahead":
            if not cards:
                return tr("nothing that could be reviewed ahead today")
            return tr(
                "{reviews}, due or ahead; the schedule moves", reviews=counted(cards, "review")
            )
        case "again":
            if not cards:
                return tr("nothing missed today is left to ask again")
            return tr(
                "{cards} missed today, again; the schedule stays", cards=counted(cards, "card")
            )


def idea_in_words(idea: Text, belief: Belief, language: Language) -> str:
    """A wrong model that an answer shows, and how often it was shown."""
    said = plain_line(as_written(idea).in_language(language))
    return tr("The idea behind it: {said} {how_often}.", said=said, how_often=_how_often(belief))


def belief_in_words(belief: Belief, today: date) -> str:
    """`shown 2 of 5 times, last on 3 March, in autograd/leaf`."""
    last = tr(", last {ago}", ago=ago_in_words(belief.last, today)) if belief.last else ""
    cards = tr(", in {cards}", cards=", ".join(belief.cards)) if belief.cards else ""
    return f"{_how_often(belief).lower()}{last}{cards}"


def _how_often(belief: Belief) -> str:
    if not belief.shown:
        return tr("Not shown in {answers}", answers=counted(belief.chances, "answer"))
    return tr(
        "Shown in {shown} of {answers}",
        shown=belief.shown,
        answers=counted(belief.chances, "answer"),
    )


def ago_in_words(day: date, today: date) -> str:
    """`today`, `yesterday`, `3 weeks ago`."""
    days = (today - day).days
    if days <= 0:
        return tr("today")
    return (
        tr("yesterday")
        if days == 1
        else tr("{days_in_words} ago", days_in_words=days_in_words(days))
    )


def leech_in_words(card: str) -> str:
    """What is told of a card that was just set aside."""
    return tr(
        "{card} is missed again and again, so it is set aside: asking it as it is does not help. "
        "Change the card, drill the idea that misleads you (quiz --idea), or reset it, which "
        "learns it anew. 'quiz resume {card}' has it asked again as it is, now or later.",
        card=card,
    )


def comes_back(turn: Turn, rating: Rating, left: int) -> str:
    """When an answered card is asked again under a rating; `left` cards come before the end.

    Empty where the schedule does not move.
    """
    if rating is Rating.AGAIN:
        gap = min(turn.gap, left)
        return tr("at once") if gap == 0 else tr("in {cards}", cards=counted(gap, "card"))
    interval = turn.intervals.get(rating)
    return days_in_words(interval.days) if interval else ""
