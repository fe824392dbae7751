"""What tests of all games need for positions: read a few fields, play several plies, look at one field."""

from pathlib import Path

import numpy as np

from demitasse import Match
from demitasse.core.compiled import kernels
from demitasse.core.fields import Records
from demitasse.core.game import Game
from tests.players import broken


def read(match: Match, text: str) -> tuple[Records, set[str]]:
    """(states, the fields it names): a state of zeros but for what `text` says, one `field: value` a line."""
    states = match.game.fields.zeros()
    labels = match.game.notation.labels(match.box)
    named = set()
    for line in filter(str.strip, text.splitlines()):
        name, _, value = line.strip().partition(": ")
        match.game.fields.load(states[0], name, value, labels)
        named.add(name)
    return states, named


def settled(match: Match, states: Records) -> Match:
    """A match in that state, by way of its text."""
    match.set_state(states)
    return Match.from_position(match.position())


def play(match: Match, *texts: str) -> Match:
    """Carry out several plies, after which every invariant must hold."""
    for text in texts:
        match.play(text)
    assert not broken(match)
    return match


def field(match: Match, name: str) -> str:
    """A field of the position as text, empty if it is zero."""
    lines = dict(line.split(": ", 1) for line in match.position().splitlines() if ": " in line)
    return lines.get(name, "")


def legal(match: Match, *words: str) -> list[str]:
    """The legal texts that begin with one of the words."""
    return [text for text in match.legal() if text.split()[0] in words]


def drawn_among(match: Match) -> int:
    """The sum that the rules give for the weights of the draw that is due."""
    ids, weight = (np.zeros(number, np.int64) for number in (match.game.rules.MAX_LEGAL, match.game.rules.NUM_OUTCOMES))
    return int(kernels(match.game).look(match.box.records, match.states, 0, ids, weight)[1])


def changed_box(game: Game, folder: Path, *changes: tuple[str, str]) -> dict[str, object]:
    """Options that name a box file: ours with some text replaced."""
    text = game.box.text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "box.toml"
    path.write_text(text, encoding="utf-8")
    return {"box": str(path)}
