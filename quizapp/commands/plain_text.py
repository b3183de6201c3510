"""What a sitting says in lines of text, without signs that a screen reader would stumble over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from quizapp.commands.parts_text import option_in_words, solution_text
from quizapp.commands.trial import why
from quizapp.deck.answered import TriedCard
from quizapp.deck.exercise import Exercise
from quizapp.deck.lists import number_before
from quizapp.deck.phrases import labelled, printed, proof_in_words, source_in_words, traceback_of
from quizapp.deck.verdict import AskVerdict, AttemptVerdict, OptionVerdict, Verdict
from quizapp.memory.acts.table import OFFERED
from quizapp.memory.review import Rating
from quizapp.running.record import history_in_words
from quizapp.study.phrases import SLOT_WORDS, comes_back, more_in_words
from quizapp.study.session import Session
from quizapp.study.sitting import MoreKind
from quizapp.study.summary import Summary
from quizapp.study.turn import Turn
from quizapp.text.language import Language, tr
from quizapp.text.plain import plain_line, plain_text
from quizapp.text.visible import visible
from quizapp.text.words import counted, day_in_words, time_in_words
from runner.protocol.wire import Outcome


def help_text() -> str:
    """How to answer, and the commands there are."""
    return tr(
        "Answer each question in a line, printed output and code in their own lines with a lone . "
        "after them. Type ? where you do not know. Commands: :hint, :guess, :idk for the whole "
        "card, :skip, :undo, :help, :quit; acts on the card: {acts}.",
        acts=", ".join(f":{name}" for name in OFFERED),
    )


def more_text(more: Mapping[MoreKind, int], topics: Sequence[str]) -> str:
    """What more there is to do today, and by which command."""
    of = "".join(tr(" --topic {topic}", topic=topic) for topic in topics)
    lines = [
        tr(
            "  quiz review --plain --more {kind}{of}: {more_in_words}",
            kind=kind,
            of=of,
            more_in_words=more_in_words(kind, cards),
        )
        for kind, cards in more.items()
        if cards
    ]
    return "\n".join([tr("More today:"), *lines]) if lines else tr("There is no more today.")


def exercise_text(turn: Turn, session: Session, language: Language) -> str:
    """An exercise that waits for an answer. The card's id might give the answer away."""
    kind = tr(SLOT_WORDS.get(turn.slot.kind, ""))
    place = tr(
        "Card {position} of {total}, {topic}",
        position=session.position,
        total=session.total,
        topic=turn.exercise.card.topic,
    )
    if kind:
        place = tr("{place}, {kind}", place=place, kind=kind)
    return question_text(place, turn.exercise, language)


def question_text(heading: str, exercise: Exercise, language: Language) -> str:
    """What is asked, below a heading."""
    card = exercise.card
    parts = [
        f"\n{heading}",
        exercise.shown_code.rstrip(),
        plain_text(card.prompt.in_language(language)),
        card.given(exercise.shuffled, language),
    ]
    return "\n\n".join(filter(None, parts))


def verdict_text(turn: Turn, outcome: Outcome | None, language: Language) -> str:
    """What torch did, and what that means for the answer; nothing ran where none was tried."""
    assert turn.verdict is not None
    verdict = turn.verdict
    parts = [tr("{complaint}.", complaint=_word(verdict))]
    for graded in verdict.asks:
        lines = [
            labelled(graded.ask, _word(graded).lower()),
            tr("you: {answer}", answer=visible(graded.answer)),
        ]
        lines += [tr("torch: {truth}", truth=graded.truth), why(graded, language)]
        parts.append("\n".join(filter(None, lines)))
    if verdict.options:
        parts += _option_parts(turn.exercise.shuffled, verdict.options, language)
    if outcome is None:
        pass
    elif verdict.tests is not None:
        parts += _attempt_parts(verdict.tests, outcome)
    else:
        parts += [traceback_of(outcome.raised)] if outcome.raised is not None else []
        parts += [
            f"{tr('{heading}:', heading=title)}\n{text}"
            for title, text in printed(turn.exercise, outcome)
        ]
    return "\n" + "\n\n".join(parts)


def _word(graded: Verdict | AskVerdict | OptionVerdict) -> str:
    if graded.right:
        return tr("Right")
    if graded.unknown:
        return tr("Not known")
    return tr("Partly right") if isinstance(graded, Verdict) and graded.partly else tr("Wrong")


