"""P1 to P3: no acknowledged move is lost, each is made once, all are told the same; the server is killed by the hundred
meanwhile.

A move and the draws after it are written together or not at all.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

import pytest

from tests.server.checker import Findings
from tests.server.crash import POINTS, Run
from tests.server.processes import Servers

KILLS = int(os.environ.get("DEMITASSE_KILLS", "40"))  # of each database
FEW = 8


def test_nothing_is_lost_doubled_or_missing_when_the_server_is_killed(
    servers: Servers, database: str, record_property: Callable[[str, object], None]
) -> None:
    found = asyncio.run(Run(servers, database, seed=1).work(KILLS))
    record_property("crash", f"{database.partition(':')[0]}: {found}")
    assert found.kills.total() == KILLS
    assert set(POINTS) <= set(found.kills)
    assert found.moves > KILLS
    assert found.draws > KILLS / 4
    assert found.bots
    assert found.wrong == []


CONTROLS = {
    "acknowledge_before_commit": lambda found: found.lost,
    "no_unique_index": lambda found: found.doubled,
    "tell_before_commit": lambda found: found.missing,
    "draws_apart": lambda found: found.torn,
}


@pytest.mark.parametrize("broken", CONTROLS)
def test_a_broken_server_is_found_out(servers: Servers, databases: Callable[[], str], broken: str) -> None:
    wrong: Callable[[Findings], list[object]] = CONTROLS[broken]
    for seed in range(12):  # until it shows: what is broken shows only when a kill falls into the gap
        found = asyncio.run(Run(servers, databases(), seed, [broken]).work(FEW))
        if wrong(found):
            return
    pytest.fail(f"{broken} was not noticed")
