"""How a child leaves the zygote's call stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn


class Born(BaseException):
    """Raised in a child right after its fork, for whoever is at the bottom of the stack to `live`.

    The frames of the zygote end with that. They know of other snippets, and code finds what
    the frames below its own hold.
    """

    def __init__(self, live: Callable[[], NoReturn]) -> None:
        self.live = live
