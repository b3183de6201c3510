"""The card that an undo asks again: no field has the focus, so that more can be undone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from textual.events import Key
from textual.timer import Timer

from quizapp.study.session import Session
from quizapp.study.study import Study
from quizapp.study.turn import Slot
from quizapp.text.language import tr
from quizapp.tui.keys.moving import act_at, key_of, keys_by_name
from quizapp.tui.keys_in_order import DOUBLE_PRESS
from quizapp.tui.screens.deck_edits import EditableScreen
from runner.client import Runner


class AskedAnewScreen(EditableScreen):
    """What is typed then takes the place of the old answer, also where it begins with a command.

    A letter that is one waits for whether another follows at once: then both are of an answer.
    """

    def __init__(
        self, session: Session, runner: Runner, study: Study, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(session, runner, study, clock)
        self._anew: Slot | None = None
        self._is_answered = False
        """An answer stands there, whose place another may take."""
        self._held: Key | None = None
        self._letting_go: Timer | None = None

    def _ask_anew(self) -> str:
        """Have it wait for another answer; the words say how that is given."""
        self._anew = self._turn.slot
        self._is_answered = any(map(str.strip, self._view.form.answers))
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
        """What is no command begins the answer, and what is typed in one go."""
        held, self._held = self._held, None
        if self._letting_go is not None:
            self._letting_go.stop()
        if self.focused is not None:
            return
        undo = keys_by_name(self).get("undo")  # an author has none
        is_undo = undo is not None and event.character == undo
        if is_undo and held is None and not self._session.can_undo:
            self.notify(tr("Nothing was answered or decided today that could be undone."))
        if self._anew is None or self._anew is not self._turn.slot:
            return
        if event.key == "enter" and self._view.form.moves and self._may("type"):
            self.action_type()  # no text is written in rows that it would be gone back to
            self._hand_in()
            event.stop()
            event.prevent_default()
        elif held is not None and (event.key == held.key or not event.is_printable):
            event.stop()
            event.prevent_default()
            await self._act_on(held)
            await self.app.on_event(Key(event.key, event.character))
        elif event.is_printable and self._may("type") and not self._view.form.moves:
            if held is not None or not (is_undo or act_at(self, event.key)):
                self.action_type()
                event.stop()
                for key in (held, event):
                    if key is not None and self.focused is not None:
                        await self.focused.on_event(Key(key.key, key.character))
            elif self._is_answered and act_at(self, event.key) != "type":
                event.stop()
                event.prevent_default()
                self._held = event
                self._letting_go = self.set_timer(DOUBLE_PRESS, partial(self._let_go, event))

    async def _let_go(self, held: Key) -> None:
        """Nothing has followed: it was the command."""
        if self._held is held:
            self._held = None
            await self._act_on(held)

    async def _act_on(self, key: Key) -> None:
        active = self.active_bindings.get(key.key)
        if active is not None and active.enabled:
            await self.app.run_action(active.binding.action, active.node)

    def action_type(self, where: str = "field") -> None:
        self._twice.forget()
        self._anew = None
        super().action_type(where)

    def action_give_up(self) -> None:
        warning = tr("{key} once more: you do not know it.", key=key_of(self, "give_up"))
        if self._is_meant("give_up", warning):
            super().action_give_up()
