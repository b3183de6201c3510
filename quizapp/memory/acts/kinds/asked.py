"""A card was asked in a placement: what was answered is kept, and moves no memory."""

from quizapp.memory.acts.act import ActKind
from quizapp.text.language import mark

ASKED = "asked"

KIND = ActKind(
    key="",
    title=mark("Asked in a placement"),
    done=mark("was asked in a placement"),
    makes_sense=lambda standing, memory, today: False,
    by_learner=False,
    undone_alone=False,
)
