"""`quiz path`: the course as a tree, and how far one has come."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import is_terminal, now
from quizapp.study.overview_in_words import waits_in_words
from quizapp.study.study import Study
from quizapp.text.cells import cells, cut, padded
from quizapp.text.language import tr
from quizapp.text.words import counted
from quizapp.text.wrap import wrapped

NARROW = 30
"""Columns: where fewer are left beside a topic, what it waits for stands below it."""

BELOW = " " * 8

FIGURES = 19
"""Columns that a row takes besides the name of its topic."""


def show_path(*, as_json: bool) -> None:
    """Print the topics in the order in which they are taught."""
    with Study.to_read(say_held) as study:
        overview = study.overview(now())
        titles = {counts.topic: study.title_of(counts.topic) for counts in overview.topics}
        depths = dict(_tree(study.library.after))
        decks = {deck.topic: deck for deck in study.library.decks}
    if as_json:
        say_json(
            [
                {
                    "topic": counts.topic,
                    "title": titles[counts.topic],
                    "after": list(decks[counts.topic].after),
                    "aliases": list(decks[counts.topic].aliases),
                    "cards": counts.cards,
                    "seen": counts.seen,
                    "learnt": counts.learnt,
                    "mastery": round(counts.mastery, 4),
                    "open": not counts.waits_for,
                    "waits_for": dict(counts.waits_for),
                }
                for counts in overview.topics
            ]
        )
        return
    standing = {counts.topic: (at, counts) for at, counts in enumerate(overview.topics, 1)}
    rows = [
        (at, f"{'  ' * depth}{titles[topic]}", counts)
        for topic, depth in depths.items()
        if topic in standing
        for at, counts in [standing[topic]]
    ]
    columns = shutil.get_terminal_size().columns if is_terminal(sys.stdout) else None
    width = max((cells(name) for _, name, _ in rows), default=0)
    if columns is not None:
        width = min(width, columns - FIGURES)
    for at, name, counts in rows:
        figures = f"{counts.seen}/{counts.cards}"
        waits = waits_in_words(counts, study.title_of) if counts.waits_for else ""
        told = f"{at:>2}  {padded(cut(name, width), width)}  {figures:>7}  {counts.mastery:>4.0%}"
        for line in beside(told, waits, columns):
            say(line)
    of_all = overview.in_all
    told = tr(
        "{seen} of {cards} seen, {learnt} learnt. A topic opens once the first "
        "things of the topics before it are learnt; 'quiz --topic NAME' drills "
        "any.",
        seen=of_all.seen,
        cards=counted(of_all.cards, "card"),
        learnt=of_all.learnt,
    )
    for line in [told] if columns is None else wrapped(told, columns):
        say(line, err=True)


def beside(told: str, words: str, columns: int | None) -> list[str]:
    """What is told, and the words beside it, or below where that is narrow; else in one line."""
    if columns is None:
        return [f"{told}  {words}".rstrip()]
    indent = cells(told) + 2
    if columns - indent < NARROW:
        return [told, *(BELOW + line for line in wrapped(words, columns - len(BELOW)) if line)]
    first, *others = wrapped(words, columns - indent)
    return [f"{told}  {first}".rstrip(), *(" " * indent + line for line in others)]


def _tree(after: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, int]]:
    """Each topic with its depth, below the last of those that it comes after."""
    order = {topic: at for at, topic in enumerate(after)}
    below: dict[str, list[str]] = {}
    for at, (topic, others) in enumerate(after.items()):
        before = [other for other in others if order.get(other, at) < at]
        parent = max(before, key=order.__getitem__, default="")
        below.setdefault(parent, []).append(topic)
    coming = [(topic, 0) for topic in reversed(below.get("", []))]
    while coming:
        topic, depth = coming.pop()
        yield topic, depth
        coming += [(other, depth + 1) for other in reversed(below.get(topic, []))]
