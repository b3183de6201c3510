"""A leech: the card that was just set aside, its history, and what may help."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Literal

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from quizapp.tui.keys.moving import key_of
from quizapp.tui.screens.breath import Breath, HeedsBreath
from quizapp.tui.screens.card import CardScreen

Choice = Literal["edit", "drill", "resume", "reset"]


class LeechScreen(CardScreen, HeedsBreath[None]):  # styled as the first of the two
    """`then` is called once it is closed, with what the learner has chosen."""

    BINDING_GROUP_TITLE = mark("Leech")
    BINDINGS = [
        Binding("escape,q,enter", "dismiss", "leave it aside", key_display="esc", tooltip="Back"),
        Binding("e", "choose('edit')", "edit", tooltip="Open the card in $EDITOR"),
        Binding(
            "i", "choose('drill')", "drill its idea", tooltip="End this, and drill what refutes it"
        ),
        Binding("a", "choose('resume')", "ask it on", tooltip="Have it asked again as it is"),
        Binding("r", "choose('reset')", "reset", tooltip="Learn it anew, as if it were new"),
        *CardScreen.BINDINGS[2:],
    ]

    def __init__(
        self,
        study: Study,
        card_id: str,
        clock: Callable[[], datetime],
        then: Callable[[Choice], Awaitable[None]],
    ) -> None:
        super().__init__(study, card_id, clock)
        self._then = then
        self._breath = Breath(self)

    def compose(self) -> ComposeResult:
        title, *rest = super().compose()
        yield title
        yield Static(self._in_words(), id="leech", markup=False)
        yield from rest

    def on_mount(self) -> None:
        self._breath.begin(blind=True)  # what was typed for the next card decides nothing here

    def _in_words(self) -> str:
        told = mark(
            "{card} is missed again and again, so it is set aside: asking it as it is does not "
            "help. Change the card, or reset it, which learns it anew; with {resume} it is asked "
            "on as it is. Left aside, it is found in browse by is:leech."
        )
        if self._has_ideas:
            told = mark(
                "{card} is missed again and again, so it is set aside: asking it as it is does "
                "not help. Change the card, drill the idea that misleads you, or reset it, which "
                "learns it anew; with {resume} it is asked on as it is. Left aside, it is found "
                "in browse by is:leech."
            )
        return tr(told, card=self._card_id, resume=key_of(self, "choose.resume"))

    @property
    def _has_ideas(self) -> bool:
        card = self._study.library.cards.get(self._card_id)
        return card is not None and bool(card.ideas)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if parameters == ("drill",) and not self._has_ideas:
            return False
        looks = action == "app.help" or action.startswith("scroll")
        return True if looks or not self._breath.is_held else None  # which keeps its place

    def action_choose(self, what: Choice) -> None:
        self.dismiss()
        self.app.call_later(self._then, what)
