"""What keeps a snippet from the rest of the machine, in words for the learner."""

from __future__ import annotations

from collections.abc import Collection

from runner.protocol.layers import is_full, missing

PROCESS = "processes of its own for each snippet, with limits on time, memory and output"
FULL = f"{PROCESS}, that reach no files of yours but Python's, no network and no other's process"
NOT_FULL = f"{PROCESS}; it does not give a full sandbox, so only decks that you trust run"

USUAL_REASONS = {
    "namespaces": "the system forbids user namespaces, as containers often do",
    "landlock": "it takes Linux 6.2 or later, with Landlock switched on",
    "seccomp": "it takes Linux on x86-64 or aarch64",
}
"""Why a layer is most often missing."""


def tier(layers: Collection[str]) -> str:
    """How far a snippet is shut in, in a word or two."""
    if is_full(layers):
        return "sandboxed"
    return "partly sandboxed" if layers else "no sandbox"


def layers_here() -> tuple[str, ...]:
    """The layers that this machine grants its own runner, found out as that does."""
    from runner.processes import scratch
    from runner.sandbox.sandbox import Sandbox

    return Sandbox.strongest(scratch.new_root()).layers


def isolation(layers: Collection[str]) -> str:
    """What all snippets are kept from."""
    return FULL if is_full(layers) else NOT_FULL


def adding_up(*, kernel: bool) -> str:
    """Who adds up what several processes of a snippet take."""
    if kernel:
        return "the kernel bounds what a snippet's processes take together (cgroup v2)"
    return (
        "what a snippet's processes take together is looked at 20 times a second"
        " (no cgroup v2 in which the app may make groups)"
    )


def gaps(layers: Collection[str]) -> dict[str, str]:
    """For each layer that is missing, what a snippet can do for it."""
    return {layer: _gap(layer, layers) for layer in missing(layers)}


def _gap(layer: str, layers: Collection[str]) -> str:
    in_namespaces = "namespaces" in layers
    match layer:
        case "namespaces":
            return (
                "code may find out which files exist, how large they are and when they changed, and"
                " fill the disk until its time is over"
            )
        case "landlock" if in_namespaces:
            return "the namespaces alone keep your files from code"
        case "landlock":
            return "code may read, change and remove your files"
        case _ if in_namespaces:
            others = "the others" if "landlock" in layers else "the namespaces alone"
            return f"code may ask anything of the kernel, and for more memory; {others} keep it in"
        case _ if "landlock" in layers:
            return (
                "code may use parts of the network, change the modes and times of your files,"
                " and, before Linux 6.12, end your other processes"
            )
    return "code may use the network, start programs and end your other processes"
