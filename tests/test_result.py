"""How games end: bars add up, the ranking is the rules', and what is said to have decided it did."""

from __future__ import annotations

import re
from copy import copy
from functools import cache
from itertools import pairwise

import pytest

from demitasse import Match, Setting, game_names
from demitasse.core import result, result_picture, tale
from demitasse.core.names import BOT_NAMES
from demitasse.core.result import GameResult
from demitasse.core.tale import Lead, Tale, TurnAt
from demitasse.core.words import LANGUAGES, words
from tests.players import Driver
from tests.settings import SETTINGS
from tests.test_words import Listener
from tests.words import template

PLAYED = [setting for setting in SETTINGS if setting.game.name != "cafe" or setting.seats < 3]
GAMES = [pytest.param(setting, id=f"{setting.game.name}-{setting.seats}-{setting.options}") for setting in PLAYED]


def ended(setting: Setting) -> Match:
    """A whole game; each is played once."""
    return _ended(setting.game.name, setting.seats, tuple(setting.options.items()))


@cache
def _ended(name: str, seats: int, options: tuple[tuple[str, int], ...]) -> Match:
    return Driver(Setting.of(name, seats, dict(options)), 5, 100).run(20_000)


@pytest.mark.parametrize("setting", GAMES)
def test_bars_add_up_and_the_ranking_is_the_rules(setting: Setting) -> None:
    match = ended(setting)
    found = result.of(match, words("en"))
    assert sorted(standing.seat for standing in found.places) == list(range(match.seats))
    for standing in found.places:
        assert sum(part.points for part in standing.parts) == standing.total == match.scores()[standing.seat]
        assert all(part.points for part in standing.parts), "a line of 0 is left out"
    assert [standing.seat for standing in found.places if standing.place == 1] == match.winners()
    totals = [standing.total for standing in found.places]
    assert totals == sorted(totals, reverse=True)
    assert [list(scores)[-1] for scores in found.course.scores] == match.scores()
    assert {len(scores) for scores in found.course.scores} == {found.rounds + 1}


@pytest.mark.parametrize("setting", GAMES)
def test_after_the_deciding_turn_the_winner_never_was_behind(setting: Setting) -> None:
    match = ended(setting)
    found, winners = result.of(match, words("en")), match.winners()
    turn = found.course.turn
    if match.seats == 1:
        assert turn is not None
        return
    behind = [
        number
        for number, scores in enumerate(zip(*found.course.scores, strict=True))
        if scores[winners[0]] < max(scores)
    ]
    if len(winners) > 1 or not behind:
        assert turn is None
    else:
        assert turn is not None
        gains = [scores[turn.round] - scores[turn.round - 1] for scores in found.course.scores]
        assert turn.round == behind[-1] + 1 or turn.round > behind[-1] + 1 and turn.seat == winners[0]
        assert gains[turn.seat] > 0 if turn.seat == winners[0] else gains[turn.seat] < 0, "gained, or lost by another"
        seen = match.copy()
        seen.take_back(len(match.plies) - turn.ply)
        gained = found.course.scores[turn.seat][turn.round]
        assert match.plies[turn.ply - 1].actor == turn.seat or seen.scores()[turn.seat] == gained, (
            "and its deed is seen"
        )
        assert turn.say.startswith(f"Round {turn.round}: ")


def test_points_are_told_by_where_they_came_from() -> None:
    """In Kanban Menu the plies tell it: a card developed brings what is printed on it."""
    match = ended(Setting.of("kanban_menu", 3))
    found = result.of(match, words("en"))
    brought: dict[int, int] = {}
    for ply in match.plies:
        if ply.text.startswith("develop "):
            card = match.box.names["menu"].index(ply.text.removeprefix("develop "))
            brought[int(ply.actor)] = brought.get(int(ply.actor), 0) + int(match.box.records[0].vp[card])
    for standing in found.places:
        cards = sum(part.points for part in standing.parts if found.lines[part.line].name == "menu cards")
        assert cards == brought.get(standing.seat, 0)


