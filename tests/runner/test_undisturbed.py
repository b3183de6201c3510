"""A snippet does the same with a trace and a graph as without."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from quizapp.deck.exercise import exercise, pick_draw
from quizapp.deck.kinds.predict import PredictCard
from quizapp.library.loading import load_library
from quizapp.library.shipped import SHIPPED_DECKS
from runner.protocol.wire import Outcome
from tests.runner.background import BackgroundRunner
from tests.runner.tracing import outcome_of, run

UNDISTURBED = {
    "random numbers": "print(torch.rand(2))\nx = torch.rand(2)\nprint(torch.rand(2), x)",
    "warnings, each as often as it would be": """
import warnings
def warn():
    warnings.warn("once", stacklevel=1)
for _ in range(3):
    warn()
y = torch.ones(2, requires_grad=True) * 2
y.sum().backward()
y.grad
y.grad
""",
    "modes that see every operation": """
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
class Functions(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        print(getattr(function, "__name__", function))
        return function(*args, **(kwargs or {}))
class Dispatches(TorchDispatchMode):
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        print(function)
        return function(*args, **(kwargs or {}))
x = torch.ones(2, requires_grad=True)
with Functions():
    y = x * 2
    y.sum().backward()
with Dispatches():
    z = (x * 2).conj()
    c = torch.tensor([1j]).conj()
    w = z.sum()
""",
    "classes of the snippet's own": """
class Watched(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        print(getattr(function, "__name__", function))
        return super().__torch_function__(function, types, args, kwargs)
    @property
    def shape(self):
        print("shape")
        return (1, 2, 3)
class Lists(list):
    def __iter__(self):
        print("iter")
        return super().__iter__()
class Net(nn.Module):
    def named_parameters(self, *args, **kwargs):
        print("named_parameters")
        return super().named_parameters(*args, **kwargs)
x = torch.ones(2).as_subclass(Watched)
y = x + 1
pair = Lists([x, y])
net = Net()
net.register_buffer("b", torch.ones(2))
""",
    "hooks": """
from torch.autograd.graph import saved_tensors_hooks
def pack(tensor):
    print("pack")
    return tensor
def unpack(tensor):
    print("unpack")
    return tensor
x = torch.ones(2, requires_grad=True)
x.register_hook(lambda grad: print("hook", grad))
with saved_tensors_hooks(pack, unpack):
    y = x * x
y.sum().backward()
""",
    "how long tensors live": """
import gc, sys, weakref
def make():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    print(sys.getrefcount(y.grad_fn))
    return weakref.ref(x), weakref.ref(y.grad_fn)
x = torch.ones(3)
storage, gone = x.untyped_storage(), weakref.ref(x)
print(sys.getrefcount(x), x._use_count())
pair = [x]
del x, pair
print(gone(), storage.nbytes(), *[reference() for reference in make()])
""",
    "tensors whose content is swapped": """
a, b = torch.ones(2), torch.zeros(3)
torch.utils.swap_tensors(a, b)
print(a, b)
""",
    "the profiler": """
import os
from torch.profiler import profile
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # it tells the time there
x = torch.ones(2)
with profile() as record:
    y = x * 2
    z = y + 1
print(sorted(event.key for event in record.key_averages()))
""",
    "transforms": """
from torch.func import grad, jvp, vmap
def f(x):
    y = x * x
    return y.sum()
x = torch.arange(3.)
print(grad(f)(x), vmap(grad(f))(torch.ones(2, 3)), jvp(f, (x,), (x,)))
""",
    "a graph that is recorded": """
from torch.fx.experimental.proxy_tensor import make_fx
def f(x):
    y = x * x
    z = y.t()
    return z.sum()
print(make_fx(f)(torch.ones(2, 2)).code)
print(make_fx(f, tracing_mode="symbolic")(torch.ones(2, 3)).code)
print(torch.export.export(type("M", (nn.Module,), {"forward": lambda self, x: f(x)})(),
    (torch.ones(2, 2),)).graph)
""",
    "a graph of TorchScript": """
def f(x):
    y = x * x
    return y.view(x.shape[0] * x.shape[1])
print(torch.jit.trace(f, torch.ones(2, 2)).graph)
""",
    "what is compiled": """
seen = []
def backend(module, inputs):
    seen.append(module.code)
    return module.forward
@torch.compile(backend=backend)
def f(x):
    y = x * 2
    return y + 1
print(f(torch.ones(2)), f(torch.zeros(2)), *seen)
""",
    "a switch of autograd": """
torch.set_grad_enabled(False)
x = torch.ones(2, requires_grad=True)
y = x * 2
print(torch.is_grad_enabled(), torch.is_inference_mode_enabled(), y.requires_grad)
with torch.inference_mode():
    i = x * 2
    print(torch.is_inference_mode_enabled(), i.is_inference())
""",
    "memory of numpy's": """
x = torch.zeros(2)
a = x.numpy()
a[0] = 5
y = torch.ones(2)
y.resize_(4)
print(x, a, y.shape)
""",
    "a tracer of the snippet's own": """
import sys
def own(frame, event, argument):
    return None
sys.settrace(own)
x = torch.ones(2)
print(sys.gettrace() is own)
""",
    "recursion without an end": """
def f(x):
    return f(x + 1)
f(torch.ones(1))
""",
    "a look that would fail": """
class Odd(torch.Tensor):
    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        raise AssertionError(function)
x = torch.Tensor._make_subclass(Odd, torch.ones(2))
del torch.Tensor._is_view
y = torch.ones(2)
print("still here")
""",
}


def without_anatomy(outcome: Outcome) -> Outcome:
    """What must be the same each time; a message may tell of an address, a warning of the time."""
    stderr = re.sub(r"\d\d:\d\d:\d\d(\.\d+)?", "", outcome.stderr)
    raised = outcome.raised and replace(outcome.raised, message="", traceback="")
    return replace(outcome, raised=raised, stderr=stderr, seconds=0.0, trace=None, graph=None)


@pytest.mark.parametrize("code", UNDISTURBED.values(), ids=UNDISTURBED)
def test_code_that_can_tell_whether_it_is_watched_cannot(
    runner: BackgroundRunner, code: str
) -> None:
    plain, watched = run(runner, code, trace=False), run(runner, code, graph=True)
    assert without_anatomy(watched) == without_anatomy(plain)
    assert watched.trace is not None
    assert watched.trace.steps
    assert watched.graph is not None


@pytest.mark.parametrize("step", [72, pytest.param(1, marks=pytest.mark.long)])
def test_shipped_cards_have_the_same_outcome(
    runner: BackgroundRunner, step: int, read_decks: Path
) -> None:
    library = load_library([SHIPPED_DECKS], read_decks)
    rng = random.Random(0)
    cards = [
        (deck, card)
        for deck in library.decks
        for card in deck.cards
        if isinstance(card, PredictCard) and card.ranks == 1 and card.device != "cuda"
    ]
    assert len(cards) > 5 * step
    for deck, card in cards[::step]:
        snippet = exercise(deck, card, pick_draw(card, rng)).snippet()
        plain = outcome_of(runner, snippet)
        watched = outcome_of(runner, replace(snippet, trace=True, graph=True))
        assert without_anatomy(watched) == without_anatomy(plain), card.id
        assert watched.trace is not None
        assert watched.trace.steps, card.id
        assert watched.graph is not None
