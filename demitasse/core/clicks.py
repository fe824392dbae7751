"""Clicks: where the legal actions of a moment are clicked, by a game's `click_VERB(moment, text, *args)`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from demitasse.core.match import Match
from demitasse.core.scene import Action, Held, name_pieces
from demitasse.core.words import Say


@dataclass(frozen=True)
class Moment:
    """What there is to look at when somebody is asked."""

    match: Match
    say: Say
    held: Held  # the names of pieces that are alike
    b: Any  # the box's record
    s: Any  # the state's record
    seat: int  # who is asked; 0 if nobody is

    @staticmethod
    def of(match: Match, say: Say) -> Moment:
        seat = match.actor if isinstance(match.actor, int) else 0
        return Moment(match, say, name_pieces(match), match.box.records[0], match.state, seat)


def clicks(match: Match, moment: Any) -> list[Action]:
    """Every legal action; `moment` is a Moment, or what a game looks at instead. Those of a kind that read alike in
    short are told at length.
    """
    found = list[Action]()
    for number in match.legal_ids():
        verb, args = match.game.actions.decode(number)
        found.append(match.game.clicks[verb](moment, match.action_text(number), *args))
    alike = Counter((action.kind, action.short, action.symbol) for action in found if action.kind and action.short)
    return [
        replace(action, short=action.label) if alike[action.kind, action.short, action.symbol] > 1 else action
        for action in found
    ]
