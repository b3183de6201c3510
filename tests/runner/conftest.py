"""One runner for each file of tests: it has to outlive all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from runner.protocol.layers import LAYERS
from tests.runner.background import BackgroundRunner


@pytest.fixture(scope="module")
def runner() -> Iterator[BackgroundRunner]:
    with BackgroundRunner() as runner:
        yield runner


@pytest.fixture(scope="module")
def bare_runner() -> Iterator[BackgroundRunner]:
    """One where the kernel gives no sandbox: a process of its own and limits must do."""
    with BackgroundRunner(without=LAYERS) as runner:
        yield runner
