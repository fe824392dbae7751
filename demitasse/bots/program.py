"""A program as a player: JSON lines on standard input and output, in any language. docs/bots.md is its protocol."""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from typing import Any

from demitasse.core.errors import BadOption
from demitasse.core.match import Match

PROTOCOL = 1
GRACE = 1.0  # seconds beyond the thinking time before a program counts as stalled
MAX_STARTS = 3


class ProgramPlayer:
    """Asks a program for each decision. `choose` raises RuntimeError when it crashes, stalls or talks nonsense; the
    next decision starts it anew.
    """

    def __init__(self, command: str, milliseconds: int = 1000) -> None:
        self.arguments = shlex.split(command)
        if not self.arguments:
            raise BadOption("program: needs a command, such as program:python3 my_bot.py")
        self.milliseconds = milliseconds
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._starts = self._asked = 0

    def choose(self, view: Match) -> str:
        if self._process is None:
            self._start()
        self._asked += 1
        self._send(
            {
                "id": self._asked,
                "game": view.game.name,
                "seat": view.actor,
                "position": view.position(),
                "legal": list(view.legal()),
                "ms": self.milliseconds,
            }
        )
        answer = self._receive(self.milliseconds / 1000 + GRACE)
        if answer.get("id") != self._asked:
            self._stop()
            raise RuntimeError(f"the answer has id {answer.get('id')!r}, expected {self._asked}")
        return str(answer.get("action"))

    def close(self) -> None:
        """Say goodbye; a program that does not leave is stopped."""
        if self._process is not None:
            try:
                self._send({"bye": PROTOCOL})
                self._process.wait(GRACE)
            except (RuntimeError, subprocess.TimeoutExpired):
                pass
            self._stop()

    def _start(self) -> None:
        if self._starts == MAX_STARTS:
            raise RuntimeError(f"it was started {MAX_STARTS} times and is not started again")
        self._starts += 1
        try:
            self._process = subprocess.Popen(
                self.arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise RuntimeError(f"it cannot be started: {error.strerror}") from None
        self._lines = queue.Queue()
        threading.Thread(target=_read, args=(self._process, self._lines), daemon=True).start()
        self._send({"hello": PROTOCOL, "name": "demitasse"})
        hello = self._receive(10 + GRACE)
        if hello.get("hello") != PROTOCOL:
            self._stop()
            raise RuntimeError(f"it speaks protocol {hello.get('hello')!r}, expected {PROTOCOL}")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
            self._process.stdin.flush()
        except OSError:
            self._stop()
            raise RuntimeError("it has ended") from None

    def _receive(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self._stop()
            raise RuntimeError(f"it gave no answer within {seconds:.1f} s") from None
        if line is None:
            self._stop()
            raise RuntimeError("it has ended")
        try:
            message = json.loads(line)
        except json.JSONDecodeError:
            self._stop()
            raise RuntimeError(f"it answered {line.strip()[:80]!r}, which is not JSON") from None
        if not isinstance(message, dict):
            self._stop()
            raise RuntimeError(f"it answered {line.strip()[:80]!r}, expected a JSON object")
        return message

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._process = None


def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    try:
        for line in process.stdout:
            lines.put(line)
    except ValueError:
        pass  # closed while waiting
    lines.put(None)
