"""A note of the learner's own on a card."""

from dataclasses import replace

from quizapp.memory.acts.act import ActKind

KIND = ActKind(
    key="n",
    title="Note of your own",
    done="has your note",
    done_by_nothing="has no note of yours",
    stand=lambda standing, act: replace(standing, note=act.value),
    makes_sense=lambda standing, memory, today: True,
    asks="Your note on this card; empty for none",
    before=lambda standing: standing.note,
    read=lambda said, today: said.strip(),
)
