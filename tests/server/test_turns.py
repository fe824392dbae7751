"""Turns as a table's readers are sent them: on the row that ends one, and since one's own last ply."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

import demitasse
from demitasse.core import turns
from demitasse.core.words import words
from demitasse.server import bot_turns, seat_view, shapes
from demitasse.server.table import Table
from tests.server.test_scenes import live, new_table, play, played, script, to_the_choice


def rows(table: Table, seat: int | None, since: int = 0) -> list[shapes.RowShown]:
    return seat_view.rows(table, since, seat, "en")


def since(table: Table, seat: int) -> list[shapes.TurnShown]:
    return asyncio.run(seat_view.since(table, seat, "en"))


def numbers(told: Sequence[shapes.TurnShown | None]) -> list[int]:
    """The turns that have ended."""
    return [turn.turn for turn in told if turn and turn.ended]


@pytest.mark.parametrize("game", demitasse.game_names())
def test_every_turn_is_told_once_in_the_log_with_the_row_that_ends_it(game: str) -> None:
    table = played(game)
    found = rows(table, 1)
    ended = [turn.number for turn in turns.of(table.course.match) if turn.ended]
    assert sorted(numbers([row.told for row in found])) == ended
    assert all(row.told.turn == row.turn for row in found if row.told)
    assert all(row.turn for row in found)
    parts = [rows(table, 1, row.seq - 1)[0] for row in found[::9]]
    assert parts == found[::9], "however far back one reads"


@pytest.mark.parametrize("game", demitasse.game_names())
def test_who_is_asked_is_told_the_others_turns_with_what_they_changed(game: str) -> None:
    table, told = new_table(game), 0
    for seat, text in script(game)[:60]:
        play(table, seat, text)
        for reader in (0, 1):
            found = since(table, reader)
            assert not found or table.course.may_decide(reader)
            last = max((n for n, ply in enumerate(table.course.match.plies) if ply.actor == reader), default=-1)
            assert all(turn.seat == 1 - reader and turn.last > last for turn in found)
            if found and told < 6:
                check_marks(table, reader, found)
                told += 1
    assert told


def check_marks(table: Table, reader: int, found: Sequence[shapes.TurnShown]) -> None:
    scene = live(seat_view.drawings(table), table, table.head, reader)
    there = {thing["id"] for group in scene["groups"] for part in ("places", "pieces") for thing in group.get(part, ())}
    marks = [mark for turn in found for mark in turn.marks]
    assert marks, "something changed"
    for mark in marks:
        assert mark.on in there or mark.on.startswith(("summary-", "area-")), mark
        assert set(mark.path) <= there


def test_a_choice_made_in_secret_is_told_when_it_is_revealed() -> None:
    table, choices = to_the_choice()
    play(table, 1, choices[0])
    for seat in (0, None):
        so_far = {str(row.told.say) for row in rows(table, seat) if row.told and row.told.say}
        assert so_far
        assert all("die" in said and "drew" not in said and "passed" not in said for said in so_far)
        assert choices[0] not in str(rows(table, seat))
    assert since(table, 0) == []
    play(table, 0, "pass")
    last = rows(table, 0)[-1]
    assert last.told is not None
    assert last.told.seat == 0
    assert last.reveals is not None
    assert [(row.seat, row.told.seat if row.told else None) for row in last.reveals] == [(1, 1)]


def test_around_one_screen_nobody_in_the_log_is_you() -> None:
    table = played("coffee_rush")
    assert "You " in told_in_log(table)
    table.chairs = [replace(chair, person="o") for chair in table.chairs]
    assert "You " not in told_in_log(table)
    assert "Olha" in told_in_log(table)


def told_in_log(table: Table) -> str:
    return str([row.told.say for row in rows(table, 0) if row.told])


def test_a_replay_tells_the_turn_and_where_turns_end() -> None:
    table = played("coffee_rush")
    reading = seat_view.LogReader(table, table.head, 0, words("en"))
    turn = reading.told(turns.at(reading.turns, 20, None))
    assert turn is not None
    assert turn.first <= 20 < turn.last


def test_what_is_taken_back_is_told_no_more() -> None:
    table = new_table("coffee_rush")
    for seat, text in script("coffee_rush"):
        play(table, seat, text)
        ended = rows(table, 0)[-1].told
        if ended and ended.ended and ended.last - ended.first > 1 and ended.seat is not None:
            break
    assert ended is not None
    assert table.rows[-1].seat is not None
    table.accept(table.undo(table.rows[-1].seat, table.head, False, "u"))
    assert ended.turn not in numbers([row.told for row in rows(table, 0)])
    left = rows(table, 0)[-3]
    assert left.told is not None
    assert left.told.turn == ended.turn, "but for what is left of it"
    play(table, seat, text)
    assert numbers([row.told for row in rows(table, 0)])[-1] == ended.turn


def test_a_bot_that_waits_for_the_compiler_says_so_and_one_that_is_ready_does_not() -> None:
    assert whether_prepares(0.0) == []
    assert whether_prepares(2 * bot_turns.SOON) == [True, False]


def whether_prepares(seconds: float) -> list[bool]:
    """What a table tells of it while a bot needs something that is there after so long."""
    table, told = new_table("coffee_rush"), list[bool]()
    table.tell = lambda: told.append(table.preparing)  # type: ignore[method-assign]
    asyncio.run(bot_turns._prepared(table, asyncio.sleep(seconds)))
    return told
