"""The commands of the laboratory: demitasse simulate, arena, data and report."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from demitasse.arena import (
    balance_page,
    balance_words,
    comparison,
    data,
    entrants,
    page,
    plots,
    simulate,
    study,
    tournament,
    tournament_page,
)
from demitasse.arena.arguments import add_contents, add_setting, options_of, seats_of
from demitasse.arena.balance import Findings
from demitasse.arena.cluster import Cluster
from demitasse.arena.crew import Crew, Processes, Threads
from demitasse.arena.progress import Course, span
from demitasse.bots import players as players_of
from demitasse.bots.players import CARE, NAMES
from demitasse.core import game as registry
from demitasse.core.device import DEVICES
from demitasse.core.errors import BadBox
from demitasse.core.game import Game
from demitasse.core.prepare import prepare, warm
from demitasse.core.setting import Setting

console = Console()
err = Console(stderr=True)

LONG = 60.0  # seconds: what takes longer is told beforehand
FEW = 6  # differences between boxes are printed; the page has all
STOPPED = 130  # the exit code of what Ctrl-C ended


def simulate_command(options: argparse.Namespace) -> int:
    found = Setting.of(options.game, options.seats or None, options_of(options))
    warm(found.game, simulation=True)
    with Course(found.game.title, options.games, err) as course:
        report = simulate.simulate(
            found,
            options.players.split(","),
            options.games,
            options.seed,
            _crew(options, Threads),
            course.advance,
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
    if options.report:
        _see_that_it_can_be_written(options.report)
    _note(players_of.warm(found, [player.plays for player in players]))
    try:
        with Course(found.game.title, options.games, err) as course:
            report = tournament.tournament(
                found,
                players,
                options.games,
                options.seed,
                _crew(options, Processes),
                not options.all,
                options.margin,
                options.results,
                course.advance,
            )
    except KeyboardInterrupt:  # before the first deal
        _tell_where_it_goes_on(options.results)
        raise
    if options.report:
        page.write(options.report, tournament_page.write(report))
    if options.json:
        print(json.dumps(report.as_json(), indent=2, ensure_ascii=False))
    else:
        _print_standings(found.game, report)
        if options.report:
            console.print(f"The report is in {options.report}.", highlight=False)
    if report.stopped:
        _tell_where_it_goes_on(options.results)
    return STOPPED if report.stopped else 0


def data_command(options: argparse.Namespace) -> int:
    found = Setting.of(options.game, options.seats or None, options_of(options))
    prepare(found.game, "recording")
    try:
        with Course(found.game.title, options.games, err) as course:
            began = time.perf_counter()
            played = data.write(
                found,
                options.players.split(","),
                options.games,
                options.out,
                options.seed,
                options.features,
                Threads(options.cores),
                course.advance,
            )
    except KeyboardInterrupt:
        _tell_where_it_goes_on(options.out)
        raise
    files = [path for path in Path(options.out).rglob("*.parquet") if path.is_file()]
    console.print(
        f"{played:,} games played in {time.perf_counter() - began:.1f} s; {options.out} has {options.games:,} games in "
        f"{len(files):,} files of {sum(path.stat().st_size for path in files) / 1e6:,.1f} MB.",
        highlight=False,
    )
    return 0


def report_command(options: argparse.Namespace) -> int:
    together = [number for number in registry.find(options.game).seats if number > 1]
    seats = together if options.seats is None else seats_of(options.seats)
    contents = [options_of(options)]
    if options.against:
        contents.append({**contents[0], "box": options.against})
    settings = [[_table(options.game, number, content) for number in seats] for content in contents]
    every = [setting for some in settings for setting in some]
    _see_that_it_can_be_written(options.out)
    plan = study.Plan(every, options.players.split(","), options.games, options.seed, not options.quick)
    game = settings[0][0].game
    prepare(game, "recording")
    crew = _crew(options, Threads if plan.simple else Processes)
    if not plan.simple:
        for why in dict.fromkeys(players_of.warm(setting, plan.players) for setting in every):
            _note(why)
        _say_how_long(plan, crew, options.results)
    with Course(game.title, options.games * len(plan.settings), err) as course:
        found = study.study(plan, crew, course.of, options.results)
    boxes = [options.box, options.against]
    mine, theirs = _apart(found, settings[0])
    page.write(options.out, balance_page.write(mine, theirs, boxes))
    _print_findings(mine, theirs)
    console.print(f"The report is in {options.out}.", highlight=False)
    if stopped := any(len(each.sample.length) < each.asked for each in found):
        _tell_where_it_goes_on(options.results)
    return STOPPED if stopped else 0


def _table(game: str, seats: int, content: Mapping[str, object]) -> Setting:
    """A table of a report, which may have two boxes: what is wrong with one says which. Raises BadBox, BadOption."""
    try:
        return Setting.of(game, seats, content)
    except BadBox as error:
        told = str(content.get("box", ""))
        raise BadBox(str(error) if told in str(error) else f"{told}: {error}") from None


def _apart(found: Sequence[Findings], settings: Sequence[Setting]) -> tuple[list[Findings], list[Findings]]:
    """The findings of these tables, and the others. Raises KeyboardInterrupt where these have none."""
    own = {id(setting) for setting in settings}
    mine = [each for each in found if id(each.setting) in own]
    if not mine:
        raise KeyboardInterrupt
    return mine, [each for each in found if id(each.setting) not in own]


def _say_how_long(plan: study.Plan, crew: Crew, results: str | None) -> None:
    """Before days are spent that nobody meant to spend."""
    games = plan.games * len(plan.settings)
    seconds = study.seconds(plan)
    if seconds is None or seconds / crew.size < LONG:
        return
    keep = "" if results else "; --results FILE keeps them, so that the same command goes on"
    err.print(
        f"{games:,} games by {', '.join(dict.fromkeys(plan.players))} take about {span(seconds / games)} each, "
        f"{span(seconds / crew.size)} on {crew.place}. Ctrl-C ends it sooner, with a report of the games until then"
        f"{keep}.",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )


def _print_findings(found: Sequence[Findings], against: Sequence[Findings]) -> None:
    for shown in found:
        console.print(f"[bold]{shown.setting.seats} seats[/bold]", highlight=False)
        for line in balance_words.words(shown):
            console.print(f"- {line}", markup=False, highlight=False)
        other = comparison.same_table(shown, against)
        for line in comparison.difference(shown, other, FEW) if other else []:
            console.print(f"- The other box: {line}", markup=False, highlight=False)


def _tell_where_it_goes_on(kept: str | None) -> None:
    if kept:
        err.print(f"\nThe games played are in {kept}; the same command goes on from there.", highlight=False)


def _crew(options: argparse.Namespace, kind: type[Threads] | type[Processes]) -> Crew:
    return Cluster(options.cluster) if options.cluster else kind(options.cores)


def _note(why: str) -> None:
    """What is worth knowing, beside what is asked for."""
    if why:
        err.print(f"note: {why}", markup=False, highlight=False, soft_wrap=True)


def _see_that_it_can_be_written(path: str) -> None:
    """Before many games are played for nothing."""
    plots.library()
    page.check(path)


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
    console.print(
        f"Length {length['mean']:.1f} plies a game, {length['shortest']:.0f} to {length['longest']:.0f}. "
        "± are 95 % intervals.\n"
        f"{report.plies_a_second / 1e6:.2f} M plies/s, {report.games_a_second:,.0f} games/s "
        f"in {report.seconds:.2f} s on {report.place}.",
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
        f"{report.deals} deal{'s' if report.deals != 1 else ''}, each played once from every seat, "
        f"in {report.seconds:.1f} s. Intervals are 95 % ones.",
        highlight=False,
    )


def _with(options: Mapping[str, int]) -> str:
    return "".join(f", {name}{'' if value == 1 else f'={value}'}" for name, value in options.items())


def _half(interval: tuple[float, float]) -> float:
    return (interval[1] - interval[0]) / 2


# The parser -----------------------------------------------------------------------------------------------------------


def add_commands(commands: Any) -> None:
    """Enter them in the parser's list."""
    for add in (_add_simulate, _add_arena, _add_data, _add_report):
        add(commands)


