"""Recall cards."""

from __future__ import annotations

from quizapp.deck.format.form import CardForm
from quizapp.deck.format.form_kind import Common, FormKind, build_text
from quizapp.deck.format.form_parts import TextForm
from quizapp.deck.format.yaml_nodes import Entries
from quizapp.deck.kinds.recall import RecallCard


class RecallForm(CardForm):
    back: TextForm


def _build(form: RecallForm, node: Entries, common: Common) -> RecallCard:
    return RecallCard(
        **common.fields,
        content_hash=common.content_hash(form.prompt.en, form.back.en),
        back=build_text(form.back),
    )


KIND = FormKind(
    place=5,
    key="back",
    form=RecallForm,
    build=_build,
    name="recall",
    meaning=("Front and back; the learner says how well it was known."),
    words={
        "back": ("The other side of the card."),
    },
)
