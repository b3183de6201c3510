"""The review screen as an author sees it: a card as learners will, tried as often as one likes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from quizapp.checking.workbench import Reading, Workbench, same_but_for_lines
from quizapp.deck.exercise import draws, exercise, shuffled
from quizapp.deck.files import IDEAS
from quizapp.deck.gone import Answered, gone, gone_in_words, lost_in_words
from quizapp.deck.model import Card, Deck
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
from quizapp.tui.author.report import report
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

SETTLES = 60
"""Milliseconds of quiet after which a save is taken to be over; as often one looks for it."""


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
        self._answered = answered
        self._bench = bench
        self._rng = random.Random()
        self._reading = self._before = Reading(None, ())
        self._deck: Deck | None = None
        """As it was when it last loaded."""
        self._present: str | None = None
        self._broken: Mapping[str, Card] = {}
        self._were_there: dict[str, int] = {}
        """Every card that there has been, with the number of the reading that it came with."""
        self._draw = 0
        self._slot: Slot | None = None
        """The place of the card shown: as long as it is the same, what is typed stays."""
        self._left_the_field = False
        """By the author, who goes on by commands then, whatever is shown."""
        self._said = tr("torch is starting")
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
        with VerticalScroll(id="report-pane", can_focus=False):
            yield Static(id="report", markup=False)
        yield KeyBar()

    async def _open(self) -> None:
        self.query_one("#report-pane").border_title = tr("problems and truths")
        await super()._open()
        await self._read()
        self._watch()

    @property
    def _cards(self) -> dict[str, Card]:
        deck = self._reading.deck
        return {card.id: card for card in deck.cards} if deck else {}

    @property
    def _listed(self) -> dict[str, Card]:
        """The deck's cards, and those that no longer load as they were when they did."""
        both = {**self._broken, **self._cards}
        return dict(sorted(both.items(), key=lambda one: one[1].line))

    def _sitting(self, study: Study, card: Card | None) -> Session:
        """A sitting of that one card, with the draw whose turn it is."""
        deck = self._deck
        if deck is not None and card is not None and card.id in self._broken:
            others = (one for one in deck.cards if one.id != card.id)
            deck = replace(deck, cards=(*others, card))
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
        """Read the deck whenever it, or the ideas beside it, are written or replaced."""
        from watchfiles import awatch

        def is_read(_: object, changed: str) -> bool:
            return Path(changed).name in (self._path.name, IDEAS)

        folder = self._path.resolve().parent
        async for _ in awatch(
            folder, watch_filter=is_read, step=SETTLES, debounce=200, recursive=False
        ):
            await self._read()

    async def _read(self) -> None:
        """Show what loads at once, and what running it shows as soon as it is known."""
        begun = time.monotonic()
        before, were_listed, shown = self._cards, self._listed, self._what_runs
        present = self._present
        self._reading = self._bench.load()
        self._deck = self._reading.deck or self._deck
        self._broken = self._no_longer_loading(were_listed)
        self._note_cards()
        if self._present not in self._listed and (renamed := self._renamed(were_listed)):
            self._present = present = renamed
        edited = [id for id in self._broken if id in before]
        edited += [
            id
            for id, card in self._cards.items()
            if before and not same_but_for_lines(before.get(id), card)
        ]
        if edited and self._present not in edited:
            self._present = edited[0]
        if self._present not in self._listed:
            self._present = self._nearest([*were_listed])
        if self._what_runs != shown:
            left = self._left_the_field and self.focused is None
            await self._show_anew(stays=self._present == present)
            if left:
                self.action_commands()
        if self._runner.hello:
            self._said = "running"
        self._tell()
        self._check(begun)

    def _renamed(self, were_listed: Mapping[str, Card]) -> str | None:
        """The id that the present card has now, if nothing else of it is new."""
        was = were_listed.get(self._present or "")
        for id, card in self._listed.items():
            if was and id not in were_listed and same_but_for_lines(replace(was, id=id), card):
                return id
        return None

    def _nearest(self, ids: list[str]) -> str | None:
        """The card that stood next to the present one and is still there, or the first."""
        at = ids.index(self._present) if self._present in ids else 0
        listed = self._listed
        near = (id for id in (*ids[at:], *ids[:at][::-1]) if id in listed)
        return next(near, next(iter(self._cards), None))

    def _note_cards(self) -> None:
        reading = max(self._were_there.values(), default=0) + 1
        self._were_there = dict.fromkeys(self._cards, reading) | self._were_there

    @property
    def _gone(self) -> Iterator[str]:
        """Cards that a deck which loads has no more, in words; the author may have renamed one."""
        deck = self._reading.deck
        if deck is None or not deck.cards:
            return
        of_no_card = (one for one in self._reading.problems if one.card is None)
        if any(problem.path == deck.path for problem in of_no_card):
            return  # cards may stand where it could not be read
        cards = replace(deck, cards=tuple(self._listed.values()))
        new = self._answered.never_to(deck)
        if removed := gone(self._were_there, cards.cards):
            came = [id for id in new if self._were_there[id] > 1]
            yield gone_in_words(removed, deck.topic, came)
        if lost := [id for id in self._answered.lost_by(cards) if id not in removed]:
            yield lost_in_words(lost, deck.topic, new)

    def _no_longer_loading(self, cards: Mapping[str, Card]) -> Mapping[str, Card]:
        """Those of the cards that cannot be read, and are still in the file, or may be."""
        reading, loaded = self._reading, self._cards
        nothing_loads = reading.deck is None
        return {
            id: card
            for id, card in cards.items()
            if id not in loaded and (nothing_loads or reading.of_card(id))
        }

    @work(exclusive=True, group="check")
    async def _check(self, begun: float) -> None:
        hello = await self._runner.ready()
        if hello is None:
            assert self._runner.refusal is not None
            self._said = words_of(self._runner.refusal)
        else:
            catching_up = self.set_interval(CATCHES_UP, self._catch_up)
            try:
                self._reading = self._before = await self._bench.check(hello, self._tell_progress)
            finally:
                catching_up.stop()
            ran = len(self._reading.changed)
            what = counted(ran, "card") if ran else tr("nothing")
            self._said = tr(
                "{what} run, {seconds:.2f} s", what=what, seconds=time.monotonic() - begun
            )
        self._tell()

    def _tell_progress(self, done: int, of: int) -> None:
        self._said = tr("running, {done} of {cards}", done=done, cards=counted(of, "card"))
        self._show_place()

    def _catch_up(self) -> None:
        """Show what has been found, while slower cards still run."""
        so_far = self._bench.so_far()
        if so_far.unknown != self._reading.unknown:
            self._reading = so_far
            self._tell()

    @property
    def _shown_card(self) -> Card | None:
        return self._listed.get(self._present or "")

    @property
    def _what_runs(self) -> tuple[object, ...]:
        """All of the deck that has a part in the card shown."""
        deck = self._deck
        return (self._shown_card, deck.setup, deck.trust) if deck else ()

    async def _show_anew(self, *, stays: bool = False) -> None:
        if not stays:
            self._slot = None
        self._session = self._sitting(self._study, self._shown_card)
        await self._show_turn()

    async def _show_turn(self) -> None:
        """Where a card has been rated, its next draw."""
        if self._session.turn is None and self._shown_card is not None:
            self._draw += 1
            self._slot = None
            self._session = self._sitting(self._study, self._shown_card)
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
        problems = counted(len(self._reading.problems), "problem")
        if self._reading.unknown:
            problems += tr(" so far")
        name = visible(f"{self._path.name}  {self._present or ''}")
        self.query_one(TitleBar).show(name, visible(f"{problems}  {self._said}"))

    def _tell(self) -> None:
        """Show how the deck stands."""
        cards = self.query_one(CardList)
        listed = list(self._listed)
        cards.show(listed, self._reading, self._present)
        row = listed.index(self._present) if self._present in listed else 0
        self.query_one("#cards-pane").scroll_to(y=max(0, row - 3), animate=False)
        self.query_one("#report", Static).update(
            report(self._reading, self._shown_card, self._before, [*self._gone])
        )
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
            return self._reading.refused
        return action not in WITHOUT and super()._may(action)

    async def action_card(self, by: int) -> None:
        ids = list(self._listed)
        if ids:
            at = ids.index(self._present) if self._present in ids else 0
            self._present = ids[(at + by) % len(ids)]
            self._draw = 0
            await self._show_anew()
            self.action_commands()  # so that one can go on to the next
            self._tell()

    def action_commands(self) -> None:
        self._left_the_field = True
        super().action_commands()

    def action_type(self) -> None:
        self._left_the_field = False
        super().action_type()

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
