"""The result of a game: who won and why, how the points were made and how it came to that, in a reader's words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from demitasse.core.ended import EndedGame, columns_behind, difference, joined, rank, ranked
from demitasse.core.furniture import Summary
from demitasse.core.names import all_named
from demitasse.core.phrases import in_a_row
from demitasse.core.play import Play
from demitasse.core.scene import as_json
from demitasse.core.tale import (
    Tale,
    TurnAt,
    best_turn,
    deciding_turn,
    end_of,
    lead_changes,
    line_lost,
    longest_lead,
    margin,
    reckon,
    standstill,
)
from demitasse.core.words import Say, counted, later, signed, written

FACTS = 3  # at most
UNBROKEN = "\N{NO-BREAK SPACE}"
POINTS = counted("{number} point", "{number} points")
LOST = counted("{name} lost {number} point ({line})", "{name} lost {number} points ({line})")
YOU_LOST = counted("you lost {number} point ({line})", "you lost {number} points ({line})")
PLACED = (
    later("{name} is first: {why}."),
    later("{name} is second: {why}."),
    later("{name} is third: {why}."),
    later("{name} is fourth: {why}."),
)
YOU_PLACED = (
    later("You are first: {why}."),
    later("You are second: {why}."),
    later("You are third: {why}."),
    later("You are fourth: {why}."),
)
CAME = (later("You came second."), later("You came third."), later("You came fourth."), later("You came fifth."))


@dataclass(frozen=True)
class ScoreLine:
    """What points are made of; every bar has its lines in this order."""

    name: str
    symbol: str


@dataclass(frozen=True)
class BarPart:
    """A part of somebody's bar."""

    line: int  # which of the lines, by its place
    points: int  # below 0: it stands left of zero
    label: str = ""  # which one, where a line has several


@dataclass(frozen=True)
class Placing:
    """Somebody's place, and the bar that their points make up."""

    seat: int
    name: str
    place: int  # those who share one have the same
    total: int
    parts: Sequence[BarPart]
    mine: bool = False
    conceded: bool = False


@dataclass(frozen=True)
class TieBreak:
    """What parted two who have the same points; the *verdict* stands between stars."""

    seats: Sequence[int]  # the one above, the one below
    say: str


@dataclass(frozen=True)
class Rung:
    """A step of the ladder of ratings: the least points for it."""

    least: int
    name: str


@dataclass(frozen=True)
class Rating:
    """How good a score is that was made alone."""

    rungs: Sequence[Rung]
    mine: int  # which of them


@dataclass(frozen=True)
class KeyTurn:
    """A turn that stands out, and the moment after it."""

    round: int
    seat: int
    ply: int
    say: str


@dataclass(frozen=True)
class ScoreCourse:
    """Every seat's score after every round if it had ended then, round 0 first."""

    scores: Sequence[Sequence[int]]  # by seat
    turn: KeyTurn | None = None  # that decided it; alone, the best one
    reference: int | None = None  # a score to compare with
    reference_label: str = ""


@dataclass(frozen=True)
class Highlight:
    """Something worth remembering."""

    symbol: str
    head: str
    say: str
    ply: int | None = None  # where it can be seen


@dataclass(frozen=True)
class LegendEntry:
    symbol: str
    say: str


@dataclass(frozen=True)
class GameResult:
    """How a game ended."""

    say: str  # one sentence, its *key word* between stars
    why: str  # one reason
    heading: str
    symbol: str
    rounds: int
    lines: Sequence[ScoreLine]
    places: Sequence[Placing]  # the best first
    course: ScoreCourse
    scale: int  # the points that the longest bar would have
    ties: Sequence[TieBreak] = ()
    rating: Rating | None = None
    facts: Sequence[Highlight] = ()
    legend: Sequence[LegendEntry] = ()
    summaries: Sequence[Summary] = ()  # the table as it ended, in the order of the places
    shared: Sequence[str] = ()  # and the groups of its scene that belong to nobody

    def as_json(self) -> dict[str, Any]:
        """Everything that is not its default, as plain dicts and lists."""
        found: dict[str, Any] = as_json(self)
        return found


