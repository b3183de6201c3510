"""Sound forms → cards."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from quizapp.deck.blocks import blocks
from quizapp.deck.format.choice_form import ChoiceForm
from quizapp.deck.format.form import RecallForm, RunForm
from quizapp.deck.format.form_parts import (
    ExpectForm,
    TextForm,
    by_draw,
    drawn_rows,
    possible_values,
)
from quizapp.deck.format.predict_form import PredictForm
from quizapp.deck.format.tried_forms import OrderForm, WriteForm
from quizapp.deck.format.yaml_nodes import Entries, Scalar
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.kinds.order import OrderCard
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.kinds.recall import RecallCard
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.model import Card
from quizapp.deck.parts import Ask, Code, Expect, Mistake, Option, Text, WrongCode, match_kinds

AnyForm = PredictForm | ChoiceForm | WriteForm | OrderForm | RecallForm


def build_text(form: TextForm) -> Text:
    return Text(en=form.en, zh=form.zh)


def build_code(scalar: Scalar) -> Code:
    return Code(text=scalar.text, line=scalar.text_line)


def full_id(topic: str, card_id: str) -> str:
    """A card's id as other decks write it."""
    return card_id if "/" in card_id else f"{topic}/{card_id}"


def build_card(form: AnyForm, node: Entries, topic: str, setup: Code | None) -> Card:
    """The card that a sound form describes; the node says where its code is."""
    common: dict[str, Any] = {
        "id": full_id(topic, form.id),
        "prompt": build_text(form.prompt),
        "line": node.start.line,
        "explain": form.explain and build_text(form.explain),
        "hint": form.hint and build_text(form.hint),
        "proof": _code_of(node, "proof") if form.proof is not None else None,
        "level": form.level,
        "after": tuple(dict.fromkeys(full_id(topic, card) for card in form.after)),
        "tags": tuple(form.tags),
        "see": tuple(form.see),
        "source": form.source or "",
        "was": tuple(full_id(topic, card) for card in form.was),
    }
    if isinstance(form, RecallForm):
        return RecallCard(
            **common,
            content_hash=_content_hash(form.prompt.en, form.back.en),
            back=build_text(form.back),
        )
    common |= _of_every_run(form, node)
    # Only what is not usual, so that the hashes of all other cards stay what they were.
    unusual = form.model_dump(include={"ranks", "on_rank", "device"}, exclude_defaults=True)
    before = [setup.text if setup else "", common["code"].text]
    unusual |= {"rows": common["rows"]} if common["rows"] else {}
    after = [common["vary"], *([unusual] if unusual else [])]
    match form:
        case PredictForm():
            asks = tuple(
                Ask(kind=kind, expression=expression)
                for ask in form.ask
                for kind, expression in ask.by_kind().items()
            )
            asked = [(ask.kind, ask.expression) for ask in asks]
            return PredictCard(
                **common,
                content_hash=_content_hash(*before, asked, *after),
                asks=asks,
                mistakes=tuple(
                    Mistake(
                        kind=kind,
                        expression=expression,
                        say=build_text(mistake.say),
                        of=mistake.of,
                        idea=mistake.idea,
                        when=mistake.when,
                    )
                    for mistake in form.mistakes
                    for kind, expression in mistake.by_kind().items()
                ),
                expect=tuple(_build_expect(one, asks) for one in by_draw(form.expect or [])),
                digits=form.digits,
            )
        case ChoiceForm():
            offered = [(option.text.en, option.holds) for option in form.choices]
            return ChoiceCard(
                **common,
                content_hash=_content_hash(*before, form.prompt.en, offered, *after),
                options=tuple(
                    Option(
                        text=build_text(option.text),
                        holds=option.holds,
                        say=build_text(option.say) if option.say else None,
                        idea=option.idea,
                    )
                    for option in form.choices
                ),
                many=form.choose == "many",
                expect=tuple(sorted(form.expect)) if form.expect is not None else None,
            )
        case WriteForm():
            return WriteCard(
                **common,
                content_hash=_content_hash(*before, form.starter, form.tests, *after),
                tests=_code_of(node, "tests"),
                solution=_code_of(node, "solution"),
                wrong=tuple(
                    WrongCode(text=one.code, line=_line_of(node, "wrong"), idea=one.idea)
                    for one in form.wrong
                ),
                starter=_code_of(node, "starter") if form.starter is not None else None,
            )
        case OrderForm():
            lines = _code_of(node, "order")
            return OrderCard(
                **common,
                content_hash=_content_hash(*before, form.order, form.tests, *after),
                lines=blocks(lines.text),
                lines_at=lines.line,
                tests=_code_of(node, "tests"),
            )


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


def _code_of(node: Entries, field: str) -> Code:
    scalar = node.values[field]
    assert isinstance(scalar, Scalar)
    return build_code(scalar)


def _line_of(node: Entries, field: str) -> int:
    return node.values[field].start.line if field in node.values else node.start.line


def _build_expect(forms: list[ExpectForm], asks: tuple[Ask, ...]) -> Expect:
    given = (expected for form in forms for expected in form.by_kind().items())
    texts, _ = match_kinds(asks, given)
    return Expect(texts=tuple(texts.values()), draw=forms[0].draw)


def _content_hash(*what_is_asked: object) -> str:
    """Of what the learner has to know, in English: not of how it is explained."""
    canonical = json.dumps(what_is_asked, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]
