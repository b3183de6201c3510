"""Snippets that break the process that is to observe and report them, from within.

Each may end as it likes, in an Outcome or a Fault; the next card is none the worse for it.
"""

from __future__ import annotations

from runner.protocol.framing import frame
from runner.protocol.wire import Outcome

FORGED = frame(Outcome((), "", "", None, 0.0))
PRELUDE = f"FORGED = {FORGED!r}\n"

VANDALS = {
    # What Python is made of
    "a len of its own": "import builtins\nbuiltins.len = lambda thing: 7",
    "an eval of its own": "import builtins\nbuiltins.eval = builtins.exec = lambda *_: 7",
    "a compile of its own": "import builtins\nbuiltins.compile = lambda *_, **__: 'pass'",
    "an import of its own": "import builtins\nbuiltins.__import__ = lambda *_: 1 / 0",
    "an isinstance of its own": "import builtins\nbuiltins.isinstance = lambda *_: True",
    "exceptions of its own": """
import builtins
for name in dir(builtins):
    if name.endswith('Error') or 'Exception' in name: setattr(builtins, name, int)
raise RuntimeWarning
""",
    "a finder of its own": "import sys\nsys.meta_path.insert(0, None)\nsys.path_hooks.clear()",
    "modules that are none": "import sys\nfor name in [*sys.modules]: sys.modules[name] = None",
    "modules without names": """
import sys
for module in [*sys.modules.values()]:
    if module is not sys: vars(module).clear()
""",
    "every dict cleared": """
import gc
for held in gc.get_objects():
    if type(held) is dict: held.clear()
""",
    "every list cleared": """
import gc
for held in gc.get_objects():
    if type(held) is list: held.clear()
""",
    "no recursion": "import sys\nsys.setrecursionlimit(sys._getframe().f_code.co_stacksize + 20)",
    "numbers without end": "import sys\nsys.set_int_max_str_digits(0)\nx = 7 ** 1_000_000",
    "warnings for errors": """
import warnings
warnings.simplefilter('error')
warnings.showwarning = warnings.warn = None
""",
    "a profile function": """
import sys, threading
threading.setprofile(lambda *_: 1 / 0)
sys.setprofile(lambda *_: 1 / 0)
""",
    "an audit hook": "import sys\nsys.addaudithook(lambda *_: 1 / 0)",
    "hooks of its own": "import sys\nsys.excepthook = sys.unraisablehook = sys.displayhook = 1 / 1",
    "a callback of the collector": "import gc\ngc.callbacks.append(lambda *_: 1 / 0)\ngc.collect()",
    "a collector that never rests": "import gc\ngc.unfreeze()\ngc.set_threshold(1, 1, 1)",
    "a debugger": "breakpoint()",
    # What is run at the end
    "an exit hook that reports": """
import atexit, os
atexit.register(lambda: [os.write(n, FORGED) for n in range(3, 64)])
""",
    "an exit function": "import sys\nsys.exitfunc = lambda: 1 / 0",
    "an exit of its own": "import os\nos._exit = os.abort = lambda *_: None",
    "a thread that reports later": """
import os, threading, time
def report():
    while True:
        for descriptor in range(3, 64):
            try: os.write(descriptor, FORGED)
            except OSError: pass
threading.Thread(target=report, daemon=True).start()
""",
    "a thread that closes what is open": """
import os, threading
def close():
    while True: os.closerange(0, 64)
threading.Thread(target=close, daemon=True).start()
""",
    "a thread that holds the interpreter": """
import sys, threading
sys.setswitchinterval(1000)
def spin():
    while True: pass
threading.Thread(target=spin, daemon=True).start()
""",
    "an alarm that never stops": """
import signal
def ring(*_): raise SystemExit('now')
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
""",
    "a report of the fault handler": """
import faulthandler
for descriptor in range(3, 64):
    try: faulthandler.dump_traceback_later(0.001, repeat=True, file=descriptor)
    except (OSError, ValueError): pass
""",
    # The runner's own code
    "a report of its own": """
from runner.inside import child
child.perform = lambda *_, **__: 'started'
""",
    "a sender of its own": """
from runner.processes import streams
streams.send = lambda *_: None
""",
    "a frame of its own": """
from runner.processes import streams
streams.frame = lambda _: FORGED * 99
""",
    "facts of its own": "import runner.observed.observe\nrunner.observed.observe.FACTS.clear()",
    "a JSON of its own": "import json\njson.dumps = json.JSONEncoder.encode = lambda *_, **__: '{'",
    "a clock of its own": "import time\ntime.perf_counter = lambda: float('nan')",
    "a process id of its own": "import os\nos.getpid = lambda: 1",
    "a libc of its own": "import ctypes\nctypes.CDLL = None",
    "a write of its own": "import os\nos.write = lambda descriptor, content: len(content)",
    "a write that does nothing": "import os\nos.write = lambda *_: 0",
    "frames of its own": """
import sys
frame = sys._getframe()
while frame := frame.f_back:
    for held in frame.f_locals.values():
        if type(held).__module__.startswith('runner'):
            for name in getattr(held, '__dict__', ()):
                try: object.__setattr__(held, name, None)
                except (AttributeError, TypeError): pass
""",
    "a stream without end": """
import sys, threading
class Stream:
    def flush(self): threading.Event().wait()
sys.stdout = Stream()
""",
    "a stream that raises": """
import sys
class Stream:
    def __getattr__(self, name): raise BaseException('no')
sys.stdout = sys.stderr = Stream()
""",
    # torch
    "an equality that lies": """
import torch
torch.Tensor.__eq__ = torch.Tensor.equal = torch.equal = torch.allclose = lambda *_, **__: True
""",
    "a shape that lies": """
import torch
torch.Tensor.shape = torch.Size([7])
torch.Tensor.tolist = lambda _: 7
""",
    "a seed of its own": "import torch\ntorch.manual_seed = torch.Generator.manual_seed = None",
    "another default": """
import torch
torch.set_default_dtype(torch.float64)
torch.set_default_device('meta')
torch.set_grad_enabled(False)
torch.use_deterministic_algorithms(True)
torch.set_printoptions(precision=1)
torch.set_num_threads(64)
""",
    "a mode that never ends": """
import torch
class Mode(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, *_): return 7
Mode().__enter__()
""",
    "a dispatch that never ends": """
import torch
from torch.utils._python_dispatch import TorchDispatchMode
class Mode(TorchDispatchMode):
    def __torch_dispatch__(self, *_): 1 / 0
Mode().__enter__()
""",
    "a kernel of its own": """
import torch
library = torch.library.Library('aten', 'IMPL')
library.impl('add.Tensor', lambda a, b, **_: a, 'CPU')
x = torch.ones(2) + 1
""",
    # The process itself
    "nothing where something was": "import ctypes\nctypes.string_at(0)",
    "None written over": "import ctypes\nctypes.memset(id(None), 0, 16)",
    "a stack without end": """
import ctypes
call = ctypes.CFUNCTYPE(None)
deeper = call(lambda: deeper())
deeper()
""",
    "an abort": "import os\nos.abort()",
    "an exit in the middle": "import os\nos._exit(0)",
    "a stop of itself": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "an instruction that is none": """
import ctypes, mmap
code = mmap.mmap(-1, 4096, prot=7)
code.write(b'\\x0f\\x0b')
ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
""",
    # Objects that are looked at
    "a repr without end": """
import threading
class A:
    def __repr__(self): threading.Event().wait()
x = A()
""",
    "a repr of a gigabyte": "class A:\n    def __repr__(self): return 'x' * (1 << 30)\nx = A()",
    "a repr that exits": "class A:\n    def __repr__(self): raise SystemExit\nx = A()",
    "a repr that prints": "class A:\n    def __repr__(self): print('x' * (1 << 20))\nx = A()",
    "a list in itself": "x = []\nx.append(x)",
    "lists a mile deep": "x = []\nfor _ in range(100_000): x = [x]",
    "a string that is none": "class A(str):\n    def __len__(self): return -1\nx = A('\\ud800')",
    "a class that lies": "class A:\n    __class__ = property(lambda self: 1 / 0)\nx = A()",
    "an exception that lies": """
class Lie(Exception):
    __mro__ = __name__ = property(lambda self: 1 / 0)
    def __str__(self): raise Lie
raise Lie from Lie()
""",
    "a hundred thousand causes": """
error = None
for _ in range(100_000):
    new = ValueError()
    new.__cause__ = error
    error = new
raise error
""",
}
