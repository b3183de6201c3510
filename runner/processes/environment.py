"""The variables that a runner needs."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

LEARNERS = "QUIZ_HOME"
"""Names the learner's own folder, wherever it lies: the sandbox keeps out of it."""

_KEPT = (
    LEARNERS,
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "PYTHONHASHSEED",
    "TMPDIR",
    "CUDA_VISIBLE_DEVICES",
    "RUNNER_SCRATCH",
)
_BESIDES = {
    "darwin": ("DYLD_LIBRARY_PATH",),
    # By these Windows finds libraries, and libraries folders and the machine's kind.
    "win32": (
        "SYSTEMROOT",
        "COMSPEC",
        "PATHEXT",
        "TEMP",
        "TMP",
        "USERPROFILE",
        "PROCESSOR_ARCHITECTURE",
        "NUMBER_OF_PROCESSORS",
    ),
}
COUNTED_BY_NVML = "PYTORCH_NVML_BASED_CUDA_CHECK"
FIXED = {
    # A parent that ran one parallel op makes every forked parallel op hang (libgomp).
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # torch.cuda.is_available() must not initialise CUDA in a process that forks.
    COUNTED_BY_NVML: "1",
    # The list of users is out of sight, and getpass.getuser, which torch asks, needs a name.
    "LOGNAME": "learner",
}


def scrubbed(environment: Mapping[str, str]) -> dict[str, str]:
    """What a runner needs of it: no token or password is among that."""
    kept = (*_KEPT, *_BESIDES.get(sys.platform, ()))
    return {name: environment[name] for name in kept if name in environment} | FIXED


def importing_this_package(variables: Mapping[str, str]) -> dict[str, str]:
    """These, with which a Python finds this very package, wherever it is installed."""
    home = str(Path(__file__).parents[2])
    others = variables.get("PYTHONPATH", "").split(os.pathsep)
    paths = [home, *(path for path in others if path and path != home)]
    return {**variables, "PYTHONPATH": os.pathsep.join(paths)}


def this_python() -> tuple[str, dict[str, str]]:
    """The program of another Python like this one, and what its environment needs for that.

    The python.exe of a virtual environment only starts the real one: to end, watch and weigh
    its process would be to miss the one that counts.
    """
    real = getattr(sys, "_base_executable", sys.executable)
    if sys.platform == "win32" and real != sys.executable:
        return real, {"__PYVENV_LAUNCHER__": sys.executable}
    return sys.executable, {}


def at_home_in(folder: Path) -> dict[str, str]:
    """The variables by which programs of any system find their home and temporary folder."""
    return dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), str(folder))
