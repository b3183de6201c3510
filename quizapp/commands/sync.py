"""`quiz sync`: this machine's log and those of others come to hold the same."""

from __future__ import annotations

from pathlib import Path

from quizapp.commands.say import say, say_held, say_json
from quizapp.errors import UserError
from quizapp.memory.exchange import Exchanged, exchange
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.reasons import reason
from quizapp.text.words import counted


def sync_log(named: Path | None, *, as_json: bool) -> None:
    """Exchange with a folder: the one named, or that of the settings."""
    with Study.open(say_held) as study:
        done = sync_with(study, named)
    if as_json:
        unreadable = {str(file): lines for file, lines in done.unreadable.items()}
        say_json({"sent": done.sent, "taken": done.taken, "unreadable": unreadable})
        return
    sent, taken = counted(done.sent, "row"), counted(done.taken, "row")
    say(tr("{sent} sent, {taken} taken in.", sent=sent, taken=taken))
    for file, lines in done.unreadable.items():
        left_out = counted(lines, "line")
        say(
            tr("{file}: {lines} cannot be read, and left out.", file=file, lines=left_out), err=True
        )


def sync_with(study: Study, named: Path | None) -> Exchanged:
    """Raises UserError where there is no such folder, or it cannot be read and written."""
    folder = named or (Path(study.settings.sync).expanduser() if study.settings.sync else None)
    if folder is None:
        config = study.places.config_file
        raise UserError(tr('name a folder, or set sync = "FOLDER" in {path}', path=config))
    if not folder.is_dir():
        raise UserError(tr("there is no folder {parent}", parent=folder))
    try:
        return exchange(study.log, folder)
    except OSError as error:
        raise UserError(f"{error.filename or folder}: {reason(error)}") from error
