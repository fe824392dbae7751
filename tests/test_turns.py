"""Turns: whole games are cut into them without a gap, and each is told in every language; what is secret is not."""

from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

from demitasse import Match, game_names, load
from demitasse.core import advice, hints, turns
from demitasse.core.phrases import ADVICE, THEY, YOU, Icon, fill, in_form, plain
from demitasse.core.play import TOGETHER, Play
from demitasse.core.teller import Teller
from demitasse.core.tree import Candidate
from demitasse.core.turns import Story, ToldTurn, Turn
from demitasse.core.words import LANGUAGES, words
from demitasse.games.cafe.box import CUP, DRY, ROAST, SHIP
from demitasse.server import scenes
from tests.golden import FOLDER, plies_of

FILES = sorted(FOLDER.glob("*-greedy.txt"))
NAMES = ("Olena", "Robusta", "Arabica", "Liberica", "Excelsa")


@cache
def played(name: str) -> Match:
    match = plies_of((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    match.names = NAMES[: match.seats]
    return match


def told(match: Match, number: int, reader: int | None, language: str = "en") -> str:
    return match.tell(match.turns()[number - 1], reader, language)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_turns_follow_each_other_and_are_told_in_every_language(path: Path) -> None:
    match = played(path.stem)
    found = match.turns()
    assert [turn.number for turn in found] == list(range(1, len(found) + 1))
    assert all(turn.ended for turn in found)
    ends = [0, *dict.fromkeys(turn.last for turn in found)]
    assert [turn.first for turn in found] == [ends[ends.index(turn.last) - 1] for turn in found]
    assert ends[-1] == len(match.plies)
    for language in LANGUAGES:
        for turn in found:
            for reader in {None, 0, turn.seat}:
                check_words(turns.tell(match, turn, reader, words(language)), language)


def check_words(found: ToldTurn, language: str) -> None:
    assert found.text.startswith(plain(found.say))
    assert not set(found.text) & set("{}|_"), found.text
    assert found.say, "a turn without a word"
    assert not found.text.replace("$", "").startswith((" ", ",", ";"))
    assert "  " not in found.text
    stop = "。" if language == "ja" else "."
    assert found.text.endswith(stop)
    assert f"{found.text} ".count(f"{stop} " if language != "ja" else stop) <= 2, "a sentence or two"
    assert all(isinstance(part, str) or (part.symbol and part.label) for part in found.say)


@pytest.mark.parametrize(
    ("name", "number", "reader", "sentence"),
    [
        (
            "coffee_rush-3-greedy",
            5,
            1,
            "Olena went b2 → b3 for coffee, tea and steam, poured them, and served Espresso. "
            "You and Arabica each get an order.",
        ),
        (
            "coffee_rush-3-greedy",
            14,
            None,
            "Olena went b4 → a4 for milk, poured nothing, let Caramel Frappe and Iced Black Tea leave (2 penalties), "
            "and got 2 rush tokens.",
        ),
        (
            "coffee_rush-3-greedy",
            18,
            1,
            "You traded 3 served orders for Double corners, walked from a2 and back for milk, 2 coffee and 2 ice, "
            "spent 1 rush token on the way, and poured all but ice.",
        ),
        (
            "coffee_rush-3-greedy",
            20,
            1,
            "Olena went b4 → a4 for milk, poured it, let Iced Americano, Iced Cafe Latte and Black Tea ×2 "
            "leave (4 penalties), and got 4 rush tokens. The shop closes: 6 penalties.",
        ),
        (
            "cat_cafe-3-greedy",
            34,
            0,
            "Arabica took die 3, drew a mouse in tower 4, floor 3 for 1 paw, filled tower 4, and scored 12 points. "
            "The larger number of tower 4 is gone for all others.",
        ),
        (
            "cat_cafe-3-greedy",
            46,
            1,
            "Olena took die 3, and drew a ball of yarn in tower 2, floor 3. "
            "You and Arabica no longer have the most yarn in tower 2.",
        ),
        (
            "kanban_menu-3-greedy",
            8,
            None,
            "Olena took 1 drink and 1 produce from Menu development, developed Fruit plate with 1 drink and 2 produce "
            "for 2 VP, and put 1 sweet on Menu development and 1 main dish on Regular business. "
            "New on the display: German beer.",
        ),
        (
            "cafe-3-greedy",
            33,
            None,
            "Arabica laid Cadeia Quinhentista, grew 1 yellow, 1 brown and 1 red, dried 1 brown, roasted 4 yellow and "
            "2 brown, completed A Brasileira with 1 brown for 3 points, delivered 1 yellow to Cadeia Quinhentista, and "
            "stored 3 yellow in the warehouse.",
        ),
        (
            "cafe-3-greedy",
            42,
            None,
            "Arabica laid a card with rack, roaster, ship and 3 fields, grew 2 brown and 1 red, dried 2 red, roasted "
            "1 brown and 1 red, and delivered 2 brown to Gomes and 1 brown to Cadeia Quinhentista.",
        ),
        (
            "cafe-3-greedy",
            9,
            0,
            "Arabica took a card with rack, roaster, cup and 3 fields for 1 red. "
            "New on offer: a card with rack, roaster and 4 fields.",
        ),
    ],
)
def test_a_turn_is_told_as_a_person_would(name: str, number: int, reader: int | None, sentence: str) -> None:
    assert told(played(name), number, reader) == sentence


def test_who_holds_the_token_when_all_others_have_passed_wins_the_auction() -> None:
    match = Match("cafe", 3, {"auction": True}, seed=4, auto_draw=True, names=NAMES[:3])
    for text in ("pass", "stake Y", "stake R", "bid", "pass"):
        match.play(text)
    assert match.legal()[-1] == "pass"
    match.play("pass")
    bids = [told(match, turn.number, 0) for turn in match.turns() if turn.kind == "bid"]
    assert bids == [
        "You passed in the auction.",
        "Robusta bid 1 yellow and 1 red for the master's token.",
        "Arabica passed in the auction.",
        "Robusta won the master's token with 1 yellow and 1 red.",
    ]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Arabica won the master's token with 1 yellow."),
        ("uk", "Арабіка здобуває жетон майстра за 1 жовтий."),
        ("ru", "Арабика получает жетон мастера за 1 жёлтый."),
    ],
)
def test_whoever_bids_last_and_wins_is_told_of_once(language: str, sentence: str) -> None:
    match = Match("cafe", 3, {"auction": True}, seed=4, auto_draw=True, names=NAMES[:3])
    for text in ("pass", "pass", "stake Y", "bid", "pass"):
        match.play(text)
    assert match.tell([turn for turn in match.turns() if turn.kind == "bid"][-1], 0, language) == sentence


