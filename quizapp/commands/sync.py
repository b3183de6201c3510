"""`quiz sync`: this machine's log and those of others come to hold the same."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.errors import UserError
from quizapp.machine.home import expanded
from quizapp.machine.settings import SettingsError
from quizapp.memory.exchange import Exchanged, exchange
from quizapp.study.shared_settings import Number, log_changes, take_over
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.reasons import reason
from quizapp.text.visible import visible_path
from quizapp.text.words import counted


def sync_log(named: Path | None, *, as_json: bool) -> None:
    """Exchange with a folder: the one named, or that of the settings."""
    with Study.open(say_held) as study:
        done, settings = sync_with(study, named)
    if settings.complaint:
        say(tr("Settings not exchanged: {error}", error=settings.complaint), err=True)
    say_passed_over(done)
    if as_json:
        unreadable = {str(file): lines for file, lines in done.unreadable.items()}
        told = {"sent": done.sent, "taken": done.taken, "unreadable": unreadable}
        passed_over = {str(file): why for file, why in done.passed_over.items()}
        say_json(told | {"passed_over": passed_over, "settings": dict(settings.taken)})
        return
    sent, taken = counted(done.sent, "row"), counted(done.taken, "row")
    say(tr("{sent} sent, {taken} taken in.", sent=sent, taken=taken))
    for key, value in settings.taken.items():
        say(tr("{key} = {value}, as set on another machine.", key=key, value=value))
    for file, lines in done.unreadable.items():
        left_out = counted(lines, "line")
        say(
            tr("{file}: {lines} cannot be read, and left out.", file=file, lines=left_out), err=True
        )


def say_passed_over(done: Exchanged) -> None:
    """Of files of other machines that could not be read."""
    for file, why in done.passed_over.items():
        say(tr("{file}: passed over, it cannot be read: {why}", file=file, why=why), err=True)


@dataclass
class SettingsExchanged:
    """What became of the settings of study."""

    taken: Mapping[str, Number] = field(default_factory=dict)
    """Those that were set on another machine, by key."""
    complaint: str = ""


def sync_with(study: Study, named: Path | None) -> tuple[Exchanged, SettingsExchanged]:
    """Raises UserError where there is no such folder, or it cannot be read and written."""
    folder = named or (expanded(study.settings.sync) if study.settings.sync else None)
    if folder is None:
        config = study.places.config_file
        raise UserError(tr('name a folder, or set sync = "FOLDER" in {path}', path=config))
    if not folder.is_dir():
        raise UserError(
            tr(
                "there is no folder {folder}: make it first, where your other machines see it",
                folder=folder,
            )
        )
    settings = SettingsExchanged()
    config = study.places.config_file
    try:
        log_changes(study.log, config, now(), random.Random())
    except SettingsError as error:
        settings.complaint = str(error)
    try:
        done = exchange(study.log, folder)
    except OSError as error:
        raise UserError(f"{visible_path(error.filename or folder)}: {reason(error)}") from error
    if not settings.complaint:
        try:
            settings.taken = take_over(study.log, config)
        except SettingsError as error:
            settings.complaint = str(error)
    return done, settings
