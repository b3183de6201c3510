"""What torch can compute on here."""

from __future__ import annotations

import torch


def available() -> tuple[str, ...]:
    """The devices by torch's names for them, the best last."""
    cuda = range(torch.cuda.device_count()) if torch.cuda.is_available() else ()
    mps = ("mps",) if torch.backends.mps.is_available() else ()
    return ("cpu", *mps, *(f"cuda:{index}" for index in cuda))


def wake(device: str) -> None:
    """Have torch do what it does at the first use of a device, which takes a while."""
    torch.ones(1, device=device).add_(1).cpu()
