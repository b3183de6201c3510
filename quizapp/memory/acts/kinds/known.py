"""To know a card already: it is not asked, and keeps no other waiting."""

from quizapp.memory.acts.act import ActKind

KNOWN = "known"

KIND = ActKind(
    key="k",
    title="I know this: do not ask it",
    done="is known, and not asked",
    stand=lambda standing, act: standing.set_aside(KNOWN),
    makes_sense=lambda standing, memory, today: KNOWN not in standing.aside,
    leaves=True,
)
