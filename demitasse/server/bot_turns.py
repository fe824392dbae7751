"""Bots at tables: they think in threads, at a pace people can follow, and go on where they were after a restart."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from demitasse.bots import players
from demitasse.core.match import Match
from demitasse.core.tree import THOUGHT
from demitasse.server.house import House
from demitasse.server.problems import Problem
from demitasse.server.queries import with_bots
from demitasse.server.shapes import PlayAsked
from demitasse.server.table import Table

KEPT_PLAYERS = 4  # a searching player holds a large tree; others are made anew
TRIES = 5
log = logging.getLogger("demitasse")


class BotTurns:
    """Sees to it that whenever a bot is to act at a table, it does."""

    def __init__(self, house: House, pace: float, threads: int) -> None:
        self.house, self.pace = house, pace
        self._pool = ThreadPoolExecutor(max(1, threads), "thinker")
        self._players: OrderedDict[tuple[str, int, str], players.Player] = OrderedDict()
        self._closed = False
        house.changed = self.look_at

    def look_at(self, table: Table) -> None:
        """Begin to think if a bot is to act and none thinks yet."""
        if table.thinking is None and not self._closed and self._due(table) is not None:
            table.thinking = asyncio.create_task(self._play_on(table))

    async def resume(self) -> None:
        """After a start: go on at the tables where a bot was to act."""
        for id in await self.house.store.ask(with_bots):
            try:
                self.look_at(await self.house.table(id))
            except Exception:
                log.exception("table %s could not be resumed", id)

    async def close(self) -> None:
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _due(self, table: Table) -> tuple[int, str] | None:
        """(seat, level) of a bot that is to act."""
        if table.info.stage != "playing" or not (
            table.course.away or any(chair.kind == "bot" for chair in table.chairs)
        ):
            return None
        for seat in table.course.waiting():
            if level := table.bot_at(seat):
                return seat, level
        return None

    async def _play_on(self, table: Table) -> None:
        failures = 0
        try:
            while (due := self._due(table)) is not None and not table.gone and not self._closed and failures < TRIES:
                await asyncio.sleep(self.pace)
                try:
                    await self._decide(table, *due)
                    failures = 0
                except Problem as problem:  # stale: somebody took back, or took the seat
                    failures += problem.slug not in ("stale", "not-your-turn", "not-now")
                except Exception:
                    failures += 1
                    log.exception("a bot could not act at table %s", table.id)
        finally:
            table.thinking = None
        if self.house.at_hand(table.id) is table and failures < TRIES:
            self.look_at(table)

    async def _decide(self, table: Table, seat: int, level: str) -> None:
        head, view = table.head, table.course.view(seat)
        if table.bot_at(seat) is None or not table.course.may_decide(seat):
            return
        await self.house.ready(view.game.name, "search" if level in THOUGHT else "players")
        text = await asyncio.get_running_loop().run_in_executor(self._pool, self._think, (table.id, seat, level), view)
        await self.house.act(table, PlayAsked(seat, head, text, f"bot-{secrets.token_hex(6)}"))

    def _think(self, key: tuple[str, int, str], view: Match) -> str:
        player = self._players.pop(key, None) or players.make(key[2], secrets.randbelow(2**31))
        text = player.choose(view)
        if key[2] in THOUGHT:
            self._players[key] = player
            while len(self._players) > KEPT_PLAYERS:
                players.close(self._players.popitem(last=False)[1])
        return text
