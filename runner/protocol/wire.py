"""What a client and the runner say to each other, in frames of `runner.protocol.framing`.

A client sends `{"id", "snippet"}` or `{"id", "cancel": true}`; the runner sends one `{"hello"}`
and then `{"id", "outcome"}` or `{"id", "fault"}` for every snippet, in any order. Where that takes
longer than the snippets' own time, it says `{"alive": true}` now and then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from runner.protocol.anatomy import Graph, Trace
from runner.protocol.typed import reader

Kind = Literal[
    "shape",
    "dtype",
    "device",
    "value",
    "bool",
    "strides",
    "raises",
    "fails",
    "warns",
    "hangs",
    "output",
    "grad_fn",
    "text",
]
DeviceWish = Literal["best", "cpu", "cuda"]
FaultKind = Literal["timeout", "memory", "output", "killed", "refused", "internal"]

DEEPEST_VALUE = 16  # containers within each other
MOST_ELEMENTS = 4096  # of a tensor, and of all containers of a value together
LONGEST_STRING = 64 << 10  # characters of a value, and of what was printed


@dataclass(frozen=True)
class Source:
    """A piece of code and where it was written: a traceback names that place."""

    text: str
    path: str = "<snippet>"
    line: int = 1

    @property
    def code_name(self) -> str:
        """What its code goes by as it runs. Under the name of a file that could be opened,
        torch.compile would read a deck as if it were Python."""
        return self.path if self.path.startswith("<") else f"<{self.path}>"


@dataclass(frozen=True)
class Look:
    """One thing to observe after the code has run: a kind of fact about an expression.

    `raises` and `fails` look at what the code itself raised when the expression is `code`,
    and try the expression otherwise. `warns` looks at the first warning that the code let be
    shown. It, `output` and `hangs` ignore the expression; a snippet
    that is looked at for whether it hangs ends in an Outcome at its time-out, too. `text` is
    an object as Python source would write it: a string as it is, a class by its name.
    """

    kind: Kind
    expression: str


@dataclass(frozen=True)
class Snippet:
    """Code to run in a process of its own, with what to observe afterwards.

    The sources share one namespace and run in order, after `torch.manual_seed(seed)`.
    `timeout` is in seconds. `device` is what the name `device` shall be: the best that there
    is, or one kind. With `ranks` over 1 it runs on so many torch.distributed ranks, and
    `on_rank` is the one that is looked at. `workers` lets it start processes of its own, as a
    DataLoader does. `untrusted` code is refused where the sandbox is not full. `trace` and
    `graph` ask for those parts of the Outcome; `picture` asks for a trace in which all is told that
    can be drawn, on every rank. Snippets of one `series`, by one author, may run
    one after the other in one process, as long as each leaves it as it was; without a name for
    that, a snippet has its own.
    """

    sources: tuple[Source, ...]
    looks: tuple[Look, ...] = ()
    timeout: float = 5.0
    seed: int = 0
    device: DeviceWish = "best"
    ranks: int = 1
    on_rank: int = 0
    workers: bool = False
    untrusted: bool = False
    trace: bool = False
    graph: bool = False
    picture: bool = False
    series: str = ""

    @property
    def may_hang(self) -> bool:
        """Whether it is asked if the code ever ends."""
        return "hangs" in [look.kind for look in self.looks]  # is asked again and again


@dataclass(frozen=True)
class Raised:
    """An exception that the snippet's own code raised.

    `bases` are the names of its ancestors, nearest first, without `object`. `path` and
    `line` are the innermost place in the snippet's sources, or None where it never
    reached them. `traceback` shows the frames from the snippet's sources on. `rank` is the
    rank that raised it, None where there is one only. `subclasses` are the names of classes that
    descend from its own, nearest first, and not all where there are many.
    """

    type: str
    bases: tuple[str, ...]
    message: str
    path: str | None = None
    line: int | None = None
    traceback: str = ""
    rank: int | None = None
    subclasses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fact:
    """What one look saw, as JSON.

    | kind | data |
    |---|---|
    | shape, strides | list of int |
    | dtype, device | str such as `float32`, `cuda:0` |
    | grad_fn | str such as `PowBackward0`, or None |
    | bool, hangs | bool |
    | output, text | str |
    | raises, fails, warns | None for nothing, or `{"type", "bases", "subclasses", "message"}` |
    | value | a Value, see `runner.observed.observe` |
    """

    kind: Kind
    data: Any


@dataclass(frozen=True)
class Outcome:
    """What the runner saw. Code that raises is an Outcome too.

    A look whose expression raised has a `Raised` in place of its Fact. `stdout` and `stderr`
    are what the snippet's own code printed, without what the looks print; `seconds` is the
    time that it took. `ranks` are the traces of all of several ranks, for a picture.
    """

    facts: tuple[Fact | Raised, ...]
    stdout: str
    stderr: str
    raised: Raised | None
    seconds: float
    trace: Trace | None = None
    graph: Graph | None = None
    ranks: tuple[Trace, ...] = ()


@dataclass(frozen=True)
class Fault:
    """The runner could not say. Never the learner's mistake.

    `printed` is what code that prints too much began with. `path` and `line` are where in the
    snippet's sources code was that ran out of time, None where nobody knows.
    """

    kind: FaultKind
    message: str
    printed: str = ""
    path: str | None = None
    line: int | None = None


@dataclass(frozen=True)
class Hello:
    """The runner's first words.

    `devices` are those that torch can compute on, the best last; `sandbox` names the layers
    in force, see `runner.protocol.layers`; `abilities` are `ranks` and `workers`, where it can
    give a snippet those; `packages` are what is installed, as `numpy==2.3.1`; `groups` says that
    the kernel bounds what several processes of a snippet take together.
    """

    torch: str
    python: str
    devices: tuple[str, ...]
    sandbox: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    groups: bool = False


decode_snippet = reader(Snippet)
decode_outcome = reader(Outcome)
decode_fault = reader(Fault)
decode_hello = reader(Hello)
"""From plain JSON; each raises WireError."""
