"""What screens tell the app."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.message import Message

from quizapp.study.sitting import Sitting

if TYPE_CHECKING:
    from quizapp.tui.browse.as_left import AsLeft
    from runner.client import Runner


def act_on(app: App[Any], message: Message) -> None:
    """Have the app act on a message now: in its queue, keys typed meanwhile would come first."""
    app.call_next(app._on_message, message)


class SittingWanted(Message):
    """The learner wants to sit down to something."""

    def __init__(self, sitting: Sitting, browsed: AsLeft | None = None) -> None:
        """`browsed` is how the cards stood from which they were picked, to come back to."""
        super().__init__()
        self.sitting = sitting
        self.browsed = browsed


class PlacementWanted(Message):
    """The learner wants to find out what is known already."""


class SittingCalledOff(Message):
    """The learner waits no more for a sitting to begin."""


class RunnerWanted(Message):
    """A screen needs the runner, which the app starts."""

    def __init__(self, use: Callable[[Runner], None]) -> None:
        super().__init__()
        self.use = use


class HomeStands(Message):
    """Home can be used for the first time."""
