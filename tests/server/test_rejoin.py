"""P4: whoever comes back, from any row and over any number of restarts, hears every row once and in order."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from websockets.asyncio.client import ClientConnection

from tests.server.client import Client, hear
from tests.server.conftest import House
from tests.server.crash import make_script

SCRIPT = make_script("coffee_rush", 5)
SOME = settings(
    max_examples=8,
    stateful_step_count=14,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    phases=[Phase.generate],
)


def machine(house: House, guest: Client, *breaks: str) -> type[RuleBasedStateMachine]:
    """A machine over one running house: each example is a table of its own."""

    class Rejoining(RuleBasedStateMachine):
        live: ClientConnection | None = None

        def do(self, work: Any) -> Any:
            return house.loop.run_until_complete(work)

        @initialize()
        def sit_down(self) -> None:
            seats = [{"kind": "me"}, {"kind": "screen", "name": "Taras"}]
            self.table = self.do(guest.table({"game": SCRIPT.game, "by_hand": True, "seats": seats}))
            self.head = 0
            self.known = 0
            self.heard: dict[int, str] = {}

        @rule(moves=st.integers(1, 4))
        def play(self, moves: int) -> None:
            for _ in range(moves):
                seat, text = SCRIPT.plies[self.head]
                self.do(guest.play(self.table, seat, self.head, text, str(self.head)))
                self.head += 1
            if self.live:
                self.listen()

        @precondition(lambda self: self.live is not None)
        @rule()
        def go(self) -> None:
            assert self.live is not None
            self.do(self.live.close())
            self.live = None

        @precondition(lambda self: self.live is None)
        @rule(back=st.integers(0, 3))
        def come(self, back: int) -> None:
            self.known = max(0, self.known - back)
            self.live = self.do(guest.live(self.table, since=self.known))
            house.lines.append(self.live)
            self.listen()

        @rule()
        def restart(self) -> None:
            if self.live:
                self.go()
            house.restart(*breaks)

        def listen(self) -> None:
            """Hear as far as the log goes: row after row, the same text for the same number."""
            assert self.live is not None
            while self.known < self.head:
                frame = self.do(hear(self.live))
                for row in frame.get("rows") or ():
                    assert row["seq"] == self.known + 1, "a row is missing, or came twice"
                    assert (
                        self.heard.setdefault(row["seq"], row["text"]) == row["text"] == SCRIPT.plies[row["seq"] - 1][1]
                    )
                    self.known += 1
                assert frame["kind"] != "table" or frame["table"]["head"] < self.head or self.known == self.head, (
                    "the table is ahead of its rows"
                )

        def teardown(self) -> None:
            if self.live:
                self.do(self.live.close())

    return Rejoining


def explore(house: House, *breaks: str, how: settings = SOME) -> None:
    house.open(*breaks)
    house.loop = asyncio.new_event_loop()
    try:
        guest = house.loop.run_until_complete(house.guest())
        run_state_machine_as_test(machine(house, guest, *breaks), settings=how)
    finally:
        for client in house.clients:
            client.close()
        for line in house.lines:
            line.transport.abort()
        house.loop.run_until_complete(asyncio.sleep(0.02))
        house.loop.close()


def test_whoever_comes_back_misses_nothing(either: House) -> None:
    explore(either)


def test_a_row_that_is_left_out_is_noticed(house: House) -> None:
    with pytest.raises(AssertionError, match=r"a row is missing|ahead of its rows"):
        explore(house, "since_off_by_one", how=settings(SOME, max_examples=100))  # it ends with the first that notices
