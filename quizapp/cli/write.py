"""Commands by which decks are written."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from quizapp.cli.options import FILE, FOLDER, FORMAT, JSON, THERE
from quizapp.commands.say import Form
from quizapp.deck.translation import Translated
from quizapp.text.language import tr


@click.command()
@click.argument("topic")
@click.option(
    "--repository",
    type=FOLDER,
    metavar="FOLDER",
    help="In a new repository of decks, with a workflow that checks them on several torches.",
)
def new(topic: str, repository: Path | None) -> None:
    """Write a starter deck on TOPIC, with a card of every kind, and open it in $EDITOR."""
    from quizapp.commands.new import new_deck

    new_deck(topic, repository=repository)


@click.command()
@click.argument("path", type=FILE)
@click.pass_context
def author(ctx: click.Context, path: Path) -> None:
    """Watch the deck at PATH while you write it.

    On every save the cards that changed are run; what is wrong stands with its line, and the
    card that you edit is shown as a learner will see it, to be tried out.
    """
    from quizapp.commands.author import author_deck

    ctx.exit(author_deck(path))


@click.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=THERE,
    metavar="FILE...",
)
@click.option("--only-claims", is_flag=True, help="Check what the notes state; write no deck.")
@click.option(
    "-o",
    "--output",
    type=FILE,
    metavar="DECK",
    help="Where to write the deck; else among your own.",
)
@click.option(
    "--author/--no-author", default=True, help="Open the deck in `quiz author` when it is written."
)
@FORMAT
@JSON
@click.pass_context
def draft(
    ctx: click.Context,
    files: tuple[Path, ...],
    only_claims: bool,
    output: Path | None,
    author: bool,
    form: Form,
    as_json: bool,
) -> None:
    """Make a deck of notes: Markdown, notebooks, scripts, plain text (.md, .ipynb, .py, .txt).

    Their code is run in the sandbox, and what they state is held against torch: results in
    comments and tables, in sentences, below `>>>`, in docstrings too, and those that a notebook
    stores. Then cards are written about what may surprise, a deck that checks. `quiz author` opens
    on it.

    With --only-claims only what the notes state is checked; exit code 1 where some of it is
    false, or a file cannot be read.

    With --json, prints one object: {"torch", "blocks": {"run", "failed", "skipped"}, "claims":
    [{"path", "line", "says", "torch", "holds": true, false or null, "why"}], "deprecated":
    [{"path", "line", "message"}], "problems": [{"path", "line", "message"}]}; where a deck is
    written also {"deck", "cards"}. "holds" is null where it cannot be judged, and "why" says
    the reason.
    """
    if only_claims and output is not None:
        raise click.UsageError(tr("--only-claims writes no deck; leave out one of them"))
    from quizapp.commands.draft import check_claims, draft_deck

    shown: Form = "json" if as_json else form
    if only_claims:
        ctx.exit(check_claims(files, shown))
    ctx.exit(draft_deck(files, output, shown, open_author=author))


@click.command()
@click.argument("deck", type=THERE)
@click.argument("language", type=click.Choice(get_args(Translated)))
@click.option(
    "--done",
    multiple=True,
    metavar="ID",
    help="This card or idea is of today's English; may be repeated. `all` for each.",
)
@click.pass_context
def translate(ctx: click.Context, deck: Path, language: Translated, done: tuple[str, ...]) -> None:
    """Write the texts of DECK for LANGUAGE into a file beside it, or bring that up to date.

    They are read from there, such as views.zh.yaml for views.yaml, by card: put your words in
    place of the English ones. What computes, `{= }`, has to stay as it is, and code should.

    What stands in the file is kept, with its comments. What lacks is put there in English. Where
    the English has changed since, which is told by the digest in `of`, a comment says how it
    reads now: change your words, then say that they are --done.

    Prints what is still English, older than its English, or differs in its code, lists or tables;
    exit code 1 where there is such a thing. 'quiz check' tells how many, and with --strict takes
    each for a problem.
    """
    from quizapp.commands.translate import translate_deck

    ctx.exit(translate_deck(deck, language, done))


@click.command()
def schema() -> None:
    """Print the decks' JSON Schema, for editors that complete and explain YAML."""
    from quizapp.commands.say import say_json
    from quizapp.deck.format.schema import schema as schema_of_decks

    say_json(schema_of_decks(), indent=2)
