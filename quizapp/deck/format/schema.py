"""The YAML format as a JSON Schema, for editors that complete and explain.

It is made from the forms that decks are read by. An editor's schema cannot say all that they
check; what it refuses is refused by `quiz check`, too.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from quizapp.asks.table import KINDS
from quizapp.deck.format.fields import SLUG
from quizapp.deck.format.form import FORMAT, HeadForm
from quizapp.deck.format.reader import OTHERWISE
from quizapp.deck.format.table import BY_KEY, FORMS, MEANT, WORDS

Json = dict[str, Any]

TEXT_OR_MORE = ("TextForm", "LineForm", "WrongForm")
BY_KIND = {"AskForm", "MistakeForm", "ExpectForm"}
ONE_OR_SEVERAL = {"after", "aliases", "tags", "see", "was", "needs"}.union(
    *(kind.one_or_several for kind in FORMS)
)
TEXT = ["string", "number", "boolean"]  # YAML reads 2 or true where the deck means a text
SAID_BETTER: dict[str, Json] = {
    "id": {"type": "string", "pattern": f"^{SLUG.pattern}$"},
    "topic": {"type": "string", "pattern": f"^{SLUG.pattern}$"},
    "vary": {
        "if": {"type": "array"},
        "then": {"minItems": 1, "items": {"type": "object", "minProperties": 1}},
        "else": {
            "type": "object",
            "additionalProperties": {
                "if": {"type": "array"},
                "then": {"minItems": 1},
                "else": {"$ref": "#/$defs/RangeForm"},
            },
        },
    },
    "draw": {"type": "object"},
    "HeadForm.ideas": {"type": "object", "additionalProperties": {"$ref": "#/$defs/LineForm"}},
    "format": {"enum": [FORMAT, str(FORMAT)]},
    "see": {"type": "array", "items": {"type": "string", "pattern": r"^https?://\S+$"}},
    **{f"AskForm.{kind}": {"const": ask.only} for kind, ask in KINDS.items() if ask.only},
}
"""Fields of which pydantic does not know what comes before its own checks."""


def schema() -> Json:
    """The schema of a deck."""
    definitions: Json = {}
    deck = _schema_of(HeadForm, definitions)
    cards = {kind.form.__name__: _schema_of(kind.form, definitions) for kind in FORMS}
    for kind, card in zip(FORMS, cards.values(), strict=True):
        card |= {"title": kind.name, "description": kind.meaning}
    definitions |= cards
    definitions["AskForm"]["minProperties"] = 1
    deck["properties"]["cards"]["items"] = _by_kind()
    deck["required"] = ["cards"]  # the file's name can stand for the topic
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A deck of PyTorch flashcards",
        **{key: deck[key] for key in ("type", "additionalProperties", "required", "properties")},
        "$defs": definitions,
    }


def _by_kind() -> Json:
    """The form of a card by the key that only its kind has, so that a slip is told by its name."""
    chosen: Json = {"$ref": f"#/$defs/{OTHERWISE.form.__name__}"}
    for key, kind in reversed([*BY_KEY.items(), *MEANT.items()]):
        then = {"$ref": f"#/$defs/{kind.form.__name__}"}
        chosen = {"if": {"required": [key]}, "then": then, "else": chosen}
    return {"type": "object", **chosen}


def _schema_of(form: type[BaseModel], definitions: Json) -> Json:
    """A form's own schema; those of its parts go to the definitions."""
    made = form.model_json_schema(by_alias=True)
    for name, part in made.pop("$defs", {}).items():
        definitions[name] = _text_or_mapping(part) if name in TEXT_OR_MORE else _polished(part)
    return _polished(made)


def _polished(form: Json) -> Json:
    """In the words of this format, where pydantic has its own."""
    properties = {
        name: _property(name, field, str(form.get("title")))
        for name, field in form.get("properties", {}).items()
    }
    return {
        "type": "object",
        "additionalProperties": False,
        **({"required": form["required"]} if "required" in form else {}),
        "properties": properties,
    }


def _property(name: str, field: Json, owner: str) -> Json:
    field = SAID_BETTER.get(f"{owner}.{name}") or SAID_BETTER.get(name) or _plain(field)
    if name in ONE_OR_SEVERAL and field.get("type") == "array":
        field = _either("array", field, field["items"])
    return {"description": _description(name, owner), **field}


def _description(name: str, owner: str) -> str:
    if name in KINDS and owner in BY_KIND:
        kind = KINDS[name]
        return kind.mistaken or kind.meaning if owner == "MistakeForm" else kind.meaning
    return WORDS.get(f"{owner}.{name}") or WORDS[name]


def _plain(node: Any) -> Any:
    """Without nulls, which YAML authors do not write, and with texts that look like numbers."""
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    if node.get("type") == "string" and "enum" not in node and "const" not in node:
        return {"type": TEXT}
    options = [option for option in node.get("anyOf", ()) if option != {"type": "null"}]
    if len(options) == 1:
        rest = {key: value for key, value in node.items() if key != "anyOf"}
        return _plain(rest | options[0])
    kept = {key: value for key, value in node.items() if key not in ("title", "default")}
    return {key: _plain(value) for key, value in kept.items()}


def _text_or_mapping(form: Json) -> Json:
    return _either("object", _polished(form), {"type": TEXT})


def _either(kind: str, then: Json, otherwise: Json) -> Json:
    """One of two by what is there; of `anyOf` an editor cannot say which was meant."""
    return {"if": {"type": kind}, "then": then, "else": otherwise}
