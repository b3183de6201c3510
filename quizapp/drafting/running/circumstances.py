"""Why code of notes may fail here through no fault of what the notes say."""

from __future__ import annotations

import re

from quizapp.drafting.running.seen import Error

_GPU = re.compile(r"CUDA|NVIDIA|cuda|\bMPS\b|\bmps\b|\bXPU\b|\bHIP\b|pin_memory|accelerator")
_RANKS = re.compile(r"process group|RANK expected|MASTER_ADDR|torchrun|world_size", re.IGNORECASE)
_COMPILER = re.compile(r"inductor|C\+\+ compiler|InvalidCxxCompiler|[Tt]riton", re.IGNORECASE)


def circumstance(error: Error) -> str | None:
    """What is missing here that the code needs; None where the code itself is to blame."""
    found: str | None = None
    match error.type:
        case "NameError" | "UnboundLocalError":
            found = f"the notes leave out what it needs: {error.message}"
        case "ModuleNotFoundError" | "ImportError":
            found = f"a package is missing: {error.message}"
        case "TooLong":
            found = error.message
        case "MemoryError" | "OutOfMemoryError":
            found = "it needs more memory than there is"
        case "EOFError":
            found = "it waits for input"
        case "SystemExit" | "KeyboardInterrupt":
            found = f"it ends the program ({error.type})"
    if found is None and "OSError" in error.bases:
        found = f"it needs a file, a network or a process: {error.message}"
    if found is None and "can't allocate memory" in error.message:
        found = "it needs more memory than there is"
    if found is None and _GPU.search(error.message):
        found = "it needs a GPU"
    if found is None and _RANKS.search(error.message):
        found = "it needs several processes (torch.distributed)"
    if found is None and _COMPILER.search(error.message):
        found = "it needs a compiler"
    return found
