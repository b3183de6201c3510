import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from quizapp.asks.table import KINDS
from quizapp.deck.kinds.predict import PredictCard
from quizapp.deck.parts import Ask, Code, Mistake, Text
from quizapp.deck.verdict import AskVerdict
from runner.observed.observe import FACTS
from runner.protocol.wire import Fact, Kind, Outcome, Raised

Graded = Callable[..., AskVerdict]

BOOM = Raised("RuntimeError", ("Exception", "BaseException"), "boom\nand more")


def look(kind: Kind, thing: object) -> Fact:
    return Fact(kind, FACTS[kind](thing))


def outcome(*facts: Fact | Raised) -> Outcome:
    return Outcome(facts, "", "", None, 0.01)


def card(*asks: str, mistakes: tuple[Mistake, ...] = (), digits: int | None = None) -> PredictCard:
    return PredictCard(
        id="topic/card",
        prompt=Text(en="What does it hold?"),
        line=1,
        code=Code(text="x = 1", line=2),
        asks=tuple(Ask(kind=kind, expression="x") for kind in asks),
        mistakes=mistakes,
        digits=digits,
    )


def mistake(kind: str, say: str, of: int | None = None, when: str | None = None) -> Mistake:
    return Mistake(kind=kind, expression="y", say=Text(en=say), of=of, when=when)


def raised(name: str, message: str) -> dict[str, object]:
    return {"type": name, "bases": ["Exception"], "subclasses": [], "message": message}


X = torch.tensor([1.0, 2.0])


def test_each_ask_is_graded_on_its_own() -> None:
    facts = outcome(look("shape", X), look("value", X))
    verdict = card("shape", "value").grade(["(2,)", "[1, 3]"], facts)
    assert [ask.right for ask in verdict.asks] == [True, False]
    assert verdict.partly
    shape, value = verdict.asks
    assert (shape.answer, shape.truth, shape.why) == ("(2,)", "(2,)", "")
    assert (value.answer, value.truth, value.why) == (
        "[1, 3]",
        "[1., 2.]",
        "It first differs at [1].",
    )


def test_a_known_mistake_is_named() -> None:
    known = mistake("value", "You forgot to halve.")
    facts = outcome(look("value", X), look("value", 2 * X))
    of_the_mistake = card("value", mistakes=(known,)).grade(["[2, 4]"], facts)
    of_another = card("value", mistakes=(known,)).grade(["[2, 5]"], facts)
    assert of_the_mistake.asks[0].mistake == known.say
    assert of_another.asks[0].mistake is None


def test_the_first_mistake_that_the_answer_equals_is_named() -> None:
    mistakes = (mistake("shape", "zero"), mistake("value", "one"), mistake("value", "two"))
    facts = outcome(
        *(look("value", X), look("shape", X), look("value", 2 * X), look("value", 2 * X))
    )
    verdict = card("value", mistakes=mistakes).grade(["[2, 4]"], facts)
    assert verdict.asks[0].mistake == Text(en="one")


@pytest.mark.parametrize("typed", ["a\tb", "a       b"])
def test_a_printed_tab_is_the_blanks_that_are_seen(typed: str) -> None:
    assert card("output").grade([typed], outcome(Fact("output", "a\tb\n"))).asks[0].right


def test_the_sign_for_not_knowing_may_be_the_right_answer() -> None:
    for printed, right in (("?\n", True), ("!\n", False)):
        verdict = card("output").grade(["?"], outcome(Fact("output", printed)))
        [ask] = verdict.asks
        assert (ask.right, ask.unknown, verdict.unknown) == (right, not right, not right)


def test_a_right_answer_has_no_mistake() -> None:
    known = mistake("value", "Never said.")
    facts = outcome(look("value", X), look("value", X))
    assert card("value", mistakes=(known,)).grade(["[1, 2]"], facts).asks[0].mistake is None


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("x * 2", "MulBackward0"),
        ("x * 2  # twice", "mul"),
        ("(x * 2).grad_fn", "MulBackward0"),
        ("'MulBackward0'", "mul"),
        ("x", "None"),
        ("x.grad_fn", "None"),
    ],
)
def test_a_mistake_of_a_grad_fn_may_be_a_tensor_as_in_an_ask(expression: str, answer: str) -> None:
    known = Mistake(kind="grad_fn", expression=expression, say=Text(en="Almost."))
    asked = card("grad_fn", mistakes=(known,))
    (_, (seen, _)) = asked.looks_at()
    thought = eval(seen.expression, {"x": torch.ones(2, requires_grad=True)})
    facts = outcome(Fact("grad_fn", "PowBackward0"), look(seen.kind, thought))
    assert asked.grade([answer], facts).asks[0].mistake == known.say
    assert asked.grade(["sub"], facts).asks[0].mistake is None


