"""What of an exercise is scrolled into sight by itself: a line, the field typed in, the verdict."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.geometry import Region

from quizapp.inside.places import Place
from quizapp.tui.widgets.answer_form import AnswerForm
from quizapp.tui.widgets.code_view import CodeView

A_LOOK = 3
"""Rows of a field that are seen at least."""


class Sight:
    """Scrolls the panes of an exercise where something has moved, for else the learner may."""

    def __init__(self, view: VerticalScroll) -> None:
        self._view = view
        self._field_shown: tuple[object, ...] = ()
        self._gap_shown: object = None
        self.begins_with_verdict = False
        """Once more is laid out than fits, which may be after a refresh or two."""

    def begin(self) -> None:
        """Another exercise is shown, from its first line."""
        self._gap_shown = None

    def keep(self, form: AnswerForm) -> None:
        """Keep in sight what should be, after all was laid out anew."""
        if self.begins_with_verdict and self._view.max_scroll_y:
            self.begins_with_verdict = False
            if form.children and self._view.screen.has_class("-narrow"):  # the code has been read
                self._view.scroll_to_widget(form, top=True, animate=False)
        self.keep_field(form)
        self._bring_gap()

    def keep_field(self, form: AnswerForm) -> None:
        """Scroll to the field with the focus, no further than need be: the prompt comes first."""
        view = self._view
        field, question = view.screen.focused, view.query_one("#question")
        if field is None or form not in field.ancestors or view.has_class("revealed"):
            return
        field_shown = (field, question.size, question.virtual_size)
        if field_shown == self._field_shown:
            return
        self._field_shown = field_shown
        block = next(child for child in form.children if child in field.ancestors_with_self)
        room = question.scrollable_content_region.height
        # Counted within what scrolls: where it is on the screen may be of before the last scroll.
        top = form.virtual_region.y + block.virtual_region.y
        above = field.region.y - block.region.y
        # Of rows the first is lit, and those that are lit next come into sight then.
        whole = block.region.height <= room and not form.moves
        bottom = top + (block.region.height if whole else above + A_LOOK)
        question.scroll_to(y=bottom - room, animate=False)

    def bring_line(self, place: Place) -> None:
        """Scroll the code to a line."""
        code = self._view.query_one(CodeView)
        rows = code.rows_of(place, code.size.width)
        region = Region(0, rows.start, 1, len(rows))
        self._view.query_one("#code-pane").scroll_to_region(region, animate=False)

    def _bring_gap(self) -> None:
        """Scroll to what is to be written, once for each room that the code gets."""
        room = self._view.query_one("#code-pane").size
        if self._view.has_class("writing") and room != self._gap_shown:
            self._gap_shown = room
            if gap := self._view.query_one(CodeView).gap:
                self.bring_line(gap)
