"""`quiz check` of options whose sentence says otherwise than their `holds`."""

from __future__ import annotations

import json

import pytest
import torch

from tests.cli.conftest import Quiz

SHORT = ".".join(torch.__version__.split(".")[:2])


def told(quiz: Quiz, *options: tuple[str, str], prompt: str = "What holds of `x`?") -> list[str]:
    """What a check says of options after `x = torch.ones(n)`, each with its `holds`."""
    choices = "".join(
        f"      - text: {json.dumps(text)}\n        holds: {holds}\n" for text, holds in options
    )
    deck = quiz.deck(
        f"  - id: one\n    prompt: {json.dumps(prompt)}\n    vary: {{n: [3, 4]}}\n"
        f"    code: x = torch.ones(n)\n    choose: many\n    choices:\n{choices}"
        "    explain: Ones are ones.\n"
    )
    problems = json.loads(quiz("check", str(deck), "--json").stdout)["problems"]
    return [
        f"{one['line'] - 11}: {one['message']}" for one in problems if "its text" in one["message"]
    ]


@pytest.mark.parametrize(
    "options",
    [
        [
            (
                *("`x.sum()` is 4, and so on.", "x.sum() == n"),
                f"it holds, and its text says x.sum(): 4; torch {SHORT}: tensor(3.) (n = 3)",
            ),
            (
                *("The dtype of `x` is `float32`.", "x.dtype == torch.int64"),
                "it does not hold, and its text says x: dtype float32; "
                f"torch {SHORT}: float32 (n = 3)",
            ),
            ("`x.max() == 2`.", "x.max() < 2", "its text is False where `holds` is True (n = 3)"),
        ],
        pytest.param(
            [
                (
                    *("`x.mean()` is 2.", "x.mean() == 1"),
                    f"it holds, and its text says x.mean(): 2; torch {SHORT}: tensor(1.) (n = 3)",
                ),
                (
                    *("`x.min()` is 1.", "x.min() == n"),
                    "it does not hold, and its text says x.min(): 1; "
                    f"torch {SHORT}: tensor(1.) (n = 3)",
                ),
                ("x.max() == 3", "x.max() < 2", "its text is False where `holds` is True (n = 3)"),
                (
                    *("`x.min()` = 2", "x.min() == 1"),
                    f"it holds, and its text says x.min(): 2; torch {SHORT}: tensor(1.) (n = 3)",
                ),
            ],
            marks=pytest.mark.long,
        ),
    ],
)
def test_an_option_that_holds_and_says_what_is_false_is_told_and_the_other_way_round(
    quiz: Quiz, options: list[tuple[str, str, str]]
) -> None:
    assert told(quiz, *((text, holds) for text, holds, _ in options)) == [
        f"{2 * number}: {said}" for number, (_, _, said) in enumerate(options)
    ]


@pytest.mark.long
@pytest.mark.parametrize("prompt", ["Which is false of `x`?", "What does not hold of `x`?"])
def test_what_does_not_hold_may_be_asked(quiz: Quiz, prompt: str) -> None:
    options = [("`x.mean()` is 2.", "x.mean() != 2"), ("`x.mean()` is 1.", "x.mean() != 1")]
    assert told(quiz, *options, prompt=prompt) == []


@pytest.mark.long
def test_sentences_that_agree_with_holds_or_speak_of_more_or_another_moment_are_not_told(
    quiz: Quiz,
) -> None:
    assert (
        told(
            quiz,
            ("`x.mean()` is 1.", "x.mean() == 1"),
            ("`x.sum()` is 3.", "x.sum() == 3"),
            ("`x.mean()` is 1, as it lies on the GPU.", "x.is_cuda"),
            ("After `x.resize_(5)` `x.shape` is `(5,)`.", "x.clone().resize_(5).shape == (5,)"),
            ("If doubled, `x.mean()` gives 2.0.", "(x * 2).mean() == 2"),
        )
        == []
    )
    assert told(quiz, ("`x.mean()` is 1.", "false"), ("It is small.", "true"), prompt="Why?") == []
