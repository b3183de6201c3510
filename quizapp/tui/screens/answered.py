"""What there is to look at once an answer is given: pages, pictures, the code, its history."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from textual import on
from textual.widget import Widget

from quizapp.study.session import Session
from quizapp.study.study import Study
from quizapp.study.turn import Turn
from quizapp.tui.copying import copy
from quizapp.tui.links import open_links
from quizapp.tui.screens.excursions import Excursions
from quizapp.tui.screens.second_run import SecondRun
from quizapp.tui.screens.turns import TurnScreen
from quizapp.tui.widgets.answer_pages import PAGES, AnswerPages, Page
from runner.client import Runner
from runner.protocol.wire import Outcome

BRIEFLY = 2.0
"""Seconds that a notice stays which lies over the reasons."""


class AnsweredScreen(TurnScreen):
    """Shows a turn from inside after its verdict; nothing of this is logged."""

    def __init__(
        self, session: Session, runner: Runner, study: Study, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(session, runner, study, clock)
        pages = self._view.pages
        self._second_run = SecondRun(self, runner, say=pages.say)
        self._picture_run = SecondRun(self, runner, say=pages.say_of_picture, picture=True)
        self._excursions = Excursions(self, runner)
        self._gave: Outcome | None = None
        """What the present answer was held against, or better, what was seen inside it."""

    def _forget_inside(self) -> None:
        """Another turn begins: what is still being run of the one before is of no use."""
        self._second_run.stop()
        self._picture_run.stop()
        self._gave = None

    def _look_inside(self, turn: Turn, attempt: str) -> None:
        """With the verdict drawn, run the exercise once more for its trace and graph."""
        if self._session.turn is turn:
            show = partial(self._show_inside, turn)
            self._second_run.begin(turn.exercise, show, attempt=attempt)
            self._draw_pictures()

    def _draw_pictures(self) -> None:
        """Where the page is open, run the exercise for its pictures: nobody waits for them else."""
        pages = self._view.pages
        if pages.page == "picture" and self._gave is not None and not pages.has_pictures:
            exercise = self._turn.exercise
            show = partial(self._show_pictures, self._turn)
            self._picture_run.begin(exercise, show, attempt=self._view.attempt)

    def _show_pictures(self, turn: Turn, seen: Outcome) -> None:
        self._view.show_pictures(turn, seen)
        self.refresh_bindings()

    def _show_inside(self, turn: Turn, seen: Outcome) -> None:
        self._gave = seen
        self._view.show_inside(turn, seen)

    def action_solution(self) -> None:
        self._view.show_solution(self._spoken)
        self.refresh_bindings()

    def action_open(self, page: Page) -> None:
        self._view.open(page)
        self._draw_pictures()
        self.refresh_bindings()

    @on(AnswerPages.Wanted)
    def _page_wanted(self, event: AnswerPages.Wanted) -> None:
        if self._may("open"):
            self.action_open(event.page)

    @on(AnswerPages.StepWanted)
    def _step_wanted(self, event: AnswerPages.StepWanted) -> None:
        if self._may("step"):
            self.action_step(event.by)

    def action_turn_page(self, by: int) -> None:
        self.action_open(PAGES[(PAGES.index(self._view.pages.page) + by) % len(PAGES)])

    def action_step(self, by: int) -> None:
        self._view.step(by)

    def action_scroll_page(self, pages: int) -> None:
        by = self._view.pages.steps_of_page(pages)
        super().action_scroll_page(pages)
        self._step_along(by)

    def action_scroll_edge(self, way: int) -> None:
        by = self._view.pages.steps_to_edge(way)
        super().action_scroll_edge(way)
        self._step_along(by)

    def _step_along(self, by: int) -> None:
        if by and self._may("step"):
            self.action_step(by)

    def _pane_for(self, way: int) -> Widget | None:
        """The trace, as long as it has steps that way."""
        pages = self._view.pages
        has_more = self._may("step") and pages.steps_to_edge(way)
        return pages if has_more else super()._pane_for(way)

    def action_walk(self, across: int) -> None:
        self._view.pages.walk(across)

    def action_turn_picture(self, by: int) -> None:
        self._view.turn_picture(by)

    @property
    def _code_in_sight(self) -> str:
        """What was handed in; the solution where nothing was, and it is shown."""
        solved = self._view.shows_solution and not self._view.attempt
        return self._turn.exercise.solution if solved else self._view.attempt

    def action_poke(self) -> None:
        self._excursions.poke(self._turn.exercise, self._code_in_sight, self._gave)

    def action_copy(self, what: str) -> None:
        """Copy the code that was run, or what torch made of it, ask by ask."""
        exercise, verdict = self._turn.exercise, self._turn.verdict
        truths = [graded.truth for graded in verdict.asks] if verdict is not None else []
        setup = [exercise.setup.text] if exercise.setup is not None else []
        code = [*setup, exercise.whole_code(self._code_in_sight)]
        text = "\n".join(code if what == "code" else truths)
        copy(self.app, text, timeout=BRIEFLY)

    def action_follow(self) -> None:
        open_links(self.app, self._turn.exercise.card.see)

    def action_history(self) -> None:
        from quizapp.tui.screens.card import CardScreen

        card, draw = self._turn.slot.card_id, self._turn.exercise.draw
        self.app.push_screen(CardScreen(self._study, card, self._clock, draw))

    def action_proof(self) -> None:
        self._excursions.prove(self._turn.exercise)
