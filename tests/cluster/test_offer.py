"""Which cards go to which workers, by what those announce."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from quizapp.checking.plan import Plan, plan_check
from quizapp.cluster.offer import THIS_QUIZ, Offer, Placed, Resources, choose, place
from quizapp.deck.format.load import load_text
from quizapp.deck.model import Trust
from quizapp.errors import UserError
from runner.protocol.layers import LAYERS
from runner.protocol.wire import Hello

CPU = Offer(Hello("2.13.0+cpu", "3.11.7", ("cpu",), LAYERS, ("ranks",), ("numpy==2.3.1",)), True)
GPU = replace(CPU, hello=replace(CPU.hello, torch="2.13.1+cu126", devices=("cpu", "cuda:0")))
NEWER = replace(CPU, hello=replace(CPU.hello, torch="2.15.0"))
OPEN = replace(CPU, hello=replace(CPU.hello, sandbox=()))

DECK = """\
format: 1
topic: ops
cards:
- {id: plain, prompt: p, code: x = 1, ask: {value: x}}
- {id: gpu, prompt: p, device: cuda, code: x = 1, ask: {value: x}}
- {id: gpus, prompt: p, device: cuda, ranks: 2, code: x = 1, ask: {value: x}}
- {id: package, prompt: p, needs: numpy>=2, code: x = 1, ask: {value: x}}
- {id: compiler, prompt: p, needs: compiler, code: x = 1, ask: {value: x}}
"""


def plans(trust: Trust = "trusted") -> list[Plan]:
    deck = load_text(DECK, "ops.yaml").deck
    assert deck is not None
    deck = replace(deck, trust=trust)
    return plan_check([(deck, card) for card in deck.cards], random.Random(0))


def wanted(placed: Placed) -> dict[str, Resources]:
    return {plan.card.id.removeprefix("ops/"): wanted for plan, wanted in placed.runnable}


def test_a_card_without_needs_goes_wherever_this_quiz_has_this_torch() -> None:
    assert wanted(place(plans(), [CPU, GPU]))["plain"] == {THIS_QUIZ: 1, "torch-2.13": 1}


def test_a_card_for_a_gpu_takes_one_of_a_worker_that_has_it() -> None:
    placed = place(plans(), [CPU, GPU])
    assert wanted(placed)["gpu"] == {THIS_QUIZ: 1, "torch-2.13": 1, "cuda": 1}
    assert GPU.resources(threads=8)["cuda"] == 1


def test_what_nobody_can_run_is_skipped_as_on_one_machine() -> None:
    skipped = {one.card: one.reason for one in place(plans(), [CPU, GPU]).skipped}
    assert skipped == {
        "ops/gpus": "needs 2 CUDA GPUs, one for each rank, which torch does not find here",
        "ops/compiler": "needs a C compiler, and the sandbox lets no program start",
    }


def test_a_need_that_some_workers_have_goes_to_those() -> None:
    bare = replace(OPEN, hello=replace(OPEN.hello, packages=("numpy==1.26.0",)), has_compiler=False)
    needs = wanted(place(plans(), [bare, OPEN, bare]))
    assert needs["package"] == needs["compiler"] == {THIS_QUIZ: 1, "torch-2.13": 1, OPEN.kind: 1}
    assert OPEN.kind in OPEN.resources() and OPEN.kind not in bare.resources()


def test_a_deck_that_is_not_trusted_goes_where_the_sandbox_is_full() -> None:
    assert wanted(place(plans("unknown"), [OPEN, CPU]))["plain"][CPU.kind] == 1
    assert CPU.kind not in wanted(place(plans("trusted"), [OPEN, CPU]))["plain"]


def test_a_deck_that_no_sandbox_is_full_enough_for_is_refused() -> None:
    placed = place(plans("unknown"), [OPEN])
    assert not placed.runnable and not placed.skipped
    [problem] = placed.refused
    assert problem.message.startswith("is not trusted, and ")


def test_a_version_has_the_builds_that_its_workers_have() -> None:
    [offers] = choose([CPU, GPU], None, "tcp://there")
    assert place(plans(), offers).torch == "2.13.0+cpu, 2.13.1+cu126"


def test_versions_are_checked_in_the_order_asked_for() -> None:
    assert choose([CPU, NEWER, GPU], ["2.15", "2.13"], "tcp://there") == [[NEWER], [CPU, GPU]]


@pytest.mark.parametrize(
    ("versions", "told"),
    [
        (
            None,
            "the workers at tcp://there have torch 2.13, 2.15; choose, as in --versions 2.13,2.15",
        ),
        (
            ["2.13", "2.6", "3.0"],
            "no worker has torch 2.6, 3.0: the workers at tcp://there have torch 2.13, 2.15",
        ),
    ],
)
def test_a_version_that_is_not_there_or_not_chosen_is_told(
    versions: list[str] | None, told: str
) -> None:
    with pytest.raises(UserError) as raised:
        choose([NEWER, CPU], versions, "tcp://there")
    assert str(raised.value) == told
