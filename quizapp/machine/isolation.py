"""What keeps a snippet from the rest of the machine, in words for the learner."""

from __future__ import annotations

from collections.abc import Collection

from quizapp.text.language import mark, tr
from runner.protocol.layers import is_full, missing
from runner.protocol.wire import Hello

FULL = mark(
    "processes of its own for each snippet, with limits on time, memory and output, that reach no "
    "files of yours but Python's, no network and no other's process"
)
NOT_FULL = mark(
    "processes of its own for each snippet, with limits on time, memory and output; it does not "
    "give a full sandbox, so only decks that you trust run"
)

USUAL_REASONS = {
    "namespaces": mark("it takes user namespaces, which containers and some systems forbid"),
    "landlock": mark("it takes Linux 6.2 or later, with Landlock switched on"),
    "seccomp": mark("it takes Linux on x86-64 or aarch64, with seccomp filters switched on"),
}
"""Why a layer is most often missing."""


def is_sandboxed(hello: Hello | None) -> bool:
    """Whether a runner that has spoken shuts snippets in fully."""
    return hello is not None and is_full(hello.sandbox)


def tier(layers: Collection[str]) -> str:
    """How far a snippet is shut in, in a word or two."""
    if is_full(layers):
        return tr("sandboxed")
    return tr("partly sandboxed") if layers else tr("no sandbox")


def layers_here() -> tuple[str, ...]:
    """The layers that this machine grants its own runner, found out as that does."""
    from runner.processes import scratch
    from runner.sandbox.sandbox import Sandbox

    return Sandbox.strongest(scratch.new_root()).layers


def isolation(layers: Collection[str]) -> str:
    """What all snippets are kept from."""
    return tr(FULL if is_full(layers) else NOT_FULL)


def adding_up(*, kernel: bool) -> str:
    """Who adds up what several processes of a snippet take."""
    if kernel:
        return tr("the kernel bounds what a snippet's processes take together (cgroup v2)")
    return tr(
        "what a snippet's processes take together is looked at 20 times a second "
        "(no cgroup v2 in which the app may make groups)"
    )


def gaps(layers: Collection[str]) -> dict[str, str]:
    """For each layer that is missing, what a snippet can do for it."""
    return {layer: _gap(layer, layers) for layer in missing(layers)}


def _gap(layer: str, layers: Collection[str]) -> str:
    in_namespaces = "namespaces" in layers
    match layer:
        case "namespaces":
            return tr(
                "code may find out which files exist, how large they are and when they "
                "changed, and fill the disk until its time is over"
            )
        case "landlock" if in_namespaces:
            return tr("the namespaces alone keep your files from code")
        case "landlock":
            return tr("code may read, change and remove your files")
        case _ if in_namespaces:
            others = tr("the others") if "landlock" in layers else tr("the namespaces alone")
            return tr(
                "code may ask anything of the kernel, and for more memory; {others} keep it in",
                others=others,
            )
        case _ if "landlock" in layers:
            return tr(
                "code may use parts of the network, change the modes and times of your "
                "files, and, before Linux 6.12, end your other processes"
            )
    return tr("code may use the network, start programs and end your other processes")
