"""Comments and indents are taken out of the page's modules by patterns, not by a parser: here a parser sees whether
that changed any code. `make check-page` runs it.
"""

import json
import subprocess
import sys
from pathlib import Path

from demitasse.server.page_files import WEB, as_sent

SCRIPT = Path(__file__).with_suffix(".mjs")
BROKEN = ("a control", "f(`\n// kept\n`);\n", "f(`\n\n`);\n")


def changed(modules: list[tuple[str, str, str]]) -> list[str]:
    """The names of those whose code is not the same as written and as sent."""
    done = subprocess.run(["node", SCRIPT], input=json.dumps(modules), capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def main() -> int:
    modules = [
        (path.relative_to(WEB).as_posix(), path.read_text("utf-8"), as_sent(".js", path.read_bytes()).decode())
        for path in sorted(WEB.rglob("*.js"))
    ]
    found = changed([*modules, BROKEN])
    if BROKEN[0] not in found:
        print("code that was changed is not noticed")
        return 1
    for name in found[:-1]:
        print(f"{name}: as sent it is other code; see `as_sent` in demitasse/server/page_files.py")
    return len(found) > 1


if __name__ == "__main__":
    sys.exit(main())
