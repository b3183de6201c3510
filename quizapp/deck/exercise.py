"""Card + draw → Exercise: the concrete code shown this time, and what to run."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from quizapp.deck.answered import YOUR_CODE, TriedCard, TruthCard
from quizapp.deck.at_hand import imports
from quizapp.deck.computed import with_drawn_words, with_words, word_looks, words_seen
from quizapp.deck.drawn import combinations
from quizapp.deck.gap import fill
from quizapp.deck.model import WORKERS, Card, Deck, RunCard, Trust, is_trusted
from quizapp.deck.parts import Code, Draw
from quizapp.deck.question import Question
from quizapp.text.language import tr
from runner.protocol.wire import Look, Outcome, Snippet, Source

DRAW_PATH = "<draw>"
"""What tracebacks call the lines that set what varies."""

PROOF_PATH = "<proof>"
"""What tracebacks call what runs a card's code for its proof."""


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """A card with its varying parameters drawn.

    `shuffled` are the 0-based numbers of the card's options or lines, where it has such, in the
    order in which they are shown.
    """

    card: Card
    draw: Draw
    path: str
    setup: Code | None
    trust: Trust = "unknown"
    shuffled: tuple[int, ...] = ()

    @property
    def key(self) -> Hashable:
        """Equal for exercises of a card that run the same code, see the same, and need the same."""
        if not self.is_run:
            return self.card.id
        needs = self.card.needs if isinstance(self.card, RunCard) else ()
        tried = self.attempt(self.solution) if isinstance(self.card, TriedCard) else None
        return self.card.id, needs, tried, self.to_be_told()

    @property
    def runs_code(self) -> bool:
        """Whether the card is about code."""
        return isinstance(self.card, RunCard)

    @property
    def has_words(self) -> bool:
        """Whether something that the card says is computed by the runner."""
        return bool(word_looks(self.card))

    @property
    def is_run(self) -> bool:
        """Whether the runner has a part in it."""
        return self.runs_code or self.has_words

    @property
    def has_truth(self) -> bool:
        """Whether code can be run before there is an answer, and says what is right."""
        return isinstance(self.card, TruthCard)

    @property
    def solution(self) -> str:
        """What can be handed in and passes; raises TypeError for a card that is not tried."""
        return self._tried.solution_code

    @property
    def _tried(self) -> TriedCard:
        if not isinstance(self.card, TriedCard):
            raise TypeError(f"{self.card.id} is not answered by code")
        return self.card

    @property
    def questions(self) -> Sequence[Question]:
        """What is to be answered, as it is shown."""
        return self.card.questions(self.shuffled)

    def code_of(self, answer: str) -> str:
        """The code that an answer stands for; of one that is not understood, itself."""
        code = self._tried.read(answer)
        return code if isinstance(code, str) else answer

    @property
    def draw_lines(self) -> str:
        """The draw as the lines of code shown before the card's own."""
        return "".join(f"{name} = {value}\n" for name, value in self.draw.items())

    @property
    def shown_code(self) -> str:
        """What the learner reads; empty for a card without code."""
        if not isinstance(self.card, RunCard):
            return ""
        return _ranks_line(self.card) + self.draw_lines + self.card.code.text

    def shown_line(self, deck_line: int) -> int | None:
        """The 1-based line of the shown code that is a line of the deck's file.

        None where that line is not part of the card's code, but of the setup for instance.
        """
        if not isinstance(self.card, RunCard):
            return None
        code = self.card.code
        index = deck_line - code.line
        if not 0 <= index < len(code.text.splitlines()):
            return None
        return self.card.lines_above + index + 1

    def snippet(self) -> Snippet:
        """What is to be run for the truth: the card's looks, and those at what its words come to.

        Raises TypeError for a card that has none.
        """
        card = self.card
        if not isinstance(card, TruthCard):
            raise TypeError(f"{card.id} has no truth of its own")
        looks, parts = card.looks(), len(card.parts)
        # Words before what mistakes come to: one that works in place must not make them lie.
        in_order = [*looks[:parts], *word_looks(card), *looks[parts:]]
        return self._to_run(self._own_code(card), in_order)

    def to_be_told(self) -> Snippet:
        """What is to be run for the words that the card says, and for its truth if it has one.

        Where the learner hands in code, that is a solution, and no tests.
        """
        if self.has_truth:
            return self.snippet()
        ran = self._to_run([])
        if self.runs_code:
            ran = replace(ran, sources=self.attempt(self.solution).sources[:-1])
        return replace(ran, looks=word_looks(self.card))

    def proof(self) -> Snippet:
        """What is to be run to see whether what the card says holds; raises where it does not.

        What the card's own code raises is no part of it, and code that may hang does not run.
        Raises TypeError for a card without a proof.
        """
        card = self.card
        if card.proof is None:
            raise TypeError(f"{card.id} has no proof")
        ran = self._to_run([])
        sources = ran.sources
        if isinstance(card, RunCard) and card.may_raise:
            sources += (Source(_without_what_it_raises(card.code, self.path), PROOF_PATH),)
        elif not (isinstance(card, RunCard) and card.may_hang):
            sources = self.to_be_told().sources
        return replace(ran, sources=(*sources, Source(card.proof.text, self.path, card.proof.line)))

    @property
    def proof_code(self) -> str:
        """The card's code, and below it its proof, as one text."""
        assert self.card.proof is not None
        tried = isinstance(self.card, TriedCard)
        code = self.whole_code(self.solution if tried else "").rstrip()
        return f"{code}\n\n{self.card.proof.text}".lstrip()

    def told(self, seen: object, *, pending: bool = False) -> Exercise:
        """The exercise with its words as they were seen, if they were; see `with_words`."""
        facts = words_seen(self.card, seen.facts) if isinstance(seen, Outcome) else {}
        card = with_words(self.card, self.draw, facts, pending=pending)
        return self if card is self.card else replace(self, card=card)

    def asked_again(self, answers: Sequence[str], seen: Outcome | None) -> tuple[str, ...]:
        """See `Verdict.asked_again`. A front end asks so before it hands the answers in."""
        if seen is None or not self.has_truth:
            return ()
        verdict = self.told(seen).card.grade(answers, seen)
        return verdict.asked_again

    def attempt(self, answer: str) -> Snippet:
        """What is to be run to try out what the learner hands in: it passes unless it raises.

        The answer is code: what goes into the gap, or comes after the card's own. Raises
        TypeError for a card that is not tried.
        """
        card = self._tried
        if card.has_gap:  # lines are told as the learner sees them
            own = Source(fill(card.code.text, answer), YOUR_CODE, card.lines_above + 1)
            sources = [own]
        else:
            own = Source(answer, YOUR_CODE)
            sources = [*self._own_code(card), own]
        ran = self._to_run([*sources, Source(card.tests.text, self.path, card.tests.line)])
        return self._with_imports(f"{own.text}\n{card.tests.text}", ran)

    def before(self) -> Snippet:
        """What runs before the card's own code: the setup and the draw.

        Raises TypeError for a card that runs no code.
        """
        if not isinstance(self.card, RunCard):
            raise TypeError(f"{self.card.id} runs no code")
        return self._to_run([])

    def instead(self, code: str) -> Snippet:
        """Other code in place of the draw and the card's own: nothing is looked at or tested.

        Raises TypeError for a card that runs no code.
        """
        if not (self.runs_code or self.card.proof):
            raise TypeError(f"{self.card.id} runs no code")
        return self._with_imports(code, replace(self, draw={})._to_run([Source(code, YOUR_CODE)]))

    def whole_code(self, answer: str = "") -> str:
        """All the code that a learner has seen, with what they handed in, as one text."""
        if not (answer and isinstance(self.card, TriedCard)):
            return self.shown_code
        if self.card.has_gap:
            return self.draw_lines + fill(self.card.code.text, answer)
        return f"{self.shown_code.rstrip()}\n{answer}".lstrip()

    def _with_imports(self, code: str, ran: Snippet) -> Snippet:
        """A snippet with what the learner's code in it, or its tests, name and nothing imports."""
        setup = self.setup.text if self.setup is not None else ""
        return replace(ran, sources=(*imports(code, setup), *ran.sources))

    def _own_code(self, card: RunCard) -> list[Source]:
        return [Source(card.code.text, self.path, card.code.line)] if card.code.text else []

    def _to_run(self, sources: Sequence[Source], looks: Sequence[Look] = ()) -> Snippet:
        before = []
        if self.setup is not None:
            before.append(Source(self.setup.text, self.path, self.setup.line))
        if self.draw:
            before.append(Source(self.draw_lines, DRAW_PATH))
        snippet = Snippet((*before, *sources), tuple(looks), untrusted=not is_trusted(self.trust))
        card = self.card
        if not isinstance(card, RunCard):
            return snippet
        return replace(
            snippet,
            timeout=card.timeout,
            device=card.device or "best",
            ranks=card.ranks,
            on_rank=card.on_rank,
            workers=WORKERS in card.needs,
        )


