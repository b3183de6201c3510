"""What there is to look at once a card is answered: its inside, its history, its links."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from quizapp.commands.plain.picture import say_lines, say_picture
from quizapp.commands.plain.poke import Poke
from quizapp.commands.plain.text import history_text
from quizapp.commands.say import copied, say
from quizapp.commands.typed import Typed
from quizapp.deck.answered import TriedCard
from quizapp.inside.steps import shown_trace
from quizapp.inside.tree import graph_words
from quizapp.machine.browser import open_links
from quizapp.pictures.album import Album
from quizapp.running.faults import words_of
from quizapp.running.watch import Watched
from quizapp.study.card_row import card_rows
from quizapp.study.study import Study
from quizapp.study.turn import Turn
from quizapp.text.language import tr
from runner.client import Runner
from runner.protocol.wire import Fault, Outcome


class Looks:
    """Of one answered turn after another. Nothing of it is graded or logged."""

    def __init__(
        self, study: Study, runner: Runner, typed: Typed, clock: Callable[[], datetime]
    ) -> None:
        self._study = study
        self._runner = runner
        self._typed = typed
        self._clock = clock
        self._watched = Watched(runner)
        self._poke: Poke | None = None
        self.attempt = ""
        """What was handed in last, where that is code."""
        self.gave: Outcome | None = None
        """What the answer was held against; None where nothing was run."""

    def begin(self) -> None:
        """Another turn: nothing was answered yet."""
        self.attempt, self.gave, self._poke = "", None, None

    async def trace(self, turn: Turn, said: str) -> None:
        seen = await self._seen(turn)
        if seen is None:
            return
        if seen.trace is None:
            say(tr("The runner sent no trace."))
            return
        failed = seen.raised is not None
        told = shown_trace(seen.trace, turn.exercise, failed=failed, attempt=self.attempt)
        say_lines(told.words())

    async def graph(self, turn: Turn, said: str) -> None:
        if seen := await self._seen(turn):
            say_lines(graph_words(seen.graph))

    async def picture(self, turn: Turn, said: str) -> None:
        if seen := await self._seen(turn, picture=True):
            say_picture(Album(seen, turn.exercise), said)

    def _code_in_sight(self, turn: Turn) -> str:
        """What was handed in; the solution where nothing was, as it is shown then."""
        solved = turn.unknown and isinstance(turn.exercise.card, TriedCard)
        return turn.exercise.solution if solved and not self.attempt else self.attempt

    async def poke(self, turn: Turn, said: str) -> None:
        if self._poke is None:
            code = turn.exercise.whole_code(self._code_in_sight(turn))
            self._poke = Poke(turn.exercise, code, self._runner, self._typed)
        await self._poke.run()

    async def proof(self, turn: Turn, said: str) -> None:
        exercise = turn.exercise
        await Poke(exercise, exercise.proof_code, self._runner, self._typed).run()

    async def copy(self, turn: Turn, said: str) -> None:
        if said not in ("", "code", "truth"):
            say(tr("copy, or copy truth."))
            return
        exercise, verdict = turn.exercise, turn.verdict
        truths = [graded.truth for graded in verdict.asks] if verdict is not None else []
        setup = [exercise.setup.text] if exercise.setup is not None else []
        code = [*setup, exercise.whole_code(self._code_in_sight(turn))]
        if copied("\n".join(truths if said == "truth" else code)):
            say(tr("Sent to the terminal's clipboard."))
        else:
            say(tr("There is no terminal here to copy through."))

    async def links(self, turn: Turn, said: str) -> None:
        links = turn.exercise.card.see
        say("\n".join(links))
        if open_links(links):
            say(tr("Opened in the browser."))

    async def history(self, turn: Turn, said: str) -> None:
        self.say_history(turn.slot.card_id)

    def say_history(self, card_id: str) -> None:
        """How a card stands, and every answer to it."""
        study, today = self._study, self._study.study_date(self._clock())
        card = study.library.cards.get(card_id)
        if card is None:
            say(tr("That card is no longer in the decks."))
            return
        [row] = card_rows([card], study.catalogue(today))
        say(history_text(row, study.log.reviews(card_id), today, study.language))

    async def _seen(self, turn: Turn, *, picture: bool = False) -> Outcome | None:
        """The exercise run once more and watched; None where there is nothing, which is told."""
        if self.gave is None:
            say(tr("Nothing was run."))
            return None
        seen = await self._watched.outcome(turn.exercise, self.attempt, picture=picture)
        if isinstance(seen, Fault):
            say(tr("! not seen: {message}", message=words_of(seen)))
            return None
        return seen
