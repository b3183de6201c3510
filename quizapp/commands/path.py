"""`quiz path`: the course as a tree, and how far one has come."""

from __future__ import annotations

from quizapp.commands.say import say, say_held, say_json
from quizapp.commands.surroundings import now
from quizapp.study.phrases import waits_in_words
from quizapp.study.study import Study
from quizapp.text.words import counted


def show_path(*, as_json: bool) -> None:
    """Print the topics in the order in which they are taught."""
    with Study.open(say_held) as study:
        overview = study.overview(now())
        titles = {counts.topic: study.title_of(counts.topic) for counts in overview.topics}
        depths = _depths(study)
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
    names = {topic: f"{'  ' * depths[topic]}{title}" for topic, title in titles.items()}
    width = max(map(len, names.values()), default=0)
    figures = {counts.topic: f"{counts.seen}/{counts.cards}" for counts in overview.topics}
    for counts in overview.topics:
        waits = waits_in_words(counts, study.title_of) if counts.waits_for else ""
        say(
            f"{names[counts.topic]:<{width}}  {figures[counts.topic]:>7}"
            f"  {counts.mastery:>4.0%}  {waits}".rstrip()
        )
    of_all = overview.in_all
    say(
        f"{of_all.seen} of {counted(of_all.cards, 'card')} seen, {of_all.learnt} learnt. "
        "A topic opens once the first things of the topics before it are learnt; "
        "'quiz --topic NAME' drills any.",
        err=True,
    )


def _depths(study: Study) -> dict[str, int]:
    """How many topics stand before each, one after the other."""
    depths: dict[str, int] = {}
    for topic, others in study.library.after.items():
        depths[topic] = max((depths.get(other, 0) + 1 for other in others), default=0)
    return depths
