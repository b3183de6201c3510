"""Arguments and options that several subcommands take."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from quizapp.commands.say import Form

TOPIC = click.option(
    "--topic", "topics", multiple=True, metavar="TOPIC", help="Only this topic; may be repeated."
)
IDEA = click.option(
    "--idea",
    "ideas",
    multiple=True,
    metavar="NAME",
    help="Only cards that refute this wrong model; may be repeated.",
)
LIMIT = click.option("--limit", type=click.IntRange(min=1), help="At most so many cards.")

FILE = click.Path(dir_okay=False, path_type=Path)
READABLE = click.Path(exists=True, dir_okay=False, allow_dash=True)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(get_args(Form)),
    default="text",
    help="github: annotations beside the lines of a pull request.",
)
