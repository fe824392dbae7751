"""Networks: files that are refused or read, what they make of a position, what they may see, who plays with them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from demitasse import Match, Setting, game, game_names
from demitasse.bots import players
from demitasse.bots.network import NetworkPlayer
from demitasse.bots.tree import TreePlayer
from demitasse.core import compiled, hints, network, network_file, rule
from demitasse.core.bundles import Games, Taste
from demitasse.core.errors import BadNetwork
from demitasse.core.game import GUIDED_TASTE
from demitasse.core.network import Network, find
from demitasse.core.network_file import Floats
from demitasse.core.observation import Layout, Observer
from demitasse.core.tree import GuidedTree, Searcher
from tests.coffee_rush.positions import given
from tests.networks import made, metadata, tensors
from tests.settings import settings_of

NAME = "kanban_menu"


def begun(name: str, seats: int | None = None, plies: int = 12) -> Match:
    """A game some decisions old, with more than one legal action."""
    found = game(name)
    match = Match(found, found.seats[-1] if seats is None else seats, seed=7, auto_draw=True)
    for number in range(plies):
        match.play_id(match.policy_choice(80, number * 7919))
    while len(match.legal_ids()) < 2:
        match.play_id(match.legal_ids()[0])
    return match


def seat_of(match: Match) -> int:
    assert isinstance(match.actor, int)
    return match.actor


# What a network makes of a position -----------------------------------------------------------------------------------


def numbers_of(match: Match) -> Floats:
    """What the seat to act sees: an observation, then what is seen at a glance, by the loops that learners use."""
    found, seat = match.game, seat_of(match)
    layout, learners = Layout(match.setting, seats=found.seats[-1]), compiled.learners(found)
    glances = np.zeros((1, learners.NUM_GLANCES), np.float32)
    learners.glance(match.box.records, match.view(seat).states, np.array([seat]), glances, compiled.room(found))
    return np.concatenate([Observer(layout)(match, seat), glances[0]])


def policy_priors(match: Match) -> Floats:
    """What the policy thinks of what is legal, by the loops that learners use."""
    ids = np.array([match.legal_ids()])
    one, none = np.array([seat_of(match)]), np.zeros((1, 1), np.int64)
    games = Games(match.states, one, one, ids, np.array([ids.size]), none, np.zeros(1, bool))
    worths, priors = (np.zeros(ids.shape, np.float32) for _ in range(2))
    learners = compiled.learners(match.game)
    learners.value(match.box.records, games, worths, compiled.room(match.game))
    learners.rank(games.counts, worths, priors)
    found: Floats = priors[0]
    return found


def norm(h: Floats) -> Floats:
    found: Floats = ((h - h.mean()) / np.sqrt(h.var() + 1e-5)).astype(np.float32)
    return found


def by_hand(match: Match, parts: dict[str, Floats]) -> tuple[Floats, Floats]:
    """(how likely each legal action is, the numbers of all seats), from the description of a file alone."""
    h = np.maximum(numbers_of(match) @ parts["see.weight"] + parts["see.bias"], 0)
    for layer in range(2):
        h = h + np.maximum(norm(h) @ parts[f"trunk.{layer}.weight"] + parts[f"trunk.{layer}.bias"], 0)
    z = norm(h)
    question = z @ parts["ask.weight"] + parts["ask.bias"]
    ids = match.legal_ids()
    logits = parts["action.weight"][ids] @ question + parts["action.bias"][ids]
    logits = logits + parts["first_sight"] * np.log(policy_priors(match))
    likely = np.exp(logits - logits.max())
    return likely / likely.sum(), z @ parts["value.weight"] + parts["value.bias"]


@pytest.mark.parametrize("name", game_names())
def test_a_network_is_what_its_file_describes(name: str) -> None:
    for seats in {max(2, game(name).seats[0]), game(name).seats[-1]}:
        match, parts = begun(name, seats), tensors(name)
        seat = seat_of(match)
        tree = GuidedTree(match.setting, made(name), 1, 2000, Taste())
        tree.set_root(match.box.records, match.view(seat).states)
        tree.think(match.box.records, 1)
        likely, values = by_hand(match, parts)
        assert np.abs(tree.guide.mind.values - values).max() < 1e-4
        most = game(name).seats[-1]
        shares = np.exp(values[:seats]) / np.exp(values[:seats]).sum()
        leads = 1 / (1 + np.exp(-values[most : most + seats]))
        worth = 0.6 * np.roll(shares, seat) + 0.4 * np.roll(leads, seat)
        assert np.abs(tree.nodes[tree.root]["value"][:seats] - worth).max() < 1e-4
        found = tree.ponder(match.box.records, match.view(seat).states)
        assert list(found) == match.legal_ids()
        assert np.abs(np.array([*found.values()]) - likely).max() < 1e-4


@pytest.mark.parametrize("name", game_names())
def test_a_network_says_the_same_of_what_its_seat_cannot_tell_apart(name: str) -> None:
    """Whatever a seat may not know is changed: the numbers stay, at every decision of a game."""
    found, parts = game(name), made(name)
    match = Match(found, found.seats[-1], seed=3, auto_draw=True)
    trees = [GuidedTree(match.setting, parts, 1, found.rules.MAX_LEGAL + 3) for _ in range(2)]
    hidden = 0
    for number in range(120):
        if match.actor is None:
            break
        while len(match.legal_ids()) == 1:
            match.play_id(match.legal_ids()[0])
        seat = seat_of(match)
        whole, seen = match.states, match.view(seat).states
        hidden += whole.tobytes() != seen.tobytes()
        for tree, states in zip(trees, (whole, seen), strict=True):
            tree.clear()
            tree.states[0] = states[0]
            tree.think(match.box.records, 1)
        assert np.array_equal(trees[0].guide.mind.numbers, trees[1].guide.mind.numbers)
        assert np.array_equal(trees[0].guide.mind.values, trees[1].guide.mind.values)
        match.play_id(match.policy_choice(80, number * 7919))
    assert hidden > 0 or not hasattr(found.rules, "view"), "nothing was hidden in this game"


SAID = """
import json
from tests.test_networks import said
print(json.dumps(said()))
"""


def said() -> list[list[float]]:
    """What networks make of a position of each game."""
    found = []
    for name in game_names():
        match = begun(name)
        tree = GuidedTree(match.setting, made(name, 32, 16), 1, 2000)
        likely = tree.ponder(match.box.records, match.view(seat_of(match)).states)
        found.append([*likely.values(), *tree.guide.mind.values.tolist()])
    return found


def test_compiled_and_plain_networks_agree() -> None:
    other = os.environ | {"DEMITASSE_JIT": "0" if rule.JIT else "1"}
    done = subprocess.run([sys.executable, "-c", SAID], env=other, capture_output=True, text=True, check=True)
    for one, two in zip(said(), json.loads(done.stdout), strict=True):
        assert np.abs(np.array(one) - two).max() < 1e-4


# Searching with one ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_guided_players_finish_games_at_every_table(name: str) -> None:
    """No illegal action: `play` would raise."""
    parts = made(name)
    for number, setting in enumerate(settings_of(name)[:: 1 if rule.JIT else 7]):
        match = Match(setting, seed=number, auto_draw=True)
        kinds: list[players.Player] = [
            TreePlayer(simulations=8, seed=number, network=parts),
            NetworkPlayer(network=parts),
            NetworkPlayer(1.0, number, parts),
        ]
        while isinstance(match.actor, int):
            match.play(kinds[(number + match.actor) % 3].choose(match.view(match.actor)))
        assert match.winners()


@pytest.mark.parametrize("name", game_names())
def test_two_guided_searches_with_one_seed_agree(name: str) -> None:
    match, parts = begun(name), made(name)
    view = match.view(seat_of(match))
    one, two = (Searcher(match.setting, 9, network=parts).think(view, simulations=200) for _ in range(2))
    assert one == two
    assert sum(candidate.visits for candidate in one) == 200
    assert all(0 <= candidate.share <= 1 and 0 <= candidate.worth <= 1 for candidate in one)
    threads = Searcher(match.setting, 9, threads=2, network=parts).think(view, simulations=200)
    assert sum(candidate.visits for candidate in threads) == 200


def test_a_guided_tree_is_kept_between_the_plies_of_a_turn() -> None:
    match, parts = begun("coffee_rush"), made("coffee_rush")
    searcher = Searcher(match.setting, network=parts)
    first = searcher.think(match, simulations=500)[0]
    match.play_id(first.action)
    assert searcher.kept(match)
    assert searcher.trees[0].visits == first.visits


def test_a_guided_search_wins_what_is_won() -> None:
    """Ends are counted and not guessed, whatever the network thinks."""
    match = given(
        "closed: 1\nseat: 2\nserved: 0=2, 2=2\nphase: serve\ncup: 2/1/coffee=1, 2/1/steam=1\nwaiting: 2/z1/0=Espresso"
    )
    parts = made("coffee_rush")
    assert TreePlayer(simulations=200, network=parts).choose(match) == "serve 1 z1"
    best = Searcher(match.setting, network=parts).think(match, simulations=200)[0]
    assert best.share == 1


def test_playouts_may_count_beside_the_values() -> None:
    """With a blend of 1 the values are those of playouts alone, which networks that differ agree on."""
    match = begun(NAME)
    shares = []
    for blend in (0.0, 1.0):
        found = []
        for seed in (1, 2):
            searcher = Searcher(match.setting, 1, taste=Taste(blend=blend), network=made(NAME, seed=seed))
            searcher.think(match.view(seat_of(match)), simulations=400)
            tree = searcher.trees[0]
            found.append(tree.nodes[tree.root]["value"][: match.seats] / tree.visits)
        shares.append(np.abs(found[0] - found[1]).max())
    assert shares[1] < 0.06 < shares[0]


def test_a_full_tree_ends_the_search_and_still_decides() -> None:
    match = begun(NAME)
    searcher = Searcher(match.setting, capacity=60, network=made(NAME))
    found = searcher.think(match.view(seat_of(match)), simulations=500)
    assert 0 < sum(candidate.visits for candidate in found) < 60


def test_without_time_a_guided_player_takes_what_the_network_likes() -> None:
    match, parts = begun(NAME), made(NAME)
    view = match.view(seat_of(match))
    hasty = TreePlayer(milliseconds=0, network=parts).choose(view)
    assert hasty == NetworkPlayer(network=parts).choose(view)


def test_a_warm_network_errs_and_a_cold_one_does_not() -> None:
    match, parts = begun(NAME), made(NAME)
    taken = {t: {NetworkPlayer(t, seed, parts).choose(match) for seed in range(40)} for t in (0.0, 0.05, 5.0)}
    assert len(taken[0.0]) == 1
    assert len(taken[0.05]) <= len(taken[5.0])
    assert len(taken[5.0]) > 2


# Which network is for which table -------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(network.FOLDER, str(tmp_path))
    return tmp_path


def test_a_network_of_ones_own_is_found(folder: Path) -> None:
    network_file.dump(folder / f"{NAME}.safetensors", tensors(NAME), metadata(NAME))
    found, why = find(Setting.of(NAME, 2))
    assert found is not None
    assert why == ""
    assert hints.part(Setting.of(NAME, 2)) == "guidance"


def test_results_know_which_network_was_asked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that games of another one are not counted with them."""
    table, asked = Setting.of(NAME, 2), ["barista", "master@40"]
    network_file.dump(folder / f"{NAME}.safetensors", tensors(NAME), metadata(NAME))
    mine = players.network_of(table, asked)
    assert mine == players.network_of(table, ["network"]) != ""
    assert players.network_of(table, ["barista", "regular"]) == ""
    monkeypatch.delenv("DEMITASSE_NETWORKS")
    assert players.network_of(table, asked) not in (mine, "")


