"""Code to be written: into the gap of a card, or by mending its starter."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.widgets import TextArea

from quizapp.deck.exercise import Exercise
from quizapp.deck.gap import GAP, stands_alone
from quizapp.deck.kinds.write import WriteCard
from quizapp.deck.verdict import AttemptVerdict
from quizapp.text.language import Language, mark, tr
from quizapp.tui.widgets.answer_form import NOT_KNOWN, HandIn
from quizapp.tui.widgets.code_editor import CodeEditor, LineEditor
from quizapp.tui.widgets.second_enter import SecondEnter
from quizapp.tui.widgets.tried_form import TriedForm
from quizapp.values.prediction import NotUnderstood
from quizapp.values.unknown import UNKNOWN, says_unknown

RUN_KEYS = mark("ctrl+s or F5 runs it, enter starts a new line")
LINE_KEYS = mark("enter runs it, ctrl+j starts a new line")
RUN_NOT_KNOWN = mark("ctrl+s once more if you do not know it.")


class CodeForm(TriedForm):
    """An editor, whose first line is told of by the number `_first_line`."""

    is_editor = True

    def __init__(self, card: WriteCard, language: Language, hand_in: HandIn) -> None:
        self._card = card
        self._starter = "" if card.starter is None else card.starter.text.rstrip("\n")
        self._first_line = _lines_before_gap(card) + 1 if card.has_gap else 1
        self._given_up = False
        self._offer, keys = tr(RUN_NOT_KNOWN), tr(RUN_KEYS)
        if not card.has_gap or stands_alone(card.code.text):
            self._editor = CodeEditor(self._starter, hand_in, numbered=not card.has_gap)
        else:
            self._editor = LineEditor("", hand_in, numbered=False)
            self._offer, keys = tr(NOT_KNOWN), tr(LINE_KEYS)
        title = tr("in place of ____") if card.has_gap else tr("your code")
        super().__init__(self._editor, title=title, keys=keys, language=language)
        self._is_refused = False
        self._second_enter = SecondEnter(self, self.ask_again)
        self._editor.second_enter = self._second_enter

    @property
    def answers(self) -> tuple[str, ...]:
        return (UNKNOWN if self._given_up else self._editor.text,)

    def restore(self, answers: Sequence[str]) -> None:
        for answer in answers:
            if not says_unknown(answer):
                self._editor.text = answer
                self._editor.move_cursor(self._editor.document.end)

    def take(self) -> bool:
        """Whether it is worth a try: it is Python, and the starter no more.

        Who gives up finds the starter again, to try it after all.
        """
        text = self._editor.text
        self._given_up = says_unknown(text)
        if self._given_up:
            self._editor.text = self._starter
        elif text.rstrip() == self._starter:
            lack = (
                tr("There is no code yet.") if self._card.has_gap else tr("Nothing is changed yet.")
            )
            self._given_up = self._second_enter.pressed(lack, self._offer)
            if not self._given_up:
                return False
            self._second_enter.forget()
        else:
            reading = self._card.read(text)
            if isinstance(reading, NotUnderstood):
                self.ask_again(reading.hint)
                self._is_refused = True
                return False
        self.ask_again("")
        return True

    @on(TextArea.Changed)
    def _changed(self) -> None:
        if self._editor.text.rstrip() != self._starter:
            self._second_enter.forget()
            self._given_up = False
        if self._is_refused and not isinstance(self._card.read(self._editor.text), NotUnderstood):
            self.ask_again("")
            self._is_refused = False

    def mark_failed(self, graded: AttemptVerdict) -> None:
        line = None if graded.line is None else graded.line - self._first_line + 1
        self._editor.mark_failed(line)


def form(exercise: Exercise, language: Language, hand_in: HandIn) -> CodeForm:
    assert isinstance(exercise.card, WriteCard)
    return CodeForm(exercise.card, language, hand_in)


def _lines_before_gap(card: WriteCard) -> int:
    gap = GAP.search(card.code.text)
    assert gap is not None
    return card.lines_above + card.code.text[: gap.start()].count("\n")
