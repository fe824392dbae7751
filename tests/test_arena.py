"""The arena: seats in turn over the same draws, the sequential test, ratings, results that outlive an interruption."""

import contextlib
import itertools
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from demitasse import BadOption
from demitasse.arena import entrants, tournament_page
from demitasse.arena.crew import Processes, Task, Threads, chunk
from demitasse.arena.entrants import Entrant
from demitasse.arena.ledger import Ledger
from demitasse.arena.ratings import ratings
from demitasse.arena.sequential import Watch
from demitasse.arena.tournament import Result, Tournament, tournament
from demitasse.cli import main
from demitasse.core.errors import BadRecord
from tests.settings import SETTINGS

ONE = Processes(1)  # every process takes a second to start


def test_a_tournament_rotates_seats_and_reports() -> None:
    players = ["regular", "random", "random"]
    report = tournament("coffee_rush", players, games=12, crew=Processes(2), until_known=False)
    assert (report.games, report.deals, report.seats) == (12, 4, 3)
    assert abs(sum(standing.share for standing in report.standings) - 1) < 1e-9
    assert report.standings[0].share > 0.6
    assert report.standings[0].rating > report.standings[1].rating
    assert [standing.player for standing in report.standings] == ["regular", "random 1", "random 2"]
    again = tournament("coffee_rush", players, games=12, crew=ONE, until_known=False)
    assert [s.share for s in again.standings] == [s.share for s in report.standings]


def test_it_stops_when_it_knows() -> None:
    report = tournament("coffee_rush", ["regular", "random"], games=2000, crew=ONE)
    assert report.meetings[0].verdict == "ahead"
    assert report.known
    assert report.games < 200
    assert tournament("coffee_rush", ["random", "regular"], games=2000, crew=ONE).meetings[0].verdict == "behind"


def test_equal_players_share_equally() -> None:
    report = tournament("coffee_rush", ["regular", "regular"], games=200, crew=ONE, until_known=False)
    low, high = report.standings[0].share_interval
    assert low <= 0.5 <= high
    assert high - low < 0.4


def test_settings_reach_the_arena() -> None:
    setting = next(setting for setting in SETTINGS if setting.options)
    report = tournament(setting, ["random"] * setting.seats, games=2, crew=ONE)
    assert (report.game, report.seats, report.options) == (setting.game.name, setting.seats, setting.options)


def test_one_plays_alone() -> None:
    report = tournament("cafe", ["random"], games=3, crew=ONE)
    assert (report.games, report.deals, report.meetings, report.standings[0].share) == (3, 3, [], 1)


@dataclass(frozen=True)
class Many(Processes):
    """A thousand workers far away."""

    size: int = 1000
    grain: int = 16


def test_tasks_are_large_on_a_cluster_but_leave_none_idle() -> None:
    assert chunk(ONE, 10**9, 512) == 512
    assert chunk(Many(), 10**9, 512) == 512 * 16
    assert chunk(Many(), 20_000_000, 512) == 5000
    assert chunk(Many(), 1000, 512) == 512


# The sequential test --------------------------------------------------------------------------------------------------


def watched(mean: float, values: int, seed: int) -> Watch:
    """After values 0, 1/2 or 1, as the two games of a deal give them."""
    found, generator = Watch(0.05), random.Random(seed)
    for _ in range(values):
        found.add(sum(generator.random() < mean for _ in range(2)) / 2)
    return found


def test_a_mean_leaves_its_interval_in_few_of_many_sequences_whenever_one_looks() -> None:
    """The promise is 5 in 100 at most; intervals only shrink, so the last look sees whether any look was wrong."""
    wrong = sum(not (watch.low <= 0.5 <= watch.high) for watch in (watched(0.5, 150, seed) for seed in range(100)))
    assert wrong <= 9  # more have a probability below 3 % if 5 in 100 are wrong
    assert sum(watched(0.75, 150, seed).low > 0.5 for seed in range(20)) == 20


