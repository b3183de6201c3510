"""What a hostile deck may try. The names in capitals are those of `tests.runner.outside`."""

from __future__ import annotations

HARMS = {
    # Files
    "reading a file": "x = open(OUTSIDE + '/secret').read()",
    "reading the home": "x = open(HOME + '/secret').read()",
    "reading a key": "x = open(HOME + '/.ssh/secret').read()",
    "listing a folder": "x = os.listdir(OUTSIDE); assert 'secret' not in x",
    "listing the root": "x = [open(f'/{name}/secret').read() for name in os.listdir('/')]",
    "walking up": """
import pathlib
os.chdir('..')
x = [open('../' * n + OUTSIDE[1:] + '/secret').read() for n in range(20)]
""",
    "mapping a file": """
import mmap
x = mmap.mmap(os.open(OUTSIDE + '/secret', os.O_RDWR), 0)[:]
""",
    "opening by a path alone": """
fd = os.open(OUTSIDE, os.O_PATH)
x = open(os.open('secret', os.O_RDONLY, dir_fd=fd)).read()
""",
    "loading it as code": """
import importlib.machinery
loader = importlib.machinery.SourceFileLoader("s", OUTSIDE)
x = loader.get_data(OUTSIDE + '/secret')
""",
    "loading it by numpy": "import numpy\nx = bytes(numpy.fromfile(OUTSIDE + '/secret', 'u1'))",
    "mapping it by torch": """
import torch
x = bytes(torch.from_file(OUTSIDE + '/secret', size=28, dtype=torch.uint8).tolist())
""",
    "writing through torch": """
import torch
torch.from_file(OUTSIDE + '/secret', shared=True, size=28, dtype=torch.uint8).zero_()
""",
    "saving by torch": "import torch\ntorch.save(1, OUTSIDE + '/saved')",
    "writing a file": "open(OUTSIDE + '/secret', 'w').write('gone')",
    "appending to a file": "open(HOME + '/secret', 'a').write('more')",
    "making a file": "open(HOME + '/.bashrc', 'w').write('echo hello')",
    "making a folder": "os.mkdir(OUTSIDE + '/new')",
    "making a fifo": "os.mkfifo(OUTSIDE + '/fifo')",
    "making a device": "os.mknod(OUTSIDE + '/device', 0o20666, os.makedev(1, 1))",
    "making a device of its own": """
os.mknod('disk', 0o60666, os.makedev(254, 0))
x = open('disk', 'rb').read(64)
""",
    "removing a file": "os.unlink(OUTSIDE + '/secret')",
    "removing a folder": "import shutil\nshutil.rmtree(HOME)",
    "renaming a file": "os.rename(OUTSIDE + '/secret', OUTSIDE + '/other')",
    "moving a file in": "os.rename(OUTSIDE + '/secret', 'mine')\nx = open('mine').read()",
    "moving a file out": "open('mine', 'w').close()\nos.rename('mine', OUTSIDE + '/mine')",
    "cutting a file short": "os.truncate(OUTSIDE + '/secret', 0)",
    "changing a mode": "os.chmod(OUTSIDE + '/secret', 0o777)",
    "changing the home's mode": "os.chmod(HOME, 0)",
    "changing times": "os.utime(OUTSIDE + '/secret', (0, 0))",
    "changing an owner": "os.chown(OUTSIDE + '/secret', 1, 1)",
    "setting an attribute": "os.setxattr(OUTSIDE + '/secret', 'user.mark', b'1')",
    "a hard link in": "os.link(OUTSIDE + '/secret', 'mine')\nx = open('mine').read()",
    "a hard link out": "open('mine', 'w').close()\nos.link('mine', OUTSIDE + '/mine')",
    "a symbolic link in": "os.symlink(OUTSIDE, 'link')\nx = open('link/secret').read()",
    "writing through a link": "os.symlink(OUTSIDE + '/secret', 'l')\nopen('l', 'w').write('gone')",
    "a mode through a link": "os.symlink(OUTSIDE + '/secret', 'l')\nos.chmod('l', 0o777)",
    "copying within the kernel": """
import shutil
shutil.copyfile(OUTSIDE + '/secret', 'mine')
x = open('mine').read()
""",
    "changing the root": """
os.chroot('.')
os.chdir('../../../..')
x = open(OUTSIDE + '/secret').read()
""",
    "rewriting torch": "import torch\nopen(torch.__file__, 'a').write('# changed')",
    "rewriting the runner": """
import runner.child
open(runner.child.__file__, 'a').write('# changed')
""",
    "removing a library": "import torch\nos.unlink(torch.__file__)",
    "locking the libraries": "import torch\nos.chmod(os.path.dirname(torch.__file__), 0)",
    "the list of users": "x = open('/etc/passwd').read(); assert 'root' not in x",
    "the passwords": "x = open('/etc/shadow').read(); assert 'root' not in x",
    # /proc and /sys
    "the app's memory": "x = open(f'/proc/{APP}/mem', 'rb').read(1)",
    "the app's environment": "x = open(f'/proc/{APP}/environ').read(); assert not x",
    "the app's root": "x = open(f'/proc/{APP}/root{OUTSIDE}/secret').read()",
    "the app's descriptors": "x = os.listdir(f'/proc/{APP}/fd'); assert not x",
    "its own root by another name": "x = open(f'/proc/self/root{OUTSIDE}/secret').read()",
    "its own memory by a file": "open('/proc/self/mem', 'r+b').write(b'')",
    "the kernel's settings": "open('/proc/sys/kernel/hostname', 'w').write('mine')",
    "the kernel's triggers": "open('/proc/sysrq-trigger', 'w').write('h')",
    "the kernel's devices": "x = os.listdir('/sys/class/net'); assert not x",
    "control groups": "os.mkdir('/sys/fs/cgroup/mine')",
    "the kernel's log": "x = open('/dev/kmsg').read(1)",
    "the disk": "x = open('/dev/vda', 'rb').read(1)",
    "the machine's memory": "x = open('/dev/mem', 'rb').read(1)",
    "a proc of its own": """
libc.mount(b'proc', os.getcwd().encode(), b'proc', 0, None)
x = os.listdir('.'); assert not x
""",
    "a descriptor of /proc left open": """
for descriptor in range(64):
    try: x = open(os.open(f'{APP}/environ', os.O_RDONLY, dir_fd=descriptor)).read()
    except OSError: pass
""",
    "a descriptor of a folder left open": """
for descriptor in range(64):
    for up in ('', '../', '../../', '../../../'):
        try: x = open(os.open(up + OUTSIDE[1:] + '/secret', os.O_RDONLY, dir_fd=descriptor)).read()
        except OSError: pass
""",
    # The network
    "connecting to localhost": "socket.create_connection(('127.0.0.1', PORT), 1)",
    "connecting over IPv6": """
s = socket.socket(socket.AF_INET6)
s.connect(('::ffff:127.0.0.1', PORT))
""",
    "sending a datagram to localhost": """
socket.socket(type=socket.SOCK_DGRAM).sendto(b'out', ('127.0.0.1', UDP_PORT))
""",
    "listening": "s = socket.socket()\ns.bind(('127.0.0.1', 0))\ns.listen()",
    "connecting to a unix socket": "socket.socket(socket.AF_UNIX).connect(UNIX)",
    "sending a datagram to a unix socket": """
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b'out', DATAGRAMS)
""",
    "connecting to an abstract socket": "socket.socket(socket.AF_UNIX).connect(ABSTRACT)",
    "a datagram from one of a pair": """
a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
a.sendto(b'out', DATAGRAMS)
""",
    "reconnecting one of a pair": """
a, b = socket.socketpair()
libc.connect(a.fileno(), struct.pack('H108s', 1, UNIX.encode()), 110)
call(44, a.fileno(), b'out', 3, 0, struct.pack('H108s', 1, DATAGRAMS.encode()), 110)
""",
    "a raw socket": "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
    "a packet socket": "socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
    "a netlink socket": "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "a vsock": "socket.socket(socket.AF_VSOCK).connect((2, 1))",
    "a crypto socket": "socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)",
    "every family of sockets": """
made = []
for family in range(50):
    for kind in range(1, 6):
        try: made.append(socket.socket(family, kind))
        except OSError: pass
raise SystemExit(repr(made)) if made else PermissionError
""",
    "a fast open": """
s = socket.socket()
s.sendto(b'out', socket.MSG_FASTOPEN, ('127.0.0.1', PORT))
""",
    "a page from the web": """
import urllib.request
urllib.request.urlopen(f'http://127.0.0.1:{PORT}', timeout=1)
""",
    "a group of ranks": """
import torch.distributed as dist
dist.init_process_group('gloo', init_method=f'tcp://127.0.0.1:{PORT}', rank=1, world_size=2)
""",
    # Other processes
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
    # More rights than it has
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
    "pushing letters into the terminal": """
import fcntl
for descriptor in range(16):
    try: fcntl.ioctl(descriptor, 0x5412, b'x')
    except OSError: pass
""",
    "the terminal": "x = open('/dev/tty', 'w').write('\\x1b]52;c;aGFja2Vk\\a')",
    "a new terminal": "os.openpty()",
    # What would be done later
    "a module for the next": "import sys\nsys.modules['torch'] = None",
    "a file for the next": "open('/tmp/torch.py', 'w').write('1 / 0')",
    "a changed environment": "os.environ['PATH'] = os.environ['LD_PRELOAD'] = OUTSIDE",
    "a shared segment": "call(29, 1234, 4096, 0o1600)",
    "a timer": "signal.setitimer(signal.ITIMER_REAL, 0.001)\nwhile True: pass",
}

