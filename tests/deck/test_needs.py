"""What a card needs, held against what there is."""

from __future__ import annotations

import shutil

import pytest

from quizapp.deck.needs import unmet
from runner.wire import Hello

HELLO = Hello(torch="2.13.0+cpu", python="3.11.7", devices=("cpu", "cuda:0"))


@pytest.mark.parametrize(
    "need",
    [
        *("torch", "torch>=2.5", "torch >= 2.13", "torch==2.13", "torch<3", "torch!=2.12.1"),
        *("torch~=2.10", "torch<=2.13.0", "torch>2.9.9", "numpy", "cuda"),
    ],
)
def test_what_there_is_is_not_missed(need: str) -> None:
    assert unmet([need], HELLO) is None


@pytest.mark.parametrize(
    ("need", "reason"),
    [
        ("torch>=2.14", "needs torch>=2.14, and this is torch 2.13.0+cpu"),
        ("torch>2.13", "needs torch>2.13, and this is torch 2.13.0+cpu"),
        ("torch~=2.12.3", "needs torch~=2.12.3, and this is torch 2.13.0+cpu"),
        ("torch<2.9", "needs torch<2.9, and this is torch 2.13.0+cpu"),
        ("no-such-package", "needs no-such-package, which is not installed"),
        ("mps", "needs mps, which this machine has not"),
    ],
)
def test_what_is_missing_is_named(need: str, reason: str) -> None:
    assert unmet(["torch", need], HELLO) == reason


def test_a_compiler_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert unmet(["compiler"], HELLO) == "needs a C compiler, and none was found"
