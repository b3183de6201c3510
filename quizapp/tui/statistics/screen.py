"""Statistics: what the log tells of months, a page each for what one may want to know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.style import Style
from textual.widget import Widget
from textual.widgets import OptionList, Static

from quizapp.statistics.pages.section import Told, told
from quizapp.statistics.pages.table import PAGES
from quizapp.statistics.statistics import logged, statistics
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from quizapp.text.words import counted, short_date
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.keys.motions import SCROLLS, Scrolls
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.statistics.hard_page import HardPage
from quizapp.tui.statistics.page import BROAD_COLUMN, COLUMN, Page
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.laid_out import LaidOut
from quizapp.tui.widgets.title_bar import TitleBar

WHAT = {
    "days": mark("Today, the year day by day, the time it took"),
    "recall": mark("What you remembered, and what FSRS predicted"),
    "load": mark("What falls due in the next 30 days"),
    "memory": mark("How firmly your cards stand, and how difficult they are"),
    "weak": mark("What you believe, and the cards that you miss"),
    "path": mark("How far you have come, and when all will be begun"),
}
"""What each page shows."""

WEAK, YEAR = "weak", "days"
"""The page whose rows can be picked, and that of the year."""


class StatisticsScreen(Scrolls, StyledOnce[None]):
    """One page at a time; all are counted anew each time that the screen is come to."""

    CSS_PATH = "statistics.tcss"
    BINDING_GROUP_TITLE = mark("Statistics")
    HELP = mark(
        "True retention counts, as Anki does, the first answer of a day to a card that was learnt "
        "on an earlier day; recalled is what was rated better than Again. A card is young whose "
        "interval was under 21 days, else mature. Expected is the chance that FSRS, by its present "
        "parameters, gives it on that day: where points lie above the line, you remember more than "
        "it predicts. RMSE is how far they lie off; the log loss is the smaller, the better each "
        "answer was foreseen. A wrong idea is refuted each time that an answer shows it. `quiz "
        "stats` prints all this."
    )
    BINDINGS = [
        Binding(
            "right,l,tab",
            "turn(1)",
            "next page",
            key_display="→",
            priority=True,
            tooltip="The next page",
        ),
        Binding(
            "left,h",
            "turn(-1)",
            "page before",
            key_display="←",
            priority=True,
            tooltip="The page before",
        ),
        *(
            Binding(str(at), f"open('{name}')", name, show=False, tooltip=WHAT[name])
            for at, name in enumerate(PAGES, 1)
        ),
        Binding(
            "enter",
            "look",
            "its cards",
            key_display="enter",
            priority=True,
            tooltip="On the page weak: look at the card, or at those of the idea, in browse",
        ),
        Binding("shift+tab", "turn(-1)", show=False, priority=True),
        *SCROLLS,
        Binding("escape,q", "app.pop_screen", "home", key_display="esc", tooltip="Home"),
        HELP_KEY,
    ]

    def __init__(self, study: Study, clock: Callable[[], datetime]) -> None:
        super().__init__()
        self._study = study
        self._clock = clock
        self._page = next(iter(PAGES))
        self._told: Told | None = None

    def compose(self) -> ComposeResult:
        yield TitleBar(tr("Statistics"))
        yield LaidOut(id="page-names")
        yield Static(id="counting", markup=False)
        for name in PAGES:
            if name == WEAK:
                yield HardPage(id=f"page-{name}")
            else:
                yield Page(id=f"page-{name}", column=BROAD_COLUMN if name == YEAR else COLUMN)
        yield KeyBar(lesser=("turn(-1)",))

    def on_screen_resume(self) -> None:
        """Things may have moved: a card was looked at and decided about."""
        self._show_tabs()
        self.call_after_refresh(self._count)

    @work(exclusive=True)
    async def _count(self) -> None:
        """Read the log, and count beside the app, which goes on."""
        today = self._study.study_date(self._clock())
        read = logged(self._study, today)
        answers = counted(sum(read.by_day.values()), "answer")
        self.query_one(TitleBar).show(tr("Statistics"), tr("counting {answers} …", answers=answers))
        if self._told is None:
            self.query_one("#counting", Static).update(tr("Counting {answers}.", answers=answers))
        self._told = told(self._study, await asyncio.to_thread(statistics, read))
        self.query_one(TitleBar).show(tr("Statistics"), f"{short_date(today)}   {answers}")
        self.query_one("#counting").display = False
        for name, sections in PAGES.items():
            if name == WEAK:
                self.query_one(HardPage).show(self._told)
            else:
                await self.query_one(f"#page-{name}", Page).show(sections(self._told))
        self._open()

    def _open(self) -> None:
        """Show the page that is open, its keys at hand."""
        self._show_tabs()
        for name in PAGES:
            page = self.query_one(f"#page-{name}")
            page.set_class(name == self._page and self._told is not None, "open")
        self.set_focus(self.query_one(f"#page-{self._page}"))
        self.refresh_bindings()

    def _show_tabs(self) -> None:
        self.query_one("#page-names", LaidOut).show(self._tabs)

    def _tabs(self, width: int) -> Content:
        """The pages; where there is no room for their names, but that of the one that is open."""
        named, short = (
            Content("  ").join(
                self._tab(at, name, is_named=is_named) for at, name in enumerate(PAGES, 1)
            )
            for is_named in (True, False)
        )
        return named if named.cell_length <= width else short

    def _tab(self, at: int, name: str, *, is_named: bool) -> Content:
        if name == self._page:
            tab = Content.styled(f"[{at} {tr(name)}]", "bold $text-accent")
        else:
            tab = Content(f"{at} {tr(name)}" if is_named else f"{at}")
        return tab.stylize(Style.from_meta({"page": name}))

    def on_click(self, event: events.Click) -> None:
        if page := event.style.meta.get("page"):
            self.action_open(page)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "look":
            return self._page == WEAK and self.query_one(HardPage).query_of_row is not None
        return True

    def action_open(self, page: str) -> None:
        self._page = page
        self._open()

    def action_turn(self, by: int) -> None:
        names = list(PAGES)
        self.action_open(names[(names.index(self._page) + by) % len(names)])

    @property
    def panes(self) -> Sequence[Widget]:
        return [self.query_one(f"#page-{self._page}")]

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        self.refresh_bindings()

    @on(OptionList.OptionSelected)
    def action_look(self) -> None:
        from quizapp.tui.browse.screen import BrowseScreen

        query = self.query_one(HardPage).query_of_row
        if query is not None:
            self.app.push_screen(BrowseScreen(self._study, self._clock, query))
