"""Where games are played side by side: on a core, on a GPU through Numba, or on a GPU through kernels that were built
before.

A device holds arrays and runs on them a kernel of core/kernels.py (a loop) or of core/grid.py (a thread a game), so
that batches and simulations are written once. Arrays on a GPU have `__cuda_array_interface__`: CuPy, PyTorch and JAX
take them as they are.
"""

import hashlib
import os
import re
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol, get_type_hints

import numpy as np
import numpy.typing as npt

from demitasse.core import compiled, rule, sight, sight_changes, sight_crowd
from demitasse.core.bundles import Games, Queue, Results, Setup, Task
from demitasse.core.errors import NoDevice
from demitasse.core.game import Game

Kind = str | type  # of an argument: a letter, or a bundle of them
DEVICES = ("cpu", "cuda")
BLOCK = 64  # threads of a block
CROWD = 2048  # threads for each multiprocessor: as many as one holds at most
SORTED = (Setup, Task, Queue, "i", "i", "1", Results)
TAKES: dict[str, tuple[Kind, ...]] = {  # the bundles and kinds (core/bundles.py) that the kernels of core/grid.py take
    "playouts": (Setup, Task, "1", Results),
    "sorted_plies": SORTED,
    "sorted_rolls": SORTED,
    "batch_check": (Games, "1", "1"),
    "batch_sample": (Games, "1", "1"),
    "batch_step": (Setup, Games, "1", "i"),
}
LEARNERS: dict[str, tuple[Kind, ...]] = {  # and those of core/learners_grid.py
    "see": ("2", "u", "1", "1", "f"),
    "mask": ("2", "1", "c"),
    "watch": ("b", "s", "1", "s"),
    "judge": (Setup, Games, "f"),
    "glance": ("b", "s", "1", "f"),
    "value": ("b", Games, "f"),
    "rank": ("1", "f", "f"),
}
ALL = TAKES | LEARNERS
ELEMENTS = {"?": np.dtype(np.bool_), "u": np.dtype(np.uint8), "c": np.dtype(np.int8), "f": np.dtype(np.float32)}
ROOMY = ("batch_step", "judge", "glance", "value")  # the loops on a core that need room for a ply
JUMP = re.compile(r"^ +br (?:label|i1)[^\n]*", re.MULTILINE)  # in LLVM's code
ROLLED = '\n!99990 = distinct !{!99990, !99991}\n!99991 = !{!"llvm.loop.unroll.disable"}\n'  # what a jump wishes there


class Device(Protocol):
    def send(self, array: npt.NDArray[Any]) -> Any: ...  # the array there
    def room(self, *shape: int) -> Any: ...  # an array of numbers there, its content not set
    def states(self, number: int) -> Any: ...  # so many states there, their content not set
    def fill(self, array: Any, numbers: npt.NDArray[np.int64]) -> None: ...  # write all of an array there
    def fetch(self, array: Any) -> npt.NDArray[Any]: ...  # the array here
    def bytes(self, array: Any) -> Any: ...  # records there as [record, byte], the same memory
    def run(self, kernel: str, threads: int, *arguments: Any) -> None: ...
    @property
    def warp(self) -> int: ...  # threads that go one way together
    @property
    def crowd(self) -> int: ...  # threads that playouts keep busy


def find(name: str, game: Game) -> Device:
    """The device of that name, for a game. Raises NoDevice, which says what is missing."""
    if name not in DEVICES:
        raise NoDevice(f"there is no device {name!r}; expected one of: {', '.join(DEVICES)}")
    if name == "cpu":
        return Core(game)
    folder = os.environ.get("DEMITASSE_PTX")
    return Prebuilt(game, Path(folder)) if folder else Gpu(game)


