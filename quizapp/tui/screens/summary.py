"""The end of a sitting: what was done, what comes back when."""

from __future__ import annotations

from datetime import date
from typing import Literal

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from quizapp.summary import Summary
from quizapp.tui.widgets.title_bar import TitleBar
from quizapp.words import counted, day_in_words, time_in_words

AfterSummary = Literal["home", "undo", "back"]


class SummaryScreen(Screen[AfterSummary]):
    """What was done, and what comes back when. Its result says where to go from there."""

    CSS_PATH = "summary.tcss"
    BINDING_GROUP_TITLE = "Summary"
    BINDINGS = [
        Binding("enter", "dismiss('home')", "home", key_display="enter", tooltip="Go home"),
        Binding("escape", "back", "back", tooltip="Back to the sitting, where cards are left"),
        Binding("u", "dismiss('undo')", "undo", tooltip="Take the last answer back"),
        Binding("q", "app.quit", "quit", tooltip="Leave; everything answered is kept"),
        Binding("f1,question_mark", "app.help", "help", key_display="?", tooltip="Show these keys"),
    ]

    def __init__(self, summary: Summary, today: date, *, over: bool) -> None:
        super().__init__()
        self._summary = summary
        self._today = today
        self._over = over

    def compose(self) -> ComposeResult:
        yield TitleBar("The sitting is over" if self._over else "The sitting so far")
        with VerticalScroll(id="summary", can_focus=False):
            yield Static(self._done(), id="done", markup=False)
            yield Static(self._coming(), id="coming", markup=False)
        yield Footer(show_command_palette=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is no going back to a sitting that is over."""
        return action != "back" or not self._over

    def action_back(self) -> None:
        self.dismiss("back")

    def _done(self) -> Content:
        summary = self._summary
        cards = summary.right + summary.wrong
        new = f", {summary.new} of them new" if summary.new else ""
        lines = [
            Content.styled(
                f"{counted(cards, 'card')}{new}, in {time_in_words(summary.seconds)}", "bold"
            ),
            Content.assemble(("✓ ", "$text-success"), f"{summary.right} right"),
            Content.assemble(("✗ ", "$text-error"), f"{summary.wrong} wrong"),
        ]
        lines += [Content.assemble(("    ", ""), (id, "$text 70%")) for id in summary.missed]
        return Content("\n").join(lines)

    def _coming(self) -> Content:
        rows = [Content.styled("They come back", "bold")] if self._summary.due else []
        for day, count in self._summary.due.items():
            when = day_in_words(day, self._today)
            rows.append(Content.assemble((f"{count:>4}  ", "$text-accent"), when))
        return Content("\n").join(rows)
