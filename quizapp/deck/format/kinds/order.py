"""Order cards."""

from __future__ import annotations

from pydantic import field_validator

from quizapp.deck.blocks import blocks
from quizapp.deck.format.fields import CodeText, wrong
from quizapp.deck.format.form import WholeForm, without_a_gap
from quizapp.deck.format.form_kind import Common, FormKind, code_of
from quizapp.deck.format.yaml_nodes import Entries
from quizapp.deck.kinds.order import OrderCard
from quizapp.deck.messages import messages_of
from quizapp.text.language import tr
from quizapp.text.words import counted

FEWEST_LINES, MOST_LINES = 3, 10


class OrderForm(WholeForm):
    order: CodeText
    tests: CodeText

    @field_validator("order", "tests")
    @classmethod
    def _are_whole(cls, code: str) -> str:
        return without_a_gap(code)

    @field_validator("order")
    @classmethod
    def _can_be_ordered(cls, order: str) -> str:
        count = len(set(blocks(order)))
        if count < FEWEST_LINES:
            different = counted(count, "different line")
            raise wrong(
                tr(
                    "has {different}; at least {fewest_lines} can be put in order, and what is "
                    "indented moves with the line above it",
                    different=different,
                    fewest_lines=FEWEST_LINES,
                )
            )
        if len(blocks(order)) > MOST_LINES:
            raise wrong(
                tr(
                    "has {blocks} lines; {most_lines} is the most",
                    blocks=len(blocks(order)),
                    most_lines=MOST_LINES,
                )
            )
        return order


def _build(form: OrderForm, node: Entries, common: Common) -> OrderCard:
    lines = code_of(node, "order")
    return OrderCard(
        **common.fields,
        content_hash=common.content_hash(form.order, form.tests),
        lines=blocks(lines.text),
        lines_at=lines.line,
        tests=code_of(node, "tests"),
        messages=messages_of(form.tests),
    )


KIND = FormKind(
    place=3,
    key="order",
    form=OrderForm,
    build=_build,
    name="order",
    meaning=("The learner puts lines in an order that passes tests."),
    words={
        "order": (
            "The lines, in an order that passes; deeper lines move with the line above them."
        ),
    },
)
