"""To bury a card: it is not asked again today."""

from datetime import timedelta

from quizapp.memory.acts.act import ActKind
from quizapp.text.language import mark

BURIED = mark("buried")

KIND = ActKind(
    key="b",
    title=mark("Bury until tomorrow"),
    done=mark("is buried until tomorrow"),
    stand=lambda standing, act: standing.set_aside(BURIED, act.study_date + timedelta(1)),
    makes_sense=lambda standing, memory, today: standing.is_asked(today),
    leaves=True,
)
