"""What the sandbox keeps code from, or the machine, told to an author whose code raises by it."""

from __future__ import annotations

from quizapp.asks.refused import REFUSED, lacks_a_gpu, of_the_sandbox
from quizapp.asks.show import show_raised
from quizapp.deck.model import WORKERS, RunCard
from quizapp.text.language import tr
from runner.protocol.wire import Raised


def of_the_card(card: RunCard, raised: Raised) -> str:
    """A remark for code that compiles, starts processes unannounced, or is refused more."""
    if raised.type == "InductorError" and REFUSED.search(raised.message):
        return tr(
            "; torch.compile starts a C compiler, and the sandbox lets no program start: "
            '`backend="aot_eager"` does without one'
        )
    forks = "fork" in raised.traceback and "subprocess" not in raised.traceback
    refused = REFUSED.match(f"{raised.type}: {raised.message}")
    if refused and forks and WORKERS not in card.needs:
        return tr("; code that starts processes, as a DataLoader with workers does, needs: workers")
    return owed_to_the_machine(raised.type, raised.message)


def owed_to_the_machine(name: str, message: str) -> str:
    """A remark for an exception that the sandbox or the lack of a GPU may have made."""
    if lacks_a_gpu(message):
        return tr("; a card with `device: cuda` is skipped where there is no GPU")
    return of_the_sandbox(name, message)


def explained(raised: Raised) -> str:
    """The exception, and what the sandbox or the machine has to do with it."""
    return show_raised(raised) + owed_to_the_machine(raised.type, raised.message)
