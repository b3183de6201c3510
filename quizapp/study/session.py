"""One sitting, as a state machine without a terminal.

A front end shows `session.turn`, hands in an answer and then a rating, and shows the next
turn. Whatever was answered is in the log before the call that answered it returns.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import dropwhile

from quizapp.deck.exercise import Exercise
from quizapp.deck.parts import Text
from quizapp.deck.verdict import Verdict
from quizapp.library.library import Library
from quizapp.memory.acts.act import FRESH, Act, ActKind, Standing
from quizapp.memory.acts.kinds.leech import LEECH, becomes_leech
from quizapp.memory.acts.table import ACTS
from quizapp.memory.beliefs import Belief
from quizapp.memory.log import ReviewLog
from quizapp.memory.queue import QueueItem, QueueKind
from quizapp.memory.review import Rating, Review
from quizapp.memory.schedule import propose
from quizapp.study.drawing import Drawing
from quizapp.study.past import Moment, Past, Undone
from quizapp.study.recorder import Recorder
from quizapp.study.summary import Summary, summarize
from quizapp.study.turn import Slot, Turn
from quizapp.values.unknown import says_unknown
from runner.protocol.wire import Outcome

AHEAD = 3
"""Exercises beyond the present one that a front end may run early."""


class Session:
    """A queue of exercises, a position, undo."""

    def __init__(
        self,
        library: Library,
        log: ReviewLog,
        queue: Sequence[QueueItem],
        *,
        rollover_hour: int,
        rng: random.Random,
        earlier: Review | Act | None = None,
        planned: Callable[[datetime], Iterable[QueueItem]] = lambda now: (),
    ) -> None:
        """`earlier` is what was logged last before, to be taken back as well.

        `planned` is what such a sitting would hold now: a card comes back by it into this one.
        """
        self._library = library
        self._log = log
        self._recorder = Recorder(log, rollover_hour=rollover_hour, rng=rng)
        self._drawing = Drawing(library, log, rng)
        self._queue: tuple[Slot, ...] = ()
        self._hinted: set[Slot] = set()
        self._past = Past()
        self._earlier = earlier
        self._planned = planned
        self.done: tuple[Turn, ...] = ()
        self.torch_version = ""
        """Logged with each review; a front end sets it once the runner has said."""
        self.held_back = 0
        """Cards of the sitting that join it, or not, once the runner has spoken: `plan_again`."""
        self.leech: Act | None = None
        """What has set the card aside that was rated last."""
        self.turn: Turn | None = None
        """The exercise before the learner; None where there is none left, or none yet."""
        self._go_on(tuple(Slot(item.card_id, item.kind) for item in queue), ())

    @property
    def is_over(self) -> bool:
        return self.turn is None and not self.held_back

    @property
    def position(self) -> int:
        """The present turn's number, from 1."""
        return len(self.done) + 1

    @property
    def total(self) -> int:
        """Turns in all, as far as is known: a missed card adds one."""
        return len(self.done) + len(self._queue) + (self.turn is not None)

    @property
    def answered(self) -> tuple[Turn, ...]:
        """Every turn whose answer is in the log, in order."""
        present = self.turn
        return (*self.done, present) if present and present.review else self.done

    @property
    def can_undo(self) -> bool:
        if self._past.last is not None:
            return True
        return self._earlier is not None and self._earlier.card in self._library.cards

    @property
    def earlier_answer(self) -> Review | None:
        """The answer of an earlier sitting that undo takes back, if it is one."""
        is_earlier = self._past.last is None and self.can_undo
        return self._earlier if is_earlier and isinstance(self._earlier, Review) else None

    @property
    def standing(self) -> Standing:
        """How the card before the learner stands by the learner's own decisions."""
        assert self.turn is not None
        return self._log.standing(self.turn.slot.card_id)

    def acts(self, now: datetime) -> dict[str, ActKind]:
        """What can be decided about the card before the learner, by name."""
        assert self.turn is not None
        return self._recorder.possible_acts(self.turn.slot.card_id, self.standing, now)

    def upcoming(self) -> list[Exercise]:
        """The present exercise and the next few, to be run ahead."""
        present = [self.turn.exercise] if self.turn else []
        return present + [self._drawing.exercise(slot) for slot in self._queue[:AHEAD]]

    def take_hint(self) -> None:
        """The learner has seen the hint; it cannot be unseen."""
        turn = self._asked()
        self._hinted.add(turn.slot)
        self.turn = replace(turn, hint=True)

    def toggle_guess(self) -> None:
        """The learner says that the answer is, or is not, a guess."""
        turn = self._asked()
        self.turn = replace(turn, guess=not turn.guess)

    def answer(
        self, answers: Sequence[str], outcome: Outcome | None, *, now: datetime, seconds: float
    ) -> Verdict | None:
        """Grade the answers, see `grade`, and log the review with its proposed rating.

        Where each of them says that it is not known, as none does of a recall card, the truth
        is shown: see `grade_unknown`, also for when no outcome is needed.
        """
        turn = self._asked()
        card = turn.exercise.told(outcome).card
        if all(map(says_unknown, answers)):
            verdict = card.grade_unknown(outcome)
        else:
            assert outcome is not None
            verdict = card.grade(answers, outcome)
        proposed = propose(
            right=verdict is not None and verdict.right,
            hint=turn.hint,
            guess=turn.guess,
            seconds=seconds,
            usual_seconds=self._log.usual_seconds(card.id),
        )
        revealed = replace(
            turn,
            revealed=True,
            verdict=verdict,
            ideas=card.ideas_shown(verdict, outcome) if verdict else {},
            unknown=verdict is None or verdict.unknown,
            proposed=proposed,
            intervals=self._recorder.intervals(turn, now),
        )
        self._append(revealed, proposed, now=now, seconds=seconds, answers=tuple(answers))
        return verdict

    def reveal(self, *, now: datetime) -> None:
        """Turn a recall card over; the learner's rating will be its grade."""
        turn = self._asked()
        proposed = Rating.HARD if turn.hint or turn.guess else Rating.GOOD
        self.turn = replace(
            turn, revealed=True, proposed=proposed, intervals=self._recorder.intervals(turn, now)
        )

    def rate(self, rating: Rating, *, now: datetime, seconds: float = 0.0) -> None:
        """Settle the rating of the card before the learner, and go on to the next.

        A card that was missed for the eighth time since it was learnt, or four times more, is
        set aside: it is the session's `leech` then.
        """
        turn = self._revealed()
        if turn.review is None:
            self._append(turn, rating, now=now, seconds=seconds)
        elif turn.review.rating is not rating:
            corrected = self._recorder.correct(turn, turn.review, rating, now=now)
            self.turn = replace(turn, review=corrected)
        settled = self._revealed()
        self.leech = None
        if settled.missed and settled.intervals:
            lapses = self._log.memories()[settled.slot.card_id].lapses
            if becomes_leech(lapses):
                self.leech = self.act(LEECH, now=now)
                return
        queue = self._to_ask(now)
        if settled.missed:
            slot, gap = settled.slot, settled.gap
            again = Slot(slot.card_id, "relearn", slot.misses + 1)
            queue = (*queue[:gap], again, *queue[gap:])
        self._go_on(queue, (*self.done, settled))

    def _to_ask(self, now: datetime) -> tuple[Slot, ...]:
        """The queue without what another terminal has answered, or set aside, meanwhile."""
        today, known = self._recorder.today(now), self._log.memories()

        def is_done(slot: Slot) -> bool:
            memory = known.get(slot.card_id)
            moves = slot.kind not in ("practice", "relearn")
            return moves and memory is not None and memory.last_study_date == today

        def is_aside(slot: Slot) -> bool:
            return not self._log.standing(slot.card_id).is_asked(today)

        # What is set aside is looked up only for the card that comes next.
        return tuple(dropwhile(is_aside, (slot for slot in self._queue if not is_done(slot))))

    def skip(self) -> None:
        """Put the present card, unanswered, at the end of the sitting."""
        turn = self._asked()
        moment = Moment(turn, self._queue, self.done, "skip")
        self._go_on((*self._queue, turn.slot), self.done)
        self._past.add(moment)

    def act(self, name: str, said: str = "", *, now: datetime) -> Act:
        """Log what the learner decides about the present card; some acts end its turn.

        Raises ValueError, with a sentence, where what was said for it is not understood.
        """
        turn = self.turn
        assert turn is not None
        act = self._recorder.act(turn.slot.card_id, name, said, now=now)
        moment = Moment(turn, self._queue, self.done, act)
        if ACTS[name].leaves:
            queue = tuple(slot for slot in self._queue if slot.card_id != act.card)
            self._go_on(queue, (*self.done, turn) if turn.review else self.done)
        self._past.add(moment)
        return act

    def act_on_leech(self, name: str, *, now: datetime) -> Act:
        """The same about the card that was just set aside."""
        assert self.leech is not None
        act = self._recorder.act(self.leech.card, name, "", now=now)
        self._past.add(Moment(self.turn, self._queue, self.done, act))
        return act

    def leave_out(self) -> None:
        """Leave the present card out of this sitting, unanswered: after a Fault."""
        self._asked()
        self._go_on(self._queue, self.done)

    def plan_again(self, items: Sequence[QueueItem], most: int | None = None) -> None:
        """Go on by a plan made anew, with `most` cards in all: more is known of what can be asked.

        A missed card that waits keeps its place, and a card that waits its draw.
        """
        waiting = {slot.card_id: slot for slot in self._queue}
        missed = [(at, slot) for at, slot in enumerate(self._queue) if slot.kind == "relearn"]
        turns = (*self.done, self.turn) if self.turn else self.done
        asked = {slot.card_id for slot in (*(turn.slot for turn in turns), *(s for _, s in missed))}
        fresh = [item for item in items if item.card_id not in asked]
        if most is not None:
            fresh = fresh[: max(0, most - len(asked))]
        queue = [waiting.get(item.card_id) or Slot(item.card_id, item.kind) for item in fresh]
        added = tuple(queue)
        for at, slot in missed:
            queue.insert(at, slot)
        self._past.plan_again(asked, added)
        self.held_back = 0
        if self.turn is None:
            self._go_on(tuple(queue), self.done)
        else:
            self._queue = tuple(queue)

    def reload(self, library: Library) -> None:
        """Go on with decks that were read anew; what was answered stays as it was.

        A card that waits is shown as it is now, with its draw where it still has that, also
        under another id; one that is gone, in the queue too, is left out.
        """
        self._library = library
        turns = (*self.done, self.turn) if self.turn else self.done
        for slot in (*self._queue, *(turn.slot for turn in turns), *self._past.slots()):
            slot.card_id = library.renames.get(slot.card_id, slot.card_id)
        self._queue = self._still_there(self._queue)
        self._drawing.reload(library)
        turn = self.turn
        if turn is None or turn.revealed:
            return
        if turn.slot.card_id in library.cards:
            self.turn = replace(turn, exercise=self._drawing.exercise(turn.slot))
        else:
            self._go_on(self._queue, self.done)

    def undo(self, *, now: datetime) -> Undone:
        """Take the last answer, or act on a card, back; or go back to the card last skipped.

        The card is asked again. Before the first of this sitting come those of earlier ones on
        the same study date; a card of such an act is asked only if it is planned for now.
        """
        moment = self._past.last
        if moment is None:
            return self._undo_earlier(now)
        stays = False
        if isinstance(moment.followed, Act):
            self._recorder.take_back(moment.followed, now=now)
            here = moment.turn is not None and moment.turn.slot.card_id == moment.followed.card
            stays = not (here and ACTS[moment.followed.name].leaves)
        elif moment.followed == "answer":
            review = self.answered[-1].review
            assert review is not None
            self._recorder.take_back(review, now=now)
        if not stays:
            assert moment.turn is not None
            self._go_back_to(moment.turn, moment)
        self._past.drop()
        return (moment.followed,) if isinstance(moment.followed, Act) else moment.followed

    def _go_back_to(self, turn: Turn, moment: Moment) -> None:
        """Ask a card again, as it is now, among what waited then; the decks may be others since."""
        queue = tuple(slot for slot in moment.queue if slot is not turn.slot)
        if turn.slot.card_id not in self._library.cards:
            self._go_on(queue, moment.done)
            return
        self.turn = replace(turn, exercise=self._drawing.exercise(turn.slot))
        self._queue, self.done = self._still_there(queue), moment.done

    def _still_there(self, queue: tuple[Slot, ...]) -> tuple[Slot, ...]:
        return tuple(slot for slot in queue if slot.card_id in self._library.cards)

    def _undo_earlier(self, now: datetime) -> Undone:
        """Take back what was logged last before this sitting, all that was decided at once."""
        logged = self._earlier
        if logged is None or not self.can_undo:
            return ""
        if isinstance(logged, Act):
            acts = self._log.decided_with(logged)
            self._recorder.take_back_all(acts, now=now)
            self._earlier = self._log.last_on(logged.study_date)
            self._ask_by_plan({act.card for act in acts}, now)
            return tuple(acts)
        self._recorder.take_back(logged, now=now)
        kind: QueueKind = "review"
        if logged.kind in ("practice", "relearn"):
            kind = logged.kind
        elif logged.card not in self._log.memories():
            kind = "new"
        self._earlier = self._log.last_on(logged.study_date)
        queue = (slot for slot in self._waiting if slot.card_id != logged.card)
        self._go_on((Slot(logged.card, kind), *queue), self.done)
        return logged

    def _ask_by_plan(self, cards: Collection[str], now: datetime) -> None:
        """Have those of some cards wait that are planned for now; who waits already stays put."""
        planned = {item.card_id: item.kind for item in self._planned(now)}
        waiting = {slot.card_id for slot in self._waiting}
        come = [
            Slot(card, kind)
            for card, kind in planned.items()
            if card in cards and card not in waiting
        ]
        stay = [
            slot for slot in self._waiting if slot.card_id not in cards or slot.card_id in planned
        ]
        queue = (*come, *stay)
        if self.turn is not None and queue and queue[0] is self.turn.slot:
            self._queue = queue[1:]
        elif queue or self.turn is not None:
            self._go_on(queue, self.done)

    @property
    def _waiting(self) -> tuple[Slot, ...]:
        """What is unanswered, the present card first."""
        return self._queue if self.turn is None else (self.turn.slot, *self._queue)

    def ideas_met(self) -> Sequence[tuple[Text, Belief]]:
        """The wrong models that the present answer shows, each with how often it was shown."""
        could = self.turn.ideas if self.turn else {}
        shown = [idea for idea, is_shown in could.items() if is_shown]
        if not shown:
            return []
        known, named = self._log.beliefs(), self._library.ideas
        return [(named[idea], known[idea]) for idea in shown if idea in known and idea in named]

    def summary(self, now: datetime) -> Summary:
        """What has been done so far, and what comes back when."""
        standings, today = self._log.standings(), self._recorder.today(now)
        coming = {
            card: memory
            for card, memory in self._log.memories().items()
            if standings.get(card, FRESH).is_asked(memory.due)
        }
        owed = self._log.owed_on(today)
        once_more = {card for card in owed if standings.get(card, FRESH).is_asked(today)}
        return summarize(self.answered, coming, once_more)

    def _go_on(self, queue: tuple[Slot, ...], done: tuple[Turn, ...]) -> None:
        """Take the next card from a queue. Where the log cannot be read, nothing changes."""
        turn, queue = None, self._still_there(queue)
        if queue:
            slot, *rest = queue
            turn = Turn(slot=slot, exercise=self._drawing.exercise(slot), hint=slot in self._hinted)
            queue = tuple(rest)
        self.turn, self._queue, self.done = turn, queue, done

    def _append(
        self,
        turn: Turn,
        rating: Rating,
        *,
        now: datetime,
        seconds: float,
        answers: tuple[str, ...] = (),
    ) -> None:
        review = self._recorder.answer(
            turn, rating, now=now, seconds=seconds, answers=answers, torch=self.torch_version
        )
        unanswered = Turn(slot=turn.slot, exercise=turn.exercise, hint=turn.hint, guess=turn.guess)
        self._past.add(Moment(unanswered, self._queue, self.done, "answer"))
        self.turn = replace(turn, review=review)

    def _asked(self) -> Turn:
        if self.turn is None or self.turn.revealed:
            raise ValueError("no exercise is waiting for an answer")
        return self.turn

    def _revealed(self) -> Turn:
        if self.turn is None or not self.turn.revealed:
            raise ValueError("no exercise is waiting for a rating")
        return self.turn
