"""The table of Café: what is foretold comes true, sums are those of the rules, no place is called by its numbers."""

import re
from collections import Counter, defaultdict
from functools import cache

import pytest

from demitasse import Match
from demitasse.core import turns
from demitasse.core.scene import Action, Scene, as_json, preview, scene
from demitasse.core.words import LANGUAGES, words
from demitasse.games.cafe.box import CUP, DRY, ROAST, SHIP
from demitasse.games.cafe.furniture import LATEST
from demitasse.games.cafe.look import cube_kind, look, offered_cards
from demitasse.games.cafe.state import ACT, DECK, OFFER, PLACE, TAKE
from demitasse.games.cafe.words import card_title
from tests.golden import FOLDER, plies_of
from tests.settings import settings_of

EVERY = 5  # plies between two looks, for each who plays
SETTINGS = {str(setting): setting for setting in settings_of("cafe") if setting.seats in (1, 2, 4)}
COORDINATES = re.compile(r"-?\d+,-?\d+")


@cache
def looks(setting: str) -> list[tuple[Match, Scene]]:
    """(match, the scene of whoever acts) from a whole game: a golden one, so that nobody has to think."""
    match, found = Match(SETTINGS[setting]), []
    for ply in plies_of((FOLDER / f"{setting}-greedy.txt").read_text(encoding="utf-8")).plies:
        if len(match.plies) % (EVERY * match.seats) == 0 and isinstance(match.actor, int):
            found.append((match.copy(), scene(match, match.actor)))
        match.play(ply.text)
    return found


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_warehouse_is_the_sum_of_the_rules(setting: str) -> None:
    for match, shown in looks(setting):
        for seat, lines in enumerate(match.breakdown()):
            found = next(word for word in shown.furniture.sums if word.id == f"sum-{seat}")
            assert found.total == lines["warehouse"]
            twice, once = (int(number) for number in re.fullmatch(r"2 × (\d+) \+ (\d+)", found.terms).groups())  # type: ignore[union-attr]
            assert 2 * twice + once == found.total


def test_this_turn_shows_the_cubes_that_it_moved() -> None:
    """As the log would tell it, in a view too, and after something was taken back there."""
    seen = set()
    for match, _ in looks(next(name for name, setting in SETTINGS.items() if setting.seats == 1)):
        if not match.turn() or match.state["phase"] != ACT:
            continue
        deeds = turns.so_far(match, match.turns()[-1], len(match.plies)).deeds
        told = {"grow": deeds.grown, "dry": deeds.dried, "roast": deeds.roasted, "warehouse": deeds.stored}
        view = match.view(int(match.actor or 0))
        view.play(view.legal()[0])
        view.take_back(1)
        for looked_at in (match, view):
            listings = scene(looked_at, match.actor if isinstance(match.actor, int) else None).furniture.listings
            items = next(listing.items for listing in listings if listing.id == "turn")
            for symbol, cubes in told.items() if len(items) < LATEST else ():
                signs = [sign for item in items if item.symbol == f"cf-{symbol}" for sign in item.does]
                assert sum(int(sign.text or 1) for sign in signs) == cubes.total()
                assert {sign.symbol for sign in signs} == {f"cf-{cube_kind(colour)}" for colour in cubes}
                seen |= {symbol} if cubes else set()
    assert seen >= {"grow", "dry", "roast"}


def test_the_master_is_told_so_and_others_by_name() -> None:
    match, _ = looks(next(name for name, setting in SETTINGS.items() if setting.seats == 2))[0]
    master = int(match.state["master"])

    def note(viewer: int | None) -> str:
        return next(area.note for area in scene(match, viewer).furniture.areas if area.id == "offer")

    assert note(master) == "You take last"
    assert note(1 - master) == note(None) == f"{match.names[master]} takes last"


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_a_card_costs_the_warehouse_comes_true(setting: str) -> None:
    for match, shown in looks(setting):
        for action in shown.actions:
            if match.state["phase"] != TAKE or not action.badge:
                continue
            twin, seat = match.copy(), int(match.state["seat"])
            twin.auto_draw = False
            twin.play(action.text)
            loss = match.breakdown()[seat]["warehouse"] - twin.breakdown()[seat]["warehouse"]
            assert action.badge == (f"−{loss}" if loss else "±0")


