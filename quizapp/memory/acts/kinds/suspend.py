"""To suspend a card: it is not asked until it is resumed."""

from quizapp.memory.acts.act import ActKind

SUSPENDED = "suspended"

KIND = ActKind(
    key="s",
    title="Suspend: ask it no more until resumed",
    done="is suspended",
    stand=lambda standing, act: standing.set_aside(SUSPENDED),
    makes_sense=lambda standing, memory, today: SUSPENDED not in standing.aside,
    leaves=True,
)
