"""How a plain sitting takes an answer, and has it graded."""

from __future__ import annotations

from collections.abc import Sequence

from quizapp.commands.plain.context import Context, Elsewhere, NotKnown
from quizapp.commands.plain.questions import Questions, ReadLine
from quizapp.commands.plain.text import attempt_text
from quizapp.commands.say import say
from quizapp.deck.exercise import Exercise
from quizapp.deck.verdict import Verdict
from quizapp.running.faults import words_of
from quizapp.text.language import mark, tr
from quizapp.values.unknown import UNKNOWN, says_unknown
from runner.protocol.wire import Fault, Outcome

RUN_AGAIN = mark("Enter tries again, l leaves the card out: ")
TRY_OR_RUN_AGAIN = mark("Enter takes another try, s runs the same again, l leaves the card out: ")
TRY_FURTHER = mark("t takes another try, Enter goes on to the solution: ")


class Answering:
    """`read` gives a line that is no command; those are carried out."""

    def __init__(self, at: Context, read: ReadLine) -> None:
        self._at = at
        self._read = read
        self._questions = Questions(read, at.typed.line)

    async def turn_over(self) -> None:
        try:
            known = not says_unknown(await self._read(tr("Enter turns the card over: ")))
        except NotKnown:
            known = False
        if known:
            self._at.session.reveal(now=self._at.clock())
        else:
            seconds = self._at.seconds
            self._at.session.answer((), None, now=self._at.clock(), seconds=seconds)

    async def answer(self, exercise: Exercise) -> Verdict:
        """Take an answer and have it graded."""
        answers, seconds = await self._answers(exercise)
        while isinstance(seen := await self._held_against(exercise, answers), Fault):
            if await self._wants_another_answer(seen):
                answers, seconds = await self._answers(exercise)
        while whys := exercise.asked_again(answers, seen):
            answers, seconds = await self._answers(exercise, answers, whys)
        if self._at.runner.hello is not None:
            self._at.session.torch_version = self._at.runner.hello.torch
        verdict = self._at.session.answer(answers, seen, now=self._at.clock(), seconds=seconds)
        assert verdict is not None
        self._at.looks.gave = seen
        return verdict

    async def _answers(
        self, exercise: Exercise, given: Sequence[str] = (), whys: Sequence[str] = ()
    ) -> tuple[Sequence[str], float]:
        """Answers, and how many seconds after the card was shown; `whys` some are asked again."""
        try:
            if whys:
                answers = await self._questions.answers_again(exercise, given, whys)
            else:
                answers = await self._questions.answers(exercise)
        except NotKnown:
            answers = [UNKNOWN] * len(exercise.questions)
        return answers, self._at.seconds

    async def _held_against(
        self, exercise: Exercise, answers: Sequence[str]
    ) -> Outcome | Fault | None:
        """The truth, or how it went with the code that was handed in; None without any."""
        if exercise.has_truth:
            return await self._at.ahead.outcome(exercise)
        if all(map(says_unknown, answers)):
            return None
        self._at.looks.attempt = exercise.code_of(*answers)
        return await self._at.ahead.attempt(exercise, self._at.looks.attempt)

    async def _wants_another_answer(self, fault: Fault) -> bool:
        """Tell of a Fault. False where the same is to be run again.

        Raises Elsewhere when the card is left out.
        """
        if fault.kind == "refused":
            self._at.leave_out(fault)
            raise Elsewhere
        exercise = self._at.turn.exercise
        self._at.ahead.forget(exercise)
        whose, offer = (
            ("", tr(RUN_AGAIN))
            if exercise.has_truth
            else (tr(" on your code"), tr(TRY_OR_RUN_AGAIN))
        )
        say(
            tr(
                "No verdict{whose}: {message} This does not count against you.",
                whose=whose,
                message=words_of(fault),
            )
        )
        typed = (await self._read(offer)).strip()
        if typed == "l":
            self._at.session.leave_out()
            raise Elsewhere
        return not exercise.has_truth and typed != "s"

    async def try_further(self, exercise: Exercise) -> None:
        """Run as many further tries as the learner likes; only the first was logged."""
        while typed := (await self._read(tr(TRY_FURTHER))).strip():
            if typed != "t":
                say(tr("Type t or nothing; commands such as :trace or :quit work here, too."))
                continue
            answers = await self._questions.answers(exercise)
            seen = await self._held_against(exercise, answers)
            if isinstance(seen, Fault):
                self._at.ahead.forget(exercise)
                say(tr("No verdict on your code: {message}", message=words_of(seen)))
                continue
            if seen is None:
                return
            attempt = exercise.card.grade(answers, seen).tests
            assert attempt is not None
            self._at.looks.gave = seen
            say(attempt_text(exercise, attempt, seen, self._at.language))
            if attempt.passed:
                return