class Core:
    """This machine's memory and one of its cores."""

    warp = crowd = 1

    def __init__(self, game: Game) -> None:
        self._game, self._kernels, self._room = game, compiled.kernels(game), compiled.room(game)
        self._entries: dict[str, Any] = {}

    def send(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array

    def room(self, *shape: int) -> npt.NDArray[np.int64]:
        return np.empty(shape, np.int64)

    def states(self, number: int) -> npt.NDArray[Any]:
        return np.empty(number, self._game.fields.dtype)

    def fill(self, array: npt.NDArray[np.int64], numbers: npt.NDArray[np.int64]) -> None:
        array[:] = numbers

    def fetch(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array

    def bytes(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.view(np.uint8).reshape(len(array), -1)

    def run(self, kernel: str, threads: int, *arguments: Any) -> None:
        arguments += (self._room,) * (kernel in ROOMY)
        if kernel not in self._entries:
            self._entries[kernel] = compiled.entry(self._loop(kernel), *arguments)
        self._entries[kernel](*arguments)

    def _loop(self, kernel: str) -> Any:
        learners = (sight_changes, sight_crowd, sight, compiled.learners(self._game))
        homes = (self._kernels,) if kernel in TAKES else learners
        return next(getattr(home, kernel) for home in homes if hasattr(home, kernel))


class Gpu:
    """A GPU through Numba; or Numba's simulator, which plays on any machine, slowly."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._cuda = numba_cuda()
        if not self._cuda.is_available():
            raise NoDevice(
                "no GPU was found; expected one that Numba sees (`python -m numba -s` tells), "
                "kernels in DEMITASSE_PTX, or the device cpu"
            )
        if is_simulated() == rule.JIT:
            raise NoDevice(
                "a GPU plays compiled rules and Numba's simulator plain ones: "
                "set both DEMITASSE_JIT=0 and NUMBA_ENABLE_CUDASIM=1, or neither"
            )

    def send(self, array: npt.NDArray[Any]) -> Any:
        return self._cuda.to_device(array)

    def room(self, *shape: int) -> Any:
        return self._cuda.device_array(shape, np.int64)

    def states(self, number: int) -> Any:
        return self._cuda.device_array(number, self._game.fields.dtype)

    def fill(self, array: Any, numbers: npt.NDArray[np.int64]) -> None:
        array.copy_to_device(numbers)

    def fetch(self, array: Any) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = array.copy_to_host()
        return found

    def bytes(self, array: Any) -> Any:
        if is_simulated():
            return self._cuda.to_device(array.view(np.uint8).reshape(len(array), -1))
        about = dict(array.__cuda_array_interface__)
        about |= {"shape": (len(array), array.dtype.itemsize), "typestr": "|u1", "descr": [("", "|u1")]}
        return self._cuda.as_cuda_array(SimpleNamespace(__cuda_array_interface__=about, owner=array))

    def run(self, kernel: str, threads: int, *arguments: Any) -> None:
        getattr(_grid(self._game, kernel), kernel)[-(-threads // BLOCK), min(threads, BLOCK)](*arguments)

    @property
    def warp(self) -> int:
        return int(compiled.grid(self._game).WARP)

    @cached_property
    def crowd(self) -> int:
        return 2 if is_simulated() else CROWD * int(self._cuda.get_current_device().MULTIPROCESSOR_COUNT)


class Prebuilt:
    """A GPU through CuPy, with kernels that `build` wrote into a folder; needs no Numba (with DEMITASSE_JIT=0)."""

    warp = 32

    def __init__(self, game: Game, folder: Path) -> None:
        try:
            cupy = import_module("cupy")
        except ImportError:
            raise NoDevice(
                "DEMITASSE_PTX is set, and kernels built before are loaded by CuPy; expected the package cupy"
            ) from None
        self._cupy, self._game, self._folder = cupy, game, folder
        self._kernel = cache(self._load)
        self._file("batch_step")

    def _file(self, kernel: str) -> Path:
        file = ptx_file(self._game, kernel, self._folder)
        if not file.exists():
            raise NoDevice(
                f"{file} does not exist; expected what `demitasse ptx {self._folder}` writes with these very rules"
            )
        return file

    def _load(self, kernel: str) -> Any:
        file = self._file(kernel)
        entry = re.search(r"\.entry (\w+)", file.read_text())
        assert entry is not None
        return self._cupy.RawModule(path=str(file)).get_function(entry[1])

    def send(self, array: npt.NDArray[Any]) -> Any:
        return self._cupy.asarray(
            array.view(np.uint8).reshape(len(array), -1) if array.dtype.names else array
        )  # CuPy has no records

    def room(self, *shape: int) -> Any:
        return self._cupy.empty(shape, np.int64)

    def states(self, number: int) -> Any:
        return self._cupy.empty((number, self._game.fields.dtype.itemsize), np.uint8)

    def fill(self, array: Any, numbers: npt.NDArray[np.int64]) -> None:
        array.set(numbers)

    def fetch(self, array: Any) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = self._cupy.asnumpy(array)
        return found

    def bytes(self, array: Any) -> Any:
        return array

    def run(self, kernel: str, threads: int, *arguments: Any) -> None:
        words = [word for kind, argument in zip(ALL[kernel], arguments, strict=True) for word in _words(kind, argument)]
        self._kernel(kernel)((-(-threads // BLOCK),), (BLOCK,), tuple(map(np.int64, words)))

    @cached_property
    def crowd(self) -> int:
        return CROWD * int(self._cupy.cuda.Device().attributes["MultiProcessorCount"])


def kinds_of(bundle: type) -> tuple[str, ...]:
    """The kinds of a bundle's fields, in their order."""
    return tuple(hint.__metadata__[0] for hint in get_type_hints(bundle, include_extras=True).values())


def _words(kind: Kind, argument: Any) -> list[int]:
    """An argument as Numba's kernels take it: an array is two words of bookkeeping, its length, its items' size, its
    address, shape and strides; a bundle is its fields.
    """
    if isinstance(kind, type):
        return [word for pair in zip(kinds_of(kind), argument, strict=True) for word in _words(*pair)]
    if kind == "i":
        return [argument]
    axes = _num_axes(kind)
    size = argument.shape[1] if kind in "bs" else argument.itemsize
    return [
        0,
        0,
        int(np.prod(argument.shape[:axes])),
        size,
        argument.data.ptr,
        *argument.shape[:axes],
        *argument.strides[:axes],
    ]


def build(game: Game, kernel: str, folder: Path, capability: tuple[int, int]) -> Path:
    """Write one kernel as PTX for machines without Numba; needs its compiler for CUDA, but neither GPU nor driver."""
    cuda = numba_cuda()
    if not rule.JIT or is_simulated():
        raise NoDevice(
            "kernels are built from compiled rules; expected neither DEMITASSE_JIT=0 nor NUMBA_ENABLE_CUDASIM=1"
        )
    signature = import_module("numba").types.void(*(_type_of(game, kind) for kind in ALL[kernel]))
    here = SimpleNamespace(compute_capability=capability)  # asked for by the functions that a kernel calls
    dispatcher = import_module("numba.cuda.dispatcher")
    asked = dispatcher.get_current_device
    vars(dispatcher)["get_current_device"] = lambda: here
    try:
        text, _ = cuda.compile_ptx(getattr(_grid(game, kernel), kernel).py_func, signature, cc=capability)
    finally:
        vars(dispatcher)["get_current_device"] = asked
    file = ptx_file(game, kernel, folder)
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def _type_of(game: Game, kind: Kind) -> Any:
    """Numba's type of a kind of argument."""
    numba: Any = import_module("numba")
    if isinstance(kind, type):
        return numba.types.NamedTuple([_type_of(game, each) for each in kinds_of(kind)], kind)
    if kind == "i":
        return numba.types.int64
    elements = {"b": game.box_fields.dtype, "s": game.fields.dtype, **ELEMENTS}
    element = numba.from_dtype(elements.get(kind, np.dtype(np.int64)))
    return numba.types.Array(element, _num_axes(kind), "C")


def _num_axes(kind: str) -> int:
    """Of an array of that kind: records and truths in a row, numbers as the kind says, the learners' in two."""
    return int(kind) if kind.isdigit() else 1 if kind in "bs?" else 2


def _grid(game: Game, kernel: str) -> Any:
    """The module that has a kernel."""
    return compiled.learners_grid(game) if kernel in LEARNERS else compiled.grid(game)


def ptx_file(game: Game, kernel: str, folder: Path) -> Path:
    """Named by the sources too, so that kernels of other rules are never loaded."""
    found = hashlib.sha256(rule.digest(game.name).encode())
    for name in ("sight", "learners", "learners_grid") if kernel in LEARNERS else ():
        found.update(Path(__file__).with_name(f"{name}.py").read_bytes())
    return folder / f"{game.name}-{found.hexdigest()[:16]}-{kernel}.ptx"


def numba_cuda() -> Any:
    """The module numba.cuda, which leaves loops as they are written. Raises NoDevice."""
    try:
        cuda = import_module("numba.cuda")
        nvvm: Any = vars(import_module("numba.cuda.cudadrv.nvvm"))
    except ImportError:
        raise NoDevice("Numba has no CUDA here; expected the extra: pip install 'demitasse[cuda]'") from None
    replace = nvvm.get("llvm_replace")  # the simulator has none
    if replace is not None and replace.__name__ != "rolled":

        def rolled(text: str) -> str:
            return keep_loops(replace(text))

        nvvm["llvm_replace"] = rolled
    return cuda


def keep_loops(text: str) -> str:
    """LLVM's code with a wish at every jump that no loop be written out.

    The compiler for GPUs writes every loop of known length out, loops in loops too: kernels of rules become up to seven
    times as long, and warps wait for their instructions (docs/performance.md).
    """
    return JUMP.sub(r"\g<0>, !llvm.loop !99990", text) + ROLLED


def is_simulated() -> bool:
    return bool(import_module("numba").config.ENABLE_CUDASIM)