@pytest.mark.parametrize(
    ("language", "colour", "thing"),
    [
        ("en", "yellow", "$ token"),
        ("uk", "жовт", "жетон $"),
        ("ru", "жёлт", "жетон $"),
        ("ja", "黄色", "$トークン"),
    ],
)
def test_a_yellow_token_is_told_as_a_thing_and_not_as_a_colour(language: str, colour: str, thing: str) -> None:
    match = played("kanban_menu-3-greedy")
    said = "".join(match.tell(turn, None, language) for turn in match.turns())
    assert colour not in said
    assert thing in said


def test_where_nobody_bids_nobody_wins_an_auction() -> None:
    match = Match("cafe", 2, {"auction": True}, seed=4, auto_draw=True, names=NAMES[:2])
    match.play("pass")
    match.play("pass")
    assert [told(match, turn.number, None) for turn in match.turns() if turn.kind == "bid"] == [
        "Olena passed in the auction.",
        "Robusta passed in the auction.",
    ]


@pytest.mark.parametrize(
    ("reader", "language", "sentence"),
    [
        (
            1,
            "uk",
            "Olena йде b2 → b3 по кавові зерна, чайне листя та пару, розкладає все по філіжанках і виконує замовлення "
            "«Еспресо». По 1 новому замовленню отримують: ви та Арабіка.",
        ),
        (
            0,
            "ru",
            "Вы идёте b2 → b3, берёте кофейные зёрна, чайные листья и пар, раскладываете всё по чашкам и выполняете "
            "«Эспрессо». По 1 новому заказу получают: Робуста и Арабика.",
        ),
        (
            None,
            "ja",
            "Olena：b2 → b3へ進んでコーヒー豆・茶葉・スチームを獲得、すべてカップへ、「エスプレッソ」を提供。"
            "ロブスタ・アラビカに新しい注文が1枚ずつ。",
        ),
    ],
)
def test_verbs_agree_with_who_reads(reader: int | None, language: str, sentence: str) -> None:
    assert told(played("coffee_rush-3-greedy"), 5, reader, language) == sentence


