"""What a hostile deck may try on the first process of its PID namespace.

That has the memory and the descriptors of the zygote. `call` is that of `tests.runner.outside`; the
numbers are of x86_64.
"""

from __future__ import annotations

# What is got at is left in `x`.
TO_REACH = """
x = []
def reach(how, *arguments):
    try: x.append((how.__name__, arguments, how(*arguments)))
    except (OSError, ValueError): pass
"""

REACHES = {
    "its files": """
names = ('mem', 'maps', 'fd', 'root', 'cwd', 'exe', 'task', 'environ', 'ns/pid', 'ns/user')
for path in [f'/proc/{process}/{name}' for process in (1, 'self') for name in names]:
    for flags in (os.O_RDONLY, os.O_RDWR, os.O_PATH): reach(os.open, path, flags)
    reach(os.readlink, path)
""",
    "its memory": """
page = ctypes.create_string_buffer(b'planted')
ours = struct.pack('QQ', ctypes.addressof(page), 8)
theirs = struct.pack('QQ', id(sys.version), 8)  # where it is in the zygote, too
for number in (310, 311): reach(call, number, 1, ours, 1, theirs, 1, 0)
for number in (256, 279): reach(call, number, 1, 0, 0, 0, 0, 0)  # pages, and where they lie
reach(call, 298, bytes(128), 1, -1, -1, 0)  # perf_event_open
reach(call, 274, 1, page, page)  # get_robust_list
""",
    "by tracing": """
for request in (16, 0x4206, 0x4207, 1, 4, 8): reach(call, 101, request, 1, id(None), 0)
""",
    "by a descriptor": """
for flags in (0, 0x80): reach(call, 434, 1, flags)
for fd in (-10000, *range(3, 32)):
    reach(call, 438, fd, 0, 0)
    for kinds in (0, 0x20000000, 0x10000000): reach(call, 308, fd, kinds)
    reach(call, 440, fd, struct.pack('QQ', id(None) & -4096, 4096), 1, 4, 0)
    reach(call, 448, fd, 0)
""",
    "by a comparison": "for kind in range(8): reach(call, 312, 1, os.getpid(), kind, 0, 0)",
    "its settings": """
import resource
for kind in range(16): reach(resource.prlimit, 1, kind, (1, 1))
reach(os.setpriority, os.PRIO_PROCESS, 1, 19)
reach(os.sched_setaffinity, 1, {0})
reach(call, 144, 1, 0, bytes(4))
reach(call, 251, 1, 1, 0)
reach(os.setpgid, 1, 0)
""",
    "as whom descriptors signal": """
import fcntl
a, b = socket.socketpair()
reach(fcntl.fcntl, a, 10, signal.SIGINT)
reach(fcntl.fcntl, a, fcntl.F_SETOWN, 1)
reach(fcntl.fcntl, a, 15, struct.pack('ii', 1, 1))
for command in (0x8901, 0x8902): reach(fcntl.ioctl, a, command, struct.pack('i', 1))
for how in (4, 6): reach(call, 222, 0, struct.pack('QiiQ', 0, 2, how, 1) + bytes(40), bytes(8))
""",
    "as one of its siblings": "reach(call, 56, 0x8000 | 17, 0, 0, 0, 0)",
    "by signals of others than kill": """
for number in range(1, 65):
    told = struct.pack('3i', number, 0, -1) + bytes(116)
    reach(call, 200, 1, number)
    reach(call, 129, 1, number, told)
    reach(call, 297, 1, 1, number, told)
    for fd in (-10000, *range(3, 8)): reach(call, 424, fd, number, 0, 0)
""",
}

# For those that may signal whatever is in their namespace; `x` is how many signals did not go out.
SIGNALS = {
    "its own": """
import os
x = 64
for number in range(1, 65):
    x -= os.kill(1, number) is None
""",
    # The parent of these is to get any signal as they end, and the first process becomes it.
    "its orphans'": """
import ctypes, os
libc = ctypes.CDLL(None)
x = 0
for number in (2, 9, 10, 11, 15, 34):
    told, tell = os.pipe()
    ended, end = os.pipe()
    if os.fork() == 0:
        if (orphan := libc.syscall(56, number, 0, 0, 0, 0)) == 0:  # clone
            os.close(tell)
            os.read(told, 1)  # until the parent has ended
        libc._exit(orphan < 0)
    os.close(end)
    x += os.wait()[1] != 0
    os.close(tell)
    os.read(ended, 1)  # until it has ended as well
""",
}
