"""A card and a draw: what is shown, and what is run."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from quizapp.deck.exercise import Exercise, draws, exercise, pick_draw
from quizapp.deck.format.load import load_text
from quizapp.deck.model import Deck
from runner.protocol.wire import Look

DECK = """\
topic: ops
setup: |
  import math
cards:
  - id: double
    prompt: What is y?
    vary: {n: [1, 2], name: ["'a'", "'b'"]}
    code: |

      x = n
      y = 2 * x
    ask: {value: y, raises: code}
    mistakes:
      - {value: y + 1, say: One more.}
      - {raises: KeyError, say: It finds it.}
    timeout: 9
  - id: why
    prompt: Why?
    back: So.
"""


@pytest.fixture
def deck() -> Deck:
    deck = load_text(DECK, "cards/ops.yaml").deck
    assert deck is not None
    return deck


def test_every_combination_is_a_draw(deck: Deck) -> None:
    double, why = deck.cards
    assert [tuple(draw.values()) for draw in draws(double)] == [
        ("1", "'a'"),
        ("1", "'b'"),
        ("2", "'a'"),
        ("2", "'b'"),
    ]
    assert list(draws(why)) == [{}]


def test_a_draw_differs_from_the_last_one_where_it_can(deck: Deck) -> None:
    double, why = deck.cards
    rng = random.Random(0)
    last = None
    for _ in range(50):
        draw = pick_draw(double, rng, other_than=last)
        assert draw != last
        last = draw
    assert pick_draw(why, rng, other_than={}) == {}


def test_the_draw_is_the_first_of_the_shown_code(deck: Deck) -> None:
    shown = exercise(deck, deck.cards[0], {"n": "2", "name": "'a'"}).shown_code
    assert shown == "n = 2\nname = 'a'\n\nx = n\ny = 2 * x\n"


def test_a_line_of_the_deck_is_found_in_the_shown_code(deck: Deck) -> None:
    double = exercise(deck, deck.cards[0], {"n": "2", "name": "'a'"})
    lines = DECK.split("\n")
    for number, line in enumerate(double.shown_code.split("\n")[2:5], start=3):
        deck_line = {3: 9, 4: 10, 5: 11}[number]
        assert lines[deck_line - 1].strip() == line
        assert double.shown_line(deck_line) == number
    assert double.shown_line(3) is None
    assert double.shown_line(12) is None
    assert exercise(deck, deck.cards[1], {}).shown_line(18) is None


def test_a_snippet_holds_all_sources_at_their_lines_and_looks_at_mistakes_too(deck: Deck) -> None:
    snippet = exercise(deck, deck.cards[0], {"n": "2", "name": "'a'"}).snippet()
    assert [(source.path, source.line) for source in snippet.sources] == [
        ("cards/ops.yaml", 3),
        ("<draw>", 1),
        ("cards/ops.yaml", 9),
    ]
    assert snippet.looks == (
        Look("value", "y"),
        Look("raises", "code"),
        Look("value", "y + 1"),
        Look("text", "KeyError"),
    )
    assert snippet.timeout == 9
    assert (snippet.device, snippet.ranks, snippet.workers) == ("best", 1, False)


def test_other_code_runs_after_the_setup_alone(deck: Deck) -> None:
    """What it was made from showed the draw among its lines."""
    run = exercise(deck, deck.cards[0], {"n": "2", "name": "'a'"})
    sources = run.instead("n = 5\ny = n").sources
    assert [source.text for source in sources] == ["import math\n", "n = 5\ny = n"]


def test_what_a_learner_names_need_not_be_imported_where_a_gap_leaves_no_room() -> None:
    fields = "code: y = ____, tests: assert y, solution: '2', wrong: ['0']"
    text = f"topic: ops\ncards:\n  - {{id: a, prompt: p, {fields}}}\n"
    deck = load_text(text, "cards/ops.yaml").deck
    assert deck is not None
    run = exercise(deck, deck.cards[0], {})
    texts = [[one.text for one in run.attempt(code).sources] for code in ("math.ceil(1.5)", "2")]
    assert texts == [
        ["import math as math\n", "y = math.ceil(1.5)", "assert y"],
        ["y = 2", "assert y"],
    ]
    assert [one.text for one in run.instead("F").sources] == [
        "import torch.nn.functional as F\n",
        "F",
    ]


def loaded(fields: str) -> Exercise:
    """The exercise of a card with these fields."""
    text = f"topic: ops\ncards:\n  - {{id: a, prompt: p, code: y = 2, {fields}}}\n"
    deck = load_text(text, "cards/ops.yaml").deck
    assert deck is not None
    return exercise(deck, deck.cards[0], {})


def test_a_snippet_runs_where_the_card_says() -> None:
    plain = loaded("ask: {value: y}").snippet()
    fields = "ask: {value: y}, ranks: 3, on_rank: 2, device: cuda, needs: [numpy, workers]"
    assert loaded(fields).snippet() == replace(
        plain, device="cuda", ranks=3, on_rank=2, workers=True
    )


@pytest.mark.parametrize(
    ("fields", "remark"),
    [
        ("ask: {value: y}, ranks: 2", "# on 2 ranks; you are asked about rank 0"),
        ("ask: {value: y}, ranks: 3, on_rank: 1", "# on 3 ranks; you are asked about rank 1"),
        ("ask: {hangs: code}, ranks: 2", "# on 2 ranks"),
    ],
)
def test_the_learner_is_told_of_ranks_above_the_code(fields: str, remark: str) -> None:
    on_ranks = loaded(fields)
    assert on_ranks.shown_code == f"{remark}\ny = 2"
    assert on_ranks.shown_line(3) == 2


@pytest.mark.parametrize(
    "other",
    [
        "ask: {value: y}, timeout: 9",
        "ask: {value: y}, mistakes: [{value: y + 1, say: One more.}]",
        "ask: {value: y}, needs: torch>=99",
        "ask: {value: y}, ranks: 2",
        "ask: {dtype: y}",
    ],
)
def test_a_card_that_has_been_changed_shows_no_outcome_of_before(other: str) -> None:
    before = loaded("ask: {value: y}")
    assert loaded(other).key != before.key
    assert loaded("ask: {value: y}, hint: Two., explain: It is two.").key == before.key


def test_a_recall_card_runs_nothing(deck: Deck) -> None:
    recall = exercise(deck, deck.cards[1], {})
    assert recall.shown_code == ""
    assert recall.key == "ops/why"
    with pytest.raises(TypeError, match="ops/why has no truth of its own"):
        recall.snippet()
