"""To suspend a card: it is not asked until it is resumed."""

from quizapp.memory.acts.act import until_resumed

KIND = until_resumed(
    "suspended", key="s", title="Suspend: ask it no more until resumed", done="is suspended"
)
