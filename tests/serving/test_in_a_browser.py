"""A review from start to end in a real browser."""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

pytest.importorskip("textual_serve")

from quizapp.memory.log import ReviewLog
from tests.serving.chromium import PATIENCE, Page, chromium, needs_chromium
from tests.serving.serve import server
from tests.serving.tunnel import tunnel
from tests.trusting import trust_own_decks

DECK = """\
topic: sums
cards:
  - id: one
    prompt: How much is it?
    code: x = 20 + 3
    ask: {value: x}
    explain: Twenty and three.
"""
MIDDLE = """(of => {
  const {x, y, width, height} = of.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""
PLACE = f"""name => {MIDDLE}(
  [...document.querySelectorAll('.keys button')].find(key => key.innerText === name)
)"""
"""Where a key of the page is."""

DELETED = """(() => {
  const field = document.querySelector('#terminal textarea');
  const key = {keyCode: 229, key: 'Unidentified', bubbles: true};
  field.dispatchEvent(new KeyboardEvent('keydown', key));
  document.execCommand('delete');
})()"""
"""What most keyboards on Android do in place of a backspace."""
KEYBOARD = "document.querySelector('#terminal textarea')?.inputMode"
LETTERS = "document.querySelector('#terminal').dataset.fontSize"
TOLD = "document.querySelector('.closed div').innerText"
LAST_ROW = "document.querySelector('.xterm-screen').getBoundingClientRect().bottom - 6"
REFUSES = """
window.asked = [];
Clipboard.prototype.writeText = async function(text) {
  if (asked.push(text) === 1) throw new Error("not now");
};
"""
SENDING = """
window.sent = [];
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function(message) {
  window.sent.push(message);
  return send.call(this, message);
};
"""
SENT = """window.sent.map(JSON.parse)
  .filter(([kind]) => kind === "stdin").map(([, text]) => text)"""
TYPED = f"""{SENT}.filter(text => text[0] !== "\\x1b").join("")"""
RESTING = """
window.resting = new Set();
const later = window.setTimeout, drop = window.clearTimeout;
window.setTimeout = (act, after, ...of) => {
  const timer = later(act, after, ...of);
  if (after === 400) window.resting.add(timer);
  return timer;
};
window.clearTimeout = (timer) => {
  window.resting.delete(timer);
  drop(timer);
};
"""
"""The timers of a finger that may come to rest."""
COLOUR = "getComputedStyle(document.querySelector('.keys button')).backgroundColor"

ENTER, TAB = ("Enter", 13), ("Tab", 9)

pytestmark = pytest.mark.long


@asynccontextmanager
async def served(home: Path) -> AsyncIterator[str]:
    """The link to the app of a learner's home."""
    async with server(home) as (link, _):
        yield link


def home_of(folder: Path) -> Path:
    """A learner's, with one card of its own beside the shipped ones."""
    home = folder / "home"
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "sums.yaml").write_text(DECK)
    (home / "config.toml").write_text('placement = "declined"\n')
    trust_own_decks(home)
    return home


async def browse(page: Page, link: str) -> None:
    """Open the app, and the field that narrows the cards in it."""
    await page.open(link)
    await page.sees("Dtypes", "torch 2.")
    await page.type("b/")
    await page.sees("Browse")


@needs_chromium
def test_fingers_scroll_size_the_letters_and_have_the_keys_of_no_on_screen_keyboard(
    tmp_path: Path,
) -> None:
    home = home_of(tmp_path)

    async def touch() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.resize(768, 400, tablet=True)
            await page.open(link)
            await page.sees("Dtypes", "torch 2.", "? help")
            await page.drag(300, 300, 50)
            await page.sees("Custom operators")
            await page.type("?")
            await page.sees("esc closes", "One finger scrolls")
            await page.tap(*await page.value(f"({PLACE})('esc')"))
            await page.sees("mastery", "Dtypes")
            x, y = await page.value(f"({PLACE})('tab')")
            await page.pinch(int(x), int(y), 50, 150)
            assert await page.value("visualViewport.scale") == 1
            await page.pinch(380, 200, 100, 200)
            await page.finds(LETTERS, "20")
            await page.sees("Dtypes")
            await page.tap(*await page.value(f"({PLACE})('⌨')"))
            await page.finds(KEYBOARD, "text")
            await page.call("Page.reload")
            await page.finds(LETTERS, "20")
            await page.finds(KEYBOARD, "text")

    asyncio.run(touch())


