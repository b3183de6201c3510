"""Whether this machine has what a card needs."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version

from packaging.requirements import InvalidRequirement, Requirement

from runner.wire import Hello

COMPILERS = ("cc", "gcc", "clang")
DEVICES = ("cuda", "mps", "xpu")


def unmet(needs: Iterable[str], hello: Hello) -> str | None:
    """The first need that is not met, as a reason to skip the card; None where all are.

    A need is `compiler`, a kind of device such as `cuda`, or a package, perhaps with versions
    such as `torch>=2.5`. The runner says which torch and which devices it has.
    """
    return next(filter(None, (_lacking(need, hello) for need in needs)), None)


def _lacking(need: str, hello: Hello) -> str | None:
    try:
        requirement = Requirement(need)
    except InvalidRequirement:
        return f"needs {need}, which is not a name with a version"
    name = requirement.name
    if name == "compiler":
        found = any(map(shutil.which, COMPILERS))
        return None if found else "needs a C compiler, and none was found"
    if name in DEVICES:
        found = any(device.partition(":")[0] == name for device in hello.devices)
        return None if found else f"needs {name}, which this machine has not"
    installed = hello.torch if name == "torch" else _installed(name)
    if installed is None:
        return f"needs {name}, which is not installed"
    if not requirement.specifier.contains(installed, prereleases=True):
        return f"needs {need}, and this is {name} {installed}"
    return None


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
