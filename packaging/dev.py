"""The commands of the checkout: run, test, bench, screenshots, package, lock. Standard library only.

Whatever Python is called `python3` reads this file, so it stays within what an old one understands until the
version is known to do.
"""

import sys

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    sys.exit(
        "urlinspector needs Python %d.%d or newer; this is Python %d.%d (%s).\n"
        "Start it with a newer one, for example: python3.12 packaging/dev.py run"
        % (OLDEST[0], OLDEST[1], sys.version_info[0], sys.version_info[1], sys.executable)
    )

if __name__ == "__main__":
    import commands

    sys.exit(commands.main(sys.argv[1:]))