def of(
    match: Play,
    say: Say,
    tale: Tale | None = None,
    winners: Sequence[int] | None = None,
    conceded: Collection[int] = (),
    readers: Collection[int] = (),
) -> GameResult:
    """The result of a match that is over; `winners` where somebody conceded, `readers` the seats of who reads."""
    t = EndedGame(
        match,
        reckon(match) if tale is None else tale,
        say,
        match.winners() if winners is None else winners,
        conceded,
        readers,
        match.breakdown(),
    )
    ending = match.game.ending
    order = ranked(t)
    places = _standings(t, order)
    lines = [ScoreLine(say(name), symbol) for name, symbol in ending.LINES]
    rating = _rating(t)
    ties = _ties(t, places)
    shown = copy(match)
    shown.names = all_named(match.names, say)
    return GameResult(
        say=_verdict(t, rating),
        why=_why(t, ties, rating),
        heading=_heading(t, rating),
        symbol=ending.SYMBOL,
        rounds=t.tale.rounds,
        lines=lines,
        places=places,
        course=ScoreCourse(list(zip(*t.tale.scores, strict=True)), _key_turn(t)),
        scale=_scale(t, places, rating),
        ties=ties,
        rating=rating,
        facts=_facts(t, lines, places),
        legend=_legend(t, lines, places),
        summaries=[match.game.summary(shown, standing.seat, say) for standing in places],
        shared=ending.SHARED,
    )


# The ranking ----------------------------------------------------------------------------------------------------------


def _standings(t: EndedGame, order: Sequence[int]) -> list[Placing]:
    found: list[Placing] = []
    for place, seat in enumerate(order, 1):
        same = bool(found) and rank(t, seat) == rank(t, found[-1].seat)
        parts = [BarPart(*part) for part in t.match.game.ending.parts(t.match, seat, t.tale.tally[seat], t.say)]
        found.append(
            Placing(
                seat,
                t.name(seat),
                found[-1].place if same else place,
                t.columns[seat]["total"],
                [part for part in parts if part.points],
                t.is_you(seat),
                seat in t.conceded,
            )
        )
    return found


def _scale(t: EndedGame, places: Sequence[Placing], rating: Rating | None) -> int:
    """The most points that a bar shows: alone those of the next rung, so that one sees what was missing."""
    most = max(sum(part.points for part in each.parts if part.points > 0) for each in places)
    if rating and rating.mine + 1 < len(rating.rungs):
        most = max(most, rating.rungs[rating.mine + 1].least)
    return max(1, most)


def _ties(t: EndedGame, places: Sequence[Placing]) -> list[TieBreak]:
    """What parted neighbours who have the same points; what was not needed is not told."""
    return [
        _tie(t, one, other)
        for one, other in pairwise(places)
        if one.total == other.total and one.place != other.place and one.conceded == other.conceded
        if columns_behind(t, one.seat) != columns_behind(t, other.seat)
    ]


def _tie(t: EndedGame, one: Placing, other: Placing) -> TieBreak:
    names = t.match.game.score[t.match.game.total :]
    pairs = zip(names, columns_behind(t, one.seat), columns_behind(t, other.seat), strict=True)
    column, more, fewer = next((name, high, low) for name, high, low in pairs if high != low)
    words = t.match.game.ending.TIES[column]
    why = t.say.ngettext(words.one, words.many, more).format(number=more, other=fewer)
    placed = YOU_PLACED if t.is_you(one.seat) else PLACED
    verdict = t.say(placed[one.place - 1]).format(name=one.name, why=why)
    return TieBreak(
        [one.seat, other.seat],
        t.say("{points} each. *{verdict}*").format(points=written(one.total), verdict=verdict),
    )


def _rating(t: EndedGame) -> Rating | None:
    if not t.alone:
        return None
    rungs = [Rung(least, t.say(name)) for least, name in sorted(t.match.game.ending.RATINGS)]
    return Rating(rungs, sum(rung.least <= t.columns[0]["total"] for rung in rungs) - 1)


