"""What a hostile deck may try on other processes, the terminal and its own rights."""

from __future__ import annotations

PROCESSES = {
    "killing another": "os.kill(VICTIM, signal.SIGKILL)",
    "stopping another": "os.kill(VICTIM, signal.SIGSTOP)",
    "killing the app": "os.kill(APP, signal.SIGTERM)",
    "killing the parent": "os.kill(os.getppid(), signal.SIGKILL)",
    "killing another's group": "os.killpg(os.getpgid(VICTIM), signal.SIGTERM)",
    "asking whom it could signal": "os.kill(-1, 0)\nraise SystemExit('everybody')",
    "a signal to a thread": "call(200, VICTIM, 9)",
    "a signal to a thread of another": "call(234, VICTIM, VICTIM, 9)",
    "a queued signal": "call(129, VICTIM, 9, bytes(128))",
    "a signal by a descriptor": """
fd = call(434, VICTIM, 0)
call(424, fd, 9, 0, 0)
""",
    "a signal by an owned pipe": """
import fcntl
a, b = os.pipe()
fcntl.fcntl(a, 10, signal.SIGKILL)
fcntl.fcntl(a, fcntl.F_SETOWN, VICTIM)
fcntl.fcntl(a, fcntl.F_SETFL, os.O_ASYNC)
os.write(b, b'x')
""",
    "a signal by an owned socket": """
import fcntl
a, b = socket.socketpair()
a.setblocking(False)
fcntl.ioctl(a, 0x8901, struct.pack('i', VICTIM))  # FIOSETOWN
fcntl.fcntl(a, fcntl.F_SETFL, os.O_ASYNC)
b.send(b'x')
""",
    "a signal by a timer": """
event = struct.pack('QiiQ', 0, 9, 4, VICTIM) + bytes(40)  # SIGEV_THREAD_ID
timer = ctypes.create_string_buffer(8)
if call(222, 0, event, timer) >= 0:
    call(223, struct.unpack('i', timer.raw[:4])[0], 0, struct.pack('4Q', 0, 0, 0, 1), 0)
""",
    "a signal by a lease": """
import fcntl
held = os.open('file', os.O_CREAT | os.O_RDONLY)
fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_WRLCK)
""",
    "lowering everybody's priority": "os.setpriority(os.PRIO_USER, os.getuid(), 19)",
    "lowering another's priority": "os.setpriority(os.PRIO_PROCESS, VICTIM, 19)",
    "moving another to one core": "os.sched_setaffinity(VICTIM, {0})",
    "limiting another": "import resource\nresource.prlimit(VICTIM, resource.RLIMIT_CPU, (1, 1))",
    "tracing another": "call(101, 16, VICTIM, 0, 0)",
    "reading another's memory": """
buffer = ctypes.create_string_buffer(8)
local = struct.pack('QQ', ctypes.addressof(buffer), 8)
call(310, APP, local, 1, struct.pack('QQ', id(None), 8), 1, 0)
raise SystemExit(buffer.raw)
""",
    "taking another's descriptor": "fd = call(434, APP, 0)\ncall(438, fd, 0, 0)",
    "not dying with its parent": "call(157, 1, 0)",
}

RIGHTS = {
    "becoming root": "os.setuid(0)\nx = open('/etc/shadow').read()",
    "becoming another": "os.setresuid(1, 1, 1)",
    "raising its limits": """
import resource
for kind in range(16):
    try: resource.setrlimit(kind, (resource.RLIM_INFINITY,) * 2)
    except (OSError, ValueError): pass
x = bytearray(3 << 30)
""",
    "namespaces of its own": "call(272, 0x10000000)",
    "namespaces by clone": "call(56, 0x10000000 | 17, 0, 0, 0, 0)",
    "another filter": "call(157, 22, 2, 0)",
    "the tables of the other mode": """
import mmap
code = mmap.mmap(-1, 4096, prot=7)
code.write(bytes.fromhex('b80b000000cd80c3'))  # execve, by its 32-bit number
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
""",
    "numbers beyond the table": "call(0x40000000 + 41, 2, 1, 0)\nraise SystemExit('a socket')",
}

TERMINAL = {
    "the terminal": "x = open('/dev/tty', 'w').write('\\x1b]52;c;aGFja2Vk\\a')",
    "the app's terminal": "x = open(TERMINAL, 'w').write('\\x1b]52;c;aGFja2Vk\\a')",
    "letters pushed into the app's terminal": """
import fcntl
fcntl.ioctl(os.open(TERMINAL, os.O_RDWR | os.O_NOCTTY), 0x5412, b'x')  # TIOCSTI
""",
    "a selection pasted into the app's terminal": """
import fcntl
fcntl.ioctl(os.open(TERMINAL, os.O_RDWR | os.O_NOCTTY), 0x541C, b'\\x03')  # TIOCLINUX
""",
    "the app's terminal for its own": """
import fcntl
fcntl.ioctl(os.open(TERMINAL, os.O_RDWR), 0x540E, 1)  # TIOCSCTTY
""",
    "the settings of the app's terminal": """
import termios
terminal = os.open(TERMINAL, os.O_RDWR | os.O_NOCTTY)
settings = termios.tcgetattr(terminal)
settings[3] ^= termios.ECHO
termios.tcsetattr(terminal, termios.TCSANOW, settings)
""",
    "every ioctl of a terminal": """
import fcntl
for descriptor in range(16):
    for number in {*range(0x5400, 0x5480), *range(0x4B00, 0x4B80)} - {0x5401, 0x5413, 0x541B}:
        try: fcntl.ioctl(descriptor, number, b'x' * 64)
        except OSError: pass
""",
    "a new terminal": "os.openpty()",
}
