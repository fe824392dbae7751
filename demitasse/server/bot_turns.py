"""The turns of bots: played at once, each person's bots with a share, going on after a restart."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from demitasse.bots import players
from demitasse.core.match import Match
from demitasse.core.network import find
from demitasse.core.setting import Setting
from demitasse.core.tree import GUIDED, THOUGHT
from demitasse.server.house import House
from demitasse.server.jobs import packed
from demitasse.server.problems import Problem
from demitasse.server.queries import with_bots
from demitasse.server.shapes import PlayAsked
from demitasse.server.table import PLAYS_ON, Table
from demitasse.server.workers import TookTooLong, Workers

GRACE = 10.0  # seconds after its time that a search may take before it is killed
NOBODY = ""  # whose share it is where nobody sits or looks
TRIES = 5
SOON = 0.3  # seconds after which those who wait are told that something is compiled
log = logging.getLogger("demitasse")


class BotTurns:
    """Sees to it that whenever a bot is to act at a table, it does."""

    def __init__(self, house: House, pace: float, workers: Workers) -> None:
        self.house, self.pace, self.workers = house, pace, workers
        self._pool = ThreadPoolExecutor(1, "simple-bots")
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
        self.workers.close()

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
        text = await (self._thought if level in THOUGHT else self._simple)(table, seat, level, view)
        await self.house.act(table, PlayAsked(seat, head, text, f"bot-{secrets.token_hex(6)}"))

    async def _simple(self, table: Table, seat: int, level: str, view: Match) -> str:
        """A decision without search."""
        await _prepared(table, self.house.ready(view.game.name, "players"))
        player = players.make(level, secrets.randbelow(2**31))
        return await asyncio.get_running_loop().run_in_executor(self._pool, player.choose, view)

    async def _thought(self, table: Table, seat: int, level: str, view: Match) -> str:
        """A decision of a search; the more people wait for one, the shorter it is."""
        game, part = view.game.name, await asyncio.to_thread(_part, view.setting, level)
        await _prepared(table, self.house.compiled(game, part))
        milliseconds = THOUGHT[level] / max(1, self.workers.queue.people)
        key = (table.id, seat, level)
        try:
            return await self.workers.do(
                share_of(table), milliseconds / 1000 + GRACE, "think", packed(view), level, milliseconds, key,
                secrets.randbelow(2**31), returns=str, prepare=(game, part), remembered=key,
            )  # fmt: skip
        except TookTooLong:
            log.warning("a search at table %s did not end; %s decides instead", table.id, PLAYS_ON)
            return await self._simple(table, seat, PLAYS_ON, view)


async def _prepared(table: Table, work: Coroutine[Any, Any, None]) -> None:
    """Wait until what a bot needs is there, and tell the table if that takes a while."""
    task = asyncio.ensure_future(work)
    try:
        if not (await asyncio.wait({task}, timeout=SOON))[0]:
            table.preparing = True
            table.tell()
        await task
    finally:
        task.cancel()
        if table.preparing:
            table.preparing = False
            table.tell()


def _part(setting: Setting, level: str) -> str:
    """Which part of a game a level's search at a table is."""
    if level not in GUIDED:
        return "search"
    network, why = find(setting)
    if why:
        _tell(why)
    return "guidance" if network else "search"


@cache
def _tell(why: str) -> None:
    """Say it in the log, once."""
    log.info("%s", why)


def share_of(table: Table) -> str:
    """Whose share a bot's thinking is: the host's; all tables without people have one share together."""
    attended = table.watchers or any(chair.kind == "person" for chair in table.chairs)
    return table.info.host if attended else NOBODY
