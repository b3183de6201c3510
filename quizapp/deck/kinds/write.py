"""Write cards: code for a gap, or a starter to be mended, has to pass tests."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quizapp.deck.answered import TriedCard
from quizapp.deck.gap import GAP, fill
from quizapp.deck.parts import Code, WrongCode
from quizapp.deck.python_source import NotPython, check_python
from quizapp.deck.question import Piece, Question
from quizapp.deck.verdict import Verdict
from quizapp.text.language import Language, mark, tr
from quizapp.values.prediction import NotUnderstood
from runner.protocol.wire import Outcome

LONGEST_CODE = 20_000
"""Characters."""


@dataclass(frozen=True, kw_only=True)
class WriteCard(TriedCard):
    """The learner writes code: into a gap, or by mending the starter."""

    solution: Code
    wrong: tuple[WrongCode, ...] = ()
    """What must not pass."""
    starter: Code | None = None
    """None where the code has a gap."""

    @property
    def has_gap(self) -> bool:
        return self.starter is None

    @property
    def solution_code(self) -> str:
        return self.solution.text

    @property
    def ideas(self) -> frozenset[str]:
        return frozenset(one.idea for one in self.wrong if one.idea is not None)

    def given(self, shuffled: Sequence[int], language: Language) -> str:
        return (
            tr("The code to be mended:\n{code}", code=self.starter.text.rstrip())
            if self.starter
            else ""
        )

    def read(self, answer: str) -> str | NotUnderstood:
        """Code that compiles where it is to stand."""
        if not answer.strip():
            return NotUnderstood(hint=tr("There is no code yet."))
        if len(answer) > LONGEST_CODE:
            return NotUnderstood(
                hint=tr(
                    "That is longer than {longest_code:,} characters.", longest_code=LONGEST_CODE
                )
            )
        try:
            check_python(self._in_place(answer), "exec")
        except NotPython as error:
            where, line = self._shown_at(error.line, answer)
            return NotUnderstood(hint=tr(where, line=line, message=error.message))
        return answer

    def _shown_at(self, line: int, answer: str) -> tuple[str, int]:
        """What names a line of the code in place: its number in the field, or in the code shown."""
        shown = mark("Not Python yet: line {line}, {message}.")
        if not self.has_gap:
            return shown, line
        gap = GAP.split(self.code.text, maxsplit=1)[0].count("\n") + 1
        below = answer.lstrip("\n")
        if "\n" in below.rstrip("\n") and 0 <= line - gap <= below.rstrip("\n").count("\n"):
            above = len(answer) - len(below)
            return mark("Not Python yet: line {line} of yours, {message}."), above + line - gap + 1
        return shown, line + self.lines_above

    def _in_place(self, text: str) -> str:
        return fill(self.code.text, text) if self.has_gap else text

    def questions(self, shuffled: Sequence[int]) -> Sequence[Question]:
        what = tr("what stands in the gap") if self.has_gap else tr("the code, mended")
        return [Question(text=what, how="Python", read=self.read, in_lines=True)]

    def _ideas_shown(self, verdict: Verdict, outcome: Outcome) -> Mapping[str, bool]:
        assert verdict.tests is not None
        answer = verdict.tests.answer
        shown = {one.idea for one in self.wrong if self._same(answer, one.text)}
        attempts = (one.idea for one in self.wrong)
        return {idea: idea in shown for idea in attempts if idea is not None}

    def _same(self, answer: str, wrong: str) -> bool:
        """Whether two texts are the same code, however they are laid out."""
        try:
            one, other = (ast.dump(ast.parse(self._in_place(text))) for text in (answer, wrong))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
        return one == other

    def asked(self, shuffled: Sequence[int], language: Language) -> Sequence[Piece]:
        return [Piece("code", (self.starter.text,))] if self.starter else []

    def told(self, outcome: Outcome | None, language: Language) -> Sequence[Piece]:
        return [Piece("code", (self._in_place(self.solution.text),))]


KIND = WriteCard
