"""A runner that is ready, or a sentence why there is none."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from quizapp.errors import UserError
from quizapp.machine.settings import Settings, load_settings, places
from quizapp.running.faults import words_of
from runner.client import Runner
from runner.protocol.wire import Hello


@asynccontextmanager
async def warm_runner(
    jobs: int | None = None, settings: Settings | None = None
) -> AsyncIterator[tuple[Runner, Hello]]:
    """The runner that is set, and its first words. Raises UserError where it cannot start.

    The settings are those of the config file where none are given.
    """
    settings = settings or load_settings(places().config_file)
    async with Runner(settings.runner_command, jobs=jobs) as runner:
        hello = await runner.ready()
        if hello is None:
            assert runner.refusal is not None
            raise UserError(words_of(runner.refusal))
        yield runner, hello
