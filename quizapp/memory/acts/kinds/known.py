"""To know a card already: it is not asked, and keeps no other waiting."""

from quizapp.memory.acts.act import until_resumed
from quizapp.text.language import mark

KIND = until_resumed(
    "known", key="i", title=mark("I know this: do not ask it"), done=mark("is known, and not asked")
)
