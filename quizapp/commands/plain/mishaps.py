"""What goes wrong inside while something is looked at, and does not end the sitting."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from quizapp.commands.say import say
from quizapp.commands.typed import Leave
from quizapp.errors import UserError
from quizapp.text.language import tr


@contextmanager
def told_of_mishaps() -> Iterator[None]:
    """Tell of what is raised on stderr, and go on: nothing is graded or logged meanwhile."""
    try:
        yield
    except (Leave, UserError, OSError):
        raise
    except Exception:
        mishap = traceback.format_exc()
        say(tr("This went wrong inside, please report it:\n{mishap}", mishap=mishap), err=True)
