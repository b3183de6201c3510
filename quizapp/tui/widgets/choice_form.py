"""The options of a choice card: picked at once by their numbers, afterwards told the truth of."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from quizapp.deck.model import ChoiceCard, Language
from quizapp.grading.verdict import OptionVerdict, Verdict
from quizapp.tui.prose import prose
from quizapp.tui.widgets.answer_form import AnswerForm, HandIn
from quizapp.tui.widgets.lit_rows import LitRows

MOST = 9
"""Options that a digit can pick."""


class OptionRows(LitRows):
    """Options in the order shown, of which one is picked, or with `many` any number."""

    BINDINGS = [
        *(Binding(str(n), f"pick({n - 1})", f"Pick {n}", show=False) for n in range(1, MOST + 1)),
        Binding("space", "pick_lit", "Pick", show=False),
        Binding("enter", "hand_in", "answer", key_display="enter"),
    ]

    class Picked(Message):
        """Something was picked, or no longer is."""

    def __init__(self, texts: Sequence[Content], *, many: bool, hand_in: HandIn) -> None:
        super().__init__(len(texts))
        self._texts = texts
        self._many = many
        self._hand_in = hand_in
        self._graded: Sequence[OptionVerdict] = ()
        self._lit = 0 if many else None
        self.picked: frozenset[int] = frozenset()

    def head(self, index: int) -> Content:
        picked = index in self.picked
        frame, mark = ("[]", "x") if self._many else ("()", "•")
        box = f"{frame[0]}{mark if picked else ' '}{frame[1]} {index + 1} "
        if not self._graded:
            return Content.styled(box, "bold $text-accent" if picked else "")
        right = self._graded[index].right
        sign = ("✓ ", "bold $text-success") if right else ("✗ ", "bold $text-error")
        return Content.assemble(sign, box)

    def body(self, index: int) -> Content:
        if not self._graded:
            return self._texts[index]
        return Content.assemble(
            self._texts[index], (f"\n{_in_words(self._graded[index])}", "$text 60%")
        )

    def reveal(self, graded: Sequence[OptionVerdict]) -> None:
        """Say of each option, in the order shown, whether it holds and was picked."""
        self._graded = graded
        self.light(None)

    def action_pick(self, index: int) -> None:
        """Pick an option; with `many`, one that is picked already no longer is."""
        if index < len(self._texts):
            self.picked = self.picked ^ {index} if self._many else frozenset({index})
            self.light(index)
            self.post_message(self.Picked())

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

    takes_letters = False

    def __init__(
        self, card: ChoiceCard, shuffled: Sequence[int], language: Language, hand_in: HandIn
    ) -> None:
        super().__init__()
        self._many = card.many
        self._shuffled = shuffled
        texts = [prose(card.options[number].text.in_language(language)) for number in shuffled]
        self._rows = OptionRows(texts, many=card.many, hand_in=hand_in)
        self._title = Static(classes="ask-title", markup=False)
        self._note = Static(classes="note", markup=False)
        self._asked_whether_none = False

    def compose(self) -> ComposeResult:
        yield self._title
        yield self._rows
        yield self._note

    def on_mount(self) -> None:
        self._title.update("pick all that hold" if self._many else "pick one")
        self._ask_again("")

    @property
    def answers(self) -> tuple[str, ...]:
        numbers = sorted(self._shuffled[index] + 1 for index in self._rows.picked)
        return (",".join(map(str, numbers)) or "none",)

    def type(self) -> None:
        self.screen.set_focus(self._rows)

    def take(self) -> bool:
        """Whether something is picked, or the learner has said twice that nothing holds."""
        if self._rows.picked or (self._many and self._asked_whether_none):
            return True
        self._asked_whether_none = self._many
        self._ask_again(
            "Nothing is picked. If none of them holds, press enter once more."
            if self._many
            else "Pick one first, by its number."
        )
        return False

    @on(OptionRows.Picked)
    def _picked(self) -> None:
        self._asked_whether_none = False
        self._ask_again("")

    def reveal(self, verdict: Verdict) -> None:
        self._note.display = False
        sign, colour = (
            ("✓ right", "$text-success")
            if verdict.right
            else (
                "✗ partly right" if verdict.partly else "✗ wrong",
                "$text-error",
            )
        )
        self._title.update(Content.styled(sign, f"bold {colour}"))
        self._rows.reveal([verdict.options[number] for number in self._shuffled])

    def _ask_again(self, hint: str) -> None:
        numbers = f"1-{len(self._shuffled)}"
        keys = (
            f"{numbers} picks and unpicks, or up, down and space"
            if self._many
            else f"{numbers} picks, or up and down"
        )
        self._note.update(hint or keys)
        self._note.set_class(bool(hint), "not-understood")


def _in_words(option: OptionVerdict) -> str:
    truth = "holds" if option.holds else "does not hold"
    if option.right:
        return truth
    return f"{truth}, but {'picked' if option.picked else 'not picked'}"
