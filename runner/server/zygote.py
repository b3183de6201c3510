"""Imports torch once, and forks a child for every snippet, as `runner.server.orders` asks for it.

It hears of no snippet: whatever code finds in the memory of a child is nobody else's. And it does
as little as it can. Its memory is shared with its children until one side writes to it, page by
page, and what has been torn into single pages by that takes longer to fork and to end ever after.

It has one thread, and never calls torch beyond importing it: libgomp and the autograd engine do
not survive a fork from a process that has used them.
"""

from __future__ import annotations

import marshal
import os
import platform
import select
import signal
import socket
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

import torch

from runner.inside import child, devices, preload, ranks
from runner.inside.perform import prepare_to_fork
from runner.processes import kernel, packages, streams, tree, whereabouts
from runner.processes.forking import answer_of, fork_alone
from runner.protocol.framing import frame
from runner.protocol.profile import Profile
from runner.protocol.wire import Hello
from runner.sandbox import cgroups
from runner.sandbox.sandbox import Sandbox
from runner.server.orders import DEATH, LARGEST_ORDER, MOST_DESCRIPTORS

CHUNK = 1 << 13
Life = Callable[[], NoReturn]

_kept: list[object] = []
"""What a child is not to free: that is to write to what is shared."""


def serve(orders: socket.socket, deaths: int, sandbox: Sandbox) -> Life | None:
    """Obey until nobody gives orders any more; in a child, what that is to do.

    Of each death of a child, `deaths` is told.
    """
    torch.set_num_threads(1)
    # As children are to find them, for what these do is done for each anew.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    whereabouts.to_be_told()
    streams.renew()
    ended = kernel.hold_signals_back()
    events = select.poll()
    events.register(orders, select.POLLIN)
    events.register(ended, select.POLLIN)
    alive: set[int] = set()
    preloading = preload.steps(prepare_to_fork)
    _kept.extend((events, preloading, alive))
    orders.send(frame(_hello(sandbox)))
    devices.hide()
    while True:
        if (ended, select.POLLIN) in events.poll():
            os.read(ended, CHUNK)
            _tell_of_deaths(alive, deaths)
            continue
        order, descriptors, _, _ = socket.recv_fds(orders, LARGEST_ORDER, MOST_DESCRIPTORS)
        answer: Any = True
        match marshal.loads(order) if order else None:
            case None:
                return None
            case ["preload"]:
                answer = next(preloading, "over") == "over"
                streams.flush()  # or the children would write what is held back
            case ["end", int(pid)]:
                if pid in alive:
                    alive.discard(pid)
                    tree.kill(pid)
            case [*profile, folder, rehearse]:
                # Here, since a child would have to copy more of what is shared for that.
                life = _life(Profile(*profile), descriptors, folder)
                life = partial(life, sandbox, zygote=os.getpid(), rehearse=rehearse)
                try:
                    first, pid = _fork(sandbox)
                except OSError as error:
                    answer = str(error)
                else:
                    if pid == 0:
                        if len(descriptors) % 2:
                            cgroups.enter(descriptors[-1])
                        return life
                    alive.add(pid)
                    answer = [first, pid]
        for descriptor in descriptors:
            os.close(descriptor)
        orders.send(marshal.dumps(answer))


def _hello(sandbox: Sandbox) -> Hello:
    return Hello(
        torch.__version__,
        platform.python_version(),
        answer_of(devices.available) or ("cpu",),
        sandbox.layers,
        sandbox.abilities,
        packages.installed(),
        groups=sandbox.groups is not None,
    )


def _fork(sandbox: Sandbox) -> tuple[int, int]:
    """The first process of a child's own namespace, 0 where it has none, and the child's pid."""
    if sandbox.pid_namespaces:
        return sandbox.pid_namespaces.fork()
    return 0, fork_alone()


def _life(profile: Profile, descriptors: Sequence[int], folder: str) -> Callable[..., NoReturn]:
    snippets, replies, *printed = descriptors  # and the entrance of its group, if it has one
    streams = list(zip(printed[::2], printed[1::2], strict=False))
    if profile.ranks > 1:
        between = ranks.Between(snippets, replies, streams, folder)
        return partial(ranks.live, between, profile=profile)
    ends = child.Ends(snippets, replies, *streams[0], folder)
    return partial(child.live, ends, profile=profile)


def _tell_of_deaths(alive: set[int], deaths: int) -> None:
    """Reap whoever has ended, first processes among them."""
    try:
        while (ended := os.wait3(os.WNOHANG))[0]:
            pid, status, usage = ended
            if pid in alive:
                alive.discard(pid)
                os.write(deaths, DEATH.pack(pid, status, usage.ru_maxrss * 1024))
    except ChildProcessError:  # there is none left
        pass
