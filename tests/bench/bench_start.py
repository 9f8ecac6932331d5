"""From process start to the first painted window, beside a bare QMainWindow; and `normalize` on one URL."""

import statistics
import subprocess
import sys
import time

ROUNDS = 7

BARE = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        os._exit(0)
app = QApplication(sys.argv)
window = Window()
window.show()
app.exec()
"""

APP = """
import os
from urlinspector.gui import application
class FirstPaint(application.FirstPaint):
    def __init__(self, window, then):
        super().__init__(window, lambda: os._exit(0))
application.FirstPaint = FirstPaint
from urlinspector.app import run
run("https://www.example.com/a?b=c#d", offscreen=True, quit_after_paint=True)
"""

COMMANDS = {
    "bare QMainWindow": [sys.executable, "-c", BARE],
    "urlinspector": [sys.executable, "-c", APP],
    "normalize, safe": [sys.executable, "-m", "urlinspector", "normalize", "http://example.com/"],
    "normalize, seo": [sys.executable, "-m", "urlinspector", "normalize", "-p", "seo", "http://example.com/"],
    "python -c pass": [sys.executable, "-c", "pass"],
}


def main() -> int:
    """Prints the median of each command and what it is of the first."""
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            taken[name].append(time.perf_counter() - start)
    bare = statistics.median(taken["bare QMainWindow"])
    for name, seconds in taken.items():
        median = statistics.median(seconds)
        print(f"{name:18} {median:6.3f} s   {median / bare:5.2f} x a bare window")
    return 0


if __name__ == "__main__":
    sys.exit(main())
