"""What the screens that ask exercises have in common: one before them, its outcome, their keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime

from textual.content import Content
from textual.events import Key
from textual.widget import Widget

from quizapp.deck.exercise import Exercise
from quizapp.memory.errors import LogUnavailable
from quizapp.running.ahead import Ahead
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.tui.keys.motions import Scrolls
from quizapp.tui.screens.awaited import Awaited
from quizapp.tui.screens.breath import UNSEEN, Breath, HeedsBreath
from quizapp.tui.screens.log_writer import LogWriter
from quizapp.tui.screens.stopwatch import Stopwatch
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.widgets.exercise_view import ExerciseView
from quizapp.values.unknown import UNKNOWN
from runner.client import Runner
from runner.protocol.wire import Outcome


class AskingScreen(Scrolls, HeedsBreath[None], StyledOnce[None]):
    """Shows exercises, and takes answers to them. Which, and to what end, its heirs know."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (90, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (14, "-short"), (30, "-tall")]
    AUTO_FOCUS = ""  # what has the focus is the screen's own business, also behind a dialog

    def __init__(self, runner: Runner, study: Study, clock: Callable[[], datetime]) -> None:
        super().__init__()
        self._runner = runner
        self._study = study
        self._clock = clock
        self._ahead = Ahead(runner)
        self._view = ExerciseView(study.language, self._hand_in)
        self._awaited = Awaited(
            self, runner, self._ahead, say=self._view.say, changed=self._leave_the_field
        )
        self._log = LogWriter(
            *(self, study.log),
            say=self._say_of_log,
            changed=self._leave_the_field,
            failed=self._tell_of_log,
        )
        self._stopwatch = Stopwatch()
        self._breath = Breath(self)

    @abstractmethod
    def _may(self, action: str) -> bool:
        """Whether an act makes sense now; `take_in` is to take answers."""

    @abstractmethod
    def _hold(self, answers: tuple[str, ...]) -> None:
        """Take answers in, now or as soon as it is known what torch makes of the code."""

    @abstractmethod
    def _tell_of_log(self, error: LogUnavailable) -> None:
        """The log cannot be written just now: say so, and stay as one was."""

    def _begin(self) -> None:
        """Once mounted: heed the clock."""
        self._stopwatch.heed(self)

    def on_unmount(self) -> None:
        self._stopwatch.leave(self)

    def _hand_in(self) -> None:
        """Enter in a field: on to the next one that is empty; with the last, take them in."""
        if self._view.form.moves and self._stopwatch.seconds < UNSEEN:
            if self._view.has_draft:
                self._view.say(Content(tr("Picked before it was seen: enter hands it in.")))
            return
        if self._may("take_in") and self._view.form.take():
            self.app.clear_notifications()  # they tell of what was before, and lie over what comes
            self._hold(self._view.form.answers)

    def _asks_again(
        self, exercise: Exercise, answers: tuple[str, ...], seen: Outcome | None
    ) -> bool:
        """Whether answers lack no more than digits: the learner is brought back to them."""
        whys = exercise.asked_again(answers, seen)
        if whys:
            self._breath.end()
            self._view.form.ask_for_digits(whys)
            self.refresh_bindings()
        return bool(whys)

    def _leave_the_field(self) -> None:
        """There is nothing to type while one waits, or where no outcome came."""
        self._breath.begin(blind=self._awaited.is_waiting or self._log.is_waiting)
        self.set_focus(None)
        self.refresh_bindings()

    def _say_of_log(self, words: str) -> None:
        """Say what is waited for, where the learner looks."""
        self._view.say(Content(words))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what makes sense now."""
        if action == "type" and self._view.form.moves != (parameters == ("rows",)):
            return False
        return self._may(action)

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    def on_descendant_blur(self) -> None:
        self.refresh_bindings()

    async def on_key(self, event: Key) -> None:
        """What is no command here, as a digit, but acts on the rows of the form, does so."""
        is_command = event.key in self.active_bindings
        if self._may("move") and not is_command and await self._view.form.press(event.key):
            self.action_type()
            event.stop()

    def action_type(self, where: str = "field") -> None:
        """Go to what is answered in; `where` only tells its names in the bottom line apart."""
        self._view.form.type()
        self.refresh_bindings()

    def action_commands(self) -> None:
        self._view.form.leave()
        self.set_focus(None)

    def action_move(self, by: int) -> None:
        self.action_type()
        self._view.form.move(by)

    def action_give_up(self) -> None:
        """The learner does not know it, whatever stands in the fields."""
        self.app.clear_notifications()
        self._hold((UNKNOWN,) * len(self._view.form.answers))

    def action_turn_unknown(self) -> None:
        self.action_give_up()

    def action_grid(self) -> None:
        self._view.form.toggle_grid()
        self.refresh_bindings()

    def action_setup(self) -> None:
        self._view.toggle_setup()

    @property
    def panes(self) -> Sequence[Widget]:
        return self._view.panes
