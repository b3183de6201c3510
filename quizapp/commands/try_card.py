"""`quiz try`: one card, run and graded without being logged."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from quizapp.commands.lines import Lines, LineTooLong
from quizapp.commands.progress import told_when_long
from quizapp.commands.request import BadRequest, from_json, from_options
from quizapp.commands.say import say, say_json
from quizapp.commands.trial import Planned, Trial, plan_trial, try_out, with_pictures
from quizapp.commands.trial_json import trial_as_json
from quizapp.commands.trial_report import trial_as_text
from quizapp.commands.warm import warm_runner
from quizapp.deck.kinds.write import LONGEST_CODE
from quizapp.text.language import tr
from quizapp.text.opened import refuse_odd
from quizapp.text.reasons import reason

LONGEST_REQUEST = 1 << 20
"""Bytes."""


def try_one(
    card: str,
    *,
    answers: Sequence[str],
    choose: str | None,
    code: str | None,
    draw: Sequence[str],
    as_json: bool,
    picture: bool,
) -> int:
    """Run one card and print what came of it. Returns the exit code.

    `code` is the path of a file, `-` for stdin. Raises BadRequest.
    """
    text = None if code is None else _read(code)
    request = from_options(card, answers=answers, choose=choose, code=text, draw=draw)
    trial = asyncio.run(_try_one(plan_trial(request), picture=picture))
    if as_json:
        say_json(trial_as_json(trial))
    else:
        say(trial_as_text(trial))
    return 1 if trial.failed else 0


def _read(path: str) -> str:
    """What was handed in, or so much of it that it is seen to be too long. Raises BadRequest."""
    if path == "-" and sys.stdin is None:
        raise BadRequest(tr("there is no stdin to read from"))
    try:
        if not _is_stream(path):
            refuse_odd(Path(path))
        with click.open_file(path, encoding="utf-8") as file:
            text: str = file.read(LONGEST_CODE + 1)
            return text
    except UnicodeDecodeError as error:
        raise BadRequest(
            tr("{what} is not UTF-8 text; save it as UTF-8", what="stdin" if path == "-" else path)
        ) from error
    except OSError as error:
        raise BadRequest(
            tr("{path} cannot be read: {strerror}", path=path, strerror=reason(error))
        ) from error


def _is_stream(path: str) -> bool:
    """Whether it is stdin, by whatever name, or another descriptor, as a shell's `<(...)` is."""
    return path in ("-", "/dev/stdin", "/dev/tty") or path.startswith(
        ("/dev/fd/", "/proc/self/fd/")
    )


def try_from_stdin() -> None:
    """Answer requests, one a line, until stdin ends."""
    asyncio.run(_try_from_stdin())


async def _try_one(planned: Planned, *, picture: bool) -> Trial:
    with told_when_long():
        async with warm_runner() as (runner, hello):
            trial = await try_out(planned, runner, hello)
            return await with_pictures(trial, planned, runner) if picture else trial


async def _try_from_stdin() -> None:
    lines = Lines.of_stdin(longest=LONGEST_REQUEST)
    async with warm_runner() as (runner, hello):
        while True:
            try:
                line = await lines.next()
                if line is None:
                    return
                if not line.strip():
                    continue
                trial = await try_out(plan_trial(from_json(line)), runner, hello)
                say_json(trial_as_json(trial))
            except LineTooLong:
                say_json(
                    {
                        "error": tr(
                            "the request is longer than {longest_request:,} bytes",
                            longest_request=LONGEST_REQUEST,
                        )
                    }
                )
            except BadRequest as error:
                say_json({"error": str(error)})
