"""How often simulated learners are misplaced: `python -m tests.benchmarks.placement [LEARNERS]`."""

from __future__ import annotations

import sys
from statistics import mean

from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from tests.simulated_learners import KINDS, place


def main(learners: int) -> None:
    """Print, by kind of learner, what was asked and what was taken as known.

    `wrongly taken` are cards of levels that the learner does not know, of those taken; `not known`
    are those that the learner would get wrong, which no placement by levels can tell apart;
    `missed` are cards of known levels that were not taken, of all such.
    """
    library = load_library([SHIPPED_DECKS], None)
    print(f"{len(library.cards)} cards, {len(library.topics)} topics, {learners} learners a kind")
    print(f"{'':21} questions  known  taken  wrongly taken  not known  missed")
    for name, kind in KINDS.items():
        placed = [place(kind, library, seed) for seed in range(learners)]
        taken, known = sum(one.taken for one in placed), sum(one.known for one in placed)
        not_known = sum(one.not_known for one in placed) / max(taken, 1)
        wrongly = sum(one.taken_wrongly for one in placed) / max(taken, 1)
        missed = sum(one.missed for one in placed) / max(known, 1)
        print(
            f"{name:21} {mean(one.questions for one in placed):9.1f}"
            f"  {mean(one.known for one in placed):5.0f}  {mean(one.taken for one in placed):5.0f}"
            f"  {wrongly:13.1%}  {not_known:9.1%}  {missed:6.1%}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