def test_a_card_is_tried_where_it_may_be_laid_and_what_is_foretold_comes_true() -> None:
    match = Match("cafe", 1, seed=2, auto_draw=True)
    compared = 0
    while match.actor is not None:
        if match.state["phase"] != TAKE:
            match.play(match.legal()[-1])
            continue
        before, shown = match.copy(), scene(match, 0)
        taken = shown.actions[0]
        trials = {(f"ghost-{taken.on}-{trial.turn}", trial.on): trial for trial in shown.trials if taken.on in trial.of}
        match.play(taken.text)
        while match.state["phase"] == TAKE:
            match.play(match.legal()[0])
        if match.state["phase"] != PLACE:
            continue
        laid = {(action.ghost, action.on): action for action in scene(match, 0).actions}
        assert laid.keys() == trials.keys()
        assert [key for key, trial in trials.items() if taken.on in trial.first] == [
            key for key, action in laid.items() if not action.harm
        ]
        for key, action in list(laid.items())[::9]:
            trial, twin = trials[key], match.copy()
            assert (trial.label, list(trial.covers), trial.badge) == (action.label, list(action.covers), action.badge)
            twin.play(action.text)
            assert trial.text == action.text
            foretold = preview(before, taken.text, 0, then=trial.text)["furniture"]
            assert twin.state["phase"] != ACT or foretold["bars"] == as_json(scene(twin, 0).furniture.bars)
            compared += 1
    assert compared > 30


def test_a_card_is_shown_first_where_a_careful_player_would_lay_it_and_nothing_is_lost_if_it_need_not_be() -> None:
    match = Match("cafe", 2, seed=5, auto_draw=True)
    careful = looked = 0
    while match.actor is not None:
        best = match.policy_choice(100, 0)
        if match.state["phase"] == PLACE:
            places = {action.text: action for action in scene(match, int(match.actor)).actions}
            [first] = [action for action in places.values() if not action.harm]
            meant = places[match.action_text(best)]
            assert not first.price or all(action.price for action in places.values()), "what is lost is said as a price"
            assert first == meant or meant.price, "where a careful player would lay it, if nothing is lost there"
            careful, looked = careful + (first == meant), looked + 1
        match.play_id(best)
    assert looked == 16
    assert 0 < careful < looked


def test_what_is_lost_with_covered_sections_is_named() -> None:
    """The only rack or roaster where the card brings none, a café with its points, cups, ships and cubes."""
    found: set[str] = set()
    for seed in range(4):
        match = Match("cafe", 2, seed=seed, auto_draw=True)
        while match.actor is not None:
            if match.state["phase"] == PLACE:
                for action in scene(match, int(match.actor)).actions[::3]:
                    found |= _named_losses(match, action)
            match.play_id(match.policy_choice(100, len(match.plies)))
    assert found == {"rack", "roaster", "café", "cup", "ship", "cube", "nothing"}


