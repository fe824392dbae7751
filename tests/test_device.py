"""Devices: a GPU plays the games that a core plays, byte for byte (here in Numba's simulator), and what is missing is
said.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from demitasse import Batch, NoDevice, game, game_names
from demitasse.core import device as devices
from demitasse.core.bundles import Task
from tests.simulated import digest

SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "DEMITASSE_JIT": "0"}


def simulated(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], env=os.environ | SIMULATOR, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", game_names())
def test_a_gpu_plays_what_a_core_plays(name: str) -> None:
    assert simulated("tests.simulated", "cuda", name, "7") == digest("cpu", name, 7) != digest("cpu", name, 8)


def test_a_simulation_on_a_gpu_reports_what_one_on_cores_does() -> None:
    command = ("demitasse.cli", "simulate", "coffee_rush", "--games", "4", "--players", "random,regular", "--json")
    there = json.loads(simulated(*command, "--device", "cuda"))
    here = json.loads(simulated(*command))
    assert (there["device"], here["device"]) == ("cuda", "cpu")
    for key in ("games", "plies", "score", "share"):
        assert there[key] == here[key]


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(NoDevice, match="no device 'gpu'; expected one of: cpu, cuda"):
        Batch("coffee_rush", 2, device="gpu")
    monkeypatch.setattr(devices, "numba_cuda", lambda: SimpleNamespace(is_available=lambda: False))
    with pytest.raises(NoDevice, match="no GPU was found"):
        Batch("coffee_rush", 2, device="cuda")
    monkeypatch.setenv("DEMITASSE_PTX", str(tmp_path))
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(NoDevice, match="expected the package cupy"):
        Batch("coffee_rush", 2, device="cuda")
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace())
    with pytest.raises(NoDevice, match=r"coffee_rush-\w+-batch_step.ptx does not exist; expected what `demitasse ptx"):
        Batch("coffee_rush", 2, device="cuda")


def test_every_jump_of_a_kernel_wishes_that_its_loop_be_kept() -> None:
    jumps = ["  br label %B", "  br i1 %c, label %B, label %C"]
    others = ["B:", "  %brief = load i64, i64* %p", "  ret void"]
    lines = devices.keep_loops("\n".join([*jumps, *others])).splitlines()
    assert lines[:5] == [*(f"{jump}, !llvm.loop !99990" for jump in jumps), *others]
    assert '!99991 = !{!"llvm.loop.unroll.disable"}' in lines


def test_arrays_are_handed_to_prebuilt_kernels_as_numba_lays_them_out() -> None:
    """Two words of bookkeeping, length, size of an item, address, then shape and strides: 7 words for one axis, 9 for
    two.
    """
    numbers = SimpleNamespace(shape=(3, 4), strides=(32, 8), itemsize=8, data=SimpleNamespace(ptr=99))
    assert devices._words("2", numbers) == [0, 0, 12, 8, 99, 3, 4, 32, 8]
    records = SimpleNamespace(shape=(5, 672), strides=(672, 1), itemsize=1, data=SimpleNamespace(ptr=99))
    assert devices._words("s", records) == [0, 0, 5, 672, 99, 5, 672]
    assert devices._words("i", 7) == [7]
    row = SimpleNamespace(shape=(2,), strides=(8,), itemsize=8, data=SimpleNamespace(ptr=99))
    assert devices.kinds_of(Task) == ("1", "i", "i")
    assert devices._words(Task, Task(row, 4, 5)) == [0, 0, 2, 8, 99, 2, 8, 4, 5]


def test_every_kernel_takes_what_it_is_given() -> None:
    """TAKES has a bundle or a letter for each parameter, a bundle in the place of the parameter that is called like it;
    and prebuilt kernels are named by the rules they were built from.
    """
    source = "".join(Path(devices.__file__).with_name(f"{name}.py").read_text() for name in ("grid", "learners_grid"))
    for kernel, kinds in devices.ALL.items():
        written = "sorted_plies" if kinds == devices.SORTED else kernel
        parameters = source.split(f"def {written}(")[1].split(")")[0].split(", ")
        assert len(parameters) == len(kinds)
        bundles = {"setup", "task", "queue", "games", "results"}
        for parameter, kind in zip(parameters, kinds, strict=True):
            assert (kind.__name__.lower() if isinstance(kind, type) else parameter) == parameter
            assert isinstance(kind, type) == (parameter in bundles)
    files = {devices.ptx_file(game(name), "playouts", Path()).name for name in game_names()}
    assert len(files) == len(game_names())
