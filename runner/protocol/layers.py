"""The layers of the sandbox by name, for whoever shows them or leaves them out."""

from __future__ import annotations

from collections.abc import Collection

LAYERS = ("namespaces", "landlock", "seccomp")


def is_full(layers: Collection[str]) -> bool:
    """Whether no layer is missing."""
    return set(LAYERS) <= set(layers)


def missing(layers: Collection[str]) -> tuple[str, ...]:
    """The layers that are not among these."""
    return tuple(layer for layer in LAYERS if layer not in layers)


def shortfall(layers: Collection[str]) -> str:
    """How a sandbox that is not full falls short, in words."""
    absent = missing(layers)
    if len(absent) == len(LAYERS):
        return "there is no sandbox here"
    return f"there is no full sandbox here ({', '.join(f'no {layer}' for layer in absent)})"
