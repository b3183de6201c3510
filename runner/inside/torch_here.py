"""Whether this Python has a torch that snippets can run on."""

from __future__ import annotations

import sys

OLDEST = (2, 6)
"""The oldest torch on which what the decks explain has been seen to hold."""


def ensure() -> None:
    """Import torch; raises ImportError, which says in a line what is wrong and what mends it."""
    install = f"'{sys.executable} -m pip install"
    try:
        import torch

        version = torch.__version__
        is_too_old = tuple(map(int, version.split(".")[:2])) < OLDEST
    except Exception as error:  # libraries that do not load raise what they like
        if isinstance(error, ModuleNotFoundError) and error.name == "torch":
            raise ImportError(f"torch is not installed; {install} torch' does that") from error
        what = " ".join(str(error).split())
        mend = f"{install} --force-reinstall torch' may mend it"
        raise ImportError(f"torch cannot be imported: {what}; {mend}") from error
    if is_too_old:
        needed = ".".join(map(str, OLDEST))
        mend = f"{install} --upgrade torch' installs a newer one"
        raise ImportError(f"torch {version} is too old, {needed} or later is needed; {mend}")
