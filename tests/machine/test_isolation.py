"""The sandbox in words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from quizapp.machine.isolation import FULL, NOT_FULL, gaps, isolation, layers_here, tier
from runner.protocol.layers import LAYERS
from tests.runner.background import BackgroundRunner


@pytest.mark.parametrize(
    ("layers", "words"),
    [
        (LAYERS, "sandboxed"),
        (LAYERS[1:], "partly sandboxed"),
        (LAYERS[:1], "partly sandboxed"),
        ((), "no sandbox"),
    ],
)
def test_the_tier_is_full_only_with_every_layer(layers: tuple[str, ...], words: str) -> None:
    assert tier(layers) == words
    assert isolation(layers) == (FULL if layers == LAYERS else NOT_FULL)
    assert gaps(layers).keys() == set(LAYERS) - set(layers)


def test_what_a_missing_layer_means_goes_by_those_that_are_left() -> None:
    assert "which files exist" in gaps(["landlock", "seccomp"])["namespaces"]
    assert "may read, change and remove your files" in gaps(["seccomp"])["landlock"]
    assert "the namespaces alone" in gaps(["namespaces", "seccomp"])["landlock"]
    assert "start programs" in gaps([])["seccomp"]
    assert "start programs" not in gaps(["landlock"])["seccomp"]
    assert "modes" in gaps(["landlock"])["seccomp"]
    assert "the others keep it in" in gaps(["namespaces", "landlock"])["seccomp"]
    assert "the namespaces alone" in gaps(["namespaces"])["seccomp"]


def test_the_layers_found_here_are_those_that_the_runner_finds(lent_runner: Sequence[str]) -> None:
    with BackgroundRunner(command=lent_runner) as runner:
        assert layers_here() == runner.layers
