"""Code that nobody vouches for runs in a full sandbox or not at all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from runner.protocol.layers import LAYERS, is_full, shortfall
from runner.protocol.wire import Fault, Outcome, Snippet, Source
from tests.runner.background import BackgroundRunner

POOL = [sys.executable, "-P", "-m", "runner", "--pool"]


def untrusted(sign: Path) -> Snippet:
    """Leaves a sign, where it runs and nothing holds it back."""
    return Snippet((Source(f"open({str(sign)!r}, 'w').close()"),), untrusted=True)


@pytest.mark.parametrize(
    "arguments",
    [
        *({"without": [layer]} for layer in LAYERS),
        {"without": LAYERS},
        {"command": POOL},
    ],
    ids=[*LAYERS, "all", "pool"],
)
def test_where_a_layer_is_missing_untrusted_code_does_not_run(
    arguments: dict[str, list[str]], tmp_path: Path
) -> None:
    sign = tmp_path / "sign"
    with BackgroundRunner(**arguments) as runner:
        end = runner.wait_for(runner.runner.run(untrusted(sign)))
        assert isinstance(end, Fault) and end.kind == "refused"
        assert end.message.startswith(
            "The runner here cannot run this code: it is not trusted, and"
        )
        assert end.message.endswith(f"{shortfall(runner.layers)}.")
        assert not sign.exists()
        assert isinstance(runner.run("x = 1"), Outcome)


def test_in_a_full_sandbox_untrusted_code_runs_and_reaches_nothing(
    runner: BackgroundRunner, tmp_path: Path
) -> None:
    if not is_full(runner.layers):
        pytest.skip(shortfall(runner.layers))
    sign = tmp_path / "sign"
    end = runner.wait_for(runner.runner.run(untrusted(sign)))
    assert isinstance(end, Outcome) and end.raised is not None
    assert not sign.exists()


@pytest.mark.parametrize(
    ("layers", "words"),
    [
        ((), "there is no sandbox here"),
        (("seccomp",), "there is no full sandbox here (no namespaces, no landlock)"),
        (("namespaces", "seccomp"), "there is no full sandbox here (no landlock)"),
    ],
)
def test_what_a_sandbox_lacks_is_named(layers: tuple[str, ...], words: str) -> None:
    assert shortfall(layers) == words