def test_what_is_not_known_yet_has_no_verdict() -> None:
    assert watched(1.0, 3, 1).verdict(0.5, 0.05) == ""
    assert watched(1.0, 20, 1).verdict(0.5, 0.05) == "ahead"
    assert watched(0.0, 20, 1).verdict(0.5, 0.05) == "behind"
    between = Watch(0.05)
    for _ in range(6000):
        between.add(0.3335)  # between two steps of a thousandth
    assert between.low == 0.333
    assert between.high > 0.3335
    equal = Watch(0.05)
    for _ in range(60):
        equal.add(0.5)  # every deal is shared: the narrowest there is
    assert equal.verdict(0.5, 0.1) == "equal"


def result(deal: int, table: tuple[int, ...], turn: int, ahead: bool = True) -> Result:
    """The entrant of the lower number finishes ahead, or not."""
    seated = [table[(seat + turn) % len(table)] for seat in range(len(table))]
    rank = [sum((other < mine) == ahead for other in table if other != mine) for mine in seated]
    return Result(deal, table, turn, [float(r == 0) for r in rank], [-r for r in rank], rank, [0.0] * len(table), 9)


def test_the_outcome_does_not_depend_on_who_is_faster() -> None:
    """Deals count in their order, and games after the verdict not at all."""
    games = [
        result(deal, table, turn, ahead=deal % 7 > 0)
        for deal, table, turn in itertools.product(range(60), itertools.combinations(range(3), 2), range(2))
    ]
    outcomes = set()
    for seed in range(5):
        random.Random(seed).shuffle(games)
        state = Tournament([Entrant(name, name) for name in "abc"], 2)
        for game in games:
            state.add(game, until_known=True)
        outcomes.add((state.deals, len(state.counted), tuple(state.verdicts.values())))
    assert len(outcomes) == 1
    deals, counted, verdicts = outcomes.pop()
    assert verdicts == ("ahead", "ahead", "ahead")
    assert counted == deals * 6 < len(games)


def test_a_table_whose_players_are_told_apart_plays_no_more() -> None:
    state = Tournament([Entrant(name, name) for name in "abc"], 2)
    for deal, turn in itertools.product(range(30), range(2)):
        state.add(result(deal, (0, 1), turn), until_known=True)
        state.add(result(deal, (0, 2), turn), until_known=True)
        state.add(result(deal, (1, 2), turn, ahead=bool(deal % 2)), until_known=True)
    assert state.open_tables() == [(1, 2)]
    assert state.watches[0, 1].number < state.watches[1, 2].number == 30
    assert {table for _, table, _ in state.bouts(40, until_known=True)} == {(1, 2)}


# Ratings --------------------------------------------------------------------------------------------------------------


def test_ratings_are_those_that_the_results_were_made_with() -> None:
    strength = np.array([200.0, 0.0, -200.0])
    wins = 1 / (1 + 10 ** ((strength[None, :] - strength[:, None]) / 400))
    np.fill_diagonal(wins, 0)
    found, spread = ratings(np.repeat(1000 * wins[None], 10, axis=0))
    assert np.allclose(found, strength, atol=1)
    assert (spread[:, 0] <= found).all()
    assert (found <= spread[:, 1]).all()


def test_who_won_everything_has_a_rating_and_an_interval() -> None:
    """Which is the wider the fewer games there were."""
    few, many = (ratings(np.array([[[0.0, 2.0], [0.0, 0.0]]] * deals)) for deals in (5, 500))
    for found, spread in (few, many):
        assert spread[0, 0] < found[0] < spread[0, 1] < math.inf
        assert np.allclose(found, -found[::-1])
    assert 200 < few[0][0] < many[0][0]
    assert few[1][0, 0] < many[1][0, 0] - 200


