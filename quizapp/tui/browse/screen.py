"""Browse: every card, found by a query."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.events import Key
from textual.suggester import Suggester
from textual.widgets import Input, Static

from quizapp.memory.acts.act import ActKind
from quizapp.search.catalogue import Catalogue
from quizapp.search.complete import completions
from quizapp.search.query import QueryError
from quizapp.study.card_row import CardRow, card_rows
from quizapp.study.phrases import unasked_in_words
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from quizapp.text.words import counted
from quizapp.tui.browse.as_left import AsLeft
from quizapp.tui.browse.card_table import CardTable
from quizapp.tui.browse.deciding import Deciding
from quizapp.tui.browse.preview import Preview
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.messages import SittingWanted, act_on
from quizapp.tui.screens.editing import edit_deck
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.prompt_input import PromptInput
from quizapp.tui.widgets.title_bar import TitleBar

HINT = mark("words, topic:amp, is:due, tag:view, prop:r<0.8, rated:7:1, -new, (a or b)")


class BrowseScreen(StyledOnce[None]):
    """All cards; what is typed in the field above narrows them."""

    CSS_PATH = "browse.tcss"
    BINDING_GROUP_TITLE = mark("Browse")
    HELP = mark(
        "What is marked, or else the card under the cursor, is what an act is "
        "done to; a drill goes through what is marked, whatever it comes after, or else through "
        "all that is found and can be asked now. "
        "A query has words and fields, as `quiz list --help` tells."
    )
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (18, "-tall")]
    HANDS_OVER = ("edit",)
    BINDINGS = [
        Binding(
            "enter",
            "open",
            "open",
            key_display="enter",
            tooltip="The card in all the room there is",
        ),
        Binding("slash", "search", "search", key_display="/", tooltip="Type a query"),
        Binding(
            "escape", "cards", "cards", key_display="esc", tooltip="From the query to the cards"
        ),
        Binding("escape", "unmark", "unmark", key_display="esc", tooltip="Mark none any more"),
        Binding("escape", "clear", "clear", key_display="esc", tooltip="Back to the first query"),
        Binding("escape", "back", "home", key_display="esc", tooltip="Home"),
        Binding("space", "mark", "mark", tooltip="Mark the card, or mark it no more"),
        Binding("a", "mark_all", "all", tooltip="Mark all that are found, or none"),
        Binding("d", "drill", "drill", tooltip="Drill what is marked, or else all that is found"),
        Binding("m", "act", "decide", tooltip="Bury, suspend, flag … what is marked"),
        Binding("u", "undo", "undo", show=False, tooltip="Take back what was decided last"),
        Binding("e", "edit", "edit", tooltip="Open the card in $EDITOR"),
        Binding("o", "sort(1)", "sort", tooltip="Sort by the next column; a click on one does too"),
        Binding("O", "turn", "turn", show=False, tooltip="Sort the other way round"),
        Binding("shift+down,J", "scroll(1)", show=False, tooltip="Scroll the card down"),
        Binding("shift+up,K", "scroll(-1)", show=False, tooltip="Scroll the card up"),
        Binding("q", "app.pop_screen", show=False, tooltip="Home"),
        HELP_KEY,
    ]

    def __init__(
        self,
        study: Study,
        clock: Callable[[], datetime],
        query: str = "",
        *,
        searching: bool = False,
        as_left: AsLeft | None = None,
    ) -> None:
        """Begin with a query; or `searching`, in the field in which one is typed; or `as_left`."""
        super().__init__()
        self._as_left = as_left or AsLeft(query=query)
        self._searching = searching
        self._study = study
        self._clock = clock
        self._query = query
        self._catalogue = self._read()
        self._deciding = Deciding(self, study, clock, self.on_screen_resume)

    def _read(self) -> Catalogue:
        return self._study.catalogue(self._study.study_date(self._clock()))

    def compose(self) -> ComposeResult:
        yield TitleBar(tr("Browse"))
        yield PromptInput(
            self._as_left.query,
            id="query",
            placeholder=tr(HINT),
            suggester=_Completion(lambda: self._catalogue),
            select_on_focus=False,
        )
        yield Static(id="complaint", markup=False)
        with Container(id="browse"):
            with Vertical(id="found"):
                yield CardTable(self._catalogue.today, self._as_left)
            yield Preview(self._study.language)
        yield KeyBar(
            lesser=("back", "open", "mark_all", "edit", "sort(1)"),
            words={"drill": self._drill_in_words},
        )

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Input if self._searching else CardTable))

    def on_screen_resume(self) -> None:
        """Things may have moved: a sitting, an act, an edit."""
        self._catalogue = self._read()
        self._deciding.look(self._catalogue.today)
        self._find()

    @on(Input.Changed)
    def _find(self) -> None:
        """Show what the query finds; while its last word says nothing yet, what the rest does."""
        from quizapp.search.find import find

        query, catalogue = self.query_one(Input).value, self._catalogue
        complaint: QueryError | None = None
        for text in (query, query.rpartition(" ")[0]):
            try:
                rows = card_rows(find(text, catalogue), catalogue)
            except QueryError as error:
                complaint = complaint or error
                continue
            self.query_one(CardTable).show(rows, catalogue.today)
            break
        self._complain(complaint)

    def _complain(self, error: QueryError | None) -> None:
        complaint = self.query_one("#complaint", Static)
        if complaint.display != (error is not None):
            complaint.display = error is not None
            self.refresh_bindings()
        if error is not None:
            told = tr(
                "{complaint}. Below stands what an earlier query found: that is neither drilled "
                "nor decided about.",
                complaint=error.what,
            )
            complaint.update(visible(told))

    @on(CardTable.Moved)
    def _moved(self) -> None:
        table, preview = self.query_one(CardTable), self.query_one(Preview)
        row = table.highlighted
        preview.display = row is not None
        if row is not None:
            reviews = self._study.log.reviews(row.card.id)
            deck = self._study.library.deck_of(row.card.id)
            preview.show(row, deck, reviews, self._catalogue.today)
        self._count()

    def _count(self) -> None:
        table = self.query_one(CardTable)
        marked = len([row for row in table.rows if row.card.id in table.marked])
        told = counted(len(table.rows), "card")
        if elsewhere := sum(map(self._is_for_elsewhere, table.rows)):
            told = tr("{cards}, {number} not for this machine", cards=told, number=elsewhere)
        self.query_one(TitleBar).show(
            tr("Browse"),
            tr("{marked} marked of {told}", marked=marked, told=told) if marked else told,
        )
        self.refresh_bindings()

    def _is_for_elsewhere(self, row: CardRow) -> bool:
        """Home counts none of these; what is set aside is told of in the row."""
        known = self._catalogue
        return row.card.id not in known.course and row.standing.is_asked(known.today)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        typing = isinstance(self.focused, Input)
        match action:
            case "cards":
                return typing
            case "undo":
                return not typing
            case "back" | "clear" | "unmark":
                return not typing and action == self._escapes
            case "drill" | "act" | "decide" | "mark_all" if self.query_one("#complaint").display:
                return None if not typing else False  # the list is of another query
            case "open" | "drill" | "act" | "decide" | "mark" | "mark_all" | "edit":
                return not typing and self.query_one(CardTable).highlighted is not None
        return True

    @property
    def _escapes(self) -> str:
        """What Escape does on the cards: a step back, of those that were taken."""
        if self.query_one(CardTable).marked:
            return "unmark"
        return "clear" if self.query_one(Input).value != self._query else "back"

    @on(Input.Submitted)
    def _search(self) -> None:
        self._find()  # what was typed quickly has not been looked for yet
        if not self.query_one("#complaint").display:
            self.action_cards()

    def action_cards(self) -> None:
        self.set_focus(self.query_one(CardTable))

    def action_search(self) -> None:
        self.set_focus(self.query_one(Input))

    def action_back(self) -> None:
        self.app.pop_screen()

    def action_clear(self) -> None:
        self.query_one(Input).value = self._query

    def action_open(self) -> None:
        from quizapp.tui.screens.card import CardScreen

        row = self.query_one(CardTable).highlighted
        assert row is not None
        self.app.push_screen(CardScreen(self._study, row.card.id, self._clock))

    def action_mark(self) -> None:
        self.query_one(CardTable).mark()
        self._count()

    def action_mark_all(self) -> None:
        self.query_one(CardTable).mark_all()
        self._count()

    def action_unmark(self) -> None:
        self.query_one(CardTable).unmark()
        self._count()

    def action_sort(self, by: int) -> None:
        self.query_one(CardTable).sort(by)

    def action_turn(self) -> None:
        self.query_one(CardTable).turn()

    def action_scroll(self, half_pages: int) -> None:
        preview = self.query_one(Preview)
        preview.scroll_relative(y=half_pages * max(preview.size.height // 2, 1), animate=False)

    def action_drill(self) -> None:
        wanted = self._to_drill
        if not self._study.holds_cards(wanted, self._clock()):
            today = self._study.study_date(self._clock())
            told = unasked_in_words(self._study, wanted.cards, 0, today)
            self.notify(told, markup=False)
            return
        browsed = self.query_one(CardTable).as_left(self.query_one(Input).value)
        while len(self.app.screen_stack) > 1:  # it is home that sits down
            self.app.pop_screen()
        act_on(self.app, SittingWanted(wanted, browsed))

    @property
    def _to_drill(self) -> Sitting:
        from quizapp.search.find import named

        table, query = self.query_one(CardTable), self.query_one(Input).value
        cards = tuple(row.card.id for row in table.to_drill)
        each = table.marked.intersection(cards) or named(query, self._catalogue)
        return Sitting(cards=cards, named=frozenset(each))

    def _drill_in_words(self) -> str:
        wanted, known = self._to_drill, self._catalogue
        asked = sum(
            card in known.drilled or (card in wanted.named and card in known.asked)
            for card in wanted.cards
        )
        return tr("drill {cards}", cards=f"{asked:,}")

    def action_edit(self) -> None:
        row = self.query_one(CardTable).highlighted
        assert row is not None
        path = self._study.library.deck_of(row.card.id).path
        if edit_deck(self.app, Path(path), row.card.line):
            self._study.reload()
            self.on_screen_resume()

    def decidable(self) -> Mapping[str, ActKind]:
        """What makes sense for any of the chosen cards."""
        return self._deciding.decidable(self.query_one(CardTable).chosen)

    def action_decide(self, name: str) -> None:
        self.action_act(name)

    def action_act(self, picked: str = "") -> None:
        self._deciding.ask(self.query_one(CardTable).chosen, picked)

    def on_key(self, event: Key) -> None:
        self._deciding.heed(event.key)

    def action_undo(self) -> None:
        self._deciding.undo()


class _Completion(Suggester):
    """Offers how the last word of a query may go on."""

    def __init__(self, catalogue: Callable[[], Catalogue]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._catalogue = catalogue

    async def get_suggestion(self, value: str) -> str | None:
        return next(_worth_offering(value, self._catalogue()), None)


def _worth_offering(value: str, catalogue: Catalogue) -> Iterator[str]:
    if value and not value[-1].isspace():
        yield from completions(value, catalogue)
