"""Warnings that code lets be shown, noted on their way to stderr."""

from __future__ import annotations

import warnings
from typing import Any, Self, TextIO

from runner.observed.raised import LONGEST_MESSAGE


class Warned:
    """What the first warning was, in the form in which exceptions are told; None for none."""

    def __init__(self) -> None:
        self.first: dict[str, Any] | None = None
        self._show = warnings.showwarning

    @classmethod
    def listen(cls) -> Self:
        """Note warnings from now on. They are shown all the same."""
        warned = cls()
        warnings.showwarning = warned._note
        return warned

    def end(self) -> None:
        """What looks may warn of is not the code's own."""
        warnings.showwarning = self._show

    def _note(
        self,
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if self.first is None:
            bases = [base.__name__ for base in category.__mro__[1:] if base is not object]
            self.first = {
                "type": category.__name__,
                "bases": bases,
                "subclasses": [],
                "message": str(message)[:LONGEST_MESSAGE],
            }
        self._show(message, category, filename, lineno, file, line)
