"""Sound forms → cards."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from quizapp.deck.form import ExpectForm, PredictForm, RecallForm, TextForm, possible_values
from quizapp.deck.model import (
    Ask,
    Card,
    Code,
    Expect,
    Mistake,
    PredictCard,
    RecallCard,
    Text,
    match_kinds,
)
from quizapp.deck.yaml_nodes import Entries, Scalar


def build_text(form: TextForm) -> Text:
    return Text(en=form.en, zh=form.zh)


def build_code(scalar: Scalar) -> Code:
    return Code(text=scalar.text, line=scalar.text_line)


def full_id(topic: str, card_id: str) -> str:
    """A card's id as other decks write it."""
    return card_id if "/" in card_id else f"{topic}/{card_id}"


def build_card(
    form: PredictForm | RecallForm, node: Entries, topic: str, setup: Code | None
) -> Card:
    """The card that a sound form describes; the node says where its code is."""
    common: dict[str, Any] = {
        "id": full_id(topic, form.id),
        "prompt": build_text(form.prompt),
        "line": node.start.line,
        "explain": form.explain and build_text(form.explain),
        "hint": form.hint and build_text(form.hint),
        "level": form.level,
        "after": tuple(dict.fromkeys(full_id(topic, card) for card in form.after)),
        "tags": tuple(form.tags),
        "see": tuple(form.see),
        "was": tuple(full_id(topic, card) for card in form.was),
    }
    if isinstance(form, RecallForm):
        return RecallCard(
            **common,
            content_hash=_content_hash(form.prompt.en, form.back.en),
            back=build_text(form.back),
        )
    scalar = node.values["code"]
    assert isinstance(scalar, Scalar)
    asks = tuple(
        Ask(kind=kind, expression=expression)
        for ask in form.ask
        for kind, expression in ask.by_kind().items()
    )
    vary = possible_values(form.vary)
    return PredictCard(
        **common,
        content_hash=_content_hash(
            setup.text if setup else "",
            scalar.text,
            [(ask.kind, ask.expression) for ask in asks],
            vary,
        ),
        code=build_code(scalar),
        asks=asks,
        vary=vary,
        mistakes=tuple(
            Mistake(kind=kind, expression=expression, say=build_text(mistake.say), of=mistake.of)
            for mistake in form.mistakes
            for kind, expression in mistake.by_kind().items()
        ),
        expect=_build_expect(form.expect, asks) if form.expect else None,
        digits=form.digits,
        needs=tuple(form.needs),
        timeout=form.timeout,
    )


def _build_expect(forms: list[ExpectForm], asks: tuple[Ask, ...]) -> Expect:
    given = (expected for form in forms for expected in form.by_kind().items())
    texts, _ = match_kinds(asks, given)
    return Expect(texts=tuple(texts.values()), draw=forms[0].draw)


def _content_hash(*what_is_asked: object) -> str:
    """Of what the learner has to know, in English: not of how it is explained."""
    canonical = json.dumps(what_is_asked, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]
