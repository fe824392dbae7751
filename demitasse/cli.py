"""The command line: demitasse play, simulate, arena, data, report, train, hint, replay, verify, guide, perft, warm …"""

import argparse
import itertools
import os
import sys
import time
import warnings
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

import demitasse
from demitasse import terminal
from demitasse.arena import commands as laboratory
from demitasse.arena.arguments import add_setting, options_of
from demitasse.bots import players as registry
from demitasse.bots.players import NAMES
from demitasse.core import device as devices
from demitasse.core import hints, refusals, result, result_picture, svg
from demitasse.core.errors import BadOption, BadRecord, BoxWarning, DemitasseError
from demitasse.core.match import Match
from demitasse.core.play import perft
from demitasse.core.prepare import PARTS, prepare, warm
from demitasse.core.scene import scene
from demitasse.core.tree import THOUGHT
from demitasse.core.turns import Turn
from demitasse.core.words import LANGUAGES, words
from demitasse.learn import commands as learning
from demitasse.server import guide, settings

INTERRUPTED = 130
LAST_TURNS = 4  # that are told before the table after so many plies
console = Console()
err = Console(stderr=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status (2: refused, 130: stopped with Ctrl-C)."""
    options = _parser().parse_args(arguments)
    warnings.showwarning = _show_warning  # type: ignore[assignment]
    warnings.simplefilter("always", BoxWarning)
    try:
        status: int = options.command(options)
        return status
    except DemitasseError as error:
        said = refusals.said(str(error), words(getattr(options, "language", "en"))) or error
        err.print(f"demitasse: {said}", markup=False, highlight=False, soft_wrap=True)
        return 2
    except KeyboardInterrupt:
        err.print("\nStopped.")
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has seen enough
        return 0


# Commands -------------------------------------------------------------------------------------------------------------


def play_command(options: argparse.Namespace) -> int:
    if options.load:
        match = _read_match(options.load)
        match.auto_draw = False
    elif options.game:
        match = Match(options.game, options.seats or _seats_of(options.players), options_of(options), options.seed)
    else:
        raise BadOption(f"which game? expected one of: {', '.join(demitasse.game_names())}, or --load FILE")
    players = _players(options.players, match.seats)
    match.names = (
        tuple(options.names.split(",")) if options.names else _names(players) if not options.load else match.names
    )
    if len(match.names) != match.seats:
        raise BadOption(f"expected {match.seats} names, one for each seat; got {len(match.names)}")
    if why := registry.warm(match.setting, [name for name in players if name != terminal.PERSON and ":" not in name]):
        _show_warning(why)
    print("Type a number or an action's text; help lists what else there is.")
    try:
        terminal.play(match, players)
    except terminal.Quit:
        print("You leave the table.")
    if options.save:
        _write(options.save, match.record(comments=True))
        print(f"The game is saved in {options.save}.")
    return 0


def hint_command(options: argparse.Namespace) -> int:
    match = _read_match(options.file)
    while options.ply is not None and len(match.plies) > options.ply:
        match.undo()
    warm(match.game)
    prepare(match.game, hints.part(match.setting))
    print(terminal.advised(match, match.hint(level=options.level)))
    return 0


def picture_command(options: argparse.Namespace) -> int:
    match = _read_match(options.file)
    if options.ply is not None and not 0 <= options.ply <= len(match.plies):
        raise BadRecord(f"the record has plies 0 to {len(match.plies)}; got {options.ply}")
    while options.ply is not None and len(match.plies) > options.ply:
        match.undo()
    if options.result and match.actor is not None:
        raise BadRecord("the game is not over, so there is no result to draw")
    drawn = _drawn_result(match, options.language) if options.result else None
    _write(options.out, drawn or svg.write(scene(match, options.seat, options.language)))
    print(f"The picture is in {options.out}.")
    return 0


def _drawn_result(match: Match, language: str) -> str:
    say = words(language)
    return result_picture.write(result.of(match, say), say(match.game.title))


def replay_command(options: argparse.Namespace) -> int:
    match = _read_match(options.file)
    shown = len(match.plies) if options.ply is None else options.ply
    if not 0 <= shown <= len(match.plies):
        raise BadRecord(f"the record has plies 0 to {len(match.plies)}; got {shown}")
    while len(match.plies) > shown:
        match.undo()
    _print_turns(match, match.turns()[0 if options.ply is None else -LAST_TURNS :], options.plies)
    print(f"\n{match}\n")
    if match.actor is None:
        print(terminal.result(match))
    return 0


def _print_turns(match: Match, turns: Sequence[Turn], plies: bool) -> None:
    """A line for each turn; behind those that were taken at the same time, and where one goes on, their plies."""
    for first, alike in itertools.groupby(turns, key=lambda turn: turn.first):
        for turn in alike:
            if turn.ended:
                print(f"{turn.number:>4}{terminal.told(match, turn, None)}")
        for number in range(first, turn.last) if plies or not turn.ended else ():
            print(f"{number + 1:>8}{terminal.sentence(match, match.plies[number])}")


def verify_command(options: argparse.Namespace) -> int:
    for line in demitasse.verify(_read(options.file)):
        print(f"ok: {line}")
    return 0


def guide_command(options: argparse.Namespace) -> int:
    console.print(Markdown(guide.plain(options.game, options.language)))
    return 0


def perft_command(options: argparse.Namespace) -> int:
    if options.position:
        match = Match.from_position(_read(options.position))
    else:
        match = Match(options.game, options.seats, options_of(options))
    warm(match.game, simulation=True)
    table = Table("depth", "lines", "seconds", "lines/s")
    for depth in range(1, options.depth + 1):
        began = time.perf_counter()
        lines = perft(match, depth)
        seconds = time.perf_counter() - began
        table.add_row(str(depth), f"{lines:,}", f"{seconds:.3f}", f"{lines / seconds:,.0f}")
    console.print(table)
    return 0


def ptx_command(options: argparse.Namespace) -> int:
    major, _, minor = options.capability.partition(".")
    if not (major.isdigit() and minor.isdigit()):
        raise BadOption(f"--capability is of the form 9.0; got {options.capability!r}")
    for name in options.games or demitasse.game_names():
        for kernel in devices.ALL:
            print(devices.build(demitasse.game(name), kernel, Path(options.folder), (int(major), int(minor))))
    return 0


def serve_command(options: argparse.Namespace) -> int:
    from demitasse.server import serve  # noqa: PLC0415  # the other commands should start without it

    return serve.command(options)


def warm_command(options: argparse.Namespace) -> int:
    names = options.games or demitasse.game_names()
    for name in names:
        demitasse.game(name)  # refuses an unknown one before anything is compiled
    with ProcessPoolExecutor(min(len(names), os.cpu_count() or 1), get_context("spawn")) as processes:
        for title, seconds in processes.map(_warm, names, [options.only] * len(names)):
            print(f"{title}: ready in {seconds:.1f} s", flush=True)
    return 0


def _warm(name: str, only: str | None) -> tuple[str, float]:
    game, began = demitasse.game(name), time.perf_counter()
    for part in [only] if only else PARTS:
        prepare(game, part)
    return game.title, time.perf_counter() - began


# What is printed ------------------------------------------------------------------------------------------------------


def _show_warning(message: Warning | str, *rest: Any) -> None:
    err.print(f"note: {message}", markup=False, highlight=False, soft_wrap=True)


# What is read ---------------------------------------------------------------------------------------------------------


def _seats_of(players: str) -> int | None:
    return len(players.split(",")) if "," in players else None


def _players(text: str, seats: int) -> list[str]:
    players = text.split(",")
    if len(players) == 1:
        players = [players[0]] + ["regular"] * (seats - 1) if players[0] == terminal.PERSON else players * seats
    if len(players) != seats:
        raise BadOption(f"expected {seats} players, one for each seat; got {len(players)}: {text}")
    for player in players:
        if player != terminal.PERSON:
            registry.close(registry.make(player))  # refuses an unknown one
    return players


def _names(players: Sequence[str]) -> tuple[str, ...]:
    several = players.count(terminal.PERSON) > 1
    return tuple(
        ("Me" if not several else f"Player {seat}") if player == terminal.PERSON else f"{player} {seat}"
        for seat, player in enumerate(players)
    )


def _read(path: str) -> str:
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"{path!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path!r} is not UTF-8 text") from None


def _read_match(path: str) -> Match:
    return demitasse.load(_read(path))


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"{path!r} cannot be written: {error.strerror}") from None


# The parser -----------------------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="demitasse",
        description="Four café board games, played properly: at the table, against players, or by the million.",
        epilog=f"Games: {', '.join(demitasse.game_names())}. 'demitasse COMMAND --help' tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"demitasse {demitasse.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    play = commands.add_parser("play", help="play in the terminal", description="Play a game in the terminal.")
    play.add_argument("game", nargs="?", help="the game; not needed with --load")
    play.add_argument(
        "--players",
        default="me",
        metavar="LIST",
        help=f"one for each seat, separated by commas: me, {NAMES}; default: me against regulars",
    )
    play.add_argument("--names", metavar="LIST", help="the names of the seats, separated by commas")
    play.add_argument("--save", metavar="FILE", help="write the record here when the game ends or is left")
    play.add_argument("--load", metavar="FILE", help="go on with a saved game")
    play.add_argument("--seed", help="makes the draws repeatable")
    add_setting(play)
    play.set_defaults(command=play_command)

    laboratory.add_commands(commands)
    learning.add_commands(commands)

    advise = commands.add_parser(
        "hint",
        help="what to do in a recorded game",
        description="Print what every legal action is worth, and the best line.",
    )
    advise.add_argument("file", help="a record, or - for standard input")
    advise.add_argument("--ply", type=int, metavar="N", help="after N plies instead of the last one")
    advise.add_argument(
        "--level", default="barista", choices=list(THOUGHT), help="how long it thinks (default: barista)"
    )
    advise.set_defaults(command=hint_command)

    draw = commands.add_parser(
        "picture",
        help="draw a recorded game's table",
        description="Draw the table of a recorded game as an SVG picture.",
    )
    draw.add_argument("file", help="a record, or - for standard input")
    draw.add_argument("out", help="the SVG file to write")
    draw.add_argument("--ply", type=int, metavar="N", help="after N plies instead of the last one")
    draw.add_argument("--seat", type=int, metavar="N", help="as that seat sees it (default: as anybody may)")
    draw.add_argument("--language", default="en", choices=LANGUAGES, help="of the words in it (default: en)")
    draw.add_argument("--result", action="store_true", help="how the game ended, in place of the table")
    draw.set_defaults(command=picture_command)

    replay = commands.add_parser(
        "replay", help="show a recorded game", description="Print a recorded game and its table."
    )
    replay.add_argument("file", help="a record, or - for standard input")
    replay.add_argument("--ply", type=int, metavar="N", help="the table after N plies instead of the last one")
    replay.add_argument("--plies", action="store_true", help="every ply of a turn, too")
    replay.set_defaults(command=replay_command)

    check = commands.add_parser(
        "verify",
        help="check a record",
        description="Replay a record; check its plies, its result and, given a seed, every draw.",
    )
    check.add_argument("file", help="a record, or - for standard input")
    check.set_defaults(command=verify_command)

    teach = commands.add_parser("guide", help="how to play a game", description="Print how to play a game.")
    teach.add_argument("game", help="the game")
    teach.add_argument("--language", default="en", choices=LANGUAGES, help="of the guide (default: en)")
    teach.set_defaults(command=guide_command)

    count = commands.add_parser(
        "perft", help="count lines of play", description="Count the lines of play from the start or from a position."
    )
    count.add_argument("game", nargs="?", default=None, help="the game; not needed with --position")
    count.add_argument("--depth", type=int, default=4, metavar="N", help="plies (default: 4)")
    count.add_argument("--position", metavar="FILE", help="a position to begin from")
    add_setting(count)
    count.set_defaults(command=perft_command)

    ptx = commands.add_parser(
        "ptx",
        help="build the kernels for a GPU ahead",
        description="Write the kernels for a GPU as PTX, for machines with CuPy but no Numba "
        "(set DEMITASSE_PTX there). Needs no GPU itself.",
    )
    ptx.add_argument("folder", metavar="FOLDER", help="where they go")
    ptx.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    ptx.add_argument(
        "--capability", default="9.0", metavar="N.N", help="the GPU's compute capability, or a lower one (default: 9.0)"
    )
    ptx.set_defaults(command=ptx_command)

    house = commands.add_parser(
        "serve",
        help="serve tables to play at in a browser",
        description="Serve tables to play at in a browser. "
        "Every setting can also be given in the environment, as DEMITASSE_ and its name in capitals (DEMITASSE_PORT); "
        "the command line wins.",
    )
    settings.add_arguments(house)
    house.set_defaults(command=serve_command)

    warm = commands.add_parser(
        "warm",
        help="compile everything ahead",
        description="Compile the rules of all games, or of some, so that nothing waits later.",
    )
    warm.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    warm.add_argument(
        "--only",
        choices=PARTS,
        help="one part: rules (what a table needs first), players (simple ones), playouts (simulations), search, "
        "guidance (search by a network), recording (games as data), learners (observations); default: all",
    )
    warm.set_defaults(command=warm_command)
    return parser


if __name__ == "__main__":
    sys.exit(main())
