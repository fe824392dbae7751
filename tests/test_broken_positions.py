"""Broken positions: what `check` says of positions in which something is not as it was stays as it is, and what it
lets pass can be played.

The positions are those after some plies of a golden playthrough, and some of each phase, each changed in many ways.
`python -m tests.test_broken_positions` writes the table anew; look at the difference before you commit it.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from demitasse import Match, game_names
from demitasse.core.compiled import kernels
from demitasse.core.draws import advance, below, seeded
from demitasse.core.fields import Field, Records
from tests.golden import FOLDER, plies_of
from tests.players import broken
from tests.test_perft import after

TABLE = Path(__file__).with_name("broken_positions.txt")  # playthrough, ply, a hash of all answers, how often each
ROWS = [line.split() for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
CHANGES = 40  # of each position
OF_A_PHASE = 4  # positions at least
TRIES = 50  # at a change that the fields allow
Ints = npt.NDArray[np.int64]


class Changer:
    """Changes the state of a match by a seed: entries of fields are set, swapped, or moved to where the same counts."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.fields = [field for field in match.game.fields if field.name != "seats"]
        self.counts = [field for field in self.fields if field.axes and not field.values]
        self.labels = match.game.notation.labels(match.box)
        self.random = int(seeded(len(match.plies), 11))

    def pick(self, number: int) -> int:
        self.random = int(advance(self.random))
        return int(below(self.random, number))

    def changed(self) -> Records:
        """Another state, one that the fields allow."""
        for _ in range(TRIES):
            states = self.match.states.copy()
            (self.set, self.set_two, self.swap, self.move)[self.pick(4)](states)
            if (states != self.match.states).any() and not self.match.game.fields.broken(states[0], self.labels):
                return states
        raise AssertionError("no change is allowed")

    def set(self, states: Records) -> None:
        """One entry becomes a little more or less, nothing, or something else."""
        field = self.fields[self.pick(len(self.fields))]
        values = self.entries(states, field)
        at = self.pick(values.size)
        values[at] = (values[at] + 1, values[at] - 1, 0, self.pick(12))[self.pick(4)]
        self.write(states, field, values)

    def set_two(self, states: Records) -> None:
        self.set(states)
        self.set(states)

    def swap(self, states: Records) -> None:
        """Two entries of a field change places, one of them more than nothing if there is such."""
        field = self.fields[self.pick(len(self.fields))]
        values = self.entries(states, field)
        some = np.flatnonzero(values).tolist() or [0]
        pair = [some[self.pick(len(some))], self.pick(values.size)]
        values[pair] = values[pair[::-1]]
        self.write(states, field, values)

    def move(self, states: Records) -> None:
        """One of what is counted goes from one place to another where the same is counted."""
        axis = self.counts[self.pick(len(self.counts))].axes[-1]
        size = self.match.game.fields.sizes[axis]
        index = self.pick(size)
        places = [field for field in self.counts if field.axes[-1] == axis]
        for change in (-1, 1):
            field = places[self.pick(len(places))]
            values = self.entries(states, field)
            values[size * self.pick(values.size // size) + index] += change
            self.write(states, field, values)

    def entries(self, states: Records, field: Field) -> Ints:
        return np.array(states[0][field.name], np.int64).reshape(-1)

    def write(self, states: Records, field: Field, values: Ints) -> None:
        limits = np.iinfo(field.type)
        states[0][field.name] = np.clip(values, limits.min, limits.max).reshape(self.match.game.fields.shape(field))


def answers(match: Match, changes: int = CHANGES) -> Iterator[tuple[int, Records]]:
    """The number of the invariant that each changed state breaks, 0 for none."""
    changer = Changer(match)
    for _ in range(changes):
        states = changer.changed()
        yield int(kernels(match.game).check(match.box.records, states, 0)), states


def summary(match: Match, changes: int = CHANGES) -> list[str]:
    found = [answer for answer, _ in answers(match, changes)]
    digest = hashlib.sha256(repr(found).encode()).hexdigest()[:8]
    return [digest, *(f"{answer}:{count}" for answer, count in sorted(Counter(found).items()))]


@pytest.mark.parametrize(("name", "ply", "expected"), [(name, int(ply), found) for name, ply, *found in ROWS])
def test_what_is_refused_stays_as_it_is(name: str, ply: int, expected: list[str]) -> None:
    assert summary(after(name, ply)) == expected


@pytest.mark.parametrize(
    ("name", "ply"), [(row[0], int(row[1])) for row in ROWS if "random" in row[0] and row[3][:2] == "0:"]
)
def test_what_is_not_refused_is_played_to_its_end(name: str, ply: int) -> None:
    match = after(name, ply)
    match.set_state(next(states for answer, states in answers(match) if answer == 0))
    changer = Changer(match)
    while match.actor is not None:
        texts = match.legal() or list(match.outcomes())
        match.play(texts[changer.pick(len(texts))])
        assert not broken(match)


@pytest.mark.parametrize("name", game_names())
def test_every_playthrough_has_rows(name: str) -> None:
    assert {row[0] for row in ROWS if row[0].startswith(f"{name}-")} == {
        path.stem for path in FOLDER.glob(f"{name}-*.txt")
    }


def places() -> list[tuple[str, int]]:
    """(playthrough, ply): three of each playthrough, and more of phases that these seldom are in, far apart."""
    found: set[tuple[str, int]] = set()
    of_a_phase: defaultdict[tuple[str, int], list[tuple[str, int]]] = defaultdict(list)
    for path in sorted(FOLDER.glob("*.txt")):
        whole = plies_of(path.read_text(encoding="utf-8"))
        match, length = Match(whole.setting), len(whole.plies)
        found |= {(path.stem, ply) for ply in (2 * length // 5, 4 * length // 5, length)}
        for number, ply in enumerate(whole.plies):
            of_a_phase[match.game.name, int(match.state["phase"])].append((path.stem, number))
            match.play(ply.text)
    for every in of_a_phase.values():
        lacking = max(0, OF_A_PHASE - len(found.intersection(every)))
        found |= set(every[:: max(1, len(every) // max(1, lacking))][:lacking])
    return sorted(found)


def main() -> None:
    lines = ["# playthrough, ply, a hash of the answers to all changes, how often each invariant was broken (0: none)"]
    lines += [" ".join([name, str(ply), *summary(after(name, ply))]) for name, ply in places()]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
