"""What a sitting says in lines of text, without signs that a screen reader would stumble over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from quizapp.commands.parts_text import option_in_words, solution_text
from quizapp.commands.plain.tracebacks import heard
from quizapp.commands.say import columns_of_stdout
from quizapp.commands.trial import why
from quizapp.deck.answered import TriedCard
from quizapp.deck.exercise import Exercise
from quizapp.deck.lists import number_before
from quizapp.deck.parts import Text
from quizapp.deck.phrases import labelled, printed, proof_in_words, source_in_words
from quizapp.deck.verdict import AskVerdict, AttemptVerdict, OptionVerdict, Verdict
from quizapp.memory.review import Rating, Review
from quizapp.running.record import history_in_words
from quizapp.study.card_in_words import (
    KIND_WORDS,
    LATEST,
    answer_in_words,
    answer_told,
    card_in_words,
    draw_in_words,
)
from quizapp.study.card_row import CardRow
from quizapp.study.phrases import SLOT_WORDS, comes_back, more_in_words, of_them_new
from quizapp.study.session import Session
from quizapp.study.sitting import MoreKind
from quizapp.study.study import Study
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
        "after them. Type ? where you do not know, :idk where you do not know the whole card. "
        ":help says what else can be typed, and :quit ends it."
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


def exercise_text(turn: Turn, session: Session, study: Study) -> str:
    """An exercise that waits for an answer. The card's id might give the answer away."""
    kind = tr(SLOT_WORDS.get(turn.slot.kind, ""))
    place = tr(
        "Card {position} of {total}, {topic}",
        position=session.position,
        total=session.total,
        topic=study.title_of(turn.exercise.card.topic),
    )
    if kind:
        place = tr("{place}, {kind}", place=place, kind=kind)
    return question_text(place, turn.exercise, study.language)


def question_text(heading: str, exercise: Exercise, language: Language) -> str:
    """What is asked, below a heading."""
    card = exercise.card
    parts = [
        f"\n{heading}",
        exercise.shown_code.rstrip(),
        _told(card.prompt, language),
        card.given(exercise.shuffled, language),
    ]
    return "\n\n".join(filter(None, parts))


def _told(text: Text, language: Language) -> str:
    return plain_text(text.in_language(language), columns_of_stdout())


def card_text(exercise: Exercise, language: Language) -> str:
    """A card that was answered, under its name."""
    return question_text(exercise.card.id, exercise, language)


def verdict_text(turn: Turn, outcome: Outcome | None, language: Language) -> str:
    """What torch did, and what that means for the answer; nothing ran where none was tried."""
    assert turn.verdict is not None
    verdict = turn.verdict
    parts = [tr("{complaint}.", complaint=_word(verdict).capitalize())]
    for graded in verdict.asks:
        lines = [labelled(graded.ask, _word(graded))]
        if not graded.unknown:
            lines.append(tr("you: {answer}", answer=visible(graded.answer)))
        lines += [tr("torch: {truth}", truth=graded.truth), why(graded, language)]
        parts.append("\n".join(filter(None, lines)))
    if verdict.options:
        parts += _option_parts(turn.exercise.shuffled, verdict.options, language)
    if outcome is None:
        pass
    elif verdict.tests is not None:
        parts += _attempt_parts(turn.exercise, verdict.tests, outcome, language)
    else:
        parts += [heard(outcome.raised, turn.exercise)] if outcome.raised is not None else []
        parts += [
            f"{tr('{heading}:', heading=title)}\n{text}"
            for title, text in printed(turn.exercise, outcome)
        ]
    return "\n" + "\n\n".join(parts)


def _word(graded: Verdict | AskVerdict) -> str:
    if graded.right:
        return tr("right")
    if graded.unknown:
        return tr("not known")
    return tr("partly right") if isinstance(graded, Verdict) and graded.partly else tr("wrong")


def attempt_text(
    exercise: Exercise, attempt: AttemptVerdict, outcome: Outcome, language: Language
) -> str:
    """What is said of a further try, after the one that counts."""
    first = tr("It passes now. The first try is what counts.") if attempt.passed else tr("Not yet.")
    return "\n" + "\n\n".join([first, *_attempt_parts(exercise, attempt, outcome, language)])


def closing_text(turn: Turn, language: Language) -> str:
    """What the deck says once the learner has answered; empty where it says nothing more."""
    card = turn.exercise.card
    parts = []
    if isinstance(card, TriedCard) and turn.verdict is not None and turn.verdict.tests is not None:
        parts.append(solution_text(turn.exercise, card, turn.verdict.tests.answer))
    if card.behind is not None:
        parts.append(_told(card.behind, language))
    if card.explain is not None:
        parts.append(_told(card.explain, language))
    parts.append(history_in_words(turn.exercise, language))
    if proof := proof_in_words(card):
        parts.append(tr("{complaint}.", complaint=proof))
    parts += source_in_words(card)
    return "".join(f"\n{part}\n" for part in parts if part).removesuffix("\n")


