"""`quiz backup`: the copies of the review log, made of one's own accord or taken back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now, require_folder
from quizapp.errors import UserError
from quizapp.machine.settings import places
from quizapp.memory.errors import LogUnavailable
from quizapp.memory.restore import Backup, backups, look_at, restore, was_exchanged
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.reasons import reason
from quizapp.text.spelling import did_you_mean
from quizapp.text.visible import visible_path
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
    width = max((len(visible_path(one.name)) for one in found), default=0)
    for one in found:
        say(f"{visible_path(one.name):<{width}}  {_in_words(one)}")
    say(
        tr(
            "{backups} in {parent}",
            backups=counted(len(found), "backup"),
            parent=places().database.parent / "backups",
        ),
        err=True,
    )


def back_up_daily(study: Study) -> None:
    """Back up the log once a day, as the app does, and tell of what it lacks."""
    with suppress(LogUnavailable):  # an answer will meet, and tell of, the same
        for told in filter(None, (study.lost(), study.back_up(now()))):
            say(told, err=True)


def back_up_if_due() -> None:
    """Make the backup of the day. Raises UserError where some of the log cannot be read."""
    with Study.open(say_held) as study:
        if told := study.back_up(now()):
            raise UserError(told)


def copy_log(target: Path) -> None:
    """Write a copy of the log as it is now. Raises UserError where there is something already."""
    if os.access(target, os.F_OK):
        raise UserError(tr("{target} is there already; name another file", target=target))
    require_folder(target.parent)
    with Study.to_read(say_held) as study:
        try:
            study.log.copy_to(target)
        except (OSError, sqlite3.OperationalError) as error:
            why = reason(error) if isinstance(error, OSError) else error
            raise UserError(
                tr("{target} cannot be written: {error}", target=target, error=why)
            ) from error
    say(f"{visible_path(target)}: {_in_words(look_at(target))}")


def restore_backup(named: str) -> None:
    """Go back to a backup, by its name or its path."""
    log = places().database
    by_name = {one.name: one.path for one in backups(log)}
    path = by_name.get(named, Path(named))
    if not path.is_file():
        hint = did_you_mean(named, by_name) or tr("; `quiz backup` lists those that there are")
        raise UserError(
            tr("there is no backup '{named}'{hint}", named=visible_path(named), hint=hint)
        )
    kept = restore(log, path, now())
    say(tr("The log is as in {path}: {in_words}.", path=path, in_words=_in_words(look_at(path))))
    say(
        tr(
            "What it was before is kept: `quiz backup --restore {name}` brings it back.",
            name=look_at(kept).name,
        )
    )
    if was_exchanged(kept):
        say(
            tr(
                "What was exchanged with other machines comes back with the next `quiz sync`, "
                "which the app does by itself where `sync` is set."
            )
        )


def _in_words(one: Backup) -> str:
    if one.reviews is None:
        return tr("damaged, or of another version of quiz")
    return counted(one.reviews, "answer") + (
        tr(", the last on {last}", last=one.last) if one.last else ""
    )
