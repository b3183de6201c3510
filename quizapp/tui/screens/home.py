"""Home: what is due, by topic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from quizapp.memory.queue import TopicCounts
from quizapp.study import Overview, Study
from quizapp.tui.widgets.day_charts import forecast_chart, heat_map
from quizapp.tui.widgets.title_bar import TitleBar
from quizapp.words import counted, day_in_words, today_in_words

BAR_CELLS = 20
ROOM_FOR_WIDE_BARS = 78
"""Columns."""
WEEKS, FEWER_WEEKS = 26, 18
ROOM_FOR_ALL_WEEKS = 98
"""Columns that the charts of the days take with all weeks."""


class HomeScreen(Screen[None]):
    """What is due, by topic; where a sitting starts."""

    BINDING_GROUP_TITLE = "Home"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (78, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (23, "-tall")]
    BINDINGS = [
        Binding(
            "enter",
            "review",
            "review",
            key_display="enter",
            tooltip="Start today's review",
            priority=True,
        ),
        Binding("d", "drill", "drill this topic", tooltip="Due, new, then practice of one topic"),
        Binding("j", "move(1)", "Next topic", show=False),
        Binding("k", "move(-1)", "Previous topic", show=False),
        Binding("q", "app.quit", "quit", tooltip="Leave; everything answered is kept"),
        Binding("f1,question_mark", "app.help", "help", key_display="?", tooltip="Show these keys"),
    ]

    class SittingWanted(Message):
        """The learner wants to start: today's review, or a drill of a topic."""

        def __init__(self, topics: tuple[str, ...] = ()) -> None:
            super().__init__()
            self.topics = topics

    def __init__(self, study: Study, clock: Callable[[], datetime]) -> None:
        super().__init__()
        self._study = study
        self._clock = clock
        self._streak = self._width_shown = 0
        self._runner, self._trouble = "torch is starting", ""

    def compose(self) -> ComposeResult:
        yield TitleBar("quiz")
        yield Static(id="today", markup=False)
        yield Static(id="columns", markup=False)
        yield OptionList(id="topics", markup=False)
        yield Static(id="problems", markup=False)
        with Horizontal(id="days"):
            yield Static(id="heat-map", markup=False)
            yield Static(id="forecast", markup=False)
        yield Footer(show_command_palette=False)

    def on_resize(self) -> None:
        """How much is shown goes by the width."""
        if self.size.width != self._width_shown:
            self.count_again()

    def count_again(self) -> None:
        """Show how things stand now; what is not on the screen is shown when it comes back."""
        if self.is_current:
            self.on_screen_resume()

    def on_screen_resume(self) -> None:
        """At the start, and back from a sitting: things have moved."""
        overview = self._study.overview(self._clock())
        rows = self._rows(overview)
        topics = self.query_one(OptionList)
        at = topics.highlighted or 0
        self.query_one("#today", Static).update(today_in_words(overview))
        self.query_one("#columns", Static).update(rows[0])
        topics.clear_options()
        topics.add_options(
            Option(row, counts.topic) for row, counts in zip(rows[1:], overview.topics, strict=True)
        )
        if overview.topics:
            topics.highlighted = min(at, len(overview.topics) - 1)
        self._streak, self._width_shown = overview.streak, self.size.width
        self._show_title()
        self._show_days(overview)
        self._show_what_is_wrong()

    def _show_what_is_wrong(self) -> None:
        self.query_one("#problems", Static).update("\n".join(self._what_is_wrong()))

    def _what_is_wrong(self) -> Iterator[str]:
        """Why there may be no verdicts, what of the decks cannot be asked, and who tells more."""
        if self._trouble:
            yield self._trouble
        if problems := self._study.library.problems:
            yield (
                f"{counted(len(problems), 'problem')} in the decks; what cannot be used is left "
                "out. 'quiz check' shows where."
            )
        if refused := self._study.refused_decks:
            names = ", ".join(deck.topic for deck in refused)
            yield f"Not trusted, so not run without a full sandbox: {names}. See 'quiz doctor'."

    def _show_days(self, overview: Overview) -> None:
        """What was done and what comes, once there is something to show."""
        self.query_one("#days").set_class(not overview.answers, "empty")
        if not overview.answers:
            return
        weeks = WEEKS if self.size.width >= ROOM_FOR_ALL_WEEKS else FEWER_WEEKS
        today = overview.study_date
        self.query_one("#heat-map", Static).update(heat_map(overview.answers, today, weeks))
        self.query_one("#forecast", Static).update(forecast_chart(overview.forecast, today))

    def say_of_runner(self, words: str, *, trouble: str = "") -> None:
        """Say in the title bar how the runner does, and below the topics what ails it."""
        self._runner, self._trouble = words, trouble
        self._show_title()
        self._show_what_is_wrong()

    def _show_title(self) -> None:
        now = self._clock()
        days = self._streak
        streak = f"{days}-day streak   " if days > 1 else ""
        self.query_one(TitleBar).show(
            "quiz", f"{now:%a} {now.day} {now:%b}   {streak}{self._runner}"
        )

    def action_review(self) -> None:
        self.post_message(self.SittingWanted())

    def action_drill(self) -> None:
        option = self.query_one(OptionList).highlighted_option
        if option is not None and option.id is not None:
            self.post_message(self.SittingWanted((option.id,)))

    def action_move(self, rows: int) -> None:
        topics = self.query_one(OptionList)
        if rows > 0:
            topics.action_cursor_down()
        else:
            topics.action_cursor_up()

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        self.action_review()

    def _rows(self, overview: Overview) -> list[Content]:
        """The table of topics: its head, then a row a topic."""
        language = self._study.settings.language
        titles = {
            deck.topic: Content(deck.title.in_language(language))
            for deck in self._study.library.decks
        }
        width = max((title.cell_length for title in titles.values()), default=0)
        head = Content("topic".ljust(width) + "   due   new".ljust(21) + "mastery")
        return [head] + [
            self._row(counts, overview, titles[counts.topic], width) for counts in overview.topics
        ]

    def _row(self, counts: TopicCounts, overview: Overview, title: Content, width: int) -> Content:
        new = overview.new_of.get(counts.topic, 0)
        name = title.pad_right(width - title.cell_length)
        if not counts.due and not new and counts.next_due is not None:
            figures = f"  next {day_in_words(counts.next_due, overview.study_date)}".ljust(21)
        else:
            figures = f"{counts.due:>6}{new:>6}".ljust(21)
        cells = BAR_CELLS if self.size.width >= ROOM_FOR_WIDE_BARS else BAR_CELLS // 2
        filled = round(counts.mastery * cells)
        return Content.assemble(
            name,
            figures,
            ("#" * filled, "$text-accent"),
            ("." * (cells - filled), "$text 30%"),
            f"{counts.mastery:>5.0%}",
        )
