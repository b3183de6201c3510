"""What somebody types, a line after each prompt."""

from __future__ import annotations

from quizapp.asks.read import LONGEST_ANSWER
from quizapp.commands.lines import Lines, LineTooLong
from quizapp.commands.say import say
from quizapp.text.language import tr


class Leave(Exception):
    """The learner ends it, or the input has ended."""


class Typed:
    """Reads stdin. Raises UserError where the program was started without one."""

    def __init__(self) -> None:
        self._lines = Lines.of_stdin(longest=LONGEST_ANSWER)

    async def line(self, prompt: str) -> str:
        """The next line, without its end; raises Leave after the last."""
        say(prompt, nl=False)
        while True:
            try:
                line = await self._lines.next()
            except LineTooLong:
                say(
                    tr(
                        "A line may have {longest_answer:,} characters at most.",
                        longest_answer=LONGEST_ANSWER,
                    )
                )
                continue
            if line is None:
                raise Leave
            return line.decode(errors="replace")
