"""Killing the server again and again while people play: beside a real box, with draws that the server makes, and
against bots.

python -m tests.server.crash [--kills 5000] [--seed 1]

Clients send every move until it is acknowledged, with the same nonce; watchers come back from the last row they know.
At the end
tests/server/checker.py reads the database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import websockets

import demitasse
from demitasse.bots.players import SimplePlayer
from tests.server.checker import Findings, Known, check
from tests.server.client import Client, Refused, hear
from tests.server.processes import Servers, free_port, postgres, running

POINTS = ("before-commit", "after-commit", "after-ack", "telling", "recovery")
LIVES = (0.0, 0.08)  # seconds after the first move in which a server is killed at a random moment
LONGEST = 20.0  # seconds in which something happens, or the server is killed all the same
GONE = (OSError, asyncio.IncompleteReadError, websockets.WebSocketException, TimeoutError, EOFError)
OPEN_GAMES = [
    name for name in demitasse.game_names() if name != "cat_cafe"
]  # in which nothing is chosen in secret: a client can follow their logs
ME, FRIEND, BOT = {"kind": "me"}, {"kind": "screen", "name": "Taras"}, {"kind": "bot", "level": "guest"}


class Run:
    """Players and watchers at a server that dies."""

    def __init__(self, servers: Servers, database: str, seed: int, breaks: Sequence[str] = ()) -> None:
        self.servers, self.database, self.breaks = servers, database, list(breaks)
        self.random = random.Random(seed)
        self.port = free_port()
        self.pid = 0
        self.known = Known()
        self.kills: Counter[str] = Counter()

    async def work(self, kills: int) -> Findings:
        self._start("")
        guest = Client(self.port)
        await guest.arrive("Olha")
        self.servers.kill(self.pid)
        tasks = [asyncio.create_task(self._player(guest.headers, number)) for number in range(5)]
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
            self.servers.kill(self.pid)
            await asyncio.sleep(0.05)  # what was aborted closes
        return check(self.database, self.known, self.kills)

    def _check(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        for task in tasks:
            if task.done():
                task.result()

    def _start(self, point: str) -> None:
        self.pid = self.servers.start(self.database, self.port, [*self.breaks, *([f"kill {point}"] if point else [])])

    async def _life(self, number: int) -> None:
        """A server that lives until some moves were made, and dies at a named point or at a random moment."""
        point = POINTS[number // 2 % len(POINTS)] if number % 2 else ""
        count = self.random.randint(1, 2 if point == "recovery" else 6)
        await asyncio.to_thread(self._start, f"{point} {count}" if point else "")
        before, until = len(self.known.acknowledged), time.monotonic() + LONGEST
        while running(self.pid) and time.monotonic() < until and (point or len(self.known.acknowledged) == before):
            await asyncio.sleep(0.002)
        if not point:
            await asyncio.sleep(self.random.uniform(*LIVES))
        self.kills[point if point and not running(self.pid) else "random"] += 1
        self.servers.kill(self.pid, signal.SIGKILL)

    # Playing ---------------------------------------------------------------------------------------------------------

    async def _player(self, headers: dict[str, str], number: int) -> None:
        """Play table after table, every move until it is acknowledged: two players beside a real box, two with our
        draws, one against a bot.
        """
        client = Client(self.port)
        client.headers = dict(headers)
        turn = number
        try:
            while True:
                with contextlib.suppress(GameLost):
                    if number < 2:
                        await self._by_script(
                            client, make_script(pick(demitasse.game_names(), turn), self.random.randrange(10**6))
                        )
                    else:
                        await self._by_log(client, pick(OPEN_GAMES, turn), [ME, FRIEND] if number < 4 else [ME, BOT])
                turn += 1
        finally:
            client.close()

    async def _by_script(self, client: Client, script: Script) -> None:
        """A game beside a real box: every ply is known beforehand."""
        async with self._table(client, {"game": script.game, "by_hand": True, "seats": [ME, FRIEND]}) as table:
            self.known.scripts[table] = [text for _, text in script.plies]
            at = 0
            while at < len(script.plies):
                at = await self._send(client, table, at, *script.plies[at])

    async def _by_log(self, client: Client, game: str, seats: Sequence[dict[str, str]]) -> None:
        """A game in which the server draws, and perhaps a bot plays: what happened is read from the log."""
        match, player = demitasse.Match(game, 2), SimplePlayer(60, self.random.randrange(10**6))
        own = [seat for seat, each in enumerate(seats) if each is not BOT]
        async with self._table(client, {"game": game, "seats": seats}) as table:
            known = 0
            while match.actor is not None:
                for row in await self._log(client, table, known):
                    match.play(row["text"])
                    known = row["seq"]
                if match.actor in own:
                    await self._send(client, table, known, int(match.actor or 0), player.choose(match))
                else:
                    await asyncio.sleep(0.005)

    @contextlib.asynccontextmanager
    async def _table(self, client: Client, body: dict[str, Any]) -> AsyncIterator[str]:
        """A new table with two watchers."""
        try:
            table = await client.table(body)
        except GONE:
            await asyncio.sleep(0.01)
            raise GameLost from None
        watchers = [asyncio.create_task(self._watch(client, table, (table, number))) for number in range(2)]
        try:
            yield table
        finally:
            for watcher in watchers:
                watcher.cancel()
            await asyncio.gather(*watchers, return_exceptions=True)

    async def _send(self, client: Client, table: str, at: int, seat: int, text: str) -> int:
        """Send a move until it is acknowledged; returns its number, or on a broken server how far the log goes. Raises
        GameLost.
        """
        nonce = f"{table}-{at}"
        while True:
            try:
                done = await client.play(table, seat, at, text, nonce)
            except GONE:
                await asyncio.sleep(0.005)
            except (
                Refused
            ) as refused:  # only a broken server ever comes here: it has forgotten, or taken something twice
                if refused.problem["type"] == "stale" and table in self.known.scripts:
                    return int(refused.problem["head"])
                raise GameLost from None
            else:
                self.known.acknowledged.append((table, done["seq"], seat, text, nonce))
                return int(done["seq"])

    async def _log(self, client: Client, table: str, since: int) -> list[dict[str, Any]]:
        while True:
            try:
                log = await client.get(f"/api/tables/{table}/log", since=since)
            except GONE:
                await asyncio.sleep(0.005)
            else:
                if log["head"] < since:  # a broken server
                    raise GameLost
                return list(log["rows"])

    async def _watch(self, client: Client, table: str, who: object) -> None:
        """Hear everything, over however many connections it takes."""
        known = 0
        while True:
            try:
                live = await client.live(table, since=known)
            except GONE:
                await asyncio.sleep(0.01)
                continue
            try:
                while True:
                    frame = await hear(live)
                    for row in frame.get("rows") or ():
                        self.known.seen[who].append((table, row["seq"], row["text"]))
                        known = row["seq"]
            except GONE:
                pass
            finally:
                live.transport.abort()


class GameLost(Exception):
    """A game that cannot be played on: the server died while the table was made, or it is broken."""


def pick(games: Sequence[str], turn: int) -> str:
    return games[turn % len(games)]


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=5000, help="of each database (default: 5000)")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, postgres() as server:
        servers = Servers(Path(folder))
        wrong = 0
        for database in (f"sqlite:///{folder}/tables.sqlite", server.database()):
            found = asyncio.run(Run(servers, database, options.seed).work(options.kills))
            print(f"{database.partition(':')[0]}: {found}", flush=True)
            for each in found.wrong:
                print("  ", each)
                wrong += 1
        servers.close()
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