def test_a_turn_touches_whom_it_gives_something() -> None:
    match = played("coffee_rush-3-greedy")
    serving = match.turns()[4]
    assert [turns.tell(match, serving, reader, words("en")).mine for reader in (None, 0, 1, 2)] == [
        False,
        False,
        True,
        True,
    ]
    assert turns.tell(match, serving, 1, words("en")).score == (0, 1)


def test_symbols_stand_for_their_words() -> None:
    milk = Icon("cr-milk", "milk")
    phrase = fill("took {things} from {cell}", things=("2 ", milk), cell="{c3}")
    assert phrase == ("took 2 ", milk, " from {c3}")
    assert plain(phrase) == "took 2 milk from {c3}"
    assert [in_form("went||go {a}", form) for form in (THEY, YOU, ADVICE)] == ["went {a}", "went {a}", "go {a}"]
    assert [in_form("йде|йдете", form) for form in (THEY, YOU, ADVICE)] == ["йде", "йдете", "йдете"]


@pytest.mark.parametrize("name", game_names())
def test_a_story_that_goes_on_and_back_is_as_one_told_at_once(name: str) -> None:
    """Plies may be taken back and others made; whoever looks at an earlier moment changes nothing."""
    whole = played(f"{name}-2-greedy")
    match = Match(whole.setting, names=whole.names)
    for number, ply in enumerate(whole.plies[:60], 1):
        match.play(ply.text)
        if number % 7 == 0:
            assert match.turns() == Story(match).follow(match)
        if number % 20 == 0:
            earlier = match.copy()
            earlier.take_back(number // 2)
            assert earlier.turns() == Story(earlier).follow(earlier)
            match.take_back(3)
            for other in (match.legal() or list(match.outcomes()))[:3]:
                aside = match.copy()
                aside.play(other)
                assert aside.turns() == Story(aside).follow(aside)
            for again in whole.plies[number - 3 : number]:
                match.play(again.text)
    assert [deeds_of(turn) for turn in match.turns()] == [deeds_of(turn) for turn in Story(match).follow(match)]


def deeds_of(turn: Turn) -> object:
    return turn.deeds


def test_since_holds_the_turns_of_others_after_my_last_ply() -> None:
    match = played("coffee_rush-3-greedy").copy()
    match.take_back(len(match.plies) - 121)
    assert match.actor == 1
    found = turns.since(match.turns(), 1, match.plies)
    assert [(turn.seat, turn.round) for turn in found] == [(2, 4), (0, 5)]
    last = max(number for number, ply in enumerate(match.plies) if ply.actor == 1)
    assert all(turn.first > last for turn in found)
    match.play(match.legal()[0])
    assert turns.since(match.turns(), 1, match.plies) == []


def test_since_holds_the_others_choices_of_a_round_that_ended_with_mine() -> None:
    match = played("cat_cafe-3-greedy").copy()
    match.take_back(len(match.plies) - 14)  # the dice of the second round are rolled
    assert match.actor == 1
    assert [turn.seat for turn in turns.since(match.turns(), 2, match.plies)] == [0, 1]
    match.play(match.legal()[0])
    assert turns.since(match.turns(), 1, match.plies) == []


@pytest.mark.parametrize("name", ["cat_cafe-2-random", "cat_cafe-4-first_takes_all-greedy"])
def test_no_turn_of_another_is_missed_or_told_twice(name: str) -> None:
    """Whoever chooses first, last or between in a round of all: each turn is told at one question and no other."""
    whole = played(name)
    match, told = whole.copy(), list[tuple[int, int]]()
    match.take_back(len(whole.plies))
    for number, ply in enumerate(whole.plies):
        if isinstance(ply.actor, int) and (not number or whole.plies[number - 1].actor != ply.actor):
            told += [(ply.actor, turn.number) for turn in turns.since(match.turns(), ply.actor, match.plies)]
        match.play(ply.text)
    last = {seat: max(n for n, ply in enumerate(whole.plies) if ply.actor == seat) for seat in range(whole.seats)}
    wanted = [
        (seat, turn.number)
        for seat in range(whole.seats)
        for turn in whole.turns()
        if turn.seat not in (seat, None) and turn.last <= last[seat]
    ]
    assert sorted(told) == wanted


def test_rounds_are_counted() -> None:
    assert [turn.round for turn in played("coffee_rush-3-greedy").turns()][:8] == [None, None, None, None, 1, 1, 1, 2]
    assert {turn.round for turn in played("cafe-1-greedy").turns()} == set(range(1, 9))


def test_what_is_chosen_in_secret_is_told_when_all_have_chosen() -> None:
    match = played("cat_cafe-3-greedy").copy()
    match.take_back(len(match.plies) - 9)  # two of three have chosen
    assert [turn.ended for turn in match.turns()] == [False, False, False]
    assert all(turn.deeds is None for turn in match.turns())
    assert [match.tell(turn, 2) for turn in match.turns()] == ["", "", ""]


@pytest.mark.parametrize(
    ("name", "number", "grown"),
    [
        (
            "coffee_rush-3-greedy",
            5,
            [
                "Olena went b2 → a2 for coffee.",
                "Olena went b2 → a3 for coffee and tea.",
                "Olena went b2 → b3 for coffee, tea and steam.",
                "Olena went b2 → b3 for coffee, tea and steam, and poured coffee into cup 2.",
            ],
        ),
        ("cat_cafe-3-greedy", 7, ["", "Arabica took die 2."]),
    ],
)
def test_a_turn_that_goes_on_is_told_so_far(name: str, number: int, grown: list[str]) -> None:
    match = played(name)
    turn = match.turns()[number - 1]
    found = [turns.so_far(match, turn, ply) for ply in range(turn.first + 1, turn.last)]
    assert not any(each.ended for each in found)
    assert list(dict.fromkeys(match.tell(each) for each in found))[: len(grown)] == grown


def test_a_record_tells_its_turns_in_comments() -> None:
    for name in ("coffee_rush-3-greedy", "cat_cafe-3-greedy"):
        match = played(name)
        text = match.record(comments=True)
        assert f"\n# {told(match, 5, None)}\n" in text
        assert "#" not in match.record()
        assert load(text).record() == match.record()
        assert load(text).record(comments=True) == text


@pytest.mark.parametrize(
    ("name", "prevented"),
    [
        ("coffee_rush-3-less_luck-greedy", {" would have left"}),
        ("cafe-3-greedy", {"nobody else gets this café", "no cube is lost beneath it"}),
        (
            "cat_cafe-3-greedy",
            {"nobody else gets a ", " no longer has the most yarn in tower ", " is gone for all others"},
        ),
        ("kanban_menu-3-greedy", {"gone for whoever could pay for it: "}),
    ],
)
def test_reasons_say_what_a_choice_prevents(name: str, prevented: set[str]) -> None:
    match, say = played(name), words("en")
    own = [turn for turn in match.turns() if turn.seat is not None]
    advising = [Teller(say, match.box, NAMES, turn.seat, turn.kind, turn.seat, 3, advises=True) for turn in own]
    found = [turns.words_of(match.game, t, turn).good for t, turn in zip(advising, own, strict=True)]
    said = "; ".join(reason for reasons in found for reason in reasons)
    assert all(words in said for words in prevented), said


@pytest.mark.parametrize(
    ("name", "leads_to"),
    [
        ("coffee_rush-3-greedy", {" then lacks only "}),
        ("cafe-3-greedy", {"ready to roast: ", "ready to deliver: "}),
        ("cat_cafe-3-greedy", {" then lacks 1 cell", "with a 5 in the centre, mouse on floor 1 for 1 paw: +11"}),
        (
            "kanban_menu-3-greedy",
            {" can then be paid for", " then lacks only ", "Olena could then use Fair (2 main dishes)"},
        ),
    ],
)
def test_reasons_say_what_a_turn_leads_up_to(name: str, leads_to: set[str]) -> None:
    found = led_up_to(name, "en")
    assert all(any(words in text for text in found) for words in leads_to), found


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        ("coffee_rush-3-greedy", {"потім бракуватиме лише: пара"}),
        ("kanban_menu-3-greedy", {"потім бракуватиме лише: 1 страва", "«Закупівля» (1 страва)"}),
    ],
)
def test_what_is_counted_up_behind_a_colon_is_named_and_not_declined(name: str, sentences: set[str]) -> None:
    found = led_up_to(name, "uk")
    assert all(any(words in text for text in found) for words in sentences), found
    assert not any(declined in text for text in found for declined in (" пару", " воду", " страву"))


