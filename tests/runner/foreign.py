"""A Python that looks to the runner as if it were on another system.

To every other package it looks as it is: those have their own ways on each system.
"""

from __future__ import annotations

import builtins
import ctypes
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

ROOT = Path(__file__).parents[2]
MODULES = ("resource", "fcntl", "termios", "pwd")
LACKING: dict[str, dict[str, tuple[str, ...]]] = {
    "darwin": {
        "os": (
            *("fork", "setsid", "wait4", "waitpid", "unshare", "setns", "pidfd_open", "O_PATH"),
            *("sched_getaffinity", "memfd_create", "set_blocking"),
        ),
        "signal": ("SIGCHLD", "set_wakeup_fd"),
    },
    "win32": {
        "os": (
            *("fork", "setsid", "wait4", "unshare", "setns", "pidfd_open", "O_PATH", "getuid"),
            *("sched_getaffinity", "memfd_create", "set_blocking", "killpg", "WIFSIGNALED"),
        ),
        "signal": ("SIGCHLD", "SIGKILL", "SIGSTOP", "SIGCONT", "pthread_sigmask", "pause"),
    },
}
"""What the systems lack, and what the pool is not to use though they have it."""


class Foreign(ModuleType):
    """A module, without some of its names and with others."""

    def __init__(self, native: ModuleType, lacking: Sequence[str] = (), **others: object) -> None:
        super().__init__(native.__name__)
        self.__dict__.update(_native=native, _lacking=lacking, **others)

    def __getattr__(self, name: str) -> Any:
        if name in self._lacking:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} here")
        return getattr(self._native, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._native, name, value)


class Library(ctypes.CDLL):
    """On Windows a library has to have a name; any will do here."""

    def __init__(self, name: str | None, **options: Any) -> None:
        if name is None:
            raise TypeError("argument of type 'NoneType' is not iterable")
        super().__init__(None, **options)


def path_to(platform: Literal["darwin", "win32"], folder: Path) -> str:
    """A PYTHONPATH with which every Python looks so; the folder is filled for that."""
    code = f"from tests.runner import foreign\nforeign.pretend({platform!r})\n"
    (folder / "sitecustomize.py").write_text(code)
    return os.pathsep.join(map(str, (folder, ROOT)))


def pretend(platform: str) -> None:
    """Show the modules of the runner, imported from now on, another system."""
    shown = {
        module: Foreign(import_module(module), names) for module, names in LACKING[platform].items()
    }
    shown["sys"] = Foreign(sys, platform=platform)
    if platform == "win32":
        shown["ctypes"] = Foreign(ctypes, CDLL=Library)
    native_import = builtins.__import__

    def import_for(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        if globals and globals.get("__package__") == "runner":
            if name in MODULES:
                raise ModuleNotFoundError(f"there is no {name!r} here", name=name)
            if name in shown:
                return shown[name]
        return native_import(name, globals, locals, fromlist, level)

    builtins.__import__ = import_for
