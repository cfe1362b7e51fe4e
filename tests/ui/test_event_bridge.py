"""Where the two threads meet: what is under way when the app ends."""

import asyncio
import threading

from app.ui.event_bridge import EventBridge


def test_what_is_under_way_when_the_app_ends_is_ended_in_its_own_thread():
    bridge = EventBridge()
    ended: list[str] = []
    started = threading.Event()

    async def waits_for_ever() -> None:
        try:
            started.set()
            await asyncio.get_running_loop().create_future()
        finally:
            ended.append(threading.current_thread().name)

    bridge.run(waits_for_ever(), lambda _: None, ended.append)
    started.wait()
    bridge.close()
    assert ended == ["chat"]
    assert bridge.is_idle


def test_what_a_worker_has_begun_is_done_before_the_app_ends():
    bridge = EventBridge()
    may_end, started = threading.Event(), threading.Event()
    done: list[str] = []

    def write() -> None:
        started.set()
        may_end.wait()
        done.append("written")

    bridge.call(write, lambda _: None, done.append)
    started.wait()
    threading.Timer(0.05, may_end.set).start()
    bridge.close()
    assert done == ["written"]


def test_closing_twice_is_closing_once():
    bridge = EventBridge()
    bridge.close()
    bridge.close()
