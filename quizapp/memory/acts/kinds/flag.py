"""To flag a card, to find it again."""

from dataclasses import replace

from quizapp.memory.acts.act import ActKind

KIND = ActKind(
    key="f",
    title="Flag, to find it again",
    done="is flagged",
    stand=lambda standing, act: replace(standing, flagged=True),
    makes_sense=lambda standing, memory, today: not standing.flagged,
)
