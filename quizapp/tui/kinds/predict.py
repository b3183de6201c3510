"""All asks of a card with their fields."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Ask
from quizapp.deck.verdict import Verdict
from quizapp.text.language import Language, tr
from quizapp.tui.widgets.answer_form import AnswerForm, HandIn
from quizapp.tui.widgets.ask_block import AskBlock
from quizapp.values.unknown import UNKNOWN, says_unknown


class AskForm(AnswerForm):
    """The asks in the card's order. `hand_in` is called when Enter is pressed in a field."""

    def __init__(self, asks: tuple[Ask, ...], hand_in: HandIn) -> None:
        super().__init__()
        self._blocks = [AskBlock(ask, hand_in) for ask in asks]
        self._left: AskBlock | None = None
        self._old: tuple[str, ...] = ()
        self._unseen: list[AskBlock] = []

    def compose(self) -> ComposeResult:
        yield from self._blocks

    @property
    def answers(self) -> tuple[str, ...]:
        return tuple(block.answer for block in self._blocks)

    def restore(self, answers: Sequence[str]) -> None:
        for block, answer in zip(self._blocks, answers, strict=False):
            if not says_unknown(answer):
                block.answer = answer

    def type(self) -> None:
        """Go to the field that was left, or the first that is empty, or else to the first."""
        left, self._left = self._left, None
        empty = [block for block in self._blocks if not block.answer.strip()]
        for block in ([left] if left else empty or self._blocks)[:1]:
            self.screen.set_focus(block.entry)

    def select(self) -> None:
        self._old = self.answers
        self._unseen = [block for block in self._blocks if block.answer]
        for block in self._blocks:
            block.select()

    def leave(self) -> None:
        self._left = self._here

    @property
    def _here(self) -> AskBlock | None:
        """The ask that is being answered; its field hears of it only after keys typed ahead."""
        focused = self.screen.focused if self.is_attached else None
        return next((block for block in self._blocks if block.entry is focused), None)

    @property
    def has_grid(self) -> bool:
        return self._here is not None and self._here.has_grid

    def toggle_grid(self) -> None:
        if self._here is not None:
            self._here.toggle_grid()

    def take(self) -> bool:
        here = self._here
        if here is not None and not here.field.answer.strip():
            if not here.is_given_up():
                return False
            here.answer = UNKNOWN
            here.ask_again("")
        elif here is not None and not self._understood(here):
            return False
        if not all(answer.strip() for answer in self.answers):
            self.type()
            return False
        if here is not None and self._goes_on_from(here):
            return False
        return all(map(self._understood, self._blocks))

    def _goes_on_from(self, here: AskBlock) -> bool:
        """Whether an old answer is left to be looked at: another one was changed."""
        self._unseen = [block for block in self._unseen if block is not here]
        if not self._unseen or self.answers == self._old:
            return False
        self.screen.set_focus(self._unseen[0].entry)
        return True

    def ask_for_digits(self, whys: Sequence[str]) -> None:
        asked = [(block, why) for block, why in zip(self._blocks, whys, strict=True) if why]
        for block, why in reversed(asked):
            block.ask_again(why)
            self.screen.set_focus(block.entry)

    def reveal(self, verdict: Verdict) -> None:
        for block, graded in zip(self._blocks, verdict.asks, strict=True):
            block.reveal(graded)

    def _understood(self, block: AskBlock) -> bool:
        """Whether an answer can be read; where not, the learner is asked for it again."""
        hint = block.not_understood(block.answer)
        block.ask_again(tr("A cell is empty.") if hint and block.lacks_cells() else hint)
        if not hint:
            return True
        self.screen.set_focus(block.entry)
        return False


def form(exercise: Exercise, language: Language, hand_in: HandIn) -> AskForm:
    assert isinstance(exercise.card, PredictCard)
    return AskForm(exercise.card.asks, hand_in)
