"""The layers of the sandbox by name, for whoever shows them or leaves them out."""

from __future__ import annotations

from collections.abc import Collection

LAYERS = ("namespaces", "landlock", "seccomp")


def is_full(layers: Collection[str]) -> bool:
    """Whether no layer is missing."""
    return set(LAYERS) <= set(layers)
