"""What commands print. Nothing in it acts on the terminal, whoever wrote it."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from typing import Any, Literal

from quizapp.commands.surroundings import is_terminal
from quizapp.text.ascii import drawn
from quizapp.text.visible import visible
from quizapp.text.wrap import prose

Form = Literal["text", "json", "github"]
"""What findings are printed as."""


def say(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text to stdout or stderr, with what cannot be seen in it spelt out."""
    import click  # the app is painted without it

    click.echo(drawn(visible(text, most=len(text))), err=err, nl=nl)


def say_prose(text: str) -> None:
    """Print what holds no code, whose lines a terminal would break within words."""
    if columns := columns_of_stdout():
        lines = [broken for line in text.split("\n") for broken in prose(line, columns)]
        text = "\n".join(lines)
    say(text)


def columns_of_stdout() -> int | None:
    """How wide the terminal is that stdout is; None where it is none."""
    if not is_terminal(sys.stdout):
        return None
    with suppress(OSError, ValueError):  # of the terminal itself: $COLUMNS may be of another one
        if columns := os.get_terminal_size(sys.stdout.fileno()).columns:
            return columns
    return shutil.get_terminal_size().columns


def copied(text: str) -> bool:
    """Send a text to the terminal's clipboard, where stdout is one; it does not answer."""
    import base64

    import click

    if not is_terminal(sys.stdout):
        return False
    click.echo(f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\a", nl=False)
    return True


def say_held(why: str) -> None:
    """What is waited for, where the log cannot be opened at once."""
    say(why, err=True)


def say_json(thing: Any, *, indent: int | None = None) -> None:
    """Print JSON, in a line unless it is indented, all of it printable ASCII."""
    import json

    import click

    click.echo(json.dumps(thing, allow_nan=False, indent=indent).replace("\x7f", "\\u007f"))
