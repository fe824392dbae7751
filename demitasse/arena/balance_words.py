"""What stands out in a balance report, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from demitasse.arena import page
from demitasse.arena.balance import FEW, SURE, TENTHS, Findings, Mean, doubted, mean_of

CLEAR = 0.05  # a share of victory that much off is a large one
LISTED = 20  # names, at most
A_KIND = 6  # things, at least, are enough to tell what is usual among them
FAR = 3.0  # times the spread of its kind, or its own error: an outlier


def words(found: Findings) -> list[str]:
    """What stands out."""
    sample, seats = found.sample, found.setting.seats
    said = [
        f"A game takes {sample.length.mean():.0f} plies ({np.percentile(sample.length, 5):.0f} to "
        f"{np.percentile(sample.length, 95):.0f} in nine of ten games).",
    ]
    if seats > 1:
        said += [_seats_said(found), _lead_said(found)]
    return said + _uses_said(found) + _worths_said(found) + outliers(found)


def _seats_said(found: Findings) -> str:
    share = [mean_of(found.sample.share[:, seat]) for seat in range(found.setting.seats)]
    fair = 1 / found.setting.seats
    games = len(found.sample.length)
    if games < FEW:
        return f"{games} games are too few to tell seats apart."
    doubts = doubted([Mean(each.value - fair, each.error) for each in share], games)
    off = [seat for seat in range(len(share)) if doubts[seat] < SURE]
    if not off:
        return "No seat wins clearly more often than another."
    told = ", ".join(f"seat {seat} wins {share[seat].value:.1%} ({page.between(share[seat].interval)})" for seat in off)
    return f"Seats differ: {told}; an equal share is {fair:.1%}."


def _lead_said(found: Findings) -> str:
    sample, half = found.sample, TENTHS // 2 - 1
    return (
        f"The lead changes {sample.lead_changes.mean():.1f} times; who leads after half of the game wins "
        f"{np.mean(sample.leader_wins[:, half]):.0%}; half of all games are decided after "
        f"{np.median(sample.decided):.0%} of their plies."
    )


def _uses_said(found: Findings) -> list[str]:
    said = []
    if never := [use.name for use in found.uses if not use.times and not use.is_verb]:
        said.append(f"Never done by anybody: {_listed(never)}.")
    things = [use for use in found.uses if not use.is_verb and use.users_win and use.doubt < SURE]
    for sign, verb in ((1, "goes with winning"), (-1, "goes with losing")):
        best = sorted(things, key=lambda use: -sign * (use.users_win or use.more).value)[:5]
        best = [use for use in best if sign * (use.users_win or use.more).value > CLEAR]
        if best:
            told = ", ".join(f"{use.name} ({(use.users_win or use.more).value:+.1%} of victory)" for use in best)
            said.append(f"What {verb} most: {told}.")
    return said


def _worths_said(found: Findings) -> list[str]:
    said = []
    sure = [worth for worth in found.worths if worth.doubt < SURE]
    for kind, some in (
        ("Kinds of decision", [worth for worth in sure if worth.is_verb]),
        ("Things", [worth for worth in sure if not worth.is_verb]),
    ):
        if best := sorted((w for w in some if w.share.value > 0), key=lambda w: -w.share.value)[:5]:
            told = ", ".join(f"{worth.name} ({worth.share.value:.1%} of victory)" for worth in best)
            said.append(f"{kind} that it costs most to go without: {told}.")
    if traps := sorted((w for w in sure if w.share.value < 0), key=lambda w: w.share.value)[:5]:
        told = ", ".join(f"{worth.name} ({-worth.share.value:.1%})" for worth in traps)
        said.append(f"Who never does it wins more, so it is a trap for this player: {told}.")
    return said


def outliers(found: Findings) -> list[str]:
    """Things that are far from the others of their kind: a card of a deck among the cards of that deck."""
    things = [use for use in found.uses if not use.is_verb and use.times]
    winning = {use.name: use.users_win for use in things if use.users_win and use.doubt < SURE}
    worth = {each.name: each.share for each in found.worths if not each.is_verb}
    sure = {each.name for each in found.worths if each.doubt < SURE}
    said = [
        f"{name} stands out among {number} of its kind: who does it wins {value:+.1%} above an equal share, the middle "
        f"one {middle:+.1%}."
        for name, value, middle, number in _far({use.name: use.users_win for use in things if use.users_win})
        if name in winning
    ]
    return said + [
        f"{name} stands out among {number} of its kind: going without costs {value:.1%} of victory, without the middle "
        f"one {middle:.1%}."
        for name, value, middle, number in _far(worth)
        if name in sure
    ]


def _far(values: Mapping[str, Mean]) -> list[tuple[str, float, float, int]]:
    """(name, value, the middle one, how many are of its kind) of those that lie far from the middle, by the spread of
    their kind (the median of the distances, which outliers do not move) and by what a victory is worth speaking of.
    """
    found = []
    for kind in dict.fromkeys(name.split(" ")[0] for name in values):
        same = {name: mean for name, mean in values.items() if name.split(" ")[0] == kind}
        middle = float(np.median([mean.value for mean in same.values()]))
        spread = 1.4826 * float(np.median([abs(mean.value - middle) for mean in same.values()]))
        for name, mean in same.items():
            off = abs(mean.value - middle)
            if len(same) >= A_KIND and off > max(CLEAR, FAR * spread, FAR * mean.error):
                found.append((name, mean.value, middle, len(same)))
    return sorted(found, key=lambda each: -abs(each[1] - each[2]))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:LISTED]) + (f" and {len(names) - LISTED} more" if len(names) > LISTED else "")
