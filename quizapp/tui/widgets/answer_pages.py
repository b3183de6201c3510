"""What stands below a verdict, a tab each: why it is so, the trace, the graph, pictures."""

from __future__ import annotations

from functools import partial
from typing import Literal, get_args

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.style import Style

from quizapp.deck.exercise import Exercise
from quizapp.inside.places import Place
from quizapp.inside.spans import Span
from quizapp.inside.steps import shown_trace
from quizapp.inside.tree import graph_lines
from quizapp.pictures.album import Album
from quizapp.text.language import mark, tr
from quizapp.tui.widgets.laid_out import LaidOut, LayOut
from quizapp.tui.widgets.lines_view import LinesView
from quizapp.tui.widgets.picture_view import PictureView
from quizapp.tui.widgets.thumb_in_place import ThumbInPlace
from quizapp.tui.widgets.trace_view import TraceView
from runner.protocol.wire import Outcome

Page = Literal["why", "trace", "graph", "picture"]
PAGES: tuple[Page, ...] = get_args(Page)
TITLES = {
    "why": mark("why"),
    "trace": mark("trace"),
    "graph": mark("graph"),
    "picture": mark("picture"),
}


class AnswerPages(VerticalScroll, ThumbInPlace, can_focus=False):
    """One page at a time; their names stand in the border, the open one marked."""

    class Wanted(Message):
        """The name of a page was clicked on."""

        def __init__(self, page: Page) -> None:
            super().__init__()
            self.page = page

    class StepWanted(Message):
        """A step of the trace was clicked on, so many after the present one."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._trace = TraceView(id="trace")
        self._graph = LinesView(id="graph")
        self._picture = PictureView(id="picture")
        self.page: Page = "why"

    def compose(self) -> ComposeResult:
        yield LaidOut(id="why")
        yield self._trace
        yield self._graph
        yield self._picture

    def show_back(self, back: LayOut) -> None:
        """Show the back of a card that has no inside."""
        self.query_one("#why", LaidOut).show(back)
        self.open("why")
        self.border_title = tr("other side")

    def show_why(self, why: LayOut) -> None:
        """Show why the answer is right or wrong; trace and graph are yet to come."""
        self.explain(why)
        self.open("why")
        watched = Span(tr("The code is run once more, to be watched."))
        self.say(watched)
        self.say_of_picture(watched)

    def explain(self, why: LayOut) -> None:
        """Say something else on the page that says why."""
        nothing = Content(tr("The card says nothing more about it."))
        self.query_one("#why", LaidOut).show(lambda width: why(width) or nothing)

    def say(self, words: Span) -> None:
        """Say why there is neither trace nor graph, or not yet."""
        self._trace.say(words)
        self._graph.show(lambda width: [(words,)])
        self._show_place()

    def say_of_picture(self, words: Span) -> None:
        """Say why there is no picture, or not yet."""
        self._picture.say(words)
        self._show_place()

    def show_pictures(self, album: Album) -> None:
        """Show the pictures of an exercise that was run for them."""
        self._picture.show_album(album)
        self._show_place()

    @property
    def has_pictures(self) -> bool:
        """They were run for, and are there."""
        return self._picture.has_album

    @property
    def can_turn_picture(self) -> bool:
        """A picture is open, and there are others."""
        return self.page == "picture" and self._picture.has_others

    @property
    def can_walk(self) -> bool:
        """A graph is open, whose boxes stand beside each other."""
        return self.page == "picture" and self._picture.can_walk

    def walk(self, across: int) -> None:
        """Go to the box beside the present one."""
        self._picture.walk(across, 0)
        self._show_place()

    def turn_picture(self, by: int) -> None:
        """Show the next kind of picture, from its top."""
        self._picture.turn(by)
        self.scroll_home(animate=False)
        self._show_place()

    def show_inside(self, exercise: Exercise, seen: Outcome, *, attempt: str = "") -> None:
        """Show the trace and the graph of an exercise that was watched."""
        graph = seen.graph
        self._graph.show(lambda width: graph_lines(graph, width=width))
        if seen.trace is None:
            self._trace.say(Span(tr("The runner sent no trace.")))
        else:
            failed = seen.raised is not None
            self._trace.show_trace(
                partial(shown_trace, seen.trace, exercise, failed=failed, attempt=attempt)
            )
        self._show_place()

    @property
    def can_step(self) -> bool:
        """The trace is open or a picture, and there is something to step through."""
        if self.page == "picture":
            return self._picture.can_step
        return self.page == "trace" and self._trace.step is not None

    @property
    def lit(self) -> Place | None:
        """The place of the present step, while the trace is open or a picture."""
        if self.page == "picture":
            return self._picture.lit
        step = self._trace.step if self.page == "trace" else None
        return step.place if step is not None else None

    def open(self, page: Page) -> None:
        """Show another page, from its top; of the trace, the present step."""
        self.page = page
        for name in PAGES:
            self.query_one(f"#{name}").display = name == page
        self.border_title = Content(" ─ ").join(_tab(name, is_open=name == page) for name in PAGES)
        self.scroll_home(animate=False)
        self._show_place()

    def on_click(self, event: events.Click) -> None:
        if page := event.style.meta.get("page"):
            self.post_message(self.Wanted(page))
        elif self.page == "trace":
            row = event.screen_y - self._trace.region.y
            self.post_message(self.StepWanted(self._trace.steps_to(row)))

    def step(self, by: int) -> None:
        """Move through the trace, or go with a picture from line to line."""
        (self._picture if self.page == "picture" else self._trace).move(by)
        self._show_place()

    def steps_to_edge(self, way: int) -> int:
        """How many steps the trace has further on, or back, while it is open."""
        return self._trace.steps_to_edge(way) if self.page == "trace" else 0

    def steps_of_page(self, way: int) -> int:
        """How many of them a page goes on, or back: the present step stays in sight."""
        height = max(self.size.height, 1)  # on a few rows it has none
        top = round(self.scroll_y) + way * max(height - 1, 1)
        if self.page != "trace" or not 0 < top < self.max_scroll_y:
            return self.steps_to_edge(way)
        top -= self._trace.virtual_region.y
        return self._trace.steps_into(range(top, top + height), way)

    def on_resize(self) -> None:
        """The present step stays in sight."""
        self._show_place()

    def watch_virtual_size(self) -> None:
        """As long as a picture or a trace is not laid out, there is no scrolling to its place."""
        self._show_place()

    def _show_place(self) -> None:
        """Say at which step the trace is, and bring it into sight."""
        self.border_subtitle = None
        if self.can_step:
            if self.page == "picture":
                self.border_subtitle = self._picture.place
            else:
                self.border_subtitle = tr("{place}, up and down move", place=self._trace.place)
            self.call_after_refresh(self._bring_into_sight)

    def _bring_into_sight(self) -> None:
        """The present step, or the present box of a graph."""
        shown: LinesView = self._trace
        rows = self._trace.rows_of_step
        if self.page == "picture":
            shown, rows = self._picture, self._picture.rows_in_sight
        if rows:
            top = shown.virtual_region.y + rows.start
            self.scroll_to_region(Region(0, top, 1, len(rows)), animate=False)


def _tab(page: Page, *, is_open: bool) -> Content:
    title = tr(TITLES[page])
    name = Content.styled(f"[{title}]", "bold $text-accent") if is_open else Content(title)
    return name.stylize(Style.from_meta({"page": page}))