def test_a_tie_is_told_where_it_was_broken_and_nowhere_else() -> None:
    match = ended(Setting.of("kanban_menu", 3))
    assert len(set(match.scores())) == 1, "a game in which all have the same points"
    found = result.of(match, words("en"), readers=[match.winners()[0]])
    assert found.say == "You won, *35* to 35 and 35."
    assert found.why == "35 each. You are first: 3 menu cards to 2."
    assert [tie.say for tie in found.ties] == [
        "35 each. *You are first: 3 menu cards to 2.*",
        "35 each. *seat 1 is second: 2 menu cards to 0.*",
    ]
    cards = [match.breakdown()[standing.seat]["menu cards"] for standing in found.places]
    assert cards == sorted(cards, reverse=True)
    last = result.of(match, words("en"), readers=[found.places[2].seat])
    assert last.say.endswith("won, *35* to 35 and 35. You came third.")


def test_everybody_of_five_hears_their_place() -> None:
    match = ended(Setting.of("kanban_menu", 5))
    said = [told_to(match, place.seat).say for place in result.of(match, words("en")).places]
    assert [text.rpartition(". ")[2] for text in said[1:]] == [
        "You came second.",
        "You came third.",
        "You came fourth.",
        "You came fifth.",
    ]


def parts_of(place: result.Placing, found: result.GameResult) -> list[int]:
    """Somebody's points by line."""
    return [sum(part.points for part in place.parts if part.line == line) for line in range(len(found.lines))]


@pytest.mark.parametrize("setting", GAMES)
def test_what_is_worth_remembering_is_true(setting: Setting) -> None:
    match = ended(setting)
    found = result.of(match, words("en"))
    said = {fact.head: fact.say for fact in found.facts}
    scores = list(zip(*found.course.scores, strict=True))
    best = max(now[seat] - before[seat] for before, now in pairwise(scores) for seat in range(match.seats))
    decisive = [head for head in said if "decisive" in head.lower()]
    assert bool(decisive) == (match.seats > 1 and found.course.turn is not None)
    if match.seats > 1 and "Best turn:" not in said and best > 0:
        assert decisive == ["Best turn, and the decisive one:"], "the same turn is not told twice"
    if "Longest lead:" in said:
        first, last, most = map(int, re.findall(r"\d+", said["Longest lead:"])[-3:])
        assert most == max(sorted(row)[-1] - sorted(row)[-2] for row in scores[first : last + 1])
    assert len(found.facts) <= result.FACTS
    if "Largest difference:" in said:
        winner, *others = [parts_of(place, found) for place in found.places]
        more, fewer = (
            int(number.replace("−", "-")) for number in re.findall(r"−?\d+(?=[,.])", said["Largest difference:"])
        )
        assert more - fewer == max(one - other[k] for other in others for k, one in enumerate(winner))
    if "The lead changed hands:" in said:
        alone = [row.index(max(row)) for row in scores[1:] if row.count(max(row)) == 1]
        changes = sum(one != other for one, other in pairwise(alone))
        assert said["The lead changed hands:"].startswith(f"{changes} times, ")


def test_the_table_as_it_ended_shows_what_nobody_owns() -> None:
    match = ended(Setting.of("kanban_menu", 3))
    groups = {group.id: group for group in match.game.scene(match, 0, words("en")).groups}
    shared = result.of(match, words("en")).shared
    assert shared
    assert all(groups[name].seat is None for name in shared)


def test_who_concedes_comes_last() -> None:
    match = Driver(Setting.of("coffee_rush", 3), 5, 100).run(120)
    leader = match.scores().index(max(match.scores()))
    others = [seat for seat in range(3) if seat != leader]
    found = result.of(match, words("en"), winners=others[:1], conceded=[leader, others[1]], readers=[leader])
    assert found.places[0].seat == others[0]
    assert [standing.conceded for standing in found.places] == [False, True, True]
    assert found.say == f"Victory: *seat {others[0]}*."
    assert found.why.startswith("Conceded: ")
    assert found.course.turn is None


