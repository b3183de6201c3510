"""One ask: what is asked, the field, and afterwards the answer beside the truth."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static, TextArea

from quizapp.asks.read import read_answer
from quizapp.asks.table import KINDS
from quizapp.deck.parts import Ask
from quizapp.deck.phrases import ask_in_words
from quizapp.deck.verdict import AskVerdict
from quizapp.text.cells import padded
from quizapp.text.language import mark, tr
from quizapp.text.words import counted
from quizapp.tui.keys.moving import key_of, keys_by_name
from quizapp.tui.prose import beside, wrapped
from quizapp.tui.widgets.answer_field import TextField, YesNoField
from quizapp.tui.widgets.answer_form import COMMANDS, NOT_KNOWN, HandIn
from quizapp.tui.widgets.grid_field import GridField
from quizapp.tui.widgets.laid_out import LaidOut
from quizapp.tui.widgets.second_enter import SecondEnter
from quizapp.tui.widgets.verdict_sign import verdict_sign
from quizapp.values.grid import MOST_COLUMNS, MOST_ROWS, read_grid
from quizapp.values.prediction import NotUnderstood
from quizapp.values.rows import in_rows
from quizapp.values.unknown import says_unknown

HANG = 9
"""Columns before what was answered, and before the truth."""
MOST_ROWS_SAID = 10
"""Rows of an answer that is longer than its truth."""
MOST = 90
"""Columns of a sentence, as in review.tcss."""
PLACE = "\0"
"""Stands for an expression: the "a" of "value of a" would be found in "value"."""
GRID_KEYS = mark("a comma goes to the next cell, ; to the next row; {grid} leaves the grid")


def ask_title(ask: Ask) -> Content:
    """What an ask asks, its expression coloured."""
    if ask.is_what_the_code_raises:
        return Content(ask_in_words(ask))
    before, there, after = ask_in_words(replace(ask, expression=PLACE)).partition(PLACE)
    return Content.assemble(before, (ask.expression if there else "", "$text-primary"), after)


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
        self._grid = GridField(hand_in, self._written) if self.kind.has_grid else None
        if self._grid is not None:
            self._grid.second_enter = self._second_enter
        self._graded = LaidOut()
        self._refused = ""

    def compose(self) -> ComposeResult:
        yield Static(ask_title(self.ask), classes="ask-title")
        yield self.field
        if self._grid is not None:
            yield self._grid
        yield self._note
        yield self._graded

    def on_mount(self) -> None:
        self._graded.display = False
        if self._grid is not None:
            self._grid.display = False
        self.ask_again("")

    @property
    def answer(self) -> str:
        """What stands in the field; what is written in the grid does so at once."""
        return self.field.answer

    @answer.setter
    def answer(self, answer: str) -> None:
        self._close_grid()
        self.field.answer = answer

    def select(self) -> None:
        """Have what stands in the field give way to what is typed."""
        if isinstance(self.field, TextField):
            self.field.select_all()

    @property
    def entry(self) -> Widget:
        """What the learner writes in: the grid while it is open, or else the field."""
        return self.field if self.field.display or self._grid is None else self._grid

    @property
    def has_grid(self) -> bool:
        return self._grid is not None

    def toggle_grid(self) -> None:
        """Write on in a grid of cells, or in the field again."""
        assert self._grid is not None
        if self.entry is self._grid:
            self._close_grid()
        elif (grid := read_grid(self.answer)) is None:
            most = {"rows": MOST_ROWS, "columns": MOST_COLUMNS}
            too_large = tr(
                "A grid holds numbers in rows of one length, at most {rows} rows and {columns} "
                "columns.",
                **most,
            )
            self.ask_again(self.not_understood(self.answer) or too_large)
        else:
            self._grid.show(grid)
            self._grid.display = True
            self.screen.set_focus(self._grid)
            self.field.display = False
            self.ask_again("")

    def _close_grid(self) -> None:
        if self._grid is not None and self.entry is self._grid:
            self.field.answer = self.answer  # with the cursor at its end
            self.field.display = True
            if self._grid.has_focus:
                self.screen.set_focus(self.field)
            self._grid.display = False
            self.ask_again("")

    def _written(self, text: str) -> None:
        self.field.answer = text

    def lacks_cells(self) -> bool:
        """Whether cells of the grid are empty among others: the learner is brought to them."""
        return self._grid is not None and self.entry is self._grid and self._grid.find_gap()

    def ask_again(self, hint: str) -> None:
        """Say what form is expected, after an answer that was not understood."""
        self._refused = self.field.answer if hint else ""
        form = tr(self.kind.example)
        if self.kind.is_in_lines:
            form += tr("; ctrl+j starts a new line")
        elif self.entry is self._grid:
            form = tr(GRID_KEYS, **keys_by_name(self.screen))
        self._note.update(hint or form)
        answered = self._graded.display  # what was typed last is told of only then
        self._note.display = not answered and (bool(hint) or not self.kind.is_yes_or_no)
        self._note.set_class(bool(hint), "not-understood")

    def is_given_up(self) -> bool:
        """After Enter in the empty field: whether that says that the answer is not known."""
        return self._second_enter.pressed(tr("Nothing is entered."), tr(NOT_KNOWN))

    def on_click(self) -> None:
        """What is said about a field leads to it, too: a finger is wider than a row."""
        if self.entry.display:
            self.screen.set_focus(self.entry)

    @on(TextArea.Changed)
    def _changed(self) -> None:
        answer = self.field.answer
        if answer.strip():
            self._second_enter.forget()
        if self._refused and answer != self._refused and not self.not_understood(answer):
            self.ask_again("")

    def not_understood(self, answer: str) -> str:
        """What is said of an answer that cannot be read; nothing of any other."""
        reading = None if says_unknown(answer) else read_answer(self.ask.kind, answer)
        return reading.hint if isinstance(reading, NotUnderstood) else ""

    @on(YesNoField.Typed)
    def _typed(self, event: YesNoField.Typed) -> None:
        commands = tr(COMMANDS, commands=key_of(self.screen, "commands"))
        self.ask_again(
            "" if event.says_something else tr("Type y or n. {commands}", commands=commands)
        )

    def reveal(self, graded: AskVerdict) -> None:
        """Put the truth beside the answer."""
        for widget in (self.field, self._grid, self._note):
            if widget is not None:
                widget.display = False
        said = tr(graded.answer) if self.kind.is_yes_or_no else graded.answer
        self._graded.show(partial(_verdict, graded, said))
        self._graded.display = True


def _verdict(graded: AskVerdict, said: str, width: int) -> Content:
    """The answer above the truth, and why it is right or wrong."""
    rows = [verdict_sign(right=graded.right, unknown=graded.unknown)]
    room = width - HANG
    truth = wrapped(Content.styled(in_rows(graded.truth, room), "bold"), room)
    answer = _short(wrapped(Content(in_rows(said, room)), room), truth)
    for who, words in ((tr("you"), answer), ("torch", truth)):
        rows.append(beside(padded(f"  {who}", HANG), words, "$text 60%"))
    if graded.why:
        why = Content.styled(graded.why, "$text 80%")
        rows.append(beside("  ", wrapped(why, min(width, MOST) - 2)))
    return Content("\n").join(rows)


def _short(answer: Content, truth: Content) -> Content:
    """An answer that does not hide its truth, as a text pasted by mistake would."""
    rows = answer.split("\n", allow_blank=True)
    most = max(MOST_ROWS_SAID, len(truth.split("\n", allow_blank=True)))
    if len(rows) <= most:
        return answer
    more = tr("… and {rows} more", rows=counted(len(rows) - most, "row"))
    return Content("\n").join([*rows[:most], Content.styled(more, "$text 60%")])
