"""`quiz backup`: the copies of the review log, made of one's own accord or taken back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.errors import UserError
from quizapp.machine.settings import places
from quizapp.memory.restore import Backup, backups, look_at, restore
from quizapp.study.study import Study
from quizapp.text.spelling import did_you_mean
from quizapp.text.words import counted


def list_backups(*, as_json: bool) -> None:
    """Print the backups, the newest first."""
    found = backups(places().database)
    if as_json:
        say_json(
            [
                {
                    "name": one.name,
                    "path": str(one.path),
                    "reviews": one.reviews,
                    "last": one.last or None,
                }
                for one in found
            ]
        )
        return
    width = max((len(one.name) for one in found), default=0)
    for one in found:
        say(f"{one.name:<{width}}  {_in_words(one)}")
    say(f"{counted(len(found), 'backup')} in {places().database.parent / 'backups'}", err=True)


def copy_log(target: Path) -> None:
    """Write a copy of the log as it is now. Raises UserError where there is something already."""
    if target.exists():
        raise UserError(f"{target} is there already; name another file")
    if not target.parent.is_dir():
        raise UserError(f"there is no folder {target.parent}")
    with Study.open(say_held) as study:
        try:
            study.log.copy_to(target)
        except (OSError, sqlite3.OperationalError) as error:
            raise UserError(f"{target} cannot be written: {error}") from error
    say(f"{target}: {_in_words(look_at(target))}")


def restore_backup(named: str) -> None:
    """Go back to a backup, by its name or its path."""
    log = places().database
    by_name = {one.name: one.path for one in backups(log)}
    path = by_name.get(named, Path(named))
    if not path.is_file():
        hint = did_you_mean(named, by_name) or "; `quiz backup` lists those that there are"
        raise UserError(f"there is no backup '{named}'{hint}")
    kept = restore(log, path, now())
    say(f"The log is as in {path}: {_in_words(look_at(path))}.")
    say(f"What it was before is kept: `quiz backup --restore {look_at(kept).name}` brings it back.")


def _in_words(one: Backup) -> str:
    if one.reviews is None:
        return "damaged, or of another version of quiz"
    return counted(one.reviews, "answer") + (f", the last on {one.last}" if one.last else "")
