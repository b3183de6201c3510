"""What torch can compute on here."""

from __future__ import annotations

import torch

from runner.protocol import faults
from runner.protocol.wire import Fault


def available() -> tuple[str, ...]:
    """The devices by torch's names for them, the best last."""
    cuda = range(torch.cuda.device_count()) if torch.cuda.is_available() else ()
    mps = ("mps",) if torch.backends.mps.is_available() else ()
    return ("cpu", *mps, *(f"cuda:{index}" for index in cuda))


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
