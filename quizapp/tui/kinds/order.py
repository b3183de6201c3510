"""The lines of an order card: one is lit, and can be moved."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, on
from textual.binding import Binding
from textual.content import Content
from textual.highlight import highlight

from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.order import OrderCard
from quizapp.text.language import Language, mark, tr
from quizapp.tui.keys.moving import key_of
from quizapp.tui.widgets.answer_form import COMMANDS, GIVEN_UP, HandIn
from quizapp.tui.widgets.lit_rows import LitRows
from quizapp.tui.widgets.second_enter import EntersTwice, SecondEnter
from quizapp.tui.widgets.tried_form import TriedForm
from quizapp.values.unknown import UNKNOWN

MOVE_KEYS = mark("j and k light a line, J and K or the mouse move it")

FINGER_KEYS = mark(
    "the mouse, or a finger that first rests, drags a line; j and k light one, J and K move it"
)


class OrderRows(EntersTwice, LitRows):
    """Blocks of code; `order` are their numbers as given at first, in the order they stand in."""

    BINDINGS = [
        Binding("shift+up,ctrl+up,K", "move(-1)", "Move up", show=False),
        Binding("shift+down,ctrl+down,J", "move(1)", "Move down", show=False),
        Binding("enter", "hand_in", "run", key_display="enter"),
    ]

    def __init__(self, blocks: Sequence[str], hand_in: HandIn) -> None:
        super().__init__(len(blocks))
        self._blocks = [highlight(block, language="python") for block in blocks]
        self._hand_in = hand_in
        self._lit: int = 0
        self._passed: int | None = None
        self.order = list(range(len(blocks)))
        self.touched = False
        """Whether a line was moved, be it to and fro."""

    def head(self, index: int) -> Content:
        return Content.styled(f"{index + 1}", "$text 40%")

    def body(self, index: int) -> Content:
        return self._blocks[self.order[index]]

    def action_move(self, by: int) -> None:
        """Let the lit line and its neighbour change places."""
        other = self._lit + by
        if 0 <= other < len(self.order):
            order = self.order
            order[self._lit], order[other] = order[other], order[self._lit]
            self.touched = True
            self.light(other)
            self.change()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self.second_enter:
            self.second_enter.forget()
        index = self.row_under(event)
        if index is not None:
            self.light(index)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the line on which the button was pressed; past a longer one it goes but once."""
        index = self.row_under(event) if event.button else None
        if index is None or index == self._lit:
            self._passed = None
        elif index != self._passed:
            self.screen.clear_selection()  # which the mouse makes as it goes over text
            self._passed = self._lit
            self.action_move(1 if index > self._lit else -1)

    def action_hand_in(self) -> None:
        self._hand_in()


class OrderForm(TriedForm):
    """The lines, at first as they were shuffled."""

    moves = True

    def __init__(self, exercise: Exercise, language: Language, hand_in: HandIn) -> None:
        assert isinstance(exercise.card, OrderCard)
        self._shuffled = exercise.shuffled
        self._rows = OrderRows([exercise.card.lines[n] for n in self._shuffled], hand_in)
        title, keys = tr("put these in order"), tr(MOVE_KEYS)
        super().__init__(self._rows, title=title, keys=keys, language=language)

    def on_mount(self) -> None:
        if self.app.is_web:  # where else a finger scrolls
            self._keys = tr(FINGER_KEYS)
        self._second_enter = self._rows.second_enter = SecondEnter(self, self.ask_again)

    @property
    def answers(self) -> tuple[str, ...]:
        if self._rows.given_up:
            return (UNKNOWN,)
        return (" ".join(str(self._shuffled[number] + 1) for number in self._rows.order),)

    def restore(self, answers: Sequence[str]) -> None:
        for answer in answers:
            order = [int(number) - 1 for number in answer.split() if number.isdecimal()]
            if sorted(order) == sorted(self._shuffled):
                self._rows.order = [self._shuffled.index(number) for number in order]
                self._rows.touched = True
                self._rows.draw()

    def leave(self) -> None:
        self._changed()  # that letters are commands behind a key is over

    def move(self, by: int) -> None:
        self._rows.action_light(by)

    async def press(self, key: str) -> bool:
        return await self._rows.press(key)

    def take(self) -> bool:
        """Whether a line was moved, or two Enters said that all stay as they were shuffled."""
        return (
            self._rows.touched
            or self._rows.given_up
            or self._second_enter.pressed(
                tr("Nothing is moved yet."),
                tr("Enter once more if this is the order; ? if you do not know."),
            )
        )

    @on(OrderRows.Changed)
    def _changed(self) -> None:
        self.ask_again(tr(GIVEN_UP) if self._rows.given_up else "")

    @on(OrderRows.Stray)
    def _stray(self) -> None:
        self.ask_again(tr(COMMANDS, commands=key_of(self.screen, "commands")))


def form(exercise: Exercise, language: Language, hand_in: HandIn) -> OrderForm:
    return OrderForm(exercise, language, hand_in)
