"""Arguments and options that several subcommands take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import click

from quizapp.cli.words import let_click_speak
from quizapp.commands.say import Form
from quizapp.machine.settings import speak_as_set
from quizapp.text.language import Language, ask_for, tr
from quizapp.text.missing import missing


def _topics(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """The names of topics that begin so, for the shell to complete."""
    from quizapp.commands.decks import usual_library

    library = usual_library()
    return [name for name in (*library.topics, *library.aliases) if name.startswith(typed)]


def _ideas(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """The names of wrong models that begin so."""
    from quizapp.commands.decks import usual_library

    return [name for name in usual_library().ideas if name.startswith(typed)]


def completed_card(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """The ids of cards that begin so, for the shell to complete."""
    from quizapp.commands.decks import usual_library

    return [card for card in usual_library().cards if card.startswith(typed)]


def completed_query(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """How a query that begins so may go on, for the shell to complete."""
    from quizapp.commands.surroundings import now
    from quizapp.search.complete import completions
    from quizapp.study.study import Study

    with Study.to_read() as study:
        return list(completions(typed, study.catalogue(study.study_date(now()))))


TOPIC = click.option(
    "--topic",
    "topics",
    multiple=True,
    metavar="TOPIC",
    help="Only this topic, by any of its names; may be repeated.",
    shell_complete=_topics,
)


class OfTopics(click.Command):
    """A command that takes topics, by `--topic` alone: one that stands without it is told so."""

    allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        stray = super().parse_args(ctx, args)
        if stray and not ctx.resilient_parsing:
            named = " ".join(f"--topic {name}" for name in stray)
            command = f"{ctx.info_name} {named}"
            ctx.fail(tr("a topic is named by --topic: 'quiz {command}'", command=command))
        return stray


IDEA = click.option(
    "--idea",
    "ideas",
    multiple=True,
    metavar="NAME",
    help="Only cards that refute this wrong model; may be repeated.",
    shell_complete=_ideas,
)
SEARCH = click.option(
    "--search",
    metavar="QUERY",
    default="",
    shell_complete=completed_query,
    help="Only cards that a query finds, as in 'topic:amp is:due'; those that it names by card:ID "
    "are asked whatever they come after. See 'quiz list --help'.",
)
PLAIN = click.option("--plain", is_flag=True, help="Line by line on stdin and stdout.")
LIMIT = click.option("--limit", type=click.IntRange(min=1), help="At most so many cards.")


def _speak(language: Language | None) -> None:
    ask_for(language)
    speak_as_set()
    let_click_speak()


def speak_of(args: Sequence[str]) -> None:
    """Speak as these arguments ask, of which something else may be wrong."""
    said = " ".join(args)
    known = get_args(Language)
    _speak(next((each for each in known if re.search(rf"--lang[= ]{each}\b", said)), None))


LANG = click.option(
    "--lang",
    type=click.Choice(get_args(Language)),
    expose_value=False,
    is_eager=True,
    callback=lambda _context, _option, language: _speak(language),
    help="Speak English or Chinese; else as set, or as the locale says.",
)


def _speak_if_asked(
    _context: click.Context, _option: click.Parameter, language: Language | None
) -> None:
    if language is not None:
        _speak(language)


LANG_OF_COMMAND = click.option(
    "--lang",
    type=click.Choice(get_args(Language)),
    expose_value=False,
    is_eager=True,
    hidden=True,
    callback=_speak_if_asked,
)
"""The same behind the name of a command."""


class _Named(click.Path):
    """A path that is not empty, as a variable of a shell may be: that would be where one is."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail(tr("'' names no file and no folder."), param, ctx)
        return super().convert(value, param, ctx)


class _There(_Named):
    """A file that is there, or else what may be meant is told."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(value)
        with suppress(OSError):  # where one may not look, the reading of it tells
            if value and not path.exists() and not (self.allow_dash and value == "-"):
                self.fail(missing(path), param, ctx)
        return super().convert(value, param, ctx)


PLACE = _Named(path_type=Path)
FILE = _Named(dir_okay=False, path_type=Path)
FOLDER = _Named(file_okay=False, path_type=Path)
THERE = _There(dir_okay=False, path_type=Path)
READABLE = _There(dir_okay=False, allow_dash=True)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(get_args(Form)),
    default="text",
    help="github: annotations beside the lines of a pull request.",
)
