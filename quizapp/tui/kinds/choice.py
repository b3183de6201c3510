"""The options of a choice card: picked at once by their numbers, afterwards told the truth of."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from quizapp.deck.exercise import Exercise
from quizapp.deck.kinds.choice import ChoiceCard
from quizapp.deck.verdict import OptionVerdict, Verdict
from quizapp.text.language import Language, tr
from quizapp.tui.keys.moving import key_of
from quizapp.tui.prose import prose_line
from quizapp.tui.widgets.answer_form import (
    COMMANDS,
    GIVEN_UP,
    NOT_KNOWN,
    AnswerForm,
    HandIn,
)
from quizapp.tui.widgets.lit_rows import LitRows
from quizapp.tui.widgets.second_enter import EntersTwice, SecondEnter
from quizapp.tui.widgets.verdict_sign import verdict_sign
from quizapp.values.unknown import UNKNOWN, says_unknown

NONE = "none"
MOST = 9
"""Options that a digit can pick."""


class OptionRows(EntersTwice, LitRows):
    """Options in the order shown, of which one is picked, or with `many` any number."""

    BINDINGS = [
        *(Binding(str(n), f"pick({n - 1})", f"Pick {n}", show=False) for n in range(1, MOST + 1)),
        Binding("space", "pick_lit", "Pick", show=False),
        Binding("enter", "hand_in", "answer", key_display="enter"),
    ]

    def __init__(self, texts: Sequence[Content], *, many: bool, hand_in: HandIn) -> None:
        super().__init__(len(texts))
        self._texts = texts
        self._many = many
        self._hand_in = hand_in
        self._graded: Sequence[OptionVerdict] = ()
        self._lit = 0 if many else None
        self.picked: frozenset[int] = frozenset()

    def head(self, index: int) -> Content:
        not_known = self.given_up or (self._graded and self._graded[index].unknown)
        picked = index in self.picked and not not_known
        frame, mark = ("[]", "x") if self._many else ("()", "•")
        box = f"{frame[0]}{mark if picked else ' '}{frame[1]} {index + 1} "
        if not self._graded:
            return Content.styled(box, "bold $text-accent" if picked else "")
        if not_known:
            return Content(box)
        right = self._graded[index].right
        sign = ("✓ ", "bold $text-success") if right else ("✗ ", "bold $text-error")
        return Content.assemble(sign, box)

    def body(self, index: int) -> Content:
        if not self._graded:
            return self._texts[index]
        return Content.assemble(
            self._texts[index], (f" · {_in_words(self._graded[index])}", "$text 60%")
        )

    def say(self, texts: Sequence[Content]) -> None:
        """Have the options say something else."""
        self._texts = texts
        self.draw()

    def reveal(self, graded: Sequence[OptionVerdict]) -> None:
        """Say of each option, in the order shown, whether it holds and was picked."""
        self._graded = graded
        self.can_focus = False
        self.light(None)

    def action_pick(self, index: int) -> None:
        """Pick an option; with `many`, one that is picked already no longer is."""
        if index < len(self._texts):
            self.picked = self.picked ^ {index} if self._many else frozenset({index})
            self.light(index)
            self.change()

    def click(self, index: int) -> None:
        if self.second_enter:
            self.second_enter.forget()
        self.action_pick(index)

    def action_pick_lit(self) -> None:
        self.action_pick(self._lit or 0)

    def action_light(self, by: int) -> None:
        """Where one is to be picked, the light picks it."""
        super().action_light(by)
        if not self._many and self._lit is not None:
            self.action_pick(self._lit)

    def action_hand_in(self) -> None:
        self._hand_in()


class ChoiceForm(AnswerForm):
    """The options; `shuffled` are their numbers in the deck, from 0, in the order shown."""

    moves = True
    is_roomy = True

    def __init__(
        self, card: ChoiceCard, shuffled: Sequence[int], language: Language, hand_in: HandIn
    ) -> None:
        super().__init__()
        self._many = card.many
        self._shuffled = shuffled
        self._language = language
        self._rows = OptionRows(self._texts(card), many=card.many, hand_in=hand_in)
        self._title = Static(classes="ask-title", markup=False)
        self._note = Static(classes="note", markup=False)
        self._second_enter = SecondEnter(self, self._say)
        self._rows.second_enter = self._second_enter

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._rows
        yield self._note

    def _texts(self, card: ChoiceCard) -> list[Content]:
        options = (card.options[number] for number in self._shuffled)
        return [prose_line(option.text.in_language(self._language)) for option in options]

    def tell(self, exercise: Exercise) -> None:
        assert isinstance(exercise.card, ChoiceCard)
        self._rows.say(self._texts(exercise.card))

    def on_mount(self) -> None:
        self._title.update(tr("pick all that hold") if self._many else tr("pick one"))
        self._say("")

    @property
    def answers(self) -> tuple[str, ...]:
        if self._rows.given_up:
            return (UNKNOWN,)
        numbers = sorted(self._shuffled[index] + 1 for index in self._rows.picked)
        return (",".join(map(str, numbers)) or NONE,)

    def restore(self, answers: Sequence[str]) -> None:
        for answer in answers:
            numbers = [] if says_unknown(answer) or answer == NONE else answer.split(",")
            for number in map(int, numbers):
                if number - 1 in self._shuffled:
                    self._rows.action_pick(self._shuffled.index(number - 1))

    def type(self) -> None:
        self.screen.set_focus(self._rows)

    def leave(self) -> None:
        self._changed()  # that letters are commands behind a key is over

    def move(self, by: int) -> None:
        self._rows.action_light(by)

    async def press(self, key: str) -> bool:
        return await self._rows.press(key)

    def take(self) -> bool:
        """Whether something is picked, or two Enters said that nothing holds or is known."""
        if self._rows.picked or self._rows.given_up:
            return True
        if self._many:
            return self._second_enter.pressed(
                tr("Nothing is picked."),
                tr("Enter once more if none of them holds; ? if you do not know."),
            )
        if self._second_enter.pressed(tr("Nothing is picked."), tr(NOT_KNOWN)):
            self._rows.action_give_up()
        return self._rows.given_up

    @on(OptionRows.Changed)
    def _changed(self) -> None:
        self._say(tr(GIVEN_UP) if self._rows.given_up else "")

    @on(OptionRows.Stray)
    def _stray(self) -> None:
        self._say(tr(COMMANDS, commands=key_of(self.screen, "commands")))

    def reveal(self, verdict: Verdict) -> None:
        self._note.display = False
        self._title.update(
            verdict_sign(right=verdict.right, unknown=verdict.unknown, partly=verdict.partly)
        )
        self._rows.reveal([verdict.options[number] for number in self._shuffled])

    def _say(self, hint: str) -> None:
        numbers = f"1-{len(self._shuffled)}"
        keys = (
            tr("{numbers} picks and unpicks, or j, k and space", numbers=numbers)
            if self._many
            else tr("{numbers} picks, or j and k", numbers=numbers)
        )
        self._note.update(hint or keys)
        self._note.set_class(bool(hint), "not-understood")


def form(exercise: Exercise, language: Language, hand_in: HandIn) -> ChoiceForm:
    assert isinstance(exercise.card, ChoiceCard)
    return ChoiceForm(exercise.card, exercise.shuffled, language, hand_in)


def _in_words(option: OptionVerdict) -> str:
    truth = tr("holds") if option.holds else tr("does not hold")
    if option.right or option.unknown:
        return truth
    return tr(
        "{truth}, but {what}", truth=truth, what=tr("picked") if option.picked else tr("not picked")
    )