def test_hints_ask_the_network_where_it_fits(folder: Path) -> None:
    network_file.dump(folder / f"{NAME}.safetensors", tensors(NAME), metadata(NAME))
    match = begun(NAME)
    view = match.view(seat_of(match))
    found = hints.hint(match, seed=5, simulations=300)
    searcher = Searcher(match.setting, 5, network=find(match.setting)[0], openness=hints.OPEN)
    asked = searcher.think(view, simulations=300)
    assert {(one.text, one.visits) for one in found.actions} == {
        (view.action_text(one.action), one.visits) for one in asked
    }
    assert sorted(action.text for action in found.actions) == sorted(match.legal())


def test_an_open_mind_tries_what_the_network_would_not(folder: Path) -> None:
    match, sure = begun(NAME), tensors(NAME)
    view = match.view(seat_of(match))
    sure["action.bias"][view.legal_ids()[0]] = 60
    network_file.dump(folder / f"{NAME}.safetensors", sure, metadata(NAME))
    network = find(match.setting)[0]

    def tried(openness: float) -> int:
        found = Searcher(match.setting, 5, network=network, openness=openness).think(view, simulations=300)
        assert sum(one.visits for one in found) == 300
        return sum(one.visits > 0 for one in found)

    assert tried(0.0) < len(view.legal_ids()) == tried(0.25)


