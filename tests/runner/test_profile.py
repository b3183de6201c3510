"""What a snippet's process is given: the least that the snippet needs."""

from __future__ import annotations

import pytest

from runner.protocol.profile import Profile, Unsuitable, profile_of
from runner.protocol.wire import Look, Snippet, Source

ABLE = ("ranks", "workers")
ONE_GPU = ("cpu", "cuda:0")


def profile(
    code: str, devices: tuple[str, ...] = ONE_GPU, *, expression: str = "x", **fields: object
) -> Profile:
    snippet = Snippet((Source(code),), (Look("value", expression),), **fields)  # type: ignore[arg-type]
    return profile_of(snippet, devices, ABLE)


def test_a_gpu_is_in_reach_of_code_that_speaks_of_devices_only() -> None:
    assert profile("x = torch.ones(2)").device == "cpu"
    assert profile("x = torch.ones(2, device=device)").device == "cuda"
    assert profile("x = torch.ones(2)", expression="x.to(device)").device == "cuda"
    assert profile("x = torch.ones(2, device=device)", ("cpu",)).device == "cpu"
    assert profile("x = torch.ones(2, device=device)", ("cpu", "mps")).device == "mps"


def test_a_wish_for_a_device_is_granted_or_refused() -> None:
    assert profile("x = torch.ones(2, device=device)", device="cpu").device == "cpu"
    assert profile("x = 1", device="cuda").device == "cuda"
    with pytest.raises(Unsuitable, match="there is no CUDA GPU"):
        profile("x = 1", ("cpu",), device="cuda")


def test_each_rank_has_a_gpu_of_its_own_or_none_has() -> None:
    assert profile("x = device", ranks=2) == Profile("cpu", ranks=2)
    assert profile("x = device", (*ONE_GPU, "cuda:1"), ranks=2) == Profile("cuda", ranks=2)
    with pytest.raises(Unsuitable, match="it takes 2 CUDA GPUs, and there is 1"):
        profile("x = 1", device="cuda", ranks=2)


@pytest.mark.parametrize("fields", [{"ranks": 2}, {"workers": True}])
def test_what_the_runner_is_not_able_to_give_is_refused(fields: dict[str, object]) -> None:
    snippet = Snippet((Source("x = 1"),), **fields)  # type: ignore[arg-type]
    with pytest.raises(Unsuitable, match="it cannot let code"):
        profile_of(snippet, ("cpu",), ())


@pytest.mark.parametrize(("ranks", "on_rank"), [(0, 0), (2, 2), (2, -1), (1000, 0)])
def test_ranks_that_there_cannot_be_are_refused(ranks: int, on_rank: int) -> None:
    with pytest.raises(Unsuitable, match=f"there is no rank {on_rank} of {ranks}"):
        profile("x = 1", ranks=ranks, on_rank=on_rank)
