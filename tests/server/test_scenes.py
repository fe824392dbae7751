"""Scenes of tables: pieces keep their names, whoever looks at what and when; and a scene is of what is the case, not of
what was taken back.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

import demitasse
from demitasse.bots.players import SimplePlayer
from demitasse.server import scenes, seat_view
from demitasse.server.scenes import Drawings
from demitasse.server.table import Chair, Info, Table

OLHA, TARAS = Chair(0, "person", None, "o", "Olha"), Chair(1, "person", None, "t", "Taras")
PLIES = 90


def new_table(game: str) -> Table:
    return Table(Info("1", game, {}, None, None, 0, True, "7", "o", "playing", 0, None), [OLHA, TARAS], [])


def play(table: Table, seat: int, text: str) -> None:
    table.accept(table.play(seat, table.head, text, f"n{table.head}"))


@cache
def script(game: str) -> Sequence[tuple[int, str]]:
    """The plies of a game between sensible players; the first seat enters the draws."""
    match, player = demitasse.Match(game, 2, seed=1), SimplePlayer(80, 1)
    while match.actor is not None and len(match.plies) < PLIES:
        match.play(player.choose(match)) if match.actor != "*" else match.draw()
    return [(0 if ply.actor == "*" else ply.actor, ply.text) for ply in match.plies]


def played(game: str) -> Table:
    table = new_table(game)
    for seat, text in script(game):
        play(table, seat, text)
    return table


def read(scene: Any) -> Any:
    return json.loads(bytes(scene))


def live(drawn: Drawings, table: Table, seq: int, seat: int | None) -> Any:
    return read(drawn.live(table.snapshot(), seq, seat, "en"))


def pieces(scene: Any) -> dict[str, Any]:
    return {
        piece["id"]: {"group": group["id"], **piece} for group in scene["groups"] for piece in group.get("pieces", ())
    }


@pytest.mark.parametrize("game", demitasse.game_names())
def test_names_of_pieces_do_not_depend_on_who_looked_when(game: str) -> None:
    table = played(game)
    in_order, at_random, late = Drawings(), Drawings(), Drawings()
    expected = {(seq, seat): live(in_order, table, seq, seat) for seq in range(table.head + 1) for seat in (0, 1, None)}
    for seq, seat in random.Random(1).sample(sorted(expected, key=str), 40):
        assert live(at_random, table, seq, seat) == expected[seq, seat]
    assert live(late, table, table.head, 0) == expected[table.head, 0]
    past = [read(in_order.past(table.course, ply, 0, "en")) for ply in range(table.course.ply + 1)]
    for ply in (80, 3, 81, 40, 41, 80):
        assert read(at_random.past(table.course, ply, 0, "en")) == past[ply]


@pytest.mark.parametrize("game", demitasse.game_names())
def test_a_preview_shows_what_then_happens_to_the_pieces_of_the_scene(game: str) -> None:
    table, drawn, looked_at = new_table(game), Drawings(), 0
    for seat, text in script(game):
        before = pieces(live(drawn, table, table.head, seat))
        decides = (
            table.course.may_decide(seat) and not table.course.hidden
        )  # a choice that reveals others' is not foreseen
        found = scenes.preview(drawn, table.snapshot(), text, seat, "en") if decides else {}
        play(table, seat, text)
        if decides:
            after = {name: piece for name, piece in before.items() if name not in found["gone"]}
            after |= {piece["id"]: piece for piece in found["pieces"]}
            assert after == pieces(live(drawn, table, table.head, seat))
            looked_at += 1
    assert looked_at > PLIES / 4


# Cat Café: choices that the others may not know
# ------------------------------------------------------------------------


def to_the_choice() -> tuple[Table, Sequence[str]]:
    """A table where both are to choose, and what the second seat may choose."""
    table = new_table("cat_cafe")
    while "pass" not in table.course.match.legal():
        match = table.course.match
        play(table, 0 if match.actor == "*" else int(match.actor or 0), next(iter(match.outcomes() or match.legal())))
    return table, table.course.match.view(1).legal()


def what_olha_sees(choice: int, chooser_looks: bool) -> list[Any]:
    table, choices = to_the_choice()
    drawn = Drawings()
    found = [live(drawn, table, table.head, 0)]
    for text in (choices[choice], choices[0]):
        play(table, 1, text)
        if chooser_looks:
            live(drawn, table, table.head, 1)
            drawn.past(table.course, table.course.ply, 1, "en")
        found += [
            live(drawn, table, table.head, 0),
            live(drawn, table, table.head, None),
            scenes.preview(drawn, table.snapshot(), "pass", 0, "en"),
        ]
        found += [read(drawn.past(table.course, ply, 0, "en")) for ply in range(table.course.ply + 1)]
        table.accept(table.undo(1, table.head, False, f"u{table.head}"))
    return found


def test_a_chooser_who_looks_changes_nothing_for_the_others() -> None:
    expected = what_olha_sees(0, chooser_looks=False)
    assert what_olha_sees(1, chooser_looks=False) == expected
    assert what_olha_sees(1, chooser_looks=True) == expected


# What is no longer so
# ---------------------------------------------------------------------------------------------------


def replays(drawn: Drawings, table: Table) -> list[Any]:
    return [read(drawn.past(table.course, ply, 0, "en")) for ply in reversed(range(table.course.ply + 1))]


@pytest.mark.parametrize("game", demitasse.game_names())
def test_a_replay_shows_what_was_played_instead_of_what_was_taken_back(game: str) -> None:
    table, drawn = new_table(game), Drawings()
    last = []
    for which in (0, -1):
        while (match := table.course.match).actor != 1:
            play(table, 0, list(match.outcomes() or match.legal())[which])
        last.append(replays(drawn, table))
        assert last[-1] == replays(Drawings(), table)
        while which == 0 and table.course.to_take_back(0, False, True):
            table.accept(table.undo(0, table.head, False, f"u{table.head}"))
    assert last[0] != last[1]


def test_whoever_sits_down_is_in_the_scene_by_name() -> None:
    async def work() -> None:
        table = new_table("coffee_rush")
        assert "Taras" in json.dumps(read(await seat_view.scene(table, 0, "en")))
        table.seat([OLHA, Chair(1, "person", None, "m", "Mykola")])
        assert "Mykola" in json.dumps(read(await seat_view.scene(table, 0, "en")))

    asyncio.run(work())
