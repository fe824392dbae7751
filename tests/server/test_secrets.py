"""P5: nothing hidden leaves. Two tables that differ only in a secret choice look the same, byte for byte, to whoever
may not know it.
"""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

from demitasse import Match
from tests.server.client import Client, hear
from tests.server.conftest import House
from tests.server.playing import play_until

ROUNDS = 3


class Twin:
    """One of two tables of Cat Café, draws by hand, with Olha at the first and Taras at the second seat."""

    def __init__(self, olha: Client, taras: Client, watcher: Client) -> None:
        self.olha, self.taras, self.watcher = olha, taras, watcher
        self.match = Match("cat_cafe", 2)
        self.seen: list[str] = []  # everything that Olha and a watcher were sent

    async def sit_down(self) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        self.id = await self.olha.table({"game": "cat_cafe", "by_hand": True, "seats": seats}, start=False)
        await self.taras.post(f"/api/tables/{self.id}/join", {})
        await self.olha.post(f"/api/tables/{self.id}/start", {})
        self.lines = [
            await self.olha.live(self.id, since=0, seat=0, scenes=1),
            await self.watcher.live(self.id, since=0, scenes=1),
        ]
        for line in self.lines:
            await hear(line)  # from now on they count as connected
        self.head = 0

    async def play(self, seat: int, text: str) -> None:
        client = self.taras if seat == 1 else self.olha
        self.head = (await client.play(self.id, seat, self.head, text, f"n{self.head}"))["head"]

    async def undo(self, seat: int) -> None:
        client = self.taras if seat == 1 else self.olha
        body = {"seat": seat, "seq": self.head, "nonce": f"n{self.head}"}
        self.head = (await client.post(f"/api/tables/{self.id}/undo", body))["head"]

    async def look(self) -> None:
        """Keep everything that can be asked by somebody who does not have the second seat, and every frame so far."""
        place = f"/api/tables/{self.id}"
        for client, query in ((self.olha, "?seat=0"), (self.watcher, "")):
            self.seen.append(json.dumps(await client.get(f"{place}{query}")))
            self.seen.append(json.dumps(await client.get(f"{place}/log{query}")))
            self.seen.append(await client.get(f"{place}/record"))
            ply = (await client.get(f"{place}{query}"))["ply"]
            for back in range(3):
                self.seen.append(
                    json.dumps(
                        await client.get(f"{place}/replay", ply=max(0, ply - back), **({"seat": 0} if query else {}))
                    )
                )
        shown = await self.olha.shown(self.id, 0)
        for action in shown["scene"]["actions"][:3]:
            self.seen.append(json.dumps(await self.olha.get(f"{place}/preview", seat=0, text=action["text"])))
        for line in self.lines:
            known = 0
            while known < self.head:
                frame = await hear(line)
                if frame["kind"] == "rows":  # how many rows come together is a matter of time
                    known = frame["head"]
                    self.seen += [json.dumps(row) for row in frame["rows"]]
            self.seen.append(frame["view"])

    async def close(self) -> None:
        for line in self.lines:
            await line.close()

    @property
    def told(self) -> list[str]:
        """What was seen, without what differs between any two tables."""
        return [re.sub(r'"(created|commit|id)": ("[0-9a-f]*"|\d+)', "", text) for text in self.seen]


async def two_tables(house: House) -> tuple[list[str], list[str]]:
    """What Olha and a watcher see of two games that differ only in what Taras chooses in secret and takes back."""
    olha, taras, watcher = await house.guest("Olha"), await house.guest("Taras"), house.client()
    twins = [Twin(olha, taras, watcher), Twin(olha, taras, watcher)]
    for twin in twins:
        await twin.sit_down()
    match = Match("cat_cafe", 2, seed=7)
    for _ in range(ROUNDS):
        while "pass" not in match.legal():  # until both are to choose
            who, text = match.actor, match.draw() if match.actor == "*" else match.legal()[0]
            if who != "*":
                match.play(text)
            for twin in twins:
                await twin.play(1 if who == 1 else 0, text)
        choices = match.view(1).legal()
        for twin, text in zip(twins, (choices[0], choices[1]), strict=True):
            await twin.play(1, text)
            await twin.look()
            await twin.undo(1)
            await twin.look()
            await twin.play(1, choices[0])
            await twin.look()
        mine = match.view(0).legal()[-1]
        for twin in twins:
            await twin.play(0, mine)
            await twin.look()
        for seat in (match.actor, 1 - int(match.actor or 0)):
            match.play(mine if seat == 0 else choices[0])
    for twin in twins:
        await twin.close()
    return twins[0].told, twins[1].told


def test_a_secret_choice_changes_nothing_for_the_others_not_even_after_an_undo(house: House) -> None:
    async def work() -> None:
        first, second = await two_tables(house)
        assert len(first) > 50
        assert first == second

    house.run(work())


def test_a_view_that_shows_too_much_is_noticed(house: House) -> None:
    async def work() -> None:
        first, second = await two_tables(house)
        assert first != second

    house.open("show_hidden")
    house.run(work())


def test_the_seed_is_in_no_answer_before_the_end(house: House, sqlite: str) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table({"game": "cat_cafe", "seats": [{"kind": "me"}, {"kind": "bot", "level": "guest"}]})
        live = await olha.live(table, since=0, scenes=1)
        said: list[Any] = []
        for ply in (20, 60, 1000):
            now = await play_until(olha, table, [0], lambda now, ply=ply: now["ply"] > ply)  # type: ignore[misc]
            if now["stage"] == "over":
                break
            place = f"/api/tables/{table}"
            said += [
                now,
                await olha.get(f"{place}/log"),
                await olha.get(f"{place}/record"),
                await olha.get("/api/tables"),
            ]
            said += [await hear(live), await hear(live)]
        await live.close()
        with sqlite3.connect(sqlite.removeprefix("sqlite:///")) as connection:
            seed = connection.execute("SELECT seed FROM tables").fetchone()[0]
        connection.close()
        assert len(seed) == 64
        assert seed not in json.dumps(said)
        assert (await olha.shown(table))["seed"] == seed

    house.run(work())
