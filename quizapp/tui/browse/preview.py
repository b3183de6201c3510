"""A card as the learner would see it, how it stands, and every answer to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from quizapp.deck.exercise import usual_exercise
from quizapp.deck.model import Card, Deck
from quizapp.deck.parts import Draw
from quizapp.deck.question import Piece
from quizapp.inside.places import shown_parts
from quizapp.memory.review import Review
from quizapp.study.card_in_words import (
    KIND_WORDS,
    LATEST,
    answer_in_words,
    answer_told,
    card_in_words,
    draw_in_words,
)
from quizapp.study.card_row import CardRow
from quizapp.text.cells import padded
from quizapp.text.language import Language, tr
from quizapp.text.words import counted
from quizapp.tui.prose import prose, prose_in_a_line
from quizapp.tui.widgets.code_view import CodeView
from quizapp.tui.widgets.laid_out import LaidOut, LayOut
from quizapp.tui.widgets.thumb_in_place import ThumbInPlace


class Preview(VerticalScroll, ThumbInPlace, can_focus=False):
    """Shows a card before its answer; what it was answered stands below."""

    def __init__(self, language: Language) -> None:
        super().__init__(id="preview")
        self._language = language

    def compose(self) -> ComposeResult:
        yield CodeView(id="preview-code")
        yield LaidOut(id="preview-prompt")
        yield LaidOut(id="preview-why")
        yield Static(id="preview-standing", markup=False)
        yield Static(id="preview-history", markup=False)

    def show(
        self,
        row: CardRow,
        deck: Deck,
        reviews: Sequence[Review],
        today: date,
        draw: Draw | None = None,
    ) -> None:
        """Show a card as in that draw; where there is none such, always in the same."""
        card = row.card
        drawn = usual_exercise(deck, card, draw)
        prompt = drawn.card.prompt.in_language(self._language)
        code = shown_parts(drawn)["code"]
        view = self.query_one(CodeView)
        view.display = bool(code)
        view.show(code)
        self.query_one("#preview-prompt", LaidOut).show(partial(prose, prompt))
        self.explain(None)
        self.query_one("#preview-standing", Static).update(_standing(row, today))
        self.query_one("#preview-history", Static).update(_history(card, reviews, self._language))
        self.scroll_home(animate=False)

    def explain(self, why: LayOut | None) -> None:
        """Show what explains the card below its question, or nothing."""
        place = self.query_one("#preview-why", LaidOut)
        place.display = why is not None
        if why is not None:
            place.show(why)
            self.call_after_refresh(place.scroll_visible, animate=False)

    def show_nothing(self) -> None:
        for part in self.children:
            part.display = False

    def on_mount(self) -> None:
        self.border_title = tr("card")


def _standing(row: CardRow, today: date) -> Content:
    head, *lines = card_in_words(row, today)
    tags = [Content.styled(" ".join(row.card.tags), "$text 60%")] if row.card.tags else []
    return Content("\n").join([Content.styled(head, "bold"), *map(Content, lines), *tags])


def _history(card: Card, reviews: Sequence[Review], language: Language) -> Content:
    if not reviews:
        return Content()
    lines = [Content.styled(counted(len(reviews), "answer"), "bold")]
    for review in list(reversed(reviews))[:LATEST]:
        answer, draw = _answer(answer_told(review, card, language)), draw_in_words(review)
        lines.append(
            Content.assemble(
                f"{review.study_date}  {padded(tr(review.rating.name.capitalize()), 6)}",
                (padded(tr(KIND_WORDS[review.kind]), 9), "$text 60%"),
                f"{tr('{seconds:>4.0f} s', seconds=review.seconds)}  ",
                answer,
                (f"  {draw}" if draw else "", "$text 60%"),
            )
        )
    return Content("\n").join(lines)


def _answer(told: Piece) -> Content:
    if told.form == "list":
        return Content("  ").join(map(prose_in_a_line, told.texts))
    return Content(answer_in_words(told))
