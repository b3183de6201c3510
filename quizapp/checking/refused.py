"""What the sandbox keeps code from, told to an author whose code raises by it."""

from __future__ import annotations

from quizapp.asks.refused import REFUSED, of_the_sandbox
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
    return of_the_sandbox(raised.type, raised.message)
