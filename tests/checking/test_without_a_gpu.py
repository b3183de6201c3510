"""What an author is told whose card wants a GPU that is not there."""

from __future__ import annotations

import pytest

from quizapp.checking.refused import explained
from runner.protocol.wire import Raised

REMARK = "a card with `device: cuda` is skipped where there is no GPU"


@pytest.mark.parametrize(
    "message",
    [
        "Torch not compiled with CUDA enabled",
        "Found no NVIDIA driver on your system.",
        "No CUDA GPUs are available",
    ],
)
def test_a_card_that_raises_for_want_of_a_gpu_is_told_what_it_can_demand(message: str) -> None:
    assert REMARK in explained(raised("AssertionError", message))


def test_other_devices_and_other_errors_are_not_what_a_card_demands() -> None:
    for message in ("Torch not compiled with XPU enabled", "CUDA error: out of memory", "no"):
        assert REMARK not in explained(raised("RuntimeError", message))


def raised(name: str, message: str) -> Raised:
    return Raised(type=name, bases=(), message=message)
