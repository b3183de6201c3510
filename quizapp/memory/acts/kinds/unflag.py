"""To take a card's flag away."""

from dataclasses import replace

from quizapp.memory.acts.act import ActKind
from quizapp.text.language import mark

KIND = ActKind(
    key="f",
    title=mark("Take the flag away"),
    done=mark("is not flagged any more"),
    stand=lambda standing, act: replace(standing, flagged=False),
    makes_sense=lambda standing, memory, today: standing.flagged,
)
