"""Verbs as a table: ids, arguments and texts, and what follows from fields alone."""

from types import ModuleType

import numpy as np
import pytest

from demitasse import Match, game, game_names
from demitasse.core.fields import SWITCH, Field, Fields
from demitasse.core.play import broken
from demitasse.core.tables import Options, Phases, Score
from demitasse.core.verbs import Deed, Verbs, named

SIZES = {"cup": 3, "zone": 4}
LABELS = {"cup": ("1", "2", "3"), "zone": ("z1", "z2", "z3")}  # the fourth zone has no name


def table() -> Verbs:
    verbs = Verbs(SIZES)
    assert verbs.add("stop") == 0
    assert verbs.add("serve", "cup", "zone") == 1
    assert verbs.add("shift", "zone", "cup", text="{cup} to {zone}") == 13
    assert len(verbs) == 25
    return verbs


def test_ids_are_verbs_with_arguments_and_back() -> None:
    verbs = table()
    assert [verbs.decode(number) for number in (0, 1, 2, 5, 12, 13, 14, 24)] == [
        Deed("stop", ()),
        Deed("serve", (0, 0)),
        Deed("serve", (0, 1)),
        Deed("serve", (1, 0)),
        Deed("serve", (2, 3)),
        Deed("shift", (0, 0)),
        Deed("shift", (0, 1)),
        Deed("shift", (3, 2)),
    ]
    assert [verbs.encode(verbs.decode(number)) for number in range(len(verbs))] == list(range(len(verbs)))


def test_a_verb_is_written_with_its_labels_or_as_its_form_says() -> None:
    verbs = table()
    assert verbs["stop"].text((), LABELS) == "stop"
    assert verbs["serve"].text((0, 1), LABELS) == "serve 1 z2"
    assert verbs["serve"].text((0, 1), {}) == "serve 0 1"
    assert verbs["shift"].text((2, 0), LABELS) == "1 to z3"
    assert verbs["serve"].text((0, 3), LABELS) == ""


def test_a_function_that_is_missing_or_that_no_verb_has_is_noticed() -> None:
    module = ModuleType("words")
    vars(module).update(tell_stop=str, tell_serve=str, tell_shift=str, told=str)
    assert set(named(module, "tell_", table())) == {"stop", "serve", "shift"}
    del vars(module)["tell_shift"]
    assert set(named(module, "tell_", table(), every=False)) == {"stop", "serve"}
    with pytest.raises(LookupError, match="words: tell_shift is missing"):
        named(module, "tell_", table())
    vars(module)["tell_sing"] = str
    with pytest.raises(LookupError, match="no verb has tell_sing"):
        named(module, "tell_", table(), every=False)


@pytest.mark.parametrize("name", game_names())
def test_the_rules_count_as_many_ids_as_the_tables(name: str) -> None:
    found = game(name)
    assert (len(found.actions), len(found.outcomes)) == (found.rules.NUM_ACTIONS, found.rules.NUM_OUTCOMES)


def test_what_is_entered_in_a_table_gets_its_number() -> None:
    phases, options, score = Phases(), Options(), Score()
    assert (phases.add("deal", draw=True), phases.add("move"), phases.add("roll", draw=True)) == (0, 1, 2)
    assert (phases.names, phases.draws) == (["deal", "move", "roll"], 0b101)
    assert (options.add("fast", "a faster game"), options.add("promos", "so many", high=3)) == (0, 1)
    assert [(option.name, option.high) for option in options.entries] == [("fast", 1), ("promos", 3)]
    assert (score.add("houses", "yarn"), score.add("total")) == (0, 2)
    assert score.names == ["houses", "yarn", "total"]


FIELDS = Fields(
    {"seat": 4, "cup": 3},
    Field("seats", "i8", "how many play", within=range(2, 5)),
    Field("seat", "i8", "whose turn it is", values="seat"),
    Field("closed", "i8", "1: closed", within=SWITCH),
    Field("best", "i1", "the best cup + 1; 0: none", ("seat",), values="cup", none=True),
    Field("rush", "i2", "tokens", ("seat",)),
)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("seats", 1, "seats is 1; expected 2 to 4 (how many play)"),
        ("seats", 5, "seats is 5; expected 2 to 4 (how many play)"),
        ("seat", -1, "seat is -1; expected 0 to 2 (whose turn it is)"),
        ("seat", 3, "seat is 3; expected 0 to 2 (whose turn it is)"),
        ("closed", 2, "closed is 2; expected 0 to 1 (1: closed)"),
        ("best", [0, 4, 0, 0], "best seat 1 is 4; expected 0 to 3 (the best cup + 1; 0: none)"),
        ("rush", [0, 0, -2, 0], "rush seat 2 is -2; expected 0 to 32767 (tokens)"),
        ("rush", [9, 0, 0, 1], "rush seat 3 is 1; expected 0: there are 3 seats (tokens)"),
    ],
)
def test_what_no_field_can_be_is_said(name: str, value: object, why: str) -> None:
    record = FIELDS.zeros()[0]
    record["seats"] = 3
    record["best"] = [3, 0, 1, 0]
    assert FIELDS.broken(record, {}) == ""
    record[name] = np.array(value)
    assert FIELDS.broken(record, {}) == why


def test_a_card_that_the_box_lacks_is_refused() -> None:
    match = Match("coffee_rush", 2)
    states = match.states.copy()
    states[0]["waiting"][0, 0, 0] = len(match.box.names["order"]) + 1
    assert broken(match.game, match.box, states).startswith("waiting seat 0 zone 0 place 0 is")
