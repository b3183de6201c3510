"""Whether this machine has what a card needs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version

from runner.wire import Hello

COMPILERS = ("cc", "gcc", "clang")
_NEED = re.compile(r"(?P<name>[A-Za-z][\w.-]*)\s*(?:(?P<sign>[<>]=?|==|!=|~=)\s*(?P<version>.+))?")


def unmet(needs: Iterable[str], hello: Hello) -> str | None:
    """The first need that is not met, as a reason to skip the card; None where all are.

    A need is `compiler`, a kind of device such as `cuda`, or a package, perhaps with a version
    such as `torch>=2.5`. The runner says which torch and which devices it has.
    """
    return next(filter(None, (_lacking(need, hello) for need in needs)), None)


def _lacking(need: str, hello: Hello) -> str | None:
    match = _NEED.fullmatch(need)
    if match is None:
        return f"needs {need}, which is not a name with a version"
    name = match["name"]
    if name == "compiler":
        found = any(map(shutil.which, COMPILERS))
        return None if found else "needs a C compiler, and none was found"
    if name in ("cuda", "mps", "xpu"):
        found = any(device.partition(":")[0] == name for device in hello.devices)
        return None if found else f"needs {name}, which this machine has not"
    installed = hello.torch if name == "torch" else _installed(name)
    if installed is None:
        return f"needs {name}, which is not installed"
    if match["sign"] and not _fits(installed, match["sign"], match["version"]):
        return f"needs {need}, and this is {name} {installed}"
    return None


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _fits(installed: str, sign: str, wanted: str) -> bool:
    """Whether a version is as wanted; only the numbers of a release count, as in `2.13.0+cpu`."""
    have, limit = _release(installed), _release(wanted)
    length = max(len(have), len(limit))
    padded, bound = _padded(have, length), _padded(limit, length)
    match sign:
        case ">=":
            return padded >= bound
        case "<=":
            return padded <= bound
        case ">":
            return padded > bound
        case "<":
            return padded < bound
        case "==":
            return padded == bound
        case "!=":
            return padded != bound
        case _:  # ~=: as new, and alike in all but the last number
            return padded >= bound and padded[: len(limit) - 1] == limit[:-1]


def _release(text: str) -> tuple[int, ...]:
    numbers = re.match(r"\d+(?:\.\d+)*", text)
    return tuple(map(int, numbers[0].split("."))) if numbers else ()


def _padded(release: tuple[int, ...], length: int) -> tuple[int, ...]:
    return release + (0,) * (length - len(release))