def _without_what_it_raises(code: Code, path: str) -> str:
    text = "\n" * (code.line - 1) + code.text
    return f"try:\n    exec(compile({text!r}, {path!r}, 'exec'))\nexcept Exception:\n    pass\n"


def _ranks_line(card: RunCard) -> str:
    """A remark on where the code runs, to stand above it; empty where that is one process."""
    if card.ranks == 1:
        return ""
    if card.may_hang:
        said = tr("on {ranks} ranks", ranks=card.ranks)
    else:
        said = tr(
            "on {ranks} ranks; you are asked about rank {on_rank}",
            ranks=card.ranks,
            on_rank=card.on_rank,
        )
    return f"# {said}\n"


def draws(card: Card) -> Iterator[Draw]:
    """Every draw of a card, in the order written; one empty draw where nothing varies."""
    if isinstance(card, RunCard) and card.rows:
        yield from card.rows
        return
    yield from combinations(card.vary if isinstance(card, RunCard) else {})


def pick_draw(card: Card, rng: random.Random, *, other_than: Draw | None = None) -> Draw:
    """A draw at random; not the one given where the card has another."""
    every = list(draws(card))
    fresh = [draw for draw in every if draw != other_than]
    return rng.choice(fresh or every)


def exercise(deck: Deck, card: Card, draw: Draw) -> Exercise:
    """The exercise that a card of a deck becomes with a draw, in the order written."""
    return Exercise(
        card=with_drawn_words(card.in_draw(draw), draw),
        draw=draw,
        path=deck.path,
        setup=deck.setup,
        trust=deck.trust,
        shuffled=tuple(range(card.parts_shuffled)),
    )


def usual_exercise(deck: Deck, card: Card, wanted: Draw | None = None) -> Exercise:
    """The exercise that a card is shown as where it is not asked.

    In the draw that is wanted, where the card has such a one; else always in the same.
    """
    if wanted is not None and wanted in draws(card):
        return exercise(deck, card, wanted)
    return exercise(deck, card, pick_draw(card, random.Random(card.id)))


def shuffled(exercise: Exercise, rng: random.Random) -> Exercise:
    """The exercise with its parts in another order, but never in one that is the answer."""
    order = list(range(exercise.card.parts_shuffled))
    rng.shuffle(order)
    while exercise.card.is_as_written(order):
        rng.shuffle(order)
    return replace(exercise, shuffled=tuple(order))
