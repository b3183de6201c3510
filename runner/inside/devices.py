"""What torch can compute on here."""

from __future__ import annotations

import os

import torch

from runner.processes.environment import COUNTED_BY_NVML
from runner.protocol import faults
from runner.protocol.wire import Fault

_VISIBLE = "CUDA_VISIBLE_DEVICES"
_BY_THE_USER = os.environ.get(_VISIBLE)


def available() -> tuple[str, ...]:
    """The devices by torch's names for them, the best last."""
    cuda = range(torch.cuda.device_count()) if torch.cuda.is_available() else ()
    mps = ("mps",) if torch.backends.mps.is_available() else ()
    return ("cpu", *mps, *(f"cuda:{index}" for index in cuda))


def hide() -> None:
    """Have torch find no GPU, and ask no driver for one: what that keeps is of no use in a fork."""
    os.environ[_VISIBLE] = ""


def count(device: str) -> None:
    """Have torch look for GPUs as in anybody's program; only for "cuda" it is to find any.

    It does so once in a process, in a backward pass too, and warns of a GPU that is there and
    cannot be used: here, lest it be in the midst of a snippet. To ask the driver in vain takes a
    while: where no file can be opened, its library is as good as not installed.
    """
    import resource

    os.environ.pop(COUNTED_BY_NVML, None)
    if device == "cuda":
        if _BY_THE_USER is None:
            os.environ.pop(_VISIBLE, None)
        else:
            os.environ[_VISIBLE] = _BY_THE_USER
        return
    hide()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, most[1]))
    torch.cuda.is_available()
    resource.setrlimit(resource.RLIMIT_NOFILE, most)


def wake(device: str) -> Fault | None:
    """Have torch do what it does at the first use of a device, which takes a while.

    A driver may count devices that it, or this build of torch, cannot use: there is a Fault
    then, lest that be taken for what a snippet does.
    """
    try:
        torch.ones(1, device=device).add_(1).cpu()
    except RuntimeError as error:
        return faults.unusable(device, str(error).partition("\n")[0])
    return None
