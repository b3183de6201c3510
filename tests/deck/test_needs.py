"""What a card needs, held against what there is."""

from __future__ import annotations

import shutil
from dataclasses import replace
from typing import Any

import pytest

from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.kinds.recall import RecallCard
from quizapp.deck.needs import unmet
from quizapp.deck.parts import Code, Text
from runner.protocol.wire import Hello

HELLO = Hello(
    torch="2.13.0+cpu",
    python="3.11.7",
    devices=("cpu", "cuda:0"),
    abilities=("ranks", "workers"),
    packages=("numpy==2.3.1", "scikit_learn==1.7.0"),
)


def card(*needs: str, **fields: Any) -> PredictCard:
    """A card with these needs, and other fields."""
    code = Code(text="x = 1", line=2)
    return PredictCard(
        id="ops/a", prompt=Text(en="p"), line=1, code=code, asks=(), needs=needs, **fields
    )


@pytest.mark.parametrize(
    "need",
    [
        *("torch", "torch>=2.5", "torch >= 2.13", "torch==2.13", "torch<3", "torch!=2.12.1"),
        *("torch~=2.10", "torch<=2.13.0", "torch>2.9.9", "numpy", "numpy>=2", "scikit-learn"),
        *("cuda", "workers"),
    ],
)
def test_what_there_is_is_not_missed(need: str) -> None:
    assert unmet(card(need), HELLO) is None


def test_a_torch_before_its_release_has_that_version() -> None:
    nightly = replace(HELLO, torch="2.14.0.dev20260301+cpu")
    assert unmet(card("torch>=2.13"), nightly) is None


@pytest.mark.parametrize(
    ("need", "reason"),
    [
        ("torch>=2.14", "needs torch>=2.14, and this is torch 2.13.0+cpu"),
        ("torch>2.13", "needs torch>2.13, and this is torch 2.13.0+cpu"),
        ("torch~=2.12.3", "needs torch~=2.12.3, and this is torch 2.13.0+cpu"),
        ("torch<2.9", "needs torch<2.9, and this is torch 2.13.0+cpu"),
        ("no-such-package", "needs no-such-package, which is not installed"),
        ("numpi>=2", "needs numpi, which is not installed (did you mean 'numpy'?)"),
        ("mps", "needs mps, which torch does not find here"),
    ],
)
def test_what_is_missing_is_named(need: str, reason: str) -> None:
    assert unmet(card("torch", need), HELLO) == reason


def test_a_compiler_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert unmet(card("compiler"), HELLO) == "needs a C compiler, and none was found"


def test_a_compiler_is_of_no_use_where_no_program_starts() -> None:
    held = replace(HELLO, sandbox=("seccomp",))
    assert unmet(card("compiler"), held, compiler=True) == (
        "needs a C compiler, and the sandbox lets no program start"
    )


@pytest.mark.parametrize(
    ("wanting", "reason"),
    [
        (card("numpy", "workers"), "needs worker processes, which the runner here does not allow"),
        (card(ranks=2), "needs several ranks, which the runner here cannot start"),
    ],
)
def test_what_the_runner_cannot_give_is_named(wanting: PredictCard, reason: str) -> None:
    assert unmet(wanting, replace(HELLO, abilities=())) == reason
    assert unmet(wanting, HELLO) is None


@pytest.mark.parametrize(
    ("wanting", "gpus", "reason"),
    [
        (card(device="cuda"), 0, "needs a CUDA GPU, which torch does not find here"),
        (card(device="cuda"), 1, None),
        (
            card(device="cuda", ranks=2),
            1,
            "needs 2 CUDA GPUs, one for each rank, which torch does not find here",
        ),
        (card(device="cuda", ranks=2), 2, None),
        (card(ranks=2), 0, None),
    ],
)
def test_a_card_for_gpus_is_not_for_a_machine_with_fewer(
    wanting: PredictCard, gpus: int, reason: str | None
) -> None:
    devices = ("cpu", *(f"cuda:{index}" for index in range(gpus)))
    assert unmet(wanting, replace(HELLO, devices=devices)) == reason


def test_a_card_without_code_needs_nothing() -> None:
    back = RecallCard(id="ops/b", prompt=Text(en="p"), line=1, back=Text(en="b"))
    assert unmet(back, replace(HELLO, abilities=())) is None
