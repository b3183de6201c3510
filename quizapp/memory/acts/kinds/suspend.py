"""To suspend a card: it is not asked until it is resumed."""

from quizapp.memory.acts.act import until_resumed
from quizapp.text.language import mark

KIND = until_resumed(
    "suspended",
    key="s",
    title=mark("Suspend: ask it no more until resumed"),
    done=mark("is suspended"),
)
