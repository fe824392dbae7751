"""Records as text: what is found in a cut or edited one, and fair draws."""

import re

import pytest

from demitasse import BadRecord, DemitasseError, Match, Setting, load, verify
from demitasse.core import draws
from tests.players import Driver
from tests.settings import SETTINGS

COFFEE_RUSH = next(setting for setting in SETTINGS if setting.game.name == "coffee_rush")


def finished(setting: Setting = COFFEE_RUSH) -> str:
    return Driver(setting, 3, 100).run(10**9).record()


def test_a_record_reads_as_the_rules_say() -> None:
    match = Match("coffee_rush", 3, {"less_luck": True}, names=["red", "blue", "bot master"])
    match.play("order Espresso")
    lines = match.record().splitlines()
    assert lines[:4] == ["game: coffee_rush", "format: 1", "options: less_luck", "seats: red | blue | bot master"]
    assert lines[-2:] == ["", "* order Espresso"]


def test_a_record_by_hand_is_read() -> None:
    match = load(
        "game: coffee_rush\noptions: less_luck\nseats: red | blue | bot master\nevent: Tuesday\n\n"
        "* order Espresso\n* order Ristretto\n"
    )
    assert match.names == ("red", "blue", "bot master")
    assert len(match.plies) == 2
    assert "event: Tuesday" in match.record()  # unknown keys are kept


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_finished_record_verifies(setting: Setting) -> None:
    text = finished(setting)
    assert verify(text)[1:] == [
        f"the result is {re.findall('result: (.*)', text)[0]}",
        f"all {text.count('* ')} draws follow from the seed",
    ]


def test_the_seed_is_committed_at_first_and_revealed_after_the_end_only() -> None:
    match = Match("coffee_rush", 2, seed="secret", auto_draw=True)
    assert f"commit: {draws.commitment('secret')}" in match.record()
    assert "secret" not in match.record()
    again = load(match.record())
    assert "commit" in again.record()
    assert "seed: test 3" in finished()


def test_a_draw_entered_by_hand_leaves_no_claim_of_fairness() -> None:
    match = Match("coffee_rush", 2, seed="secret")
    match.play("order Espresso")
    assert "commit" not in match.record()


def edited(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def test_verify_finds_a_changed_draw() -> None:
    text = finished()
    drawn = re.findall(r"\* order (.*)\n", text)[-1]
    other = "Espresso" if drawn != "Espresso" else "Ristretto"
    head, _, tail = text.rpartition(f"* order {drawn}\n")
    changed = re.sub(r"plies: .*\n", "", f"{head}* order {other}\n{tail}")
    with pytest.raises(BadRecord, match=r"ply \d+: "):
        verify(changed)


def test_verify_finds_a_changed_decision_even_one_that_changes_nothing_else() -> None:
    text = finished()
    last = [line for line in text.splitlines() if line.endswith((" back", " 3"))][-1]
    seat, word, where = last.split()
    head, _, tail = text.rpartition(last)
    with pytest.raises(BadRecord):
        verify(f"{head}{seat} {word} {'back' if where == '3' else '3'}{tail}")
    with pytest.raises(BadRecord, match="a ply was changed: the plies replay"):
        verify(re.sub(r"(plies: \d+) ....", r"\1 0000", text))


def test_verify_finds_a_changed_result() -> None:
    text = finished()
    result = re.findall("result: (.*)", text)[0]
    with pytest.raises(BadRecord, match=rf"the result does not hold: the plies give {result}, the header says 99"):
        verify(text.replace(f"result: {result}", "result: 99 99"))


def test_verify_finds_a_changed_seed_and_commitment() -> None:
    with pytest.raises(BadRecord, match="not the one that was committed to"):
        verify(finished().replace("seed: test 3", "seed: test 4"))
    text = re.sub("commit: .*\n", "", finished()).replace("seed: test 3", "seed: test 4")
    with pytest.raises(BadRecord, match="ply 1: the seed draws"):
        verify(text)


@pytest.mark.parametrize("lines", [1, 5, 40])
def test_a_truncated_record_is_refused(lines: int) -> None:
    text = "\n".join(finished().splitlines()[:-lines])
    with pytest.raises(BadRecord, match="truncated"):
        load(text)
    running = Driver(COFFEE_RUSH, 3, 100).run(120).record()
    with pytest.raises(BadRecord, match="the record is truncated or edited: it has"):
        load("\n".join(running.splitlines()[:-lines]))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("game: coffee_rush", "game: chess", "there is no game 'chess'"),
        ("game: coffee_rush\n", "", "the header has no 'game'"),
        ("format: 1", "format: 9", "format '9' is not known; expected 1"),
        ("seats: seat 0 | seat 1", "seats: red", "Coffee Rush is played by 2 to 4; got 1"),
        ("seats: seat 0 | seat 1", "seats: red |  ", "the name ''"),
        ("format: 1", "format: 1\noptions: luck", "no option 'luck'"),
        ("format: 1", "format: 1\noptions: less_luck=yes", "option 'less_luck=yes': expected less_luck=number"),
        ("format: 1", "format 1", "line 2: 'format 1' is not of the form 'name: value'"),
        ("format: 1", "format: 1\nbox: abc", "no '--- box' section follows"),
        ("* order", "* ordre", "line 9, ply 1: 'ordre"),
        ("* order", "0 order", "but it is the turn of a draw (*)"),
        ("\n1 place", "\n0 place", "but it is the turn of seat 1"),
        ("\n1 place", "\nx place", "is not a ply; expected 'seat text' or '* text'"),
    ],
)
def test_an_edited_record_is_refused_with_the_place(old: str, new: str, message: str) -> None:
    with pytest.raises(DemitasseError) as error:
        load(edited(finished(), old, new))
    assert message in str(error.value)


def test_plies_after_the_end_are_refused() -> None:
    with pytest.raises(BadRecord, match="comes after the end of the game"):
        load(finished() + "0 stop\n")


def test_a_match_from_a_position_keeps_where_it_began() -> None:
    match = Driver(COFFEE_RUSH, 3, 100).run(60)
    later = Match.from_position(match.position())
    for _ in range(5):
        later.play([*later.legal(), *later.outcomes()][0])
    again = load(later.record())
    assert again.states.tobytes() == later.states.tobytes()
    assert again.record() == later.record()
    while again.actor is not None:
        again.play([*again.legal(), *again.outcomes()][-1])
    assert verify(again.record())
    again.undo()
    assert again.actor is not None