def _named_losses(match: Match, action: Action) -> set[str]:
    """What an action to lay a card loses by the state after it, each of which its sentence must name, and no more."""
    twin, seat = match.copy(), int(match.state["seat"])
    before = look(match, words("en"))
    twin.play(action.text)
    after = look(twin, words("en"))
    counts = [Counter(section.kind for section in t.districts[seat].values()) for t in (before, after)]
    brought = Counter(before.b.kind[before.s.hand[seat] - 1])
    gone = {kind: counts[0][kind] + brought[kind] - counts[1][kind] for kind in (CUP, SHIP)}
    closed = [slot for slot in before.cafes[seat] if slot not in after.cafes[seat]]
    lost = {
        "rack": counts[0][DRY] and not counts[1][DRY],
        "roaster": counts[0][ROAST] and not counts[1][ROAST],
        "café": closed,
        "cup": gone[CUP],
        "ship": gone[SHIP],
        "cube": sum(after.s.supply) > sum(before.s.supply),
    }
    things = re.split(", | and ", "".join(re.findall(r"\*(.*)\*", action.short)))
    told = {name for name in lost for thing in things if re.search(rf"{name}s?$", thing.replace("VP)", "café"))}
    named = {name for name, is_lost in lost.items() if is_lost}
    assert told == named, action.short
    return named or {"nothing"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_that_are_alike_are_told_apart(language: str) -> None:
    """On the card, in the dock and for ears."""
    match = Match("cafe", 3, seed=1, auto_draw=True)
    shown, named = look(match, words(language)), defaultdict(list)
    for card in (card for card, where in enumerate(match.state["plan"]) if where):
        named[card_title(shown, card)].append(card)
    alike = max(named.values(), key=len)[:3]
    for card in offered_cards(shown):
        match.state["plan"][card] = DECK
    for card in alike:
        match.state["plan"][card] = OFFER
    table = scene(match, int(match.state["seat"]), language)
    cards = next(group.pieces for group in table.groups if group.id == "offer")
    assert len({card.title for card in cards}) == 3
    if language == "en":  # by what they grow
        assert all(re.search(r", \d (yellow|brown|green|red)", card.title) for card in cards), cards
    assert len({(action.short, action.symbol) for action in table.actions}) == len(table.actions)
    assert len({action.label for action in table.actions}) == len(table.actions)


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_bar_says_what_can_be_done_and_why_not(setting: str) -> None:
    seen = set()
    for match, shown in looks(setting):
        if match.state["phase"] != ACT:
            assert all(bar.soon for bar in shown.furniture.bars), "while a card is laid, nothing of it can be chosen"
            assert not {kind.say + kind.why for bar in shown.furniture.bars for kind in bar.kinds} - {""}
            continue
        possible = {action.kind for action in shown.actions if action.kind}
        for kind in shown.furniture.bars[0].kinds:
            assert bool(kind.say) == (not kind.why) == (kind.id in possible), kind
            into = {action.on: bool(action.badge) for action in shown.actions if action.kind == kind.id}
            if kind.id in ("dry", "roast"):
                free = "; free: " in kind.say if len(set(into.values())) > 1 else kind.say.endswith(": free")
                assert free == any(into.values()), kind.say
            seen.add((kind.id, kind.id in possible))
        growths = [int(action.badge) for action in shown.actions if action.kind == "grow"]
        if growths:
            assert shown.furniture.bars[0].kinds[0].say.endswith(f"+{max(growths)}")
    assert len(seen) >= 7


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_card_in_hand_shows_what_its_cafe_needs_and_pays(setting: str) -> None:
    seen = 0
    for match, shown in looks(setting):
        for ghost in shown.ghosts:
            number = match.box.names["plan"].index(ghost.id.removeprefix("ghost-card-").rpartition("-")[0])
            printed = [part for part in ghost.face if part.shape]
            b = match.box.records[0]
            assert len(printed) == (2 + int(b.needs[number].sum()) if b.cafe[number] else 0)
            assert [part.text for part in printed[-1:]] == [str(b.vp[number])] * bool(printed)
            seen += bool(printed)
    assert seen


@pytest.mark.parametrize("setting", SETTINGS)
def test_no_place_is_called_by_its_numbers(setting: str) -> None:
    for _, shown in looks(setting):
        words = [shown.ask, shown.so, *(action.label for action in shown.actions), *(t.label for t in shown.trials)]
        words += [place.label for group in shown.groups for place in group.places]
        words += [piece.label for group in shown.groups for piece in group.pieces]
        assert not [text for text in words if COORDINATES.search(text)]


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_district_of_seven_is_large_enough_on_a_desk(setting: str) -> None:
    """A section is 80 units; at 1280 × 800 a district has 580 × 440 px at least."""
    for _, shown in looks(setting):
        district = shown.groups[0]
        regions = [place for place in district.places if place.shape != "bare"]
        wide = (max(place.x + place.w for place in regions) - min(place.x for place in regions)) / 80
        if wide <= 7:
            assert 80 * 580 / district.width >= 56
