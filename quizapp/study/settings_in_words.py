"""What each setting means, and what its value comes to."""

from __future__ import annotations

import math
from collections.abc import Mapping

from quizapp.machine.settings import EASY_DAYS, Settings
from quizapp.memory.schedule import days_until
from quizapp.text.language import mark, tr
from quizapp.text.words import counted

MEANINGS: Mapping[str, str] = {
    "new_per_day": mark("New cards that a day introduces, at most."),
    "reviews_per_day": mark("Reviews that a day asks for, at most; what is left waits."),
    "retention": mark("The chance of remembering a card at which it comes back."),
    "max_interval": mark("Days after which a card comes back at the latest."),
    **dict.fromkeys(
        EASY_DAYS, mark("How much is to fall due then, from 0 to 1, where 1 is as on other days.")
    ),
    "rollover_hour": mark("The hour at which a new day begins."),
    "language": mark("The language of the app and of the cards."),
    "theme": mark(
        "The colours; auto is light or dark as the terminal's background is, or as the browser "
        "prefers; terminal has only the terminal's own two."
    ),
    "signs": mark("What frames, bars and charts are drawn with; auto goes by the terminal."),
    "placement": mark("Whether home offers a newcomer to find out what is known already."),
    "sync": mark("The folder by which your machines exchange answers."),
    "runner.command": mark("What is started to run the cards, on this machine or another."),
    "keys.preset": mark(
        "Which keys move besides the arrows: j, k, g and G; vim adds h and l for the tabs of a "
        "card; arrows has letters in lists alone."
    ),
}
LATER = frozenset({"retention", "max_interval", "language", "sync", "runner.command", *EASY_DAYS})
"""What the app takes up when it is started."""

EXAMPLE_DAYS = 100
OTHER_RETENTION = 0.95


NIGHT_ENDS = 6
"""The hour."""
AT_NIGHT = mark("Answers before {hour}:00 at night belong to the day before.")
BY_DAY = mark("Answers before {hour}:00 belong to the day before.")

FROM_THE_NEXT_ANSWER = frozenset({"retention", "max_interval", *EASY_DAYS})
"""What has a part in the day that an answer sets, and moves none that is set."""


def effect_in_words(key: str, settings: Settings, pace: float) -> str:
    """What the value of a setting comes to; empty where its meaning says all.

    `pace` is the seconds that a card takes the learner on a day.
    """
    told = [_comes_to(key, settings, pace)]
    if key in FROM_THE_NEXT_ANSWER:
        told.append(
            tr("It counts from each card's next answer on: a day that you were shown holds.")
        )
    return "\n".join(filter(None, told))


def _comes_to(key: str, settings: Settings, pace: float) -> str:
    match key:
        case "new_per_day":
            return tr(
                "{cards} a day: about {minutes}, and their reviews on later days.",
                cards=counted(settings.new_per_day, "new card"),
                minutes=_time(settings.new_per_day, pace),
            )
        case "reviews_per_day":
            return tr(
                "At most about {minutes} a day.", minutes=_time(settings.reviews_per_day, pace)
            )
        case "retention":
            usual, meant = Settings.retention, settings.retention
            meant = OTHER_RETENTION if meant == usual else meant
            return tr(
                "A card that comes back after {usual} at {default:.0%} comes back after {days} "
                "at {retention:.0%}.",
                usual=counted(EXAMPLE_DAYS, "day"),
                default=usual,
                days=counted(round(days_until(meant, EXAMPLE_DAYS)), "day"),
                retention=meant,
            )
        case "max_interval":
            return tr(
                "No card stays away for longer than {days}.",
                days=counted(settings.max_interval, "day"),
            )
        case "rollover_hour" if settings.rollover_hour:
            told = AT_NIGHT if settings.rollover_hour <= NIGHT_ENDS else BY_DAY
            return tr(told, hour=settings.rollover_hour)
    return ""


def _time(cards: int, pace: float) -> str:
    return counted(math.ceil(cards * pace / 60), "minute")
