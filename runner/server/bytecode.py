"""Byte code of torch, which is written once, before the sandbox keeps a runner from writing it.

Installers such as uv leave it to the first import to compile. In the sandbox that would be done
anew at each start, which takes twice as long for it.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

from runner.inside import preload
from runner.processes import streams, tree
from runner.sandbox import descriptors

IN_THE_SANDBOX = ("runner.server.server", "runner.inside.torch_here", "runner.server.zygote")
"""What a runner imports there itself, before it imports what a zygote has ahead."""

LOWEST_PRIORITY = 19


def modules() -> tuple[str, ...]:
    """All that a runner imports in the sandbox."""
    return (*IN_THE_SANDBOX, *preload.ROOTS)


def compile_by_importing(modules: Sequence[str]) -> None:
    """Python writes the byte code of what it imports; what does not import is passed over."""
    for module in modules:
        with suppress(Exception):
            importlib.import_module(module)


def fork_to_compile(modules: Sequence[str]) -> int | None:
    """Where any of these can be compiled for the next start, a process that imports them all.

    Its pid. It ends with this process at the latest.
    """
    if sys.platform == "win32" or sys.dont_write_bytecode or not any(map(_uncompiled, modules)):
        return None
    parent = os.getpid()
    if pid := os.fork():
        return pid
    try:
        import py_compile

        tree.die_with_parent(parent)
        os.nice(LOWEST_PRIORITY)
        nowhere = os.open(os.devnull, os.O_RDWR)
        streams.redirect(nowhere, nowhere, nowhere)
        descriptors.close_all_but(0, 1, 2)  # nobody waits for what this process holds
        compile_by_importing(modules)
        for source in filter(None, map(_uncompiled, modules)):  # within what does not import
            py_compile.compile(source, quiet=2)
    finally:
        os._exit(0)


def _uncompiled(module: str) -> str | None:
    """Its source, where that is still to be compiled, and can be."""
    spec = _found(module)
    if spec is None or spec.cached is None or Path(spec.cached).exists():
        return None
    return spec.origin if os.access(Path(spec.cached).parents[1], os.W_OK) else None


def _found(module: str) -> ModuleSpec | None:
    """As importlib.util.find_spec, but that no package is imported."""
    package, _, _ = module.rpartition(".")
    if not package:
        return PathFinder.find_spec(module)
    around = _found(package)
    places = around and around.submodule_search_locations
    return PathFinder.find_spec(module, places) if places else None