@needs_chromium
def test_a_card_is_answered_and_rated_by_the_keys_of_a_page(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def tap(page: Page, *names: str) -> None:
        for name in names:
            await page.tap(*await page.value(f"({PLACE})('{name}')"))

    async def review() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.resize(360, 700, tablet=True)
            await browse(page, link)
            await page.type("topic:sums")
            await tap(page, "enter")
            await page.sees("sums/one")
            await page.type("d")
            await page.sees("How much is it?")
            await tap(page, "2", "3", "enter")
            await page.sees("right", "Twenty and three.", "enter next")  # so that it is heard
            await tap(page, "4")
            await page.sees("The sitting is over")
            await tap(page, "⌨")
            await page.finds("document.querySelector('.-of-a-keyboard').clientWidth", 0)

    asyncio.run(review())
    with ReviewLog.open(home / "quiz.db") as log:
        [logged] = log.reviews()
        assert logged.answers == ("23",) and logged.rating == 4


@needs_chromium
def test_what_was_copied_elsewhere_is_pasted_as_into_any_page(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def paste() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await browse(page, link)
            await page.paste("topic:sums")
            await page.sees("sums/one")

    asyncio.run(paste())


@needs_chromium
def test_lines_that_a_keyboard_inserts_at_once_stay_lines(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def insert() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.call("Page.addScriptToEvaluateOnNewDocument", source=SENDING)
            await page.open(link)
            await page.sees("Dtypes", "torch 2.")
            await page.compose("x")
            await page.call("Input.insertText", text="x")
            await page.call("Input.insertText", text="a = 1\nb = 2")
            pasted = "\x1b[200~a = 1\rb = 2\x1b[201~"
            await page.finds(f"{SENT}.slice(-2).join()", f"x,{pasted}")

    asyncio.run(insert())


@needs_chromium
def test_what_a_browser_refuses_to_copy_is_copied_by_a_tap(tmp_path: Path) -> None:
    home = home_of(tmp_path)
    tapped = "document.querySelector('.offer button')"

    async def copy() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.call("Page.enable")
            await page.call("Page.addScriptToEvaluateOnNewDocument", source=REFUSES)
            await page.open(link)
            await page.sees("Dtypes", "torch 2.")
            await page.value("navigator.clipboard.writeText('x = 2')")
            await page.finds(f"{tapped}.innerText", "Copy")
            await page.click(*await page.value(f"({MIDDLE})({tapped})"))
            await page.finds("asked.join()", "x = 2,x = 2")
            await page.finds(tapped, None)

    asyncio.run(copy())


@needs_chromium
def test_what_was_refused_is_deleted_by_a_keyboard_that_has_no_backspace(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def delete() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.resize(768, 1024, tablet=True)
            await browse(page, link)
            await page.type("topic:sums")
            await page.press(*ENTER)
            await page.sees("sums/one")
            await page.type("d")
            await page.sees("How much is it?")
            await page.type("23ab")
            await page.sees("23ab")
            await page.press(*ENTER)
            await page.sees("A value looks like")
            for _ in range(2):
                await page.value(DELETED)
                await page.finds("document.querySelector('#terminal textarea').value", " ")
            await page.press(*ENTER)
            await page.sees("right", "Twenty and three.")

    asyncio.run(delete())


@needs_chromium
def test_a_word_that_is_still_composed_is_in_the_field_before_a_tap_acts(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def compose() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.resize(768, 1024, tablet=True)
            await browse(page, link)
            await page.type("topic:sums")
            await page.press(*ENTER)
            await page.sees("sums/one")
            await page.type("d")
            await page.sees("How much is it?", "enter answer")
            await page.compose("+")
            await page.tap(*await page.value(f"({PLACE})('→')"))
            # A keyboard's suggestion, or what was spoken, comes without any key.
            await page.call("Input.insertText", text="2")
            await page.compose("3")
            await page.tap(30, int(await page.value(LAST_ROW)))
            await page.sees("right", "Twenty and three.")

    asyncio.run(compose())


@needs_chromium
def test_a_word_is_sent_once_whatever_ends_it(tmp_path: Path) -> None:
    home = home_of(tmp_path)
    goes_on = """(field => field.addEventListener("compositionend", () => {
      field.value += " + 2";
      field.dispatchEvent(new InputEvent(
        "input", {data: " + 2", inputType: "insertText", bubbles: true, composed: true}));
    }, {once: true}))(document.querySelector("#terminal textarea"))"""

    async def compose() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.resize(768, 1024, tablet=True)
            await page.call("Page.addScriptToEvaluateOnNewDocument", source=SENDING)
            await browse(page, link)
            await page.value("window.sent = []")
            await page.compose("21")
            await page.value(goes_on)
            await page.call("Input.insertText", text="21")
            await page.finds(TYPED, "21 + 2")
            await page.compose("34")
            await page.press(*ENTER)
            await page.tap(400, 500)
            await page.type("x")
            await page.finds(TYPED, "21 + 234\rx")

    asyncio.run(compose())


@needs_chromium
def test_a_word_that_is_taken_up_again_is_changed_in_what_was_sent(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def compose() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.resize(768, 1024, tablet=True)
            await page.call("Page.addScriptToEvaluateOnNewDocument", source=SENDING)
            await browse(page, link)
            await page.value("window.sent = []")
            for word, taken_up in (("float", 0), ("flo", 5), ("sum", 3)):
                await page.compose(word, taken_up)
                await page.call("Input.insertText", text=word)
            await page.finds(TYPED, "float" + "\x7f" * 2 + "\x7f" * 3 + "sum")
            await page.compose("sun", 3)
            await page.tap(400, 500)
            await page.type("s")
            await page.finds(TYPED, "float" + "\x7f" * 5 + "sum" + "\x7fn" + "s")

    asyncio.run(compose())


@needs_chromium
def test_a_finger_that_the_system_takes_away_presses_nothing(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def touch() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.resize(768, 1024, tablet=True)
            await page.call("Page.addScriptToEvaluateOnNewDocument", source=SENDING)
            await page.call("Page.addScriptToEvaluateOnNewDocument", source=RESTING)
            await page.open(link)
            await page.sees("Dtypes", "torch 2.")
            place = 30, int(await page.value(LAST_ROW))
            await page.touch_until_cancelled(*place, "window.resting.size === 1")
            assert await page.value("window.resting.size") == 0
            pressed = "/.\\[<0;.*M/.test(window.sent.at(-1))"
            await page.touch_until_cancelled(*place, pressed)
            await page.finds("/.\\[<0;1;1m/.test(window.sent.at(-1))", True)
            await page.type("?")
            await page.sees("esc closes")

    asyncio.run(touch())


@needs_chromium
def test_a_tap_again_on_what_has_not_answered_yet_is_not_sent(tmp_path: Path) -> None:
    home = home_of(tmp_path)
    pressed = "window.sent.filter(sent => sent.includes('[<0;') && sent.endsWith('M\"]'))"
    until_elsewhere = f"(taps => taps.at(-1) !== taps[0] && taps.length)({pressed})"

    async def tap() -> None:
        async with server(home) as (link, process), chromium(tmp_path / "one") as page:
            await page.resize(768, 1024, tablet=True)
            await page.call("Page.addScriptToEvaluateOnNewDocument", source=SENDING)
            await page.open(link)
            await page.sees("Dtypes", "torch 2.")
            place = 30, int(await page.value(LAST_ROW))
            process.send_signal(signal.SIGSTOP)
            try:
                await page.tap(*place)
                await page.tap(*place)
                await page.tap(400, 500)
                await page.finds(until_elsewhere, 2)  # here and there
                await page.tap(400, 500)
                assert await page.value("document.activeElement.tagName") == "TEXTAREA"
            finally:
                process.send_signal(signal.SIGCONT)

    asyncio.run(tap())


@needs_chromium
def test_enter_again_before_the_first_has_brought_anything_is_not_sent(tmp_path: Path) -> None:
    home = home_of(tmp_path)
    typed = (
        """window.sent.map(sent => sent.match(/^."stdin","(y|.r)"/)?.[1]).filter(Boolean).join()"""
    )

    async def press() -> None:
        async with server(home) as (link, process), chromium(tmp_path / "one") as page:
            await page.call("Page.addScriptToEvaluateOnNewDocument", source=SENDING)
            await page.open(link)
            await page.sees("Dtypes", "torch 2.")
            process.send_signal(signal.SIGSTOP)
            try:
                for _ in range(3):
                    await page.press("Enter", 13)
                await page.type("y")
                await page.press("Enter", 13)
                await page.finds(typed, "\\r,y,\\r")
            finally:
                process.send_signal(signal.SIGCONT)

    asyncio.run(press())


@needs_chromium
def test_a_page_waits_while_decks_are_got_ready(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def open_again() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.open(link)
            await page.sees("Dtypes", "torch 2.")
            await page.type("q")
            await page.finds("document.body.classList.contains('-closed')", True)
            async with asyncio.timeout(PATIENCE):
                while not (home / "cache" / "home").exists():  # it is kept as the app leaves
                    await asyncio.sleep(0)
            shutil.rmtree(home / "cache" / "decks")
            await page.call("Page.reload")
            await page.sees("Dtypes", "torch 2.")
            await page.type("b/")
            await page.sees("Browse")

    asyncio.run(open_again())


@needs_chromium
def test_enter_opens_again_what_has_ended(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def open_again() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await page.open(link)
            await page.sees("Dtypes", "torch 2.")
            await page.type("q")
            await page.finds("document.activeElement.innerText", "Open it again")
            assert await page.value(TOLD) == "The app has ended. All that was answered is kept."
            enter = {"key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13}
            await page.call("Input.dispatchKeyEvent", type="keyDown", **enter)
            await page.sees("Dtypes", "torch 2.")
            await page.finds("document.activeElement.tagName", "TEXTAREA")

    asyncio.run(open_again())


@needs_chromium
def test_the_keys_of_a_page_have_the_colours_of_the_theme(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def change() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            for theme, panel in (("light", "rgb(231, 228, 220)"), ("dark", "rgb(35, 39, 51)")):
                (home / "config.toml").write_text(f'theme = "quiz-{theme}"\n')
                await page.resize(768, 1024, tablet=True)
                await page.open(link)
                await page.sees("Dtypes", "torch 2.")
                await page.finds(COLOUR, panel)
                await page.type("q")
                await page.finds("document.body.classList.contains('-closed')", True)

    asyncio.run(change())


@needs_chromium
def test_a_page_tells_of_an_app_that_does_not_answer_until_it_does(tmp_path: Path) -> None:
    home = home_of(tmp_path)
    shown = "getComputedStyle(document.querySelector('.silent')).display"

    async def freeze() -> None:
        async with server(home) as (link, process), chromium(tmp_path / "one") as page:
            await page.open(link)
            await page.sees("Dtypes", "torch 2.")
            process.send_signal(signal.SIGSTOP)
            try:
                await page.finds(shown, "block")
            finally:
                process.send_signal(signal.SIGCONT)
            await page.finds(shown, "none")

    asyncio.run(freeze())


@needs_chromium
def test_what_was_typed_is_still_there_when_a_page_is_loaded_anew(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def reload() -> None:
        async with served(home) as link, chromium(tmp_path / "one") as page:
            await browse(page, link)
            await page.type("topic:su")
            await page.sees("topic:su")
            await page.call("Page.reload")
            await page.sees("topic:su")
            await page.type("ms")
            await page.sees("sums/one")

    asyncio.run(reload())


@needs_chromium
def test_a_page_whose_link_breaks_goes_on_by_itself_as_soon_as_it_can(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def cut() -> None:
        async with (
            served(home) as far,
            tunnel(far) as (between, link),
            chromium(tmp_path / "one") as page,
        ):
            await browse(page, link)
            await page.type("topic:su")
            await page.sees("topic:su")
            between.cut()
            await page.sees("topic:su")
            between.is_open = False
            between.cut()
            lost = "The link to the app is broken. All that was answered is kept."
            await page.finds(TOLD, lost)
            between.is_open = True
            await page.value("dispatchEvent(new Event('online'))")
            await page.sees("topic:su")

    asyncio.run(cut())


@needs_chromium
def test_a_review_is_done_in_a_browser_and_another_window_sees_it(tmp_path: Path) -> None:
    home = home_of(tmp_path)

    async def review() -> None:
        async with (
            served(home) as link,
            chromium(tmp_path / "one") as page,
            chromium(tmp_path / "two") as other,
        ):
            await page.resize(1000, 700)
            await page.open(link)
            await page.sees("sums", "torch 2.")
            await other.open(link)
            await other.sees("sums", "10 new")
            await page.type("b")
            await page.sees("Browse")
            await page.type("/topic:sums")
            await page.press(*ENTER)
            await page.sees("sums/one")
            await page.type("d")
            await page.sees("How much is it?", "20 + 3")
            await page.resize(700, 900)
            await page.sees("How much is it?")
            await page.type("23")
            await page.press(*ENTER)
            await page.sees("right", "Twenty and three.", "enter next")
            await page.press(*ENTER)
            await page.sees("The sitting is over", "1 right", "enter home")
            await page.press(*ENTER)
            await page.sees("mastery", "next ")
            await other.type("s")
            await other.sees("1 answer")

    asyncio.run(review())
    with ReviewLog.open(home / "quiz.db") as log:
        [logged] = log.reviews()
        assert logged.right and logged.answers == ("23",)
