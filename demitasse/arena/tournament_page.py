"""What a tournament came to, as a page: standings, ratings, who finishes ahead of whom, and how far that is known."""

from __future__ import annotations

from collections.abc import Sequence

from demitasse.arena import page, plots
from demitasse.arena.sequential import AHEAD, BEHIND, EQUAL
from demitasse.arena.tournament import ERROR, Meeting, Report, Standing
from demitasse.core import game as registry

SAID = {AHEAD: "better than", BEHIND: "worse than", EQUAL: "about as good as", "": "not told apart from"}


def write(report: Report) -> page.Page:
    game = registry.find(report.game)
    options = "".join(f", {name}={value}" for name, value in report.options.items())
    best = sorted(report.standings, key=lambda standing: -standing.rating)
    return page.page(
        f"{game.title}: {len(report.standings)} players compared",
        page.text(
            f"{report.games:,} games of {game.title} with {report.seats} seats{options}, seed {report.seed!r}:",
            f"{report.deals:,} deals, each played from every seat by everybody at a table, over the same draws.",
            "It is known of every pair who is better." if report.known else "Not every pair is told apart yet.",
            *(["It was stopped before it was over."] if report.stopped else []),
        ),
        page.section("Standings", _standings(best)),
        *([_ratings(best), _matrix(report, best), _verdicts(report)] if report.meetings else []),
        page.section("How to read this", *_explained(report)),
    )


def _standings(best: Sequence[Standing]) -> str:
    return page.table(
        "Share of victory, points and time to think; intervals are 95 % ones, whenever one stopped",
        ("player", "games", "share of victory", "interval", "points", "quartiles", "seconds a game"),
        [
            (
                standing.player,
                f"{standing.games:,}",
                page.percent(standing.share),
                page.between(standing.share_interval),
                f"{standing.score:.2f}",
                " · ".join(f"{quartile:g}" for quartile in standing.score_quartiles),
                f"{standing.seconds_a_game:.2f}",
            )
            for standing in best
        ],
    )


def _ratings(best: Sequence[Standing]) -> str:
    names, values = [standing.player for standing in best], [standing.rating for standing in best]
    spread = [standing.rating_interval for standing in best]
    about = "Ratings with 95 % intervals, the mean of all players being 0"
    rows = [
        (name, f"{value:+.0f}", page.between(low_high, "+.0f"))
        for name, value, low_high in zip(names, values, spread, strict=True)
    ]
    return page.section(
        "Ratings",
        page.figure(plots.intervals(about, names, values, spread, "rating", 0), about),
        page.table("The same as a table", ("player", "rating", "interval"), rows),
    )


def _matrix(report: Report, best: Sequence[Standing]) -> str:
    cells = {(meeting.one, meeting.other): (meeting.ahead, meeting.verdict) for meeting in report.meetings}
    turned = {AHEAD: BEHIND, BEHIND: AHEAD}
    cells |= {(b, a): (1 - ahead, turned.get(verdict, verdict)) for (a, b), (ahead, verdict) in cells.items()}
    names = [standing.player for standing in best]
    rows = [[one, *(_cell(cells.get((one, other))) for other in names)] for one in names]
    caption = "How often the player of the row finished ahead of that of the column, a tie being a half"
    return page.section("Everybody against everybody", page.table(caption, ("", *names), rows))


def _cell(known: tuple[float, str] | None) -> str:
    if known is None:
        return "–"
    return f"{known[0]:.1%} {({AHEAD: '▲', BEHIND: '▼', EQUAL: '=', '': '?'})[known[1]]}"


def _verdicts(report: Report) -> str:
    return page.section("What is known", page.items([told(meeting) for meeting in report.meetings]))


def told(meeting: Meeting) -> str:
    """A meeting in a sentence."""
    return (
        f"{meeting.one} is {SAID[meeting.verdict]} {meeting.other}: ahead in {meeting.ahead:.1%} of the games "
        f"({page.between(meeting.interval)}) after {meeting.deals:,} deal{'s' if meeting.deals != 1 else ''}."
    )


def _explained(report: Report) -> list[str]:
    return [
        page.text(
            "A deal is the unit: within one the games share their draws and everybody sits everywhere, so that",
            "luck and seats cancel; deals do not depend on each other. After each one every pair is tested.",
            f"All its verdicts and intervals together hold with a probability of {1 - ERROR:.0%} or more, although the",
            "tournament stopped by itself when it knew enough; nothing is assumed but that deals are independent.",
            f"Two are about as good when neither finishes ahead in more than {0.5 + report.margin:.0%} of the games.",
            "▲ better, ▼ worse, = about as good, ? not told apart yet.",
        ),
        page.text(
            "Ratings are Bradley and Terry's on Elo's scale: 400 points more mean finishing ahead ten times for each",
            "time behind. Their intervals come from weighing the deals anew; they do not allow for an early stop.",
        ),
    ]
