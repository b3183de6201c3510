"""What goes wrong inside while the app runs, and does not end it."""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from textual._context import active_message_pump
from textual.actions import ActionParseResult
from textual.app import App
from textual.dom import DOMNode, NoScreen
from textual.events import Event, MouseDown
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkerFailed, get_current_worker

from quizapp.errors import UserError
from quizapp.text.language import tr
from quizapp.text.visible import visible


class GoesOn(App[None]):
    """Told of in a few words, in full when the learner has left; what was answered is kept.

    Textual ends the app whenever an act, a worker, or what a widget does about a message
    raises, its own among them: the command palette's search may come back after the palette
    has gone. Only where there is no first screen to go on from, the app ends.
    """

    def __init__(self) -> None:
        super().__init__()
        self.mishaps: list[str] = []
        """The traceback of each that is unlike the others."""
        self._told: set[str] = set()

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except UserError:
            raise
        except Exception as error:
            if not self._exit:  # nothing can be shown any more
                self._tell_of(error)
            return True

    async def on_event(self, event: Event) -> None:
        """A click on what is no longer there is none: Textual looks for what is around it."""
        if isinstance(event, MouseDown) and self.screen_stack:
            widget, _ = self.screen.get_widget_and_offset_at(event.x, event.y)
            if widget is not None and widget.parent is None and not isinstance(widget, Screen):
                return
        await super().on_event(event)

    async def _dispatch_message(self, message: Message) -> None:
        await self._survive(super()._dispatch_message, message)

    def _register_child(self, parent: DOMNode, child: Widget, *place: Any) -> None:
        """Have a widget go on with its next message, for Textual gives up on one that raises."""
        survive = partial(self._survive, child._dispatch_message)
        child._dispatch_message = survive  # type: ignore[method-assign]
        super()._register_child(parent, child, *place)

    async def _survive(
        self, dispatch: Callable[[Message], Awaitable[None]], message: Message
    ) -> None:
        try:
            await dispatch(message)
        except Exception as error:
            self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """End with one sentence where it is nothing that the program did wrong."""
        of_worker = isinstance(error, WorkerFailed)
        cause = error.error if isinstance(error, WorkerFailed) else error
        node = get_current_worker().node if of_worker else active_message_pump.get()
        if isinstance(cause, UserError):
            self.exit(return_code=2, message=visible(tr("quiz: {cause}", cause=cause)))
        elif not (self.screen_stack and self.screen_stack[0].is_mounted):
            super()._handle_exception(error)
        elif self._is_open(node):
            self._tell_of(cause)
            if isinstance(node, Screen) and not node.is_mounted:
                self.call_later(self._leave, node)

    def _is_open(self, node: MessagePump) -> bool:
        """Whether anybody waits for what a node does, or a worker of it brings."""
        try:
            screen = node.screen if isinstance(node, DOMNode) else self.screen
        except NoScreen:
            return False
        return screen in self.screen_stack and not (self._exit or self._closed)

    def _leave(self, screen: Screen[Any]) -> None:
        """Go back from a screen that could not be laid out."""
        while screen in self.screen_stack[1:]:
            self.pop_screen()

    def _tell_of(self, error: BaseException) -> None:
        """Say it, but not while it is being said: what cannot be drawn fails again at once."""
        mishap = "".join(traceback.format_exception(error))
        if mishap not in self.mishaps:
            self.mishaps.append(mishap)
        words = visible("".join(traceback.format_exception_only(error)).strip())
        if words in self._told:
            return
        self._told.add(words)
        self.set_timer(self.NOTIFICATION_TIMEOUT, lambda: self._told.discard(words))
        self.notify(
            tr(
                "Something went wrong inside, which is quiz's fault: {words}. What was "
                "answered is kept. More is told when you leave.",
                words=words,
            ),
            severity="error",
            markup=False,
        )
