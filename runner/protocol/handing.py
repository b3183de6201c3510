"""A snippet on its way from the server, which has read it as JSON, to the process that runs it.

Both are of one Python, and what the process takes is its server's: it is marshalled, which a fork
reads with less work than JSON.
"""

from __future__ import annotations

import marshal
from typing import Any

from runner.protocol.framing import HEADER
from runner.protocol.wire import Look, Snippet, Source


def handed(snippet: Snippet) -> bytes:
    """The snippet behind its length, ready to be written."""
    body = marshal.dumps([*map(_plain, vars(snippet).values())])
    return HEADER.pack(len(body)) + body


def taken(body: bytes) -> Snippet:
    """The snippet that these bytes are, without their length."""
    sources, looks, *others = marshal.loads(body)
    return Snippet(
        tuple(Source(*source) for source in sources), tuple(Look(*look) for look in looks), *others
    )


def _plain(field: Any) -> Any:
    return [(*vars(item).values(),) for item in field] if isinstance(field, tuple) else field
