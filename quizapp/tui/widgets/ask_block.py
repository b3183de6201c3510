"""One ask: what is asked, the field, and afterwards the answer beside the truth."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.widgets import Static

from quizapp.deck.model import Ask
from quizapp.grading.read import example_for
from quizapp.grading.verdict import AskVerdict
from quizapp.phrases import ask_in_words, hanging
from quizapp.tui.widgets.answer_field import TextField, YesNoField


def ask_title(ask: Ask) -> Content:
    """What an ask asks, its expression coloured."""
    before, expression, after = ask_in_words(ask).partition(ask.expression)
    return Content.assemble(before, (expression, "$text-primary"), after)


class AskBlock(VerticalGroup):
    """An ask with its field."""

    def __init__(self, ask: Ask) -> None:
        super().__init__()
        self.ask = ask
        self.field: TextField | YesNoField = YesNoField() if ask.kind == "bool" else TextField()
        self._note = Static(classes="note", markup=False)
        self._result = Static(classes="result", markup=False)

    def compose(self) -> ComposeResult:
        yield Static(ask_title(self.ask), classes="ask-title")
        yield self.field
        yield self._note
        yield self._result

    def on_mount(self) -> None:
        self._result.display = False
        self.ask_again("")

    def ask_again(self, hint: str) -> None:
        """Say what form is expected, after an answer that was not understood."""
        newline = "; ctrl+j starts a new line" if self.ask.kind == "output" else ""
        self._note.update(hint or example_for(self.ask.kind) + newline)
        self._note.display = bool(hint) or self.ask.kind != "bool"
        self._note.set_class(bool(hint), "not-understood")

    def reveal(self, graded: AskVerdict) -> None:
        """Put the truth beside the answer."""
        self.field.display = self._note.display = False
        self._result.display = True
        self._result.update(result(graded))


def result(graded: AskVerdict) -> Content:
    """An ask's answer and truth, one under the other, with why they differ."""
    sign, style = ("✓ right", "$text-success") if graded.right else ("✗ wrong", "$text-error")
    rows: list[Content | tuple[str, str]] = [(f"{sign}\n", f"bold {style}")]
    rows += [("  you    ", "$text 60%"), hanging(graded.answer), Content("\n")]
    rows += [("  torch  ", "$text 60%"), (hanging(graded.truth), "bold")]
    if graded.why:
        rows += [Content("\n"), (f"  {graded.why}", "$text 80%")]
    return Content.assemble(*rows)
