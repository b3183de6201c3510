"""One ask: what is asked, the field, and afterwards the answer beside the truth."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.content import Content
from textual.widgets import Static, TextArea

from quizapp.asks.table import KINDS
from quizapp.deck.parts import Ask
from quizapp.deck.phrases import ask_in_words
from quizapp.deck.verdict import AskVerdict
from quizapp.text.language import tr
from quizapp.tui.keys.moving import key_of
from quizapp.tui.widgets.answer_field import TextField, YesNoField
from quizapp.tui.widgets.answer_form import COMMANDS, NOT_KNOWN, HandIn
from quizapp.tui.widgets.second_enter import SecondEnter
from quizapp.tui.widgets.verdict_sign import verdict_sign


def ask_title(ask: Ask) -> Content:
    """What an ask asks, its expression coloured."""
    before, expression, after = ask_in_words(ask).partition(ask.expression)
    return Content.assemble(before, (expression, "$text-primary"), after)


class AskBlock(VerticalGroup):
    """An ask with its field. `hand_in` is called when the learner presses Enter in it."""

    def __init__(self, ask: Ask, hand_in: HandIn) -> None:
        super().__init__()
        self.ask = ask
        self.kind = KINDS[ask.kind]
        field = YesNoField if self.kind.is_yes_or_no else TextField
        self.field: TextField | YesNoField = field(hand_in)
        self._note = Static(classes="note", markup=False)
        self._second_enter = SecondEnter(self, self.ask_again)
        self.field.second_enter = self._second_enter
        self._graded = VerticalGroup(classes="graded")
        self._sign = Static(markup=False)
        self._answer = Static(classes="said", markup=False)
        self._truth = Static(classes="said truth", markup=False)
        self._why = Static(classes="why", markup=False)

    def compose(self) -> ComposeResult:
        yield Static(ask_title(self.ask), classes="ask-title")
        yield self.field
        yield self._note
        with self._graded:
            yield self._sign
            with HorizontalGroup():
                yield Static(tr("you"), classes="who")
                yield self._answer
            with HorizontalGroup():
                yield Static("torch", classes="who")
                yield self._truth
            yield self._why

    def on_mount(self) -> None:
        self._graded.display = False
        self.ask_again("")

    def ask_again(self, hint: str) -> None:
        """Say what form is expected, after an answer that was not understood."""
        newline = tr("; ctrl+j starts a new line") if self.kind.is_in_lines else ""
        self._note.update(hint or tr(self.kind.example) + newline)
        answered = self._graded.display  # what was typed last is told of only then
        self._note.display = not answered and (bool(hint) or not self.kind.is_yes_or_no)
        self._note.set_class(bool(hint), "not-understood")

    def is_given_up(self) -> bool:
        """After Enter in the empty field: whether that says that the answer is not known."""
        return self._second_enter.pressed(tr("Nothing is entered."), tr(NOT_KNOWN))

    @on(TextArea.Changed)
    def _changed(self) -> None:
        if self.field.answer.strip():
            self._second_enter.forget()

    @on(YesNoField.Typed)
    def _typed(self, event: YesNoField.Typed) -> None:
        commands = tr(COMMANDS, commands=key_of(self.screen, "commands"))
        self.ask_again(
            "" if event.says_something else tr("Type y or n. {commands}", commands=commands)
        )

    def reveal(self, graded: AskVerdict) -> None:
        """Put the truth beside the answer."""
        self.field.display = self._note.display = False
        self._sign.update(verdict_sign(right=graded.right, unknown=graded.unknown))
        said = tr(graded.answer) if self.kind.is_yes_or_no else graded.answer
        self._answer.update(Content(said))
        self._truth.update(Content(graded.truth))
        self._why.update(Content(graded.why))
        self._why.display = bool(graded.why)
        self._graded.display = True
