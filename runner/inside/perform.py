"""Running one snippet in a process of its own, and looking at what came of it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np
import torch

from runner.inside import global_state
from runner.observed import observe, uncalled, unequal
from runner.observed.graph import graph_of
from runner.observed.raised import OutOfMemory, describe, raises, remember
from runner.observed.trace import Tracer
from runner.observed.warned import Warned
from runner.processes import streams
from runner.protocol.framing import HEADER, frame
from runner.protocol.handing import handed, taken
from runner.protocol.wire import Fact, Look, Outcome, Raised, Snippet, Source

_seeded: int | None = None  # by what chance begins as it is now


@dataclass(frozen=True)
class Place:
    """What a snippet gets to know of where it runs."""

    device: str
    rank: int = 0
    world_size: int = 1


def prepare(rehearsal: Snippet, place: Place) -> None:
    """Run a snippet as if it had come from the zygote, once with all that can be asked for.

    And once as most are run, so that the memory that takes is at hand.
    """
    _rehearse(rehearsal, place)
    gc.freeze()


def prepare_to_fork() -> None:
    """Go the way of a snippet in a process whose forks are to go it faster.

    For torch on one thread, and without a backward pass: its engine does not outlive a fork.
    """
    main = sys.modules["__main__"]
    _rehearse(BEFORE_FORKS, Place("cpu"))
    sys.modules["__main__"] = main
    global_state.prepare_to_read()


def _rehearse(rehearsal: Snippet, place: Place) -> None:
    for asked in (rehearsal, replace(rehearsal, trace=False, graph=False)):
        frame(perform(taken(handed(asked)[HEADER.size :]), place, nowhere=None))
    _seed(rehearsal.seed, place)


def perform(snippet: Snippet, place: Place, *, nowhere: int | None) -> Outcome:
    """Run a snippet and look at it; stdout and stderr are the zygote's to fill in.

    What is printed after the code has run goes to the descriptor `nowhere`; None leaves
    the streams to the next snippet. Raises OutOfMemory.
    """
    global _seeded
    paths = {source.code_name: source.path for source in snippet.sources}
    names = _fresh_names(place)
    remember(snippet.sources)
    _seed(snippet.seed, place)
    watched = snippet.trace or snippet.picture
    tracer = Tracer(names, pictures=snippet.picture) if watched else None
    warned = Warned.listen() if any(look.kind == "warns" for look in snippet.looks) else None
    if snippet.workers:
        # Python 3.14 would start a server for forks, to which a class of a snippet has no module.
        multiprocessing.set_start_method("fork", force=True)
    process = os.getpid()
    _seeded = None
    begun = time.perf_counter()
    raised = _run(snippet.sources, names, paths, tracer)
    seconds = time.perf_counter() - begun
    _end_a_copy_of(process, raised)
    streams.flush()
    if nowhere is not None:
        streams.silence(nowhere)
    graph = graph_of(names) if snippet.graph else None
    if warned:
        warned.end()
    facts = tuple(
        Fact("warns", warned.first)
        if warned and look.kind == "warns"
        else _look(look, names, raised, paths)
        for look in snippet.looks
    )
    _end_a_copy_of(process, None)
    trace = None if tracer is None else tracer.trace()
    return Outcome(facts, "", "", raised, seconds, trace, graph)


def _seed(seed: int, place: Place) -> None:
    """Have chance begin by the seed, but where it has not gone on since it last did.

    To seed is to write to some sixty pages, which a fork has to copy first. Ranks that join have
    drawn already.
    """
    global _seeded
    if place == Place("cpu") and seed == _seeded:
        return
    _seeded = seed
    if place.device == "cpu":
        # torch's own function asks for every device in turn, which takes it half a millisecond.
        torch.default_generator.manual_seed(seed)
    else:
        torch.manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed % 2**32)


def _run(
    sources: Sequence[Source],
    names: dict[str, Any],
    paths: Mapping[str, str],
    tracer: Tracer | None,
) -> Raised | None:
    try:
        for source in sources:
            # Blank lines before it put every line, of syntax errors too, where it was written.
            text = "\n" * (source.line - 1) + source.text
            if tracer is None:
                exec(compile(text, source.code_name, "exec", dont_inherit=True), names)
            else:
                tracer.run(text, source, is_setup=source is not sources[-1])
    except BaseException as error:  # SystemExit and KeyboardInterrupt are the code's own, too
        return describe(error, paths)
    return None


def _end_a_copy_of(process: int, raised: Raised | None) -> None:
    """Code that forks comes back here twice: the copy ends as a script does."""
    if os.getpid() != process:
        if raised is not None:
            sys.stderr.write(raised.traceback)
        streams.flush()
        os._exit(0 if raised is None else 1)


def _look(
    look: Look, names: dict[str, Any], raised: Raised | None, paths: Mapping[str, str]
) -> Fact | Raised:
    try:
        if look.kind == "output":
            return Fact("output", "")
        if look.kind == "hangs":
            return Fact("hangs", False)
        if look.kind in ("raises", "fails"):
            return Fact(look.kind, _what_raises(look.expression, names, raised, paths))
        thing = eval(compile(look.expression.strip(), "<look>", "eval", dont_inherit=True), names)
        if look.kind in ("bool", "value"):
            uncalled.refuse(look.expression.strip(), names)
            unequal.refuse(look.expression.strip(), names)
        if look.kind == "bool":
            return Fact("bool", observe.truth(thing, look.expression.strip()))
        if look.kind not in ("value", "text"):
            uncalled.refuse_itself(look.expression.strip(), thing)
        return Fact(look.kind, observe.FACTS[look.kind](thing))
    except OutOfMemory:
        raise
    except BaseException as error:
        return describe(error, paths)


def _what_raises(
    expression: str, names: dict[str, Any], raised: Raised | None, paths: Mapping[str, str]
) -> dict[str, Any] | None:
    if expression != "code":
        expression = expression.strip()
        mode = "eval" if observe.is_dotted_name(expression) else "exec"
        tried = compile(expression, "<look>", mode, dont_inherit=True)
        raised = thing = None
        try:
            thing = eval(tried, names)  # None for statements
        except BaseException as error:
            raised = describe(error, paths)
        uncalled.refuse_itself(expression, thing)
    if raised is None:
        return None
    return {
        "type": raised.type,
        "bases": list(raised.bases),
        "subclasses": list(raised.subclasses),
        "message": raised.message,
    }


def _fresh_names(place: Place) -> dict[str, Any]:
    """The namespace of a new `__main__`, with the names given to every snippet."""
    main = ModuleType("__main__")
    sys.modules["__main__"] = main
    names = vars(main)
    names.update(
        shares=observe.shares,
        raises=raises,
        device=torch.device(place.device),
        rank=place.rank,
        world_size=place.world_size,
    )
    return names


BEFORE_FORKS = Snippet(
    (Source("import torch\nx = torch.ones(2, 3)\ny = x @ x.T + torch.arange(2)"),),
    (Look("value", "y"), Look("shape", "x"), Look("dtype", "x"), Look("output", "")),
)
REHEARSAL = Snippet(
    sources=(
        Source(
            """
import torch
x = torch.tensor([[1.0, 0.0], [-1.0, 1.0]], requires_grad=True)
z = (x.pow(2) @ x).sum()
z.backward()
model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU())
torch.nn.functional.cross_entropy(model(x.detach()), torch.tensor([0, 1])).backward()
torch.ones(1, device=device).item()  # of a GPU, a context is made
torch.ones(2, 3) @ torch.ones(2, 3)
"""
        ),
    ),
    looks=(
        Look("value", "x.grad"),
        Look("value", "[z, {'shape': x.shape}]"),
        Look("shape", "x"),
        Look("strides", "x"),
        Look("dtype", "x"),
        Look("device", "x"),
        Look("grad_fn", "z"),
        Look("bool", "shares(x, x.detach())"),
        Look("raises", "code"),
        Look("text", "z"),
        Look("output", "stdout"),
    ),
    trace=True,
    graph=True,
)
