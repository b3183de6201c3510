"""The review: an exercise, the learner's prediction, the verdict, a rating."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from quizapp.deck.verdict import Verdict
from quizapp.inside.spans import Span
from quizapp.memory.acts.act import ActKind
from quizapp.memory.errors import LogUnavailable
from quizapp.memory.review import Rating, Review
from quizapp.study.phrases import idea_in_words, rated_in_words
from quizapp.study.session import Session
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from quizapp.tui.copying import copy
from quizapp.tui.keys.moving import key_of
from quizapp.tui.keys_in_order import take_as_one
from quizapp.tui.messages import SittingWanted, act_on
from quizapp.tui.screens.acting import Acting
from quizapp.tui.screens.asked_anew import AskedAnewScreen
from quizapp.tui.screens.awaited import fault_report
from quizapp.tui.screens.editing import edit_deck
from quizapp.tui.screens.ending import Ending
from quizapp.tui.screens.leech import Choice, LeechScreen
from quizapp.tui.screens.review_keys import KEYS, LESSER, LOOKS, offered
from quizapp.tui.widgets.held_back import HeldBack
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.rating_bar import RatingBar
from quizapp.tui.widgets.title_bar import TitleBar
from quizapp.values.unknown import says_unknown
from runner.client import Runner
from runner.protocol.wire import Outcome


class ReviewScreen(AskedAnewScreen):
    """One sitting, card by card."""

    CSS_PATH = "review.tcss"
    BINDING_GROUP_TITLE = mark("Review")
    HELP = mark(
        "While you answer, letters are letters. {commands} leaves the field, so that "
        "the keys below act; {type} goes back to it. Type ? where you do not "
        "know, or press enter twice in an empty field: in the last one that shows the answer. "
        "ctrl+j starts a new line in an answer, and ctrl+s runs code that you "
        "write. Tab and shift+tab indent it, ctrl+_ undoes and ctrl+y redoes. "
        "j and k go through options and lines; a number picks one of several options, "
        "J and K or the mouse move a line."
    )
    BINDINGS = [*KEYS]

    def __init__(
        self, session: Session, runner: Runner, study: Study, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(session, runner, study, clock)
        self._acting = Acting(
            *(self, session, study, self._log, clock),
            show_turn=self._show_turn,
            stay=self._stay,
            asked_anew=self._ask_anew,
        )
        self._ending = Ending(
            *(self, session, study, clock, self._excursions),
            undo=self.action_undo,
            leave=self._leave,
        )

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield self._view
        yield HeldBack()
        yield RatingBar(id="ratings")
        yield KeyBar(LESSER)

    async def on_mount(self) -> None:
        await self._open()

    async def _open(self) -> None:
        """What heirs add to: of `on_mount` Textual itself calls everybody's."""
        self._begin()
        await self._show_turn()

    async def _show_turn(self) -> None:
        """Show the present turn, unanswered; the summary when there is none left."""
        self._awaited.forget()
        self._breath.end()
        self._forget_inside()
        self._twice.forget()
        self._pass_over_what_cannot_run()
        self.query_one(RatingBar).display = False
        held_back = self._session.held_back if self._session.turn is None else 0
        self._view.display = not held_back
        self.query_one(HeldBack).wait_for(held_back)
        if held_back:
            self.query_one(TitleBar).show(tr("The sitting so far"), "")
            self.refresh_bindings()
            return
        if self._session.turn is None:
            self.action_end()
            return
        self._ahead.want(self._session.upcoming())
        self._show_place()
        await self._view.show(self._spoken)
        self._show_aside()
        self._stopwatch.start()
        if self._turn.revealed:  # it was answered before an act that was undone
            seen = self._ahead.seen(self._turn.exercise)
            self._reveal(self._turn.verdict, seen if isinstance(seen, Outcome) else None)
            return
        self.action_type()
        if self._turn.exercise.is_run:
            self._watch_the_run()

    # Answering

    def _hold(self, answers: tuple[str, ...]) -> None:
        """Hold answers against the outcome, which none is needed for where nothing is tried."""
        seconds = self._stopwatch.seconds
        exercise = self._turn.exercise
        attempt = ""
        if not exercise.has_truth:
            if all(map(says_unknown, answers)):
                self._take_in(answers, "", seconds, None)
                return
            attempt = exercise.code_of(*answers)
        take_in = partial(self._take_in, answers, attempt, seconds)
        self._awaited.bring(exercise, take_in, attempt=attempt)

    def _take_in(
        self, answers: tuple[str, ...], attempt: str, seconds: float, seen: Outcome | None
    ) -> None:
        """Have the first answer logged, and what the learner tries later just told."""
        if self._asks_again(self._turn.exercise, answers, seen):
            return
        if self._runner.hello:
            self._session.torch_version = self._runner.hello.torch
        answer = partial(self._session.answer, answers, seen, now=self._clock(), seconds=seconds)
        if self._turn.revealed:
            if seen is None:
                self.action_solution()
                return
            self._show_verdict(self._turn.exercise.card.grade(answers, seen), seen, attempt)
            return
        show = partial(self._show_logged, seen, attempt)
        if self._log.wrote(answer, show):
            show()

    def _show_logged(self, seen: Outcome | None, attempt: str) -> None:
        self._show_verdict(self._turn.verdict, seen, attempt)

    def _show_verdict(self, verdict: Verdict | None, seen: Outcome | None, attempt: str) -> None:
        self._breath.begin(seen_for="rate")
        self._reveal(verdict, seen, attempt)
        self._gave = seen
        if seen is None:
            nothing = Span(tr("Nothing was run."), "aside")
            self._view.pages.say(nothing)
            self._view.pages.say_of_picture(nothing)
        else:
            self.call_after_refresh(self._look_inside, self._turn, attempt)

    def _reveal(self, verdict: Verdict | None, outcome: Outcome | None, attempt: str = "") -> None:
        language = self._study.language
        ideas = [idea_in_words(*met, language) for met in self._session.ideas_met()]
        self._view.reveal(self._spoken, verdict, outcome, attempt=attempt, ideas=ideas)
        self._show_aside()
        self._show_place()
        self.set_focus(None)  # first: with a field's focus the ratings would come later
        self._show_ratings()
        self.refresh_bindings()

    def _show_aside(self) -> None:
        """What stands beside the question; a note may give the answer away."""
        standing = self._session.standing
        note = standing.note if self._turn.revealed else ""
        self._view.show_aside(self._spoken, flagged=standing.flagged, note=note)

    def _show_ratings(self) -> None:
        bar = self.query_one(RatingBar)
        bar.offer(self._turn, self._session.total - self._session.position)
        bar.display = True
        self._leave_keys_to_the_field()

    def on_descendant_focus(self) -> None:
        """While a later try is worked on, the keys of the ratings are the field's."""
        self._leave_keys_to_the_field()

    def on_descendant_blur(self) -> None:
        self._leave_keys_to_the_field()

    def _leave_keys_to_the_field(self) -> None:
        self.query_one(RatingBar).visible = self.focused is None

    def _say_of_log(self, words: str) -> None:
        """Below the verdict, above the fields."""
        bar = self.query_one(RatingBar)
        if bar.display:
            bar.show(lambda width: Content(words))
        else:
            super()._say_of_log(words)

    def _tell_of_log(self, error: LogUnavailable) -> None:
        """A notice comes at once, wherever one looks; the words stay, for those who look later."""
        self.notify(tr("{error} Try again.", error=error), severity="error", markup=False)
        turn = self._session.turn
        if turn is not None and turn.revealed:
            self._show_ratings()
        elif turn is not None:
            self.action_type()
        self._view.say(Content.styled(f"! {error}", "$text-warning"))

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The page that is open is not offered."""
        if not super().check_action(action, parameters):
            # It keeps its place: else a second tap would be on its neighbour.
            return None if action == "take" and self._breath.is_held else False
        return action != "open" or parameters != (self._view.pages.page,)

    def _may(self, action: str) -> bool:
        if self._log.is_waiting and action not in LOOKS:
            return False
        if self._session.turn is None:
            return action == "end" or (action == "undo" and self._session.can_undo)
        acts = offered(
            self._turn,
            in_field=self.focused is not None,
            moves=self._view.form.moves,
            gridded=self._view.form.has_grid,
            solved=self._view.shows_solution,
            settled=not self._breath.is_held,
            waiting=self._awaited.is_waiting,
            faulted=self._awaited.fault is not None,
            stepping=self._view.pages.can_step,
            drawing=self._view.pages.can_turn_picture,
            walking=self._view.pages.can_walk,
            can_undo=self._session.can_undo,
        )
        return acts.get(action, True)

    def scroll_to_center(self, widget: Widget, *args: Any, **options: Any) -> None:
        """A field that takes the focus would move what is asked: see ExerciseView."""
        if self._view.has_class("revealed"):
            super().scroll_to_center(widget, *args, **options)

    def action_commands(self) -> None:
        """Where that was a field for a later try, enter is the rating's again."""
        super().action_commands()
        if self._turn.revealed:
            self._view.put_away()

    def action_edit(self) -> None:
        self._view.edit()
        self.refresh_bindings()

    def action_turn_over(self) -> None:
        self._session.reveal(now=self._clock())
        self._breath.begin(seen_for="rate")
        self._reveal(None, None)

    def action_hint(self) -> None:
        self._session.take_hint()
        self._show_aside()
        self.refresh_bindings()

    def action_guess(self) -> None:
        self._session.toggle_guess()
        self._show_aside()

    async def action_take(self) -> None:
        await self.action_rate(self._turn.proposed)

    async def action_rate(self, rating: int) -> None:
        if rating not in self._turn.ratings:
            self._view.say(Content(rated_in_words(self._turn)))
            return
        seconds = self._stopwatch.seconds
        rate = partial(self._session.rate, Rating(rating), now=self._clock(), seconds=seconds)
        if self._log.wrote(rate, self._show_rated):
            await self._show_rated()
            take_as_one(self.app)

    async def _show_rated(self) -> None:
        """Go on to the next card; where the last one was set aside, to what may help first."""
        leech = self._session.leech
        self.app.clear_notifications()  # of this card, as it is called in them
        await self._show_turn()
        if leech is not None:
            then = partial(self._help_with, leech.card)
            self.app.push_screen(LeechScreen(self._study, leech.card, self._clock, then))

    async def _help_with(self, card_id: str, what: Choice) -> None:
        """Do what the learner has chosen for a card that was set aside."""
        card = self._study.library.cards[card_id]
        if what == "drill":
            self._leave()
            act_on(self.app, SittingWanted(Sitting(ideas=tuple(sorted(card.ideas)))))
        elif what != "edit":
            self._acting.decide_about_leech(what)
        elif edit_deck(self.app, Path(self._study.library.deck_of(card_id).path), card.line):
            await self._reload_decks()

    async def action_skip(self) -> None:
        warning = tr("{key} once more skips this card.", key=key_of(self, "skip"))
        if not self._is_meant("skip", warning):
            return
        skipped, typed = self._turn.slot, self._view.has_draft
        self._session.skip()
        await self._show_turn()
        take_as_one(self.app)
        if self._turn.slot is skipped:
            told = tr("No other card is left to come before this one.")
            if self._session.held_back:
                told = tr("What else there is may follow once torch has started.")
        else:
            told = self._skipped_in_words(typed)
        self._view.say(Content(told))

    def _skipped_in_words(self, typed: bool) -> str:
        back = key_of(self, "undo")
        if self.focused is not None:  # the next card's field would take the letter
            back = f"{key_of(self, 'commands')} {back}"
        if typed:
            return tr("Skipped with what you typed; {key} goes back.", key=back)
        return tr("Skipped to the end; {key} goes back.", key=back)

    async def action_leave_out(self) -> None:
        self._session.leave_out()
        await self._show_turn()
        take_as_one(self.app)

    async def action_undo(self) -> None:
        earlier = self._session.earlier_answer
        if earlier is None or self._twice.is_meant("undo", self._asking_for(earlier)):
            self._twice.forget()
            await self._acting.undo()
        take_as_one(self.app)

    def _asking_for(self, earlier: Review) -> str:
        key = key_of(self, "undo")
        return tr("{key} again takes back the answer to {card}.", key=key, card=earlier.card)

    def decidable(self) -> Mapping[str, ActKind]:
        return self._session.acts(self._clock())

    def action_act(self) -> None:
        self._acting.offer()

    def action_decide(self, name: str) -> None:
        self._acting.offer(name)

    def _stay(self) -> None:
        """On the same card, as before: what was said of something else is over."""
        if self._session.turn is None:
            if self._session.is_over:  # the summary closes for an undo
                self.action_end()
            return
        self._view.say(Content())
        self._show_aside()
        self.refresh_bindings()

    async def action_retry(self) -> None:
        self._ahead.want(self._session.upcoming())
        self.action_type()
        self._hold(self._view.form.answers)

    def action_copy_report(self) -> None:
        assert self._awaited.fault is not None
        copy(self.app, fault_report(self._awaited.fault, self._turn.exercise))

    def action_end(self) -> None:
        """The summary; home at once where nothing was answered."""
        self._awaited.stop()
        if not self._session.answered:
            lost = self._view.has_draft and self._session.turn is not None
            warning = tr("{key} once more leaves, without your answer.", key=key_of(self, "end"))
            if not lost or self._twice.is_meant("end", warning):
                self._leave()
            return
        self._ending.show()

    def plan_again(self, wanted: Sitting, rng: random.Random) -> None:
        """Go on by what is known by now of the runner; where torch does not start, end."""
        if self._session.is_over:
            return
        waited = self._session.turn is None
        if self._study.hello is None:
            self._session.held_back = 0
        else:
            self._study.plan_again(self._session, wanted, self._clock(), rng)
        if waited:
            self.call_later(self._show_turn)
        else:
            self._ahead.want(self._session.upcoming())
            self._show_place()

    def _leave(self) -> None:
        self._ahead.want(())
        self.workers.cancel_node(self)  # they may come back after the widgets have gone
        while self in self.app.screen_stack:  # a palette or help may lie on top
            self.app.pop_screen()
