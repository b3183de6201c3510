"""`quiz import deck.apkg`: notes of Anki as recall cards, with what was answered to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from quizapp.anki.adding import with_more
from quizapp.anki.decks import in_decks, written
from quizapp.anki.history import Entry, logged
from quizapp.anki.known import known_cards
from quizapp.anki.package import read_package
from quizapp.anki.recall import LONGEST_ID, PassedOver, Recall, by_id, recall_cards, slug
from quizapp.anki.standing import decided
from quizapp.anki.tables import NotAPackage
from quizapp.commands.decks import refuse_taken, require_topic, usual_library, write_new
from quizapp.commands.progress import IMPORTING, progress
from quizapp.commands.say import say, say_held
from quizapp.commands.surroundings import now
from quizapp.deck.format.load import load
from quizapp.deck.format.yaml_nodes import CONTROL_CHARACTER
from quizapp.errors import UserError
from quizapp.machine.settings import places
from quizapp.memory.acts.act import Act
from quizapp.memory.review import Review
from quizapp.memory.rows import act_to_row, to_row
from quizapp.study.study import Study
from quizapp.text.language import mark, tr
from quizapp.text.visible import visible_path
from quizapp.text.words import counted

PACKAGES = (".apkg", ".colpkg")

ENGINE = "anki"
"""In the place of the version of what computes our memories."""

TOLD = {
    "suspend": mark("suspended, as in Anki: {cards}; `quiz list is:suspended` shows them"),
    "flag": mark("flagged, as in Anki: {cards}; `quiz list is:flagged` shows them"),
}
"""What is said of cards of which the same was decided in Anki, by the name of the act."""


LEFT_OUT = (
    mark("left out {notes} without a front or a back"),
    mark("left out {notes} for hiding parts of a picture"),
    mark("left out {notes} whose text is not in UTF-8"),
)
"""What is said of notes that make no card, as PassedOver counts them."""


def import_cards(file: Path, *, topic: str | None, add: bool) -> None:
    """Write a deck into the learner's own folder, or several where one has no room for all.

    What was answered to their cards is taken in; where they are there already, only that, unless
    the cards that they lack are to be added.
    """
    if file.suffix.lower() not in PACKAGES:
        hint = tr("; a deck is added by `quiz add`") if file.suffix in (".yaml", ".yml") else ""
        raise UserError(
            tr(
                "{file} ends neither in .apkg or .colpkg, of Anki, nor in .jsonl, of a log{hint}",
                file=file,
                hint=hint,
            )
        )
    topic = topic or slug(file.stem)[:LONGEST_ID].strip("-")
    if not topic:
        raise UserError(tr("the file's name makes no topic; give one by --topic"))
    require_topic(topic)
    there = written(topic, places().decks) or _elsewhere(topic)
    if not there:
        refuse_taken(topic, tr("give another by --topic"))
    try:
        found, left_out = recall_cards(read_package(file))
    except NotAPackage as error:
        raise UserError(f"{visible_path(file)}: {error}") from error
    if not found:
        raise UserError(
            tr(
                "{file}: none of its {notes} has a front and a back in words",
                file=file,
                notes=counted(sum(left_out), "note"),
            )
        )
    cards = by_id(_without_tag(found, topic))
    if there:
        if more := _go_on(there, cards, add):
            _tell_what_lacks(left_out, more.values())
        return
    decks = in_decks(topic, CONTROL_CHARACTER.sub("", file.stem), cards)
    for name in decks:
        refuse_taken(name, tr("give another by --topic"))
    paths = {name: places().decks / f"{name}.yaml" for name in decks}
    write_new({paths[name]: text for name, (text, _) in decks.items()})
    for name, (_, part) in decks.items():
        say(f"{visible_path(paths[name])}: {counted(len(part), 'card')}")
    _tell_what_lacks(left_out, found)
    made = {f"{name}/{id}": card for name, (_, part) in decks.items() for id, card in part.items()}
    _take_in({id: card.history for id, card in made.items()})
    _stand_so(made)


def _without_tag(cards: Iterable[Recall], topic: str) -> Iterator[Recall]:
    """The cards without the tag that an export of a deck of that topic has given them."""
    for card in cards:
        yield replace(card, tags=tuple(tag for tag in card.tags if tag != topic))


def _tell_what_lacks(left_out: PassedOver, cards: Collection[Recall]) -> None:
    for words, notes in zip(LEFT_OUT, left_out, strict=True):
        if notes:
            say(tr(words, notes=counted(notes, "note")), err=True)
    if named := sum(card.media > 0 for card in cards):
        told = tr(
            "the pictures, sounds and films of {cards} are only named",
            cards=counted(named, "card"),
        )
        say(told, err=True)


def _elsewhere(topic: str) -> list[Path]:
    """The learner's own deck of that topic, where its file has another name by now."""
    decks = [Path(deck.path) for deck in usual_library().decks if deck.topic == topic]
    return [path for path in decks if path.parent == places().decks]


