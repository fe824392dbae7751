"""Texts name sections by where they lie; that is looked up beside the rules, and must be where the rules say."""

from typing import Any

import demitasse
from demitasse.bots.players import SimplePlayer
from demitasse.games.cafe import notation
from demitasse.games.cafe.box import FACE
from demitasse.games.cafe.rules.district import place_at


def test_sections_are_named_by_the_places_the_rules_give() -> None:
    match, player = demitasse.Match("cafe", 3, seed=4, auto_draw=True), SimplePlayer(80, 4)
    compared = 0
    while match.actor is not None:
        match.play(player.choose(match))
        s: Any = match.state
        for seat in range(match.seats):
            places = notation._places(match.box, tuple(s.at[seat].tolist()))
            sections = [section for section in range(len(places)) if s.at[seat, section // FACE]]
            assert [places[section] for section in sections] == [
                place_at(match.box.records[0], s, seat, section) for section in sections
            ]
            compared += len(sections)
    assert compared > 1000
