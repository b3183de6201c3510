"""The end of a sitting: what was done, what comes back when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Literal

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from quizapp.study.sitting import MoreKind
from quizapp.study.summary import Summary
from quizapp.text.language import mark, tr
from quizapp.text.words import counted, day_in_words, time_in_words
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.title_bar import TitleBar

AfterSummary = Literal["home", "undo", "back", MoreKind]


class SummaryScreen(Screen[AfterSummary]):
    """What was done, and what comes back when. Its result says where to go from there."""

    CSS_PATH = "summary.tcss"
    BINDING_GROUP_TITLE = mark("Summary")
    BINDINGS = [
        Binding("enter", "dismiss('home')", "home", key_display="enter", tooltip="Go home"),
        Binding("escape", "back", "back", tooltip="Back to the sitting, where cards are left"),
        Binding("m", "more", "more today", tooltip="More new cards, reviews ahead, misses again"),
        Binding("u", "dismiss('undo')", "undo", tooltip="Take the last answer back"),
        Binding("q", "app.quit", "quit", tooltip="Leave; everything answered is kept"),
        Binding("f1,question_mark", "app.help", "help", key_display="?", tooltip="Show these keys"),
    ]

    def __init__(
        self,
        summary: Summary,
        today: date,
        more: Callable[[], Mapping[MoreKind, int]] | None,
    ) -> None:
        """`more` says what else there is today, once the sitting is over."""
        super().__init__()
        self._summary = summary
        self._today = today
        self._more = more

    def compose(self) -> ComposeResult:
        yield TitleBar(tr("The sitting is over") if self._more else tr("The sitting so far"))
        with VerticalScroll(id="summary", can_focus=False):
            yield Static(self._done(), id="done", markup=False)
            yield Static(self._coming(), id="coming", markup=False)
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is no going back to a sitting that is over, and no more before it is."""
        over = self._more is not None
        return {"back": not over, "more": over}.get(action, True)

    def action_back(self) -> None:
        self.dismiss("back")

    def action_more(self) -> None:
        from quizapp.tui.screens.more import MoreScreen

        assert self._more is not None
        self.app.push_screen(MoreScreen(self._more(), tr("all topics"), ""), self._picked)

    def _picked(self, kind: MoreKind | None) -> None:
        if kind is not None:
            self.dismiss(kind)

    def _done(self) -> Content:
        summary = self._summary
        cards = summary.right + summary.wrong + len(summary.not_known)
        new = tr(", {new} of them new", new=summary.new) if summary.new else ""
        lines = [
            Content.styled(
                tr(
                    "{cards}{new}, in {time_in_words}",
                    cards=counted(cards, "card"),
                    new=new,
                    time_in_words=time_in_words(summary.seconds),
                ),
                "bold",
            ),
            Content.assemble(("✓ ", "$text-success"), tr("{right} right", right=summary.right)),
            Content.assemble(("✗ ", "$text-error"), tr("{wrong} wrong", wrong=summary.wrong)),
        ]
        lines += [_card(id) for id in summary.missed]
        if summary.not_known:
            count = tr("{not_known} not known", not_known=len(summary.not_known))
            lines.append(Content.assemble(("? ", "$text-warning"), count))
            lines += [_card(id) for id in summary.not_known]
        if summary.ideas:
            count = counted(len(summary.ideas), "idea")
            lines.append(Content(tr("{count} to be given up, as quiz ideas tells", count=count)))
            lines += [_card(idea) for idea in summary.ideas]
        return Content("\n").join(lines)

    def _coming(self) -> Content:
        rows = [Content.styled(tr("They come back"), "bold")] if self._summary.due else []
        for day, count in self._summary.due.items():
            when = day_in_words(day, self._today)
            rows.append(Content.assemble((f"{count:>4}  ", "$text-accent"), when))
        return Content("\n").join(rows)


def _card(id: str) -> Content:
    return Content.assemble("    ", (id, "$text 70%"))
