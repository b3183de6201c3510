"""Snippets that would do real damage if they got out.

Run them only in the bound of `tests.runner.bounded`.
"""

from __future__ import annotations

PRELUDE = """
import ctypes, itertools, mmap, os, signal, socket, subprocess, sys, threading
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
held = []
"""

SIGNALS = {
    "a signal to everybody": "os.kill(-1, signal.SIGKILL)",
    "a stop to everybody": "os.kill(-1, signal.SIGSTOP)",
    "a signal to every number": """
for number in range(2, 5000):
    if number != os.getpid(): libc.kill(number, signal.SIGKILL)
""",
    "every signal to the first process": """
for number in range(1, 65): libc.kill(1, number)
""",
    "a signal to every thread": """
for number in range(2, 5000):
    if number != os.getpid():
        libc.syscall(200, number, signal.SIGKILL)
        libc.syscall(234, number, number, signal.SIGKILL)
""",
    "a signal to every group": """
for number in range(2, 5000):
    if number != os.getpgrp(): libc.killpg(number, signal.SIGKILL)
""",
    "every traced and cut off": """
for number in range(2, 5000): libc.ptrace(0x4206, number, 0, 0x00100000)  # PTRACE_O_EXITKILL
""",
}

FORKS = {
    "forks": "while True: os.fork()",
    "forks by their number": "while True: libc.syscall(57)",
    "copies by clone": "while True: libc.syscall(56, 17, 0, 0, 0, 0)",
    "copies that share everything": """
while True: libc.syscall(56, 0x4100 | 17, 0, 0, 0, 0)  # as vfork does
""",
    "forks in sessions of their own": """
while True:
    if os.fork() == 0: os.setsid()
""",
    "shells": """
os.execv('/bin/sh', ['sh', '-c', 'exec 2>/dev/null; b() { b | b & }; b; sleep 99'])
""",
    "programs": "while True: held.append(subprocess.Popen(['sleep', '1000']))",
    "processes of multiprocessing": """
import multiprocessing
forking = multiprocessing.get_context('fork')
while True: forking.Process(target=signal.pause).start()
""",
}

MEMORY = {
    "lists": "while True: held.append(b'x' * (64 << 20))",
    "tensors": """
import torch
while True: held.append(torch.empty(64 << 20, dtype=torch.uint8)[::4096].fill_(1))
""",
    "shared tensors": """
import torch
while True: held.append(torch.ones(16 << 20, dtype=torch.uint8).share_memory_())
""",
    "private mappings": """
while True: held.append(mmap.mmap(-1, 64 << 20, mmap.MAP_PRIVATE | mmap.MAP_POPULATE))
""",
    "shared mappings": """
while True:
    held.append(mmap.mmap(-1, 64 << 20))
    held[-1].write(bytes(64 << 20))
""",
    "files in memory": """
while True:
    held.append(os.memfd_create('m'))
    os.write(held[-1], bytes(32 << 20))
""",
    "files in its folder": """
for number in itertools.count():
    with open(f'f{number}', 'wb', buffering=0) as file:
        if file.write(bytes(32 << 20)) < 32 << 20: raise OSError
""",
    "files in shared memory": """
for number in itertools.count():
    with open(f'/dev/shm/f{number}', 'wb', buffering=0) as file:
        if file.write(bytes(32 << 20)) < 32 << 20: raise OSError
""",
    "pipes": """
import fcntl
while True:
    held += os.pipe()
    fcntl.fcntl(held[-1], fcntl.F_SETPIPE_SZ, 1 << 20)
    os.write(held[-1], bytes(1 << 20))
""",
    "sockets": """
while True:
    held += socket.socketpair()
    held[-1].setblocking(False)
    while True:
        try: held[-1].send(bytes(1 << 16))
        except BlockingIOError: break
""",
    "letters": "x = 'x'\nwhile True: x += x",
    "a dict": "x = {}\nwhile True: x[len(x)] = bytes(1 << 16)",
    "threads": """
threading.stack_size(1 << 15)
stop = threading.Event()
while True: threading.Thread(target=stop.wait, daemon=True).start()
""",
    "the room of a stack": """
import resource
def deeper(): return deeper()
sys.setrecursionlimit(1 << 30)
deeper()
""",
}

FILES = {
    "removing everything": """
for top, folders, files in os.walk('/', topdown=False):
    for path in (*files, *folders):
        try: os.unlink(top + '/' + path)
        except OSError:
            try: os.rmdir(top + '/' + path)
            except OSError: pass
""",
    "filling every folder": """
for top, folders, files in os.walk('/'):
    try:
        with open(top + '/full', 'wb', buffering=0) as file: file.write(bytes(1 << 20))
    except OSError: pass
""",
}

BOMBS = SIGNALS | FORKS | MEMORY | FILES
