"""More keys than anybody types."""

from __future__ import annotations

import asyncio
from threading import Event as Flag
from threading import Thread

from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Event, Key, Paste

from quizapp.tui.floods import A_PASTE, MOST_WAITING, HoldsBack, JoinsKeys


class Busy(App[None]):
    """Comes to no key until it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.gate, self.came = asyncio.Event(), ""

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key):
            await self.gate.wait()
            self.came += event.character or ""
        else:
            await super().on_event(event)


class Fed(HoldsBack, HeadlessDriver):
    """Reads no terminal, and sends what one would say."""

    def __init__(self, app: App[None]) -> None:
        super().__init__(app)
        self.exit_event = Flag()

    def send(self, typed: str) -> None:
        for key in typed:
            self.send_message(Key(key, key))


def test_keys_that_the_app_has_not_come_to_wait_outside_and_come_in_order() -> None:
    typed = "0123456789" * MOST_WAITING

    async def run() -> None:
        async with (app := Busy()).run_test():
            sending = Thread(target=(driver := Fed(app)).send, args=(typed,), daemon=True)
            sending.start()
            try:
                await asyncio.to_thread(sending.join, 0.2)
                assert sending.is_alive()
                assert app.message_queue_size < 2 * MOST_WAITING
                app.gate.set()
                await asyncio.to_thread(sending.join, 60)
                while app.message_queue_size:
                    await asyncio.sleep(0)
                assert app.came == typed
            finally:
                driver.exit_event.set()
                app.gate.set()

    asyncio.run(run())


def test_the_end_waits_for_no_key_that_is_held_back() -> None:
    async def run() -> None:
        async with (app := Busy()).run_test():
            sending = Thread(target=(driver := Fed(app)).send, args=("x" * 1000,), daemon=True)
            sending.start()
            driver.exit_event.set()
            sending.join(60)  # in the thread of the loop, as Textual does
            app.gate.set()
            assert not sending.is_alive()

    asyncio.run(run())


def test_letters_that_come_at_once_are_a_paste_and_the_keys_around_them_stay_keys() -> None:
    text = "x = 1\n\ty = 'é'\n" * A_PASTE
    came = JoinsKeys().feed(f"ab\x1b[C{text.replace(chr(10), chr(13))}\x1b[Dc")
    told = [one.text if isinstance(one, Paste) else getattr(one, "key", "") for one in came]
    assert told == ["a", "b", "right", text, "left", "c"]


def test_what_can_be_typed_in_a_burst_stays_keys() -> None:
    came = [*JoinsKeys().feed("y\tn" * (A_PASTE // 3))]
    assert all(isinstance(one, Key) for one in came) and len(came) == A_PASTE // 3 * 3
