"""Undo on a screen without a sitting: the last answer of today, or what was decided last."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from functools import partial

from textual.screen import Screen

from quizapp.memory.acts.act import Act
from quizapp.study.phrases import not_known_in_words, taken_back_in_words, undone_in_words
from quizapp.study.placement import latest_placement, take_back_placement
from quizapp.study.recorder import Recorder
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from quizapp.tui.keys.moving import act_at, key_of
from quizapp.tui.screens.acts_on_log import ActsOnLog


class Undoing(ActsOnLog):
    """Takes back what was logged last today, an answer or a placement only when asked once more.

    `changed` is called once it is.
    """

    NOT_DONE = mark("Nothing was undone. {error}")

    def __init__(
        self,
        screen: Screen[None],
        study: Study,
        clock: Callable[[], datetime],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(screen, study, clock, changed)
        self._asked_about = ""

    def heed(self, key: str) -> None:
        """A key is pressed: unless it undoes, to take an answer back is asked about anew."""
        if self._asked_about and act_at(self._screen, key) != "undo":
            self._asked_about = ""

    def undo(self) -> None:
        told = list[str]()
        undo, show = partial(self._undo, told), partial(self._show, told)
        if self._log.wrote(undo, show):
            show()

    def _undo(self, told: list[str]) -> None:
        now, log = self._clock(), self._study.log
        today = self._study.study_date(now)
        last = log.last_on(today)
        placed = latest_placement(log)
        if placed and placed[0].study_date == today and (not last or last.at < placed[0].at):
            told.append(self._undo_placement(placed[0], now))
            return
        if last is None:
            told.append(tr("Nothing was answered or decided today that could be undone."))
            return
        rollover_hour = self._study.settings.rollover_hour
        recorder = Recorder(log, rollover_hour=rollover_hour, rng=random.Random())
        if isinstance(last, Act):
            acts = log.decided_with(last)
            recorder.take_back_all(acts, now=now)
            told.append(undone_in_words(acts))
        elif last.id != self._asked_about:
            self._asked_about = last.id
            key = key_of(self._screen, "undo")
            told.append(tr("{key} again takes back the answer to {card}.", key=key, card=last.card))
        else:
            recorder.take_back(last, now=now)
            told.append(taken_back_in_words(last))

    def _undo_placement(self, one: Act, now: datetime) -> str:
        if self._asked_about != one.id:
            self._asked_about = one.id
            key = key_of(self._screen, "undo")
            return tr("{key} again takes back what you were placed by.", key=key)
        cards = take_back_placement(self._study.log, now, random.Random())
        return not_known_in_words(cards)

    def _show(self, told: list[str]) -> None:
        self._say("\n".join(told))
        self._changed()
