"""What the sandbox, or the machine, has to do with an exception, and its words for a reader."""

from __future__ import annotations

import re

from quizapp.text.language import tr

REFUSED = re.compile(r"PermissionError: \[Errno 1\]|\w+: .*name: EPERM")
_NO_NETWORK = re.compile(r"name resolution|Name or service not known|internet connection")
_NO_FILE = re.compile(
    r"\w+Error: (\[Errno (2|13|30)\]|.*Read-only file system|Parent directory \S+ does not exist)"
)
"""It is not there, may not be read, or lies where nothing can be written."""
_OF_THE_MACHINE = re.compile(
    r"\w+: (\[Errno (13|30|101|113)\]|\[Errno 2\].*: '/|.*Read-only file system)"
    r"|\w+: .*Parent directory /\S* does not exist"
    r"|ModuleNotFoundError: No module named '\w+'"
    r"|EOFError: EOF when reading a line"
)
"""Of a file by its whole path, a network, a package or a keyboard, which are there or not."""
_OF_A_GPU = re.compile(
    r"Torch not compiled with \w+ enabled|Found no NVIDIA driver|No \w+ GPUs are available"
    r"|dummy base class|requires CUDA support|Cannot get CUDA generator"
    r"|accelerator device when none is available|from the '(?:MPS|XPU|HPU|XLA)' backend"
)
"""What torch says where there is no such device: with one the same code may raise nothing."""


_CUDA = re.compile(r"CUDA|NVIDIA|dummy base class")


def is_of_the_machine(name: str, message: str) -> bool:
    """Whether an exception tells of where the code runs, and not of torch.

    On another machine, or without a sandbox, the same code may raise nothing.
    """
    told = f"{name}: {message}"
    return any(known.match(told) for known in (REFUSED, _OF_THE_MACHINE)) or any(
        known.search(message) for known in (_NO_NETWORK, _OF_A_GPU)
    )


def lacks_a_gpu(message: str) -> bool:
    """Whether an exception is raised for want of a GPU of NVIDIA's, which a card may demand."""
    return _OF_A_GPU.search(message) is not None and _CUDA.search(message) is not None


def of_the_sandbox(name: str, message: str) -> str:
    """What to add to an exception that code may owe to the sandbox; mostly nothing."""
    told = f"{name}: {message}"
    if REFUSED.match(told) or _NO_NETWORK.search(told):
        return tr(
            "; in the sandbox code reaches no network, no other program and no foreign process"
        )
    if _NO_FILE.match(told):
        return tr(
            "; in the sandbox code reads what Python and torch are made of, and writes in a folder "
            "of its own"
        )
    return ""
