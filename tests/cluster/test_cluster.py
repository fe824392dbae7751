"""A real Ray cluster of two nodes on this machine: `make cluster` runs this, where Ray is installed."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from demitasse import BadOption, Setting
from demitasse.arena import study
from demitasse.arena.cluster import Cluster
from demitasse.arena.crew import Processes, Threads
from demitasse.arena.simulate import simulate
from demitasse.arena.tournament import tournament

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.filterwarnings("default")  # Ray's own are not ours to mend


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    from ray.cluster_utils import Cluster as Nodes  # noqa: PLC0415

    found = Nodes(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    found.add_node(num_cpus=1)
    found.wait_for_nodes()
    yield found
    ray.shutdown()
    found.shutdown()


@pytest.fixture(scope="module")
def crew(nodes: Any) -> Cluster:
    return Cluster(nodes.address)


def test_both_machines_play(crew: Cluster) -> None:
    assert (crew.size, crew.place) == (2, "2 cores of 2 machines")
    seen = {node for _, node in crew.each(where, [(number,) for number in range(12)])}
    assert len(seen) == 2


def where(number: int) -> str:
    time.sleep(0.3)
    return str(ray.get_runtime_context().get_node_id())


def test_a_simulation_is_the_same_as_on_one_machine(crew: Cluster) -> None:
    """Whoever plays, and however large the tasks are."""
    setting, ours = Setting.of("coffee_rush", 3), {"seconds", "cores", "place", "plies_a_second", "games_a_second"}
    there = asdict(simulate(setting, ["guest"], 20_000, seed=4, crew=crew))
    here = asdict(simulate(setting, ["guest"], 20_000, seed=4, crew=Threads(2)))
    assert {key: there[key] for key in there.keys() - ours} == {key: here[key] for key in here.keys() - ours}


def test_a_tournament_and_a_report_are_the_same_too(crew: Cluster) -> None:
    there = tournament("coffee_rush", ["regular", "random"], games=60, crew=crew)
    here = tournament("coffee_rush", ["regular", "random"], games=60, crew=Processes(2))
    assert there.meetings == here.meetings
    assert there.games == here.games
    found = [study.findings(Setting.of("coffee_rush", 2), ["guest"], 600, crew=each) for each in (crew, Threads(2))]
    for name, values in vars(found[0].sample).items():
        np.testing.assert_array_equal(values, getattr(found[1].sample, name))
    assert found[0].worths == found[1].worths


def test_a_worker_that_is_killed_loses_nothing(crew: Cluster, tmp_path: Path) -> None:
    done = dict(crew.each(killed_once, [(number, str(tmp_path)) for number in range(8)]))
    assert sorted(done.values()) == list(range(8))
    assert len(list(tmp_path.iterdir())) == 4, "four of them were killed"


def killed_once(number: int, folder: str) -> int:
    mark = Path(folder) / str(number)
    if number % 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_machine_that_goes_loses_nothing(nodes: Any, crew: Cluster) -> None:
    third = nodes.add_node(num_cpus=1)
    nodes.wait_for_nodes()
    gone, done = False, []
    for (number,), _ in Cluster(nodes.address).each(where, [(number,) for number in range(18)]):
        done.append(number)
        if not gone:
            nodes.remove_node(third, allow_graceful=False)
            gone = True
    assert sorted(done) == list(range(18))


def test_ctrl_c_leaves_as_on_one_machine(nodes: Any) -> None:
    heeding = ["env", "--default-signal=INT"]  # though this may run in the background of a shell, which ignores Ctrl-C
    command = [*heeding, sys.executable, "-m", "demitasse.cli", "simulate", "coffee_rush", "--games", "100000000"]
    process = subprocess.Popen(
        [*command, "--cluster", nodes.address], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not any("ray::simulate" in command for command in running()):
        assert process.poll() is None
        time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130, said
    assert "Stopped" in said


def running() -> Iterator[str]:
    """The commands of all processes; a worker's is named after what it does."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has just ended
            yield path.read_text(errors="replace")


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(BadOption, match="expected auto, ray://HOST:PORT"):
        Cluster("here")
