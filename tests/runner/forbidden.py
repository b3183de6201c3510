"""Python where the kernel forbids user namespaces, as some systems do.

`python -m tests.runner.forbidden [OPTION]...` is the runner there, and with `--module NAME` first
another module.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from runner.processes import kernel

NEW_USER = 0x10000000


def main() -> None:
    """Become a module of Python, in a user namespace that allows no further ones."""
    words = ["-m", "runner", *sys.argv[1:]]
    if "--module" in words:
        words = ["-m", *words[words.index("--module") + 1 :]]
    user, group = os.getuid(), os.getgid()
    kernel.unshare(NEW_USER)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    Path("/proc/sys/user/max_user_namespaces").write_text("0")
    os.execv(sys.executable, [sys.executable, "-P", *words])


if __name__ == "__main__":
    main()
