"""Pictures: how an environment shows itself: as text, or as the scene's picture in an array of colours."""

from importlib import import_module
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from demitasse.core.errors import BadOption
from demitasse.core.match import Match
from demitasse.envs import plain_svg

MODES = ("human", "ansi", "rgb_array")
FONTS = {"serif_family": "DejaVu Serif", "sans_serif_family": "DejaVu Sans"}


def check_mode(mode: str | None) -> str | None:
    """The mode. Raises BadOption."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"render_mode is one of {', '.join(MODES)}; got {mode!r}")
    return mode


def render(match: Match, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """The table: printed, as text, or as [y, x, red green blue]; None without a mode."""
    if mode == "human":
        print(match, flush=True)
    if mode == "rgb_array":
        return pixels(match)
    return str(match) if mode == "ansi" else None


def pixels(match: Match) -> npt.NDArray[np.uint8]:
    resvg: Any = import_module("resvg_py")
    image: Any = import_module("PIL.Image")
    drawn = resvg.svg_to_bytes(svg_string=plain_svg.plain(match._repr_svg_()), **FONTS)
    found: npt.NDArray[np.uint8] = np.asarray(image.open(BytesIO(drawn)).convert("RGB"))
    return found
