"""The group of subcommands: what the user can mend becomes one sentence and exit code 2."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from quizapp.cli.options import speak_of
from quizapp.cli.words import Help, first_sentence, in_words
from quizapp.errors import UserError
from quizapp.text.language import tr
from quizapp.text.reasons import reason

click.Context.formatter_class = Help  # of all subcommands, of whatever class they are

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended."""


class QuizGroup(click.Group):
    """Turns what the user can mend into one sentence and exit code 2."""

    def main(self, *args: Any, **options: Any) -> Any:
        try:
            return super().main(*args, **options)
        except OSError as error:
            if error.filename is not None:  # it is not of writing to what is open
                raise
            from quizapp.commands.say import say

            say(tr("quiz: writing failed: {reason}", reason=reason(error)), err=True)
            # What has not been written is tried again at Python's end, which would exit with 120.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(2)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.is_eager = False  # once `--lang` has been read
        return option

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(tr("Commands")):
            named = sorted(self.commands.items())
            formatter.write_dl([(name, first_sentence(one.help or "")) for name, one in named])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, list(args))
        except click.UsageError:  # perhaps before `--lang` was read
            speak_of(args)
            with _legible():
                return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with _legible():
                return super().invoke(ctx)
        except OSError as error:
            if error.filename is None:
                raise
            from quizapp.commands.say import say  # of a folder that is closed to us, say
            from quizapp.text.visible import visible_path

            say(f"quiz: {visible_path(error.filename)}: {reason(error)}", err=True)
            ctx.exit(2)
        except (UserError, KeyboardInterrupt) as error:
            from quizapp.commands.say import say
            from quizapp.commands.surroundings import is_terminal

            if isinstance(error, UserError):
                say(f"quiz: {error}", err=True)
                ctx.exit(2)
            if is_terminal(sys.stderr):
                say(err=True)  # the terminal has written ^C
            ctx.exit(INTERRUPTED)


@contextmanager
def _legible() -> Iterator[None]:
    """Spell out what cannot be seen in a complaint about arguments: a shell may fill them in."""
    try:
        yield
    except click.UsageError as error:
        from quizapp.text.visible import visible

        raise click.UsageError(visible(in_words(error.format_message())), error.ctx) from error