def test_a_budget_behind_the_name_of_a_level_is_kept() -> None:
    timed, counted = (players.make(name) for name in ("grandmaster@40ms", "barista@12"))
    assert isinstance(timed, TreePlayer)
    assert isinstance(counted, TreePlayer)
    assert (timed.milliseconds, timed.simulations, timed.guided) == (40.0, None, True)
    assert (counted.milliseconds, counted.simulations, counted.guided) == (None, 12, False)


def test_every_game_has_a_network_for_all_its_tables_but_cafe_alone_and_for_two() -> None:
    tables = [Setting.of(name, seats) for name in game_names() for seats in game(name).seats]
    assert [str(table) for table in tables if find(table)[0] is None] == ["cafe-1", "cafe-2"]
    assert find(Setting.of("cafe", 2))[1].endswith("its network is not for cafe-2")


def test_a_game_may_have_a_taste_of_its_own_for_the_search_that_a_network_guides() -> None:
    tastes = {
        name: Searcher(Setting.of(name, 2), network=Network.blank(game(name))).trees[0].taste for name in (NAME, "cafe")
    }
    assert tastes == {NAME: GUIDED_TASTE, "cafe": game("cafe").guided_taste}
    assert tastes["cafe"] != GUIDED_TASTE
    chosen = Searcher(Setting.of("cafe", 2), taste=Taste(), network=Network.blank(game("cafe")))
    assert chosen.trees[0].taste == Taste()


