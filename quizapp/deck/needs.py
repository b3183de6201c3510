"""Whether this machine has what a card needs."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

from quizapp.deck.model import WORKERS, Card, RunCard
from quizapp.text.language import tr
from quizapp.text.spelling import did_you_mean

if TYPE_CHECKING:
    from runner.protocol.wire import Hello

COMPILERS = ("cc", "gcc", "clang")
OUR_NEEDS = (WORKERS, "compiler")
"""What is neither a device nor a package."""
DEVICES = ("cuda", "mps", "xpu")
PACKAGES = (
    *("accelerate", "bitsandbytes", "datasets", "einops", "fsspec", "h5py", "jax"),
    *("lightning", "matplotlib", "networkx", "numba", "numpy", "onnx", "onnxruntime"),
    *("onnxscript", "opt-einsum", "optree", "pandas", "peft", "pillow", "psutil", "pyarrow"),
    *("safetensors", "scikit-learn", "scipy", "sentencepiece", "sympy", "tensorboard"),
    *("tensordict", "timm", "tokenizers", "torch", "torch-geometric", "torchao", "torchaudio"),
    *("torchcodec", "torchdata", "torchmetrics", "torchvision", "tqdm", "transformers"),
    "triton",
)
"""What decks on torch may need that need not be here."""


def runs_anywhere(card: Card) -> bool:
    """Whether a card asks nothing of the machine but torch."""
    return not isinstance(card, RunCard) or (
        card.ranks == 1 and card.device is None and not card.needs
    )


def has_compiler() -> bool:
    """Whether there is a C compiler on this machine."""
    return any(map(shutil.which, COMPILERS))


def unmet(card: Card, hello: Hello, compiler: bool | None = None) -> str | None:
    """Why a card cannot be asked on this machine, as in `it needs numpy, …`; None where it can.

    A need is `workers`, `compiler`, a kind of device such as `cuda`, or a package, perhaps with
    versions such as `torch>=2.5`. The runner says which torch, packages and devices it has,
    which may be those of another machine, and what it can give to code. Whether there is a C
    compiler is looked up on this machine unless it is said; in a sandbox none can be started.
    """
    if not isinstance(card, RunCard):
        return None
    if card.ranks > 1 and "ranks" not in hello.abilities:
        return tr("needs several ranks, which the runner here cannot start")
    if card.device is not None and _number_of(card.device, hello) < card.ranks:
        gpus = (
            tr("a CUDA GPU")
            if card.ranks == 1
            else tr("{ranks} CUDA GPUs, one for each rank", ranks=card.ranks)
        )
        return tr("needs {gpus}, which torch does not find here", gpus=gpus)
    return next(filter(None, (_lacking(need, hello, compiler) for need in card.needs)), None)


def unknown(card: Card, hello: Hello) -> str | None:
    """The first of a card's needs that is neither known nor installed, as where it is misspelt."""
    from packaging.utils import canonicalize_name

    known = {*OUR_NEEDS, *DEVICES, *PACKAGES}
    needs = card.needs if isinstance(card, RunCard) else ()
    for need in needs:
        name = re.split(r"[^\w.-]", need.strip(), maxsplit=1)[0]
        if canonicalize_name(name) not in known and _installed(name, hello) is None:
            return need
    return None


def _number_of(kind: str, hello: Hello) -> int:
    """How many devices of a kind there are."""
    return sum(device.partition(":")[0] == kind for device in hello.devices)


def _lacking(need: str, hello: Hello, compiler: bool | None) -> str | None:
    if need == WORKERS:
        allowed = WORKERS in hello.abilities
        return (
            None if allowed else tr("needs worker processes, which the runner here does not allow")
        )
    from packaging.requirements import InvalidRequirement, Requirement  # few cards need anything

    try:
        requirement = Requirement(need)
    except InvalidRequirement:
        return tr("needs {need}, which is not a name with a version", need=need)
    name = requirement.name
    if name == "compiler":
        if "seccomp" in hello.sandbox:
            return tr("needs a C compiler, and the sandbox lets no program start")
        found = has_compiler() if compiler is None else compiler
        return None if found else tr("needs a C compiler, and none was found")
    if name in DEVICES:
        return (
            None
            if _number_of(name, hello)
            else tr("needs {name}, which torch does not find here", name=name)
        )
    installed = hello.torch if name == "torch" else _installed(name, hello)
    if installed is None:
        known = [package.partition("==")[0] for package in hello.packages]
        return tr(
            "needs {name}, which is not installed{did_you_mean}",
            name=name,
            did_you_mean=did_you_mean(name, known),
        )
    if not requirement.specifier.contains(installed, prereleases=True):
        return tr(
            "needs {need}, and this is {name} {installed}",
            need=need,
            name=name,
            installed=installed,
        )
    return None


def _installed(name: str, hello: Hello) -> str | None:
    """The version of a package where the code runs; None where it is not installed."""
    from packaging.utils import canonicalize_name

    wanted = canonicalize_name(name)
    for package in hello.packages:
        known, _, version = package.partition("==")
        if canonicalize_name(known) == wanted:
            return version
    return None
