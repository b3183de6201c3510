"""Home: what is due, by topic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from quizapp.machine.settings import SettingsError
from quizapp.memory.study_day import study_date
from quizapp.study.desk import Desk, Glance
from quizapp.study.overview import Overview
from quizapp.study.overview_in_words import (
    kept_in_words,
    notes_in_words,
    today_in_words,
    waits_in_words,
)
from quizapp.study.placing import Placing
from quizapp.study.sitting import Sitting, SittingKind
from quizapp.text.cells import cells
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from quizapp.text.words import short_date
from quizapp.tui.keys.moving import key_of, keys_by_name
from quizapp.tui.keys_in_order import take_as_one
from quizapp.tui.messages import (
    HomeStands,
    PlacementWanted,
    SittingCalledOff,
    SittingWanted,
    act_on,
)
from quizapp.tui.pressable import with_keys
from quizapp.tui.screens.breath import Breath
from quizapp.tui.screens.home_keys import KEYS
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.widgets.days import WIDEST, Days
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.pick_list import PickList
from quizapp.tui.widgets.problems import Problems
from quizapp.tui.widgets.title_bar import TitleBar
from quizapp.tui.widgets.topic_table import topic_table

if TYPE_CHECKING:
    from quizapp.tui.browse.as_left import AsLeft
    from quizapp.tui.screens.undoing import Undoing

ALL = mark("All topics")
WELCOME = mark(
    "A card shows some lines of PyTorch and asks what they do. Type what you predict, and enter: "
    "torch runs the code, and what it gives grades your answer. While you type, letters are "
    "letters; esc leaves the field for the keys in the last line, and ? explains them. Cards come "
    "back when you are about to forget them, with other numbers. Enter begins with an easy one."
)
OFFER = mark(
    "New here? {place} finds out what you know, by 15 to 25 questions; {decline} begins "
    "from the start."
)
GOES_ON = mark(
    "The questions that find out what you know were broken off: {place} goes on with them; "
    "{decline} does without them."
)
BESIDE_TOPICS = 7
"""Columns of the screen beside the rows of topics."""
BESIDE_TODAY = 8
"""And beside what there is to do today and how much was remembered of late."""
SHORT, TALL = 14, 23
"""Rows from which on there is room for a sentence beside the topics, and for more."""
BROAD, TABLE = 150, 104
"""Columns from which on the charts stand beside the topics, and those that are left to these."""


class HomeScreen(StyledOnce[None]):
    """What is due, by topic; where a sitting starts."""

    BINDING_GROUP_TITLE = mark("Home")
    HELP = mark(
        "The arrows, or j, k, g and G, choose a topic. Mastery is how much of it you would recall "
        "today: the share of its cards that are learnt, times the chance that FSRS gives these. A "
        "streak counts the days in a row with an answer, and days away do not end it. Remembered, "
        "at the upper right, are those of the cards due in the last 30 days that were not rated "
        "again; beside it stands the retention that is set, which counts from each card's next "
        "answer on."
    )
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-wide"), (BROAD, "-broad")]
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (SHORT, "-short"), (TALL, "-tall")]
    BINDINGS = [*KEYS]

    def __init__(self, desk: Desk, clock: Callable[[], datetime]) -> None:
        super().__init__()
        self._desk = desk
        self._clock = clock
        self._streak = 0
        self._size_shown: Size | None = None
        self._runner = tr("torch is starting")
        self._problems = Problems(id="problems")
        self._glance: Glance | None = None
        self._undoing: Undoing | None = None
        self._breath = Breath(self)
        self.is_left_for_cards = False
        """Whether it comes back from them, closed by an Enter of which a second one may follow."""
        self.bound_for: tuple[str, ...] = ()
        """The topic that the cursor goes to as soon as home stands."""
        self.browsed: AsLeft | None = None
        """How the cards were left for a drill, until one comes back to them."""

    def compose(self) -> ComposeResult:
        yield TitleBar("quiz")
        with Horizontal(id="now"):
            yield Static(id="today", markup=False)
            yield Static(id="kept", markup=False)
        yield Static(id="welcome", markup=False)
        yield Static(id="notes", markup=False)
        yield self._problems
        with Container(id="board"):
            with Vertical(id="table"):
                yield Static(id="columns", markup=False)
                yield PickList(id="topics", markup=False)
            yield Days(id="days")
        yield KeyBar(lesser=("browse", "settings", "statistics", "decline"))

    def on_resize(self) -> None:
        """How much is shown goes by the size."""
        if self.size != self._size_shown:
            self.count_again()

    def count_again(self) -> None:
        """Show how things stand now; what is not on the screen is shown when it comes back."""
        if self.is_current:
            self.on_screen_resume()

    def on_screen_resume(self) -> None:
        """At the start, and back from a sitting: things have moved."""
        is_first = self._glance is None
        self._glance = glance = self._glance_now()
        if is_first:
            self.post_message(HomeStands())
            self.query_one(KeyBar).read_keys()  # else they wait until decks and log are open
        if self.is_left_for_cards and self.app.screen is self:
            self.is_left_for_cards = False
            self._breath.begin()
        overview = glance.overview
        room = self._room_of_topics(overview)
        rows = topic_table(overview, tr(ALL), glance.title_of, room - BESIDE_TOPICS)
        topics = self.query_one(OptionList)
        at, topic = topics.highlighted or 0, self.bound_for or self._topics
        self.bound_for = ()
        today, kept = today_in_words(overview), kept_in_words(overview)
        is_room = cells(today) + cells(kept) + BESIDE_TODAY <= self.size.width
        self.query_one("#today", Static).update(today)
        self.query_one("#kept", Static).update(kept if is_room else "")
        self._welcome(glance)
        notes = notes_in_words(overview)
        self.query_one("#notes", Static).update("\n".join(notes))
        self.query_one("#notes").display = bool(notes)
        self.query_one("#columns", Static).update(rows[0])
        topics.clear_options()
        names = [None, *(counts.topic for counts in overview.topics)]
        if topic and topic[0] in names:  # which may stand in another row by now
            at = names.index(topic[0])
        topics.add_options(Option(row, topic) for row, topic in zip(rows[1:], names, strict=True))
        table = self.query_one("#table")
        table.styles.max_height, table.styles.width = len(rows), room
        topics.highlighted = min(at, topics.option_count - 1)
        self._streak, self._size_shown = overview.streak, self.size
        self._show_title()
        broad, width = self.size.width >= BROAD, self.size.width
        self.query_one(Days).show(overview, width - room if broad else width, stacked=broad)
        self._problems.show(glance)
        self.call_after_refresh(topics.scroll_to_highlight)  # the list may have another height

    def _welcome(self, glance: Glance) -> None:
        """The offer; before the first answer also what this is, where there is room for that."""
        welcome, is_offered = self.query_one("#welcome", Static), glance.offers_placement
        welcome.display = is_offered and self.size.height >= SHORT
        if is_offered:
            offer = with_keys(GOES_ON if glance.placement_begun else OFFER, keys_by_name(self))
            is_told = self.size.height >= TALL and not glance.overview.answers
            welcome.update(Content.assemble(f"{tr(WELCOME)}\n" if is_told else "", offer))

    def _room_of_topics(self, overview: Overview) -> int:
        """Columns that the topics have, beside the days that were, once there are any."""
        width = self.size.width
        has_days_beside = width >= BROAD and overview.answers
        return max(TABLE, width - WIDEST) if has_days_beside else width

    def _glance_now(self) -> Glance:
        """How all stands, the topics that are open before those that wait: these may be many."""
        glance = self._desk.glance(self._clock())
        topics = sorted(glance.overview.topics, key=lambda counts: bool(counts.waits_for))
        return replace(glance, overview=replace(glance.overview, topics=tuple(topics)))

    def wait_for_torch(self) -> None:
        """A sitting begins as soon as torch is up: say for how long one has waited."""
        self._problems.wait_for_torch()
        self.refresh_bindings()

    def stop_waiting(self) -> None:
        """The sitting begins, or another one, or none."""
        if self._problems.waits_for_torch:
            self._problems.stop_waiting()
            self.refresh_bindings()

    def say_of_runner(self, words: str, *, trouble: str = "") -> None:
        """Say in the title bar how the runner does, and below the topics what ails it."""
        self.stop_waiting()
        self._runner = words
        self._show_title()
        self._problems.say_of_runner(trouble)

    def _show_title(self) -> None:
        today = study_date(self._clock(), self._desk.settings.rollover_hour)
        days = self._streak
        streak = tr("{days}-day streak   ", days=days) if days > 1 else ""
        self.query_one(TitleBar).show("quiz", f"{short_date(today)}   {streak}{self._runner}")

    @property
    def _topics(self) -> tuple[str, ...]:
        """The topic under the cursor; none for all of them."""
        option = self.query_one(OptionList).highlighted_option
        return (option.id,) if option is not None and option.id is not None else ()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter does what can be done with the row under the cursor, once there are rows."""
        if self._glance is None:
            return action == "quit"
        match action, parameters:
            case "review", (what,):
                here = what == ("topic" if self._topics else "all")
                return here and self._holds_cards and not self._problems.waits_for_torch
            case "more", (when,):
                return when == ("too" if self._holds_cards else "next")
            case "place" | "decline", _:
                return self._glance.offers_placement
            case ("call_off" | "quit") as act, _:
                return (act == "call_off") == self._problems.waits_for_torch
        return True

    @property
    def stands(self) -> bool:
        """Whether it can be used yet."""
        return self._glance is not None

    @property
    def _holds_cards(self) -> bool:
        """Whether there are cards of today under the cursor."""
        assert self._glance is not None
        today_of = self._glance.overview.today_of
        return any(today_of.get(topic) for topic in self._topics or today_of)

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        self.refresh_bindings()

    def action_review(self, _: str) -> None:
        if self._breath.is_held:  # it was that Enter
            self._breath.begin()
        else:
            self._sit_down("review")

    def action_call_off(self) -> None:
        self.stop_waiting()
        self.post_message(SittingCalledOff())

    def action_place(self) -> None:
        act_on(self.app, PlacementWanted())

    def action_decline(self) -> None:
        try:
            Placing(self._desk.study).decline()
        except SettingsError as error:
            self.notify(
                tr("That is not remembered. {error}", error=visible(str(error))), markup=False
            )
        else:
            key = key_of(self, "settings")
            told = tr("placement in the settings ({key}) has it offered again.", key=key)
            self.notify(told, markup=False)
        self.count_again()

    def action_quit(self) -> None:
        self.app.exit()

    def action_browse(self, *, searching: bool = False) -> None:
        from quizapp.tui.browse.screen import BrowseScreen

        study, clock = self._desk.study, self._clock
        if searching:
            self.app.push_screen(BrowseScreen(study, clock, searching=True))
        else:
            self.app.push_screen(BrowseScreen(study, clock, as_left=self.browsed))
            self.browsed = None

    def action_search(self) -> None:
        self.action_browse(searching=True)

    def action_statistics(self) -> None:
        from quizapp.tui.statistics.screen import StatisticsScreen

        self.app.push_screen(StatisticsScreen(self._desk.study, self._clock))

    def action_settings(self) -> None:
        from quizapp.tui.settings.screen import SettingsScreen

        self.app.push_screen(SettingsScreen(self._desk.study))

    def action_away(self) -> None:
        from quizapp.tui.screens.away import Leaving

        Leaving(self, self._desk.study, self._clock, self.count_again).offer()

    def on_key(self, event: Key) -> None:
        if self._undoing is not None:
            self._undoing.heed(event.key)

    def action_undo(self) -> None:
        from quizapp.tui.screens.undoing import Undoing

        if self._undoing is None:
            self._undoing = Undoing(self, self._desk.study, self._clock, self.count_again)
        self._undoing.undo()
        take_as_one(self.app)

    def action_drill(self) -> None:
        self._sit_down("drill")

    def action_more(self, _: str = "") -> None:
        from quizapp.tui.screens.more import MoreScreen

        assert self._glance is not None  # else no key would lead here
        about = tr(", ").join(map(self._glance.title_of, self._topics)) or tr(ALL)
        more = self._desk.study.more(self._topics, self._clock())
        standing = [
            waits_in_words(counts, self._glance.title_of)  # which its row may have no room for
            for counts in self._glance.overview.topics
            if counts.topic in self._topics and counts.waits_for
        ]
        if not self._topics:
            standing = [today_in_words(self._glance.overview)]
        self.app.push_screen(MoreScreen(more, about, "\n".join(standing)), self._sit_down)

    def _sit_down(self, kind: SittingKind | None) -> None:
        if kind is not None:
            topics = self._topics or self._desk.study.library.topics
            act_on(self.app, SittingWanted(Sitting(topics, kind=kind)))

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        if not self._holds_cards:
            self.action_more()
        elif (
            not self._problems.waits_for_torch
        ):  # else an impatient enter would begin another sitting
            self._sit_down("review")