def led_up_to(name: str, language: str) -> list[str]:
    """What every decision of a game led up to, in words."""
    match, say, found = played(name), words(language), list[str]()
    twin = match.copy()
    twin.auto_draw = False
    twin.take_back(len(match.plies))
    for number, ply in enumerate(match.plies):
        before = twin.copy()
        twin.play_id(ply.id)
        turn = turns.at(match.turns(), number, ply.actor) if isinstance(ply.actor, int) else None
        if turn:
            t = Teller(say, match.box, NAMES, turn.seat, turn.kind, turn.seat, 3, advises=True)
            found += turns.prospects(t, before, twin)
    return found


def test_of_tokens_put_on_two_cards_the_next_to_choose_is_warned_of_first() -> None:
    match, ranked = played("kanban_menu-3-greedy"), 0
    runs = [
        list(run) for put, run in groupby(range(len(match.plies)), lambda n: match.plies[n].text.startswith("put "))
    ]
    for run in runs:
        before, after = match.copy(), match.copy()
        before.take_back(len(match.plies) - run[0])
        after.take_back(len(match.plies) - run[-1] - 1)
        seat = match.plies[run[0]].actor
        cards = {match.plies[ply].text.split()[-1] for ply in run}
        if not match.plies[run[0]].text.startswith("put ") or len(cards) < 2 or not isinstance(seat, int):
            continue
        t = Teller(words("en"), match.box, NAMES, seat, "turn", seat, match.seats, advises=True)
        found = turns.prospects(t, before, after)
        away = [distance(text, seat, match.seats) for text in found]
        assert away == sorted(away), found
        ranked += len(set(away)) > 1
    assert ranked > 3, "several of those who choose later get something"