def test_a_rating_s_interval_holds_what_it_promises() -> None:
    """Of 200 tournaments of 30 deals between equals in 95 % or nearly so."""
    random = np.random.default_rng(3)
    held = 0
    for _ in range(200):
        won = random.integers(0, 3, size=30)  # of two games
        ahead = np.zeros((30, 2, 2))
        ahead[:, 0, 1], ahead[:, 1, 0] = won, 2 - won
        low, high = ratings(ahead)[1][0]
        held += low <= 0 <= high
    assert 0.9 <= held / 200 <= 0.99


# The table of players -------------------------------------------------------------------------------------------------


def test_players_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "players.toml"
    path.write_text('[[player]]\nname = "Anna"\nplays = "guest"\n[[player]]\nplays = "random"\n', encoding="utf-8")
    assert entrants.read(str(path)) == [Entrant("Anna", "guest"), Entrant("random", "random")]
    path.write_text('[[player]]\nplays = "guest"\nspeed = 1\n', encoding="utf-8")
    with pytest.raises(BadOption, match="is no player; expected plays"):
        entrants.read(str(path))
    path.write_text('[[player]]\nplays = "guest"\n[[player]]\nplays = "guest"\n', encoding="utf-8")
    with pytest.raises(BadOption, match="2 players are called 'guest'; give each a name of its own"):
        entrants.read(str(path))
    with pytest.raises(BadOption, match="expected 3 players or more"):
        tournament(next(s for s in SETTINGS if s.seats == 3), ["random", "random"], games=1)


# Results that outlive an interruption ---------------------------------------------------------------------------------


def test_a_ledger_drops_a_line_that_was_cut_and_refuses_another_tournament(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ledger = Ledger(path, {"game": "cafe"})
    ledger.add({"deal": 1})
    with pytest.raises(BadRecord, match="is being written by another process"):
        Ledger(path, {"game": "cafe"})
    ledger.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"deal": 2, "sh')
    again = Ledger(path, {"game": "cafe"})
    assert again.lines == [{"deal": 1}]
    again.add({"deal": 3})
    again.close()
    assert [json.loads(line) for line in path.read_text().splitlines()] == [{"game": "cafe"}, {"deal": 1}, {"deal": 3}]
    with pytest.raises(BadRecord, match="its game is 'cafe', here it is 'cat_cafe'; give another file"):
        Ledger(path, {"game": "cat_cafe"})
    for text, number in (('{"game": "cafe"}\nnonsense\n', 2), ("dear diary", 1), ("dear diary\ntoday", 1)):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadRecord, match=f"line {number} is not a result"):
            Ledger(path, {"game": "cafe"})
        assert path.read_text(encoding="utf-8") == text, "what is no ledger stays as it is"
    path.write_text('{"ga', encoding="utf-8")
    Ledger(path, {"game": "cafe"}).close()
    assert path.read_text(encoding="utf-8") == '{"game": "cafe"}\n', "a ledger cut off in its first line begins anew"


