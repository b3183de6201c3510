"""More today: what there is beyond the day's cards, a key each."""

from __future__ import annotations

from collections.abc import Mapping

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from quizapp.study.phrases import KEYS, more_in_words
from quizapp.study.sitting import MoreKind
from quizapp.text.language import mark, tr
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.pressable import pressable
from quizapp.tui.screens.breath import Breath
from quizapp.tui.screens.closed_once import ClosedOnce
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.widgets.hung_rows import Hung, HungMenu

WORDS: Mapping[MoreKind, str] = {
    "new": mark("More new cards, ten at most"),
    "ahead": mark("Reviews, due or ahead of their day, ten at most; the schedule moves"),
    "again": mark("Answer today's missed cards once more"),
}


class MoreScreen(
    ModalScreen[MoreKind | None], ClosedOnce[MoreKind | None], StyledOnce[MoreKind | None]
):
    """Its result is what the learner picks; None where that is nothing."""

    CSS_PATH = "more.tcss"
    BINDING_GROUP_TITLE = mark("More today")
    VERTICAL_BREAKPOINTS = [(0, "-short"), (14, "-tall")]
    BINDINGS = [
        *(
            Binding(KEYS[kind], f"pick('{kind}')", tr(WORDS[kind]), show=False, tooltip=WORDS[kind])
            for kind in KEYS
        ),
        Binding("escape,q", "dismiss", "back", show=False, tooltip="Back"),
        HELP_KEY,
    ]

    def __init__(self, cards: Mapping[MoreKind, int], about: str, standing: str) -> None:
        """`cards` are the numbers there are of which topics; `standing` is how today stands."""
        super().__init__()
        self._cards = cards
        self._about = about
        self._standing = standing
        self._breath = Breath(self)

    def on_mount(self) -> None:
        self._breath.begin()

    def compose(self) -> ComposeResult:
        with Vertical(id="more") as box:
            box.border_title = tr("more today: {about}", about=self._about)
            box.border_subtitle = pressable(tr("esc closes"), "esc")
            if self._standing:
                yield Static(self._standing, id="standing", markup=False)
            yield HungMenu(
                {kind: self._row(kind) for kind in self._cards},
                disabled=[kind for kind, cards in self._cards.items() if not cards],
            )

    def _row(self, kind: MoreKind) -> Hung:
        cards = self._cards[kind]
        style = "bold $text-accent" if cards else ""
        return Hung(f"{KEYS[kind]}  ", style, Content(more_in_words(kind, cards)))

    def action_pick(self, kind: MoreKind) -> None:
        if self._cards[kind]:
            self.dismiss(kind)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, unless it belongs to the one before: nobody has read then what it would pick."""
        if self._breath.is_held:
            self._breath.begin()
        else:
            self.action_pick(list(self._cards)[event.option_index])
