"""The kinds of ask by name: one for each file in `kinds/`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizapp.asks import kinds
from quizapp.asks.kind import AskKind
from quizapp.tables.by_file import by_file

KINDS: Mapping[str, AskKind[Any]] = by_file(kinds, "KIND")
