"""To reset a card: it is new again. Its history stays in the log."""

from quizapp.memory.acts.act import ActKind
from quizapp.text.language import mark

KIND = ActKind(
    key="r",
    title=mark("Reset: learn it anew"),
    done=mark("is new again"),
    remember=lambda memory, act: None,
    makes_sense=lambda standing, memory, today: memory is not None,
    leaves=True,
)
