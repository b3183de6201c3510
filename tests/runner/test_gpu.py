"""Snippets on CUDA GPUs; all of this is skipped where there is none."""

from __future__ import annotations

import pytest

from runner.protocol.layers import shortfall
from runner.protocol.wire import Fact, Look, Outcome, Snippet, Source
from tests.runner.background import BackgroundRunner


@pytest.fixture
def gpus(runner: BackgroundRunner) -> int:
    count = sum(device.startswith("cuda") for device in runner.hello.devices)
    if not count:
        pytest.skip("there is no CUDA GPU")
    return count


def look(runner: BackgroundRunner, code: str, expression: str, **fields: object) -> object:
    looks = (Look("text", expression),)
    snippet = Snippet((Source("import torch\n" + code),), looks, 60, **fields)  # type: ignore[arg-type]
    end = runner.wait_for(runner.runner.run(snippet))
    assert isinstance(end, Outcome), end
    (fact,) = end.facts
    assert isinstance(fact, Fact), fact
    return fact.data


def test_device_is_the_gpu(runner: BackgroundRunner, gpus: int) -> None:
    code = "x = torch.arange(4.0, device=device, requires_grad=True)\n(x @ x).backward()"
    assert look(runner, code, "x.grad.tolist()") == "[0.0, 2.0, 4.0, 6.0]"
    assert look(runner, code, "str(x.grad.device)") == "cuda:0"


def test_code_that_speaks_of_no_device_cannot_reach_the_gpu(
    runner: BackgroundRunner, gpus: int
) -> None:
    code = """
import glob, os
x = []
for path in glob.glob("/dev/nvidia*"):
    try:
        x.append(os.open(path, os.O_RDWR))
    except OSError:
        pass
"""
    if "landlock" not in runner.layers:
        pytest.skip(shortfall(runner.layers))
    assert look(runner, code, "x") == "[]"


def test_code_that_speaks_of_no_device_finds_no_gpu(runner: BackgroundRunner, gpus: int) -> None:
    """It would fail to use one, and torch warns of that where it counts them."""
    code = """
import warnings
warnings.simplefilter("error")
torch.ones(1, requires_grad=True).sum().backward()
x = getattr(torch, "cu" + "da")
"""
    assert look(runner, code, "x.is_available(), x.device_count()") == "(False, 0)"


def test_a_program_that_counts_gpus_asks_the_driver(runner: BackgroundRunner, gpus: int) -> None:
    code = "torch._C._cuda_getDeviceCount = lambda: 0"
    assert look(runner, code, "torch.cuda.is_available()") == "False"


def test_a_card_may_ask_for_the_processor(runner: BackgroundRunner, gpus: int) -> None:
    assert look(runner, "x = torch.ones(1, device=device)", "x.device.type", device="cpu") == "cpu"


def test_autocast_and_the_gradient_scaler_work(runner: BackgroundRunner, gpus: int) -> None:
    code = """
model = torch.nn.Linear(4, 2, device=device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cuda")
with torch.autocast("cuda", dtype=torch.float16):
    y = model(torch.ones(1, 4, device=device))
scaler.scale(y.float().mean()).backward()
scaler.step(optimizer)
scaler.update()
"""
    assert look(runner, code, "(y.dtype, scaler.get_scale())") == "(torch.float16, 65536.0)"


def test_the_memory_of_one_snippet_is_free_for_the_next(
    runner: BackgroundRunner, gpus: int
) -> None:
    code = (
        "x = torch.empty(torch.cuda.mem_get_info()[0] * 6 // 10, dtype=torch.uint8, device=device)"
    )
    for _ in range(3):
        assert look(runner, code, "x.device.type") == "cuda"


def test_too_much_memory_raises_as_torch_does(runner: BackgroundRunner, gpus: int) -> None:
    end = runner.outcome("import torch\ntorch.empty(1 << 44, dtype=torch.uint8, device='cuda')")
    assert end.raised is not None
    assert end.raised.type == "OutOfMemoryError"


def test_ranks_reduce_over_nccl(runner: BackgroundRunner, gpus: int) -> None:
    if gpus < 2:
        pytest.skip("NCCL takes a GPU for each rank, and there is one")
    code = """
import torch.distributed as dist
x = torch.ones(2, device=f"cuda:{rank}") * (rank + 1)
dist.all_reduce(x)
"""
    assert look(runner, code, "x.tolist()", ranks=2, device="cuda") == "[3.0, 3.0]"