def test_who_conceded_is_told_so_and_counts_for_nothing() -> None:
    match = ended(Setting.of("cat_cafe", 3))
    best, second, third = sorted(range(3), key=lambda seat: -match.scores()[seat])
    found = result.of(match, words("en"), winners=[second], conceded=[best], readers=[best])
    points = {seat: match.scores()[seat] for seat in range(3)}
    assert found.say == f"seat {second} won, *{points[second]}* to {points[third]}. You conceded."
    assert not any("you, rounds" in fact.say for fact in found.facts)


def test_alone_there_is_a_ladder_in_place_of_a_ranking() -> None:
    """CF-33: 24 is good, and 30 would have been very good."""
    match = ended(Setting.of("cafe", 1))
    found = result.of(match, words("en"), readers=[0])
    assert found.rating is not None
    assert [rung.least for rung in found.rating.rungs] == [0, 15, 23, 30, 36, 41]
    assert (match.scores(), found.rating.rungs[found.rating.mine].name) == ([24], "good")
    assert found.say == "*24* points: good."
    assert found.why == "6 more points would have been: very good."
    assert found.scale == 30
    assert found.places[0].mine is False


def test_what_stood_out() -> None:
    story = Tale([[0, 0], [3, 1], [4, 2], [4, 4], [5, 9], [6, 10]], [0, 4, 8, 12, 16, 20])
    assert tale.deciding_turn(story, 1) == TurnAt(3, 1)
    assert tale.deciding_turn(story, 0) is None, "who is behind in the end has decided nothing"
    assert tale.best_turn(story) == TurnAt(4, 1)
    assert tale.longest_lead(story) == Lead(1, 4, 5), "of two as long the greater"
    assert tale.margin(story, Lead(0, 1, 2)) == 2
    assert tale.lead_changes(story) == [4], "who only draws level does not take the lead"
    assert tale.standstill([3, 1, 0, 0, 0, 1]) == (2, 4)
    lost = Tale([[0, 0, 0], [3, 5, 2], [3, 2, -2]], [0, 4, 8])
    assert tale.deciding_turn(lost, 0) == TurnAt(2, 1), "the loss of who was ahead decided it"
    level = Tale([[0, 0], [3, 5], [3, 3], [3, 3], [5, 3]], [0, 4, 8, 12, 16])
    assert tale.deciding_turn(level, 0) == TurnAt(4, 0), "not the other's loss, but what parted them"
    assert tale.most_lost({"served": -3, "upgrades": 2, "penalties": -2}) == "penalties", "an upgrade costs orders"
    assert tale.most_lost({"cafés": -4, "warehouse": -1}) == "cafés"
    flat = Tale([[0, 0], [1, 1], [2, 2]], [0, 4, 8])
    assert tale.longest_lead(flat) is None
    assert tale.deciding_turn(flat, 0) is None


@pytest.mark.parametrize("name", game_names())
def test_a_result_speaks_every_language(name: str) -> None:
    """And whatever it says is in the catalogues."""
    seats = 2 if name != "cafe" else 1
    match, listener = ended(Setting.of(name, seats)), Listener()
    result.of(match, listener)
    known = {(m.context or "", m.id if isinstance(m.id, str) else m.id[0]) for m in template()}
    assert {(case, text) for case, text in listener.heard if text} <= known
    told = {language: told_in(match, language) for language in LANGUAGES}
    assert len({found.say for found in told.values()}) == len(LANGUAGES)
    for language in LANGUAGES:
        drawn = result_picture.write(told[language], words(language)(match.game.title))
        assert drawn.startswith("<svg")
        assert set(re.findall(r'href="#([\w-]+)"', drawn)) <= set(re.findall(r'<symbol id="([\w-]+)"', drawn))


def test_bots_are_named_in_the_readers_script_wherever_they_are_shown() -> None:
    match = copy(ended(Setting.of("kanban_menu", 2)))
    match.names = BOT_NAMES[:2]
    told = told_in(match, "uk")
    assert {place.name for place in told.places} == {"Арабіка", "Робуста"}
    assert [summary.name for summary in told.summaries] == [place.name for place in told.places]


def told_to(match: Match, seat: int) -> GameResult:
    return result.of(match, words("en"), readers=[seat])


def told_in(match: Match, language: str) -> GameResult:
    return result.of(match, words(language), readers=[0])
