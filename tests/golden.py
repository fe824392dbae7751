"""Golden playthroughs: whole games, ply by ply, with what could have been done instead.

python -m tests.golden            writes the files of games that have none yet
python -m tests.golden --again    writes all of them anew; look at the difference before you commit it
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from demitasse import Match, Setting, game_names, load
from tests.players import Driver
from tests.settings import settings_of

FOLDER = Path(__file__).parent / "golden"
PLAYED = {"random": 0, "greedy": 100}  # two playthroughs a seat count


def playthrough(match: Match) -> str:
    """A finished match told ply by ply: the ply, how many possibilities there were (with a hash of all their texts),
    the scores.
    """
    told = Match(match.setting, names=match.names)
    lines = [
        line
        for line in match.record().split("\n\n")[0].splitlines()
        if not line.startswith(("commit", "seed", "plies"))
    ]
    lines.append("")
    for ply in match.plies:
        lines.append(f"{ply!s:<28}  # {possibilities(told)}, {' '.join(map(str, told.scores()))}")
        told.play(ply.text)
    return "\n".join([*lines, "", *(f"# {line}" for line in told.position().splitlines()[1:])]) + "\n"


def possibilities(match: Match) -> str:
    texts = match.legal() or [f"{text} {weight}" for text, weight in match.outcomes().items()]
    digest = hashlib.sha256("\n".join(sorted(texts)).encode()).hexdigest()[:4]
    return f"{len(texts)} {'drawn' if match.actor == '*' else 'legal'} {digest}"


def plies_of(text: str) -> Match:
    """The match a golden file tells."""
    body = [line.split("  # ")[0].rstrip() for line in text.splitlines() if not line.startswith("#")]
    return load("\n".join(body))


def golden(name: str) -> Iterator[tuple[Setting, str, Path]]:
    """(setting, player, file): every setting once by the greedy, and those without options by others, too."""
    for setting in settings_of(name):
        for player in PLAYED if not setting.options else ["greedy"]:
            yield setting, player, FOLDER / f"{setting}-{player}.txt"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in game_names():
        for setting, player, path in golden(name):
            if "--again" in sys.argv or not path.exists():
                path.write_text(playthrough(shortest(setting, PLAYED[player])), encoding="utf-8")
                print(path.name)


def shortest(setting: Setting, care: int) -> Match:
    """Of a few games the shortest, so that the file is small enough to read."""
    return min((Driver(setting, number, care).run(10**9) for number in range(12)), key=lambda match: len(match.plies))


if __name__ == "__main__":
    main()
