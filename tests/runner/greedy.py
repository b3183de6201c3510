"""What takes more than there is for it: processes, memory, room."""

from __future__ import annotations

CROWDS = {
    "a fork": "if os.fork() == 0:\n    while True: signal.pause()",
    "a fork by its number": "if call(57) == 0:\n    while True: signal.pause()",
    "a copy by clone": "if call(56, 17, 0, 0, 0, 0) == 0:\n    while True: signal.pause()",
    "a copy that is nobody's child": """
if call(56, 0x8000 | 17, 0, 0, 0, 0) == 0:  # CLONE_PARENT
    while True: signal.pause()
""",
    "a copy by clone3": """
if call(435, struct.pack('11Q', *[0] * 4, 17, *[0] * 6), 88) == 0:
    while True: signal.pause()
""",
    "a program": "import subprocess\nsubprocess.Popen(['sleep', '1000'], start_new_session=True)",
    "a program in its own place": "os.execv('/usr/bin/sleep', ['sleep', '1000'])",
    "a program from memory": """
fd = os.memfd_create('program')
os.write(fd, open('/usr/bin/sleep', 'rb').read())
os.execve(fd, ['sleep', '1000'], {})
""",
    "a program of its own": """
import shutil
shutil.copyfile('/usr/bin/sleep', 'sleep')
os.chmod('sleep', 0o755)
os.execv('./sleep', ['sleep', '1000'])
""",
    "a spawned process": "os.posix_spawn('/usr/bin/sleep', ['sleep', '1000'], {})",
    "a shell": "os.system('sleep 1000 &')\nos.popen('sleep 1000')",
    "a pool": "import multiprocessing\nmultiprocessing.Pool(2)",
    "a new session": "os.setsid()\nif os.fork() == 0: os.setsid()",
    "a hundred threads": """
import threading
for _ in range(100): threading.Thread(target=signal.pause).start()
""",
    "threads that never end": """
import threading
threading.stack_size(1 << 16)
def run():
    while True: pass
for _ in range(8): threading.Thread(target=run, daemon=True).start()
""",
}

EVERY_THREAD = """
import signal, threading
threading.stack_size(1 << 16)
try:
    while True: threading.Thread(target=signal.pause, daemon=True).start()
except RuntimeError: open('ran', 'w').close()
signal.pause()
"""
SOME_THREADS = """
import threading
some = [threading.Thread(target=print) for _ in range(20)]
for thread in some: thread.start()
for thread in some: thread.join()
"""

MORE_THREADS = EVERY_THREAD.replace("while True", "for _ in range(700)") + "signal.pause()\n"
TOO_MUCH_TOGETHER = {
    "64 processes": """
for _ in range(7): os.fork()
while True: signal.pause()
""",
    "2,048 files": """
for _ in range(4): os.fork()
held = []
try:
    while True: held += socket.socketpair()
except OSError: signal.pause()
""",
}
EVERY_DESCRIPTOR_ON_ITS_WAY = """
import signal, socket
one, _ = socket.socketpair()
try:
    while True: socket.send_fds(one, [b'x'], [0])
except OSError: open('ran', 'w').close()
signal.pause()
"""
SOME_DESCRIPTORS_ON_THEIR_WAY = """
import torch
from torch.utils.data import DataLoader
class Rows(list):
    def __getitem__(self, row):
        if row == 1: open('ran', 'w').close()  # the first is on its way
        return torch.ones(1)
for _ in DataLoader(Rows(range(4)), num_workers=1): pass
"""
MANY_DESCRIPTORS_ON_THEIR_WAY = """
import os, socket, sys, time
os.setuid(int(sys.argv[1]))
one, _ = socket.socketpair()
socket.send_fds(one, [b'x'], [0] * 200)
socket.send_fds(one, [b'x'], [0] * 200)
sys.stdout.write('x')
sys.stdout.flush()
time.sleep(1000)
"""
"""More than a snippet may have open. By the user of that number."""

