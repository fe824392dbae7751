"""Observations: every field is in them once, as the viewer may know it, from their place; batches see the same."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from demitasse import BadOption, Batch, Layout, Match, Observer, Setting, game, game_names, observe
from demitasse.core import sight, sight_changes, sight_crowd
from demitasse.core.observation import VERSION, Entry
from demitasse.core.readings import readings, trail
from demitasse.core.sight import LINE, MOST
from tests.players import Driver
from tests.settings import SETTINGS

LAYOUTS = Path(__file__).with_name("layouts.txt")
# What a value counts seats by, beside values="seat": (field, first value, seats in a block); and what only counts them
BLOCKS = {"lies": (2, 5)}
NUMBERS_OF_SEATS = {("cafe", "turn")}
Ints = npt.NDArray[np.int64]


def moments(setting: Setting, every: int = 23) -> Iterator[Match]:
    """A few moments of a game by players who decide sensibly every other time."""
    driver = Driver(setting, 5, 50)
    for _ in range(6):
        if driver.match.actor is None:
            return
        yield driver.run(every)


def read_back(layout: Layout, numbers: npt.NDArray[np.float32], entry: Entry) -> Ints:
    """The values an entry was made of: labels counted from 1, 0 for none."""
    found = layout.of(numbers, entry.name)
    if entry.kind == "count":
        values = found[..., 2] * LINE
        assert np.array_equal(found[..., 0], values > 0)
        assert np.allclose(found[..., 1], values / (values + 8))
    elif entry.kind == "index":
        values = np.rint(found[..., 0] * len(entry.labels))
    else:
        values = np.where(found.any(axis=-1), found.argmax(axis=-1) + 1, 0)
        assert np.all(found.sum(axis=-1) <= 1)
    return np.asarray(values, np.int64)


def expected(match: Match, viewer: int, name: str, kept: list[list[int]]) -> Ints:
    """The values of a field as the viewer should read them, from the record itself."""
    fields, seats = match.game.fields, match.seats
    field = fields[name]
    values = np.asarray(match.state[name], np.int64)
    if "seat" in field.axes:
        values = np.roll(values.take(range(seats), field.axes.index("seat")), -viewer, field.axes.index("seat"))
    values = values[np.ix_(*kept)] if kept else values
    if field.values == "seat" and (match.game.name, name) not in NUMBERS_OF_SEATS:
        return np.where(values >= field.none, (values - field.none - viewer) % seats + 1, 0)
    if name in BLOCKS:
        first, room = BLOCKS[name]
        seat = (values - first) % room
        return np.where(values < first, values, values - seat + (seat - viewer) % seats) + 1
    counted = not field.values or (match.game.name, name) in NUMBERS_OF_SEATS
    return np.minimum(values, MOST) if counted or field.within is not None else values + 1 - field.none


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_a_seat_may_know_can_be_read_back_from_what_it_sees(setting: Setting) -> None:
    """Every field that does not follow from others, from any place; so an observation leaves nothing out."""
    layout = Layout(setting)
    see, labels = Observer(layout), setting.game.notation.labels(setting.box)
    assert [entry.name for entry in layout.entries] == [
        "viewer",
        *(f.name for f in setting.game.fields if not f.derived),
    ]
    for match in moments(setting):
        for viewer in range(setting.seats):
            numbers, view = see(match, viewer), match.view(viewer)
            assert np.all((numbers >= 0) & (numbers <= layout.highest))
            assert read_back(layout, numbers, layout["viewer"]) == viewer + 1
            for entry in layout.entries[1:]:
                axes = setting.game.fields[entry.name].axes
                kept = [
                    [i for i in range(len(names) if axis == "seat" else setting.game.fields.sizes[axis])
                     if axis not in labels or (i < len(labels[axis]) and labels[axis][i])]
                    for axis, names in zip(axes, entry.axes, strict=True)
                ]  # fmt: skip
                values = expected(view, viewer, entry.name, kept)
                assert np.array_equal(read_back(layout, numbers, entry), values), entry.name


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_core_tells_bit_by_bit_what_a_gpu_tells_row_by_row(setting: Setting) -> None:
    """Of states of the game, and of numbers such as no game has; whoever has no seat sees nothing."""
    layout, random = Layout(setting), np.random.default_rng(1)
    states = np.concatenate([match.states for match in moments(setting)] * 8)
    strange = states[:3].copy()
    for field in setting.game.fields:
        if layout_kind(layout, field.name) == "count":
            highest = min(np.iinfo(np.dtype(field.type)).max, 1 << 31)
            strange[field.name] = random.integers(0, highest, strange[field.name].shape)
    states = np.concatenate([states, strange])
    seen = states.view(np.uint8).reshape(len(states), -1)
    viewers = random.integers(-1, setting.seats + 1, len(states))
    out = np.full((len(states), len(layout)), np.nan, np.float32)
    sight_crowd.see(layout.program, seen, viewers, layout.table, out)
    by_row = np.zeros_like(out)
    for i in np.flatnonzero(viewers < setting.seats).tolist():
        for row in range(len(layout.rows)):
            sight.see_row(layout.rows, row, seen[i], int(viewers[i]), layout.table, by_row[i])
    assert np.array_equal(out.view(np.uint32), by_row.view(np.uint32))


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_what_changed_is_all_that_must_be_written(setting: Setting) -> None:
    """From any state to any other, of numbers such as no game has too, and from viewer to viewer, nobody among them:
    bit by bit what is seen anew.
    """
    layout, random = Layout(setting), np.random.default_rng(1)
    states = np.concatenate([match.states for match in moments(setting)])
    strange = states.copy()
    for field in setting.game.fields:
        if layout_kind(layout, field.name) == "count":
            highest = min(np.iinfo(np.dtype(field.type)).max, 1 << 31)
            strange[field.name] = random.integers(0, highest, strange[field.name].shape)
    every = np.concatenate([states, strange]).view(np.uint8).reshape(2 * len(states), -1)
    found = readings(layout.rows, layout.table, every.shape[1])
    left = trail(found, 5, len(layout))
    out = np.zeros_like(left.numbers)
    for _ in range(20):
        seen = every[random.integers(0, len(every), 5)]
        viewers = random.integers(-1, setting.seats + 1, 5)
        sight_changes.follow(found, seen, viewers, left)
        sight_crowd.see(layout.program, seen, viewers, layout.table, out)
        assert np.array_equal(left.numbers.view(np.uint32), out.view(np.uint32))


@pytest.mark.parametrize("name", game_names())
def test_a_batch_that_is_followed_sees_what_it_would_see_anew(name: str) -> None:
    batch = Batch(name, 20, 2, seed=4)
    for number in range(200):
        if number % 3:
            assert np.array_equal(batch.follow(), batch.observe())
        batch.step(batch.sample())


def test_what_is_followed_is_only_read() -> None:
    batch = Batch("cat_cafe", 2, seed=1)
    with pytest.raises(ValueError, match="read-only"):
        batch.follow()[0, 0] = 1
    batch.observe()[:] = 9
    assert batch.follow().max() <= MOST / LINE


def layout_kind(layout: Layout, name: str) -> str:
    return next((entry.kind for entry in layout.entries if entry.name == name), "")


def test_nobody_sees_what_others_have_chosen_and_everybody_sees_their_own_choice() -> None:
    """Two tables that differ in a secret alone look the same to whoever may not know it."""
    match = Match("cat_cafe", 3, seed=4, auto_draw=True)
    while len(match.legal()) < 2 or match.state["phase"] != 2 or match.actor != 0:
        match.play_id(match.policy_choice(100, 1))
    one, other = match.copy(), match.copy()
    one.play_id(match.legal_ids()[0])
    other.play_id(match.legal_ids()[-1])
    assert one.actor == other.actor == 1
    for seat in (1, 2):
        assert np.array_equal(observe(one, seat), observe(other, seat))
    assert not np.array_equal(observe(one, 0), observe(other, 0))
    batch = Batch("cat_cafe", 2, 3, seed=1)
    for i, played in enumerate((one, other)):
        batch.states[i] = played.state
    for seat in range(3):
        seen = batch.observe([seat, seat])
        assert np.array_equal(seen[0], seen[1]) == (seat != 0)
        assert np.array_equal(seen[0], observe(one, seat))


@pytest.mark.parametrize("name", game_names())
def test_a_batch_sees_what_matches_see(name: str) -> None:
    batch = Batch(name, 6, seed=3)
    see, ended = Observer(batch.layout), 0
    for number in range(160):
        if number % 16 == 0:
            numbers, marks, (ids, counts) = batch.observe(), batch.mask(), batch.legal()
            assert numbers.dtype == np.float32
            for i in range(6):
                match = Match(batch.setting)
                match.set_state(batch.states[i : i + 1])
                seen = see(match, match.actor) if isinstance(match.actor, int) else np.zeros(len(batch.layout))
                assert np.array_equal(numbers[i], seen)
                assert np.flatnonzero(marks[i]).tolist() == ids[i, : counts[i]].tolist() == match.legal_ids()
        _, done = batch.step(batch.sample())
        ended += int(done.sum())
        for i in np.flatnonzero(done).tolist():
            match = Match(batch.setting)
            match.set_state(batch.states[i : i + 1])
            share = [1 / len(match.winners()) if seat in match.winners() else 0 for seat in range(batch.seats)]
            assert batch.shares()[i].tolist() == share
    assert ended or name == "kanban_menu"
    assert not batch.shares()[batch.actor >= 0].any()


def test_one_layout_serves_all_tables_of_a_game() -> None:
    """With room for more seats than play, whose numbers are 0."""
    wide = Layout(Setting.of("kanban_menu", 2), seats=5)
    assert wide.names == Layout(Setting.of("kanban_menu", 5)).names
    match = Match("kanban_menu", 2, seed=1, auto_draw=True)
    numbers = Observer(wide)(match, 1)
    assert numbers[[name.startswith("money/+1") for name in wide.names]].shape == (3,)
    assert not numbers[["+2" in name or "+3" in name or "+4" in name for name in wide.names]].any()
    with pytest.raises(BadOption, match="room for 3 to 5 seats; got 2"):
        Layout(Setting.of("kanban_menu", 3), seats=2)


def test_labels_get_a_number_each_up_to_a_limit() -> None:
    setting = Setting.of("coffee_rush", 2)
    assert Layout(setting)["waiting"].kind == "index"
    every = Layout(setting, one_hot=40)["waiting"]
    assert (every.kind, every.shape) == ("label", (2, 4, 11, 33))
    assert next(every.names()) == "waiting/me/z1/0 =Espresso"


def test_somebody_must_look() -> None:
    match = Match("coffee_rush", 2, seed=1)
    with pytest.raises(BadOption, match=r"expected a seat from 0 to 1, got '\*'"):
        observe(match)
    with pytest.raises(BadOption, match="got 2"):
        observe(match, 2)


def test_a_layout_that_changes_has_a_new_version() -> None:
    """tests/layouts.txt has what version VERSION means; `python -m tests.test_observation` writes it anew."""
    assert LAYOUTS.read_text() == written(), (
        "the numbers mean something else now: raise VERSION and write the file anew"
    )


def written() -> str:
    """Every game's layout for two, a line an entry."""
    lines = [f"version {VERSION}"]
    for name in game_names():
        layout = Layout(Setting.of(game(name), 2))
        assert len(set(layout.names)) == len(layout.names) == len(layout) == layout.entries[-1].stop
        lines += ["", f"{name} {len(layout)}"]
        lines += [
            f"{e.start} {e.name} {e.kind} {'x'.join(map(str, e.shape))}: {next(e.names())}" for e in layout.entries
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    LAYOUTS.write_text(written())
