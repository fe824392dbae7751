"""Playing over the API as tests do: seats that pick any legal action, until something is the case."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

from tests.server.client import Client, Refused

SCREEN = {"game": "coffee_rush", "seats": [{"kind": "me"}, {"kind": "screen", "name": "Taras"}]}
Now = dict[str, Any]


async def play_until(
    client: Client, table: str, seats: Sequence[int], enough: Callable[[Now], bool], seed: int = 1
) -> Now:
    """Let seats pick any action, the client's own, until it is enough or over; bots are waited for."""
    choice = random.Random(seed)
    turn = 0
    while True:
        now: Now = await client.shown(table)
        if now["stage"] == "over" or enough(now):
            return now
        own = [seat for seat in now["waiting"] if seat in seats]
        if not own:
            await asyncio.sleep(0.01)
            continue
        seat = choice.choice(own)
        shown = now if now["seat"] == seat else await client.shown(table, seat)
        texts = [action["text"] for action in shown["scene"]["actions"]]
        if not texts:
            continue
        turn += 1
        try:
            await client.play(table, seat, shown["head"], choice.choice(texts), f"{seed}-{shown['head']}-{turn}")
        except Refused as refused:
            if refused.problem["type"] not in ("stale", "unavailable"):
                raise