def test_a_network_does_not_guide_at_tables_it_was_not_trained_for(folder: Path) -> None:
    own = Setting.of(NAME, 3, box_text=game(NAME).box.text.replace("\n", "\n# mine\n", 1))
    told = metadata(NAME) | {"settings": '[{"seats": 3, "options": {}}]'}
    only = Network.of(game(NAME), tensors(NAME), told)
    assert only.unfit(Setting.of(NAME, 3)) == ""
    assert only.unfit(Setting.of(NAME, 4)) == "its network is not for kanban_menu-4"
    assert only.unfit(Setting.of(NAME, 3, {"first_edition": True})).endswith("kanban_menu-3-first_edition")
    assert only.unfit(own) == "its network was trained with another box"


def changed(name: str, **told: str) -> tuple[dict[str, Floats], dict[str, str]]:
    return tensors(name), metadata(name) | told


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"format": "other"}, "has format 'other'; expected 'demitasse-network'"),
        ({"version": "2"}, "has version '2'; expected '1'"),
        ({"game": "cafe"}, "has game 'cafe'; expected 'kanban_menu'"),
        ({"inputs": "0"}, "has inputs '0'; expected"),
        ({"points": "nan"}, "points are 'nan'; expected a number"),
        ({"points": "many"}, "points are 'many'; expected a number"),
        ({"settings": "[3]"}, "does not say for which tables"),
        ({"settings": '[{"seats": 99, "options": {}}]'}, "does not say for which tables"),
        ({"settings": "["}, "does not say for which tables"),
    ],
)
def test_a_foreign_network_is_refused(told: dict[str, str], message: str) -> None:
    with pytest.raises(BadNetwork) as error:
        Network.of(game(NAME), *changed(NAME, **told))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "numbers", "message"),
    [
        ("see.weight", np.zeros((3, 16)), "has no see.weight of shape"),
        ("ask.bias", np.zeros(7), "no ask.bias of a multiple of 4"),
        ("first_sight", np.zeros(2), "has no first_sight of shape [1]"),
        ("extra", np.zeros(2), "has 'extra', which nothing here knows"),
        ("trunk.9.weight", np.zeros((16, 16)), "has no trunk.2.weight"),
    ],
)
def test_a_network_of_another_shape_is_refused(name: str, numbers: Floats, message: str) -> None:
    with pytest.raises(BadNetwork) as error:
        Network.of(game(NAME), tensors(NAME) | {name: numbers.astype(np.float32)}, metadata(NAME))
    assert message in str(error.value)


