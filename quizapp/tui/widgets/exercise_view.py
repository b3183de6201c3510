"""An exercise as the learner sees it: code, question, fields; later the truth and why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.layout import Layout
from textual.widget import Widget
from textual.widgets import Static

from quizapp.deck.exercise import Exercise
from quizapp.deck.parts import Text
from quizapp.deck.verdict import Verdict
from quizapp.inside.places import Place, place_of, shown_parts
from quizapp.pictures.album import Album
from quizapp.study.turn import Slot, Turn
from quizapp.text.language import Language, tr
from quizapp.text.visible import visible
from quizapp.tui.keys.moving import keys_by_name
from quizapp.tui.prose import LABEL, prose
from quizapp.tui.widgets.answer_form import AnswerForm, HandIn
from quizapp.tui.widgets.answer_pages import AnswerPages, Page
from quizapp.tui.widgets.card_layout import BROAD, CardLayout
from quizapp.tui.widgets.code_view import CodeView
from quizapp.tui.widgets.drafts import Drafts
from quizapp.tui.widgets.exercise_sight import Sight
from quizapp.tui.widgets.form_for import form_for
from quizapp.tui.widgets.laid_out import LaidOut, LayOut
from quizapp.tui.widgets.pane import Pane
from quizapp.tui.widgets.thumb_in_place import ThumbInPlace
from quizapp.tui.widgets.tried_form import TriedForm
from quizapp.tui.widgets.why_text import why_text
from runner.protocol.wire import Outcome


class ExerciseView(VerticalScroll, ThumbInPlace, can_focus=False):
    """Shows a turn of the session; knows nothing of what comes next.

    While it asks, the code scrolls by itself and the question stays; once it has been
    answered, all of it scrolls, so that nothing is out of reach. Beside a trace or a graph,
    the code stays, and they scroll; so does every page where there are two columns.
    """

    def __init__(self, language: Language, hand_in: HandIn) -> None:
        super().__init__(id="exercise")
        self._language = language
        self._hand_in = hand_in
        self.form = AnswerForm()
        self.pages = AnswerPages(id="pages")
        self._failed: Place | None = None
        self._exercise: Exercise | None = None
        self._slot: Slot | None = None
        self._drafts = Drafts()
        self._attempt = ""
        self._seen: Outcome | None = None
        self._ideas: Sequence[str] = ()
        self._setup = False
        self._sight = Sight(self)
        self._read_before = 0.0
        """How far it was scrolled when the setup code was shown."""
        self._card_layout = CardLayout()

    @property
    def layout(self) -> Layout:
        return self._card_layout

    def compose(self) -> ComposeResult:
        with Pane(id="code-pane"):
            yield CodeView(id="code")
        with Pane(id="asked"):
            yield LaidOut(id="asked-prompt")
        with Pane(id="question"):
            yield LaidOut(id="prompt")
            yield LaidOut(id="aside")
            yield Static(id="status", markup=False)
            yield self.form
        yield self.pages

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= BROAD, "broad")

    def on_mount(self) -> None:
        self.query_one("#code-pane").border_title = tr("code")
        self.screen.screen_layout_refresh_signal.subscribe(self, self._laid_out_anew)

    @property
    def attempt(self) -> str:
        """What was last handed in, where that was code."""
        return self._attempt

    def update_node_styles(self, animate: bool = True) -> None:
        """By the classes go the panes, and an editor: to style all below anew takes long."""
        below = self.form.walk_children(with_self=True) if self.form.is_editor else ()
        nodes = [self, *self.children, *self.query("#prompt"), *below]
        self.app.stylesheet.update_nodes(nodes, animate=animate)

    async def show(self, turn: Turn) -> None:
        """Show a turn that waits for an answer."""
        card = turn.exercise.card
        with self.app.batch_update():
            if self._slot is not None and self._exercise is not None:
                handed_in = self.has_class("revealed")
                self._drafts.keep(self._slot, self._exercise, self.form, handed_in=handed_in)
            self._slot, self._exercise = turn.slot, turn.exercise
            self._attempt = ""
            self._setup = self._sight.begins_with_verdict = False
            self._failed = None
            self.query_one(CodeView).mark(lit=None, failed=None)
            for place in ("#prompt", "#asked-prompt"):
                self.query_one(place, LaidOut).show(partial(prose, self._words(card.prompt)))
            await self.form.remove()
            self.form = form_for(turn.exercise, self._language, self._hand_in)
            await self.query_one("#question").mount(self.form)
            if not self._drafts.restore(turn.slot, turn.exercise, self.form):
                self.notify(tr("The card was changed: what you had entered is not kept."))
            self.set_class(self.form.is_editor, "writing")
            self.set_class(self.form.is_roomy, "roomy")
            self._show_code()
            self.show_aside(turn)
            self.say(Content())
            self.remove_class("revealed", "inside")
            self.scroll_home(animate=False)
            self.pages.display = False
            self.query_one("#question").scroll_home(animate=False)
            self.query_one("#code-pane").scroll_home(animate=False)
            self._sight.begin()

    @property
    def has_draft(self) -> bool:
        """Something stands in the form that the learner has entered."""
        return self._drafts.has_one(self.form)

    def toggle_setup(self) -> None:
        """Show the deck's setup code above the card's, or hide it and be where one was before."""
        self._setup = not self._setup
        self._sight.begins_with_verdict = False
        self._show_code()
        if self._setup:
            self._read_before = self.scroll_y
            self.query_one("#code-pane").scroll_home(animate=False)
            self.scroll_home(animate=False)
        elif not self.scroll_y:  # nothing else was looked at since
            self.scroll_to(y=self._read_before, animate=False)

    def _show_code(self) -> None:
        """Show the code with the last attempt; as it was asked about while there is a new one."""
        assert self._exercise is not None
        parts = shown_parts(self._exercise, "" if self._at_work else self._attempt)
        code, attempt = parts["code"], parts["attempt"]
        self.query_one("#code-pane").set_class(not (code or attempt), "empty")
        setup = parts["setup"] if self._setup else ""
        self.query_one(CodeView).show(code, setup=setup, attempt=attempt)

    def show_aside(self, turn: Turn, *, flagged: bool = False, note: str = "") -> None:
        """Show the hint, if it was taken, the marks of a flag and a guess, and a note."""
        parts = []
        if flagged:
            parts.append(Content.styled(tr("flagged"), "italic $text 70%"))
        if turn.guess:
            parts.append(Content.styled(tr("marked as a guess"), "italic $text 70%"))
        if note:
            parts.append(Content.assemble((tr("your note  "), LABEL), visible(note)))
        hint = turn.exercise.card.hint if turn.hint else None

        def lay_out(width: int) -> Content:
            told = prose(self._words(hint), width, label=tr("hint")) if hint else Content()
            below = [""] * ("\n" in told.plain)  # apart from what follows, as its own blocks are
            return Content("\n").join([*([told] if hint else []), *below, *parts])

        aside = self.query_one("#aside", LaidOut)
        aside.show(lay_out)
        aside.display = bool(hint or parts)

    def say(self, status: Content) -> None:
        """Say what is going on, above the fields."""
        place = self.query_one("#status", Static)
        place.update(status)
        place.display = bool(status)

    def tell(self, turn: Turn) -> None:
        """Say what was waiting for the code to be run: in the options, or in the explanation."""
        if not self.has_class("revealed"):
            self.form.tell(turn.exercise)
        elif turn.revealed:
            self.pages.explain(self._why(turn.exercise, turn.verdict))

    def reveal(
        self,
        turn: Turn,
        verdict: Verdict | None,
        outcome: Outcome | None,
        *,
        attempt: str = "",
        ideas: Sequence[str] = (),
    ) -> None:
        """Put the truth and the explanation on the table, or what became of another attempt.

        `ideas` say which wrong models the answer shows. A solution is for those who have found
        one, ask for it, or do not know any.
        """
        exercise = turn.exercise
        self._attempt, self._seen = attempt, outcome
        self._ideas = ideas
        if verdict is not None:
            self.form.reveal(verdict)
        self._failed = None
        if outcome is not None and outcome.raised is not None:
            self._failed = place_of(exercise, outcome.raised.path, outcome.raised.line)
        self._show_code()
        self.say(Content())
        self.add_class("revealed")
        self.remove_class("writing")
        why = self._why(exercise, verdict)
        if exercise.card.behind is not None:
            self.pages.show_back(why)
        else:
            self.pages.show_why(why)
        self._mark_code()
        self.remove_class("inside")
        self.pages.display = True
        self._sight.begins_with_verdict = True

    def show_solution(self, turn: Turn) -> None:
        """Show a solution below the explanation."""
        if isinstance(self.form, TriedForm):
            self.form.show_solved()
        self.pages.explain(self._why(turn.exercise, turn.verdict))
        self.open("why")

    def edit(self) -> None:
        """Have another attempt made, from what stands in the form."""
        self.open("why")
        self.form.type()
        self._show_code()
        self._mark_code()

    def put_away(self) -> None:
        """Put a field for another attempt away, with what stands in it."""
        if isinstance(self.form, TriedForm) and self.form.is_open:
            self.form.close()
            self._show_code()
            self._mark_code()

    def _why(self, exercise: Exercise, verdict: Verdict | None) -> LayOut:
        return partial(
            why_text,
            exercise,
            verdict,
            self._language,
            seen=self._seen,
            ideas=self._ideas,
            solution=self.shows_solution,
            proof_key=keys_by_name(self.screen).get("proof", ""),
        )

    def open(self, page: Page) -> None:
        """Open a page below the verdict; trace and graph take the room of the question."""
        if page != "why":
            self.put_away()
        self.pages.open(page)
        self.set_class(page != "why", "inside")
        self._mark_code()
        self.scroll_home(animate=False)
        self._sight.begins_with_verdict = True

    def step(self, by: int) -> None:
        """Move through the trace, and through the code with it."""
        self.pages.step(by)
        self._mark_code()

    def turn_picture(self, by: int) -> None:
        """Show the next kind of picture, and light its line in the code."""
        self.pages.turn_picture(by)
        self._mark_code()

    def show_inside(self, turn: Turn, seen: Outcome) -> None:
        """Show what was seen inside the exercise."""
        self.pages.show_inside(turn.exercise, seen, attempt=self._attempt)
        self._mark_code()

    def show_pictures(self, turn: Turn, seen: Outcome) -> None:
        """Show what was seen inside the exercise, drawn."""
        self.pages.show_pictures(Album(seen, turn.exercise))
        self._mark_code()

    @property
    def shows_solution(self) -> bool:
        return isinstance(self.form, TriedForm) and self.form.solved

    @property
    def can_mend(self) -> bool:
        """What was tried can be changed and tried again, and no solution has been shown."""
        return isinstance(self.form, TriedForm) and not self.form.solved

    @property
    def _at_work(self) -> bool:
        """The learner writes, or puts in order."""
        return isinstance(self.form, TriedForm) and self.form.is_open

    def _mark_code(self) -> None:
        """Light the line of the trace's present step, and scroll to it."""
        code = self.query_one(CodeView)
        lit = self.pages.lit
        code.mark(lit=lit, failed=None if self._at_work else self._failed)
        if lit is not None:
            self.call_after_refresh(self._sight.bring_line, lit)

    def _laid_out_anew(self, _: object) -> None:
        self._sight.keep(self.form)

    def on_descendant_focus(self) -> None:
        self.call_after_refresh(self._keep_field_in_sight)

    def _keep_field_in_sight(self) -> None:
        self._sight.keep_field(self.form)

    @property
    def panes(self) -> Sequence[Widget]:
        """What may be too long: the code, then everything; a trace or a graph by itself.

        Before the answer, code that is at its end leaves it to what is asked; in two columns
        the page leaves it to the verdict, and that to the code.
        """
        code, asked, question = map(self.query_one, ("#code-pane", "#asked", "#question"))
        if not self.has_class("revealed"):
            return [code, asked, question]
        if self.has_class("broad"):
            return [self.pages, question, code, asked]
        return [self.pages if self.has_class("inside") else self]

    def _words(self, text: Text) -> str:
        return text.in_language(self._language)
