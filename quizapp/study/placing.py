"""When a placement is offered, what it begins with, and what of it is remembered."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from quizapp.machine.settings import SettingsError
from quizapp.memory.acts.kinds.asked import ASKED
from quizapp.memory.acts.kinds.placed import PLACED

if TYPE_CHECKING:
    from quizapp.study.placement import Placed, Placement
    from quizapp.study.study import Study


class Placing:
    """The placements of a learner."""

    def __init__(self, study: Study) -> None:
        self._study = study

    @property
    def is_offered(self) -> bool:
        """Whether one was broken off, or the learner is new and was not asked to the end.

        What a placement took as known may have been taken back: then it is offered again; to who
        has declined it, never.
        """
        log = self._study.log
        if self._study.settings.placement != "offered":
            return False
        return self.is_begun or not (log.memories() or log.acts_since(ASKED, PLACED))

    @property
    def is_begun(self) -> bool:
        """Whether a placement was broken off, and goes on with the next."""
        if not self._study.log.acts_since(ASKED, PLACED):
            return False
        from quizapp.study.placement import broken_off

        return bool(broken_off(self._study.log))

    def decline(self) -> None:
        """Offer it no more. Raises SettingsError where that cannot be remembered."""
        self._study.settings = replace(self._study.settings, placement="declined")
        self._study.set("placement", "declined")

    def begin(self, now: datetime, rng: random.Random) -> Placement:
        """Questions that find out what the learner knows already."""
        from quizapp.study.placement import Placement, broken_off

        study = self._study
        return Placement(
            study.library,
            study.log,
            study.asked_cards(study.study_date(now)),
            broken_off=broken_off(study.log),
            rollover_hour=study.settings.rollover_hour,
            max_interval=study.settings.max_interval,
            rng=rng,
        )

    def end(self, placement: Placement, now: datetime) -> Placed:
        """Take what is known as known; no more is offered, but to go on where it was stopped."""
        here = {card.id for card in self._study.asked_cards(self._study.study_date(now))}
        placed = placement.finish(now, here)
        if self.is_offered and not placed.goes_on:
            with suppress(SettingsError):  # then it is offered once more
                self.decline()
        return placed
