"""`quiz new TOPIC`: a deck to begin with, alone or in a repository of its own."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from quizapp.commands.decks import (
    SCHEMA,
    refuse_taken,
    require_topic,
    schema_text,
    usual_trust,
    write_new,
)
from quizapp.commands.say import say
from quizapp.commands.surroundings import is_at_terminal
from quizapp.errors import UserError
from quizapp.library.editing import edit_deck
from quizapp.library.trust import TrustError
from quizapp.machine.settings import places
from quizapp.text.language import tr

TEXTS = Path(__file__).parents[1] / "deck"


def new_deck(topic: str, *, repository: Path | None = None) -> None:
    """Write a starter deck and its schema, and open the editor.

    They go into the learner's own folder, or into a new `repository` with a workflow that checks
    its decks on several versions of torch; into one that was begun so goes the deck alone.
    """
    require_topic(topic)
    folder = places().decks if repository is None else repository / "decks"
    deck = folder / f"{topic}.yaml"
    files = {deck: _text("starter.yaml", topic), folder / SCHEMA: schema_text()}
    workflow = None
    if repository is not None and not (folder / SCHEMA).exists():
        workflow = repository / ".github" / "workflows" / "check.yml"
        files[workflow] = _text("repository/check.yml", topic)
        files[repository / "README.md"] = _text("repository/README.md", topic)
    _refuse_to_overwrite(files, but=folder / SCHEMA)
    if repository is None:
        refuse_taken(topic, tr("give the deck another"))
    write_new(files)
    with suppress(TrustError):
        usual_trust().trust({deck: files[deck].encode()})
    say(
        tr(
            "{deck}: check it with `quiz check {deck}`, or watch it with `quiz author {deck}`",
            deck=deck,
        )
    )
    if workflow is not None:
        say(
            tr(
                "{workflow}: checks the decks on several versions of torch, once it is on GitHub",
                workflow=workflow,
            )
        )
    if is_at_terminal():
        edit_deck(deck)


def _text(name: str, topic: str) -> str:
    title = topic.replace("-", " ").capitalize()
    text = (TEXTS / name).read_text(encoding="utf-8")
    return text.replace("TOPIC", topic).replace("TITLE", title)


def _refuse_to_overwrite(files: Mapping[Path, str], *, but: Path) -> None:
    for path in files:
        if path != but and path.exists():
            raise UserError(tr("there is {path} already", path=path))
