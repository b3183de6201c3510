"""A card that is missed again and again is set aside, by the app: learning it so does not work."""

from quizapp.memory.acts.act import until_resumed
from quizapp.text.language import mark

LEECH = mark("leech")

LAPSES, AGAIN = 8, 4
"""Lapses until a card is taken for one, and then each time that it is resumed."""


def becomes_leech(lapses: int) -> bool:
    return lapses >= LAPSES and (lapses - LAPSES) % AGAIN == 0


KIND = until_resumed(
    LEECH,
    key="l",
    title=mark("Set aside as a leech"),
    done=mark("is set aside as a leech"),
    by_learner=False,
)
