"""People at a table: plies without choice, several decisions at once, what a host allows, talk, and who is here."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from demitasse.core.play import TOGETHER
from demitasse.server.problems import Problem
from demitasse.server.shapes import PlayAsked
from demitasse.server.table import Chair, Info, Table
from tests.server.client import Client, hear, refusal
from tests.server.conftest import House

CAFE = {"game": "coffee_rush", "seats": [{"kind": "me"}, {"kind": "open"}]}
WALK = ("place a1", "place d1", "place d4")  # of three seats, the last one first


def begun(**allowed: Any) -> Table:
    """A table of three at which the first seat is about to walk from d4."""
    info = Info("t", "coffee_rush", {}, None, None, 0, False, "seed", "h", "playing", 0, None, **allowed)
    table = Table(info, [Chair(seat, "person", None, f"p{seat}", f"n{seat}") for seat in range(3)], [])
    table.accept(table.begin(table.chairs))
    for seat, text in zip((2, 1, 0), WALK, strict=True):
        table.accept(table.play(seat, table.head, text, text))
    return table


def texts(table: Table, since: int) -> list[str]:
    return [row.text for row in table.rows[since:]]


def at_a_table(**allowed: Any) -> Table:
    async def work() -> Table:
        return begun(**allowed)

    return asyncio.run(work())


def test_a_last_stop_is_made_with_the_step_before_and_taken_back_with_it() -> None:
    table = at_a_table()
    for step in ("d4-d3", "d3-c3"):
        table.accept(table.play(0, table.head, step, step))
    before, legal = table.head, table.course.match.legal()
    change = table.play(0, table.head, "c3-b3", "n")
    assert [(row.seat, row.text, row.nonce) for row in change.rows] == [(0, "c3-b3", "n"), (0, "stop", None)]
    table.accept(change)
    assert table.done(before + 1) == (before + 1, before + 2)
    table.accept(table.undo(0, table.head, False, "u"))
    assert table.course.match.legal() == legal
    assert table.rows[-1].text == f"{before + 2} {before + 1}"


def test_what_was_said_at_once_is_known_as_a_whole() -> None:
    table = at_a_table()
    asked = PlayAsked(0, table.head, "d4-d3 / d3-c3 / c3-b3", "n")
    table.accept(table.prepare(asked))
    assert texts(table, asked.seq) == ["d4-d3", "d3-c3", "c3-b3", "stop"]
    again = Table(table.info, table.chairs, table.rows)  # as another process reads it
    for each in (table, again):
        assert each.answer(asked) == (asked.seq + 1, asked.seq + 4)
        for other in ("d4-d3", "d4-d3 / d3-c3", "d4-d3 / d3-c3 / c3-b3 / stop", "d4-d3 / d3-c3 / c3-d3"):
            with pytest.raises(Problem, match="something else"):
                each.answer(PlayAsked(0, asked.seq, other, "n"))


@pytest.mark.parametrize("why", ["setting", "program", "bot", "by hand"])
def test_programs_bots_and_real_boxes_see_every_ply(why: str) -> None:
    table = at_a_table(automatic=why != "setting")
    if why == "program":
        table.presence.sign("p0", program=True)
    elif why == "bot":
        table.course.away[0] = "guest"
    elif why == "by hand":
        table.info.by_hand = True
    for step in ("d4-d3", "d3-c3", "c3-b3"):
        table.accept(table.play(0, table.head, step, step))
    assert texts(table, table.head - 1) == ["c3-b3"]
    assert table.course.match.legal() == ["stop"]


def test_what_is_said_at_once_is_made_whole_or_not_at_all_and_taken_back_whole() -> None:
    table = at_a_table()
    head = table.head
    with pytest.raises(Exception, match="not legal"):
        table.play(0, head, TOGETHER.join(["d4-d3", "d3-c3", "d3-b3"]), "n")
    with pytest.raises(Exception, match="does not decide then"):
        table.play(
            0,
            head,
            TOGETHER.join(["d4-d3", "d3-c3", "c3-b3", "stop", "pour", "coffee 1", "steam 1", "milk 1", "stop"]),
            "n",
        )
    table.accept(table.play(0, head, TOGETHER.join(["d4-d3", "d3-c3", "c3-b3"]), "n"))
    assert texts(table, head) == ["d4-d3", "d3-c3", "c3-b3", "stop"]
    table.accept(table.undo(0, table.head, False, "u"))
    assert table.course.match.legal()[0] == "d4-d3"


@pytest.mark.parametrize("name", ["cafe", "coffee_rush", "kanban_menu"])
def test_a_table_ends_a_turn_by_itself_only_where_nothing_could_be_taken_back(name: str) -> None:
    async def work() -> None:
        info = Info("t", name, {}, None, None, 0, False, "seed", "h", "playing", 0, None)
        table = Table(info, [Chair(seat, "person", None, f"p{seat}", f"n{seat}") for seat in range(2)], [])
        table.accept(table.begin(table.chairs))
        choice, made, ended = random.Random(name), 0, 0
        while table.info.stage == "playing" and table.course.ply < 250:
            seat = table.course.waiting()[0]
            match = table.course.match
            text = match.action_text(match.policy_choice(80, choice.randrange(2**31)))
            change = table.play(seat, table.head, text, str(table.head))
            plays = [row for row in change.rows if row.kind == "play"]
            made += len(plays) - 1
            for row in plays[1:]:
                before = change.rows[change.rows.index(row) - 1]
                if row.text in ("done", "finish"):
                    assert before.kind == "draw", "so that nothing can be taken back"
                    ended += 1
                else:
                    assert change.rows[-1] is row
                    assert change.course.match.actor == seat
            table.accept(change)
        assert made
        assert bool(ended) == (name == "kanban_menu"), "elsewhere nothing is left to say after a draw"

    asyncio.run(work())


async def two(house: House, **asked: Any) -> tuple[Client, Client, str]:
    """A host and a guest at a table that waits for its start."""
    host, guest = await house.guest("Olha"), await house.guest("Taras")
    table = await host.table({**CAFE, **asked}, start=False)
    await guest.post(f"/api/tables/{table}/join", {})
    return host, guest, table


async def said(client: Client, table: str, known: int = 0) -> list[dict[str, Any]]:
    """What somebody hears who comes now."""
    live = await client.live(table, talk=known)
    frame = await hear(live)
    live.transport.abort()
    return list(frame["talk"] or [])


def test_people_talk_and_who_comes_later_hears_it(either: House) -> None:
    async def work() -> None:
        host, guest, table = await two(either)
        live = await host.live(table, talk=0)
        await hear(live)
        await guest.post(f"/api/tables/{table}/talk", {"kind": "words", "text": "  Привіт,   👩‍🍳 "})
        while not (frame := await hear(live))["talk"]:
            pass
        live.transport.abort()
        assert [(line["name"], line["seat"], line["text"]) for line in frame["talk"]] == [("Taras", 1, "Привіт, 👩‍🍳")]
        await host.post(f"/api/tables/{table}/talk", {"kind": "phrase", "text": "hello"})
        either.restart()
        stranger = await either.guest("Ivan")
        assert [(line["number"], line["kind"]) for line in await said(stranger, table)] == [(1, "words"), (2, "phrase")]
        assert [line["number"] for line in await said(stranger, table, 1)] == [2]
        with refusal("forbidden"):
            await stranger.post(f"/api/tables/{table}/talk", {"kind": "words", "text": "me too"})

    either.run(work())


def test_talk_is_bounded_and_can_be_turned_off(house: House) -> None:
    async def work() -> None:
        host, guest, table = await two(house)
        for text in ("", "  ", "a\x00b", "a\u202eb", "x" * 201):
            with refusal("bad-request"):
                await guest.post(f"/api/tables/{table}/talk", {"kind": "words", "text": text})
        with refusal("bad-request"):
            await guest.post(f"/api/tables/{table}/talk", {"kind": "phrase", "text": "boo"})
        with refusal("not-now"):  # the game has not begun
            await guest.post(f"/api/tables/{table}/talk", {"kind": "nudge"})
        with refusal("too-many"):
            for _ in range(20):
                await guest.post(f"/api/tables/{table}/talk", {"kind": "phrase", "text": "oops"})
        with refusal("forbidden"):
            await guest.post(f"/api/tables/{table}/settings", {"chat": False})
        assert not (await host.post(f"/api/tables/{table}/settings", {"chat": False}))["chat"]
        with refusal("not-here"):
            await host.post(f"/api/tables/{table}/talk", {"kind": "phrase", "text": "oops"})

    house.open(rate=20)
    house.run(work())


def test_a_nudge_reaches_whom_the_table_waits_for_and_has_a_rate(house: House) -> None:
    async def work() -> None:
        host, guest, table = await two(house)
        await host.post(f"/api/tables/{table}/start", {})
        now = await host.shown(table)
        waits, asked = (host, 1) if now["waiting"] == [1] else (guest, 0)
        await waits.post(f"/api/tables/{table}/talk", {"kind": "nudge"})
        assert [(line["kind"], line["text"]) for line in await said(guest, table)] == [("nudge", str(asked))]
        with refusal("too-many"):
            await waits.post(f"/api/tables/{table}/talk", {"kind": "nudge"})
        with refusal("not-now"):
            await (guest if waits is host else host).post(f"/api/tables/{table}/talk", {"kind": "nudge"})

    house.open(rate=20)
    house.run(work())


def test_among_people_hints_are_off_unless_agreed_on_and_told_if_on(house: House) -> None:
    async def work() -> None:
        host, guest, table = await two(house)
        assert not (await host.shown(table))["hints"]
        await host.post(f"/api/tables/{table}/settings", {"hints": True, "undo": False})
        await host.post(f"/api/tables/{table}/start", {})
        with refusal("not-now"):
            await host.post(f"/api/tables/{table}/settings", {"hints": False})
        now = await host.shown(table)
        asks = host if now["waiting"] == [0] else guest
        await asks.get(f"/api/tables/{table}/hint", seat=now["waiting"][0])
        assert [line["kind"] for line in await said(guest, table)] == ["hint"]
        seat = now["waiting"][0]
        text = (await asks.shown(table, seat))["scene"]["actions"][0]["text"]
        done = await asks.play(table, seat, now["head"], text, "n")
        with refusal("not-here"):
            await asks.post(f"/api/tables/{table}/undo", {"seat": seat, "seq": done["head"], "nonce": "u"})
        alone = await host.table({"game": "coffee_rush", "seats": [{"kind": "me"}, {"kind": "bot"}]}, start=False)
        assert (await host.shown(alone))["hints"]
        without = await host.table({**CAFE, "seats": [{"kind": "me"}] * 2, "hints": False}, start=False)
        with refusal("not-here"):
            await host.get(f"/api/tables/{without}/hint", seat=0)

    house.open()
    house.run(work())


def test_everybody_is_told_who_watches_and_who_is_here(house: House) -> None:
    async def work() -> None:
        host, _, table = await two(house)
        watcher = await house.guest("Ivan")
        lines = [await client.live(table) for client in (host, watcher, watcher)]
        frame = await hear(lines[1])
        while frame["table"]["watchers"] != ["Ivan"] or not frame["table"]["seats"][0]["connected"]:
            frame = await hear(lines[1])
        assert frame["table"]["watching"] == 1  # twice the same
        assert [seat["connected"] for seat in frame["table"]["seats"]] == [True, False]
        for line in lines:
            line.transport.abort()

    house.open()
    house.run(work())


def test_around_one_screen_undo_reaches_over_seats_to_the_last_draw(house: House) -> None:
    async def work() -> None:
        host = await house.guest("Olha")
        table = await host.table(
            {"game": "coffee_rush", "seats": [{"kind": "me"}, {"kind": "screen", "name": "Taras"}]}
        )
        for _ in range(2):
            now = await host.shown(table)
            await host.play(table, now["seat"], now["head"], now["scene"]["actions"][0]["text"], str(now["head"]))
        for seat in (0, 1):
            now = await host.shown(table)
            assert now["undo_seat"] == seat
            asked = {"seat": seat, "seq": now["head"], "nonce": f"u{seat}"}
            await host.post(f"/api/tables/{table}/undo", asked)
        assert (await host.shown(table))["undo_seat"] is None

    house.open()
    house.run(work())
