"""The command line: demitasse play, arena, hint, simulate, replay, verify, guide, perft, ptx, warm."""

import argparse
import itertools
import json
import os
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import demitasse
from demitasse import terminal
from demitasse.arena import tournament as arena
from demitasse.arena.simulate import Report, simulate
from demitasse.bots import players as registry
from demitasse.bots.players import CARE, LEVELS
from demitasse.core import device as devices
from demitasse.core import refusals, result, result_picture, svg
from demitasse.core.device import DEVICES
from demitasse.core.errors import BadOption, BadRecord, BoxWarning, DemitasseError
from demitasse.core.game import Game
from demitasse.core.match import Match
from demitasse.core.play import perft
from demitasse.core.prepare import PARTS, prepare, warm
from demitasse.core.scene import scene
from demitasse.core.setting import Setting
from demitasse.core.tree import THOUGHT
from demitasse.core.turns import Turn
from demitasse.core.words import LANGUAGES, words
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
        match = Match(options.game, options.seats or _seats_of(options.players), _options(options), options.seed)
    else:
        raise BadOption(f"which game? expected one of: {', '.join(demitasse.game_names())}, or --load FILE")
    players = _players(options.players, match.seats)
    match.names = (
        tuple(options.names.split(",")) if options.names else _names(players) if not options.load else match.names
    )
    if len(match.names) != match.seats:
        raise BadOption(f"expected {match.seats} names, one for each seat; got {len(match.names)}")
    warm(match.game, search=any(player in THOUGHT for player in players))
    print("Type a number or an action's text; help lists what else there is.")
    try:
        terminal.play(match, players)
    except terminal.Quit:
        print("You leave the table.")
    if options.save:
        _write(options.save, match.record(comments=True))
        print(f"The game is saved in {options.save}.")
    return 0


def simulate_command(options: argparse.Namespace) -> int:
    found = Setting.of(options.game, options.seats or None, _options(options))
    game = found.game
    warm(game, simulation=True)
    with _progress() as progress:
        task = progress.add_task(game.title, total=options.games)
        report = simulate(
            found,
            options.players.split(","),
            options.games,
            options.seed,
            options.cores,
            lambda n: progress.advance(task, n),
            options.device,
        )
    if options.json:
        print(json.dumps(report.as_json(), indent=2, ensure_ascii=False))
    else:
        _print_report(game, report)
    return 0


