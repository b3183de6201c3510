"""UUIDs that sort by time (RFC 9562, version 7)."""

from __future__ import annotations

import random
from datetime import datetime
from uuid import UUID


def uuid7(now: datetime, rng: random.Random) -> str:
    """48 bits of Unix time in milliseconds, the version, the variant, 74 random bits."""
    milliseconds = max(0, int(now.timestamp() * 1000))  # a clock may be set before 1970
    value = milliseconds << 80 | 7 << 76 | rng.getrandbits(12) << 64 | 2 << 62 | rng.getrandbits(62)
    return str(UUID(int=value))


def made_at(id: str) -> str:
    """What of an id tells the millisecond in which it was made."""
    return id[:13]
