"""What front ends say of the day as a whole; home does so before decks and log are open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from quizapp.memory.study_day import yet_to_come
from quizapp.text.language import tr
from quizapp.text.words import counted, day_in_words

if TYPE_CHECKING:
    from quizapp.memory.counts import TopicCounts
    from quizapp.memory.fitted import Fitted
    from quizapp.study.overview import Overview

FEWEST_TESTED = 20
"""Answers from which on a share of them tells something."""


def today_in_words(overview: Overview) -> str:
    """What there is to do today; when there is nothing, when there will be."""
    parts = (
        [tr("{once_more} once more", once_more=overview.once_more)] if overview.once_more else []
    )
    parts += [tr("{review} to review", review=overview.review)] if overview.review else []
    parts += [tr("{new} new", new=overview.new)] if overview.new else []
    if parts:
        return tr(", ").join(
            [*parts, tr("about {minutes}", minutes=counted(overview.minutes, "minute"))]
        )
    if overview.held_back:
        return tr(
            "Today's reviews are done. The daily limit holds {held_back} more back.",
            held_back=overview.held_back,
        )
    if overview.in_all.next_due is None:
        return tr("There is nothing to review.")
    when = day_in_words(overview.in_all.next_due, overview.study_date)
    return tr("All done for today. The next cards are due {when}.", when=when)


def kept_in_words(overview: Overview) -> str:
    """How much was remembered of late beside what is meant to be; empty while little is known."""
    if overview.tested < FEWEST_TESTED:
        return ""
    return tr(
        "{kept:.0%} remembered, {retention:.0%} meant",
        kept=overview.remembered / overview.tested,
        retention=overview.retention,
    )


def notes_in_words(overview: Overview) -> list[str]:
    """What there is to know of the schedule, a line each."""
    told = fitted_in_words(overview.fitted) if overview.fitted else ""
    notes = [told] if told else []
    if ahead := yet_to_come(overview.answers, overview.study_date):
        notes.append(
            tr(
                "{answers} of a day yet to come: a clock was wrong then, or is now. "
                "'quiz doctor' says more.",
                answers=counted(ahead, "answer"),
            )
        )
    return [backlog_in_words(overview), *notes] if overview.held_back > 0 else notes


def backlog_in_words(overview: Overview) -> str:
    """When the last is done of more than a day takes."""
    if overview.backlog_ends is None:
        return tr(
            "More is due than {limit} a day, for longer than a year.",
            limit=overview.reviews_per_day,
        )
    return tr(
        "More is due than {limit} a day: the last of it is done {when}.",
        limit=overview.reviews_per_day,
        when=day_in_words(overview.backlog_ends, overview.study_date),
    )


def fitted_in_words(fitted: Fitted) -> str:
    """What came of a fit that is kept; empty where it is better by less than is shown."""
    before, after = fitted.before.log_loss, fitted.after.log_loss
    if f"{before:.3f}" == f"{after:.3f}":
        return ""
    return tr(
        "Fitted to {reviews}: log loss {before:.3f}, now {after:.3f}; 'quiz optimize --undo'",
        reviews=counted(fitted.reviews, "review"),
        before=before,
        after=after,
    )


def waits_in_words(counts: TopicCounts, title_of: Callable[[str], str]) -> str:
    """`after Shapes and views: 4 cards to go, and Dtypes: 2`."""
    (first, cards), *others = counts.waits_for.items()
    more = "".join(
        tr(", and {title_of}: {left}", title_of=title_of(topic), left=left)
        for topic, left in others
    )
    return tr(
        "after {title_of}: {cards} to go{more}",
        title_of=title_of(first),
        cards=counted(cards, "card"),
        more=more,
    )
