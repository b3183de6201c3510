"""Modules that the code of a learner, and its tests, may name without importing them.

A gap within a line leaves no room to import anything, and a card is not about that. Tests that
named one only where the learner does would fail with whoever does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from quizapp.deck.python_source import names_read
from runner.protocol.wire import Source

IMPORTS_PATH = "<imports>"

_MODULES = {
    "F": "torch.nn.functional",
    "nn": "torch.nn",
    "np": "numpy",
    **{name: name for name in ("copy", "functools", "itertools", "math", "torch")},
}


def imports(code: str, setup: str) -> Sequence[Source]:
    """What imports those that code names and the setup does not, to run before all else."""
    named = sorted((_MODULES.keys() & names_read(code)) - {*re.findall(r"\w+", setup)})
    text = "".join(f"import {_MODULES[name]} as {name}\n" for name in named)
    return [Source(text, IMPORTS_PATH)] if text else []
