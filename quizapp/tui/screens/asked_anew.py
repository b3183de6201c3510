"""The card that an undo asks again: no field has the focus, so that more can be undone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from textual.events import Key

from quizapp.study.session import Session
from quizapp.study.study import Study
from quizapp.study.turn import Slot
from quizapp.text.language import tr
from quizapp.tui.keys.moving import key_of
from quizapp.tui.screens.deck_edits import EditableScreen
from runner.client import Runner


class AskedAnewScreen(EditableScreen):
    """What is typed then takes the place of the old answer, and no letter of it acts at once."""

    def __init__(
        self, session: Session, runner: Runner, study: Study, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(session, runner, study, clock)
        self._anew: Slot | None = None

    def _ask_anew(self) -> str:
        """Have it wait for another answer; the words say how that is given."""
        self._anew = self._turn.slot
        self._view.form.select()
        self.set_focus(None)
        if self._view.form.moves:
            return tr("enter hands in what stands there.")
        return tr("{key} goes to the field.", key=key_of(self, "type"))

    def _is_meant(self, act: str, warning: str) -> bool:
        """Whether an act is, whose key may be the first letter of an answer."""
        is_anew = self._anew is self._turn.slot and not self._turn.revealed
        return not is_anew or self._twice.is_meant(act, warning)

    async def on_key(self, event: Key) -> None:
        """What is no command begins the answer."""
        if self._anew is None or self._anew is not self._turn.slot or self.focused is not None:
            return
        if event.key == "enter" and self._view.form.moves and self._may("type"):
            self.action_type()  # no text is written in rows that it would be gone back to
            self._hand_in()
            event.stop()
            event.prevent_default()
            return
        is_command = event.key in self.active_bindings or event.character == key_of(self, "undo")
        if event.is_printable and not is_command and self._may("type"):
            if self._view.form.moves:
                return  # a digit is of its rows
            self.action_type()
            if self.focused is not None:
                event.stop()
                await self.focused.on_event(event)

    def action_type(self, where: str = "field") -> None:
        self._twice.forget()
        self._anew = None
        super().action_type(where)

    def action_give_up(self) -> None:
        warning = tr("{key} once more: you do not know it.", key=key_of(self, "give_up"))
        if self._is_meant("give_up", warning):
            super().action_give_up()
