"""A worker waits while the window draws, and not for ever."""

import threading
import time

from urlinspector.gui.tasks.right_of_way import RightOfWay


def test_work_goes_on_when_nothing_is_drawn_any_more() -> None:
    right_of_way = RightOfWay()
    done: list[str] = []

    def work() -> None:
        right_of_way.give_way()
        done.append("worked")

    with right_of_way, right_of_way:
        thread = threading.Thread(target=work)
        thread.start()
        time.sleep(0.01)
        done.append("drawn")
    thread.join()
    assert done == ["drawn", "worked"]


def test_the_outermost_holds_it() -> None:
    right_of_way = RightOfWay()
    with right_of_way:
        with right_of_way:
            pass
        before = time.monotonic()
        right_of_way.give_way()
        # Nobody waits for ever for a window that may wait for him.
        assert time.monotonic() - before >= 0.05
