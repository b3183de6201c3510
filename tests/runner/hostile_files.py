"""What a hostile deck may try on files, memory and the kernel's own settings."""

from __future__ import annotations

FILES = {
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
    # To what they are, lest it cost the machine.
    "changing the devices": """
changed = []
for path in ('/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'):
    try: changed.append(os.chmod(path, os.stat(path).st_mode & 0o7777))
    except OSError: pass
    try: changed.append(os.utime(path))
    except OSError: pass
raise SystemExit('changed') if changed else PermissionError
""",
    "sharing memory by a device": "os.open('/dev/zero', os.O_RDWR)",
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
    "its own folder for a link": """
here = os.getcwd()
os.rmdir(here)
os.symlink(OUTSIDE, here)
""",
    "links left in a locked folder": """
os.makedirs('a/b')
os.symlink(OUTSIDE, 'a/b/folder')
os.symlink(OUTSIDE + '/secret', 'a/b/file')
os.chmod('a/b', 0)
os.chmod('a', 0)
""",
    "a link in place of a temporary folder": """
import tempfile
with tempfile.TemporaryDirectory() as folder:
    os.rmdir(folder)
    os.symlink(OUTSIDE, folder)
""",
    "changing the root": """
os.chroot('.')
os.chdir('../../../..')
x = open(OUTSIDE + '/secret').read()
""",
    "rewriting torch": "import torch\nopen(torch.__file__, 'a').write('# changed')",
    "rewriting the runner": """
import runner.inside.child
open(runner.inside.child.__file__, 'a').write('# changed')
""",
    "a lock of a library": "import fcntl, torch\nfcntl.lockf(open(torch.__file__), fcntl.LOCK_SH)",
    "a lock of a device": """
import fcntl
fcntl.lockf(os.open('/dev/null', os.O_RDWR), fcntl.LOCK_EX)
""",
    "removing a library": "import torch\nos.unlink(torch.__file__)",
    "locking the libraries": "import torch\nos.chmod(os.path.dirname(torch.__file__), 0)",
    "the list of users": "x = open('/etc/passwd').read(); assert 'root' not in x",
    "the passwords": "x = open('/etc/shadow').read(); assert 'root' not in x",
}

HELD = {
    "a token in the environment": "x = dict(os.environ)",
    "a token where the environment was": """
page, x = ctypes.c_void_p.in_dll(libc, 'program_invocation_name').value, ''
readable, writable = os.pipe()
while libc.write(writable, ctypes.c_void_p(page), 64) > 0:  # EFAULT where nothing is mapped
    x += os.read(readable, 64).decode(errors='replace')
    page += 64
assert TOKEN not in x
""",
}

KERNEL = {
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
x = os.listdir('.'); assert 'self' not in x
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
}