def begun(path: Path, games: int) -> subprocess.Popen[str]:
    """A tournament that has written so many more games; a process group of its own, as in a terminal."""
    before = lines(path)
    command = [sys.executable, "-m", "demitasse.cli", "arena", "coffee_rush", "--players", "guest,random,guest"]
    command += ["--seats", "2", "--games", "100000", "--all", "--cores", "1", "--results", str(path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while lines(path) < before + games:
        assert process.poll() is None
        time.sleep(0.05)
    return process


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_neither_kill_nor_ctrl_c_loses_a_game(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    process = begun(path, 4)
    workers = [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 20
    while any(is_running(pid) for pid in workers):
        assert time.monotonic() < deadline, "the workers outlive their parent"
        time.sleep(0.05)
    killed = lines(path)
    process = begun(path, 4)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130, said
    assert "the same command goes on from there" in re.sub(r"\s+", " ", said)
    assert lines(path) >= killed + 4
    kept = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert len({(game["deal"], tuple(game["table"]), game["turn"]) for game in kept}) == len(kept), "played twice"
    played: list[int] = []
    deals = 1 + max(game["deal"] for game in kept)
    names = ["guest", "random", "guest"]
    found = next(s for s in SETTINGS if s.game.name == "coffee_rush" and s.seats == 2 and not s.options)
    resumed = tournament(
        found, names, deals * 6, crew=ONE, until_known=False, results=str(path), progress=played.append
    )
    whole = tournament(found, names, deals * 6, crew=ONE, until_known=False)
    assert played[0] == len(kept)
    assert sum(played) == deals * 6
    assert [s.share for s in resumed.standings] == [s.share for s in whole.standings]
    assert resumed.meetings == whole.meetings


def test_a_tournament_that_is_stopped_tells_what_is_known_until_then() -> None:
    class Impatient:
        size, grain, place = 1, 1, "1 core"

        def __init__(self, games: int) -> None:
            self.games = games

        def each(self, work: Callable[..., Any], tasks: Iterable[Task]) -> Generator[tuple[Task, Any]]:
            for task in itertools.islice(tasks, self.games):
                yield task, work(*task)
            raise KeyboardInterrupt

    report = tournament("coffee_rush", ["guest", "random"], games=40, crew=Impatient(5), until_known=False)
    assert (report.stopped, report.deals, report.games) == (True, 2, 4)
    assert "It was stopped before it was over." in tournament_page.write(report)
    assert report._repr_html_().count("<tr>") == 3, "a notebook shows the standings"
    with pytest.raises(KeyboardInterrupt):
        tournament("coffee_rush", ["guest", "random"], games=40, crew=Impatient(1))
    assert not tournament("coffee_rush", ["guest", "random"], games=2, crew=ONE).stopped


def test_a_ctrl_c_that_got_lost_ends_the_crew_all_the_same() -> None:
    """Python loses one that comes while it cleans up after an object, or where others catch it."""
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        hard_of_hearing(Threads(1))
    assert signal.getsignal(signal.SIGINT) is before


def hard_of_hearing(crew: Threads) -> None:
    """Presses Ctrl-C once, loses it and goes on."""
    for number, _ in enumerate(crew.each(abs, ((number,) for number in itertools.count()))):
        assert number < 10
        if number == 3:
            with contextlib.suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)


# The report -----------------------------------------------------------------------------------------------------------


def test_a_report_has_ratings_and_a_matrix_and_needs_nothing_from_outside() -> None:
    found = next(s for s in SETTINGS if s.game.name == "coffee_rush" and s.seats == 2 and not s.options)
    text = tournament_page.write(tournament(found, ["guest", "random", "program:x$<y>"], games=6, crew=ONE))
    assert not re.search(r"(src|href)=\"(?!#)|@import|url\((?!#)|<script", text)
    assert text.count("<svg") == text.count("aria-label") - text.count('role="region"') == 1
    assert "program:x$&lt;y&gt;" in text
    assert "<y>" not in text
    assert len(re.findall(r"[\d.]+% [▲▼=?]", text)) == 6


@pytest.mark.parametrize(
    ("missing", "arguments", "message"),
    [
        (
            "matplotlib.figure",
            ["arena", "coffee_rush", "--players", "guest,guest", "--report", "x"],
            "demitasse[reports]",
        ),
        ("matplotlib.figure", ["report", "coffee_rush"], "demitasse[reports]"),
        ("pyarrow.parquet", ["data", "coffee_rush", "--out", "x"], "demitasse[data]"),
        ("ray", ["simulate", "coffee_rush", "--cluster", "auto"], "demitasse[cluster]"),
        ("", ["arena", "coffee_rush", "--players", "guest,guest", "--report", "/nowhere/x.html"], "cannot be written"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_played(
    missing: str,
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    if missing:
        package, _, module = missing.rpartition(".")
        if package in sys.modules:  # another test may have imported it
            monkeypatch.delattr(sys.modules[package], module, raising=False)
        monkeypatch.setitem(sys.modules, missing, None)
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
