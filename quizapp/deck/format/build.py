"""Sound forms → cards."""

from __future__ import annotations

from typing import Any

from quizapp.deck.format.form import CardForm, RunForm
from quizapp.deck.format.form_kind import Common, FormKind, build_code, build_text, code_of
from quizapp.deck.format.form_parts import drawn_rows, possible_values
from quizapp.deck.format.yaml_nodes import Entries, Scalar
from quizapp.deck.model import Card
from quizapp.deck.parts import Code


def full_id(topic: str, card_id: str) -> str:
    """A card's id as other decks write it."""
    return card_id if "/" in card_id else f"{topic}/{card_id}"


def build_card(
    kind: FormKind[Any], form: CardForm, node: Entries, topic: str, setup: Code | None
) -> Card:
    """The card that a sound form describes; the node says where its code is."""
    fields: dict[str, Any] = {
        "id": full_id(topic, form.id),
        "prompt": build_text(form.prompt),
        "line": node.start.line,
        "explain": form.explain and build_text(form.explain),
        "hint": form.hint and build_text(form.hint),
        "proof": code_of(node, "proof") if form.proof is not None else None,
        "level": form.level,
        "after": tuple(dict.fromkeys(full_id(topic, card) for card in form.after)),
        "tags": tuple(form.tags),
        "see": tuple(form.see),
        "source": form.source or "",
        "was": tuple(full_id(topic, card) for card in form.was),
    }
    if not isinstance(form, RunForm):
        return kind.build(form, node, Common(fields=fields))
    fields |= _of_every_run(form, node)
    # Only what is not usual, so that the hashes of all other cards stay what they were.
    unusual = form.model_dump(include={"ranks", "on_rank", "device"}, exclude_defaults=True)
    unusual |= {"rows": fields["rows"]} if fields["rows"] else {}
    before = (setup.text if setup else "", fields["code"].text)
    after = (fields["vary"], *([unusual] if unusual else []))
    return kind.build(form, node, Common(fields=fields, before=before, after=after))


def _of_every_run(form: RunForm, node: Entries) -> dict[str, Any]:
    code = node.values.get("code")
    no_code = Code(text="", line=node.start.line)
    return {
        "code": build_code(code) if isinstance(code, Scalar) else no_code,
        "vary": possible_values(form.vary),
        "rows": tuple(_rows(form)),
        "needs": tuple(form.needs),
        "ranks": form.ranks,
        "on_rank": form.on_rank,
        "device": form.device,
        "timeout": form.timeout,
    }


def _rows(form: RunForm) -> list[dict[str, str]]:
    """The draws where they are not all combinations."""
    if form.where is not None:
        return drawn_rows(form.vary, form.where)
    return form.vary if isinstance(form.vary, list) else []
