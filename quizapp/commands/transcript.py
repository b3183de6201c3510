"""`quiz export log.jsonl` and `quiz import log.jsonl`: the whole log as lines of JSON, and back."""

from __future__ import annotations

from pathlib import Path

from quizapp.commands.progress import IMPORTING, progress
from quizapp.commands.say import say, say_held
from quizapp.commands.surroundings import require_folder
from quizapp.errors import UserError
from quizapp.memory.transcript import lines_of, take_in_transcript, write_transcript
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.reasons import reason
from quizapp.text.words import counted

MOST_TOLD = 5
"""Lines that are told of one by one."""


def export_log(file: Path) -> None:
    """Write all that the log holds."""
    require_folder(file.parent)
    with Study.to_read(say_held) as study:
        try:
            rows = write_transcript(study.log, file)
        except OSError as error:
            raise UserError(
                tr("{file} cannot be written: {strerror}", file=file, strerror=reason(error))
            ) from error
    say(tr("{file}: {rows}", file=file, rows=counted(rows, "row")))


def import_log(file: Path) -> int:
    """Add what the log lacks; returns the exit code: 1 where a part of the file is no log."""
    with Study.open(say_held) as study:
        try:
            with progress(lines_of(file), IMPORTING) as advance:
                done = take_in_transcript(study.log, file, advance)
        except OSError as error:
            raise UserError(
                tr("{file} cannot be read: {strerror}", file=file, strerror=reason(error))
            ) from error
    if not done.rows and done.stated is None:
        raise UserError(
            tr("{file}: no line of it is a row of a log that quiz has exported", file=file)
        )
    say(
        tr(
            "{file}: {rows}, {taken:,} of them new.",
            file=file,
            rows=counted(done.rows, "row"),
            taken=done.taken,
        )
    )
    for line in done.unreadable[:MOST_TOLD]:
        say(tr("{file}:{line}: no row of a log; left out", file=file, line=line), err=True)
    if (more := len(done.unreadable) - MOST_TOLD) > 0:
        say(tr("and {lines} more", lines=counted(more, "line")), err=True)
    if is_cut := done.stated is not None and done.rows < done.stated:
        say(
            tr(
                "{file} says that it has {rows}: it was cut off, or damaged. What it "
                "still had is taken in; export it again for the rest.",
                file=file,
                rows=counted(done.stated, "row"),
            ),
            err=True,
        )
    return 1 if done.unreadable or is_cut else 0
