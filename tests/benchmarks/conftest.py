"""Benchmarks run only when asked for: `pytest tests/benchmarks -n 0 --benchmark-enable -s`."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the figures out of an ordinary run."""
    return None if config.getoption("benchmark_enable") else True
