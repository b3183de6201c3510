"""Words are found as they stand on the screen, and as the deck has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizapp.library.loading import load_library
from quizapp.search.words import Words, folded

DECK = """\
topic: words
cards:
  - id: shown
    prompt:
      en: |
        What does `x`  hold after
        *all* `n * m`, or [this](https://a.org)?

        - an `item`
      zh: |
        结果：`x`
        是什
        么
    vary: {n: [3]}
    code: x = torch.ones(n,  2)
    ask: {value: x}
    explain: It is `b` of {= n} rows.
    hint: It is `b` with {= n} rows.
"""


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Words:
    path: Path = tmp_path_factory.mktemp("decks") / "words.yaml"
    path.write_text(DECK)
    library = load_library([path.parent], cache=None)
    assert not library.problems
    [card] = library.cards.values()
    return Words(card, library.deck_of(card.id))


@pytest.mark.parametrize(
    "phrase",
    [
        "what does x hold",
        "What does `x` hold",
        "hold after all n * m, or this",
        "hold after *all* `n * m`",
        "after all `n * m`",
        "[this](https://a.org)",
        "an item",
        "结果：x 是什么",
        "结果:`x` 是什么",
        "b with 3 rows",
        "`b` with {= n} rows",
        "n = 3 x = torch.ones(n, 2)",
    ],
)
def test_a_phrase_is_found_as_it_is_shown_and_as_it_is_written(words: Words, phrase: str) -> None:
    assert words.hold(folded(phrase))


@pytest.mark.parametrize("phrase", ["`hold`", "this? an item", "what hold", "x是"])
def test_a_phrase_that_stands_nowhere_is_not_found(words: Words, phrase: str) -> None:
    assert not words.hold(folded(phrase))
