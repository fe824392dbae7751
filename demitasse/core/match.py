"""Match: the surface of a game under way; with it comes all that is built on one: records, pictures, hints."""

from __future__ import annotations

from demitasse.core import hints, record, scene, svg, turns
from demitasse.core.hints import Hint
from demitasse.core.play import Play
from demitasse.core.turns import Turn
from demitasse.core.words import words


class Match(Play):
    """A game being played, that can be written down, drawn and thought about."""

    def record(self, comments: bool = False) -> str:
        """The match as text, with `comments` every turn told in it; `load` reads it back."""
        return record.dump(self, comments)

    def turns(self) -> list[Turn]:
        """The turns so far, the last perhaps not ended yet."""
        return turns.of(self)

    def tell(self, turn: Turn, reader: int | None = None, language: str = "en") -> str:
        """A turn in a sentence or two, as a seat or, with None, anybody is told it."""
        return turns.tell(self, turn, reader, words(language)).text

    def position(self) -> str:
        """The present position as text, without the past; `from_position` reads it back."""
        return record.dump_position(self)

    @staticmethod
    def from_position(text: str, seed: str | int | None = None, auto_draw: bool = False) -> Match:
        """A match that begins in a position. Raises BadPosition if the text cannot be read or breaks an invariant."""
        return record.load_position(Match, text, seed, auto_draw)

    def hint(self, level: str = "barista") -> Hint:
        """What every legal action is worth to the seat to act, and the best line."""
        return hints.hint(self, level)

    def _repr_svg_(self) -> str:
        """A picture of the table, for notebooks."""
        return svg.write(scene.scene(self))


def load(text: str) -> Match:
    """The match a record tells. Raises BadRecord, saying where, if it cannot be read or does not replay."""
    return record.load(Match, text)
