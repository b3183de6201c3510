"""`quiz serve` as a learner starts it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path


@asynccontextmanager
async def server(home: Path) -> AsyncIterator[tuple[str, asyncio.subprocess.Process]]:
    """The link, and the process behind it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quizapp", "serve", "--port", "0"),
        env=os.environ | {"QUIZ_HOME": str(home)},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode()
        yield line.split()[-1], process
    finally:
        with suppress(ProcessLookupError):  # it may have been killed
            process.terminate()
        await process.wait()