def distance(text: str, seat: int, seats: int) -> int:
    """How many seats away who is told of sits; oneself is the farthest."""
    named = [(NAMES.index(name) - seat) % seats for name in NAMES[:seats] if text.startswith(name)]
    return named[0] if named else seats


@pytest.mark.parametrize("game", ["coffee_rush", "kanban_menu"])
def test_what_a_turn_leads_up_to_is_not_what_may_be_drawn_in_it(game: str) -> None:
    compared = 0
    for path in FOLDER.glob(f"{game}-*-greedy.txt"):
        match = played(path.stem)
        for turn in match.turns()[1:]:
            t = Teller(words("en"), match.box, NAMES, turn.seat, turn.kind, turn.seat, match.seats, advises=True)
            before = match.copy()
            before.take_back(len(match.plies) - turn.first)
            one, other = (drawn_otherwise(before, match, turn, which) for which in (0, -1))
            assert turns.prospects(t, before, one) == turns.prospects(t, before, other)
            compared += one.position() != other.position()
    assert compared > 20


def drawn_otherwise(before: Match, match: Match, turn: Turn, which: int) -> Match:
    """A turn as far as it can be made with the first or the last that could be drawn."""
    after = before.copy()
    after.auto_draw = False
    for ply in match.plies[turn.first : turn.last]:
        if after.actor != "*" and ply.text not in after.legal():
            break  # it needed what was drawn
        after.play(list(after.outcomes())[which] if after.actor == "*" else ply.text)
    return after