def _add_simulate(commands: Any) -> None:
    run = commands.add_parser(
        "simulate",
        help="play many games and report",
        description="Let players without search play many games on all cores.",
    )
    run.add_argument("game", help="the game")
    _add_simple_players(run, "random")
    _add_seed(run, "the same seed gives the same games")
    _add_cores(run, "threads")
    _add_cluster(run)
    run.add_argument(
        "--device",
        choices=DEVICES,
        default="cpu",
        help="where to play: cuda needs a GPU and the extra demitasse[cuda] (default: cpu)",
    )
    run.add_argument("--json", action="store_true", help="print the report as JSON")
    add_setting(run)
    run.set_defaults(command=simulate_command)


def _add_arena(commands: Any) -> None:
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
        help=f"who meet, separated by commas: {NAMES}; or a TOML file with a table [[player]] for each",
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
    _add_cores(meet, "processes")
    _add_cluster(meet)
    meet.add_argument("--json", action="store_true", help="print the report as JSON")
    add_setting(meet, "how many sit at a table (default: all players); with fewer, every choice of them is a table")
    meet.set_defaults(command=arena_command)


def _add_data(commands: Any) -> None:
    keep = commands.add_parser(
        "data",
        help="write many games as Parquet files",
        description="Let players without search play many games, and write them as Parquet files: results, plies and, "
        "if asked, the state before each decision (docs/laboratory.md has the schema). A run that was interrupted goes "
        "on where it was.",
    )
    keep.add_argument("game", help="the game")
    keep.add_argument("--out", required=True, metavar="DIR", help="the folder to write to")
    _add_simple_players(keep, "regular")
    keep.add_argument("--features", action="store_true", help="the state before each decision, too: much larger")
    _add_seed(keep, "the same games as simulate's")
    _add_cores(keep, "threads")
    add_setting(keep)
    keep.set_defaults(command=data_command)


