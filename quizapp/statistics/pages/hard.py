"""What does not stay: wrong ideas that one holds, and cards that are missed."""

from __future__ import annotations

from collections.abc import Iterator

from quizapp.inside.spans import Line, Span
from quizapp.memory.beliefs import Belief
from quizapp.statistics.charts.rows import rows
from quizapp.statistics.pages.section import Section, Told, nothing_yet, sentence
from quizapp.study.phrases import ago_in_words
from quizapp.text.language import tr
from quizapp.text.visible import visible
from quizapp.text.words import counted, days_in_words


def hard(of: Told) -> Iterator[Section]:
    yield Section(tr("What you believe"), lambda width: _ideas(of, width))
    yield Section(tr("Missed most often"), lambda width: _cards(of, width))


def _ideas(of: Told, width: int) -> list[Line]:
    lines = [line for _, lines in idea_rows(of, width) for line in lines]
    what = tr(
        "No wrong idea is held now, as far as answers have shown. One stands here while half or "
        "more of the latest answers that could show it do."
    )
    return lines or nothing_yet(what)(width)


def idea_rows(of: Told, width: int) -> Iterator[tuple[str, list[Line]]]:
    """The name of each idea that is held, with its lines; what was refuted last comes first."""
    held = sorted(of.figures.beliefs.items(), key=lambda one: (one[1].last is None, one[0]))
    held.sort(key=lambda one: one[1].last or of.today, reverse=True)
    for name, belief in held:
        words = of.ideas.get(name) or visible(name)
        yield name, [*sentence(words, width), (Span(f"  {_refuted(of, belief)}", "aside"),)]


def _refuted(of: Told, belief: Belief) -> str:
    shown = tr(
        "shown in {shown} of {answers}",
        shown=belief.shown,
        answers=counted(belief.chances, "answer"),
    )
    if belief.last is None:
        return shown
    ago = ago_in_words(belief.last, of.today)
    return tr("{shown}, last refuted {ago}", shown=shown, ago=ago)


def _cards(of: Told, width: int) -> list[Line]:
    what = tr("Once a card that was learnt is missed, it stands here.")
    return [line for _, line in card_rows(of, width)] or nothing_yet(what)(width)


def card_rows(of: Told, width: int) -> list[tuple[str, Line]]:
    """The heads of the table without an id, then each hard card by its id."""
    cards = of.figures.hardest_cards
    if not cards:
        return []
    table = rows(
        [tr("card"), tr("missed"), tr("stability"), tr("difficulty"), tr("reviews")],
        [
            [
                one.card,
                f"{one.lapses}",
                days_in_words(round(one.stability)) if one.stability >= 1 else tr("< 1 day"),
                f"{one.difficulty:.1f}",
                f"{one.reviews}",
            ]
            for one in cards
        ],
        width,
    )
    return list(zip(["", *(one.card for one in cards)], table, strict=True))