@pytest.mark.parametrize("name", game_names())
def test_a_hint_says_what_to_do_and_why(name: str) -> None:
    match = played(f"{name}-2-greedy").copy()
    half = next(n for n in range(60, 0, -1) if match.plies[n].actor not in ("*", match.plies[n - 1].actor))
    match.take_back(len(match.plies) - half)
    hint = hints.hint(match, simulations=40)
    assert isinstance(match.actor, int)
    view = match.view(match.actor)
    assert 1 <= len(hint.ways) <= hints.MOST_WAYS
    best = hint.actions[0].share
    tried = [one for one in hint.actions[: hints.MOST_WAYS] if one.visits and 2 * one.share >= best]
    good = [one.text for one in sorted(tried, key=lambda one: -min(one.share, best))]
    assert [way.texts[0] for way in hint.ways] == good, "a losing move is not called good"
    for language in LANGUAGES:
        for way in hint.ways:
            found = advice.tell(view, way.texts, way.after, words(language))
            assert found.path
            assert found.walked or not found.then
            assert not set(found.path) & set(found.then)
            text = " ".join([plain(found.say), *(reason.text for reason in found.why)])
            assert not set(text) & set("{}|_")


@pytest.mark.parametrize("seed", range(12))
def test_the_best_action_of_a_hint_is_the_first_of_its_ways(seed: int) -> None:
    match = played("coffee_rush-2-greedy").copy()
    match.take_back(len(match.plies) - 40 - seed)
    while match.actor == "*":
        match.play(next(iter(match.outcomes())))
    hint = hints.hint(match, seed=seed, simulations=60)
    most = max(one.visits for one in hint.actions)
    assert hint.best == hint.line[0] == hint.ways[0].texts[0]
    assert hint.actions[0].visits >= hints.TRUSTED * most, "what was hardly tried is not advised, however well it did"
    assert all(way.share <= hint.actions[0].share for way in hint.ways)


def test_a_hint_answers_what_was_asked_even_by_keeping() -> None:
    match = played("coffee_rush-2-greedy").copy()
    upgrade = next(n for n, ply in enumerate(match.plies) if ply.text.startswith("upgrade"))
    match.take_back(len(match.plies) - upgrade)
    seat = match.actor
    assert isinstance(seat, int)
    later = match.copy()
    later.play("keep")
    found = advice.tell(match.view(seat), ["keep"], later.states, words("en"))
    assert plain(found.say).startswith("Keep the served orders")


def test_laying_a_card_tells_what_is_lost_beneath_it_and_promises_nothing_that_is() -> None:
    match, found = played("cafe-2-greedy").copy(), set[str]()
    for ply in reversed(match.plies[:]):
        match.take_back(1)
        if not ply.text.startswith("place") or not isinstance(match.actor, int):
            continue
        view = match.view(match.actor)
        for text in view.legal():
            found |= harms_of(view, text)
    assert found == {"last roaster", "last rack", "café", "cup", "ship", "beneath"}, "all of them can be met with"