def _go_on(decks: Sequence[Path], cards: Mapping[str, Recall], add: bool) -> Mapping[str, Recall]:
    """Take in what was answered to the cards of decks that are there, or add what they lack too.

    What was added, by ids.
    """
    loaded = [deck for path in decks if (deck := load(path).deck)]
    there = [card for deck in loaded for card in deck.cards]
    with Study.open(say_held) as study:
        found = known_cards(cards, there, study.log.gradings())
    in_decks = {id(card) for card in found.values()}
    lacking = [card for card in cards.values() if id(card) not in in_decks]
    if not add and not found:  # it is of something else
        raise UserError(
            tr(
                "there is {deck} already; give another topic by --topic{also}",
                deck=decks[0],
                also=tr(", or add what it lacks by --add"),
            )
        )
    more = _added(decks[-1], lacking) if add and lacking else {}
    for path in decks[: -1 if more else None]:
        say(tr("{deck} is there already, and stays as it is.", deck=path))
    if more:
        say(tr("{deck}: {cards} added.", deck=decks[-1], cards=counted(len(more), "card")))
    elif lacking:
        told = tr(
            "Not in it: {cards} of the package; --add adds what is lacking.",
            cards=counted(len(lacking), "card"),
        )
        say(told, err=True)
    elif not any(card.history for card in found.values()):
        say(tr("Nothing in the package is new here."))
    _take_in({id: card.history for id, card in (found | more).items()})
    _stand_so(more)
    return more


def _added(path: Path, lacking: Sequence[Recall]) -> dict[str, Recall]:
    """Write further cards into a deck; those by their ids there."""
    loaded = load(path)
    if loaded.problems or not loaded.deck:
        raise UserError(str(loaded.problems[0]))
    longer, cards = with_more(loaded.deck, path.read_bytes().decode(), lacking)
    write_new({path.resolve(): longer})
    return {f"{loaded.deck.topic}/{id}": card for id, card in cards.items()}


def _take_in(histories: Mapping[str, Sequence[Entry]]) -> None:
    """Log what was answered to cards in Anki, as far as that has not been done."""
    every = [one for card, history in histories.items() for one in logged(card, history)]
    reviews = [to_row(one) | {"engine": ENGINE} for one in every if isinstance(one, Review)]
    resets = [act_to_row(one) for one in every if isinstance(one, Act)]
    if not reviews:
        return
    with Study.open(say_held) as study:
        study.note_arrivals(study.study_date(now()))  # the cards are of today, if not the answers
        study.log.take_in([("act", row) for row in resets])
        taken = 0
        with progress(len(reviews), IMPORTING) as advance:
            for portion, new in study.log.take_in_all(("review", row) for row in reviews):
                taken += new
                advance(len(portion))
    say(
        tr(
            "{answers} to them in Anki, {taken} of which are new here.",
            answers=counted(len(reviews), "answer"),
            taken=f"{taken:,}",
        )
    )


def _stand_so(cards: Mapping[str, Recall]) -> None:
    """Decide of cards what was decided of them in Anki."""
    stands = {id: card.standing for id, card in cards.items() if card.standing}
    acts = [act for card, standing in stands.items() for act in decided(card, standing)]
    if not acts:
        return
    with Study.open(say_held) as study:
        study.log.take_in([("act", act_to_row(act)) for act in acts])
    counts = Counter(act.name for act in acts)
    for name, words in TOLD.items():
        if counts[name]:
            say(tr(words, cards=counted(counts[name], "card")))
