"""The variables that a runner needs."""

from __future__ import annotations

from collections.abc import Mapping

KEPT = (
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
FIXED = {
    # A parent that ran one parallel op makes every forked parallel op hang (libgomp).
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # torch.cuda.is_available() must not initialise CUDA in a process that forks.
    "PYTORCH_NVML_BASED_CUDA_CHECK": "1",
    # The list of users is out of sight, and getpass.getuser, which torch asks, needs a name.
    "LOGNAME": "learner",
}


def scrubbed(environment: Mapping[str, str]) -> dict[str, str]:
    """What a runner needs of it: no token or password is among that."""
    return {name: environment[name] for name in KEPT if name in environment} | FIXED