CONNECTIONS_HOLD = """
x, waits = 0, socket.create_server(('127.0.0.1', 0))
here = socket.create_connection(waits.getsockname())
there, _ = waits.accept()
for end in (here, there): end.setblocking(False)
for _ in range(50):  # the kernel gives more to who reads on
    try:
        while True: x += here.send(bytes(1 << 20))
    except BlockingIOError: pass
    try: x -= len(there.recv(1 << 16))
    except BlockingIOError: pass
"""
"""Bytes that wait in one of them; all of a machine's connections come out of one purse."""

SOME_PROCESSES_FILL = """
import os, time
parts = []
for _ in range(3): os.fork()
for _ in range(5): parts.append(b'x' * (64 << 20))
while True: time.sleep(1000)
"""
"""Eight of them, no one with more than it may have."""

TAKES_TOO_MUCH = {
    # Bounded themselves, lest a hole in the sandbox cost the machine.
    "the disk": (
        """
x = 0
try:
    for n in range(160):
        with open(f'{rank}-{n}', 'wb', buffering=0) as file: x += file.write(bytes(1 << 20))
except OSError: pass
""",
        64 << 20,
    ),
    "the inodes": (
        """
x = 0
try:
    for n in range(6000):
        open(f'f{n}', 'w').close()
        x += 1
except OSError: pass
""",
        4096,
    ),
    "one file": (
        """
file, x = open('f', 'wb', buffering=0), 0
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    for _ in range(80): x += file.write(bytes(1 << 20))
except OSError: pass
""",
        64 << 20,
    ),
    "files in memory": (
        """
x = 0
try:
    for _ in range(4): x += os.write(os.memfd_create('m'), bytes(1 << 20))
except OSError: pass
""",
        0,
    ),
    "descriptors": (
        """
held = []
try:
    for _ in range(2000): held.append(os.open('/dev/null', os.O_RDONLY))
except OSError: pass
x = len(held)
""",
        256,
    ),
    "locked memory": (
        """
import mmap
room = mmap.mmap(-1, 1 << 24, mmap.MAP_PRIVATE)
x = int(libc.mlock(ctypes.addressof(ctypes.c_char.from_buffer(room)), 1 << 24) == 0)
""",
        0,
    ),
    "room in a file that is not filled": (
        """
x = 0
try:
    os.truncate(os.open('f', os.O_CREAT | os.O_RDWR), 1 << 40)
    x = os.stat('f').st_size
except OSError: pass
""",
        64 << 20,
    ),
    "private mappings": (
        """
import mmap
held, x = [], 0
try:
    while x < 3 << 30:
        held.append(mmap.mmap(-1, 64 << 20, mmap.MAP_PRIVATE))
        x += 64 << 20
except OSError: pass
""",
        2 << 30,
    ),
    "shared mappings": (
        """
libc.mmap.restype, x, size = ctypes.c_void_p, 0, 512 << 20
while x < 3 << 30:
    place = libc.mmap(None, ctypes.c_size_t(size), 3, 0x21, -1, 0)  # without a name
    if place == ctypes.c_void_p(-1).value: break
    ctypes.memset(place, 1, size)
    # What is filled stays as long as a page of it is mapped, and no limit counts it.
    libc.munmap(ctypes.c_void_p(place + 4096), ctypes.c_size_t(size - 4096))
    x += size
""",
        2 << 30,
    ),
    "tensors": (
        """
import torch
held, x = [], 0
try:
    while x < 3 << 30:
        held.append(torch.empty(64 << 20, dtype=torch.uint8))
        x += 64 << 20
except RuntimeError: pass
""",
        2 << 30,
    ),
    "room in pipes": (
        """
import fcntl
x, filling = 0, bytes(1 << 20)
try:
    while x < 1 << 30:
        readable, writable = os.pipe()
        os.set_blocking(writable, False)
        try: fcntl.fcntl(writable, fcntl.F_SETPIPE_SZ, 1 << 20)
        except PermissionError: pass  # more than the user may have
        x += os.write(writable, filling)
except OSError: pass
""",
        8 << 20,
    ),
    "timers": (
        """
event, timer, x = struct.pack('QiiQ', 0, 0, 1, 0) + bytes(40), bytes(8), 0  # SIGEV_NONE
try:
    for _ in range(1000):
        call(222, 0, event, timer)
        x += 1
except OSError: pass
""",
        64,
    ),
}
