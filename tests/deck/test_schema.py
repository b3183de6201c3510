"""The JSON Schema that editors use: it is current, and says what the loader says."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator
from pydantic import BaseModel

from quizapp.deck.files import find_decks
from quizapp.deck.format import table
from quizapp.deck.format.form import HeadForm
from quizapp.deck.format.form_parts import ExpectForm, MistakeForm, TextForm
from quizapp.deck.format.kinds.choice import OptionForm
from quizapp.deck.format.load import load
from quizapp.deck.format.schema import schema
from tests.deck.kinds import KINDS

CARDS_FOLDER = Path(__file__).parents[2] / "cards"
SHIPPED = find_decks([CARDS_FOLDER])
FORMS: tuple[type[BaseModel], ...] = (
    *(kind.form for kind in table.FORMS),
    HeadForm,
    OptionForm,
    TextForm,
    MistakeForm,
    ExpectForm,
)


VALIDATOR = Draft7Validator(schema())


def complaints(deck: Any) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(deck)]


def test_the_schema_beside_the_decks_is_current() -> None:
    """`quiz schema > cards/deck.schema.json` makes it so."""
    kept = (CARDS_FOLDER / "deck.schema.json").read_text(encoding="utf-8")
    assert json.loads(kept) == schema()


def test_it_is_a_schema() -> None:
    Draft7Validator.check_schema(schema())


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_decks_are_as_the_schema_says(path: Path) -> None:
    assert complaints(yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)) == []


def test_every_kind_of_card_is_as_the_schema_says() -> None:
    assert complaints(yaml.safe_load(KINDS)) == []


def test_every_field_is_explained() -> None:
    def fields(node: Any) -> list[tuple[str, Any]]:
        if isinstance(node, list):
            return [field for item in node for field in fields(item)]
        if not isinstance(node, dict):
            return []
        own = list(node["properties"].items()) if "properties" in node else []
        return own + [field for value in node.values() for field in fields(value)]

    explained = fields(schema())
    assert {name for name, field in explained if not field.get("description")} == set()
    wanted = {field.alias or name for form in FORMS for name, field in form.model_fields.items()}
    assert wanted <= {name for name, _ in explained}


# What the loader refuses is to be refused while it is being typed.
SLIPS = {
    "an unknown key of the deck": ("topic: kinds", "topic: kinds\ntopics: 1"),
    "an unknown key of a card": ("    solution: x.t()", "    solution: x.t()\n    sol: 1"),
    "an id that is no slug": ("id: views", "id: The Views"),
    "one option": (
        '[{text: "Yes", holds: true}, {text: "No", holds: false}]',
        "[{text: a, holds: true}]",
    ),
    "a choice of some": ("choose: many", "choose: some"),
    "an option that decides nothing": ('{text: "No", holds: false}', "{text: No}"),
    "a missing prompt": ("    prompt: Turn `x` round.\n", ""),
    "too long a timeout": ("    solution: x.t()", "    solution: x.t()\n    timeout: 61"),
    "another format": ("topic: kinds", "topic: kinds\nformat: 2"),
    "a link to nowhere": ("    solution: x.t()", "    solution: x.t()\n    see: docs.pytorch.org"),
    "an ask of nothing": ("solution: x.t()", "ask: {}"),
    "an ask of what another printed": ("solution: x.t()", "ask: {output: y}"),
    "a device that cannot be demanded": (
        "    solution: x.t()",
        "    solution: x.t()\n    device: tpu",
    ),
}


@pytest.mark.parametrize("what", SLIPS)
def test_the_schema_refuses_what_the_loader_refuses(what: str, tmp_path: Path) -> None:
    old, new = SLIPS[what]
    assert KINDS.count(old) == 1
    text = KINDS.replace(old, new)
    path = tmp_path / "kinds.yaml"
    path.write_text(text)
    assert load(path).problems
    assert complaints(yaml.safe_load(text))


def test_a_misspelt_key_is_told_by_its_name_and_nothing_else_is() -> None:
    deck = yaml.safe_load(KINDS)
    deck["cards"][2]["promt"] = deck["cards"][2].pop("prompt")
    deck["cards"][1] = {"id": "a", "prompt": "p", "code": "x = 1", "ask": {"valu": "x"}}
    told = sorted(complaints(deck))
    expected = ["'prompt' is a required", "'promt' was unexpected", "'valu' was unexpected"]
    assert len(told) == len(expected)
    assert all(any(part in message for message in told) for part in expected)


def test_each_card_needs_the_key_of_its_kind() -> None:
    whole = yaml.safe_load(KINDS)
    for index, key in ((0, "choices"), (2, "solution"), (2, "tests"), (5, "order")):
        deck = copy.deepcopy(whole)
        del deck["cards"][index][key]
        assert complaints(deck), key
