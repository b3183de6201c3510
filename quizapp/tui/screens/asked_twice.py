"""What would lose something is asked for twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.content import Content
from textual.screen import Screen

from quizapp.tui.keys.moving import act_at


class AskedTwice:
    """The first time there is only a word on what would be lost."""

    def __init__(self, screen: Screen[Any], say: Callable[[Content], None]) -> None:
        self._screen = screen
        self._say = say
        self._asked_for = ""
        self._has_said = False

    def is_meant(self, act: str, warning: str) -> bool:
        """Whether the learner asks for an act again."""
        if self._asked_for == act:
            return True
        self._asked_for = act
        self._has_said = True
        self._say(Content.styled(warning, "$text-warning"))
        return False

    def heed(self, key: str) -> None:
        """The learner presses a key: what was said of another act than its own is over."""
        if self._has_said and act_at(self._screen, key) != self._asked_for:
            self.forget()

    def expect(self, act: str) -> None:
        """Something else has said what it takes: to ask for the act once is enough."""
        self._asked_for = act

    def forget(self) -> None:
        """The learner does something else."""
        if self._asked_for:
            self._asked_for = ""
            self._has_said = False
            self._say(Content())
