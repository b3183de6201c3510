"""`quiz new TOPIC`: a deck to begin with."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from quizapp.commands.decks import refuse_taken
from quizapp.commands.say import say
from quizapp.deck.format.fields import SLUG
from quizapp.deck.format.schema import schema
from quizapp.errors import UserError
from quizapp.machine.editor import edit
from quizapp.machine.settings import places

STARTER = Path(__file__).parents[1] / "deck" / "starter.yaml"
SCHEMA = "deck.schema.json"


def new_deck(topic: str) -> None:
    """Write a starter deck and its schema into the learner's own folder, and open the editor."""
    if not SLUG.fullmatch(topic):
        raise UserError(f"'{topic}' is no topic: use lower-case letters, digits and single hyphens")
    deck = places().decks / f"{topic}.yaml"
    if deck.exists():
        raise UserError(f"there is {deck} already")
    refuse_taken(topic, "give the deck another")
    title = topic.replace("-", " ").capitalize()
    text = STARTER.read_text(encoding="utf-8").replace("TOPIC", topic).replace("TITLE", title)
    try:
        deck.parent.mkdir(parents=True, exist_ok=True)
        described = json.dumps(schema(), indent=2, ensure_ascii=False)
        (deck.parent / SCHEMA).write_text(f"{described}\n", encoding="utf-8")
        deck.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{error.filename} cannot be written: {error.strerror}") from error
    say(f"{deck}: check it with `quiz check {deck}`, or watch it with `quiz author {deck}`")
    if sys.stdin.isatty() and sys.stdout.isatty():
        edit(deck)
