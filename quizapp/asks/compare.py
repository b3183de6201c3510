"""What a learner's answer means against a fact."""

from __future__ import annotations

from typing import Any

from quizapp.asks.table import KINDS
from quizapp.values.compare import Comparison
from runner.protocol.wire import Fact


def compare(name: str, reading: Any, fact: Fact, *, digits: int | None = None) -> Comparison:
    """An answer to an ask of that kind against a fact of that kind.

    Where the kind is answered in words, the fact may be of kind `text`: those very words.
    Raises ValueError where the fact's data is not what its kind promises.
    """
    kind = KINDS[name]
    data = kind.from_words(str(fact.data)) if fact.kind == "text" else fact.data
    try:
        return kind.compare(reading, data, digits)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"the runner sent something that is not a fact of kind {name}") from error
