"""Poke: change the code of a card that was answered, run it, look at any expression."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical, VerticalScroll
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea
from textual.worker import Worker

from quizapp.deck.exercise import Exercise
from quizapp.inside.poke import (
    as_written,
    failed_line,
    fault_lines,
    first_expression,
    given_lines,
    in_own_words,
    pictured,
    poke,
    poked_lines,
)
from quizapp.inside.spans import Line, Span
from quizapp.inside.steps import shown_trace
from quizapp.machine.isolation import is_sandboxed
from quizapp.pictures.album import Album
from quizapp.running.faults import words_of
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.keys.motions import SCROLLS, Scrolls
from quizapp.tui.screens.closed_once import ClosedOnce
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.screens.ticks import Ticks
from quizapp.tui.widgets.code_editor import CodeEditor
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.lines_view import LinesView
from quizapp.tui.widgets.picture_view import PictureView
from quizapp.tui.widgets.title_bar import TitleBar
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome

LayOut = Callable[[int], Sequence[Line]]


@dataclass(frozen=True)
class Draft:
    """What stands on the screen, kept while its card is before the learner.

    `own` is the code that it began with, `came` what the last run gave, and `failed` the line of
    the code that raised.
    """

    own: str
    code: str
    expression: str
    came: LayOut
    failed: int | None = None
    begins_at: int = 0
    """The line of the code, from 0, that one is to see first."""

    ran: tuple[str, str] | None = None
    """The code and the expression that gave what came, where any was run."""


class PokeScreen(Scrolls, ClosedOnce[Draft], StyledOnce[Draft]):
    """Runs what is in the editor, as often as one likes. Nothing of it is graded or logged."""

    CSS_PATH = "poke.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (90, "-wide")]
    BINDING_GROUP_TITLE = mark("Poke")
    HELP = mark(
        "Change the code and run it; then look at any expression: its value, "
        "shape, dtype and more. Below stand the tensors line by line; {picture} draws "
        "what the expression comes to. In the code ctrl+_ undoes and ctrl+y redoes. {stop} stops "
        "code that runs too long. Nothing of this is graded; what you wrote stands here until you "
        "go home or poke at another card. {reset} brings the code back as it was."
    )
    BINDINGS = [
        Binding("ctrl+s,f5", "run", "run", key_display="^s", tooltip="Run the code"),
        Binding("ctrl+l", "look_at", "look at", key_display="^l", tooltip="Go to the expression"),
        Binding("ctrl+l", "code", "code", key_display="^l", tooltip="Go to the code"),
        Binding(
            "ctrl+g",
            "picture",
            "picture",
            key_display="^g",
            tooltip="Pictures, or text again",
        ),
        Binding(
            "ctrl+r",
            "reset",
            "as it was",
            key_display="^r",
            tooltip="The code as it was; ctrl+_ takes that back",
        ),
        Binding("f", "turn_picture(1)", "next picture", tooltip="In the pictures: the next kind"),
        Binding("down,j", "step(1)", show=False, tooltip="In the pictures: the next step"),
        Binding("up,k", "step(-1)", show=False, tooltip="In the pictures: the step before"),
        Binding("right", "walk(1)", show=False, tooltip="In the boxes: to the one beside"),
        Binding("left", "walk(-1)", show=False, tooltip="In the boxes: to the one beside"),
        Binding("escape", "stop", "stop", tooltip="Stop the code that runs"),
        Binding("escape", "text", "text", tooltip="From the pictures back to the text"),
        Binding("escape", "close", "close", tooltip="Back"),
        *SCROLLS,
        HELP_KEY,
    ]

    def __init__(self, runner: Runner, exercise: Exercise, draft: Draft) -> None:
        super().__init__()
        self._runner = runner
        self._exercise = exercise
        self._draft = draft
        self._editor = CodeEditor(draft.code, self.action_run, numbered=True)
        self._expression = Input(
            draft.expression, placeholder=tr("any expression"), id="expression"
        )
        self._expression.cursor_blink = False
        self._came = LinesView(id="came")
        self._picture = PictureView(id="drawn")
        self._picture.can_focus = True
        self._pane = VerticalScroll(self._picture, id="drawn-pane", can_focus=False)
        self._was_changed = self._is_changed
        self._drew: tuple[str, str] | None = None
        self._drawing: Worker[None] | None = None
        self._work: Worker[None] | None = None
        self._since = 0.0
        self._ticks = Ticks(self, self._tell)

    def compose(self) -> ComposeResult:
        yield TitleBar(tr("poke"), tr("nothing of this is graded"))
        with Container(id="poke"):
            yield self._editor
            with Vertical(id="result"):
                yield Static(id="look-at")
                yield self._expression
                with VerticalScroll(id="came-pane", can_focus=False):
                    yield self._came
                yield self._pane
        yield KeyBar()

    def on_mount(self) -> None:
        self._pane.display = False
        self._pane.border_title = tr("picture")
        self.watch(self._pane, "virtual_size", self._laid_out, init=False)
        self.set_focus(self._editor)
        self._editor.move_cursor((self._draft.begins_at, 0))
        self._show(self._draft.came, failed=self._draft.failed)
        self._mark_old()

    @property
    def _entered(self) -> tuple[str, str]:
        return self._editor.text, self._expression.value

    @on(TextArea.Changed)
    @on(Input.Changed)
    def _mark_old(self) -> None:
        """Say so where what stands below came of something else than is now entered."""
        below = self._drew if self._pane.display else self._draft.ran
        is_old = below not in (None, self._entered)
        told = tr("look at (below: before your change)") if is_old else tr("look at")
        self.query_one("#look-at", Static).update(told)
        if self._is_changed != self._was_changed:
            self._was_changed = self._is_changed
            self.refresh_bindings()

    @property
    def _is_changed(self) -> bool:
        return self._editor.text != self._draft.own

    def on_input_submitted(self) -> None:
        self.action_run()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what is not so already."""
        match action:
            case "look_at":
                return self.focused is not self._expression
            case "code":
                return self.focused is self._expression
            case "stop":
                return self._work is not None
            case "reset":
                return self._is_changed and not self._at_pictures
            case "close":
                return self._work is None and not self._at_pictures
            case "text":
                return self._work is None and self._at_pictures
            case "turn_picture":
                return self._at_pictures and self._picture.has_others
            case "step":
                return self._at_pictures and self._picture.can_step
            case "walk":
                return self._at_pictures and self._picture.can_walk
        return True

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    def action_run(self) -> None:
        """Run what stands in the editor now, in place of what may be running yet."""
        self._give_up()
        self._since = time.monotonic()
        self._work = self.run_worker(self._run)
        if self._pane.display:
            self._draw()
        self._ticks.begin()
        self.refresh_bindings()

    def action_stop(self) -> None:
        waited = self._waited
        self._give_up()
        self._came.show(
            lambda width: [(Span(tr("stopped after {waited} s", waited=waited), "aside"),)]
        )
        self.refresh_bindings()

    def _give_up(self) -> None:
        if self._work is not None:
            self._work.cancel()
            self._work = None

    @property
    def _waited(self) -> int:
        return int(time.monotonic() - self._since)

    def _tell(self) -> bool:
        """Say that the code runs, and for how long by now, where it does."""
        what = tr("running the code") if self._runner.hello else tr("torch is starting")
        words = Span(tr("{what}, {waited} s", what=what, waited=self._waited), "aside")
        if self._work is not None:
            self._came.show(lambda width: [(words,)])
        if self._drawing is not None:
            self._picture.say(words)
        return self._work is not None or self._drawing is not None

    async def _run(self) -> None:
        code, expression = ran = self._entered
        self._draft = replace(self._draft, ran=ran)
        self._mark_old()
        seen = await poke(self._runner, self._exercise, code, expression)
        self._work = None
        self.refresh_bindings()
        if isinstance(seen, Fault):
            told = list(fault_lines(seen))
            self._show(lambda width: told)
            return
        written = as_written(self._exercise, code)
        sandboxed = is_sandboxed(self._runner.hello)
        lines = partial(poked_lines, seen, expression, sandboxed=sandboxed)
        came = _with_trace(lines, seen, written)
        self._show(came, failed=failed_line(written, seen))

    def _show(self, came: LayOut, *, failed: int | None = None) -> None:
        self._draft = replace(self._draft, came=came, failed=failed)
        self._editor.mark_failed(failed)
        self._came.show(came)
        self.query_one("#came-pane").scroll_home(animate=False)

    @property
    def _at_pictures(self) -> bool:
        return self.focused is self._picture

    def action_picture(self) -> None:
        """Draw what the expression comes to, or show in words again what came."""
        shown = not self._pane.display
        self._pane.display = shown
        self.query_one("#came-pane").display = not shown
        self.set_focus(self._picture if shown else self._editor)
        if shown:
            self._draw()
        self._mark_old()
        self.refresh_bindings()

    def action_text(self) -> None:
        self.action_picture()

    def _draw(self) -> None:
        """Run the code once more, for its pictures."""
        if self._drawing is not None:
            self._drawing.cancel()
        self._since = time.monotonic()
        self._drawing = self.run_worker(self._see)
        self._ticks.begin()

    async def _see(self) -> None:
        code, expression = self._drew = self._entered
        self._mark_old()
        seen = await self._runner.run(pictured(self._exercise, code, expression))
        self._drawing = None
        if isinstance(seen, Fault):
            self._picture.say(Span(visible(words_of(seen)), "bad"))
        else:
            written = as_written(self._exercise, code, expression)
            self._picture.show_album(Album(in_own_words(seen, expression), written))
        self._turned()

    def action_turn_picture(self, by: int) -> None:
        self._picture.turn(by)
        self._pane.scroll_home(animate=False)
        self._turned()

    def action_step(self, by: int) -> None:
        self._picture.move(by)
        self._turned()

    def action_walk(self, across: int) -> None:
        self._picture.walk(across, 0)
        self._turned()

    def _turned(self) -> None:
        """Say where in the pictures one is, and bring that into sight."""
        self._pane.border_subtitle = self._picture.place if self._picture.can_step else None
        self.refresh_bindings()
        self.call_after_refresh(self._bring_into_sight)

    def _laid_out(self) -> None:
        self.call_after_refresh(self._bring_into_sight)

    def _bring_into_sight(self) -> None:
        if rows := self._picture.rows_in_sight:
            top = self._picture.virtual_region.y + rows.start
            self._pane.scroll_to_region(Region(0, top, 1, len(rows)), animate=False)

    def action_look_at(self) -> None:
        self.set_focus(self._expression)

    def action_code(self) -> None:
        self.set_focus(self._editor)

    def action_reset(self) -> None:
        end = self._editor.document.end
        self._editor.replace(self._draft.own, (0, 0), end, maintain_selection_offset=False)
        self._editor.move_cursor((self._draft.begins_at, 0))
        self.set_focus(self._editor)

    @property
    def panes(self) -> Sequence[Widget]:
        return [self._pane if self._pane.display else self.query_one("#came-pane")]

    def action_close(self) -> None:
        self.workers.cancel_node(self)  # it may come back after the widgets have gone
        code, expression = self._entered
        self.dismiss(replace(self._draft, code=code, expression=expression))


