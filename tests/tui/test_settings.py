"""The settings, changed in the app."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets._toast import Toast

from quizapp.machine.settings import load_settings, setting_keys
from quizapp.study.settings_in_words import LATER, MEANINGS
from quizapp.tui.app import QuizApp
from quizapp.tui.settings.screen import SettingsScreen
from quizapp.tui.widgets.pick_list import PickList
from tests.tui.learner import Learner, learner, set_too
from tests.tui.test_bursts import type_quickly


def test_every_setting_is_explained() -> None:
    assert MEANINGS.keys() == setting_keys().keys() >= LATER


async def go_to(someone: Learner, key: str) -> None:
    someone.app.screen.query_one(PickList).highlighted = list(MEANINGS).index(key)
    await someone.rest()


def test_only_values_that_have_a_next_one_are_stepped_through(home: Path) -> None:
    async def act() -> None:
        async with learner((100, 30)) as someone:
            await someone.press("comma")
            await someone.sees("→ more")
            await someone.resize(40, 20)
            narrow = await someone.sees("0.9")
            assert not [row for row in narrow.splitlines() if "0.9" in row and "…" in row]
            await someone.resize(100, 30)
            for key in ("theme", "sync", "runner.command"):
                await go_to(someone, key)
                shown = await someone.sees("enter change", "r as usual")
                assert "→ more" not in shown
            await go_to(someone, "signs")
            await someone.sees("→ more")

    asyncio.run(act())


def test_in_a_page_nothing_is_offered_that_needs_a_terminal(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act() -> None:
        async with learner((140, 50)) as someone:
            await someone.press("comma")
            await go_to(someone, "language")
            await someone.sees('press "Open it again"')
            await someone.press("escape", "question_mark")
            assert "ctrl+z" not in await someone.sees("esc closes", "ctrl+q")
            await someone.press("escape", "b")
            assert "e edit" not in await someone.sees("d drill", "o sort")

    monkeypatch.setattr(QuizApp, "is_web", True)
    asyncio.run(act())


def test_a_language_asked_for_once_is_told_beside_the_one_that_is_set(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizapp.text.language._asked_for", "en")
    set_too(home, 'language = "zh"\n')

    async def act() -> None:
        async with learner((100, 30)) as someone:
            assert someone.app._study.language == "en"
            await someone.press("comma")
            await someone.sees("zh", "en for this start")
            await go_to(someone, "language")
            await someone.press("right")
            assert "for this start" not in await someone.sees("started again")
            await someone.press("right")
            await someone.sees("zh", "en for this start")

    asyncio.run(act())
    assert load_settings(home / "config.toml").language == "zh"


def test_a_setting_is_changed_in_place_and_kept_amid_comments(home: Path) -> None:
    file = home / "config.toml"
    before = file.read_text()
    set_too(home, "# mine\nnew_per_day = 12  # brave\n")

    async def act() -> None:
        async with learner((80, 24)) as someone:
            await someone.sees("12 new")
            await someone.press("comma")
            await someone.sees("12 new cards a day: about 5 minutes", "default: 10")
            await someone.press("l", "right")
            await someone.sees("14 new cards a day")
            assert file.read_text() == f"{before}# mine\nnew_per_day = 14  # brave\n"
            await someone.press("enter", "q", "enter")
            await someone.is_told("'q' is not a whole number, such as 10")
            await someone.press("escape")
            await go_to(someone, "reviews_per_day")
            await someone.press("enter", *"7")
            await someone.click(PickList, 5)  # on the row above, which leaves what is typed
            await someone.press("q")
            await someone.sees("14 new")
            await someone.press("comma")
            await go_to(someone, "reviews_per_day")
            await someone.press("enter", *"7")
            someone.app.screen.query_one(PickList).highlighted = len(MEANINGS)
            someone.app.screen.action_change()  # before it is told of that click
            assert load_settings(file).reviews_per_day == 7
            await go_to(someone, "reviews_per_day")
            await someone.press("r", "enter", *"99999", "enter")
            await someone.is_told("reviews_per_day must be a whole number from 0 to 9999")
            await someone.press("escape")
            assert not someone.app.screen.query(Toast)  # it is about what is typed no more
            await someone.press("h")
            await someone.sees("99", "default: 100")
            await someone.press("r")
            await go_to(someone, "easy_days.friday")
            await someone.press("h", "h")
            await someone.sees("0.8", "default: 1.0")
            someone.app.clear_notifications()  # which lie over the values
            await go_to(someone, "theme")
            await someone.press("enter", *"quiz-light", "enter")
            await someone.sees("quiz-light", "default: auto")
            await someone.press("r")
            await go_to(someone, "signs")
            await someone.press("enter", "enter")
            assert "·" not in await someone.sees("default: auto")
            await someone.press("r")
            await someone.press("slash", *"r.comm")
            assert "enter change" not in await someone.sees("enter to this row")
            await someone.press("enter", "enter", *"ssh 'box", "enter")
            await someone.is_told("a quotation mark or a backslash is left open")
            await someone.press("escape", "enter", *"ssh box", "enter")
            await someone.sees("ssh box", "started again")
            someone.app.screen.query_one(PickList).highlighted = len(MEANINGS)
            someone.app.screen.action_step(1)  # before it is told that this row has no value
            someone.app.screen.action_usual()
            await someone.rest()
            await type_quickly(someone, ["slash", *"theme", "enter"], paused=False)
            assert someone.app.screen.name_here == "theme"
            await someone.press("escape")
            await someone.sees("14 new")

    asyncio.run(act())
    set_now = load_settings(file)
    assert set_now.runner_command == ("ssh", "box")
    assert set_now.easy_days == (1.0, 1.0, 1.0, 1.0, 0.8, 1.0, 1.0)
    assert (set_now.new_per_day, set_now.reviews_per_day, set_now.signs) == (14, 100, "auto")


def test_who_looks_for_a_row_in_vain_or_no_more_is_back_where_it_began(home: Path) -> None:
    async def act() -> None:
        async with learner() as someone:
            await someone.sees("due")
            await someone.press("comma", "j", "j")
            settings = someone.app.screen
            assert isinstance(settings, SettingsScreen)
            before = settings.name_here
            await someone.press("slash", *"theme")
            assert settings.name_here == "theme"
            await someone.press("escape")
            assert settings.name_here == before
            await someone.press("slash", *"of the app", "enter")
            assert settings.name_here == "language"
            await someone.press("slash", *"themequ", "enter")
            await someone.is_told("No row has 'themequ' in it.")
            assert settings.name_here == "language"
            await someone.press("escape")
            assert "themequ" not in await someone.sees("due")

    asyncio.run(act())


def test_pages_of_lists_and_help_are_turned_as_in_vim(home: Path) -> None:
    async def act() -> None:
        async with learner((60, 20)) as someone:
            await someone.sees("due")
            await someone.press("question_mark")
            await someone.sees("esc closes")
            page = someone.app.screen.query_one("#help")
            await someone.press("G")
            assert page.scroll_y == page.max_scroll_y > 0
            await someone.press("ctrl+u", "ctrl+b", "ctrl+b", "ctrl+b", "j")
            assert page.scroll_y == 1
            await someone.press("escape", "comma", "end", "enter")
            await someone.sees("home.drill")
            rows = someone.app.screen.query_one(PickList)
            first = rows.highlighted
            await someone.press("ctrl+d", "ctrl+f")
            assert (rows.highlighted or 0) > 10
            await someone.press("ctrl+b", "ctrl+u")
            assert rows.highlighted == first

    asyncio.run(act())


def test_on_few_columns_a_default_is_told_in_whole(home: Path) -> None:
    set_too(home, 'theme = "quiz-light"\nnew_per_day = 12\n[keys]\npreset = "vim"\n')

    async def act() -> None:
        async with learner((60, 30)) as someone:
            await someone.press("comma")
            await someone.sees("default: 10", "default: auto", "default: default")

    asyncio.run(act())


def test_a_setting_changed_elsewhere_is_shown_and_not_written_over(home: Path) -> None:
    file = home / "config.toml"
    before = file.read_text()

    def write(lines: str) -> None:
        file.write_text(before + lines)

    async def act() -> None:
        async with learner((100, 30)) as someone:
            await someone.sees("10 new")
            write('new_per_day = 3 # by hand\nretention = 0.85\n[keys]\n"home.browse" = "B"\n')
            await someone.press("comma")
            await someone.sees("3 new cards a day", "default: 0.9", "1 moved")
            write("new_per_day = 5 # by hand\n")
            await someone.press("right")
            await someone.is_told("new_per_day was changed elsewhere: it is now 5.")
            await someone.sees("5 new cards a day")
            assert file.read_text() == f"{before}new_per_day = 5 # by hand\n"
            await someone.press("right", "enter", *"20")
            write("new_per_day = 7\nretention = 0.8\n")
            await someone.press("enter")
            await someone.is_told("new_per_day was changed elsewhere: it is now 7.")
            await someone.press("enter")
            await someone.sees("20 new cards a day")
            await go_to(someone, "retention")
            write("new_per_day = 20\nretention = 0.75\n")
            await someone.press("r")
            await someone.is_told("retention was changed elsewhere: it is now 0.75.")
            await go_to(someone, "theme")
            write('theme = "nord"\n')
            await someone.press("enter")
            await someone.is_told("theme was changed elsewhere: it is now nord.")
            assert someone.app.theme == "nord"
            await someone.press("escape")
            await someone.sees("10 new")

    asyncio.run(act())
    assert file.read_text() == f'{before}theme = "nord"\n'


def test_a_key_changed_elsewhere_is_shown_and_not_written_over(home: Path) -> None:
    file = home / "config.toml"
    before = file.read_text()

    async def act() -> None:
        async with learner((120, 30)) as someone:
            await someone.press("comma", "end", "enter")
            rows = someone.app.screen.query_one(PickList)
            rows.highlighted = rows.get_option_index("home.browse")
            set_too(home, '[keys]\n"home.browse" = "B"\n"home.statistics" = "S"\n')
            await someone.press("r")
            await someone.is_told("home.browse was changed elsewhere: it is now B.")
            await someone.press("escape", "escape")
            await someone.sees("B browse")

    asyncio.run(act())
    assert load_settings(file).keys == {"home.browse": ("B",), "home.statistics": ("S",)}
    assert file.read_text().startswith(before)


def test_while_the_config_file_is_wrong_it_is_told_and_left_alone(home: Path) -> None:
    file = home / "config.toml"
    before = file.read_text()

    async def act() -> None:
        async with learner((120, 30)) as someone:
            await someone.sees("10 new")
            line = before.count("\n") + 1
            for wrong, told in (
                ("new_per_day = -1\n", f"config.toml:{line}: new_per_day must be"),
                ('theme = "beige"\n', f"config.toml:{line}: unknown theme 'beige'"),
            ):
                file.write_text(before + wrong)
                await someone.press("comma")
                await someone.is_told(told)
                someone.app.clear_notifications()
                await someone.press("right")
                await someone.is_told(told)
                await someone.sees("10 new cards a day")
                assert file.read_text() == before + wrong
                await someone.press("escape")

    asyncio.run(act())
