"""As whom snippets run: never as root, and each counted apart from all others.

A new user namespace is known to the kernel by the user who made it and the one who is in it;
what is counted by user, such as threads, is counted by namespace.
"""

from __future__ import annotations

import os
import pwd

from runner.processes import kernel, proc

# By convention left to whoever needs a user for a while, as systemd's DynamicUser= does.
_NOBODYS = range(61184, 65520)
_NEW_USER = 0x10000000


def candidates() -> tuple[int, ...]:
    """Whom this process can let snippets run as, the one with the least rights first."""
    own = os.getuid()
    if own:
        return (own,)
    some = _NOBODYS[os.getpid() % len(_NOBODYS) :]
    return (*[user for user in some if not _has_a_name(user)][:1], own)


def become(user: int) -> None:
    """Be this user, and in no other group than its own; raises OSError."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    kernel.prctl(kernel.SET_DUMPABLE, 1)  # else what /proc tells of this process is root's


def own_namespace(user: int, *, kinds: int = 0) -> None:
    """Be this user in a new user namespace, and have new ones of these kinds, too.

    Only root can become somebody else by that. Raises OSError, after which the process is of
    no more use.
    """
    if user == os.getuid():
        group = os.getgid()
        kernel.unshare(_NEW_USER | kinds)
        proc.write("self/setgroups", "deny")
        _map("self", user, group)
        return
    process = os.readlink("self", dir_fd=proc.hold())
    told, tell = os.pipe()
    if (outside := os.fork()) == 0:  # root's rights end in there
        os.close(tell)
        _map_when(told, process, user)
    os.close(told)
    kernel.unshare(_NEW_USER | kinds)
    os.close(tell)
    if os.waitpid(outside, 0)[1]:
        raise PermissionError(f"there is no user {user} here")
    become(user)


def _map_when(told: int, process: str, user: int) -> None:
    try:
        os.read(told, 1)
        _map(process, user, user)
        os._exit(0)
    except BaseException:
        os._exit(1)


def _map(process: str, user: int, group: int) -> None:
    proc.write(f"{process}/uid_map", f"{user} {user} 1")
    proc.write(f"{process}/gid_map", f"{group} {group} 1")


def _has_a_name(user: int) -> bool:
    try:
        pwd.getpwuid(user)
    except KeyError:
        return False
    return True
