"""Browse: every card, found by a query."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.suggester import Suggester
from textual.widgets import Input, Static

from quizapp.memory.acts.act import FRESH, Act, ActKind
from quizapp.memory.acts.table import ACTS, possible_acts
from quizapp.memory.errors import LogUnavailable
from quizapp.search.catalogue import Catalogue
from quizapp.search.complete import completions
from quizapp.search.query import QueryError
from quizapp.study.card_row import CardRow, card_rows
from quizapp.study.phrases import decided_about, unasked_in_words, undone_in_words
from quizapp.study.recorder import Recorder
from quizapp.study.sitting import Sitting
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible
from quizapp.text.words import counted
from quizapp.tui.browse.as_left import AsLeft
from quizapp.tui.browse.card_table import CardTable
from quizapp.tui.browse.preview import Preview
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.keys.moving import key_of
from quizapp.tui.messages import SittingWanted, act_on
from quizapp.tui.screens.acts import ActsScreen, Decided
from quizapp.tui.screens.editing import edit_deck
from quizapp.tui.screens.log_writer import LogWriter
from quizapp.tui.widgets.key_bar import KeyBar
from quizapp.tui.widgets.prompt_input import PromptInput
from quizapp.tui.widgets.title_bar import TitleBar

HINT = mark("words, topic:amp, is:due, tag:view, prop:r<0.8, rated:7:1, -new, (a or b)")


class BrowseScreen(Screen[None]):
    """All cards; what is typed in the field above narrows them."""

    CSS_PATH = "browse.tcss"
    BINDING_GROUP_TITLE = mark("Browse")
    HELP = mark(
        "What is marked, or else the card under the cursor, is what an act is "
        "done to; a drill goes through what is marked, or else all that is found. "
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
        self._undoable: list[Act] = []
        """What was decided last today, at one time, here or elsewhere in the app."""
        self._log = LogWriter(
            *(self, study.log),
            say=self._say,
            changed=self.refresh_bindings,
            failed=self._not_written,
        )

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
        self._undoable = self._study.log.last_acts_on(self._catalogue.today)
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
        self.query_one(TitleBar).show(
            tr("Browse"),
            tr("{marked} marked of {told}", marked=marked, told=told) if marked else told,
        )
        self.refresh_bindings()

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
        table = self.query_one(CardTable)
        rows = table.to_drill
        wanted = Sitting(cards=tuple(row.card.id for row in rows))
        if not self._study.holds_cards(wanted, self._clock()):
            today = self._study.study_date(self._clock())
            told = unasked_in_words(self._study, wanted.cards, 0, today)
            self.notify(told, markup=False)
            return
        browsed = table.as_left(self.query_one(Input).value)
        while len(self.app.screen_stack) > 1:  # it is home that sits down
            self.app.pop_screen()
        act_on(self.app, SittingWanted(wanted, browsed))

    def _drill_in_words(self) -> str:
        return tr("drill {cards}", cards=f"{len(self.query_one(CardTable).to_drill):,}")

    def action_edit(self) -> None:
        row = self.query_one(CardTable).highlighted
        assert row is not None
        path = self._study.library.deck_of(row.card.id).path
        if edit_deck(self.app, Path(path), row.card.line):
            self._study.reload()
            self.on_screen_resume()

    def decidable(self) -> Mapping[str, ActKind]:
        """What makes sense for any of the chosen cards."""
        offered = {name for row in self.query_one(CardTable).chosen for name in self._possible(row)}
        return {name: kind for name, kind in ACTS.items() if name in offered}

    def action_decide(self, name: str) -> None:
        self.action_act(name)

    def action_act(self, picked: str = "") -> None:
        """Offer what can be decided about the chosen cards; or have what was picked of it done."""
        rows = self.query_one(CardTable).chosen
        standing = rows[0].standing if len(rows) == 1 else FRESH
        about = rows[0].card.id if len(rows) == 1 else counted(len(rows), "card")
        today = self._catalogue.today
        dialog = ActsScreen(self.decidable(), standing, today, {}, about, picked)
        self.app.push_screen(dialog, partial(self._decided, rows))

    def _possible(self, row: CardRow) -> dict[str, ActKind]:
        return possible_acts(row.standing, row.memory, self._catalogue.today)

    def _decided(self, rows: Sequence[CardRow], decided: Decided | None) -> None:
        if decided is None:
            return
        name, said = decided
        cards = [row.card.id for row in rows if name in self._possible(row)]
        done = list[Act]()
        act = partial(self._act, cards, name, said, self._clock(), done)
        show = partial(self._tell, done)
        if self._log.wrote(act, show):
            show()

    def _act(
        self, cards: Sequence[str], name: str, said: str, now: datetime, done: list[Act]
    ) -> None:
        done += self._recorder.act_on_all(cards, name, said, now=now)

    @property
    def _recorder(self) -> Recorder:
        rollover_hour = self._study.settings.rollover_hour
        return Recorder(self._study.log, rollover_hour=rollover_hour, rng=random.Random())

    def _tell(self, done: list[Act]) -> None:
        act = done[0]
        self._say(
            tr(
                "{which} {told}. {undo} undoes it.",
                which=decided_about(done),
                told=ACTS[act.name].told(act.value),
                undo=key_of(self, "undo"),
            )
        )
        self.on_screen_resume()

    def action_undo(self) -> None:
        if not self._undoable:
            self._say(tr("Nothing was decided today that could be undone."))
            return
        undo = partial(self._recorder.take_back_all, self._undoable, now=self._clock())
        show = partial(self._undone, self._undoable)
        if self._log.wrote(undo, show):
            show()

    def _undone(self, acts: Sequence[Act]) -> None:
        self._say(undone_in_words(acts))
        self.on_screen_resume()

    def _say(self, words: str) -> None:
        self.app.clear_notifications()
        self.notify(words, markup=False)

    def _not_written(self, error: LogUnavailable) -> None:
        self.notify(
            tr("Nothing was decided. {error}", error=visible(str(error))),
            severity="error",
            markup=False,
        )
        self.on_screen_resume()


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
