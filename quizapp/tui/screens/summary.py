"""The end of a sitting: what was done, what comes back when."""

from __future__ import annotations

from datetime import date

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from quizapp.summary import Summary
from quizapp.tui.widgets.title_bar import TitleBar
from quizapp.words import counted, day_in_words, time_in_words


class SummaryScreen(Screen[bool]):
    """What was done, and what comes back when. Its result: whether to undo the last answer."""

    CSS_PATH = "summary.tcss"
    BINDING_GROUP_TITLE = "Summary"
    BINDINGS = [
        Binding(
            "enter,escape",
            "dismiss(False)",
            "home",
            key_display="enter",
            tooltip="Back to the home screen",
        ),
        Binding("u", "dismiss(True)", "undo", tooltip="Take the last answer back"),
        Binding("q", "app.quit", "quit", tooltip="Leave; everything answered is kept"),
    ]

    def __init__(self, summary: Summary, today: date) -> None:
        super().__init__()
        self._summary = summary
        self._today = today

    def compose(self) -> ComposeResult:
        yield TitleBar("The sitting is over")
        with VerticalScroll(id="summary", can_focus=False):
            yield Static(self._done(), id="done", markup=False)
            yield Static(self._coming(), id="coming", markup=False)
        yield Footer(show_command_palette=False)

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
