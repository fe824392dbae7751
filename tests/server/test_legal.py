"""P6: only legal actions, only by the seat that has the decision; whatever else comes gets a typed refusal."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import demitasse
from demitasse.core.draws import commitment
from demitasse.server.problems import PROBLEMS, Problem
from demitasse.server.table import Chair, Info, Table
from tests.server import breaks
from tests.server.client import Refused
from tests.server.conftest import House
from tests.server.playing import SCREEN, play_until

OTHERS = 25  # texts of actions that are not legal, tried at every ply beside all that are


def wrong_answers(name: str, plies: int) -> list[tuple[int, int, str]]:
    """Every legal action and many others by every seat at every ply of a random game: what was accepted or refused
    wrongly.
    """
    choice = random.Random(name)
    info = Info("t", name, {}, None, None, 0, False, "seed", "h", "playing", 0, None)
    table = Table(info, [Chair(seat, "person", None, f"p{seat}", f"n{seat}") for seat in range(3)], [])
    table.accept(table.begin(table.chairs))
    seen, wrong = {"pass", "nonsense"}, []
    while table.info.stage == "playing" and table.course.ply < plies:
        match, held = table.course.match, table.course.held
        for seat in range(3):
            view = match.view(seat)
            legal = set(view.legal()) if view.actor == seat and seat not in held else set()
            seen |= set(view.legal())
            for text in legal | set(choice.sample(sorted(seen), min(OTHERS, len(seen)))):
                if accepted(table, seat, text) != (text in legal):
                    wrong.append((table.course.ply, seat, text))
        seat = choice.choice(table.course.waiting())
        table.accept(table.play(seat, table.head, choice.choice(table.course.view(seat).legal()), str(table.head)))
    return wrong


def accepted(table: Table, seat: int, text: str) -> bool:
    try:
        table.play(seat, table.head, text, "n")
        return True
    except Problem as problem:
        if problem.slug not in ("illegal", "not-your-turn", "not-now"):
            raise
        return False


@pytest.mark.parametrize("name", demitasse.game_names())
def test_accepted_is_exactly_what_is_legal_for_the_seat(name: str) -> None:
    async def work() -> None:
        assert wrong_answers(name, 120) == []

    asyncio.run(work())


def test_a_server_that_does_not_ask_whose_turn_it_is_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        assert wrong_answers("coffee_rush", 20)

    monkeypatch.setattr(Table, "play", Table.play)  # put back afterwards
    breaks.no_turn_check()
    asyncio.run(work())


async def takes_anothers_seat(house: House) -> bool:
    """Whether somebody can decide for another."""
    olha, thief = await house.guest("Olha"), await house.guest("Thief")
    table = await olha.table(SCREEN)
    now = await olha.shown(table)
    try:
        await thief.play(table, now["seat"], now["head"], now["scene"]["actions"][0]["text"], "n")
    except Refused as refused:
        return refused.status != 403
    return True


@pytest.mark.parametrize(("broken", "taken"), [((), False), (("no_seat_check",), True)])
def test_nobody_decides_for_another_seat(house: House, broken: tuple[str, ...], taken: bool) -> None:
    async def work() -> None:
        assert await takes_anothers_seat(house) == taken

    house.open(*broken)
    house.run(work())


def _play(seat: str = "0", seq: str = "0", text: str = '"a"', nonce: str = '"n"', more: str = "") -> bytes:
    return f'{{"seat":{seat},"seq":{seq},"text":{text},"nonce":{nonce}{more}}}'.encode()


BODIES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"1",
    b'"x"',
    b"{}",
    b'{"seat":0}',
    b"\xff\xfe",
    b"[" * 5000,
    b'{"a":' * 900 + b"1" + b"}" * 900,
    _play(seat='"0"'),
    _play(seat="99"),
    _play(seat="1.5"),
    _play(seat="true"),
    _play(seat="-1"),
    _play(seq="-1"),
    _play(seq="9" * 20),
    _play(text='""'),
    _play(text="null"),
    _play(nonce='""'),
    _play(nonce='"' + "n" * 65 + '"'),
    _play(more=',"more":1'),
    _play(text='"\\u0000"', nonce='"\\u0000"'),
    _play(text='"' + "a" * 601 + '"'),
]


def test_whatever_is_sent_gets_a_typed_refusal(house: House) -> None:
    async def work() -> None:
        olha = await house.guest()
        table = await olha.table(SCREEN)
        for path in ("plays", "undo", "seat", "join"):
            for body in BODIES:
                status, said = await olha.raw("POST", f"/api/tables/{table}/{path}", body)
                if path == "join" and status == 200:
                    continue  # {} says nothing wrong there
                problem = json.loads(said)
                assert (problem["status"], PROBLEMS[problem["type"]][0]) == (status, status), (path, body, said)
                assert 400 <= status < 500, (path, body, said)

    house.run(work())


# P14 ------------------------------------------------------------------------------------------------------------------


async def finished_record(house: House) -> tuple[str, str]:
    """(commitment before the game, record after it)."""
    olha, taras = await house.guest("Olha"), await house.guest("Taras")
    table = await olha.table(
        {"game": "kanban_menu", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "guest"}]},
        start=False,
    )
    promised = (await olha.shown(table))["commit"]
    await taras.post(f"/api/tables/{table}/join", {"luck": "seven spoons"})
    await olha.post(f"/api/tables/{table}/start", {"luck": "blue cup"})
    over = asyncio.Event()

    async def play(client: object, seat: int) -> None:
        await play_until(client, table, [seat], lambda now: over.is_set(), seat)  # type: ignore[arg-type]
        over.set()

    await asyncio.gather(play(olha, 0), play(taras, 1))
    return promised, await olha.get(f"/api/tables/{table}/record")


def test_every_draw_follows_from_the_seed_that_was_promised_and_the_players_luck(house: House) -> None:
    async def work() -> None:
        promised, record = await finished_record(house)
        match = demitasse.load(record)
        assert match.seed is not None
        assert commitment(match.seed) == promised
        assert match.luck == ("blue cup", "seven spoons", "")
        assert any("draws follow from the seed" in line for line in demitasse.verify(record))
        with pytest.raises(demitasse.BadRecord, match="the seed draws"):
            demitasse.verify(record.replace("blue cup", "blue cap"))
        with pytest.raises(demitasse.BadRecord):
            demitasse.verify(record.replace(match.seed, match.seed[::-1]))

    house.run(work())


def test_a_draw_that_is_not_the_seeds_is_noticed(house: House) -> None:
    async def work() -> None:
        _, record = await finished_record(house)
        with pytest.raises(demitasse.BadRecord, match="the seed draws"):
            demitasse.verify(record)

    house.open("another_draw")
    house.run(work())