def _add_report(commands: Any) -> None:
    balanced = commands.add_parser(
        "report",
        help="what many games show of a box's balance",
        description="Play many games and write what they show to one HTML file: seats, length, points, lead, choices, "
        "what goes with winning, what each thing is worth, and the difference between two boxes (docs/laboratory.md).",
    )
    balanced.add_argument("game", help="the game")
    balanced.add_argument("--seats", metavar="LIST", help="how many play: 3, 2,4 or 2-5 (default: all, but not alone)")
    balanced.add_argument(
        "--players",
        default="regular",
        metavar="LIST",
        help=f"one for all seats, or one for each: {NAMES} (default: regular; those that think take seconds a game)",
    )
    balanced.add_argument(
        "--games", type=int, default=2000, metavar="N", help="for each number of seats (default: 2000)"
    )
    balanced.add_argument(
        "--out", default="report.html", metavar="FILE", help="the file to write (default: report.html)"
    )
    balanced.add_argument("--against", metavar="FILE", help="another box, a TOML file, to tell the difference to")
    balanced.add_argument(
        "--results",
        metavar="FILE",
        help="for players that think: keep every game in this file; with one that exists, go on from there",
    )
    balanced.add_argument("--quick", action="store_true", help="leave out what each thing is worth")
    _add_seed(balanced, "the same games as simulate's")
    _add_cores(balanced, "threads or processes")
    _add_cluster(balanced)
    add_contents(balanced)
    balanced.set_defaults(command=report_command)


def _add_simple_players(parser: argparse.ArgumentParser, default: str) -> None:
    """Who play how many games, where nobody searches."""
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help="how many games (default: 100000)")
    parser.add_argument(
        "--players",
        default=default,
        metavar="LIST",
        help=f"one name, or one for each seat: {', '.join(CARE)} (default: {default})",
    )


def _add_seed(parser: argparse.ArgumentParser, meaning: str) -> None:
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=f"{meaning} (default: 0)")


def _add_cores(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--cores", type=int, metavar="N", help=f"{what} (default: all cores)")


def _add_cluster(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Ray cluster: auto for the one this machine belongs to, or ray://HOST:PORT (docs/laboratory.md)",
    )
