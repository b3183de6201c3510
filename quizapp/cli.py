"""The `quiz` command: one short function a subcommand.

Nothing heavy is imported before it is known what is wanted: `--help` answers at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quizapp.errors import UserError

TOPIC = click.option(
    "--topic", "topics", multiple=True, metavar="TOPIC", help="Only this topic; may be repeated."
)
LIMIT = click.option("--limit", type=click.IntRange(min=1), help="At most so many cards.")
INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended."""

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class QuizGroup(click.Group):
    """Turns what the user can mend into one sentence and exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except UserError as error:
            click.echo(f"quiz: {error}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


@click.group(cls=QuizGroup, invoke_without_command=True)
@click.version_option(package_name="torch-quiz", prog_name="quiz")
@TOPIC
@LIMIT
@click.pass_context
def main(ctx: click.Context, topics: tuple[str, ...], limit: int | None) -> None:
    """Flashcards for PyTorch: predict what code does, then torch runs it.

    Without a command, opens the app: home, or a drill of the topics given.
    """
    if ctx.invoked_subcommand is None:
        if limit and not topics:
            raise click.UsageError(
                f"--limit goes with --topic; for today's review it is 'quiz review --limit {limit}'"
            )
        from quizapp.commands.app import open_app

        ctx.exit(open_app(topics=topics, limit=limit))
    elif topics or limit:
        raise click.UsageError(f"put the options after '{ctx.invoked_subcommand}'")


@main.command()
@click.option("--plain", is_flag=True, help="Line by line on stdin and stdout.")
@TOPIC
@LIMIT
@click.pass_context
def review(ctx: click.Context, plain: bool, topics: tuple[str, ...], limit: int | None) -> None:
    """Today's review: what is due, and some new cards."""
    if plain:
        from quizapp.commands.plain import review_plainly

        review_plainly(topics=topics, limit=limit)
    else:
        from quizapp.commands.app import open_app

        ctx.exit(open_app(topics=topics, limit=limit, review=True))


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--card", "card", metavar="ID", help="Only this card.")
@click.option("--jobs", type=click.IntRange(min=1), help="Cards run at once; all cores by default.")
@JSON
@click.pass_context
def check(
    ctx: click.Context, paths: tuple[Path, ...], card: str | None, jobs: int | None, as_json: bool
) -> None:
    """Run every card and draw on live torch, and report what is wrong.

    PATHS are decks or folders of decks; without any, all decks there are. Exit code 1 when
    something was found. With --json, prints one object: {"decks", "cards", "runs",
    "skipped": [{"card", "reason"}], "problems": [{"path", "line", "column", "card",
    "message"}], "seconds", "torch"}.
    """
    from quizapp.commands.check import check_decks

    ctx.exit(check_decks(paths, card=card, jobs=jobs, as_json=as_json))


@main.command("try")
@click.argument("card", required=False, metavar="TOPIC/ID|PATH::ID")
@click.option("--answer", "answers", multiple=True, metavar="KIND=TEXT", help="A prediction.")
@click.option("--draw", "draw", multiple=True, metavar="NAME=VALUE", help="What to draw.")
@click.option("--stdin", "from_stdin", is_flag=True, help="Read JSON requests, one a line.")
@JSON
@click.pass_context
def try_card(
    ctx: click.Context,
    card: str | None,
    answers: tuple[str, ...],
    draw: tuple[str, ...],
    from_stdin: bool,
    as_json: bool,
) -> None:
    """Run and grade one card, without logging it.

    CARD is an id such as autograd/power-sum-grad, or a deck's path and the card's id,
    my-deck.yaml::my-card. Without --answer, prints what torch did. Names that are not drawn
    take their first value. Exit code 1 for a wrong answer.

    With --json, prints one object: {"card", "draw", "outcome": {"asks": [{"kind",
    "expression", KIND: FACT}], "stdout", "raised": {"type", "message", "path", "line"} or
    null, "seconds"}, "verdict": {"right", "asks": [{"kind", "answer", "truth", "right",
    "why"}]} or null, "fault": {"kind", "message"} or null}. An ask whose expression raised
    has "raised" in place of its fact. "right" is null where an answer was not understood;
    "why" then says the form.

    With --stdin, reads one request a line, {"card": CARD, "answers": {KIND: TEXT} or [[KIND,
    TEXT], ...], "draw": {NAME: VALUE}}, and writes one such object a line, the runner kept
    warm between them. A wrong request gets {"error": TEXT}.
    """
    if from_stdin == (card is not None):
        raise click.UsageError("name one card, or give --stdin")
    if from_stdin and (answers or draw):
        raise click.UsageError("with --stdin, answers and draws stand in the requests")
    from quizapp.commands.try_card import try_from_stdin, try_one

    if card is None:
        try_from_stdin()
    else:
        ctx.exit(try_one(card, answers=answers, draw=draw, as_json=as_json))


@main.command("list")
@TOPIC
@click.option("--due", is_flag=True, help="Only the cards due today.")
@JSON
def list_cards(topics: tuple[str, ...], due: bool, as_json: bool) -> None:
    """The cards, each with its state and due date.

    With --json, prints a list of {"card", "level", "state": "new" | "learning" | "learnt",
    "due": DATE or null, "reviews", "lapses", "prompt"}.
    """
    from quizapp.commands.listing import list_cards

    list_cards(topics=topics, due_only=due, as_json=as_json)


@main.command()
@JSON
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """How things stand: torch, devices, the runner, the review log, the decks.

    Exit code 1 when something is wrong. With --json, prints one object: {"ok", "places":
    {"settings", "log", "decks", "cache"}, "python", "torch", "devices", "runner": {"ok",
    "isolation"}, "log": {"ok", "reviews"}, "decks": [{"topic", "path", "cards", "problems"}],
    "problems": [SENTENCE]}.
    """
    from quizapp.commands.doctor import examine

    ctx.exit(examine(as_json=as_json))


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a completion script for SHELL."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(main, {}, "quiz", "_QUIZ_COMPLETE").source())
