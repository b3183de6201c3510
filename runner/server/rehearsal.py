"""All that a zygote does between a request and its answer, done once for nobody."""

from __future__ import annotations

import os

from runner.inside import ranks
from runner.protocol.framing import frame
from runner.protocol.listening import STARTED
from runner.protocol.profile import Profile
from runner.protocol.wire import Fact, Hello, Look, Outcome, Snippet, Source
from runner.sandbox.sandbox import Sandbox
from runner.server.forked import Forked
from runner.server.zygote import CHUNK, Zygote

_SNIPPET = Snippet(
    (Source("import torch\nx = torch.ones(1, 2)"),),
    (Look("value", "x"), Look("shape", "x"), Look("output", "")),
)
_VALUE = {
    "type": "tensor",
    "shape": [1, 2],
    "dtype": "float32",
    "data": [[1.0, 1.0]],
    "text": "tensor([[1., 1.]])",
}
_FACTS = (Fact("value", _VALUE), Fact("shape", [1, 2]), Fact("output", ""))
_REPORT = frame(STARTED) + frame(Outcome(_FACTS, "", "", None, 0.001))


class Rehearsal:
    """A zygote in the process of the real one, so that the memory that it needs is the same."""

    def __init__(self, sandbox: Sandbox, hello: Hello) -> None:
        asked, self._ask = os.pipe()
        self._answers, answers = os.pipe()
        self._zygote = _Childless(asked, answers, 1, sandbox, hello, lambda: None)

    def answer_nobody(self) -> None:
        """Go from a request to its answer."""
        os.write(self._ask, frame({"id": 0, "snippet": _SNIPPET}))
        self._zygote.ask_and_answer()
        os.read(self._answers, CHUNK)


class _Childless(Zygote):
    """It has nothing but the way from a request to its answer."""

    def ask_and_answer(self) -> None:
        self._turn()  # hears the request, and gives it to somebody
        self._turn()  # hears the report, and answers
        self._bury_finished()

    def _fork(self, profile: Profile, *, rehearse: bool) -> Forked:
        return _Nobody(self._sandbox, profile, rehearse=rehearse, knows_all=True)

    def _bury(self, child: Forked) -> None:
        child.bury()

    def _preload_on(self) -> None:
        """The real one does."""


class _Nobody(Forked):
    """No process: as soon as it is given something to run, its report is there."""

    def _start(self, sandbox: Sandbox, between: ranks.Between, *, rehearse: bool) -> None:
        self.pid, self._reaped = os.getpid(), True
        self._report_to = os.dup(between.replies)

    def write(self) -> bool:
        more = super().write()
        os.write(self._report_to, _REPORT)
        os.close(self._report_to)
        return more