def harms_of(view: Match, text: str) -> set[str]:
    """What a card laid somewhere is told to take away, each checked by what is in sight before and after."""
    later, seat = view.said(text), view.actor
    assert isinstance(seat, int)
    why = advice.tell(view, [text], later.states, words("en")).why
    had, has = (match.states[0]["seen"][seat] for match in (view, later))
    harms = " ".join(reason.text for reason in why if reason.sign == "-")
    told = {name for name in ("last roaster", "last rack", "cup", "ship", "beneath") if name in harms}
    for name, kind in (("last roaster", ROAST), ("last rack", DRY)):
        assert (name in told) == bool(had[kind] and not has[kind])
    for name, kind in (("cup", CUP), ("ship", SHIP)):
        assert (name in told) == (int(has[kind]).bit_count() < int(had[kind]).bit_count())
    assert ("beneath" in told) == (later.states[0]["supply"].sum() > view.states[0]["supply"].sum())
    assert not (told and "no cube is lost" in str(why))
    assert has[ROAST] or "ready to roast" not in str(why)
    if "covers your café" in harms:
        told.add("café")
    return told


def test_a_turn_that_costs_points_at_its_end_is_previewed_with_them() -> None:
    match = played("coffee_rush-2-greedy").copy()
    turn = next(
        turn for turn in match.turns() if turn.seat is not None and turn.deeds and turn.deeds.left and turn.deeds.served
    )
    ended = match.copy()
    ended.take_back(len(match.plies) - turn.last)
    match.take_back(len(match.plies) - turn.first)
    seat = turn.seat
    assert seat is not None
    texts = [ply.text for ply in ended.plies[turn.first :] if ply.actor == seat]
    found = scenes.turn_preview(match.view(seat), TOGETHER.join(texts), ended.states, seat, "en")
    own = next(area for area in found["furniture"]["areas"] if area.get("seat") == seat)
    assert own["score"] == found["scores"][seat] == ended.scores()[seat]
    assert found["scores"][seat] < match.view(seat).said(TOGETHER.join(texts)).scores()[seat]


def test_cards_to_take_are_told_apart_and_how_they_are_paid_for_is_not() -> None:
    match = Match("cafe", 3, seed=4, auto_draw=True)
    while len({text.split()[1] for text in match.legal() if "pay" in text}) < 1:
        match.play_id(match.policy_choice(100, len(match.plies)))
    ways = hints.hint(match, simulations=200).ways
    cards = [way.texts[0].split()[1] for way in ways]
    assert len(cards) > 1
    assert len(set(cards)) == len(cards)


@pytest.mark.parametrize(("name", "ends"), [("cafe", {"end"}), ("kanban_menu", {"finish"}), ("coffee_rush", {"done"})])
def test_a_way_leaves_it_to_its_reader_to_end_the_turn(name: str, ends: set[str]) -> None:
    match = played(f"{name}-3-greedy").copy()
    for _ in range(12):
        match.take_back(9)
        while match.actor == "*":
            match.take_back(1)
        for way in hints.hint(match, simulations=60).ways:
            assert len(way.texts) == 1 or way.texts[-1] not in ends