def test_a_mistake_may_belong_to_one_of_two_asks_of_a_kind() -> None:
    known = mistake("value", "That is the second's.", of=2)
    facts = outcome(look("value", 1), look("value", 2), look("value", 3))
    verdict = card("value", "value", mistakes=(known,)).grade(["3", "3"], facts)
    assert [ask.mistake for ask in verdict.asks] == [None, known.say]


def test_a_mistake_that_raised_equals_nothing() -> None:
    known = mistake("value", "Never said.")
    verdict = card("value", mistakes=(known,)).grade(["3"], outcome(look("value", 1), BOOM))
    assert verdict.asks[0].mistake is None


@pytest.mark.parametrize(
    ("kind", "truth", "wrong", "thought"),
    [
        ("raises", None, "RuntimeError", RuntimeError),
        ("raises", None, "torch.OutOfMemoryError", torch.OutOfMemoryError),
        ("raises", raised("ValueError", ""), "nothing", None),
        ("grad_fn", "PowBackward0", "MulBackward0", "MulBackward0"),
        ("grad_fn", "PowBackward0", "mul", "MulBackward0"),
        ("grad_fn", "PowBackward0", "none", None),
        ("output", "3\n4\n", "4\n3", "4\n3\n"),
        ("output", "3\n", "nothing", ""),
    ],
)
def test_a_mistake_may_be_told_in_words(
    kind: Kind, truth: object, wrong: str, thought: object
) -> None:
    known = mistake(kind, "Almost.")
    facts = outcome(Fact(kind, truth), look("text", thought))
    verdict = card(kind, mistakes=(known,)).grade([wrong], facts).asks[0]
    assert not verdict.right
    assert verdict.mistake == known.say


def test_where_the_code_raised_any_other_answer_is_wrong() -> None:
    verdict = card("value").grade(["3"], outcome(BOOM)).asks[0]
    assert not verdict.right
    assert verdict.truth == "raises RuntimeError: boom"
    assert verdict.why == "It raises RuntimeError: boom"


def test_an_answer_that_is_not_understood_is_wrong_with_its_hint() -> None:
    verdict = card("shape").grade(["2x"], outcome(look("shape", X))).asks[0]
    assert not verdict.right
    assert verdict.why == "A shape looks like (2, 3); a scalar's is ()."


def test_a_card_decides_how_many_digits_are_wanted() -> None:
    third = outcome(look("value", 1 / 3))
    assert card("value").grade(["0.333"], third).right
    strict = card("value", digits=8).grade(["0.333"], third).asks[0]
    assert (strict.right, strict.why) == (False, "Give at least 8 significant digits.")
    assert strict.truth == "0.33333333"


def test_who_gave_as_many_digits_as_are_wanted_is_asked_for_one_more() -> None:
    cosine = outcome(look("value", -0.989992))
    two = card("value", digits=2)
    assert two.grade(["-1.0"], cosine).asked_again == ("Give one digit more.",)
    assert two.grade(["-1"], cosine).asked_again == ("Give at least 2 significant digits.",)
    assert two.grade(["-0.99"], cosine).right


THREE = "Give at least 3 significant digits"


@pytest.mark.parametrize(
    ("answers", "whys"),
    [
        (("0.33", "[0.333, 0.5]"), (f"{THREE}.", "")),
        (("1/3", "[0.33, 0.5]"), ("", f"{THREE} at [0].")),
        (("0.33", "[0.33, 0.5]"), (f"{THREE}.", f"{THREE} at [0].")),
        (("1/3", "[0.333, 0.5]"), ()),
        (("0.33", "[0.33, 0.6]"), ()),
        (("0.33", "?"), ()),
    ],
)
def test_too_few_digits_are_asked_again_where_all_else_is_right(
    answers: tuple[str, str], whys: tuple[str, ...]
) -> None:
    seen = outcome(look("value", 1 / 3), look("value", [1 / 3, 0.5]))
    assert card("value", "value").grade(answers, seen).asked_again == whys


def test_what_names_nothing_is_asked_again_whatever_else_is_wrong() -> None:
    seen = outcome(look("value", 1), Fact("grad_fn", "ExpBackward0"))
    graded = card("value", "grad_fn")
    why = "Torch has no operation Noen: which one is the node named after?"
    for other in ("1", "2", "?"):
        assert graded.grade([other, "Noen"], seen).asked_again == ("", why)
    assert graded.grade(["2", "Sin"], seen).asked_again == ()


def test_digits_that_are_cut_off_are_asked_again() -> None:
    verdict = card("value").grade([".666"], outcome(look("value", 2 / 3)))
    assert verdict.asked_again == ("Round the last digit: what follows it was left out.",)


