"""A placement: questions, each chosen by the answers before, and what they come to."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import Static

from quizapp.memory.errors import LogUnavailable
from quizapp.study.phrases import not_known_in_words, placed_in_words, taken_up_in_words
from quizapp.study.placement import Placed, Placement, take_back_placement
from quizapp.study.placing import Placing
from quizapp.study.study import Study
from quizapp.study.turn import Turn
from quizapp.text.language import mark, tr
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.keys.motions import SCROLLS, Scrolls
from quizapp.tui.keys.moving import act_at, key_of, keys_by_name
from quizapp.tui.keys.type_keys import TYPE_KEYS
from quizapp.tui.keys_in_order import take_as_one
from quizapp.tui.screens.asking import AskingScreen
from quizapp.tui.screens.breath import Breath, HeedsBreath
from quizapp.tui.screens.closed_once import ClosedOnce
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.title_bar import TitleBar
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome


class PlacementScreen(AskingScreen):
    """Asks until enough is known, or the learner stops. Nothing is told of an answer."""

    CSS_PATH = "review.tcss"
    BINDING_GROUP_TITLE = mark("Placement")
    HELP = mark(
        "Each question is chosen by your answers so far. Type ? where you do not "
        "know. Nothing is told of your answers, so that no card is spoilt. Stop "
        "whenever you like: what was answered counts."
    )
    BINDINGS = [
        *TYPE_KEYS,
        Binding("escape", "commands", "commands", tooltip="Leave the field, so that letters act"),
        Binding("ctrl+g", "grid", "grid", key_display="^g", tooltip="Write the value in cells"),
        Binding("d", "give_up", "don't know", tooltip="You do not know: on to the next question"),
        Binding("s", "skip", "another", tooltip="Another question in place of this one"),
        Binding("u", "undo", "undo", tooltip="Take the last answer back, and ask that again"),
        Binding("x", "setup", "setup", tooltip="Show or hide the deck's setup code"),
        Binding("tab", "app.focus_next", "Next field", show=False),
        Binding("shift+tab", "app.focus_previous", "Field before", show=False),
        Binding("down,j", "move(1)", "Down", show=False, tooltip="In options: down"),
        Binding("up,k", "move(-1)", "Up", show=False, tooltip="In options: up"),
        *SCROLLS,
        Binding("q", "stop", "stop", tooltip="Stop here; what was answered counts"),
        HELP_KEY,
    ]

    def __init__(
        self, placement: Placement, runner: Runner, study: Study, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(runner, study, clock)
        self._placement = placement
        self._shown: Turn | None = None
        """Whose question stands there: that of the present turn, as soon as it is drawn."""
        self._placed: Placed | None = None

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield self._view
        yield KeyBar(lesser=("setup", "undo"))

    async def on_mount(self) -> None:
        self._begin()
        await self._show_question()

    @property
    def _turn(self) -> Turn:
        assert self._placement.turn is not None
        return self._placement.turn

    async def _show_question(self) -> None:
        """Show the present question; what they came to when there is none left."""
        self._awaited.forget()
        self._breath.end()
        if self._placement.turn is None:
            self._finish()
            return
        self._ahead.want(self._placement.upcoming())
        fewest, most = self._placement.most
        asked = self._placement.asked + 1
        self.query_one(TitleBar).show(
            tr(
                "{topic}  (what do you know already?)",
                topic=self._study.title_of(self._turn.exercise.card.topic),
            ),
            tr("question {asked} of {fewest} to {most}", asked=asked, fewest=fewest, most=most)
            if asked <= fewest
            else tr("question {asked} of {most} at most", asked=asked, most=most),
        )
        turn = self._turn
        await self._view.show(turn)
        self._shown = turn
        if self._placement.asked == self._placement.taken_up:
            how = tr(
                "Type ? where you do not know. To stop: {commands}, then {stop}.",
                **keys_by_name(self),
            )
            self._view.say(Content("\n".join([*taken_up_in_words(self._placement), how])))
        self._stopwatch.start()
        self.action_type()
        self.run_worker(self._watch_the_run(self._turn), exclusive=True, group="watch")

    async def _watch_the_run(self, turn: Turn) -> None:
        """The words of options may wait for the code to be run; or it does not run here."""
        seen = await self._ahead.outcome(turn.exercise)
        if self._placement.turn is not turn or self._awaited.is_waiting:
            return
        if isinstance(seen, Fault):
            self.app.call_later(self._take_fault, turn)
        elif turn.exercise.has_words:
            self._view.form.tell(turn.exercise.told(seen))

    async def _take_fault(self, turn: Turn) -> None:
        """Ask another question in place of one that cannot be asked here."""
        if self._placement.turn is turn:
            await self.action_skip()

    def _hold(self, answers: tuple[str, ...]) -> None:
        take_in = partial(self._take_in, answers, self._stopwatch.seconds)
        self._awaited.bring(self._turn.exercise, take_in)

    def _take_in(self, answers: tuple[str, ...], seconds: float, seen: Outcome) -> None:
        if self._asks_again(self._turn.exercise, answers, seen):
            return
        if self._runner.hello:
            self._placement.torch_version = self._runner.hello.torch
        answer = partial(self._placement.answer, answers, seen, now=self._clock(), seconds=seconds)
        if self._log.wrote(answer, self._show_question):
            self.app.call_later(self._show_question)

    def _finish(self) -> None:
        """Take as known what is, and say what that comes to."""
        self._ahead.want(())
        if self._log.wrote(self._place, self._show_placed):
            self._show_placed()

    def _place(self) -> None:
        self._placed = Placing(self._study).end(self._placement, self._clock())

    def _show_placed(self) -> None:
        assert self._placed is not None
        today = self._study.study_date(self._clock())
        lines = placed_in_words(self._placed, today, self._study.title_of)
        self.app.switch_screen(PlacedScreen(lines, self._placed.taken, self._study, self._clock))

    def _leave_the_field(self) -> None:
        super()._leave_the_field()
        if self._awaited.fault is not None:
            self.app.call_later(self._take_fault, self._turn)

    def _tell_of_log(self, error: LogUnavailable) -> None:
        self.notify(tr("{error} Try again.", error=error), severity="error", markup=False)
        if self._placement.turn is not None:
            self.action_type()

    def _may(self, action: str) -> bool:
        turn = self._placement.turn
        if self._log.is_waiting or turn is None or turn is not self._shown:
            return False  # what comes with the key before was meant for the question before
        asking = not self._awaited.is_waiting
        typing = self.focused is not None
        acts = {
            "take_in": asking and typing,
            "commands": asking and typing,
            "type": asking and not typing,
            "give_up": asking,
            "grid": asking and self._view.form.has_grid,
            "skip": asking,
            "undo": asking and not typing and self._placement.can_be_taken_back,
            "move": asking and not typing and self._view.form.moves,
            "setup": self._turn.exercise.setup is not None,
        }
        return acts.get(action, True)

    async def action_skip(self) -> None:
        self._placement.leave_out()
        await self._show_question()

    async def action_undo(self) -> None:
        if self._log.wrote(partial(self._placement.take_back, self._clock()), self._show_again):
            await self._show_again()

    async def _show_again(self) -> None:
        await self._show_question()
        self._view.say(Content(tr("Your answer is taken back.")))

    def action_stop(self) -> None:
        """What was answered counts; home at once where nothing was."""
        self._awaited.stop()
        if self._placement.asked:
            self._finish()
        else:
            self._ahead.want(())
            self.dismiss()


class PlacedScreen(Scrolls, HeedsBreath[None], ClosedOnce[None]):
    """What a placement came to."""

    CSS_PATH = "summary.tcss"
    BINDING_GROUP_TITLE = mark("Placement")
    BINDINGS = [
        Binding("enter,escape", "dismiss", "home", key_display="enter", tooltip="Go home"),
        Binding("u", "undo", "undo", tooltip="Take nothing as known, as before"),
        *SCROLLS,
        Binding("q", "app.quit", "quit", tooltip="Leave; what is taken as known is kept"),
        HELP_KEY,
    ]

    def __init__(
        self, lines: list[str], taken: int, study: Study, clock: Callable[[], datetime]
    ) -> None:
        super().__init__()
        self._lines = lines
        self._taken = taken
        self._study = study
        self._clock = clock
        self._breath = Breath(self)
        self._is_asked = False

    def on_mount(self) -> None:
        self._breath.begin(blind=True)  # what was pressed for the last question closes nothing

    def compose(self) -> ComposeResult:
        yield TitleBar(tr("What you know already"))
        with VerticalScroll(id="summary", can_focus=False):
            yield Static("\n".join(self._lines), markup=False)
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There may be nothing to undo."""
        return action != "undo" or self._taken > 0

    @property
    def panes(self) -> Sequence[Widget]:
        return [self.query_one(VerticalScroll)]

    def on_key(self, event: Key) -> None:
        """Unless a key undoes, that is asked about anew."""
        if act_at(self, event.key) != "undo":
            self._is_asked = False

    def action_undo(self) -> None:
        self.app.clear_notifications()
        if not self._is_asked:
            self._is_asked = True
            key = key_of(self, "undo")
            told = tr("{key} again takes back what you were placed by.", key=key)
            self.notify(told, markup=False)
            take_as_one(self.app)
            return
        try:
            cards = take_back_placement(self._study.log, self._clock(), random.Random())
        except LogUnavailable as error:
            self.notify(tr("{error} Try again.", error=error), severity="error", markup=False)
        else:
            self.dismiss()
            self.app.notify(not_known_in_words(cards), markup=False)
