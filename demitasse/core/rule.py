"""@rule: a function of the rules, compiled by Numba, or plain Python with DEMITASSE_JIT=0."""

import hashlib
import os
import platform
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")
CHANCE = -1  # what a game's `actor` gives when a draw is due
OVER = -2  # and when the game is over

JIT = os.environ.get("DEMITASSE_JIT", "1") != "0"
# Written out wherever they are called: a game's functions are small and many (docs/performance.md)
WRITTEN_OUT = ("rules", "policy")
PACKAGE = Path(__file__).resolve().parent.parent
# What compiled code depends on, of core and of a game; a test follows the imports
HASHED = (
    "bits",
    "box",
    "bundles",
    "chunks",
    "draws",
    "errors",
    "fields",
    "grid",
    "kernels",
    "learners",
    "limits",
    "neurons",
    "rule",
    "search",
    "sight",
    "sight_changes",
    "sight_crowd",
    "tables",
    "verbs",
    "words",
)
HASHED_OF_A_GAME = ("box", "features", "policy", "rules", "state", "verbs")
SWITCHES: Any = {
    "cache": True,
    "nogil": True,
    "boundscheck": True,
    "_nrt": False,  # no reference counts: rules allocate nothing, and counting arrays took up to half of a ply
}
TRIES = 9  # at having compiled code kept in our folder; where that cannot be written Numba finds another
_FOLDER = threading.Lock()  # Numba's setting of it is one for all threads, and a server imports games in several

if JIT:
    os.environ.setdefault("NUMBA_OPT", "1")  # measured: playouts are as fast as at 3, and compiling takes a third less
    import numba

    config: Any = numba.config
else:
    np.seterr(over="raise")  # plain mode is the sanitizer: a counter that wraps is an error there


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` and keep the result on disk, in a folder that belongs to the sources it depends on."""
    return _compiled(function, inline=_part(function.__module__) in WRITTEN_OUT)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """As `rule`, and written out wherever it is called: for the body of a loop that is measured in nanoseconds."""
    return _compiled(function, inline=True)


def unchecked(function: Callable[P, R]) -> Callable[P, R]:
    """As `rule`, without a look at each index, which would forbid to work on many numbers at once: for loops over
    arrays whose sizes were compared before.
    """
    return _compiled(function, inline=False, boundscheck=False)


def _compiled(function: Callable[P, R], inline: bool, **switches: bool) -> Callable[P, R]:
    if not JIT:
        return function
    folder = str(cache_folder(_owner(function.__module__)))
    with _FOLDER:
        before = config.CACHE_DIR
        try:
            for _ in range(TRIES):
                config.CACHE_DIR = folder
                compiled: Any = numba.njit(**SWITCHES | switches, forceinline=inline)(function)
                if compiled.stats.cache_path.startswith(folder):
                    break  # else Numba, compiling in another thread, has just read its settings anew
            found: Callable[P, R] = compiled
            return found
        finally:
            config.CACHE_DIR = before


@cache
def cache_folder(owner: str) -> Path:
    """The folder for compiled code of `owner` (a game's name, or "core").

    Numba looks at the defining file alone, so the folder's name is a hash of every source the code may depend on.
    """
    versions = f"{platform.python_version()} {np.__version__} {numba.__version__}"
    return cache_root() / f"{owner}-{hashlib.sha256((versions + digest(owner)).encode()).hexdigest()[:16]}"


def digest(owner: str) -> str:
    """A hash of every source that compiled code of `owner` may depend on."""
    found = hashlib.sha256()
    for source in hashed(owner):
        found.update(source.name.encode() + b"\0" + source.read_bytes())
    return found.hexdigest()


def hashed(owner: str) -> list[Path]:
    """Those sources: core's own, and a game's."""
    found = [PACKAGE / "core" / f"{name}.py" for name in HASHED]
    if owner != "core":
        found += [source for name in HASHED_OF_A_GAME for source in _files(PACKAGE / "games" / owner, name)]
    return found


def _files(folder: Path, part: str) -> list[Path]:
    """The files of a part of a game: its own, or all of the folder of that name."""
    return sorted((folder / part).glob("*.py")) or [folder / f"{part}.py"]


def cache_root() -> Path:
    """Where compiled code is kept: DEMITASSE_CACHE, or a folder of the user's cache."""
    if "DEMITASSE_CACHE" in os.environ:
        return Path(os.environ["DEMITASSE_CACHE"])
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "demitasse"


def _owner(module: str) -> str:
    """'demitasse.games.NAME.rules' belongs to NAME, everything else to 'core'."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["demitasse", "games"] else "core"


def _part(module: str) -> str:
    """'demitasse.games.NAME.rules', and whatever is in a folder of that name, is the part 'rules'."""
    return "".join(module.split(".")[3:4])


@inlined
def who_acts(phase: int, draws: int, ended: int, seat: int) -> int:
    """CHANCE in the phases that `draws` has as bits, OVER in the phase `ended`, the seat in all others."""
    if draws >> phase & 1:
        return CHANCE
    if phase == ended:
        return OVER
    return seat