# Files ----------------------------------------------------------------------------------------------------------------


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    network_file.dump(tmp_path / "one", tensors(NAME), metadata(NAME))
    found, told = network_file.load(tmp_path / "one")
    assert told == metadata(NAME)
    assert found.keys() == tensors(NAME).keys()
    assert all(np.array_equal(found[name], numbers) for name, numbers in tensors(NAME).items())


def file(header: object, body: bytes = bytes(8)) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + body


def tensor(**told: object) -> dict[str, object]:
    return {"a": {"dtype": "F16", "shape": [4], "data_offsets": [0, 8]} | told}


DAMAGED = {
    "nothing": (b"", "cut short"),
    "a pickle": (b"\x80\x04\x95" + bytes(40), "no file of the safetensors format"),
    "a long header": (file(b" " * 70_000), "cut short, or is no file"),
    "a cut header": ((500).to_bytes(8, "little") + b"{}", "cut short"),
    "no JSON": (file(b"{nothing"), "header is not JSON"),
    "deep JSON": (file(b"[" * 60_000), "header is not JSON"),
    "a list": (file([]), "header is no JSON object"),
    "metadata that are no texts": (file({"__metadata__": {"a": 1}}), "no texts by name"),
    "many tensors": (file({str(k): {} for k in range(99)}), "has 99 tensors"),
    "another kind of number": (file(tensor(dtype="I64")), "is no tensor of half or single precision"),
    "a kind that is no text": (file(tensor(dtype=["F16"])), "is no tensor of half or single precision"),
    "no tensor": (file({"a": 3}), "is no tensor"),
    "a negative axis": (file(tensor(shape=[-4])), "is no tensor"),
    "a true axis": (file(tensor(shape=[True])), "is no tensor"),
    "beyond the end": (file(tensor(shape=[8], data_offsets=[0, 16])), "lies outside the file"),
    "backwards": (file(tensor(data_offsets=[8, 0])), "lies outside the file"),
    "another size": (file(tensor(shape=[3])), "not of its shape's size"),
    "a giant": (file(tensor(shape=[2**20, 2**20, 2**20])), "not of its shape's size"),
    "many axes": (file(tensor(shape=[1, 1, 1, 4])), "lies outside"),
    "no number": (file(tensor(), np.array([0, 1, np.nan, 0], "<f2").tobytes()), "holds what is no number"),
    "infinite": (file(tensor(), np.array([0, 1, np.inf, 0], "<f2").tobytes()), "holds what is no number"),
    "too large": (bytes(network_file.MAX_FILE + 1), "is too large"),
}


@pytest.mark.parametrize(("data", "message"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadNetwork) as error:
        network_file.read(data)
    assert message in str(error.value)


def test_every_cut_of_a_file_is_refused() -> None:
    whole = file(tensor())
    for size in range(len(whole)):
        with pytest.raises(BadNetwork):
            network_file.read(whole[:size])


def test_numbers_that_half_precision_cannot_hold_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(BadNetwork, match="too large or no numbers"):
        network_file.dump(tmp_path / "one", {"a": np.array([1e6])}, {})


def test_a_table_plays_on_without_its_network(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / f"{NAME}.safetensors").write_bytes(b"\x80\x04\x95" + bytes(40))
    monkeypatch.setattr(network, "FILE", "none")
    setting = Setting.of(NAME, 2)
    assert find(setting) == (
        None,
        "Kanban Menu is searched without a network: the network is cut short, or is no file of the safetensors format",
    )
    match = Match(setting, seed=1, auto_draw=True)
    assert players.make("master@20").choose(match) in match.legal()
    assert players.make("network").choose(match) in match.legal()
    assert hints.hint(match, simulations=50).best in match.legal()
