"""To resume a card: whatever kept it aside is over."""

from dataclasses import replace

from quizapp.memory.acts.act import ActKind
from quizapp.text.language import mark

KIND = ActKind(
    key="a",
    title=mark("Resume: ask it again"),
    done=mark("is asked again"),
    stand=lambda standing, act: replace(standing, aside={}),
    makes_sense=lambda standing, memory, today: not standing.is_asked(today),
)
