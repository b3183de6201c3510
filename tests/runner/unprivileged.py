"""The runner as an ordinary user, started by root.

Root's Python may lie in root's own home: a mount namespace shows it to the user, and
nothing else of that home. Run as `python -m tests.runner.unprivileged [OPTION]...`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from runner import environment, kernel, namespaces, visible

USER = 65534  # nobody, on every Linux


def main() -> None:
    """Become the runner, without privileges."""
    home = Path(os.environ["HOME"])
    namespaces.own_mounts()
    hidden = [path for path in visible.paths() if Path(path).is_relative_to(home)]
    views = {path: namespaces.view(path, read_only=True) for path in hidden}
    if views:
        kernel.mount("tmpfs", str(home), 0, "mode=755,size=1m")
    for path, view in views.items():
        namespaces.show(view, path)
    os.setgroups([])
    os.setgid(USER)
    os.setuid(USER)
    os.environ["HOME"] = os.environ.pop("USERS_HOME", "/")
    os.chdir("/")
    command = [sys.executable, "-P", "-m", "runner", *sys.argv[1:]]
    os.execve(command[0], command, environment.scrubbed(os.environ))  # as the app starts it


if __name__ == "__main__":
    main()
