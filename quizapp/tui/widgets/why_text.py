"""What is said on the page that says why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content
from textual.highlight import highlight

from quizapp.deck.exercise import Exercise
from quizapp.deck.phrases import ask_in_words, printed, proof_in_words, source_in_words
from quizapp.deck.verdict import Verdict
from quizapp.running.record import history_in_words
from quizapp.text.language import Language, tr
from quizapp.tui.pressable import pressable
from quizapp.tui.prose import LABEL, prose, prose_line
from runner.protocol.wire import Outcome


def why_text(
    exercise: Exercise,
    verdict: Verdict | None,
    language: Language,
    width: int,
    *,
    seen: Outcome | None,
    ideas: Sequence[str],
    solution: bool,
    proof_key: str,
) -> Content:
    """The deck's words on an answer, the explanation, and where asked for the solution.

    What the code that was seen has printed stands below them. `ideas` are what the answer shows
    of a learner's wrong models, in words, and `proof_key` opens what proves the explanation, if
    anything does. All is laid out for a width, as by `prose`.
    """
    card = exercise.card
    parts = []
    if card.behind is not None:
        parts.append(prose(card.behind.in_language(language), width))
    if verdict is not None:
        parts += _of_the_answer(exercise, verdict, language, width)
    parts += [prose_line(idea).stylize_before("$text 60%") for idea in ideas]
    if card.explain is not None:
        parts.append(prose(card.explain.in_language(language), width))
    if solution:
        code = highlight(exercise.solution.strip("\n"), language="python")
        parts.append(Content.assemble(_label(tr("solution")), "\n", code))
    if seen is not None:
        for title, text in printed(exercise, seen):
            parts.append(Content.assemble(_label(title), "\n", text))
    if changed := history_in_words(exercise, language):
        parts.append(Content.styled(changed, "$text 60%"))
    if proof := proof_in_words(card):
        told = Content(proof)
        if proof_key:
            told = pressable(proof_in_words(card, opened_by=proof_key), proof_key)
        parts.append(told.stylize("$text 60%"))
    if places := [*(tr("see {link}", link=link) for link in card.see), *source_in_words(card)]:
        parts.append(Content.styled("\n".join(places), "$text 60%"))
    return Content("\n\n").join(parts)


def _of_the_answer(
    exercise: Exercise, verdict: Verdict, language: Language, width: int
) -> Iterator[Content]:
    for graded in verdict.asks:
        if graded.mistake is not None:
            about = ask_in_words(graded.ask) if len(verdict.asks) > 1 else tr("your answer")
            yield prose(graded.mistake.in_language(language), width, label=about)
    if verdict.options:
        for shown, number in enumerate(exercise.shuffled, 1):
            option = verdict.options[number]
            if not option.right and option.option.say is not None:
                said = option.option.say.in_language(language)
                yield prose(said, width, label=f"{shown}")


def _label(text: str) -> Content:
    return Content.styled(text, LABEL)
