"""The end of a sitting: what was done, what comes, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widget import Widget
from textual.widgets import OptionList

from quizapp.deck.computed import as_written
from quizapp.deck.parts import Text
from quizapp.study.overview import Overview
from quizapp.study.phrases import of_them_new
from quizapp.study.sitting import MoreKind
from quizapp.study.study import Study
from quizapp.study.summary import Summary
from quizapp.text.bar import parted_bar
from quizapp.text.language import mark, tr
from quizapp.text.words import counted, time_in_words
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.keys.motions import SCROLLS, Scrolls
from quizapp.tui.prose import prose_in_a_line
from quizapp.tui.screens.breath import Breath
from quizapp.tui.screens.closed_once import ClosedOnce
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.widgets.forecast import days_within, forecast_chart
from quizapp.tui.widgets.hung_rows import Hung, HungList, HungTexts
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.laid_out import LaidOut, LayOut
from quizapp.tui.widgets.title_bar import TitleBar

AfterSummary = Literal["home", "undo", "back", MoreKind]
BAR = 40
"""Columns of the bar of right and wrong, where there are so many."""


class SummaryScreen(Scrolls, ClosedOnce[AfterSummary], StyledOnce[AfterSummary]):
    """What was done, what was missed, what comes. Its result says where to go from there."""

    CSS_PATH = "summary.tcss"
    AUTO_FOCUS = ""
    BINDING_GROUP_TITLE = mark("Summary")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (90, "-one-column"), (110, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (16, "-tall")]
    HANDS_OVER = ("edit",)
    BINDINGS = [
        Binding(
            "enter",
            "dismiss('home')",
            "home",
            key_display="enter",
            priority=True,
            tooltip="Go home",
        ),
        Binding("o", "open", "open card", tooltip="The card under the cursor, and its history"),
        Binding("p", "poke", "poke", tooltip="Change its code, and look at anything"),
        Binding("e", "edit", "edit", tooltip="Open it in $EDITOR"),
        Binding(
            "r",
            "retry",
            "missed again",
            tooltip="After a sitting: answer today's missed cards once more",
        ),
        Binding("n", "ten", "ten more", tooltip="After a sitting: more new cards, ten at most"),
        Binding("escape", "back", "back", tooltip="Back to the sitting, where cards are left"),
        Binding(
            "m",
            "more",
            "more today",
            tooltip="After a sitting: more new cards, reviews ahead, misses again",
        ),
        Binding("u", "dismiss('undo')", "undo", tooltip="Take the last answer back"),
        *SCROLLS,
        Binding("q", "app.quit", "quit", tooltip="Leave; everything answered is kept"),
        HELP_KEY,
    ]

    def __init__(
        self,
        summary: Summary,
        study: Study,
        overview: Overview,
        more: Callable[[], Mapping[MoreKind, int]] | None,
        *,
        prompt_of: Callable[[str], Text],
        open_card: Callable[[str], None],
        poke: Callable[[str], None],
        edit: Callable[[str], None],
    ) -> None:
        """`more` says what else there is today, once the sitting is over; `prompt_of` what a card
        of it asked.
        """
        super().__init__()
        self._summary = summary
        self._study = study
        self._overview = overview
        self._more = more() if more is not None else None
        self._prompt_of = prompt_of
        self._on_card = {"open": open_card, "poke": poke, "edit": edit}
        self._breath = Breath(self)

    def compose(self) -> ComposeResult:
        yield TitleBar(
            tr("The sitting is over") if self._more is not None else tr("The sitting so far")
        )
        with VerticalScroll(id="summary", can_focus=False):
            with VerticalScroll(id="done", can_focus=False):
                yield self._laid_out("result", self._done)
                if self._missed:
                    yield HungList({card: self._row(card) for card in self._missed}, id="missed")
                if self._summary.ideas:
                    yield self._believed()
            yield self._laid_out("coming", self._coming)
        yield KeyBar(lesser=("poke", "edit", "retry", "ten"))

    @staticmethod
    def _laid_out(id: str, lay_out: LayOut) -> LaidOut:
        text = LaidOut(id=id)
        text.show(lay_out)
        return text

    def on_key(self, event: Key) -> None:
        """A further Enter, meant for the last card, goes nowhere: nor does one behind that."""
        if event.key == "enter":
            self._breath.begin()

    def on_mount(self) -> None:
        self._breath.begin()
        for missed in self.query(HungList):
            self.set_focus(missed)
            missed.highlighted = 0

    @property
    def _missed(self) -> list[str]:
        """The cards answered wrong, then those not known, as far as the decks still have them."""
        cards = [*self._summary.missed, *self._summary.not_known]
        return [card for card in cards if card in self._study.library.cards]

    @property
    def panes(self) -> Sequence[Widget]:
        return list(self.query(VerticalScroll))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is no going back to a sitting that is over, and no more before it is."""
        if action in self._on_card:
            return bool(self._missed)
        if parameters == ("home",) and self._breath.is_held:
            return None  # which keeps its place
        more = self._more or {}
        offered = {
            "back": self._more is None,
            "more": self._more is not None,
            "retry": bool(more.get("again")),
            "ten": bool(more.get("new")),
        }
        return offered.get(action, True)

    def _act_on_card(self, name: str) -> None:
        option = self.query_one(HungList).highlighted_option
        if option is not None and option.id is not None:
            self._on_card[name](option.id)

    def action_open(self) -> None:
        self._act_on_card("open")

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        if self._breath.is_held:  # it was that Enter
            self._breath.begin()
        else:
            self._act_on_card("open")

    def action_poke(self) -> None:
        self._act_on_card("poke")

    def action_edit(self) -> None:
        self._act_on_card("edit")

    def action_retry(self) -> None:
        self.dismiss("again")

    def action_ten(self) -> None:
        self.dismiss("new")

    def action_back(self) -> None:
        self.dismiss("back")

    def action_more(self) -> None:
        from quizapp.tui.screens.more import MoreScreen

        assert self._more is not None
        self.app.push_screen(MoreScreen(self._more, tr("all topics"), ""), self._picked)

    def _picked(self, kind: MoreKind | None) -> None:
        if kind is not None:
            self.dismiss(kind)

    def _done(self, width: int) -> Content:
        summary = self._summary
        unknown = len(summary.not_known)
        cards = summary.right + summary.wrong + unknown
        parts = [
            ("✓ ", "$text-success", tr("{right} right", right=summary.right), summary.right),
            ("✗ ", "$text-error", tr("{wrong} wrong", wrong=summary.wrong), summary.wrong),
            ("? ", "$text-warning", tr("{not_known} not known", not_known=unknown), unknown),
        ]
        told = [
            Content.assemble((sign, style), words)
            for sign, style, words, number in parts
            if number or sign != "? "
        ]
        beside = Content("    ").join(told)
        lines = [
            Content.styled(
                tr(
                    "{cards}{new}, in {time_in_words}",
                    cards=counted(cards, "card"),
                    new=of_them_new(summary.new, cards),
                    time_in_words=time_in_words(summary.seconds),
                ),
                "bold",
            ),
            beside if beside.cell_length <= width else Content("\n").join(told),
            Content.assemble(
                *zip(
                    parted_bar([number for *_, number in parts], min(BAR, width)),
                    [style for _, style, _, _ in parts],
                    strict=True,
                )
            ),
        ]
        return Content("\n").join(lines)

    def _row(self, card_id: str) -> Hung:
        """A missed card: what it asks."""
        sign, style = ("✗ ", "$text-error")
        if card_id in self._summary.not_known:
            sign, style = ("? ", "$text-warning")
        asked = self._prompt_of(card_id).in_language(self._study.language)
        return Hung(sign, style, prose_in_a_line(asked))

    def _believed(self) -> HungTexts:
        language, ideas = self._study.language, self._study.library.ideas
        told = [
            prose_in_a_line(as_written(ideas[name]).in_language(language))
            for name in self._summary.ideas
            if name in ideas
        ]
        head = Content.styled(tr("Ideas that your answers showed, and torch refutes"), "bold")
        return HungTexts(head, [Hung("• ", "", words) for words in told], id="believed")

    def _coming(self, width: int) -> Content:
        overview = self._overview
        due = overview.forecast[: days_within(width, overview.forecast)]
        lines = [forecast_chart(due, overview.study_date)]
        if overview.streak > 1:
            lines.append(Content(tr("{days}-day streak", days=overview.streak)))
        return Content("\n\n").join(lines)
