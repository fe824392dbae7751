"""Killing the server again and again while people play, and what a checker then finds in the database.

python -m tests.server.crash [--kills 5000] [--seed 1]

Clients send every move until it is acknowledged, with the same nonce; watchers come back from the last row they know. The checker reads the
database by itself and shares no code with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import websockets

import demitasse
from demitasse.bots.players import SimplePlayer
from tests.server.client import Client, Refused, hear
from tests.server.nursery import Nursery, free_port, postgres, running

POINTS = ("before-commit", "after-commit", "after-ack", "telling", "recovery")
LIVES = (0.0, 0.08)  # seconds after the first move in which a server is killed at a random moment
LONGEST = 20.0  # seconds in which something happens, or the server is killed all the same
GONE = (OSError, asyncio.IncompleteReadError, websockets.WebSocketException, TimeoutError, EOFError)
Row = tuple[str, int, int | None, str, str | None]  # table, seq, seat, text, nonce


@dataclass
class Findings:
    """What went wrong in a run: moves that were acknowledged and are lost, moves made twice, rows missing where somebody saw them."""

    kills: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    lost: list[object] = field(default_factory=list)
    doubled: list[object] = field(default_factory=list)
    missing: list[object] = field(default_factory=list)

    def __str__(self) -> str:
        where = ", ".join(f"{number} {point}" for point, number in sorted(self.kills.items()))
        return (
            f"{self.kills.total()} kills ({where}), {self.moves} moves acknowledged: "
            f"lost {len(self.lost)}, doubled {len(self.doubled)}, missing {len(self.missing)}"
        )


class Run:
    """Players and watchers at a server that dies."""

    def __init__(self, nursery: Nursery, database: str, seed: int, breaks: Sequence[str] = ()) -> None:
        self.nursery, self.database, self.breaks = nursery, database, list(breaks)
        self.random = random.Random(seed)
        self.port = free_port()
        self.pid = 0
        self.acknowledged: list[Row] = []
        self.seen: dict[object, list[tuple[str, int, str]]] = defaultdict(list)  # what each watcher was told
        self.scripts: dict[str, list[str]] = {}  # table -> the plies that were to be played there
        self.kills: Counter[str] = Counter()

    async def work(self, kills: int) -> Findings:
        self._start("")
        guest = Client(self.port)
        await guest.arrive("Olha")
        self.nursery.kill(self.pid)
        tasks = [asyncio.create_task(self._player(guest.headers, number)) for number in range(4)]
        try:
            for number in range(kills):
                self._check(tasks)
                await self._life(number)
            self._start("")
            await asyncio.sleep(0.2)
            self._check(tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            guest.close()
            self.nursery.kill(self.pid)
        return check(self)

    def _check(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        for task in tasks:
            if task.done():
                task.result()

    def _start(self, point: str) -> None:
        self.pid = self.nursery.start(self.database, self.port, [*self.breaks, *([f"kill {point}"] if point else [])])

    async def _life(self, number: int) -> None:
        """A server that lives until some moves were made, and dies at a named point or at a random moment."""
        point = POINTS[number // 2 % len(POINTS)] if number % 2 else ""
        count = self.random.randint(1, 2 if point == "recovery" else 6)
        await asyncio.to_thread(self._start, f"{point} {count}" if point else "")
        before, until = len(self.acknowledged), time.monotonic() + LONGEST
        while running(self.pid) and time.monotonic() < until and (point or len(self.acknowledged) == before):
            await asyncio.sleep(0.002)
        if not point:
            await asyncio.sleep(self.random.uniform(*LIVES))
        self.kills[point if point and not running(self.pid) else "random"] += 1
        self.nursery.kill(self.pid, signal.SIGKILL)

    # Playing ---------------------------------------------------------------------------------------------------------

    async def _player(self, headers: dict[str, str], number: int) -> None:
        """Play table after table, every move until it is acknowledged."""
        client = Client(self.port)
        client.headers = dict(headers)
        games = demitasse.game_names()
        turn = number
        while True:
            script = make_script(games[turn % len(games)], self.random.randrange(10**6))
            table = await self._table(client, script)
            if table is not None:
                await self._play(client, table, script)
            turn += 1

    async def _table(self, client: Client, script: Script) -> str | None:
        seats = [{"kind": "me"}, {"kind": "screen", "name": "Taras"}]
        try:
            made = await client.table({"game": script.game, "by_hand": True, "seats": seats})
        except GONE:
            await asyncio.sleep(0.01)
            return None
        self.scripts[made] = [text for _, text in script.plies]
        return made

    async def _play(self, client: Client, table: str, script: Script) -> None:
        watchers = [asyncio.create_task(self._watch(client, table, (table, number))) for number in range(2)]
        try:
            at = 0
            while at < len(script.plies):
                seat, text = script.plies[at]
                nonce = f"{table}-{at}"
                try:
                    done = await client.play(table, seat, at, text, nonce)
                except GONE:
                    await asyncio.sleep(0.005)
                    continue
                except Refused as refused:  # only a broken server ever comes here: it has forgotten, or taken something twice
                    if refused.status == 404 or refused.problem.get("head") is None or refused.problem["type"] == "not-now":
                        return
                    at = refused.problem["head"] if refused.problem["type"] == "stale" else len(script.plies)
                    continue
                self.acknowledged.append((table, done["seq"], seat, text, nonce))
                at = done["seq"]
        finally:
            for watcher in watchers:
                watcher.cancel()
            await asyncio.gather(*watchers, return_exceptions=True)

    async def _watch(self, client: Client, table: str, who: object) -> None:
        """Hear everything, over however many connections it takes."""
        known = 0
        while True:
            try:
                live = await client.live(table, since=known)
            except GONE:
                await asyncio.sleep(0.01)
                continue
            with contextlib.suppress(*GONE):
                while True:
                    frame = await hear(live)
                    for row in frame.get("rows") or ():
                        self.seen[who].append((table, row["seq"], row["text"]))
                        known = row["seq"]
            live.transport.abort()


@dataclass(frozen=True)
class Script:
    game: str
    plies: Sequence[tuple[int, str]]


def make_script(game: str, seed: int) -> Script:
    """A game, ply by ply; draws are entered by the first seat."""
    match, player = demitasse.Match(game, 2, seed=seed), SimplePlayer(60, seed)
    while match.actor is not None:
        match.play(player.choose(match)) if match.actor != "*" else match.draw()
    return Script(game, [(0 if ply.actor == "*" else ply.actor, ply.text) for ply in match.plies])


# The checker ----------------------------------------------------------------------------------------------------------


def rows_of(database: str) -> list[Row]:
    query = 'SELECT "table", seq, seat, text, nonce FROM log ORDER BY "table", seq'
    if database.startswith("sqlite:///"):
        with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
            return list(connection.execute(query))
    with psycopg.connect(database) as server:
        return list(server.execute(query).fetchall())


def check(run: Run) -> Findings:
    """Compare what clients know with what is in the database."""
    found = Findings(run.kills, len(run.acknowledged))
    rows = rows_of(run.database)
    there = set(rows)
    found.lost = [row for row in run.acknowledged if row not in there]
    texts = {(table, seq): text for table, seq, _, text, _ in rows}
    found.doubled += [key for key, number in Counter((table, seq) for table, seq, *_ in rows).items() if number > 1]
    found.doubled += [key for key, number in Counter((table, seat, nonce) for table, _, seat, _, nonce in rows).items() if number > 1]
    logs: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for table, seq, _, text, _ in rows:
        logs[table].append((seq, text))
    for table, log in logs.items():
        if [seq for seq, _ in log] != list(range(1, len(log) + 1)):
            found.missing.append((table, "the numbers have a hole"))
        if table in run.scripts and [text for _, text in log] != run.scripts[table][: len(log)]:
            found.doubled.append((table, "is not what was sent"))
    for who, heard in run.seen.items():
        found.missing += [(who, seq, text) for table, seq, text in heard if texts.get((table, seq)) not in (text, None) and text != "?"]
        found.missing += [(who, seq, text) for table, seq, text in heard if (table, seq) not in texts]
        if [seq for _, seq, _ in heard] != list(range(1, len(heard) + 1)):
            found.missing.append((who, "was told with a hole, or twice"))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=5000, help="of each database (default: 5000)")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, postgres() as server:
        nursery = Nursery(Path(folder))
        wrong = 0
        for database in (f"sqlite:///{folder}/tables.sqlite", server.database()):
            found = asyncio.run(Run(nursery, database, options.seed).work(options.kills))
            print(f"{database.partition(':')[0]}: {found}", flush=True)
            for each in (*found.lost, *found.doubled, *found.missing):
                print("  ", each)
                wrong += 1
        nursery.close()
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