# They try many things, or nothing that fails; the next snippet tells what came of it.
ENDS_WITHOUT_A_WORD = {
    "a proc of its own",
    "a descriptor of /proc left open",
    "a descriptor of a folder left open",
    "pushing letters into the terminal",
    "a module for the next",
    "a changed environment",
}

CROWDS = {
    "a fork": "if os.fork() == 0:\n    while True: signal.pause()",
    "a fork by its number": "if call(57) == 0:\n    while True: signal.pause()",
    "a copy by clone": "if call(56, 17, 0, 0, 0, 0) == 0:\n    while True: signal.pause()",
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

TAKES_TOO_MUCH = {
    # Bounded themselves, lest a hole in the sandbox cost the machine.
    "the disk": (
        """
x = 0
try:
    for n in range(160):
        with open(f'f{n}', 'wb', buffering=0) as file: x += file.write(bytes(1 << 20))
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
room = mmap.mmap(-1, 1 << 24)
x = int(libc.mlock(ctypes.addressof(ctypes.c_char.from_buffer(room)), 1 << 24) == 0)
""",
        0,
    ),
}

# fmt: off
# Called with zeros. The numbers are those of x86_64.
REFUSED_CALLS = dict(  # noqa: C408
    ptrace=101, process_vm_readv=310, process_vm_writev=311, io_uring_setup=425, bpf=321,
    perf_event_open=298, userfaultfd=323, keyctl=250, add_key=248, request_key=249, mount=165,
    umount2=166, pivot_root=155, chroot=161, unshare=272, setns=308, fsopen=430, open_tree=428,
    move_mount=429, mount_setattr=442, fsmount=432, name_to_handle_at=303,
    open_by_handle_at=304, init_module=175, finit_module=313, delete_module=176, kexec_load=246,
    reboot=169, swapon=167, acct=163, sethostname=170, setdomainname=171, syslog=103,
    personality=135, modify_ldt=154, ioperm=173, iopl=172, quotactl=179, fanotify_init=300,
    inotify_init1=294, memfd_create=319, memfd_secret=447, shmget=29, semget=64, msgget=68,
    mq_open=240, vmsplice=278, splice=275, tee=276, pidfd_open=434, pidfd_getfd=438,
    pidfd_send_signal=424, kcmp=312, tkill=200, rt_sigqueueinfo=129, rt_tgsigqueueinfo=297,
    setuid=105, setgid=106, setresuid=117, setgroups=116, capset=126, setpriority=141,
    sched_setscheduler=144, sched_setparam=142, ioprio_set=251, migrate_pages=256,
    move_pages=279, process_madvise=440, seccomp=317, landlock_create_ruleset=444, execve=59,
    execveat=322, fork=57, vfork=58, socket=41, connect=42, bind=49, listen=50, accept4=288,
    sendmsg=46, recvmsg=47, setsockopt=54, chown=92, lchown=94, mknod=133, setxattr=188,
    lookup_dcookie=212, clock_settime=227, settimeofday=164, adjtimex=159, vhangup=153,
    mlock=149, mlockall=151, setsid=112, setpgid=109,
)
# fmt: on
