"""Answers that are run: code that is written, lines that are put in order."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from quizapp.deck.verdict import AttemptVerdict, Verdict
from quizapp.text.language import Language, mark, tr
from quizapp.tui.keys.moving import keys_by_name
from quizapp.tui.pressable import with_keys
from quizapp.tui.widgets.answer_form import AnswerForm
from quizapp.tui.widgets.verdict_sign import verdict_sign

EDIT_KEY = mark("{edit} edits it, to try again")
AGAIN_KEYS = mark("{edit} edits it, to try again; {solution} shows a solution")


class TriedForm(AnswerForm):
    """A field, and what became of the last try. The field is put away with the verdict."""

    is_roomy = True

    def __init__(self, field: Widget, *, title: str, keys: str, language: Language) -> None:
        super().__init__()
        self._language = language
        self._field = field
        self._title = Static(title, classes="ask-title", markup=False)
        self._keys = keys
        self._note = Static(classes="note", markup=False)
        self._graded = VerticalGroup(classes="graded")
        self._sign = Static(markup=False)
        self._why = Static(classes="why", markup=False)
        self._again = Static(classes="again", markup=False)
        self._tries = 0
        self._passed = False
        self.solved = False
        """A solution is in sight."""

    def compose(self) -> ComposeResult:
        with self._graded:
            yield self._sign
            yield self._why
            yield self._again
        yield self._title
        yield self._note
        with VerticalGroup(classes="field"):
            yield self._field

    def on_mount(self) -> None:
        self._graded.display = False
        self.ask_again("")

    @property
    def is_open(self) -> bool:
        """The field is in sight, to be worked on."""
        return bool(self._field.display)

    def type(self) -> None:
        self._show_field(True)
        self.screen.set_focus(self._field)

    def show_solved(self) -> None:
        """A solution has come in sight, which no key shows any more."""
        self.solved = True
        self._show_field(self.is_open)

    def close(self) -> None:
        """Put the field away, with what stands in it."""
        self._show_field(False)

    def reveal(self, verdict: Verdict) -> None:
        """Say what became of a try, the first of which counts; the field is put away."""
        assert verdict.tests is not None
        self._tries += 1
        self._sign.update(self._in_words(verdict.tests))
        why = verdict.tests.why.in_language(self._language)
        self._why.update(Content(why))
        self._why.display = bool(why)
        self._passed = verdict.tests.passed
        self._graded.display = True
        if self._passed or verdict.unknown:
            self.solved = True
        self.ask_again("")
        self.mark_failed(verdict.tests)
        self.close()

    def mark_failed(self, graded: AttemptVerdict) -> None:
        """Mark the line that failed, where the field has lines."""

    def ask_again(self, hint: str) -> None:
        """Say which keys there are, or why what stands in the field cannot be run."""
        self._note.update(hint or self._keys)
        self._note.set_class(bool(hint), "not-understood")

    def _in_words(self, graded: AttemptVerdict) -> Content:
        if self._tries == 1:
            return verdict_sign(right=graded.passed, unknown=graded.unknown)
        style = "bold $text-success" if graded.passed else "bold $text-error"
        sign = (
            tr("✓ try {tries} passes", tries=self._tries)
            if graded.passed
            else tr("✗ try {tries} fails", tries=self._tries)
        )
        return Content.assemble((sign, style), (tr("  the first one counts"), "$text 60%"))

    def _show_field(self, shown: bool) -> None:
        """Show the field; or in its place, after a try that failed, the keys that bring it back."""
        again = EDIT_KEY if self.solved else AGAIN_KEYS
        self._again.update(with_keys(again, keys_by_name(self.screen)))
        self._again.display = not (shown or self._passed)
        for widget in (self._title, self._field, self._note):
            widget.display = shown
