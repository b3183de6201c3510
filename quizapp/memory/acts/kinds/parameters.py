"""FSRS's parameters were fitted to the answers: of all cards, see `quizapp.memory.fitted`."""

from quizapp.memory.acts.act import ActKind
from quizapp.text.language import mark

PARAMETERS = "parameters"

KIND = ActKind(
    key="",
    title=mark("Parameters fitted"),
    done=mark("has had parameters fitted"),
    makes_sense=lambda standing, memory, today: False,
    by_learner=False,
    undone_alone=False,
)
