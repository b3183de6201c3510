"""A note of the learner's own on a card."""

from dataclasses import replace

from quizapp.memory.acts.act import ActKind
from quizapp.text.language import mark

KIND = ActKind(
    key="n",
    title=mark("Note of your own"),
    done=mark("has your note"),
    done_by_nothing=mark("has no note of yours"),
    stand=lambda standing, act: replace(standing, note=act.value),
    makes_sense=lambda standing, memory, today: True,
    asks=mark("Your note; empty for none"),
    before=lambda standing: standing.note,
    read=lambda said, today: said.strip(),
)
