"""Runners for the tests of a file: they have to outlive all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from runner.protocol.layers import LAYERS
from tests.runner import hasty
from tests.runner.background import BackgroundRunner


@pytest.fixture(scope="module")
def runner(lent_runner: Sequence[str]) -> Iterator[BackgroundRunner]:
    """One that has been up, and whose processes are nobody's business."""
    with BackgroundRunner(command=lent_runner) as runner:
        yield runner


@pytest.fixture(scope="module")
def bare_runner() -> Iterator[BackgroundRunner]:
    """One where the kernel gives no sandbox: a process of its own and limits must do."""
    with BackgroundRunner(without=LAYERS) as runner:
        yield runner


@pytest.fixture(scope="module")
def in_haste(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Runners that import little of torch ahead, where that is not what is looked at."""
    with hasty.in_haste(tmp_path_factory.mktemp("hasty")):
        yield
