"""Telling: plies in words, for the log and for hints."""

from typing import NamedTuple

from demitasse.core.box import Box
from demitasse.core.play import Play, Ply
from demitasse.core.words import Say


class Told(NamedTuple):
    """What a game's `tell_VERB(t, *args)` gets beside the arguments."""

    box: Box
    say: Say
    text: str  # the ply's, for what only the state of that moment knew (where on a district, say)


def tell(match: Play, ply: Ply, say: Say) -> str:
    """A decision or a draw as a phrase."""
    game = match.game
    verb, args = (game.outcomes if ply.actor == "*" else game.actions).decode(ply.id)
    return str(game.tells[verb](Told(match.box, say, ply.text), *args))


def sentence(match: Play, ply: Ply, name: str, say: Say) -> str:
    """A ply as the log tells it: what somebody of that name decided, or what was drawn."""
    told = tell(match, ply, say)
    if ply.actor == "*":
        return say(match.game.drawn).format(thing=told)
    return say("{name}: {deed}").format(name=name, deed=told)
