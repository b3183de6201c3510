"""What goes wrong inside while the app runs, and does not end it."""

from __future__ import annotations

import traceback
from collections.abc import Mapping

from textual.actions import ActionParseResult
from textual.app import App
from textual.dom import DOMNode, NoScreen
from textual.worker import WorkerFailed, get_current_worker

from quizapp.errors import UserError
from quizapp.text.visible import visible


class GoesOn(App[None]):
    """Told of in a few words, in full when the learner has left; what was answered is kept.

    Textual ends the app whenever an act or a worker raises, its own among them: the command
    palette's search may come back after the palette has gone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.mishaps: list[str] = []
        """The traceback of each."""

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
            self._tell_of(error)
            return True

    def _handle_exception(self, error: Exception) -> None:
        """End with one sentence where it is nothing that the program did wrong."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, UserError):
            self.exit(return_code=2, message=visible(f"quiz: {cause}"))
        elif not isinstance(error, WorkerFailed):
            super()._handle_exception(error)
        elif self._is_open(get_current_worker().node):
            self._tell_of(cause)

    def _is_open(self, node: DOMNode) -> bool:
        """Whether anybody waits for what a worker of the node brings."""
        try:
            return node.screen in self.screen_stack
        except NoScreen:
            return False

    def _tell_of(self, error: BaseException) -> None:
        self.mishaps.append("".join(traceback.format_exception(error)))
        words = visible("".join(traceback.format_exception_only(error)).strip())
        self.notify(
            f"Something went wrong inside, which is quiz's fault: {words}. What was answered is "
            "kept. More is told when you leave.",
            severity="error",
            markup=False,
        )
