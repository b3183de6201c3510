"""What would lose something is asked for twice."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content


class AskedTwice:
    """The first time there is only a word on what would be lost."""

    def __init__(self, say: Callable[[Content], None]) -> None:
        self._say = say
        self._asked_for = ""

    def is_meant(self, act: str, warning: str) -> bool:
        """Whether the learner asks for an act again."""
        if self._asked_for == act:
            return True
        self._asked_for = act
        self._say(Content.styled(warning, "$text-warning"))
        return False

    def expect(self, act: str) -> None:
        """Something else has said what it takes: to ask for the act once is enough."""
        self._asked_for = act

    def forget(self) -> None:
        """The learner does something else."""
        if self._asked_for:
            self._asked_for = ""
            self._say(Content())
