"""Poke, line by line: the code of a card changed and run, any expression looked at."""

from __future__ import annotations

from quizapp.commands.plain.editing import edited_text
from quizapp.commands.plain.mishaps import told_of_mishaps
from quizapp.commands.plain.picture import say_lines, say_picture
from quizapp.commands.say import say, say_prose
from quizapp.commands.typed import Typed
from quizapp.deck.exercise import Exercise
from quizapp.inside.poke import (
    as_written,
    fault_lines,
    in_own_words,
    pictured,
    poke,
    poked_lines,
)
from quizapp.inside.spans import ENDLESS, plain
from quizapp.inside.steps import shown_trace
from quizapp.machine.isolation import is_sandboxed
from quizapp.pictures.album import Album
from quizapp.running.faults import words_of
from quizapp.text.language import mark, tr
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome

HELP = mark(
    "Type an expression to see what it comes to after the code. :code tells the code, "
    "':line 2 x = 1' puts that in place of line 2, ':line 2' takes the line away, :edit opens the "
    "code in your editor, :reset takes the changes back, :run runs it, :trace tells it line by "
    "line, :picture tells the tensors. Enter goes back. Nothing of this is graded; what you "
    "changed stays changed for as long as this card is before you."
)


class Poke:
    """Keeps what was changed for as long as its exercise is before the learner."""

    def __init__(self, exercise: Exercise, code: str, runner: Runner, typed: Typed) -> None:
        self._exercise = exercise
        self._own = self._code = code
        self._runner = runner
        self._typed = typed
        self._expression = ""

    async def run(self) -> None:
        """Take expressions and changes, until a line is empty. Raises Leave at the input's end."""
        self._say_code()
        say(tr("Type an expression, or :help for what else there is. Enter goes back."))
        while line := (await self._typed.line(tr("poke> "))).strip():
            with told_of_mishaps():
                await self._obey(line)

    async def _obey(self, line: str) -> None:
        """Carry a command out, or look at an expression."""
        command, _, said = line.partition(" ")
        match command:
            case ":help" | "?":
                say_prose(tr(HELP))
            case ":code":
                self._say_code()
            case ":line":
                self._change(said)
            case ":edit":
                self._code = edited_text(self._code)
                self._say_code()
            case ":reset":
                self._code = self._own
                self._say_code()
            case ":run":
                await self._look("")
            case ":trace":
                await self._trace()
            case ":picture":
                await self._picture(said)
            case _ if command.startswith(":"):
                say(tr("There is no command {word}.\n{help}", word=command, help=tr(HELP)))
            case _:
                self._expression = line
                await self._look(line)

    def _say_code(self) -> None:
        lines = enumerate(self._code.splitlines(), 1)
        say(
            "\n".join(
                tr("{label}: {text}", label=number, text=line).rstrip() for number, line in lines
            )
        )

    def _change(self, said: str) -> None:
        """Put a line in the place of another, below the last, or take one away."""
        number, _, line = said.partition(" ")
        lines = self._code.splitlines()
        if not (number.isdecimal() and 1 <= int(number) <= len(lines) + 1):
            say(tr("Say which line, from 1 to {last}.", last=len(lines) + 1))
            return
        lines[int(number) - 1 : int(number)] = [line] if line else []
        self._code = "\n".join(lines) + "\n"
        self._say_code()

    async def _look(self, expression: str) -> Outcome | None:
        """Run the code, and say what came of it and what the expression is."""
        seen = await poke(self._runner, self._exercise, self._code, expression)
        if isinstance(seen, Fault):
            told = list(fault_lines(seen))
        else:
            sandboxed = is_sandboxed(self._runner.hello)
            told = list(poked_lines(seen, expression, ENDLESS, sandboxed=sandboxed))
        say("\n".join(map(plain, told)) or tr("It ran to its end, and printed nothing."))
        return None if isinstance(seen, Fault) else seen

    async def _trace(self) -> None:
        seen = await self._look("")
        if seen is not None and seen.trace is not None:
            written = as_written(self._exercise, self._code)
            told = shown_trace(seen.trace, written, failed=seen.raised is not None)
            say_lines(told.words())

    async def _picture(self, said: str) -> None:
        seen = await self._runner.run(pictured(self._exercise, self._code, self._expression))
        if isinstance(seen, Fault):
            say(words_of(seen))
            return
        written = as_written(self._exercise, self._code, self._expression)
        say_picture(Album(in_own_words(seen, self._expression), written), said)
