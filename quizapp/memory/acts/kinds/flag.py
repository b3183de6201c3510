"""To flag a card, to find it again."""

from dataclasses import replace

from quizapp.memory.acts.act import ActKind
from quizapp.text.language import mark

KIND = ActKind(
    key="f",
    title=mark("Flag, to find it again"),
    done=mark("is flagged"),
    stand=lambda standing, act: replace(standing, flagged=True),
    makes_sense=lambda standing, memory, today: not standing.flagged,
)
