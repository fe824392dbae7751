"""Plays games of Café and sees at every decision that the policy's shortlist has whatever is worth most, and only that
is legal; prints how many decisions there were. To be run with DEMITASSE_JIT=0.
"""

from random import Random

import numpy as np

from demitasse import Match
from demitasse.core import compiled
from demitasse.games.cafe import policy

TABLES: tuple[tuple[int, dict[str, object]], ...] = ((1, {}), (2, {"expresso": True}), (3, {"auction": True}))


def compare(match: Match, garbage: int) -> list[int]:
    """The actions worth most; the notes are full of garbage, since what is read must have been written."""
    b, s = match.box.records[0], match.states[0]
    all_, short = compiled.room(match.game), compiled.room(match.game)
    for room in (all_, short):
        room.notes[:] = garbage
    policy.note(b, s, all_.notes)
    worth = {number: policy.worth(b, s, all_.notes, number) for number in match.legal_ids()}
    most = [number for number, value in worth.items() if value == max(worth.values())]
    listed = short.ids[: policy.shortlist(b, s, short.notes, short.ids)].tolist()
    assert listed == sorted(set(listed) & worth.keys())
    if len(listed) > 1:  # else its worth is not asked for
        values = np.array([policy.worth(b, s, short.notes, number) for number in listed])
        assert np.array(listed)[values == values.max()].tolist() == most
    assert set(most) <= set(listed)
    return most


def main() -> None:
    decisions, random = 0, Random(1)
    for seats, options in TABLES:
        match = Match("cafe", seats, options, seed=seats, auto_draw=True)
        while match.actor is not None:
            most = compare(match, random.randrange(1000))
            match.play_id(random.choice(most if random.random() < 0.8 else match.legal_ids()))
            decisions += 1
    print(decisions)


if __name__ == "__main__":
    main()