def attempt_text(attempt: AttemptVerdict, outcome: Outcome) -> str:
    """What is said of a further try, after the one that counts."""
    first = tr("It passes now. The first try is what counts.") if attempt.passed else tr("Not yet.")
    return "\n" + "\n\n".join([first, *_attempt_parts(attempt, outcome)])


def closing_text(turn: Turn, language: Language) -> str:
    """What the deck says once the learner has answered; empty where it says nothing more."""
    card = turn.exercise.card
    parts = []
    if isinstance(card, TriedCard) and turn.verdict is not None and turn.verdict.tests is not None:
        parts.append(solution_text(turn.exercise, card, turn.verdict.tests.answer))
    if card.behind is not None:
        parts.append(plain_text(card.behind.in_language(language)))
    if card.explain is not None:
        parts.append(plain_text(card.explain.in_language(language)))
    parts.append(history_in_words(turn.exercise, language))
    if proof := proof_in_words(card):
        parts.append(tr("{complaint}.", complaint=proof))
    parts += source_in_words(card)
    return "".join(f"\n{part}\n" for part in parts if part).removesuffix("\n")


def _option_parts(
    shuffled: Sequence[int], options: Sequence[OptionVerdict], language: Language
) -> Iterator[str]:
    """The options as they were shown."""
    for number, index in enumerate(shuffled, 1):
        graded = options[index]
        text = number_before(number, plain_line(graded.option.text.in_language(language)))
        yield f"{text}: {_word(graded).lower()}\n{option_in_words(graded, language)}"


def _attempt_parts(attempt: AttemptVerdict, outcome: Outcome) -> Iterator[str]:
    """Why code failed, where it was, and what it printed. An assertion's message says it all."""
    if not attempt.passed:
        yield attempt.why
    if outcome.raised is not None and outcome.raised.type != "AssertionError":
        yield traceback_of(outcome.raised)
    if outcome.stdout.strip():
        yield tr("printed:\n{text}", text=visible(outcome.stdout.rstrip()))


def offer_text(turn: Turn, left: int) -> str:
    """The ratings to choose from; only the next card where a rating changes nothing."""
    if turn.verdict is not None and not turn.intervals:
        again = comes_back(turn, turn.proposed, left) if turn.missed else ""
        return tr(
            "\nEnter: next card{what}. u undo, q quit.",
            what=tr("; this one again {again}", again=again) if again else "",
        )
    proposed, *others = sorted(Rating, key=lambda rating: rating is not turn.proposed)
    offers = [tr("Enter: {offer}", offer=_offer(turn, proposed, left))]
    offers += [
        tr("{label}: {text}", label=rating.value, text=_offer(turn, rating, left))
        for rating in others
    ]
    return tr("\n{offers}. u undo, q quit.", offers=tr(". ").join(offers))


def _offer(turn: Turn, rating: Rating, left: int) -> str:
    when = comes_back(turn, rating, left)
    return tr("{rating}, {when}", rating=rating.word, when=when) if when else rating.word


def summary_text(summary: Summary, today: date) -> str:
    """What was done, and what comes back when."""
    cards = summary.right + summary.wrong + len(summary.not_known)
    if not cards:
        return tr("Nothing was answered.")
    new = tr(", {new} of them new", new=summary.new) if summary.new else ""
    not_known = (
        tr(", {not_known} not known", not_known=len(summary.not_known)) if summary.not_known else ""
    )
    lines = [
        tr(
            "\n{cards}{new}, in {time_in_words}: {right} right, {wrong} wrong{not_known}.",
            cards=counted(cards, "card"),
            new=new,
            time_in_words=time_in_words(summary.seconds),
            right=summary.right,
            wrong=summary.wrong,
            not_known=not_known,
        )
    ]
    lines += [tr("  wrong: {card}", card=card) for card in summary.missed]
    lines += [tr("  not known: {card}", card=card) for card in summary.not_known]
    lines += [tr("  an idea to be given up: {idea}", idea=idea) for idea in summary.ideas]
    lines += [
        tr(
            "{cards} {what} back {day_in_words}.",
            cards=counted(count, "card"),
            what=tr("comes") if count == 1 else tr("come"),
            day_in_words=day_in_words(day, today),
        )
        for day, count in summary.due.items()
    ]
    return "\n".join(lines)
