"""What screens tell the app."""

from __future__ import annotations

from textual.message import Message

from quizapp.study.sitting import Sitting


class SittingWanted(Message):
    """The learner wants to sit down to something."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting


class PlacementWanted(Message):
    """The learner wants to find out what is known already."""


class SittingCalledOff(Message):
    """The learner waits no more for a sitting to begin."""


class HomeStands(Message):
    """Home can be used for the first time."""