# Sentences ------------------------------------------------------------------------------------------------------------


def _heading(t: EndedGame, rating: Rating | None) -> str:
    if rating is None:
        return t.say("How the points were made")
    return _rated(t, rating, "{total}")


def _rated(t: EndedGame, rating: Rating, form: str) -> str:
    """How good a score is, its number written in some form."""
    total = t.columns[0]["total"]
    points = t.say.ngettext(POINTS.one, POINTS.many, total).format(number=form.format(total=written(total)))
    return t.say("{points}: {rating}").format(points=points, rating=rating.rungs[rating.mine].name)


def _verdict(t: EndedGame, rating: Rating | None) -> str:
    """The result in one sentence."""
    say = t.say
    if rating is not None:
        return say("{verdict}.").format(verdict=_rated(t, rating, "*{total}*"))
    if t.match.actor is not None:
        return _won_by_concession(t)
    points = f"*{written(t.columns[t.winners[0]]['total'])}*"
    if len(t.winners) > 1:
        return _shared(t, points)
    others = [seat for seat in ranked(t) if seat not in t.winners and seat not in t.conceded]
    if not others:
        return _won_by_concession(t)
    to = joined([written(t.columns[seat]["total"]) for seat in others], say)
    if t.is_you(t.winners[0]):
        return say("You won, {points} to {others}.").format(points=points, others=to)
    won = say("{name} won, {points} to {others}.").format(name=t.name(t.winners[0]), points=points, others=to)
    return in_a_row(won, _came(t))


def _came(t: EndedGame) -> str:
    """Which place the reader has, where there was more than one to lose."""
    if t.reader is None or t.match.seats < 3:
        return ""
    if t.reader in t.conceded:
        return t.say("You conceded.")
    better = sum(rank(t, seat) > rank(t, t.reader) for seat in range(t.match.seats))
    return t.say(CAME[better - 1])


def _won_by_concession(t: EndedGame) -> str:
    if any(t.is_you(seat) for seat in t.winners):
        return t.say("*You* won.")
    words = t.say.ngettext("Victory: {names}.", "Victory: {names}.", len(t.winners))
    return words.format(names=f"*{t.named(t.winners)}*")


def _shared(t: EndedGame, points: str) -> str:
    others = [seat for seat in t.winners if not t.is_you(seat)]
    if len(others) < len(t.winners):
        return t.say("You share the victory with {names}, {points} each.").format(names=t.named(others), points=points)
    return t.say("{names} share the victory, {points} each.").format(names=t.named(others), points=points)


def _why(t: EndedGame, ties: Sequence[TieBreak], rating: Rating | None) -> str:
    """One reason."""
    if t.match.actor is not None:
        return t.say("Conceded: {names}.").format(names=t.named(sorted(t.conceded)))
    if rating is not None:
        return _to_the_next(t, rating)
    if len(t.winners) > 1:
        return t.say("Nothing parts them.")
    decided = [tie for tie in ties if tie.seats[0] in t.winners]
    if decided:
        return decided[0].say.replace("*", "")
    return str(t.match.game.ending.why(t))


def _to_the_next(t: EndedGame, rating: Rating) -> str:
    if rating.mine + 1 == len(rating.rungs):
        return t.say("There is nothing above it.")
    rung, total = rating.rungs[rating.mine + 1], t.columns[0]["total"]
    words = t.say.ngettext(
        "{number} more point would have been: {rating}.",
        "{number} more points would have been: {rating}.",
        rung.least - total,
    )
    return words.format(number=rung.least - total, rating=rung.name)


def _legend(t: EndedGame, lines: Sequence[ScoreLine], places: Sequence[Placing]) -> list[LegendEntry]:
    """What the symbols in the bars mean; alone also how much of each."""
    used = sorted({part.line for each in places for part in each.parts})
    if t.alone:
        notes = t.match.game.ending.notes(t.match, 0, t.say)
        return [LegendEntry(lines[line].symbol, notes.get(line, lines[line].name)) for line in used]
    return [LegendEntry(lines[line].symbol, lines[line].name) for line in used]


