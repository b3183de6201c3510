"""What the words of one card say wrongly: as `quiz check --advice` hears it, for `quiz author`."""

from __future__ import annotations

from quizapp.checking.absent_names import absent
from quizapp.checking.advice import Truths
from quizapp.checking.heard import Heard
from quizapp.checking.plan import Plan
from quizapp.commands.contradicted import contradicted
from quizapp.commands.refuted import refuted
from runner.client import Runner
from runner.protocol.wire import Hello


async def listen(plan: Plan, truths: Truths, runner: Runner, hello: Hello) -> Heard:
    """The options that contradict their `holds`; names that torch has not, and what it refutes."""
    deck, card = plan.deck, plan.card
    named = await absent([(deck, card)], {card.id: truths}, runner)
    return Heard(
        problems=tuple(await contradicted(plan, truths, runner, hello.torch)),
        advice=(
            *dict.fromkeys(one for _, _, one in named),
            *await refuted(deck, card, runner, hello.torch),
        ),
    )
