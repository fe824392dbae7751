"""Bounds of a request: what no address, host or name can be is refused before anything is looked up."""

from __future__ import annotations

import re
from typing import Any

from demitasse.server.problems import Problem

LONGEST_PATH = 500  # bytes, as it was sent
LONGEST_QUERY = 2_000
HOST = re.compile(rb"[\w.:\[\]-]{1,255}")
TABLE = re.compile(r"[0-9a-f]{1,32}")


def check_request(scope: Any, headers: dict[bytes, bytes]) -> None:
    """Refuse an address or a host that cannot be one. Raises Problem."""
    path = scope["path"]
    if len(scope.get("raw_path") or path) > LONGEST_PATH or not path.isprintable():
        raise Problem("bad-request", f"the path is longer than {LONGEST_PATH} bytes or has control characters")
    query = scope.get("query_string", b"")
    if len(query) > LONGEST_QUERY or b"%00" in query or b"\0" in query:
        raise Problem("bad-request", f"the query is longer than {LONGEST_QUERY} bytes or has control characters")
    if not HOST.fullmatch(headers.get(b"host", b"localhost")):
        raise Problem("bad-request", "the header host is no host")


def check_table_id(id: str) -> None:
    """Refuse what is no table's name. Raises Problem."""
    if not TABLE.fullmatch(id):
        raise Problem("no-table", f"there is no table {id[:40]!r}")
