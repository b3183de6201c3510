"""Which outcomes are truths that somebody could have predicted."""

from __future__ import annotations

import pytest

from quizapp.deck.exercise import Exercise, exercise
from quizapp.deck.format.load import load_text
from runner.protocol.wire import Fact, Kind, Outcome, Raised
from tests.deck.kinds import kinds

NO = Raised("ValueError", ("Exception",), "no.\nmore", "ops.yaml", 7)
NO_ON_RANK_1 = Raised("ValueError", ("Exception",), "no.\nmore", "ops.yaml", 7, rank=1)


def asking(asks: str) -> Exercise:
    text = f"topic: ops\ncards:\n  - {{id: a, prompt: p, code: y = 2, ranks: 2, ask: {asks}}}\n"
    deck = load_text(text, "ops.yaml").deck
    assert deck is not None
    return exercise(deck, deck.cards[0], {})


def outcome(*facts: Fact | Raised, raised: Raised | None = None) -> Outcome:
    return Outcome(facts, "", "", raised, 0.1)


@pytest.mark.parametrize("hangs", [True, False])
def test_whether_code_hangs_is_a_truth_either_way(hangs: bool) -> None:
    facts = (Fact("hangs", hangs), Fact("output", "begun\n"))
    assert asking("{hangs: code, output: stdout}").card.why_not_gradable(outcome(*facts)) is None


def test_code_that_raises_does_not_tell_whether_it_hangs() -> None:
    seen = outcome(Fact("hangs", False), raised=NO_ON_RANK_1)
    reason = "fails here: rank 1 raised ValueError: no (ops.yaml, line 7)"
    assert asking("{hangs: code}").card.why_not_gradable(seen) == reason


@pytest.mark.parametrize("kind", ["raises", "fails"])
@pytest.mark.parametrize(
    ("name", "message", "of_the_machine"),
    [
        ("ModuleNotFoundError", "No module named 'matplotlib'", True),
        ("ModuleNotFoundError", "No module named 'torch.nosuch'", False),
        ("EOFError", "EOF when reading a line", True),
        ("EOFError", "Ran out of input", False),
        ("FileNotFoundError", "[Errno 2] No such file or directory: '/etc/passwd'", True),
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'missing.pt'", False),
        ("RuntimeError", "open file failed with strerror: Read-only file system", True),
        ("RuntimeError", "Parent directory /models does not exist.", True),
        ("RuntimeError", "Parent directory models does not exist.", False),
        ("PermissionError", "[Errno 1] Operation not permitted", True),
        ("URLError", "<urlopen error [Errno -3] Temporary failure in name resolution>", True),
        ("OSError", "[Errno 101] Network is unreachable", True),
        ("AssertionError", "Torch not compiled with CUDA enabled", True),
        ("RuntimeError", "Cannot access accelerator device when none is available.", True),
        ("NotImplementedError", "Could not run 'aten::add' ... from the 'MPS' backend.", True),
        ("AcceleratorError", "CUDA error: invalid device ordinal", False),  # of a GPU, by one
        (
            "NotImplementedError",
            "Could not run 'aten::add' ... from the 'SparseCPU' backend.",
            False,
        ),
    ],
)
def test_what_the_machine_raises_is_no_truth_about_torch(
    kind: Kind, name: str, message: str, of_the_machine: bool
) -> None:
    fact = Fact(kind, {"type": name, "bases": [], "subclasses": [], "message": message})
    reason = asking(f"{{{kind}: code}}").card.why_not_gradable(outcome(fact))
    told = f"asks what torch raises, and this machine does: {name}: {message}"
    assert reason == (told if of_the_machine else None)


def test_a_choice_is_a_truth_where_neither_code_nor_options_raise() -> None:
    one_of_two = exercise(kinds(), kinds().cards[1], {})
    yes, no = Fact("bool", True), Fact("bool", False)
    assert one_of_two.card.why_not_gradable(outcome(yes, no)) is None
    reason = "fails here: ValueError: no (ops.yaml, line 7)"
    for failed in (outcome(yes, NO), outcome(yes, no, raised=NO)):
        assert one_of_two.card.why_not_gradable(failed) == reason


LARGE = "asks for y, which is too large to compare"
SHAPE_ALONE = "asks for y, of which torch shows no elements"
OF_9999 = {"type": "tensor", "shape": [9999], "dtype": "int64", "data": None, "text": "…"}
META = {"type": "tensor", "shape": [2], "dtype": "int64", "data": None, "text": "…"}
TWO = {"type": "int", "data": 2, "text": "2"}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"type": "none", "data": None, "text": "None"}, None),
        ({"type": "tensor", "shape": [0], "dtype": "int64", "data": [], "text": "[]"}, None),
        ({"type": "list", "items": [], "text": "[]"}, None),
        ({"type": "dict", "items": [[TWO, TWO]], "text": "{2: 2}"}, None),
        ({"type": "object", "text": "<object>"}, None),
        (OF_9999, LARGE),
        (META, SHAPE_ALONE),
        ({"type": "list", "items": None, "text": "…"}, LARGE),
        ({"type": "list", "items": [TWO, META], "text": "…"}, SHAPE_ALONE),
        ({"type": "dict", "items": [[TWO, OF_9999]], "text": "…"}, LARGE),
        ({"type": "int", "data": None, "text": "…"}, LARGE),
    ],
)
def test_a_value_is_a_truth_where_all_of_it_has_come(
    value: dict[str, object], reason: str | None
) -> None:
    assert asking("{value: y}").card.why_not_gradable(outcome(Fact("value", value))) == reason


@pytest.mark.parametrize(
    ("raised", "told"),
    [(NO, "ValueError: no"), (NO_ON_RANK_1, "rank 1 raised ValueError: no")],
)
def test_what_raises_is_told_with_the_rank_where_there_are_several(
    raised: Raised, told: str
) -> None:
    seen = outcome(Raised("NameError", (), "y"), raised=raised)
    reason = f"fails here: {told} (ops.yaml, line 7)"
    assert asking("{value: y}").card.why_not_gradable(seen) == reason
