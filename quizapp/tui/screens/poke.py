"""Poke: change the code of a card that was answered, run it, look at any expression."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from quizapp.deck.exercise import YOUR_CODE, Exercise
from quizapp.deck.model import Code, PredictCard
from quizapp.grading.visible import visible
from quizapp.inside.poke import poke, poked_lines
from quizapp.inside.spans import Line, Span
from quizapp.inside.steps import shown_trace
from quizapp.tui.widgets.code_editor import CodeEditor
from quizapp.tui.widgets.lines_view import LinesView
from quizapp.tui.widgets.title_bar import TitleBar
from runner.client import Runner
from runner.wire import Fault, Outcome


@dataclass(frozen=True)
class Draft:
    """What stands in the two fields, kept while its card is before the learner."""

    code: str
    expression: str


class PokeScreen(Screen[Draft]):
    """Runs what is in the editor, as often as one likes. Nothing of it is graded or logged."""

    CSS_PATH = "poke.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (90, "-wide")]
    BINDING_GROUP_TITLE = "Poke"
    HELP = (
        "Change the code and run it; then look at any expression: its value, shape, dtype and "
        "more. Below stand the tensors line by line. Nothing of this is graded or kept."
    )
    BINDINGS = [
        Binding("ctrl+s,f5", "run", "run", key_display="^s", tooltip="Run the code"),
        Binding("ctrl+l", "go", "look at", key_display="^l", tooltip="To the expression, and back"),
        Binding("escape", "close", "close", tooltip="Go back to the verdict"),
        Binding("pagedown", "scroll(1)", "Scroll down", show=False, tooltip="Scroll what came"),
        Binding("pageup", "scroll(-1)", "Scroll up", show=False, tooltip="Scroll what came"),
        Binding("f1", "app.help", "help", tooltip="Show these keys"),
    ]

    def __init__(self, runner: Runner, exercise: Exercise, draft: Draft) -> None:
        super().__init__()
        self._runner = runner
        self._exercise = exercise
        self._editor = CodeEditor(draft.code, self.action_run, numbered=True)
        self._expression = Input(draft.expression, placeholder="x.shape", id="expression")
        self._came = LinesView(id="came")

    def compose(self) -> ComposeResult:
        yield TitleBar("poke", "nothing of this is graded or kept")
        with Container(id="poke"):
            yield self._editor
            with Vertical(id="result"):
                yield Static("look at", id="look-at")
                yield self._expression
                with VerticalScroll(id="came-pane", can_focus=False):
                    yield self._came
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self._editor.focus()
        self._say(Span("ctrl+s runs the code.", "aside"))

    def on_input_submitted(self) -> None:
        self.action_run()

    def action_run(self) -> None:
        self._run()

    @work(exclusive=True)
    async def _run(self) -> None:
        code, expression = self._editor.text, self._expression.value
        self._say(Span("running", "aside"))
        seen = await poke(self._runner, self._exercise, code, expression)
        if isinstance(seen, Fault):
            self._say(Span(visible(seen.message), "bad"))
            return
        at_fault = seen.raised.line if seen.raised and seen.raised.path == YOUR_CODE else None
        self._editor.mark_failed(at_fault)
        self._came.show(self._lay_out(seen, code, expression))
        self.query_one("#came-pane").scroll_home(animate=False)

    def _lay_out(self, seen: Outcome, code: str, expression: str) -> Callable[[int], list[Line]]:
        """What came of it, and below that the tensors line by line."""
        told = list(poked_lines(seen, expression))
        if seen.trace is None:
            return lambda width: told
        trace = shown_trace(
            seen.trace, _as_written(self._exercise, code), failed=seen.raised is not None
        )
        return lambda width: [*told, (), *trace.lines(width)]

    def _say(self, words: Span) -> None:
        self._came.show(lambda width: [(words,)])

    def action_go(self) -> None:
        (self._editor if self._expression.has_focus else self._expression).focus()

    def action_scroll(self, pages: int) -> None:
        pane = self.query_one("#came-pane")
        pane.scroll_relative(y=pages * max(pane.size.height - 1, 1), animate=False)

    def action_close(self) -> None:
        self.workers.cancel_node(self)  # it may come back after the widgets have gone
        self.dismiss(Draft(self._editor.text, self._expression.value))


def _as_written(exercise: Exercise, code: str) -> Exercise:
    """The exercise as if this were its code, for showing where lines of it stand."""
    asked = exercise.card
    written = Code(text=code, line=1)
    card = PredictCard(id=asked.id, prompt=asked.prompt, line=1, code=written, asks=())
    return replace(exercise, card=card, draw={}, path=YOUR_CODE)
