"""To reset a card: it is new again, and no leech any more. Its history stays in the log."""

from dataclasses import replace

from quizapp.memory.acts.act import NOT_SCHEDULED, Act, ActKind, Standing
from quizapp.memory.acts.kinds.leech import LEECH
from quizapp.text.language import mark


def _stand(standing: Standing, act: Act) -> Standing:
    aside = {why: until for why, until in standing.aside.items() if why != LEECH}
    return replace(standing, aside=aside)


KIND = ActKind(
    key="r",
    title=mark("Reset: learn it anew"),
    done=mark("is new again"),
    stand=_stand,
    remember=lambda memory, act: None,
    makes_sense=lambda standing, memory, today: memory is not None,
    idle=NOT_SCHEDULED,
    leaves=True,
)
