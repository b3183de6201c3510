"""The deck of the present card, edited in the middle of a sitting, and what becomes of that."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

from textual.content import Content
from textual.events import Key

from quizapp.deck.exercise import Exercise
from quizapp.deck.gone import gone, gone_in_words
from quizapp.deck.problem import Problem
from quizapp.study.session import Session
from quizapp.study.study import Study
from quizapp.text.language import tr
from quizapp.tui.keys.moving import key_of
from quizapp.tui.screens.answered import AnsweredScreen
from quizapp.tui.screens.asked_twice import AskedTwice
from quizapp.tui.screens.excursions import problem_in_words
from runner.client import Runner


class EditableScreen(AnsweredScreen):
    """Opens the deck at its card, and goes on with what the deck is then."""

    HANDS_OVER = ("edit_deck",)

    def __init__(
        self, session: Session, runner: Runner, study: Study, clock: Callable[[], datetime]
    ) -> None:
        super().__init__(session, runner, study, clock)
        self._twice = AskedTwice(self, self._view.say)

    async def on_key(self, event: Key) -> None:
        self._twice.heed(event.key)

    async def action_edit_deck(self) -> None:
        """Open the deck, where the answer stands: before it is given, that is asked twice for.

        So it is while a try that failed can be mended: what is typed for that may begin with an e.
        """
        warning = tr(
            "{key} once more opens the deck, where the answer stands.",
            key=key_of(self, "edit_deck"),
        )
        is_open = not self._turn.revealed or self._view.can_mend
        if is_open and not self._twice.is_meant("edit_deck", warning):
            return
        was_typing = self.focused is not None
        was_edited = self._excursions.edit(self._turn.exercise, self._problem)
        self._breath.forget()  # what was typed before the editor came was meant for that
        if was_edited:
            await self._reload_decks()
            if not was_typing:
                self.set_focus(None)

    async def _reload_decks(self) -> None:
        """Go on with the decks as they are now; a card that waits is shown as it is now."""
        edited, known = self._turn.exercise, {*self._study.library.cards}
        self._study.reload()
        self._session.reload(self._study.library)
        self._tell_of_gone(edited, known)
        if self._session.turn is None or not self._session.turn.revealed:
            await self._show_turn()
        if self._session.turn is None:
            return
        if (problem := self._problem) is not None:
            if self._view.pages.page != "why":
                self.action_open("why")  # beside a trace or a graph there may be no room for it
            self._view.say(problem_in_words(problem, key_of(self, "edit_deck")))
            self.set_focus(None)
            self._twice.expect("edit_deck")
        elif self._awaited.fault is None:
            now = self._study.library.cards.get(edited.card.id)
            stays = self._session.turn.revealed and now not in (None, edited.card)
            told = tr("The deck is read anew; what stands here is as you answered it.")
            self._view.say(Content(told if stays else ""))

    def _tell_of_gone(self, edited: Exercise, known: Collection[str]) -> None:
        """Where a card that was answered has another id now, say what keeps that."""
        library, card = self._study.library, edited.card
        if any(problem.path == edited.path for problem in library.problems):
            return
        if gone([card.id], library.cards.values()) and self._study.log.reviews(card.id):
            new = [one for one in library.cards.values() if one.id not in known]
            here = [one.id for one in new if one.topic == card.topic]
            elsewhere = [one.id for one in new if one.topic != card.topic]
            told = gone_in_words([card.id], card.topic, here, elsewhere)
            self.notify(told, timeout=15, markup=False)

    @property
    def _problem(self) -> Problem | None:
        """What is wrong with the deck of the present card, since it was last read."""
        path = self._turn.exercise.path
        return next((each for each in self._study.library.problems if each.path == path), None)