def test_a_way_goes_on_as_the_search_does(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("coffee_rush-2-greedy").copy()
    match.take_back(len(match.plies) - match.turns()[10].first)
    monkeypatch.setattr(Play, "policy_choice", None)
    assert all(len(way.texts) > 1 for way in hints.hint(match, simulations=40).ways)


def test_a_die_is_told_by_what_can_be_drawn_with_it() -> None:
    match = played("cat_cafe-2-greedy").copy()
    take = next(n for n, ply in enumerate(match.plies) if n > 30 and ply.text.startswith("take"))
    match.take_back(len(match.plies) - take)
    seat = match.actor
    assert isinstance(seat, int)
    for text in match.legal():
        after = match.said(text)
        why = [reason.text for reason in advice.tell(match.view(seat), [text], after.states, words("en")).why]
        told = {int(each.split()[2]): each.rpartition(" ")[2] for each in why if each.startswith("with a ")}
        centres = {left: after.said(other) for other in after.legal() for left in after.legal() if left != other}
        assert told == {int(left.split()[1]): f"+{best_at_once(rest, seat)}" for left, rest in centres.items()}


def best_at_once(match: Play, seat: int) -> int:
    """The most points that a seat can draw at once, while the other one passes."""
    found = []
    for text in match.view(seat).legal():
        after = match.view(seat)
        for each in (text, "pass"):
            after.play(each)
        found.append(int(after.scores()[seat] - match.scores()[seat]))
    return max(found)


def test_what_is_to_be_known_of_every_way_is_told_of_none() -> None:
    def told(*why: str) -> advice.Advised:
        return advice.Advised((why[0],), [advice.Reason(each) for each in why], [], False, [])

    ways = [told("tower 1", "cells drawn"), told("tower 2", "cells drawn")]
    assert [[reason.text for reason in each.why] for _, each in advice.apart(enumerate(ways))] == [
        ["tower 1"],
        ["tower 2"],
    ]


def test_of_ways_that_read_alike_one_is_shown() -> None:
    def told(text: str, *why: str) -> advice.Advised:
        return advice.Advised((text,), [advice.Reason(each) for each in why], [], False, [])

    ways = [told("Lay it."), told("Lay it."), told("Lay it.", "warehouse +1"), told("Wait."), told("Turn.")]
    assert [number for number, _ in advice.apart(enumerate(ways))] == [0, 2, 3]


@pytest.mark.parametrize(
    ("name", "kept", "left_out"),
    [
        ("coffee_rush-3-greedy", "served ", ("poured", "went ")),
        ("cafe-3-greedy", "laid ", ("grew ", "dried ", "roasted ")),
        ("cat_cafe-3-greedy", "drew ", ("took die", "circled", "scored")),
        ("kanban_menu-3-greedy", "developed ", (" put ",)),
    ],
)
def test_in_brief_a_turn_is_told_by_what_matters(name: str, kept: str, left_out: tuple[str, ...]) -> None:
    match, shorter = played(name), 0
    for turn in match.turns():
        told = turns.tell(match, turn, None, words("en"))
        brief, whole = plain(told.brief), plain(told.say)
        assert brief.endswith(".")
        assert len(brief) <= len(whole)
        if kept in whole:
            assert kept in brief
            assert not any(words in brief for words in left_out), brief
            shorter += brief != whole
    assert shorter > 5


def test_ending_the_turn_is_advised_after_what_is_about_as_good_and_was_tried_enough() -> None:
    match = Match("cafe", 2, seed=4, auto_draw=True)
    while "end" not in match.legal() or len(match.legal()) < 4:
        match.play_id(match.policy_choice(100, len(match.plies)))
    end, *others = sorted(match.legal_ids(), key=lambda number: match.action_text(number) != "end")
    best, near, rare, worse = (
        Candidate(action, visits, share, 0)
        for action, share, visits in zip([end, *others], (0.50, 0.48, 0.50, 0.46), (400, 200, 1, 300), strict=False)
    )
    found = hints._deeds_first(match, [best, rare, near, worse], 100)
    assert found == [near, best, rare, worse]
    assert hints._deeds_first(match, [near, best, rare, worse], 100) == [near, best, rare, worse]


def test_the_end_of_a_walk_is_no_end_of_the_turn() -> None:
    match = Match("coffee_rush", 3, seed=4, auto_draw=True)
    while "stop" not in match.legal() or len(match.legal()) < 2:
        match.play_id(match.policy_choice(100, len(match.plies)))
    stop, step = sorted(match.legal_ids(), key=lambda number: match.action_text(number) != "stop")[:2]
    ways = [Candidate(stop, 400, 0.50, 0), Candidate(step, 300, 0.49, 0)]
    assert hints._deeds_first(match, ways, 100) == ways