def test_a_known_mistake_of_too_few_digits_is_not_asked_again() -> None:
    known = mistake("value", "You have rounded it.")
    facts = outcome(look("value", 1 / 3), look("value", 0.33))
    verdict = card("value", mistakes=(known,)).grade(["0.33"], facts)
    assert not verdict.asked_again
    assert (verdict.asks[0].mistake, verdict.asks[0].why) == (known.say, "")


def test_the_truth_shows_the_digit_in_which_the_answer_differs() -> None:
    verdict = card("value").grade(["[0.33333333, 1]"], outcome(look("value", [1 / 3 + 2e-7, 1])))
    assert not verdict.right
    assert verdict.asks[0].truth == "[0.333333533, 1]"


@pytest.mark.parametrize(
    "facts", [(), (Fact("bool", True),) * 2, (Fact("shape", [2]),) * 3], ids=["few", "1+1", "many"]
)
def test_facts_of_another_snippet_are_refused(facts: tuple[Fact, ...]) -> None:
    with pytest.raises(ValueError):
        card("value").grade(["1"], outcome(*facts))


def test_what_the_code_raises_is_told_with_its_rank() -> None:
    no = raised("ValueError", "no")
    asks = (Ask(kind="raises", expression="code"), Ask(kind="raises", expression="f(x)"))
    on_ranks = replace(card(), asks=asks, ranks=3, on_rank=2)
    raising = outcome(Fact("raises", no), Fact("raises", no))
    quiet = outcome(Fact("raises", None), Fact("raises", None))

    def truths(card: PredictCard, seen: Outcome) -> list[str]:
        return [ask.truth for ask in card.grade(["ValueError", "nothing"], seen).asks]

    assert truths(on_ranks, raising) == ["rank 2 raised ValueError: no", "ValueError: no"]
    assert truths(on_ranks, quiet) == ["nothing", "nothing"]
    assert truths(replace(on_ranks, ranks=1), raising) == ["ValueError: no", "ValueError: no"]

    fails = tuple(Ask(kind="fails", expression=ask.expression) for ask in asks)
    told = truths(replace(on_ranks, asks=fails), outcome(Fact("fails", no), Fact("fails", no)))
    assert told == ["yes, rank 2 raised ValueError: no", "yes, ValueError: no"]


FACTS_SEEN: dict[str, list[Fact]] = {
    "shape": [Fact("shape", [2, 3]), Fact("shape", [])],
    "strides": [Fact("strides", [3, 1])],
    "dtype": [Fact("dtype", "float32")],
    "device": [Fact("device", "cuda:0")],
    "bool": [Fact("bool", True)],
    "fails": [Fact("fails", None), Fact("fails", raised("E", ""))],
    "warns": [Fact("warns", None), Fact("warns", raised("UserWarning", ""))],
    "hangs": [Fact("hangs", True), Fact("hangs", False)],
    "raises": [Fact("raises", None), Fact("raises", raised("RuntimeError", "boom"))],
    "output": [Fact("output", ""), Fact("output", "1\n2\n")],
    "grad_fn": [Fact("grad_fn", None), Fact("grad_fn", "PowBackward0")],
    "value": [
        look("value", thing)
        for thing in (X, 1, 0.5, 1j, True, None, "a", [1, X], {1}, {"a": 1}, {0: X}, torch.float32)
    ],
}


@given(
    st.data(),
    st.sampled_from(sorted(KINDS)),
    st.text("0123456789.-+*/()[]{},:'anijfe \n") | st.text(),
)
def test_any_answer_to_anything_is_graded(
    graded: Graded, data: st.DataObject, kind: Kind, answer: str
) -> None:
    assert FACTS_SEEN.keys() == KINDS.keys()
    truth = data.draw(st.sampled_from([*FACTS_SEEN[kind], BOOM]))
    assert graded(kind, answer, truth).answer == answer


def test_grading_needs_neither_torch_nor_numpy() -> None:
    program = (
        "import sys, quizapp.deck.kinds.predict;"
        "print(*{'torch', 'numpy', 'textual', 'yaml', 'pydantic'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("here", [True, False])
def test_a_mistake_is_told_where_its_condition_holds(here: bool) -> None:
    made = card(
        "value", mistakes=(mistake("value", "Later."), mistake("value", "Here.", when="n > 1"))
    )
    three, four, condition = look("value", 3), look("value", 4), Fact("bool", here)
    [ask] = made.grade(["4"], outcome(look("value", 1), three, four, condition)).asks
    assert (ask.mistake.en if ask.mistake else None) == ("Here." if here else None)


def test_facts_of_another_card_are_not_graded() -> None:
    made = card("value", mistakes=(mistake("value", "Here.", when="n > 1"),))
    with pytest.raises(ValueError, match="not the facts of topic/card"):
        made.grade(["4"], outcome(look("value", 1), look("value", 4)))
