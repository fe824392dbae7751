"""A ledger: results kept in a file as they come, one a line, so that what was interrupted goes on where it was.

A line that was written is on the disk before the next result is waited for; a line cut off by a crash is dropped.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

from demitasse.core.errors import BadRecord

Line = dict[str, Any]


class Ledger:
    """The file and the results in it; `heading` says what they are results of, and must stay the same."""

    def __init__(self, path: str | Path, heading: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self._file = _open(self.path)
        try:
            self.lines = self._read(json.loads(json.dumps(heading)))
        except BaseException:
            self._file.close()
            raise

    def add(self, line: Line) -> None:
        """Keep a result; it is on the disk when this returns."""
        self._file.write(_bytes(line))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()

    def _read(self, heading: Line) -> list[Line]:
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        lines = [self._parsed(number, line) for number, line in enumerate(text[:whole].splitlines(), 1)]
        for name in heading if lines else ():
            if lines[0].get(name) != heading[name]:
                raise BadRecord(
                    f"{str(self.path)!r} holds results of something else: its {name} is {lines[0].get(name)!r}, "
                    f"here it is {heading[name]!r}; give another file, or what that file was begun with"
                )
        if not lines and not _bytes(heading).startswith(text):  # neither new nor cut off in its first line
            raise self._no_result(1, text)
        self._file.truncate(whole)  # only now: a file of something else stays as it is
        self._file.seek(whole)
        if not lines:
            self.add(heading)
        return lines[1:]

    def _parsed(self, number: int, line: bytes) -> Line:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise self._no_result(number, line)
        return found

    def _no_result(self, number: int, line: bytes) -> BadRecord:
        return BadRecord(f"{str(self.path)!r}, line {number} is not a result: {line[:60]!r}; expected a JSON object")


def _bytes(line: Mapping[str, Any]) -> bytes:
    return json.dumps(line, ensure_ascii=False).encode() + b"\n"


def _open(path: Path) -> IO[bytes]:
    """For reading and adding, by us alone."""
    try:
        file = path.open("r+b" if path.exists() else "x+b")
    except OSError as error:
        raise BadRecord(f"{str(path)!r} cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BadRecord(f"{str(path)!r} is being written by another process; wait for it, or stop it") from None
    return file
