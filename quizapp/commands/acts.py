"""`quiz bury`, `quiz suspend` and the like: what a learner decides about cards."""

from __future__ import annotations

import random
from collections.abc import Sequence

from quizapp.commands.say import say, say_held
from quizapp.commands.surroundings import now
from quizapp.errors import UserError
from quizapp.memory.acts.table import ACTS, possible_acts
from quizapp.memory.uuid7 import made_at
from quizapp.study.recorder import Recorder
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean


def act_on_cards(name: str, ids: Sequence[str], said: str | None) -> None:
    """Do an act on each card. Raises UserError, before any is done, where one is unknown.

    To say nothing may be to let go of what was said before: where it takes words, None is refused.
    """
    kind, at = ACTS[name], now()
    with Study.open(say_held) as study:
        otherwise = tr("; what is said goes after --to") if kind.asks and not said else ""
        ids = _known(study, ids, otherwise)
        recorder = _recorder(study)
        today, memories = study.study_date(at), study.log.memories()
        if kind.asks and said is None:
            raise UserError(tr("say it by --to: {what}", what=tr(kind.asks)))
        said = said or ""
        try:
            value = kind.read(said, today)
        except ValueError as error:
            raise UserError(tr("--to '{said}': {error}", said=said, error=error)) from error
        for id in ids:
            if name not in possible_acts(study.log.standing(id), memories.get(id), today):
                told = tr("{id}: `{name}` changes nothing now", id=id, name=name)
                say(told + kind.idle_in_words, err=True)
                continue
            recorder.act(id, name, said, now=at)
            say(f"{id} {kind.told(value)}")


def take_back(name: str, ids: Sequence[str]) -> None:
    """Undo the last such act on each card; where none is named, the last one and those with it."""
    at = now()
    with Study.open(say_held) as study:
        ids = _known(study, ids)
        recorder = _recorder(study)
        if not ids:
            acts = [act for act in study.log.acts() if act.name == name]
            ids = [act.card for act in acts if made_at(act.id) == made_at(acts[-1].id)]
            if not ids:
                say(tr("there is no `{name}` to undo", name=name), err=True)
        for id in ids:
            done = [act for act in study.log.acts(id) if act.name == name]
            if not done:
                say(tr("{id}: there is no `{name}` to undo", id=id, name=name), err=True)
                continue
            recorder.take_back(done[-1], now=at)
            say(
                tr(
                    "{id}: the `{name}` of {study_date} is undone",
                    id=id,
                    name=name,
                    study_date=done[-1].study_date,
                )
            )


def _recorder(study: Study) -> Recorder:
    rollover_hour = study.settings.rollover_hour
    return Recorder(study.log, rollover_hour=rollover_hour, rng=random.Random())


def _known(study: Study, ids: Sequence[str], otherwise: str = "") -> list[str]:
    """The ids of today, also of those named by a former one.

    Raises UserError where one is unknown, with what else may help than a card much like it.
    """
    today = [study.library.renames.get(id, id) for id in ids]
    for id in today:
        if id not in study.library.cards:
            if told := study.library.unsound(id):
                raise UserError(told)
            hint = did_you_mean(id, study.library.cards, most=3)
            hint = hint or otherwise or tr("; 'quiz list' shows all")
            raise UserError(tr("unknown card '{id}'{hint}", id=id, hint=hint))
    return today
