"""The application's process talks to the runner and stays small."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["runner.client", "runner.protocol.wire"])
@pytest.mark.parametrize("heavy", ["torch", "numpy", "psutil", "quizapp"])
def test_the_client_does_not_import(module: str, heavy: str) -> None:
    code = f"import sys, {module}; sys.exit({heavy!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
