"""The `quiz` command: one short function a subcommand.

Nothing heavy is imported before it is known what is wanted: `--help` answers at once.
"""

from __future__ import annotations

import click

from quizapp import __version__
from quizapp.cli.acts import ACT_COMMANDS
from quizapp.cli.check import check
from quizapp.cli.decks import add, export, import_, remove, trust, update
from quizapp.cli.group import QuizGroup
from quizapp.cli.machine import backup, completion, doctor, serve, sync
from quizapp.cli.options import IDEA, LANG, LANG_OF_COMMAND, LIMIT, PLAIN, SEARCH, TOPIC
from quizapp.cli.review import ideas, list_cards, path, place, review, stats
from quizapp.cli.schedule import away, optimize
from quizapp.cli.try_card import try_card
from quizapp.cli.write import author, draft, new, schema, translate
from quizapp.text.language import tr


@click.group(cls=QuizGroup, invoke_without_command=True)
@click.version_option(__version__, prog_name="quiz")
@TOPIC
@IDEA
@SEARCH
@LIMIT
@PLAIN
@LANG
@click.pass_context
def main(
    ctx: click.Context,
    plain: bool,
    topics: tuple[str, ...],
    ideas: tuple[str, ...],
    search: str,
    limit: int | None,
) -> None:
    """Flashcards for PyTorch: predict what code does, then torch runs it.

    Without a command, opens the app: home, or a drill of the topics, ideas or found cards.
    """
    drilled = topics or ideas or search
    if ctx.invoked_subcommand is None:
        if limit and not (drilled or plain):
            raise click.UsageError(
                tr(
                    "--limit goes with --topic; for today's review it is "
                    "'quiz review --limit {limit}'",
                    limit=limit,
                )
            )
        from quizapp.commands.app import open_app
        from quizapp.study.sitting import Sitting

        wanted = Sitting(topics, limit, ideas=ideas, search=search)
        ctx.exit(open_app(wanted if drilled or plain else None, plain=plain))
    elif drilled or limit or plain:
        raise click.UsageError(
            tr("put the options after '{command}'", command=ctx.invoked_subcommand)
        )


for command in (
    *(review, place, path, stats, optimize, away, ideas, list_cards, *ACT_COMMANDS),
    *(try_card, check, new, author, draft, translate, schema),
    *(add, update, remove, trust, export, import_),
    *(serve, backup, sync, doctor, completion),
):
    main.add_command(LANG_OF_COMMAND(command))
