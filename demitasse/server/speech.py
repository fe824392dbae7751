"""Speech: the languages' words for the server, and the sentences of the log."""

from __future__ import annotations

from demitasse.core.box import Box
from demitasse.core.game import Game
from demitasse.core.words import LANGUAGES, Say, words

__all__ = ["LANGUAGES", "Say", "told", "words"]


def told(game: Game, box: Box, text: str, say: Say) -> str:
    """A decision's or draw's text as people say it."""
    tell = getattr(game, "tell", None)
    return str(tell(box, text, say)) if tell else text
