"""To know a card already: it is not asked, and keeps no other waiting."""

from quizapp.memory.acts.act import until_resumed

KIND = until_resumed(
    "known", key="k", title="I know this: do not ask it", done="is known, and not asked"
)
