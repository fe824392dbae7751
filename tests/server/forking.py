"""A process that has everything imported and forks servers on request: real processes that are there at once, and can
be killed by the hundred.

It reads a line of JSON for each server, {"settings": {...}, "breaks": [...], "log": FILE}, and answers with the
server's process id.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from typing import Any

import demitasse
from demitasse.core.prepare import warm
from demitasse.server import serve
from demitasse.server.app import App
from demitasse.server.settings import Settings
from demitasse.server.store import Store
from tests.server import breaks


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are not kept
    for name in demitasse.game_names():
        warm(demitasse.game(name))
    _rehearse()
    print("ready", flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _serve(asked)
        print(pid, flush=True)


def _rehearse() -> None:
    """Import and prepare whatever the first start of a server would."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/tables.sqlite")
        App(Settings(), store, None)  # type: ignore[arg-type]
        store.close()


def _serve(asked: dict[str, Any]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    status = 1
    try:
        for name in asked["breaks"]:
            breaks.apply(name)
        status = serve.serve(Settings(**asked["settings"]))
    except Exception as error:
        print(f"the server ended: {error!r}", flush=True)
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
