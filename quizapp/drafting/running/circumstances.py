"""Why code of notes may fail here through no fault of what the notes say."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from quizapp.drafting.running.seen import Error
from quizapp.text.language import tr

_GPU = re.compile(r"CUDA|NVIDIA|cuda|\bMPS\b|\bmps\b|\bXPU\b|\bHIP\b|pin_memory|accelerator")
_RANKS = re.compile(r"process group|RANK expected|MASTER_ADDR|torchrun|world_size", re.IGNORECASE)
_COMPILER = re.compile(r"inductor|C\+\+ compiler|InvalidCxxCompiler|[Tt]riton", re.IGNORECASE)


class Lack(NamedTuple):
    """What is missing here: of the notes, of a machine like this one, or something else."""

    of: Literal["notes", "machine", "else"]
    words: str


def circumstance(error: Error) -> str | None:
    """What is missing here that the code needs; None where the code itself is to blame."""
    lack = lack_behind(error)
    return lack.words if lack else None


def lack_behind(error: Error) -> Lack | None:
    """What an error owes to, where that is not the code itself."""
    says = error.message
    match error.type:
        case "NameError" | "UnboundLocalError":
            return Lack("notes", tr("the notes leave out what it needs: {message}", message=says))
        case "ModuleNotFoundError" | "ImportError":
            return Lack("machine", tr("a package is missing: {message}", message=says))
        case "TooLong":
            return Lack("else", says)
        case "MemoryError" | "OutOfMemoryError":
            return Lack("else", tr("it needs more memory than there is"))
        case "EOFError":
            return Lack("else", tr("it waits for input"))
        case "SystemExit" | "KeyboardInterrupt":
            return Lack("else", tr("it ends the program ({type})", type=error.type))
    if "OSError" in error.bases:
        return Lack("else", tr("it needs a file, a network or a process: {message}", message=says))
    if "can't allocate memory" in says:
        return Lack("else", tr("it needs more memory than there is"))
    if _GPU.search(says):
        return Lack("machine", tr("it needs a GPU"))
    if _RANKS.search(says):
        return Lack("machine", tr("it needs several processes (torch.distributed)"))
    if _COMPILER.search(says):
        return Lack("machine", tr("it needs a compiler"))
    return None
