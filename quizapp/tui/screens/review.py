"""The review: an exercise, the learner's prediction, the verdict, a rating."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer
from textual.worker import Worker

from quizapp.ahead import Ahead
from quizapp.grading.read import read_answer
from quizapp.grading.verdict import NotUnderstood
from quizapp.memory.errors import LogUnavailable
from quizapp.memory.review import Rating
from quizapp.phrases import SLOT_WORDS
from quizapp.session import Session
from quizapp.study import Study
from quizapp.tui.screens.review_keys import KEYS, offered
from quizapp.tui.screens.summary import AfterSummary, SummaryScreen
from quizapp.tui.widgets.ask_block import AskBlock
from quizapp.tui.widgets.exercise_view import ExerciseView
from quizapp.tui.widgets.rating_bar import RatingBar
from quizapp.tui.widgets.title_bar import TitleBar
from quizapp.turn import Turn
from runner.client import Runner
from runner.wire import Fault, Outcome


@dataclass(frozen=True)
class Answered:
    """What the learner handed in."""

    answers: tuple[str, ...]
    seconds: float


DOUBLE_PRESS = 0.3
"""Seconds in which a second Enter is taken for a part of the first, not for a rating."""


class ReviewScreen(Screen[None]):
    """One sitting, card by card."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (90, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]
    CSS_PATH = "review.tcss"
    AUTO_FOCUS = ""  # what has the focus is the review's own business, also behind a dialog
    BINDING_GROUP_TITLE = "Review"
    HELP = (
        "While a field has the focus, letters are letters. esc leaves the field, so that the "
        "keys below act; enter or i goes back to it. ctrl+j starts a new line in an answer."
    )
    BINDINGS = KEYS

    def __init__(
        self, session: Session, runner: Runner, study: Study, clock: Callable[[], datetime]
    ) -> None:
        super().__init__()
        self._session = session
        self._runner = runner
        self._clock = clock
        self._study = study
        self._ahead = Ahead(runner)
        self._shown_at = 0.0
        self._fault: Fault | None = None
        self._settled = False
        self._wait: Worker[None] | None = None
        self._waiting_since = 0.0
        self._setup = False

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield ExerciseView(self._study.settings.language, self._hand_in)
        yield RatingBar(id="ratings", markup=False)
        yield Footer(show_command_palette=False)

    async def on_mount(self) -> None:
        self.set_interval(0.2, self._show_waiting)
        await self._show_turn()

    @property
    def _turn(self) -> Turn:
        assert self._session.turn is not None
        return self._session.turn

    @property
    def _view(self) -> ExerciseView:
        return self.query_one(ExerciseView)

    async def _show_turn(self) -> None:
        """Show the present turn, unanswered; the summary when there is none left."""
        self._stop_waiting()
        self._pass_over_what_cannot_run()
        if self._session.turn is None:
            self.action_end()
            return
        self._ahead.want(self._session.upcoming())
        self._fault = None
        self._setup = False
        self.query_one(RatingBar).display = False
        self._show_place()
        await self._view.show(self._turn)
        self._shown_at = time.monotonic()
        self.action_type()
        if self._turn.exercise.runs_code:
            self._watch_for_refusal()

    @work(exclusive=True, group="refusal")
    async def _watch_for_refusal(self) -> None:
        """A card may turn out not to run here while the learner reads it."""
        exercise = self._turn.exercise
        seen = await self._ahead.outcome(exercise)
        still_asked = self._session.turn is not None and self._turn.exercise is exercise
        if isinstance(seen, Fault) and seen.kind == "refused" and still_asked:
            self.call_later(self._show_turn)

    def _pass_over_what_cannot_run(self) -> None:
        """Leave out cards known to need what this machine has not, and say so."""
        while self._session.turn is not None:
            seen = self._ahead.seen(self._turn.exercise)
            if not isinstance(seen, Fault) or seen.kind != "refused":
                return
            self.notify(f"Left out: {seen.message}", markup=False)
            self._session.leave_out()

    def _show_place(self) -> None:
        """Which card this is. Its id may give the answer away, so it waits for the verdict."""
        turn = self._turn
        card = turn.exercise.card
        name = card.id.replace("/", " / ") if turn.revealed else card.topic
        kind = SLOT_WORDS.get(turn.slot.kind)
        self.query_one(TitleBar).show(
            f"{name}  ({kind})" if kind else name,
            f"{self._session.position} of {self._session.total}",
        )

    # Answering

    def _hand_in(self, block: AskBlock) -> None:
        """Enter in a field: on to the next one that is empty; with the last, be graded."""
        blocks = self._view.blocks
        if not self._may("take_in") or block not in blocks or not self._understood(block):
            return
        empty = [other.field for other in blocks if not other.field.answer.strip()]
        if empty:
            self.set_focus(empty[0])
        elif all(map(self._understood, blocks)):
            self._grade()

    def _grade(self) -> None:
        """Hold what stands in the fields against the outcome, now or as soon as it is there."""
        answered = Answered(
            tuple(block.field.answer for block in self._view.blocks),
            time.monotonic() - self._shown_at,
        )
        seen = self._ahead.seen(self._turn.exercise)
        if seen is not None:
            self._take_in(answered, seen)
            return
        self._waiting_since = time.monotonic()
        self._wait = self._wait_for_outcome(answered)
        self._show_waiting()
        self.set_focus(None)
        self.refresh_bindings()

    def _understood(self, block: AskBlock) -> bool:
        """Whether an answer can be read; where not, the learner is asked for it again."""
        reading = read_answer(block.ask, block.field.answer)
        if not isinstance(reading, NotUnderstood):
            block.ask_again("")
            return True
        block.ask_again(reading.hint)
        self.set_focus(block.field)
        return False

    @work
    async def _wait_for_outcome(self, answered: Answered) -> None:
        seen = await self._ahead.outcome(self._turn.exercise)
        self._wait = None
        self._take_in(answered, seen)

    def _stop_waiting(self) -> None:
        """The learner has gone elsewhere: what was handed in is not graded any more."""
        if self._wait is not None:
            self._wait.cancel()
            self._wait = None

    def _show_waiting(self) -> None:
        if self._wait is not None:
            waited = int(time.monotonic() - self._waiting_since)
            what = "running the code" if self._runner.hello else "torch is starting"
            self._view.say(Content(f"{what}, {waited} s"))

    def _take_in(self, answered: Answered, seen: Outcome | Fault) -> None:
        if isinstance(seen, Fault):
            self._show_fault(seen)
            return
        if self._runner.hello:
            self._session.torch_version = self._runner.hello.torch
        answer = partial(
            self._session.answer,
            answered.answers,
            seen,
            now=self._clock(),
            seconds=answered.seconds,
        )
        self._view.say(Content())
        if self._logged(answer):
            self._reveal(seen)
        else:
            self.action_type()

    def _reveal(self, outcome: Outcome | None) -> None:
        self._view.reveal(self._turn, outcome)
        self._show_place()
        bar = self.query_one(RatingBar)
        bar.show(self._turn, self._session.total - self._session.position)
        bar.display = True
        self.set_focus(None)
        self._settled = False
        self.set_timer(DOUBLE_PRESS, self._settle)
        self.refresh_bindings()

    def _settle(self) -> None:
        """From now on Enter takes the rating."""
        self._settled = True
        self.refresh_bindings()

    def _logged(self, act: Callable[[], object]) -> bool:
        """Do what writes the log; where that fails just now, say so and stay as one was."""
        try:
            act()
        except LogUnavailable as error:
            self.notify(f"{error} Try again.", severity="error", markup=False)
            return False
        return True

    def _show_fault(self, fault: Fault) -> None:
        self._fault = fault
        self._ahead.forget(self._turn.exercise)
        self._view.say(
            Content.assemble(
                ("! no verdict  ", "bold $text-warning"),
                f"{fault.message} This does not count against you.",
            )
        )
        self.set_focus(None)
        self.refresh_bindings()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what makes sense now."""
        return self._may(action)

    def _may(self, action: str) -> bool:
        if self._session.turn is None:
            return action == "end"
        acts = offered(
            self._turn,
            typing=self.focused is not None,
            settled=self._settled,
            waiting=self._wait is not None,
            faulted=self._fault is not None,
            can_undo=self._session.can_undo,
        )
        return acts.get(action, True)

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    def on_descendant_blur(self) -> None:
        self.refresh_bindings()

    def action_type(self) -> None:
        fields = [block.field for block in self._view.blocks]
        empty = [field for field in fields if not field.answer.strip()]
        for field in (empty or fields)[:1]:
            self.set_focus(field)
        self.refresh_bindings()

    def action_commands(self) -> None:
        self.set_focus(None)

    def action_turn_over(self) -> None:
        self._session.reveal(now=self._clock())
        self._reveal(None)

    def action_hint(self) -> None:
        self._session.take_hint()
        self._view.show_aside(self._turn)
        self.refresh_bindings()

    def action_guess(self) -> None:
        self._session.toggle_guess()
        self._view.show_aside(self._turn)

    def action_setup(self) -> None:
        self._setup = not self._setup
        self._view.show_code(self._turn, setup=self._setup)

    def action_scroll(self, pages: int) -> None:
        self._view.scroll_text(pages)

    async def action_take(self) -> None:
        await self.action_rate(self._turn.proposed)

    async def action_rate(self, rating: int) -> None:
        seconds = time.monotonic() - self._shown_at
        rate = partial(self._session.rate, Rating(rating), now=self._clock(), seconds=seconds)
        if self._logged(rate):
            await self._show_turn()

    async def action_skip(self) -> None:
        self._session.skip()
        await self._show_turn()

    async def action_leave_out(self) -> None:
        self._session.leave_out()
        await self._show_turn()

    async def action_undo(self) -> None:
        if self._logged(partial(self._session.undo, now=self._clock())):
            await self._show_turn()

    async def action_retry(self) -> None:
        self._fault = None
        self._ahead.want(self._session.upcoming())
        self.action_type()
        self._grade()

    def action_copy_report(self) -> None:
        assert self._fault is not None
        exercise = self._turn.exercise
        what = f"{self._fault.kind}: {self._fault.message}"
        self.app.copy_to_clipboard(f"{what}\n{exercise.card.id}\n\n{exercise.shown_code}")
        self.notify("Sent to the terminal's clipboard.")

    def action_end(self) -> None:
        """The summary; home at once where nothing was answered."""
        self._stop_waiting()
        if not self._session.answered:
            self._leave()
            return
        today = self._study.study_date(self._clock())
        over = self._session.turn is None
        summary = SummaryScreen(self._session.summary(), today, over=over)
        self.app.push_screen(summary, self._after_summary)

    async def _after_summary(self, then: AfterSummary | None) -> None:
        if then == "undo":
            await self.action_undo()
        elif then == "home":
            self._leave()

    def _leave(self) -> None:
        self._ahead.want(())
        self.app.pop_screen()
