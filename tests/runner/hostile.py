"""What a hostile deck may try. The names in capitals are those of `tests.runner.outside`."""

from __future__ import annotations

from tests.runner.hostile_files import FILES, HELD, KERNEL
from tests.runner.hostile_network import NETWORK
from tests.runner.hostile_processes import PROCESSES, RIGHTS, TERMINAL

LATER = {
    "a module for the next": "import sys\nsys.modules['torch'] = None",
    "a file for the next": "open('/tmp/torch.py', 'w').write('1 / 0')",
    "a changed environment": "os.environ['PATH'] = os.environ['LD_PRELOAD'] = OUTSIDE",
    "a shared segment": "call(29, 1234, 4096, 0o1600)",
    "a timer": "signal.setitimer(signal.ITIMER_REAL, 0.001)\nwhile True: pass",
}

HARMS = FILES | HELD | KERNEL | NETWORK | PROCESSES | RIGHTS | TERMINAL | LATER

# They try many things, or nothing that fails; the next snippet tells what came of it.
ENDS_WITHOUT_A_WORD = {
    "links left in a locked folder",
    "a link in place of a temporary folder",
    "a token in the environment",
    "a token where the environment was",
    "a proc of its own",
    "a descriptor of /proc left open",
    "a descriptor of a folder left open",
    "a socket left open",
    "a fast open of a socket left open",
    "every ioctl of a terminal",
    "a module for the next",
    "a changed environment",
}

# What some rights let a snippet do, by tier: it leads nowhere.
MAY = {
    "workers": {"not dying with its parent"},
    "ranks": {"listening", "sending a datagram to localhost", "a netlink socket"},
    "ranks without namespaces": {"the kernel's devices"},
}
