"""Keys that the learner has moved."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.binding import Binding

from quizapp.machine.settings import Preset, load_settings
from quizapp.memory.acts.table import ACTS as ACTS_ON_CARDS
from quizapp.study.sitting import Sitting
from quizapp.tui.keys.complaints import IN_LISTS, complaints
from quizapp.tui.keys.motions import SCROLLS, Scrolls
from quizapp.tui.keys.moving import act_of, bindings_with, keys_of, moved, own_bindings
from quizapp.tui.keys.names import SENT, is_text, key_in_words, key_name
from quizapp.tui.keys.presets import PRESETS, SCROLLED
from quizapp.tui.keys.screens import screens
from quizapp.tui.screens.review_keys import AFTER, BEFORE, KEYS
from quizapp.tui.widgets.pick_list import PickList
from tests.tui.learner import learner, set_too

ACTS = sorted({act_of(binding.action) for binding in KEYS})


@settings(max_examples=50, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(ACTS),
        st.lists(st.sampled_from(["f2", "f3", "s", "enter", "comma"]), min_size=1, unique=True),
    )
)
def test_only_what_is_moved_moves_and_the_order_at_a_key_stays(keys: dict[str, list[str]]) -> None:
    usual, now = keys_of(KEYS), keys_of(list(moved(KEYS, keys)))
    assert now == usual | keys
    order = [act_of(binding.action) for binding in moved(KEYS, keys)]
    assert list(dict.fromkeys(order)) == list(dict.fromkeys(act_of(key.action) for key in KEYS))


def test_a_letter_never_comes_before_a_field() -> None:
    usual = Binding("enter", "change", priority=True)
    now = moved([usual], {"change": ["c", "f2", "comma"]})
    assert [(each.key, each.priority) for each in now] == [
        ("f2", True),
        ("c,comma", False),
    ]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("?", "question_mark"),
        (",", "comma"),
        ("H", "H"),
        ("esc", "escape"),
        ("Ctrl+T", "ctrl+t"),
        ("F12", "f12"),
        ("space", "space"),
        ("ctrl+h", None),  # a terminal sends backspace
        ("hyper", None),
        ("\n", None),
        ("tab", "tab"),
    ],
)
def test_keys_are_written_as_people_do(written: str, name: str | None) -> None:
    assert key_name(written) == name


@pytest.mark.parametrize("name", sorted(SENT))
def test_a_key_is_read_as_it_is_told(name: str) -> None:
    assert key_name(key_in_words(name)) == name


@pytest.mark.parametrize(
    ("id", "keys", "told"),
    [
        ("review.hnt", ["f2"], "no act is called 'review.hnt'; there are review.hint, "),
        ("review.hint", ["f2", "ctrl+h"], "'ctrl+h' is no key that terminals send"),
        ("home.browse", ["ctrl+q"], "ctrl+q is what the app itself is led by"),
        ("review.commands", ["z", "left"], "review.commands needs a key that is not for typing"),
        ("review.hint", ["x"], "x is also the key of review.setup"),
        ("home.browse", ["j"], "j moves in the list of that screen"),
        ("review.rate.1", ["f2", "a"], None),
        ("review.take", ["space"], None),
        ("review.commands", ["esc"], None),
        ("poke.stop", ["esc", "x"], None),
        ("review.turn_page.1", ["l"], None),  # which leaves a card out, before there are pages
    ],
)
def test_what_cannot_be_had_is_told(id: str, keys: list[str], told: str | None) -> None:
    found = list(complaints({id: keys}, {}))
    assert [each for each, _ in found] == [id] * (told is not None)
    assert told is None or found[0][1].startswith(told)


@pytest.mark.parametrize("ids", [("review.hint", "review.guess"), ("review.guess", "review.hint")])
def test_of_two_acts_that_were_moved_to_a_key_the_later_is_told_of_the_other(
    ids: tuple[str, str],
) -> None:
    first, later = ids
    told = list(complaints({first: ["z"], later: ["z"]}, {}))
    assert told == [(later, f"z is also the key of {first}")]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_no_clash_and_the_learners_own_keys_come_first(name: Preset) -> None:
    assert list(complaints(PRESETS[name], {})) == []
    clash = {"review.history": ["l"]}
    told = list(complaints(clash, PRESETS[name]))
    wanted = [("review.history", "l is also the key of review.walk.1")]
    assert told == (wanted if name == "vim" else [])


def test_a_preset_is_had_by_the_file_and_in_the_settings(home: Path) -> None:
    file = home / "config.toml"
    set_too(home, '[keys]\npreset = "vim"  # as ever\n"card.scroll.1" = "f4"\n')

    async def act() -> None:
        async with learner((120, 40)) as someone:
            await someone.sees("due")
            assert someone.app._moves["review.turn_page.1"] == ("tab", "right", "l")
            await someone.press("comma")
            rows = someone.app.screen.query_one(PickList)
            rows.highlighted = rows.get_option_index("keys.preset")
            await someone.sees("vim adds h and l", "default: default")
            await someone.press("l")
            await someone.sees(" arrows  ")
            assert 'preset = "arrows"  # as ever\n"card.scroll.1"' in file.read_text()
            await someone.press("end", "enter")
            await someone.sees("home.drill")
            rows = someone.app.screen.query_one(PickList)
            rows.highlighted = rows.get_option_index("review.step.1")
            await someone.sees("default: down j")
            assert "down j  " not in await someone.sees("review.step.1")

    asyncio.run(act())
    now = load_settings(file)
    assert (now.key_preset, now.keys) == ("arrows", {"card.scroll.1": ("f4",)})


def test_what_is_wrong_with_the_keys_is_told_once(home: Path) -> None:
    set_too(home, '[keys]\n"home.browze" = "f4"\n')

    async def act() -> None:
        async with learner((100, 30)) as someone:
            await someone.is_told("no act is called")
            assert len(someone.app._notifications) == 1

    asyncio.run(act())


def test_keys_are_moved_by_the_file_and_told_where_they_are_named(home: Path) -> None:
    set_too(home, '[keys]\n"review.hint" = "f3"\n"home.browse" = ["B", "f4"]\n')

    async def act() -> None:
        async with learner((120, 30)) as someone:
            assert "B browse" in await someone.sees("due")
            await someone.press("b")
            assert "B browse" in await someone.sees("due")
            await someone.press("question_mark")
            await someone.sees("B f4  ", "All cards: search")
            await someone.press("escape", "B")
            await someone.sees("/ search")
        async with learner((120, 30), first=Sitting(("first-steps",))) as someone:
            await someone.sees("f3 hint")
            await someone.type("hB")
            await someone.sees("hB")
            await someone.press("f3")
            await someone.sees("Count how often")

    asyncio.run(act())


def test_what_is_wrong_in_the_file_is_told_and_the_keys_are_as_usual(home: Path) -> None:
    set_too(home, '[keys]\n"home.browse" = "B"\nhome.drill = "s"\n')

    async def act() -> None:
        async with learner((120, 30)) as someone:
            await someone.is_told(
                "config.toml:4: s is also the key of home.statistics. All keys are as usual."
            )
            await someone.sees("b browse")

    asyncio.run(act())


def test_keys_are_moved_in_the_settings(home: Path) -> None:
    file = home / "config.toml"
    set_too(home, "# mine\n")
    before = file.read_text()

    async def act() -> None:
        async with learner((120, 30)) as someone:
            await someone.press("comma", "end")
            await someone.sees("Which key does what")
            await someone.press("enter")
            rows = someone.app.screen.query_one(PickList)
            rows.highlighted = rows.get_option_index("home.browse")
            await someone.press("enter")
            await someone.sees("Press the key.")
            await someone.press("d")
            await someone.is_told("d is also the key of home.drill; home.browse stays as it was")
            await someone.press("enter", "B")
            await someone.sees("home.browse", "default: b")
            assert load_settings(file).keys == {"home.browse": ("B",)}
            await someone.press("escape")
            await someone.sees("1 moved")
            await someone.press("escape")
            await someone.sees("B browse")
            await someone.press("comma", "end", "enter")
            rows = someone.app.screen.query_one(PickList)
            rows.highlighted = rows.get_option_index("home.browse")
            await someone.press("r", "escape", "escape")
            await someone.sees("b browse")

    asyncio.run(act())
    assert load_settings(file).keys == {} and file.read_text().startswith(before)


def test_all_that_scrolls_has_the_same_keys_and_letters_only_where_they_are_wanted() -> None:
    scrolling = {name: one for name, one in screens().items() if issubclass(one, Scrolls)}
    assert scrolling.keys() == {*SCROLLED, "author"}  # which has them of the review
    motions = keys_of(SCROLLS).items()
    for name, screen in scrolling.items():
        assert motions <= keys_of(own_bindings(screen)).items(), name
        by_arrows = keys_of(bindings_with(screen, PRESETS["arrows"]))
        assert not [key for act, _ in motions for key in by_arrows[act] if is_text(key)], name


def test_no_act_on_a_card_is_at_a_key_that_moves_in_its_dialog() -> None:
    assert IN_LISTS.isdisjoint(act.key for act in ACTS_ON_CARDS.values())


def test_acts_before_and_after_the_answer_are_named_as_they_are() -> None:
    assert {act.partition(".")[0] for act in ACTS} >= BEFORE | AFTER and not BEFORE & AFTER


class JustOpened(Scrolls):
    """A screen of which nothing is laid out yet."""

    panes = ()


def test_keys_that_scroll_do_nothing_on_a_screen_that_was_opened_just_now() -> None:
    screen = JustOpened()
    screen.action_scroll(1)
    screen.action_scroll_page(-1)
    screen.action_scroll_edge(1)