def arena_command(options: argparse.Namespace) -> int:
    players = options.players.split(",")
    found = Setting.of(options.game, len(players), _options(options))
    game = found.game
    warm(game, search=True)
    with _progress() as progress:
        task = progress.add_task(game.title, total=-(-options.games // len(players)) * len(players))
        report = arena.tournament(
            found,
            players,
            options.games,
            options.seed,
            options.cores,
            options.sprt,
            lambda n: progress.advance(task, n),
        )
    if options.json:
        print(json.dumps(report.as_json(), indent=2, ensure_ascii=False))
    else:
        _print_standings(game, report)
    return 0


def hint_command(options: argparse.Namespace) -> int:
    match = _read_match(options.file)
    while options.ply is not None and len(match.plies) > options.ply:
        match.undo()
    warm(match.game, search=True)
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
        match = Match(options.game, options.seats, _options(options))
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


def _print_report(game: Game, report: Report) -> None:
    console.print(
        f"[bold]{game.title}[/bold], {report.games:,} games, {report.seats} seats{_with(report.options)}",
        highlight=False,
    )
    lines = [name for name in game.score if name != "total"]
    results = Table("seat", "player", box=SIMPLE_HEAD)
    results.add_column("win share", no_wrap=True)
    results.add_column("score", no_wrap=True)
    details = Table("seat", *lines, box=SIMPLE_HEAD)
    for seat in range(report.seats):
        share, score = report.share_interval[seat], report.score_interval[seat]
        results.add_row(
            str(seat),
            report.players[seat],
            f"{report.share[seat]:.1%} ± {_half(share):.1%}",
            f"{report.score[seat]['total']:.2f} ± {_half(score):.2f}",
        )
        details.add_row(str(seat), *(f"{report.score[seat][name]:.2f}" for name in lines))
    console.print(results)
    console.print(details)
    length = report.length
    where = "a GPU" if report.device == "cuda" else f"{report.cores} core{'s' if report.cores > 1 else ''}"
    console.print(
        f"Length {length['mean']:.1f} plies a game, {length['shortest']:.0f} to {length['longest']:.0f}. "
        "± are 95 % intervals.\n"
        f"{report.plies_a_second / 1e6:.2f} M plies/s, {report.games_a_second:,.0f} games/s "
        f"in {report.seconds:.2f} s on {where}.",
        highlight=False,
    )


def _print_standings(game: Game, report: arena.Report) -> None:
    console.print(
        f"[bold]{game.title}[/bold], {report.games:,} games, {report.seats} seats{_with(report.options)}",
        highlight=False,
    )
    table = Table("player", "win share", "score", "quartiles", "rating", "thought a game", box=SIMPLE_HEAD)
    for entrant in report.standings:
        low, high = entrant.share_interval
        table.add_row(
            entrant.player,
            f"{entrant.share:.1%} ({low:.0%}–{high:.0%})",
            f"{entrant.score:.2f}",
            " ".join(f"{quartile:g}" for quartile in entrant.score_quartiles),
            f"{entrant.rating:.1f} ± {entrant.rating_sigma:.1f}",
            f"{entrant.seconds_a_game:.2f} s",
        )
    console.print(table)
    if report.verdict:
        console.print(f"Sequential test of {report.standings[0].player}: {report.verdict}.", highlight=False)
    console.print(
        f"{report.deals} deals, each played once from every seat, in {report.seconds:.1f} s. Intervals are 95 % ones.",
        highlight=False,
    )


def _progress() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=err, transient=True)


def _with(options: Mapping[str, int]) -> str:
    return "".join(f", {name}{'' if value == 1 else f'={value}'}" for name, value in options.items())


def _half(interval: tuple[float, float]) -> float:
    return (interval[1] - interval[0]) / 2


def _show_warning(message: Warning | str, *rest: Any) -> None:
    err.print(f"note: {message}", markup=False, highlight=False, soft_wrap=True)


# What is read ---------------------------------------------------------------------------------------------------------


def _options(options: argparse.Namespace) -> dict[str, object]:
    found: dict[str, object] = {}
    for text in options.option:
        name, equals, value = text.partition("=")
        if equals and not value.isdecimal():
            raise BadOption(f"--option {text}: expected {name}=NUMBER")
        found[name] = int(value) if equals else True
    if options.box:
        found["box"] = options.box
    return found


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
        help=f"one for each seat, separated by commas: me, {', '.join(LEVELS)}, module:Class or program:COMMAND; "
        "default: me against regulars",
    )
    play.add_argument("--names", metavar="LIST", help="the names of the seats, separated by commas")
    play.add_argument("--save", metavar="FILE", help="write the record here when the game ends or is left")
    play.add_argument("--load", metavar="FILE", help="go on with a saved game")
    play.add_argument("--seed", help="makes the draws repeatable")
    _add_setting(play)
    play.set_defaults(command=play_command)

    run = commands.add_parser(
        "simulate",
        help="play many games and report",
        description="Let players without search play many games on all cores.",
    )
    run.add_argument("game", help="the game")
    run.add_argument("--games", type=int, default=100_000, metavar="N", help="how many games (default: 100000)")
    run.add_argument(
        "--players",
        default="random",
        metavar="LIST",
        help=f"one name, or one for each seat: {', '.join(CARE)} (default: random)",
    )
    run.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed gives the same games (default: 0)")
    run.add_argument("--cores", type=int, metavar="N", help="threads (default: all cores)")
    run.add_argument(
        "--device",
        choices=DEVICES,
        default="cpu",
        help="where to play: cuda needs a GPU and the extra demitasse[cuda] (default: cpu)",
    )
    run.add_argument("--json", action="store_true", help="print the report as JSON")
    _add_setting(run)
    run.set_defaults(command=simulate_command)

    meet = commands.add_parser(
        "arena",
        help="let players meet",
        description="Let players meet at one table: seats rotated, the same draws for each rotation, on all cores.",
    )
    meet.add_argument("game", help="the game")
    meet.add_argument(
        "--players",
        required=True,
        metavar="LIST",
        help=f"one for each seat: {', '.join(LEVELS)}, module:Class or program:COMMAND",
    )
    meet.add_argument(
        "--games",
        type=int,
        default=100,
        metavar="N",
        help="how many games at most, rounded up to whole deals (default: 100)",
    )
    meet.add_argument(
        "--sprt",
        action="store_true",
        help="stop once the first player is shown to be better than equal by a tenth, or not",
    )
    meet.add_argument("--seed", default="arena", help="the same seed gives the same draws (default: arena)")
    meet.add_argument("--cores", type=int, metavar="N", help="processes (default: all cores)")
    meet.add_argument("--json", action="store_true", help="print the report as JSON")
    _add_setting(meet, seats=False)
    meet.set_defaults(command=arena_command)

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
    _add_setting(count)
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
        "Every setting can also be given in the environment, by the name in capitals.",
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
        help="one part: what a table needs first, simple players, simulations, or search (default: all)",
    )
    warm.set_defaults(command=warm_command)
    return parser


def _add_setting(parser: argparse.ArgumentParser, seats: bool = True) -> None:
    if seats:
        parser.add_argument("--seats", type=int, metavar="N", help="how many play (default: the game's fewest)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME[=N]", help="an option of the game; may be repeated"
    )
    parser.add_argument(
        "--box", metavar="FILE", help="the contents of the box, a TOML file of the form of the game's box.toml"
    )


if __name__ == "__main__":
    sys.exit(main())
