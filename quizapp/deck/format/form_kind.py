"""What a kind of card has to say of its form, and what forms are built into cards by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from quizapp.deck.format.form import CardForm
from quizapp.deck.format.form_parts import Form, LineForm, TextForm
from quizapp.deck.format.yaml_nodes import Entries, Scalar
from quizapp.deck.model import Card
from quizapp.deck.parts import Code, Text

F = TypeVar("F", bound=CardForm)


@dataclass(frozen=True, kw_only=True)
class Common:
    """What the card of any form has: its `fields`, and what it is asked about."""

    fields: Mapping[str, Any]
    before: tuple[object, ...] = ()
    after: tuple[object, ...] = ()

    def content_hash(self, *asked: object) -> str:
        """Of what the learner has to know, in English: not of how it is explained."""
        canonical = json.dumps([*self.before, *asked, *self.after], ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]


@dataclass(frozen=True, kw_only=True)
class FormKind(Generic[F]):
    """A kind of card as an author writes it. `place` is where it stands among the others."""

    place: int
    key: str
    """The key that only such cards have."""
    meant_by: tuple[str, ...] = ()
    """Keys by which the author seems to have meant it of a card that lacks that one."""
    form: type[F]
    build: Callable[[F, Entries, Common], Card]
    """The card that a sound form describes; the node says where its code is."""
    parts: Mapping[str, type[Form]] = field(default_factory=dict)
    """The forms that fields are made of, or lists of them."""
    one_or_several: tuple[str, ...] = ()
    """Fields in which one thing stands for a list of one."""
    name: str
    meaning: str
    words: Mapping[str, str]
    """What each field is for, as an editor shows it; `ChoiceForm.expect` for just this form's."""


def build_text(form: TextForm | LineForm) -> Text:
    return Text(en=form.en, zh=form.zh)


def build_code(scalar: Scalar) -> Code:
    return Code(text=scalar.text, line=scalar.text_line)


def code_of(node: Entries, field: str) -> Code:
    """The code in a field of a card."""
    scalar = node.values[field]
    assert isinstance(scalar, Scalar)
    return build_code(scalar)


def line_of(node: Entries, field: str) -> int:
    return node.values[field].start.line if field in node.values else node.start.line
