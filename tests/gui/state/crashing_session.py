"""A session that is killed: groups the ten spellings, leaves one out, says so once that is kept, and waits.

python crashing_session.py FOLDER
"""

import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QEventLoop

from urlinspector import app
from urlinspector.gui.application import make_application


def main() -> None:
    folder = Path(sys.argv[1])
    qt = make_application(offscreen=True)
    parts = app.build(qt, app.Folders(folder, None), theme="light", zoom=1.0)
    parts.services.profile.choose("seo")
    parts.window.show_page("clusters")
    page = parts.window.page
    page.load_example("ten")  # type: ignore[union-attr]
    state = page.state  # type: ignore[union-attr]

    def turn() -> None:
        qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)

    while state.is_empty:
        turn()
    state.decide(state.decisions.exclude(["http://mgal.com"]), "leaving out")
    kept = folder / "recovery" / f"session-{os.getpid()}.json"
    while not kept.exists() or 'http://mgal.com"' not in kept.read_text("utf-8"):
        turn()
    print("kept", flush=True)
    while True:
        turn()


if __name__ == "__main__":
    main()
