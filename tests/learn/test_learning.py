"""Learning: what is played, what is made of it, what is kept, and that compiled code thinks as what learnt does."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from demitasse import BadOption, Match, Setting, game, game_names
from demitasse.arena.arguments import seats_of
from demitasse.cli import main
from demitasse.core import network_file
from demitasse.core.bundles import Taste
from demitasse.core.network import Network, find
from demitasse.core.tree import GuidedTree
from demitasse.learn.lessons import Learner, Method, Player, _evened, surprise_of
from demitasse.learn.network import LEAD, POINTS, SHARE, Net, Shape, prospects
from demitasse.learn.tables import Tables, squash, to_table, to_viewer
from demitasse.learn.training import Plan, Training, metadata
from demitasse.learn.trial import trial

SMALL = Shape(32, 1, 8)
NAME = "kanban_menu"  # compiled first and played fastest


def tables(*seats: int, number: int = 16) -> Tables:
    return Tables([Setting.of(NAME, each) for each in seats], number, 1, "cpu")


def opinionated(crowd: Tables) -> Net:
    """A network that thinks something of positions, so that some come better than it thought."""
    net = Net(crowd.tables[0].setting, SMALL)
    torch.nn.init.normal_(net.value.weight, std=0.2)
    return net


def plan(out: Path, seconds: float = 1.0, **changed: object) -> Plan:
    about = {"games": 16, "shape": SMALL, "trials": 4, "method": Method(decisions=4, part=32, scattered=8)} | changed
    return Plan([Setting.of(NAME, 2), Setting.of(NAME, 3)], seconds, out, **about)  # type: ignore[arg-type]


# Playing --------------------------------------------------------------------------------------------------------------


def test_prospects_turn_from_the_viewer_to_the_table_and_back() -> None:
    told = torch.arange(8.0).view(1, 4, 2).expand(3, 4, 2)
    actors, seats = torch.tensor([0, 2, 1]), torch.tensor([4, 3, 2])
    seen = to_viewer(told, actors, seats)
    assert seen[1, :3, 0].tolist() == [4, 0, 2]  # seat 2's own first, then 0 and 1
    back = to_table(seen, actors, seats)
    for game_, number in enumerate(seats.tolist()):
        assert back[game_, :number].equal(told[game_, :number])


def test_results_are_shares_leads_and_points_of_games_that_ended() -> None:
    crowd = tables(2, 3)
    ended = 0
    while ended < 8:
        sight = crowd.look()
        over, results = crowd.play(sight.ids[:, 0].long())
        for k in over.nonzero()[:, 0].tolist():
            ended += 1
            seats = int(sight.seats[k])
            points = results[k, :seats, POINTS] * 50
            assert results[k, :seats, SHARE].sum().item() == pytest.approx(1)
            assert points.tolist() == [round(each) for each in points.tolist()]
            best = points.max()
            lead = best - torch.cat([points[points < best], best[None].expand(int((points == best).sum()) - 1)]).max()
            assert results[k, points.argmax(), LEAD].item() == pytest.approx(squash(lead, 10.0).item())
            assert not results[k, seats:].any()


def test_what_is_chosen_was_legal_and_what_came_of_it_is_the_result_or_what_was_thought_later() -> None:
    crowd, method = tables(2), Method(decisions=3, horizon=1.0)
    player = Player(Net(crowd.tables[0].setting, SMALL), crowd, method)
    played = player.play()
    assert len(played.picks) == 3 * 16
    assert (played.picks < played.sight.counts.clamp_min(1)).all()
    # With λ = 1 and no game over, all of a game's decisions came to what is thought of its last position
    last = to_table(played.ends, played.sight.actors, played.sight.seats).view(3, 16, -1)
    assert last[0].allclose(last[2], atol=1e-5)


def test_results_are_trusted_over_a_round_of_the_table_however_many_sit_there() -> None:
    crowd, method = tables(2, 4), Method(decisions=5, horizon=0.5)
    player = Player(opinionated(crowd), crowd, method)
    values = [torch.zeros(16, 5, 3) for _ in range(5)] + [torch.ones(16, 5, 3)]
    nowhere = [torch.zeros(16, dtype=torch.bool)] * 5
    first = player._ends(values, nowhere, values[:5])[0][:, 0, 0]
    assert first[:8].tolist() == pytest.approx([0.5**2] * 8), "four decisions later, two rounds of two"
    assert first[8:].tolist() == pytest.approx([0.5] * 8), "one round of four"


def test_games_scatter_until_they_are_no_longer_in_step() -> None:
    torch.manual_seed(1)
    crowd = tables(2, number=32)
    player = Player(Net(crowd.tables[0].setting, SMALL), crowd, Method(decisions=1, scattered=60))
    begun, begin = torch.zeros(32, dtype=torch.long), crowd.begin_anew

    def counted(these: torch.Tensor) -> None:
        begun.add_(these)
        begin(these)

    crowd.begin_anew = counted  # type: ignore[method-assign]
    player.scatter()
    assert begun.tolist() == [1] * 32
    assert len(set(crowd.tables[0]._batch.states["rounds"].tolist())) > 2


def test_gains_count_alike_for_every_number_of_seats() -> None:
    gains, seats = torch.randn(600) * 3 + 1, torch.arange(600) % 3 + 1
    gains[seats == 1] /= 50
    evened = _evened(gains, seats, torch.ones(600, dtype=torch.bool))
    for number in (1, 2, 3):
        assert evened[seats == number].mean().item() == pytest.approx(0, abs=1e-5)
        assert evened[seats == number].std().item() == pytest.approx(1, abs=1e-3)


def test_alone_points_are_what_counts() -> None:
    crowd = Tables([Setting.of("cafe", 1)], 2, 1, "cpu")
    player = Player(Net(crowd.tables[0].setting, SMALL), crowd, Method(decisions=1))
    told = torch.rand(2, 4, 3)
    assert player.worth(told, torch.ones(2, dtype=torch.long)).equal(told[..., POINTS])


# Learning -------------------------------------------------------------------------------------------------------------


def test_a_lesson_makes_what_came_better_likelier_and_values_truer() -> None:
    torch.manual_seed(1)
    crowd, method = tables(2, 3, number=64), Method(decisions=8, part=256, passes=20, rate=3e-3, far=9.0, entropy=0.0)
    net = opinionated(crowd)
    played = Player(net, crowd, method).play()
    several = played.sight.counts > 1
    better = several & (played.gains > played.gains[several].quantile(0.8))

    def chance() -> float:
        with torch.no_grad():
            logits, _ = net(played.sight)
        return float(logits.log_softmax(1).gather(1, played.picks[:, None])[better].mean())

    def surprise() -> float:
        with torch.no_grad():
            return float(surprise_of(net(played.sight)[1], played.ends, played.sight.seats))

    before = chance(), surprise()
    Learner(net, method, fused=False).learn(played, done=0.5)
    assert chance() > before[0] + 0.05
    assert surprise() < before[1] - 0.001


def test_at_first_only_values_are_learnt() -> None:
    crowd, method = tables(2), Method(decisions=4, part=64, rate=1e-2)
    net = opinionated(crowd)
    known, valued = net.actions().detach().clone(), net.value.weight.detach().clone()
    played = Player(net, crowd, method).play()
    Learner(net, method, fused=False).learn(played, done=0.0)
    assert net.actions().equal(known)
    assert not net.value.weight.equal(valued)


def test_a_lesson_that_moves_too_far_is_ended() -> None:
    crowd, method = tables(2, number=64), Method(decisions=8, part=32, passes=50, rate=0.1, far=0.01)
    net = opinionated(crowd)
    played = Player(net, crowd, method).play()
    learner, steps = Learner(net, method, fused=False), 0
    step = learner._step

    def counted(*given: object, **named: object) -> torch.Tensor:
        nonlocal steps
        steps += 1
        return step(*given, **named)  # type: ignore[arg-type]

    learner._step = counted  # type: ignore[method-assign]
    learner.learn(played, done=0.5)
    assert steps < 100


# What is kept ---------------------------------------------------------------------------------------------------------


def test_a_training_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    out = tmp_path / "net.safetensors"
    said: list[str] = []
    first = Training(plan(out, 600, told=0.0), said.append)

    def stop(text: str) -> None:
        if first.course.lessons == 3:
            raise KeyboardInterrupt

    first.say = stop
    with pytest.raises(KeyboardInterrupt):
        first.run()
    again = Training(plan(out, 600), said.append)
    assert again.course == first.course
    assert again.course.lessons == 3
    for one, other in zip(first.net.parameters(), again.net.parameters(), strict=True):
        assert one.equal(other)
    for number, state in first.learner.adam.state_dict()["state"].items():
        assert state["exp_avg"].equal(again.learner.adam.state_dict()["state"][number]["exp_avg"])
    assert any("going on after" in each for each in said)


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "net.safetensors"
    Training(plan(out)).keep()
    with pytest.raises(BadOption, match="is of another training"):
        Training(plan(out, seed=2))


def test_a_training_ends_with_trials_and_a_file_that_players_take(tmp_path: Path) -> None:
    out = tmp_path / "net.safetensors"
    said: list[str] = []
    Training(plan(out, 0.5), said.append).run()
    assert sum("against regular" in each for each in said) == 2
    network = Network.load(game(NAME), out)
    assert network.unfit(Setting.of(NAME, 2)) == network.unfit(Setting.of(NAME, 3)) == ""
    assert "is not for" in network.unfit(Setting.of(NAME, 4))
    made = json.loads(network.metadata["made"])
    assert made["seed"] == 1
    assert made["decisions"] > 0


def test_a_network_for_a_box_of_ones_own_guides_with_that_box_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(game(NAME).box.text.replace("Parfait", "Sundae"))
    own = Setting.of(NAME, 2, {"box": str(mine)})
    about = plan(tmp_path / f"{NAME}.safetensors")
    Training(replace(about, settings=[own])).export()
    monkeypatch.setenv("DEMITASSE_NETWORKS", str(tmp_path))
    assert find(own)[1] == ""
    assert find(Setting.of(NAME, 2))[0] is not find(own)[0]
    other, why = find(Setting.of(NAME, 3, {"box": str(mine)}))
    assert other is None
    assert "trained" in why


def test_a_network_begins_as_another_ended(tmp_path: Path) -> None:
    out = tmp_path / "net.safetensors"
    first = Training(plan(out))
    first.export()
    kept, _ = network_file.load(out)
    second = Training(plan(tmp_path / "next.safetensors", begin=out))
    for name, numbers in second.net.export().items():
        assert np.array_equal(numbers, kept[name]), name


@pytest.mark.parametrize("name", game_names())
def test_compiled_code_thinks_as_what_learnt_does(name: str, tmp_path: Path) -> None:
    """Of the same tensors, in half precision as the file keeps them."""
    torch.manual_seed(3)
    found = game(name)
    setting = Setting.of(found, found.seats[-1])
    source = Net(setting, SMALL)
    torch.nn.init.normal_(source.value.weight, std=0.1)
    path = tmp_path / "net.safetensors"
    network_file.dump(path, source.export(), metadata(found, [setting], {}))
    net = Net(setting, SMALL)
    net.begin(network_file.load(path)[0])
    match = Match(setting, seed="learnt", auto_draw=True)
    for _ in range(9):
        match.play(match.legal()[0])
    crowd = Tables([setting], 1, 1, "cpu")
    batch = crowd.tables[0]._batch
    batch._games.states[0] = match.states[0]
    batch._games.actors[0] = match.actor
    legal = match.legal_ids()
    batch._games.ids[0, : len(legal)], batch._games.counts[0] = legal, len(legal)
    with torch.no_grad():
        logits, values = net(crowd.look())
    tree = GuidedTree(setting, Network.load(found, path), 1, 2000, Taste())  # as it learnt: warmth 1
    seat = match.actor
    assert isinstance(seat, int)
    likely = tree.ponder(match.box.records, match.view(seat).states)
    assert list(likely) == legal
    assert np.allclose([*likely.values()], logits.softmax(1)[0, : len(legal)].numpy(), atol=2e-3)
    told = prospects(values, torch.tensor([setting.seats]))[0]
    assert told[:, SHARE].sum().item() == pytest.approx(1, abs=1e-5)


# Asking for it --------------------------------------------------------------------------------------------------------


def test_a_trial_tells_how_a_network_fares() -> None:
    torch.manual_seed(1)
    found = trial(Net(Setting.of(NAME, 2), SMALL), Setting.of(NAME, 2), 8, 5, "cpu")
    assert found.games == 8
    assert 0 <= found.share <= 1
    assert found.points > 10


def test_seats_are_a_number_a_list_or_a_range() -> None:
    assert seats_of("2,4-5") == [2, 4, 5]
    assert seats_of("3,2-3") == [2, 3]
    with pytest.raises(BadOption, match="expected numbers"):
        seats_of("two")
    with pytest.raises(BadOption, match="the smaller number first, as in 2-5"):
        seats_of("5-2")


def test_the_command_trains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mine.safetensors"
    asked = ["train", NAME, "--seats", "2", "--minutes", "0.01", "--games", "8", "--trials", "2", "--out", str(out)]
    assert main(asked) == 0
    assert out.exists()
    assert "against regular, without search" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--minutes", "0"], "--minutes 0: expected a number above 0"),
        (["--seats", "9"], "is played by 2 to 5; got 9 seats"),
        (["--out", "/nowhere/at/all"], "expected a file in a folder that exists"),
        (["--games", "-3"], "--games -3: expected a number"),
        (["--begin", "none"], "the network none cannot be read"),
    ],
)
def test_what_cannot_be_trained_is_refused(wrong: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", NAME, "--minutes", "0.01", "--games", "8", *wrong]) == 2
    assert said in capsys.readouterr().err