def first_draft(
    exercise: Exercise, attempt: str, gave: Outcome | None, *, sandboxed: bool
) -> Draft:
    """The code that was answered or handed in, with what its run gave, where that is known."""
    code, expression = exercise.whole_code(attempt), first_expression(exercise)
    if gave is None:
        return draft_of(exercise, code)
    lines = partial(given_lines, exercise, gave, sandboxed=sandboxed)
    came = _with_trace(lines, gave, exercise, attempt)
    return Draft(code, code, expression, came, failed_line(exercise, gave), ran=(code, expression))


def draft_of(exercise: Exercise, code: str, *, begins_at: int = 0) -> Draft:
    """Code that is yet to be run."""
    hint = (Span(tr("Nothing was run yet."), "aside"),)
    expression = first_expression(exercise)
    return Draft(code, code, expression, lambda width: [hint], begins_at=begins_at)


def _with_trace(
    tell: Callable[[int], Iterable[Line]], seen: Outcome, exercise: Exercise, attempt: str = ""
) -> LayOut:
    """What came of it, and below that the tensors line by line."""
    if seen.trace is None:
        return lambda width: list(tell(width))
    failed = seen.raised is not None
    trace = shown_trace(seen.trace, exercise, failed=failed, attempt=attempt)
    return lambda width: [*tell(width), (), *trace.lines(width)]
