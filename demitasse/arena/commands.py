"""The commands of the laboratory: demitasse simulate and arena."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from demitasse.arena import entrants, page, simulate, tournament, tournament_page
from demitasse.arena.arguments import add_setting, options_of
from demitasse.arena.crew import Processes, Threads
from demitasse.bots.players import CARE, LEVELS
from demitasse.core.device import DEVICES
from demitasse.core.game import Game
from demitasse.core.prepare import warm
from demitasse.core.setting import Setting

console = Console()
err = Console(stderr=True)


def simulate_command(options: argparse.Namespace) -> int:
    found = Setting.of(options.game, options.seats or None, options_of(options))
    warm(found.game, simulation=True)
    with _progress() as progress:
        task = progress.add_task(found.game.title, total=options.games)
        report = simulate.simulate(
            found,
            options.players.split(","),
            options.games,
            options.seed,
            Threads(options.cores),
            lambda n: progress.advance(task, n),
            options.device,
        )
    if options.json:
        print(json.dumps(report.as_json(), indent=2, ensure_ascii=False))
    else:
        _print_report(found.game, report)
    return 0


def arena_command(options: argparse.Namespace) -> int:
    players = entrants.read(options.players)
    found = Setting.of(options.game, options.seats or len(players), options_of(options))
    warm(found.game, search=True)
    try:
        with _progress() as progress:
            task = progress.add_task(found.game.title, total=options.games)
            report = tournament.tournament(
                found,
                players,
                options.games,
                options.seed,
                Processes(options.cores),
                not options.all,
                options.margin,
                options.results,
                lambda n: progress.advance(task, n),
            )
    except KeyboardInterrupt:
        if options.results:
            err.print(f"\nThe games played are in {options.results}; the same command goes on from there.")
        raise
    if options.report:
        page.write(options.report, tournament_page.write(report))
    if options.json:
        print(json.dumps(report.as_json(), indent=2, ensure_ascii=False))
    else:
        _print_standings(found.game, report)
        if options.report:
            console.print(f"The report is in {options.report}.", highlight=False)
    return 0


# What is printed ------------------------------------------------------------------------------------------------------


def _print_report(game: Game, report: simulate.Report) -> None:
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


def _print_standings(game: Game, report: tournament.Report) -> None:
    console.print(
        f"[bold]{game.title}[/bold], {report.games:,} games, {report.seats} seats{_with(report.options)}",
        highlight=False,
    )
    table = Table("player", "win share", "score", "quartiles", "rating", "thought a game", box=SIMPLE_HEAD)
    for entrant in report.standings:
        low, high = entrant.share_interval
        below, above = entrant.rating_interval
        table.add_row(
            entrant.player,
            f"{entrant.share:.1%} ({low:.0%}–{high:.0%})",
            f"{entrant.score:.2f}",
            " ".join(f"{quartile:g}" for quartile in entrant.score_quartiles),
            f"{entrant.rating:+.0f} ({below:+.0f} to {above:+.0f})",
            f"{entrant.seconds_a_game:.2f} s",
        )
    console.print(table)
    for meeting in report.meetings:
        console.print(tournament_page.told(meeting), markup=False, highlight=False)
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


# The parser -----------------------------------------------------------------------------------------------------------


def add_commands(commands: Any) -> None:
    """Enter them in the parser's list."""
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
    add_setting(run)
    run.set_defaults(command=simulate_command)

    meet = commands.add_parser(
        "arena",
        help="let players meet, until it is known who is better",
        description="Let players meet: every seat in turn, the same draws for each, on all cores. It stops when every "
        "two are told apart, or when the games run out (docs/laboratory.md).",
    )
    meet.add_argument("game", help="the game")
    meet.add_argument(
        "--players",
        required=True,
        metavar="LIST",
        help=f"who meet: {', '.join(LEVELS)}, module:Class or program:COMMAND, separated by commas; "
        "or a TOML file with a table [[player]] for each",
    )
    meet.add_argument(
        "--games",
        type=int,
        default=1000,
        metavar="N",
        help="how many games at most, rounded up to whole deals (default: 1000)",
    )
    meet.add_argument("--all", action="store_true", help="play all of them, even when it is known who is better")
    meet.add_argument(
        "--margin",
        type=float,
        default=tournament.MARGIN,
        metavar="X",
        help="two are equal if neither finishes ahead in more than 0.5 + X of the games (default: %(default)s)",
    )
    meet.add_argument(
        "--results", metavar="FILE", help="keep every game in this file; with one that exists, go on from there"
    )
    meet.add_argument("--report", metavar="FILE", help="write ratings, intervals and the matrix to this HTML file")
    meet.add_argument("--seed", default="arena", help="the same seed gives the same draws (default: arena)")
    meet.add_argument("--cores", type=int, metavar="N", help="processes (default: all cores)")
    meet.add_argument("--json", action="store_true", help="print the report as JSON")
    add_setting(meet, "how many sit at a table (default: all players); with fewer, every choice of them is a table")
    meet.set_defaults(command=arena_command)