def _option_parts(
    shuffled: Sequence[int], options: Sequence[OptionVerdict], language: Language
) -> Iterator[str]:
    """The options as they were shown; whose is right is said of the learner, not behind a text
    that may be false."""
    for number, index in enumerate(shuffled, 1):
        graded = options[index]
        text = number_before(number, plain_line(graded.option.text.in_language(language)))
        told = option_in_words(graded, language)
        if graded.right:
            told = tr("You are right. {told}", told=told)
        elif not graded.unknown:
            told = tr("You are wrong. {told}", told=told)
        yield f"{text}\n{told}"


def _attempt_parts(
    exercise: Exercise, attempt: AttemptVerdict, outcome: Outcome, language: Language
) -> Iterator[str]:
    """Why code failed, where it was, and what it printed. An assertion's message says it all."""
    if not attempt.passed:
        yield attempt.why.in_language(language)
    if outcome.raised is not None and outcome.raised.type != "AssertionError":
        frames = heard(outcome.raised, exercise, frames_alone=True)
        yield from [frames] if frames else []
    if outcome.stdout.strip():
        yield tr("printed:\n{text}", text=visible(outcome.stdout.rstrip()))


def offer_text(turn: Turn, left: int) -> str:
    """The ratings to choose from; only the next card where a rating changes nothing."""
    proposed, *others = turn.ratings
    if not others:
        again = comes_back(turn, proposed, left) if turn.missed else ""
        return tr(
            "\nEnter: next card{what}. u undo, q quit, ? for more.",
            what=tr("; this one again {again}", again=again) if again else "",
        )
    offers = [tr("Enter: {offer}", offer=_offer(turn, proposed, left))]
    offers += [
        tr("{label}: {text}", label=rating.value, text=_offer(turn, rating, left))
        for rating in others
    ]
    return tr(
        "\n{offers}. u undo, q quit, ? for more: trace, picture, poke, note, bury and others.",
        offers=tr(". ").join(offers),
    )


def ending_text(more: Mapping[MoreKind, int], missed: Sequence[str], *, can_undo: bool) -> str:
    """What can be typed once a sitting is over."""
    told: dict[str, str] = {
        kind: more_in_words(kind, cards) for kind, cards in more.items() if cards
    }
    if missed:
        told["open 1"] = tr("the first card that was missed, and every answer to it")
        told["poke 1, edit 1"] = tr("its code to be changed, its deck in your editor")
    if can_undo:
        told["undo"] = tr("takes the last answer back")
    lines = [tr("{label}: {text}", label=name, text=says) for name, says in told.items()]
    return "\n".join([tr("\nEnter ends it."), *lines])


def history_text(row: CardRow, reviews: Sequence[Review], today: date, language: Language) -> str:
    """How a card stands, and every answer to it, the latest first."""
    lines = card_in_words(row, today)
    lines += [tr(", ").join(row.card.tags)] if row.card.tags else []
    for review in list(reversed(reviews))[:LATEST]:
        seconds = counted(round(review.seconds), "second")
        parts = [str(review.study_date), review.rating.word, tr(KIND_WORDS[review.kind]), seconds]
        answer = answer_in_words(answer_told(review, row.card, language))
        parts += filter(None, [answer, draw_in_words(review)])
        lines.append(tr(", ").join(parts))
    return "\n".join(lines)


def _offer(turn: Turn, rating: Rating, left: int) -> str:
    when = comes_back(turn, rating, left)
    return tr("{rating}, {when}", rating=rating.word, when=when) if when else rating.word


def summary_text(summary: Summary, today: date) -> str:
    """What was done, and what comes back when."""
    cards = summary.right + summary.wrong + len(summary.not_known)
    if not cards:
        return tr("Nothing was answered.")
    not_known = (
        tr(", {not_known} not known", not_known=len(summary.not_known)) if summary.not_known else ""
    )
    lines = [
        tr(
            "\n{cards}{new}, in {time_in_words}: {right} right, {wrong} wrong{not_known}.",
            cards=counted(cards, "card"),
            new=of_them_new(summary.new, cards),
            time_in_words=time_in_words(summary.seconds),
            right=summary.right,
            wrong=summary.wrong,
            not_known=not_known,
        )
    ]
    lines += [tr("  wrong: {card}", card=card) for card in summary.missed]
    lines += [tr("  not known: {card}", card=card) for card in summary.not_known]
    lines += [tr("  an idea to be given up: {idea}", idea=idea) for idea in summary.ideas]
    if summary.once_more:
        once_more = counted(summary.once_more, "card")
        lines.append(tr("Asked once more today: {once_more}.", once_more=once_more))
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
