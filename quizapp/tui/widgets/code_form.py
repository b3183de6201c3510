"""Code to be written: into the gap of a card, or by mending its starter."""

from __future__ import annotations

from quizapp.deck.exercise import lines_above
from quizapp.deck.gap import GAP, stands_alone
from quizapp.deck.model import WriteCard
from quizapp.grading.handed_in import read_code
from quizapp.grading.verdict import AttemptVerdict, NotUnderstood
from quizapp.tui.widgets.answer_form import HandIn
from quizapp.tui.widgets.code_editor import CodeEditor, LineEditor
from quizapp.tui.widgets.tried_form import TriedForm

RUN_KEYS = "ctrl+s or F5 runs it, enter starts a new line"
LINE_KEYS = "enter runs it, ctrl+j starts a new line"


class CodeForm(TriedForm):
    """An editor, whose first line is told of by the number `_first_line`."""

    def __init__(self, card: WriteCard, hand_in: HandIn) -> None:
        self._card = card
        self._starter = "" if card.starter is None else card.starter.text.rstrip("\n")
        self._first_line = _lines_before_gap(card) + 1 if card.has_gap else 1
        keys = RUN_KEYS
        if not card.has_gap or stands_alone(card.code.text):
            self._editor = CodeEditor(self._starter, hand_in, numbered=not card.has_gap)
        else:
            self._editor = LineEditor("", hand_in, numbered=False)
            keys = LINE_KEYS
        title = "in place of ____" if card.has_gap else "your code"
        super().__init__(self._editor, title=title, keys=keys)

    @property
    def answers(self) -> tuple[str, ...]:
        return (self._editor.text,)

    def take(self) -> bool:
        """Whether it is worth a try: it is Python, and the starter no more."""
        reading = read_code(self._card, self._editor.text)
        if isinstance(reading, NotUnderstood):
            self.ask_again(reading.hint)
        elif self._editor.text.rstrip() == self._starter:
            self.ask_again("Nothing is changed yet.")
        else:
            self.ask_again("")
            return True
        return False

    def mark_failed(self, graded: AttemptVerdict) -> None:
        line = None if graded.line is None else graded.line - self._first_line + 1
        self._editor.mark_failed(line)


def _lines_before_gap(card: WriteCard) -> int:
    gap = GAP.search(card.code.text)
    assert gap is not None
    return lines_above(card) + card.code.text[: gap.start()].count("\n")
