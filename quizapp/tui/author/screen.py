"""The review screen as an author sees it: a card as learners will, tried as often as one likes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget

from quizapp.checking.workbench import Workbench
from quizapp.deck.exercise import draws, exercise, shuffled
from quizapp.deck.files import IDEAS
from quizapp.deck.gone import Answered
from quizapp.deck.model import Card
from quizapp.deck.translation import translation_of
from quizapp.library.library import Library
from quizapp.memory.queue import QueueItem
from quizapp.running.faults import words_of
from quizapp.study.session import Session
from quizapp.study.study import Study
from quizapp.study.turn import Slot
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from quizapp.text.words import counted
from quizapp.tui.author.card_list import CardList
from quizapp.tui.author.cards import Cards
from quizapp.tui.author.report import report
from quizapp.tui.author.report_pane import ReportPane
from quizapp.tui.author.saves import Saves
from quizapp.tui.kinds.order import OrderForm
from quizapp.tui.screens.review import ReviewScreen
from quizapp.tui.screens.review_keys import KEYS
from quizapp.tui.widgets.held_back import HeldBack
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.rating_bar import RatingBar
from quizapp.tui.widgets.title_bar import TitleBar
from runner.client import Runner
from runner.protocol.wire import Fault

WITHOUT = ("skip", "leave_out", "undo", "give_up", "act")
"""Acts of a sitting that mean nothing here."""

CATCHES_UP = 1.0
"""Seconds after which is shown what a check has found so far."""

LONG = 3.0
"""Seconds of a check after which they are told."""


class AuthorScreen(ReviewScreen):
    """Shows the deck anew on every save. What is answered goes to a log that is thrown away."""

    CSS_PATH = ["../screens/review.tcss", "author.tcss"]  # type: ignore[assignment]
    BINDING_GROUP_TITLE = mark("Author")
    HELP = mark(
        "The deck is read on every save, and the cards that changed are run. The "
        "card is shown as a learner sees it: answer it to try it out, nothing of "
        "that is kept. While a field has the focus, letters are letters; {commands} "
        "leaves it."
    )
    BINDINGS = [
        *(key for key in KEYS if key.action not in (*WITHOUT, "end")),
        Binding("q", "end", "end", tooltip="Leave; nothing of what was answered is kept"),
        Binding("n", "card(1)", "next card", tooltip="Go to the next card"),
        Binding("b", "card(-1)", "card before", tooltip="Go to the card before"),
        Binding("d", "draw", "next draw", tooltip="Show the card with its next draw"),
        Binding(
            "shift+down,J", "scroll_report(1)", show=False, tooltip="Problems and truths: down"
        ),
        Binding("shift+up,K", "scroll_report(-1)", show=False, tooltip="Problems and truths: up"),
        Binding("ctrl+t", "trust", "trust", tooltip="Trust the deck, also as you will save it"),
    ]

    def __init__(
        self,
        path: Path,
        bench: Workbench,
        study: Study,
        runner: Runner,
        clock: Callable[[], datetime],
        answered: Answered,
    ) -> None:
        self._path = path
        self._saves = Saves([path, translation_of(path, "zh"), path.with_name(IDEAS)])
        self._bench = bench
        self._cards = Cards(bench, answered)
        self._rng = random.Random()
        self._draw = 0
        self._slot: Slot | None = None
        """The place of the card shown: as long as it is the same, what is typed stays."""
        self._left_the_field = False
        """By the author, who goes on by commands then, whatever is shown."""
        self._said = tr("torch is starting")
        self._begun = 0.0
        self._done = 0, 0
        """Cards that have been run since then, and of how many."""
        super().__init__(self._sitting(study, None), runner, study, clock)

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="bench"):
            with VerticalScroll(id="cards-pane", can_focus=False):
                yield CardList(id="cards")
            with Vertical():
                yield self._view
                yield HeldBack()
                yield RatingBar(id="ratings")
        yield ReportPane()
        yield KeyBar()

    @property
    def panes(self) -> Sequence[Widget]:
        return [*super().panes, self.query_one(ReportPane)]

    async def _open(self) -> None:
        await super()._open()
        await self._read()
        self._watch()

    def _sitting(self, study: Study, card: Card | None) -> Session:
        """A sitting of that one card, with the draw whose turn it is."""
        deck = self._cards.deck_of(card) if card else None
        library = Library((deck,) if deck else ())
        queue = [QueueItem(card.id, "practice")] if card else []
        session = Session(library, study.log, queue, rollover_hour=0, rng=self._rng)
        if session.turn is not None and deck is not None and card is not None:
            every = list(draws(card))
            drawn = exercise(deck, card, every[self._draw % len(every)])
            alike = shuffled(drawn, random.Random(0))  # from save to save
            self._slot = self._slot or session.turn.slot
            session.turn = replace(session.turn, exercise=alike, slot=self._slot)
        return session

    @work(exclusive=True, group="watch")
    async def _watch(self) -> None:
        """Read the deck whenever it, or what is read beside it, is written or replaced."""
        while True:
            await self._saves.next()
            await self._read()

    async def _read(self) -> None:
        """Show what loads at once, and what running it shows as soon as it is known."""
        begun = time.monotonic()
        shown = self._cards.what_runs
        stays = self._cards.read()
        if not stays:
            self.query_one(ReportPane).begin_anew()
        if self._cards.what_runs != shown:
            left = self._left_the_field and self.focused is None
            await self._show_anew(stays=stays)
            if left:
                self.action_commands()
        if self._runner.hello:
            self._said = tr("running")
        self._tell()
        self._check(begun)

    @work(exclusive=True, group="check")
    async def _check(self, begun: float) -> None:
        hello = await self._runner.ready()
        if hello is None:
            assert self._runner.refusal is not None
            self._said = words_of(self._runner.refusal)
        else:
            self._begun = begun
            catching_up = self.set_interval(CATCHES_UP, self._catch_up)
            try:
                checked = await self._bench.check(hello, self._tell_progress)
                self._cards.reading = self._cards.before = checked
            finally:
                catching_up.stop()
            ran = len(self._cards.reading.changed)
            seconds = time.monotonic() - begun
            self._said = (
                tr("{what} run, {seconds:.2f} s", what=counted(ran, "card"), seconds=seconds)
                if ran
                else tr("no card had to be run, {seconds:.2f} s", seconds=seconds)
            )
        self._tell()
        self._look_closer()

    @work(exclusive=True, group="closer")
    async def _look_closer(self) -> None:
        """Tell of the card shown what takes too long to be found of every card."""
        card = self._cards.present
        if card is not None and await self._bench.look_closer(card):
            self._cards.reading = self._bench.so_far()
            self._tell()

    def _tell_progress(self, done: int, of: int) -> None:
        self._done = done, of
        self._said = tr("running, {done} of {cards}", done=done, cards=counted(of, "card"))
        if (seconds := time.monotonic() - self._begun) > LONG:
            self._said += tr(", for {seconds:.0f} s", seconds=seconds)
        self._show_place()

    def _catch_up(self) -> None:
        """Show what has been found, while slower cards still run."""
        so_far = self._bench.so_far()
        shown = self._cards.reading
        if (so_far.unknown, so_far.slow) != (shown.unknown, shown.slow):
            self._cards.reading = so_far
            self._tell()
        self._tell_progress(*self._done)

    async def _show_anew(self, *, stays: bool = False) -> None:
        if not stays:
            self._slot = None
        self._session = self._sitting(self._study, self._cards.shown)
        await self._show_turn()

    async def _show_turn(self) -> None:
        """Where a card has been rated, its next draw."""
        if self._session.turn is None and self._cards.shown is not None:
            self._draw += 1
            self._slot = None
            self._session = self._sitting(self._study, self._cards.shown)
        shown = self._session.turn is not None
        self._view.display = shown
        if shown:
            await super()._show_turn()
        else:  # no card of the deck is sound just now
            self._awaited.forget()
            self._second_run.stop()
            self.query_one(RatingBar).display = False
            self._leave_the_field()

    def _pass_over_what_cannot_run(self) -> None:
        """An author sees every card."""

    async def _take_refusal(self, refused: Fault) -> None:
        """Say why learners are not shown the card."""
        self._view.say(
            Content.styled(
                tr("left out: {message}", message=visible(words_of(refused))),
                "$text-warning",
            )
        )

    def _show_place(self) -> None:
        problems = counted(len(self._cards.reading.problems), "problem")
        if self._cards.reading.unknown:
            problems += tr(" so far")
        name = visible(f"{self._path.name}  {self._cards.present or ''}")
        self.query_one(TitleBar).show(name, visible(f"{problems}  {self._said}"))

    def _tell(self) -> None:
        """Show how the deck stands."""
        cards, listed = self._cards, list(self._cards.listed)
        self.query_one(CardList).show(listed, cards.reading, cards.present)
        row = listed.index(cards.present) if cards.present in listed else 0
        self.query_one("#cards-pane").scroll_to(y=max(0, row - 3), animate=False)
        told = report(cards.reading, cards.shown, cards.before, [*cards.gone()])
        self.query_one(ReportPane).show(told)
        self._show_place()
        self.refresh_bindings()

    async def _reload_decks(self) -> None:
        """The deck is watched anyway."""

    async def action_edit_deck(self) -> None:
        """An author knows the answers."""
        self._twice.expect("edit_deck")
        await super().action_edit_deck()

    def _may(self, action: str) -> bool:
        if action == "trust":
            return self._cards.reading.refused
        if action == "scroll_report":  # the same keys move a line
            return not (super()._may("move") and isinstance(self._view.form, OrderForm))
        return action not in WITHOUT and super()._may(action)

    async def action_card(self, by: int) -> None:
        if self._cards.go(by):
            self._draw = 0
            self.query_one(ReportPane).begin_anew()
            await self._show_anew()
            self.action_commands()  # so that one can go on to the next
            self._tell()
            self._look_closer()

    def action_commands(self) -> None:
        self._left_the_field = True
        super().action_commands()

    def action_type(self, where: str = "field") -> None:
        self._left_the_field = False
        super().action_type()

    def action_scroll_report(self, half_pages: int) -> None:
        self.query_one(ReportPane).scroll_half_pages(half_pages)

    async def action_draw(self) -> None:
        self._draw += 1
        await self._show_anew()
        self.action_commands()

    async def action_trust(self) -> None:
        self._bench.own()
        await self._read()

    def action_end(self) -> None:
        self._awaited.stop()
        self.app.exit()
