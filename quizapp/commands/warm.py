"""A runner that is ready, or a sentence why there is none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from quizapp.errors import UserError
from runner.client import Runner
from runner.wire import Hello


@asynccontextmanager
async def warm_runner(jobs: int | None = None) -> AsyncIterator[tuple[Runner, Hello]]:
    """A runner and its first words. Raises UserError where it cannot start."""
    async with Runner(jobs=jobs) as runner:
        hello = await runner.ready()
        if hello is None:
            assert runner.refusal is not None
            raise UserError(runner.refusal.message)
        yield runner, hello
