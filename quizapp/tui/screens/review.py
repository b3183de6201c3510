"""The review: an exercise, the learner's prediction, the verdict, a rating."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from functools import partial

from textual import work
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer

from quizapp.ahead import Ahead
from quizapp.deck.model import TriedCard
from quizapp.grading.grade import grade
from quizapp.grading.handed_in import code_of
from quizapp.grading.verdict import Verdict
from quizapp.grading.visible import visible
from quizapp.memory.errors import LogUnavailable
from quizapp.memory.review import Rating
from quizapp.phrases import SLOT_WORDS
from quizapp.session import Session
from quizapp.study import Study
from quizapp.tui.screens.awaited import Awaited, fault_report
from quizapp.tui.screens.excursions import Excursions
from quizapp.tui.screens.review_keys import KEYS, offered
from quizapp.tui.screens.second_run import SecondRun
from quizapp.tui.screens.summary import AfterSummary, SummaryScreen
from quizapp.tui.widgets.answer_pages import PAGES, Page
from quizapp.tui.widgets.exercise_view import ExerciseView
from quizapp.tui.widgets.rating_bar import RatingBar
from quizapp.tui.widgets.title_bar import TitleBar
from quizapp.turn import Turn
from runner.client import Runner
from runner.wire import Fault, Outcome

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
        "keys below act; enter or i goes back to it. ctrl+j starts a new line in an answer. "
        "Code that you write is run by ctrl+s. Options are picked by their numbers, and K and J "
        "move a line up and down."
    )
    BINDINGS = [*KEYS]

    def __init__(
        self, session: Session, runner: Runner, study: Study, clock: Callable[[], datetime]
    ) -> None:
        super().__init__()
        self._session = session
        self._runner = runner
        self._clock = clock
        self._study = study
        self._ahead = Ahead(runner)
        self._view = ExerciseView(study.settings.language, self._hand_in)
        self._awaited = Awaited(
            self, runner, self._ahead, say=self._view.say, changed=self._leave_the_field
        )
        self._second_run = SecondRun(self, runner, say=self._view.pages.say)
        self._excursions = Excursions(self, runner)
        self._shown_at = 0.0
        self._settled = False
        self._told: set[str] = set()

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield self._view
        yield RatingBar(id="ratings", markup=False)
        yield Footer(show_command_palette=False)

    async def on_mount(self) -> None:
        self.set_interval(0.2, self._awaited.tell)
        self.set_interval(0.2, self._second_run.tell)
        await self._show_turn()

    @property
    def _turn(self) -> Turn:
        assert self._session.turn is not None
        return self._session.turn

    async def _show_turn(self) -> None:
        """Show the present turn, unanswered; the summary when there is none left."""
        self._awaited.forget()
        self._second_run.stop()
        self._pass_over_what_cannot_run()
        if self._session.turn is None:
            self.action_end()
            return
        self._ahead.want(self._session.upcoming())
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
        """Leave out cards known not to run here, and say why, once for all that are alike."""
        while self._session.turn is not None:
            seen = self._ahead.seen(self._turn.exercise)
            if not isinstance(seen, Fault) or seen.kind != "refused":
                return
            if seen.message not in self._told:
                self.notify(f"Left out: {seen.message}", markup=False)
                self._told.add(seen.message)
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

    def _hand_in(self) -> None:
        """Enter in a field: on to the next one that is empty; with the last, be graded."""
        if self._may("take_in") and self._view.form.take():
            self._grade()

    def _grade(self) -> None:
        """Hold what stands in the fields against the outcome, now or as soon as it is there."""
        seconds = time.monotonic() - self._shown_at
        answers = self._view.form.answers
        attempt = self._attempt(answers)
        take_in = partial(self._take_in, answers, attempt, seconds)
        self._awaited.bring(self._turn.exercise, take_in, attempt=attempt)

    def _attempt(self, answers: tuple[str, ...]) -> str:
        """The code that is to be tried out; empty for a card that has a truth of its own."""
        exercise = self._turn.exercise
        return code_of(exercise, *answers) if isinstance(exercise.card, TriedCard) else ""

    def _leave_the_field(self) -> None:
        """There is nothing to type while one waits, or where no verdict came."""
        self.set_focus(None)
        self.refresh_bindings()

    def _take_in(
        self, answers: tuple[str, ...], attempt: str, seconds: float, seen: Outcome
    ) -> None:
        """Have the first answer logged, and what the learner tries later just told."""
        if self._runner.hello:
            self._session.torch_version = self._runner.hello.torch
        answer = partial(self._session.answer, answers, seen, now=self._clock(), seconds=seconds)
        if self._turn.revealed:
            self._reveal(grade(self._turn.exercise.card, answers, seen), seen, attempt)
        elif self._logged(answer):
            self._reveal(self._turn.verdict, seen, attempt)
        else:
            self.action_type()
            return
        self.call_after_refresh(self._look_inside, self._turn, attempt)

    def _reveal(self, verdict: Verdict | None, outcome: Outcome | None, attempt: str = "") -> None:
        self._view.reveal(self._turn, verdict, outcome, attempt=attempt)
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

    def _look_inside(self, turn: Turn, attempt: str) -> None:
        """With the verdict drawn, run the exercise once more for its trace and graph."""
        if self._session.turn is turn:
            show = partial(self._view.show_inside, turn)
            self._second_run.begin(turn.exercise, show, attempt=attempt)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what makes sense now."""
        return self._may(action) and (action != "open" or parameters != (self._view.pages.page,))

    def _may(self, action: str) -> bool:
        if self._session.turn is None:
            return action == "end"
        acts = offered(
            self._turn,
            in_field=self.focused is not None,
            takes_letters=self._view.form.takes_letters,
            solved=self._view.shows_solution,
            settled=self._settled,
            waiting=self._awaited.is_waiting,
            faulted=self._awaited.fault is not None,
            stepping=self._view.pages.can_step,
            can_undo=self._session.can_undo,
        )
        return acts.get(action, True)

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    def on_descendant_blur(self) -> None:
        self.refresh_bindings()

    def action_type(self) -> None:
        self._view.form.type()
        self.refresh_bindings()

    def action_edit(self) -> None:
        self._view.edit()
        self.refresh_bindings()

    def action_solution(self) -> None:
        self._view.show_solution(self._turn)
        self.refresh_bindings()

    def action_commands(self) -> None:
        self.set_focus(None)

    def action_turn_over(self) -> None:
        self._session.reveal(now=self._clock())
        self._reveal(None, None)

    def action_hint(self) -> None:
        self._session.take_hint()
        self._view.show_aside(self._turn)
        self.refresh_bindings()

    def action_guess(self) -> None:
        self._session.toggle_guess()
        self._view.show_aside(self._turn)

    def action_setup(self) -> None:
        self._view.toggle_setup()

    def action_open(self, page: Page) -> None:
        self._view.open(page)
        self.refresh_bindings()

    def action_turn_page(self, by: int) -> None:
        self.action_open(PAGES[(PAGES.index(self._view.pages.page) + by) % len(PAGES)])

    def action_step(self, by: int) -> None:
        self._view.step(by)

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
        self._ahead.want(self._session.upcoming())
        self.action_type()
        self._grade()

    def action_copy_report(self) -> None:
        assert self._awaited.fault is not None
        self.app.copy_to_clipboard(fault_report(self._awaited.fault, self._turn.exercise))
        self.notify("Sent to the terminal's clipboard.")

    def action_poke(self) -> None:
        self._excursions.poke(self._turn.exercise, self._view.attempt)

    def action_edit_deck(self) -> None:
        exercise = self._turn.exercise
        self._excursions.edit(exercise.path, exercise.card.line, self._reload_decks)

    def _reload_decks(self) -> None:
        """Go on with the decks as they are now; a card that waits is shown as it is now."""
        exercise = self._turn.exercise
        self._study.reload()
        for problem in self._study.library.problems:
            if problem.path == exercise.path:
                self.notify(visible(str(problem)), severity="warning", markup=False)
                break
        self._session.reload(self._study.library)
        if self._session.turn is None or not self._session.turn.revealed:
            self.call_later(self._show_turn)

    def action_end(self) -> None:
        """The summary; home at once where nothing was answered."""
        self._awaited.stop()
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
        self.workers.cancel_node(self)  # they may come back after the widgets have gone
        self.app.pop_screen()