# What stands out ------------------------------------------------------------------------------------------------------


def _key_turn(t: EndedGame) -> KeyTurn | None:
    """The turn that decided it; alone, the best one."""
    turn = best_turn(t.tale) if t.alone else _decided_by(t)
    if turn is None:
        return None
    deed = _loss(t, turn) or t.match.game.ending.headline(t.match, t.tale, turn, t.say) or signed(t.tale.gain(*turn))
    words = t.say("Round {round}: {deed}").format(round=turn.round, deed=deed)
    return KeyTurn(turn.round, turn.seat, end_of(t.match, t.tale, turn), words)


def _loss(t: EndedGame, turn: TurnAt) -> str:
    """What a turn cost whom, and where; nothing of one that cost nothing."""
    lost = -t.tale.gain(*turn)
    if lost <= 0:
        return ""
    form = YOU_LOST if t.is_you(turn.seat) else LOST
    line = t.match.game.line(line_lost(t.match, t.tale, turn), t.say)
    return t.say.ngettext(form.one, form.many, lost).format(name=t.name(turn.seat), number=lost, line=line)


def _decided_by(t: EndedGame) -> TurnAt | None:
    """The turn that decided it; none where a victory is shared, or somebody gave up."""
    shared = len(t.winners) > 1 or t.match.actor is not None
    return None if shared else deciding_turn(t.tale, t.winners[0])


def _facts(t: EndedGame, lines: Sequence[ScoreLine], places: Sequence[Placing]) -> list[Highlight]:
    """What is worth remembering, the most telling first: the last are left out."""
    if t.alone:
        found = [_best(t), _patience(t)]
    else:
        found = [_decisive(t), _lead(t), _best(t), _difference(t, lines, places), _changes(t)]
    return [fact for fact in found if fact is not None][:FACTS]


def _decisive(t: EndedGame) -> Highlight | None:
    turn = _decided_by(t)
    if turn is None:
        return None
    is_best = turn == best_turn(t.tale)
    head = t.say("Best turn, and the decisive one:") if is_best else t.say("Decisive turn:")
    last = turn.round == t.tale.rounds  # nobody could be behind after it
    words = _turn_words(t, turn) if last else in_a_row(_turn_words(t, turn), _never_behind(t, turn.round))
    return Highlight("ui-end", head, words, end_of(t.match, t.tale, turn))


def _never_behind(t: EndedGame, number: int) -> str:
    if t.is_you(t.winners[0]):
        return t.say("From round {round} on you were never behind.").format(round=number)
    return t.say("From round {round} on {name} was never behind.").format(name=t.name(t.winners[0]), round=number)


def _called(t: EndedGame, seat: int) -> str:
    return t.say("you") if t.is_you(seat) else t.name(seat)


def _lead(t: EndedGame) -> Highlight | None:
    lead = longest_lead(t.tale)
    if lead is None or lead.seat in t.conceded:
        return None
    name, most = _called(t, lead.seat), margin(t.tale, lead)
    words = t.say.ngettext(
        "{name}, rounds {first} to {last}, by up to {number} point.",
        "{name}, rounds {first} to {last}, by up to {number} points.",
        most,
    )
    said = words.format(name=name, first=lead.first, last=lead.last, number=most)
    return Highlight("ui-clock", t.say("Longest lead:"), said, t.tale.ends[lead.first])


def _best(t: EndedGame) -> Highlight | None:
    turn = best_turn(t.tale)
    if turn is None or (not t.alone and turn == _decided_by(t)):
        return None
    return Highlight("ui-check", t.say("Best turn:"), _turn_words(t, turn), end_of(t.match, t.tale, turn))


