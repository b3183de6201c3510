"""What can be decided about a card, a key each."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from datetime import date

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from quizapp.memory.acts.act import ActKind, Standing
from quizapp.study.phrases import standing_in_words
from quizapp.text.language import mark, tr
from quizapp.tui.keys.help_key import HELP_KEY
from quizapp.tui.pressable import pressable
from quizapp.tui.screens.closed_once import ClosedOnce
from quizapp.tui.screens.styled_once import StyledOnce
from quizapp.tui.widgets.hung_rows import Hung, HungMenu
from quizapp.tui.widgets.pick_list import Menu
from quizapp.tui.widgets.prompt_input import PromptInput

Decided = tuple[str, str]
"""The name of an act, and what the learner said for it."""


class ActsScreen(
    ModalScreen[Decided | None], ClosedOnce[Decided | None], StyledOnce[Decided | None]
):
    """Its result is what the learner decides; None where that is nothing.

    What was typed for an act and not decided is kept in `drafts`, by the act's name.
    """

    CSS_PATH = "acts.tcss"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (14, "-tall")]
    BINDING_GROUP_TITLE = mark("Decide")
    HELP = mark(
        "The key before a row does what it says, and enter does that of the row one is at, which "
        "the arrows choose, or j and k."
    )
    BINDINGS = [
        Binding("escape,q", "back", "back", show=False, tooltip="Back"),
        HELP_KEY,
    ]

    def __init__(
        self,
        acts: Mapping[str, ActKind],
        standing: Standing,
        today: date,
        drafts: MutableMapping[str, str],
        about: str = tr("this card"),
        picked: str = "",
    ) -> None:
        """`picked` is the act that the learner has chosen already, if any."""
        super().__init__()
        self._picked = picked
        self._about = about
        self._acts = acts
        rows = dict[str, str]()
        for name, act in acts.items():
            rows.setdefault(act.key, name)
        self._rows = list(rows.values())
        """The acts by name, one for each key: of cards that are flagged in part, the flag first."""
        self._standing = standing
        self._today = today
        self._drafts = drafts
        self._asked = ""
        """The act that something is to be said for."""
        self._refused = ""

    def compose(self) -> ComposeResult:
        with Vertical(id="acts"):
            if told := self._how_it_stands():
                yield Static(told, id="standing", markup=False)
            yield HungMenu({name: self._row(self._acts[name]) for name in self._rows})
            yield PromptInput(id="said", select_on_focus=False)
            yield Static(id="complaint", markup=False)

    def _row(self, act: ActKind) -> Hung:
        return Hung(f"{act.key}  ", "bold $text-accent", Content(tr(act.title)))

    def on_mount(self) -> None:
        self._offer()
        if self._picked:
            self._pick(self._picked)

    def _offer(self) -> None:
        """Show what can be decided."""
        self._asked = ""
        self._show(self._about, pressable(tr("esc closes"), "esc"))
        self.set_focus(self.query_one(Menu))

    def _show(self, title: str, keys: Content) -> None:
        """Show the acts, or where one is to be said something for, the field for that alone."""
        box, complaint = self.query_one("#acts"), self.query_one("#complaint", Static)
        box.border_title, box.border_subtitle = title, keys
        self.query_one(Menu).display = not self._asked
        self.query_one(Input).display = bool(self._asked)
        complaint.update("")

    def _how_it_stands(self) -> str:
        words = standing_in_words(self._standing, self._today)
        return "\n".join(filter(None, (words, self._standing.note)))

    def on_key(self, event: Key) -> None:
        for name in self._rows:
            if not self._asked and event.key == self._acts[name].key:
                event.stop()
                self._pick(name)
                return

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._pick(self._rows[event.option_index])

    def _pick(self, name: str) -> None:
        act = self._acts[name]
        if not act.asks:
            self.dismiss((name, ""))
            return
        self._asked = name
        field = self.query_one(Input)
        field.placeholder = tr(act.asks)
        field.value = self._drafts.get(name, act.before(self._standing))
        keys = pressable(tr("enter keeps it"), "enter"), pressable(tr("esc goes back"), "esc")
        self._show(tr(act.title), Content("  ").join(keys))
        field.action_end()
        self.set_focus(field)  # at once: the next key is for it

    @on(Input.Changed)
    def _typed(self) -> None:
        if self.query_one(Input).value != self._refused:  # else this comes behind its enter
            self.query_one("#complaint", Static).update("")

    @on(Input.Submitted)
    def _said(self, event: Input.Submitted) -> None:
        try:
            self._acts[self._asked].read(event.value, self._today)
        except ValueError as error:
            self._refused = event.value
            told = tr("{complaint}.", complaint=error)
            self.query_one("#complaint", Static).update(told[:1].upper() + told[1:])
        else:
            self._drafts.pop(self._asked, None)
            self.dismiss((self._asked, event.value))

    def action_back(self) -> None:
        if self._asked:
            typed = self.query_one(Input).value
            self._drafts.pop(self._asked, None)
            if typed != self._acts[self._asked].before(self._standing):
                self._drafts[self._asked] = typed
            self._offer()
        else:
            self.dismiss(None)
