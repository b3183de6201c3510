"""An exercise as the learner sees it: code, question, fields; later the truth and why."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Container, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from quizapp.deck.model import Language, PredictCard, RecallCard, Text
from quizapp.tui.prose import prose
from quizapp.tui.widgets.ask_block import AskBlock
from quizapp.tui.widgets.code_view import CodeView
from quizapp.turn import Turn
from runner.wire import Outcome


class ExerciseView(VerticalScroll, can_focus=False):
    """Shows a turn of the session; knows nothing of what comes next.

    While it asks, the code scrolls by itself and the question stays; once it has been
    answered, all of it scrolls, so that nothing is out of reach.
    """

    def __init__(self, language: Language, hand_in: Callable[[AskBlock], None]) -> None:
        super().__init__(id="exercise")
        self._language = language
        self._hand_in = hand_in

    def compose(self) -> ComposeResult:
        with Container(id="panes"):
            with VerticalScroll(id="code-pane", can_focus=False):
                yield CodeView(id="code")
            with VerticalScroll(id="question", can_focus=False):
                yield Static(id="prompt", markup=False)
                yield Static(id="aside", markup=False)
                yield Static(id="status", markup=False)
                yield VerticalGroup(id="asks")
        with VerticalGroup(id="why"):
            yield Static(id="explain", markup=False)

    def on_mount(self) -> None:
        self.query_one("#code-pane").border_title = "code"
        self.query_one("#why").border_title = "why"

    @property
    def blocks(self) -> list[AskBlock]:
        """The asks with their fields, in the card's order."""
        return list(self.query(AskBlock))

    async def show(self, turn: Turn) -> None:
        """Show a turn that waits for an answer."""
        card = turn.exercise.card
        asks = card.asks if isinstance(card, PredictCard) else ()
        with self.app.batch_update():
            self.show_code(turn)
            self._static("prompt").update(self._words(card.prompt))
            await self.query_one("#asks").remove_children()
            await self.query_one("#asks").mount_all(AskBlock(ask, self._hand_in) for ask in asks)
            self.show_aside(turn)
            self.say(Content())
            self.remove_class("revealed")
            self.scroll_home(animate=False)
            self.query_one("#why").display = False
            self.query_one("#question").scroll_home(animate=False)

    def show_code(self, turn: Turn, *, setup: bool = False, marked: int | None = None) -> None:
        """Show the code, with the deck's setup code above it where that is asked for."""
        exercise = turn.exercise
        code = exercise.shown_code
        if setup and exercise.setup:
            code = f"{exercise.setup.text.rstrip()}\n\n{code}"
        self.query_one("#code-pane").display = bool(code)
        self.query_one(CodeView).show(code, marked=marked)

    def show_aside(self, turn: Turn) -> None:
        """Show the hint, if it was taken, and the mark of a guess."""
        parts = []
        if turn.hint:
            hint = self._words(turn.exercise.card.hint)
            parts.append(Content.assemble(("hint  ", "bold $text-accent"), hint))
        if turn.guess:
            parts.append(Content.styled("marked as a guess", "italic $text 70%"))
        self._put("aside", Content("\n").join(parts))

    def say(self, status: Content) -> None:
        """Say what is going on, above the fields."""
        self._put("status", status)

    def reveal(self, turn: Turn, outcome: Outcome | None) -> None:
        """Put the truth and the explanation on the table."""
        card = turn.exercise.card
        why = []
        if isinstance(card, RecallCard):
            why.append(self._words(card.back))
        if turn.verdict is not None:
            for block, graded in zip(self.blocks, turn.verdict.asks, strict=True):
                block.reveal(graded)
                if graded.mistake is not None:
                    why.append(
                        Content.assemble(
                            ("your answer  ", "bold $text-accent"), self._words(graded.mistake)
                        )
                    )
        if outcome is not None and outcome.raised is not None and outcome.raised.line is not None:
            self.show_code(turn, marked=turn.exercise.shown_line(outcome.raised.line))
        if card.explain is not None:
            why.append(self._words(card.explain))
        if card.see:
            why.append(Content.styled("\n".join(f"see {link}" for link in card.see), "$text 60%"))
        self.say(Content())
        self.add_class("revealed")
        pane = self.query_one("#why")
        pane.border_title = "back" if isinstance(card, RecallCard) else "why"
        pane.display = bool(why)
        self._static("explain").update(Content("\n\n").join(why))
        self.call_after_refresh(self._show_verdict_first)

    def _show_verdict_first(self) -> None:
        """Where not everything fits, begin with the verdict: the code has been read."""
        if self.max_scroll_y and self.blocks and self.screen.has_class("-narrow"):
            self.scroll_to_widget(self.blocks[0], top=True, animate=False)

    def scroll_text(self, half_pages: int) -> None:
        """Scroll what may be too long: the code while asking, everything afterwards."""
        pane = self if self.has_class("revealed") else self.query_one("#code-pane")
        pane.scroll_relative(y=half_pages * max(pane.size.height // 2, 1), animate=False)

    def _words(self, text: Text | None) -> Content:
        return prose(text.in_language(self._language)) if text else Content()

    def _put(self, id: str, content: Content) -> None:
        """Show this, or nothing at all where it is empty."""
        self._static(id).update(content)
        self._static(id).display = bool(content)

    def _static(self, id: str) -> Static:
        return self.query_one(f"#{id}", Static)