def _turn_words(t: EndedGame, turn: TurnAt) -> str:
    """Whose turn it was, and what it brought or cost."""
    say, before, after = t.say, *(t.tale.scores[at][turn.seat] for at in (turn.round - 1, turn.round))
    whose = say("yours") if t.is_you(turn.seat) else t.name(turn.seat)
    points = say.ngettext("{before} → {after} point", "{before} → {after} points", after)
    change = points.format(before=written(before), after=written(after)).replace(" ", UNBROKEN)
    if loss := _loss(t, turn):
        return say("round {round}: {deed}, {change}.").format(round=turn.round, deed=loss, change=change)
    deed = t.match.game.ending.headline(t.match, t.tale, turn, say)
    return _form_of_turn(t, deed).format(name=whose, round=turn.round, deed=deed, change=change)


def _form_of_turn(t: EndedGame, deed: str) -> str:
    if t.alone:
        return t.say("round {round}: {deed}, {change}.") if deed else t.say("round {round}, {change}.")
    return t.say("{name}, round {round}: {deed}, {change}.") if deed else t.say("{name}, round {round}, {change}.")


def _difference(t: EndedGame, lines: Sequence[ScoreLine], places: Sequence[Placing]) -> Highlight | None:
    """Where the winner is farthest ahead of anybody, unless that is the reason that is told anyway."""
    if len(t.winners) > 1 or t.match.actor is not None or t.match.game.ending.why(t) == difference(t):
        return None
    first, *others = ([_points_of(place, line) for line in range(len(lines))] for place in places)
    pairs = [(line, other) for line in range(len(lines)) for other in range(len(others))]
    line, other = max(pairs, key=lambda at: first[at[0]] - others[at[1]][at[0]])
    if first[line] <= others[other][line]:
        return None
    words = t.say("{line}: {name} {more}, {other} {fewer}.").format(
        line=lines[line].name,
        name=_called(t, places[0].seat),
        more=written(first[line]),
        other=_called(t, places[1 + other].seat),
        fewer=written(others[other][line]),
    )
    return Highlight("ui-chart", t.say("Largest difference:"), words)


def _points_of(place: Placing, line: int) -> int:
    return sum(part.points for part in place.parts if part.line == line)


def _changes(t: EndedGame) -> Highlight | None:
    """How often the lead changed hands, where it was more than once."""
    rounds = lead_changes(t.tale)
    if len(rounds) < 2:
        return None
    words = t.say.ngettext(
        "{number} time, the last in round {round}.", "{number} times, the last in round {round}.", len(rounds)
    )
    said = words.format(number=len(rounds), round=rounds[-1])
    return Highlight("ui-swap", t.say("The lead changed hands:"), said, t.tale.ends[rounds[-1]])


def _patience(t: EndedGame) -> Highlight | None:
    """How long nothing changed."""
    scores = [row[0] for row in t.tale.scores]
    run = standstill(scores)
    if run is None:
        return None
    points = t.say.count(POINTS, scores[run[0]])
    words = t.say("{points} from round {first} to round {last}.").format(points=points, first=run[0], last=run[1])
    return Highlight("ui-clock", t.say("Long patience:"), words, t.tale.ends[run[0]])


# As text --------------------------------------------------------------------------------------------------------------


def told(found: GameResult) -> str:
    """The sentence and its reason, as they are spoken."""
    return in_a_row(found.say, found.why).replace("*", "")


def as_text(found: GameResult) -> str:
    """The result for a terminal: sentence and reason, ranking, and what is worth remembering."""
    width = max(len(standing.name) for standing in found.places)
    rows = [told(found), ""]
    for standing in found.places:
        place = f"{standing.place}. " if found.rating is None else ""
        rows.append(
            f"  {place}{standing.name:<{width}}  {written(standing.total):>4}  {parts_in_words(found, standing)}"
        )
        rows += [f"     {tie.say.replace('*', '')}" for tie in found.ties if tie.seats[0] == standing.seat]
    rows += ["", *(in_a_row(fact.head, fact.say) for fact in found.facts)]
    return "\n".join(rows).rstrip()


def parts_in_words(found: GameResult, standing: Placing) -> str:
    """How somebody's points are made up."""
    return " · ".join(f"{part.label or found.lines[part.line].name} {written(part.points)}" for part in standing.parts)
