"""One runner for each file of tests: it has to outlive all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.runner.background import BackgroundRunner


@pytest.fixture(scope="module")
def runner() -> Iterator[BackgroundRunner]:
    with BackgroundRunner() as runner:
        yield runner
