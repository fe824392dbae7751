"""Games as Parquet files: what is in them is what was played, and others can read it."""

import json
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from pyarrow import parquet

from demitasse import Setting, Walk, game_names
from demitasse.arena import data
from demitasse.arena.crew import Threads
from demitasse.core import recorder
from demitasse.core.errors import BadRecord
from demitasse.core.simulation import simulate


@pytest.mark.parametrize("name", game_names())
def test_recorded_games_are_those_that_are_simulated_and_can_be_replayed(name: str) -> None:
    setting = Setting.of(name, 2)
    recorded = recorder.record(setting, [100, 40], 5, 3, 3, states=True)
    scores, lengths = simulate(setting, [100, 40], 5, 3, 3)
    assert (recorded.ends.scores == scores).all()
    assert (recorded.ends.lengths == lengths).all()
    plies, walk = recorded.plies, Walk(setting, seed=1)
    for game in range(3):
        actor, number = walk.start()
        for ply in range(recorded.firsts[game], recorded.firsts[game] + lengths[game]):
            assert (actor, number if actor >= 0 else 0) == (plies.actors[ply], plies.choices[ply])
            actor, number = walk.step(int(plies.ids[ply]))
        assert actor == -2
        assert (plies.totals[ply] == scores[game, :, setting.game.total]).all()


def test_room_is_made_for_games_that_are_longer_than_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting.of("coffee_rush", 2)
    whole = recorder.record(setting, [0, 0], 5, 0, 4)
    monkeypatch.setattr(recorder, "A_GAME", 20)
    parts = recorder.record(setting, [0, 0], 5, 0, 4)
    assert (whole.plies.ids == parts.plies.ids).all()
    assert (whole.ends.lengths == parts.ends.lengths).all()


def test_a_seat_never_decides_what_is_forbidden_where_it_has_another_choice() -> None:
    setting = Setting.of("coffee_rush", 2)
    verb = setting.game.actions["serve"]
    serve = range(verb.first, verb.first + int(np.prod(verb.shape)))
    played = recorder.record(setting, [100, 100], 5, 0, 10, never={1: serve}).plies
    serves = [int(((played.actors == seat) & np.isin(played.ids, serve)).sum()) for seat in range(2)]
    assert serves[0] > 0 == serves[1]


def test_nobody_sees_in_features_what_is_hidden() -> None:
    """In Cat Café choices are made at the same time: at a seat's decision nobody's is known."""
    setting = Setting.of("cat_cafe", 3)
    plies = recorder.record(setting, [100] * 3, 5, 0, 3, states=True).plies
    decided = plies.states[plies.actors >= 0]
    seats = plies.actors[plies.actors >= 0]
    others = np.arange(decided["choice"].shape[1])[None] != seats[:, None]
    assert not decided["choice"][others].any()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four games of Coffee Rush, begun as two and interrupted in between."""
    found = tmp_path_factory.mktemp("data")
    setting = Setting.of("coffee_rush", 3)
    assert data.write(setting, ["guest"], 2, str(found), seed=9, features=True, crew=Threads(1)) == 2
    (found / "plies" / "0000000000.parquet").unlink()
    assert data.write(setting, ["guest"], 2, str(found), seed=9, features=True, crew=Threads(1)) == 2
    assert data.write(setting, ["guest"], 4, str(found), seed=9, features=True, crew=Threads(1)) == 4
    assert data.write(setting, ["guest"], 4, str(found), seed=9, features=True, crew=Threads(1)) == 0
    return found


def asked(query: str) -> list[Any]:
    found = duckdb.sql(query)
    assert found is not None
    return found.fetchall()


def test_duckdb_reads_what_was_played(folder: Path) -> None:
    setting = Setting.of("coffee_rush", 3)
    scores, lengths = simulate(setting, [70] * 3, 9, 0, 4)
    results = asked(f"select total, plies from '{folder}/results/*.parquet' order by game, seat")
    assert results == [(scores[game, seat, 3], lengths[game]) for game in range(4) for seat in range(3)]
    counted = asked(f"select game, count(*), max(ply) from '{folder}/plies/*.parquet' group by game order by game")
    assert counted == [(game, length, length - 1) for game, length in enumerate(lengths)]
    served = asked(
        f"select count(*) from '{folder}/plies/*.parquet' join '{folder}/actions.parquet' using (id) "
        "where actor >= 0 and verb = 'serve'"
    )
    assert served == [(scores[:, :, setting.game.score.index("all served")].sum(),)]
    assert asked(f"select sum(share), min(rank) from '{folder}/results/*.parquet'") == [(4.0, 0)]
    assert asked(f"select max(state_deck[1]) from '{folder}/features/*.parquet'")[0][0] > 0


def test_polars_reads_what_was_played(folder: Path) -> None:
    """As docs/laboratory.md does; lists of one length are arrays there."""
    polars = pytest.importorskip("polars")
    scores, lengths = simulate(Setting.of("coffee_rush", 3), [70] * 3, 9, 0, 4)
    results = polars.scan_parquet(folder / "results" / "*.parquet")
    means = results.group_by("seat").agg(polars.col("share", "total").mean()).sort("seat").collect()
    assert means["total"].to_list() == scores[:, :, 3].mean(axis=0).tolist()
    assert means["share"].sum() == pytest.approx(1)
    plies = polars.scan_parquet(folder / "plies" / "*.parquet").select(polars.len()).collect()
    assert plies.item() == lengths.sum()
    features = polars.scan_parquet(folder / "features" / "*.parquet").select("state_deck").collect()
    assert features["state_deck"].to_numpy().ndim == 2


def test_the_columns_are_as_documented(folder: Path) -> None:
    told = (Path(__file__).parent.parent / "docs" / "laboratory.md").read_text(encoding="utf-8")
    for name in ("results", "plies", "features"):
        for column in parquet.read_schema(folder / name / "0000000000.parquet").names:
            documented = "state_FIELD" if column.startswith("state_") else column.replace("total_2", "total_SEAT")
            lines = Setting.of("coffee_rush", 3).game.score
            assert f"`{documented}`" in told or column in lines or column.startswith("total_"), column


def test_a_folder_of_other_games_is_refused(folder: Path) -> None:
    with pytest.raises(BadRecord, match="holds other games: its seats is 3, here it is 2; give another folder"):
        data.write(Setting.of("coffee_rush", 2), ["guest"], 4, str(folder), seed=9, features=True)
    with pytest.raises(BadRecord, match="is for 4 games; expected as many or more, got 3"):
        data.write(Setting.of("coffee_rush", 3), ["guest"], 3, str(folder), seed=9, features=True)
    assert json.loads((folder / "about.json").read_text())["games"] == 4
