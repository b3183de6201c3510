"""Settings of study, which are the same on all machines that exchange answers: the latest change
of each is in force.

A value that is not as it was at the last exchange, or as usual before the first one, has been
changed on this machine.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from quizapp.machine.remember import remember
from quizapp.machine.settings import EASY_DAYS, LIMITS, Settings, complaint, load_settings
from quizapp.memory.acts.act import OF_ALL, Act
from quizapp.memory.acts.kinds.setting import SETTING
from quizapp.memory.log import ReviewLog
from quizapp.memory.study_day import study_date
from quizapp.memory.uuid7 import uuid7

SHARED = (*LIMITS, *EASY_DAYS)
"""Their keys in the config file. All other settings belong to a machine."""

LAST_NOTED = "settings at the last exchange"

END = 9000
"""A year that no change is of."""

Number = int | float


def log_changes(log: ReviewLog, config: Path, now: datetime, rng: random.Random) -> None:
    """Log what has been changed here since the last exchange. Raises SettingsError."""
    settings = load_settings(config)
    values = _values(settings)
    known, in_force = _at_last(log), _in_force(log.acts(OF_ALL))
    changed = [key for key in SHARED if values[key] != known[key]]
    if not changed:
        return
    at = now
    with suppress(FileNotFoundError):  # all is as usual where there is none
        at = min(now, datetime.fromtimestamp(config.stat().st_mtime).astimezone())
    acts = []
    for key in changed:
        # Who changes a value knew it: this is later, whatever the clock of the other machine said.
        later = in_force[key].at + timedelta(microseconds=1) if key in in_force else at
        acts.append(
            Act(
                id=uuid7(now, rng),
                card=OF_ALL,
                at=max(at, later),
                study_date=study_date(at, settings.rollover_hour),
                name=SETTING,
                value=json.dumps([key, values[key]]),
            )
        )
    log.act_on_all(acts)
    _note(log, values)


def take_over(log: ReviewLog, config: Path) -> Mapping[str, Number]:
    """Write what is in force into the config file; what was not so there. Raises SettingsError."""
    taken = dict[str, Number]()
    values = _values(load_settings(config))
    try:
        for key, act in _in_force(log.acts(OF_ALL)).items():
            value = json.loads(act.value)[1]
            if values[key] != value:
                remember(config, key, value)
                values[key] = taken[key] = value
    finally:
        _note(log, values)
    return taken


def _values(settings: Settings) -> dict[str, Number]:
    of_days = {key: settings.easy_days[number] for key, number in EASY_DAYS.items()}
    return {key: getattr(settings, key) for key in LIMITS} | of_days


def _at_last(log: ReviewLog) -> dict[str, Number]:
    noted = log.noted(LAST_NOTED)
    return _values(Settings()) | (json.loads(noted) if noted else {})


def _note(log: ReviewLog, values: Mapping[str, Number]) -> None:
    if values != _at_last(log):
        log.note(LAST_NOTED, json.dumps(values))


def _in_force(acts: Iterable[Act]) -> dict[str, Act]:
    """The latest act of each key, of acts in order of time; what means nothing is passed over."""
    latest = dict[str, Act]()
    for act in acts:
        if act.name == SETTING and act.at.year < END:
            with suppress(ValueError, TypeError, RecursionError):
                key, value = json.loads(act.value)
                if key in SHARED and not complaint(key, value):
                    latest[key] = act
    return latest
