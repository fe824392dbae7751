"""The actions, draws and fields of Cat Café as text, where the table of verbs does not say it all."""

from collections.abc import Mapping, Sequence

from demitasse.core.box import Box
from demitasse.games.cat_cafe.box import CELLS, FLOORS, ITEM_NAMES, TOWERS
from demitasse.games.cat_cafe.state import FACES, PHASES
from demitasse.games.cat_cafe.verbs import ACTIONS, FIRST_THING

FACE_NAMES = tuple(str(face + 1) for face in range(FACES))
TOWER_NAMES = tuple(f"t{tower + 1}" for tower in range(TOWERS))
CELL_NAMES = tuple(f"t{cell // FLOORS + 1}f{cell % FLOORS + 1}" for cell in range(CELLS))


def labels(box: Box) -> Mapping[str, Sequence[str]]:
    """How actions, draws and positions name cells (where the sheet has one), items, choices and so on."""
    cells = int(box.records[0]["cells"])
    found: dict[str, Sequence[str]] = {
        "phase": PHASES.names,
        "face": FACE_NAMES,
        "tower": TOWER_NAMES,
        "cell": [name if cells >> cell & 1 else "" for cell, name in enumerate(CELL_NAMES)],
        "cat": ITEM_NAMES,
        "item": ITEM_NAMES,
        "thing": ITEM_NAMES[FIRST_THING:],
        "bonus": ("smaller", "larger"),
    }
    deeds = map(ACTIONS.decode, range(len(ACTIONS)))
    return {**found, "choice": [ACTIONS[verb].text(args, found) for verb, args in deeds]}
