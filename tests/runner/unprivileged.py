"""The runner as an ordinary user, started by root.

Root's Python may lie in a folder of root's own: a mount namespace shows it to the user, and
nothing else of that folder. Run as `python -m tests.runner.unprivileged [OPTION]...`.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from runner.processes import kernel
from runner.sandbox import namespaces, visible

USER = 65534  # nobody, on every Linux


def main() -> None:
    """Become the runner, without privileges."""
    namespaces.own_mounts()
    private = {path: top for path in visible.paths() if (top := _private_part(Path(path)))}
    views = {path: namespaces.view(path) for path in private}
    for top in set(private.values()):
        kernel.mount("tmpfs", str(top), 0, "mode=755,size=1m")
    for path, view in views.items():
        namespaces.show(view, path)
    os.setgroups([])
    os.setgid(USER)
    os.setuid(USER)
    os.environ["HOME"] = os.environ.pop("USERS_HOME", "/")
    os.chdir("/")
    os.execv(sys.executable, [sys.executable, "-P", "-m", "runner", *sys.argv[1:]])


def _private_part(path: Path) -> Path | None:
    """The first folder on the way there that is closed to others; None where none is."""
    way = [place for place in (*reversed(path.parents), path) if place.is_dir()]
    return next((place for place in way if not place.stat().st_mode & stat.S_IXOTH), None)


if __name__ == "__main__":
    main()
