"""A server of our own for a test: a real process on a database of its own, which can be stopped and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

PATIENCE = 120.0  # seconds for the start of a server that may have rules to compile


class House:
    """A running server; `restart` stops it and starts it on the same database and port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        settings = {
            "PORT": self.port,
            "DATABASE": f"sqlite:///{self.folder / 'tables.sqlite'}",
            "PACE": 0,
            "RATE": 0,
            "SOCKETS": 0,
            "CONNECTIONS": 0,
            "HOSTED": 0,
            "DAILY": 0,
        }
        environment = {**os.environ, **{f"DEMITASSE_{name}": str(value) for name, value in settings.items()}}
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "demitasse.cli", "serve"], env=environment, stdout=log, stderr=log
            )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, f"the server stopped: {self.log()}"
            assert time.monotonic() < deadline, f"the server does not answer: {self.log()}"
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=15)
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def log(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")[-2000:]

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/games", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False
