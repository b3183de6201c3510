"""What a snippet needs of its process beyond computing: it is given no more than that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from runner.protocol.layers import is_full, shortfall
from runner.protocol.wire import Hello, Snippet

MOST_RANKS = 8

_TO_DO = {"ranks": "run on several ranks", "workers": "start processes of its own"}
_SPEAKS_OF_DEVICES = re.compile(r"\b(device|cuda|mps|accelerator)\b")


@dataclass(frozen=True)
class Profile:
    """Processes of the same profile can stand in for each other.

    `device` is what a snippet knows as `device`; with several ranks a GPU is `cuda`, each rank
    having its own.
    """

    device: str = "cpu"
    ranks: int = 1
    workers: bool = False

    def disturbs(self, other: Profile) -> bool:
        """Whether a snippet may keep one of the other profile from what it needs.

        Workers have to pass each other descriptors; the kernel counts those on their way for a
        user as a whole.
        """
        return self.workers and other.workers


class Unsuitable(ValueError):
    """This runner cannot do what the snippet asks for; the text says why."""


def admit(snippet: Snippet, hello: Hello) -> Profile:
    """What to give a snippet in a runner that says this of itself; raises Unsuitable."""
    if snippet.untrusted and not is_full(hello.sandbox):
        raise Unsuitable(f"it is not trusted, and {shortfall(hello.sandbox)}")
    return profile_of(snippet, hello.devices, hello.abilities)


def profile_of(snippet: Snippet, devices: Sequence[str], abilities: Sequence[str]) -> Profile:
    """The least that the snippet needs; raises Unsuitable."""
    if not 1 <= snippet.ranks <= MOST_RANKS or not 0 <= snippet.on_rank < snippet.ranks:
        raise Unsuitable(f"there is no rank {snippet.on_rank} of {snippet.ranks}")
    for ability, wanted in (("ranks", snippet.ranks > 1), ("workers", snippet.workers)):
        if wanted and ability not in abilities:
            raise Unsuitable(f"it cannot let code {_TO_DO[ability]}")
    return Profile(_device_for(snippet, devices), snippet.ranks, snippet.workers)


def _device_for(snippet: Snippet, devices: Sequence[str]) -> str:
    kinds = [device.partition(":")[0] for device in devices]
    enough_gpus = kinds.count("cuda") >= snippet.ranks
    if snippet.device == "cuda":
        if not enough_gpus:
            raise Unsuitable(_too_few_gpus(kinds.count("cuda"), snippet.ranks))
        return "cuda"
    best = kinds[-1]
    if snippet.device == "cpu" or (best == "cuda" and not enough_gpus):
        return "cpu"
    # Most code never touches the GPU: without its driver in reach it is better locked up.
    texts = [source.text for source in snippet.sources]
    texts += [look.expression for look in snippet.looks]
    return best if any(map(_SPEAKS_OF_DEVICES.search, texts)) else "cpu"


def _too_few_gpus(there: int, wanted: int) -> str:
    if not there:
        return "there is no CUDA GPU"
    return f"it takes {wanted} CUDA GPUs, and there {'is' if there == 1 else 'are'} {there}"
