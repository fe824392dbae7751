"""A balance report as a page: what stands out in words, then every finding as a plot and a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from demitasse.arena import page, plots
from demitasse.arena.balance import SURE, TENTHS, Findings, Floats, Mean, Use, Worth, mean_of
from demitasse.arena.balance_words import words
from demitasse.arena.box_difference import changed
from demitasse.arena.comparison import difference, doubted, general, same_table

SHOWN = 20  # the items of a plot
BARS = 24  # of a histogram, about

Row = tuple[str, ...]


def write(
    found: Sequence[Findings], against: Sequence[Findings] = (), files: Sequence[str | None] = (None, None)
) -> page.Page:
    """One page for all numbers of seats; `against` has the same with another box; `files` are where the boxes are."""
    first = found[0]
    return page.page(
        f"{first.setting.game.title}: a balance report",
        page.text(
            f"{_games(found)} by {', '.join(dict.fromkeys(first.players))}, seed {first.seed},",
            f"{_box(first, files[0])}{_options(first)}. Intervals are 95 % ones.",
            "What is said of many things at once is corrected for their number (Benjamini and Hochberg): of what is",
            "called a finding here, one in a hundred is expected to be none. What goes with winning need not be why",
            "one wins: the section on what things are worth shows what happens to a player who goes without.",
        ),
        *([page.text(_stopped([*found, *against]))] if _stopped([*found, *against]) else []),
        page.contents([(_title(each), _anchor(each)) for each in found]),
        page.section("All tables", _overview(found)),
        *_boxes(first, against, files),
        *(
            page.section(_title(each), *_findings(each), *_against(each, against), anchor=_anchor(each))
            for each in found
        ),
    )


def _title(found: Findings) -> str:
    return f"{found.setting.seats} seat{'s' if found.setting.seats > 1 else ''}"


def _anchor(found: Findings) -> str:
    return f"seats-{found.setting.seats}"


def _games(found: Sequence[Findings]) -> str:
    numbers = sorted({len(each.sample.length) for each in found})
    said = f"{numbers[0]:,}" if len(numbers) == 1 else f"{numbers[0]:,} to {numbers[-1]:,}"
    return f"{said} games for each number of seats,"


def _stopped(found: Sequence[Findings]) -> str:
    """Whether fewer games were played than were asked for."""
    asked = max(each.asked for each in found)
    if all(len(each.sample.length) >= each.asked for each in found):
        return ""
    return f"It was stopped before all {asked:,} games were played, and shows those until then."


def _box(found: Findings, file: str | None) -> str:
    return f"box {file or 'of the game'} ({found.setting.box.hash[:12]})"


def _overview(found: Sequence[Findings]) -> str:
    """A column a number of seats, so that it fits a phone."""
    columns = [_overview_of(each) for each in found]
    rows = [(name, *(column[name] for column in columns)) for name in columns[0]]
    return page.table("Each number of seats in a column", ("", *map(_title, found)), rows)


def _overview_of(found: Findings) -> dict[str, str]:
    sample, share = found.sample, found.sample.share.mean(axis=0)
    worst, best = int(share.argmin()), int(share.argmax())
    return {
        "games": f"{len(sample.length):,}",
        "plies": f"{sample.length.mean():.0f}",
        "the worst seat wins": f"{page.percent(share[worst])} ({worst})",
        "the best seat wins": f"{page.percent(share[best])} ({best})",
        "points of the winner": f"{sample.score[:, :, found.setting.game.total].max(axis=1).mean():.1f}",
        "changes of the lead": f"{sample.lead_changes.mean():.1f}",
        "who leads at half wins": f"{np.mean(sample.leader_wins[:, TENTHS // 2 - 1]):.0%}",
        "half are decided after": f"{np.median(sample.decided):.0%}",
        "choices at a decision": f"{sample.choices.mean():.1f}",
    }


def _boxes(first: Findings, against: Sequence[Findings], files: Sequence[str | None]) -> list[str]:
    """What the two boxes are, and what values of theirs differ."""
    if not against:
        return []
    said = changed(first.setting.box, against[0].setting.box) or ["The two boxes are the same."]
    return [
        page.section(
            "Two boxes",
            page.text(f"Here: {_box(first, files[0])}. There: {_box(against[0], files[1])}."),
            page.items(said),
        )
    ]


def _options(found: Findings) -> str:
    return "".join(f", {name}={value}" for name, value in found.setting.options.items())


def _findings(found: Findings) -> list[str]:
    return [
        page.heading("In words"),
        page.items(words(found)),
        *_seats(found),
        *_length(found),
        *_points(found),
        *_lead(found),
        *_choices(found),
        *_uses(found),
        *_worths(found),
    ]


# Sections -------------------------------------------------------------------------------------------------------------


def _seats(found: Findings) -> list[str]:
    seats, sample = found.setting.seats, found.sample
    share = [mean_of(sample.share[:, seat]) for seat in range(seats)]
    total = [mean_of(sample.score[:, seat, found.setting.game.total]) for seat in range(seats)]
    names = [f"seat {seat}" for seat in range(seats)]
    about = f"Share of victory by seat, {_title(found)}; the dashed line is an equal share"
    values, spread = [each.value for each in share], [each.interval for each in share]
    rows = [
        (name, player, page.percent(won.value), page.between(won.interval), f"{mean.value:.2f}", _spread(mean))
        for name, player, won, mean in zip(names, found.players, share, total, strict=True)
    ]
    head = ("seat", "player", "share of victory", "interval", "points", "interval")
    plot = page.figure(plots.intervals(about, names, values, spread, "share of victory", 1 / seats, True), about)
    return [page.heading("Seats"), plot, page.table("Seats", head, rows)]


def _length(found: Findings) -> list[str]:
    length = found.sample.length
    about = f"Length of games in plies, {_title(found)}"
    return [page.heading("Length"), _histogram(about, length, "plies"), _quantiles(found)]


def _quantiles(found: Findings) -> str:
    sample = found.sample
    margin = _margin(found)
    measured = {
        "plies": sample.length,
        "decisions of a seat": sample.decisions / found.setting.seats,
        "turns of a seat": sample.turns / found.setting.seats,
        "points of the winner": sample.score[:, :, found.setting.game.total].max(axis=1),
        **({"lead of the winner": margin, "changes of the lead": sample.lead_changes} if margin is not None else {}),
    }
    head = ("a game", "mean", "5 %", "25 %", "median", "75 %", "95 %")
    rows = [
        (name, f"{values.mean():.2f}", *(f"{value:.4g}" for value in np.percentile(values, (5, 25, 50, 75, 95))))
        for name, values in measured.items()
    ]
    return page.table("Games in numbers", head, rows)


def _margin(found: Findings) -> Floats | None:
    """By how many points the best was ahead of the second."""
    totals = np.sort(found.sample.score[:, :, found.setting.game.total], axis=1)
    return totals[:, -1] - totals[:, -2] if totals.shape[1] > 1 else None


def _points(found: Findings) -> list[str]:
    game, sample = found.setting.game, found.sample
    about = f"Points of all seats, {_title(found)}"
    won = sample.share > 0
    rows = [
        (name, f"{lines[won].mean():.2f}", f"{lines[~won].mean():.2f}" if (~won).any() else "–", f"{lines.mean():.2f}")
        for name, lines in ((name, sample.score[:, :, column]) for column, name in enumerate(game.score))
    ]
    totals = sample.score[:, :, game.total].ravel()
    table = page.table("What points are made of, on average", ("line", "winners", "others", "all"), rows)
    return [page.heading("Points"), _histogram(about, totals, "points"), table]


def _lead(found: Findings) -> list[str]:
    if found.setting.seats == 1:
        return []
    sample = found.sample
    about = f"Who leads then, wins: the leader's share of victory, and games decided, {_title(found)}"
    wins = [mean_of(sample.leader_wins[:, tenth]) for tenth in range(TENTHS)]
    decided = [float((sample.decided <= (tenth + 1) / TENTHS).mean()) for tenth in range(TENTHS)]
    x = [(tenth + 1) / TENTHS for tenth in range(TENTHS)]
    ys = [("leader wins", [each.value for each in wins]), ("decided", decided)]
    rows = [
        (f"{place:.0%}", page.percent(won.value), page.between(won.interval), page.percent(share))
        for place, won, share in zip(x, wins, decided, strict=True)
    ]
    head = ("of the game played", "the leader wins", "interval", "games decided")
    plot = page.figure(plots.lines(about, x, ys, ("part of the game", "share"), 1.02), about)
    return [
        page.heading("Lead"),
        page.text("A game is decided when a winner is in the lead for good, by the points as if it ended then."),
        plot,
        page.table("The lead through a game", head, rows),
    ]


def _choices(found: Findings) -> list[str]:
    sample = found.sample
    known = [tenth for tenth in range(TENTHS) if not np.isnan(sample.choices_then[:, tenth]).all()]
    then = [float(np.nanmean(sample.choices_then[:, tenth])) for tenth in known]
    x = [(tenth + 1) / TENTHS for tenth in known]
    about = f"Legal decisions at a decision, through the game, {_title(found)}"
    measured = {
        "legal decisions, at a decision": mean_of(sample.choices),
        "decisions in a turn": mean_of(sample.decisions / sample.turns),
        "decisions without a choice": mean_of(sample.forced),
    }
    rows = [(name, f"{mean.value:.3f}", _spread(mean, ".3f")) for name, mean in measured.items()]
    plot = page.figure(plots.lines(about, x, [("", then)], ("part of the game", "choices"), None), about)
    through = [(f"{place:.0%}", f"{value:.2f}") for place, value in zip(x, then, strict=True)]
    return [
        page.heading("Choices"),
        page.table("Choices a turn", ("", "mean", "interval"), rows),
        plot,
        page.folded("The same as a table", page.table(about, ("of the game played", "choices"), through)),
    ]


def _uses(found: Findings) -> list[str]:
    done = sorted((use for use in found.uses if use.times), key=lambda use: -abs(use.more.value))
    parts = [page.heading("What is done, and how it goes with winning")]
    for title, some in (
        ("Kinds of decision", [u for u in done if u.is_verb]),
        ("Things", [u for u in done if not u.is_verb]),
    ):
        if not some:
            continue
        known = [use for use in some if use.doubt < SURE]
        sure = known[:SHOWN]
        about = f"{title}: how much more the winner does it than a seat on average, {_title(found)}{_cut(known)}"
        if sure:
            names, values = [use.name for use in sure], [use.more.value for use in sure]
            spread = [use.more.interval for use in sure]
            parts.append(page.figure(plots.intervals(about, names, values, spread, "more often", 0, True), about))
        parts.append(page.folded(f"{title}: all {len(some)} as a table", _use_table(title, some)))
    return parts


def _use_table(title: str, some: Sequence[Use]) -> str:
    head = (
        "", "times a seat", "seats that did it", "their share above an equal one", "interval",
        "winner does it more", "interval", "doubt, corrected",
    )  # fmt: skip
    return page.table(title, head, [_use_row(use) for use in some])


def _use_row(use: Use) -> Row:
    win = use.users_win
    return (
        use.name,
        f"{use.times:.3g}",
        page.percent(use.users),
        f"{win.value:+.1%}" if win else "–",
        _spread(win, "+.1%") if win else "–",
        f"{use.more.value:+.1%}",
        _spread(use.more, "+.1%"),
        f"{use.doubt:.2g}",
    )


def _worths(found: Findings) -> list[str]:
    if not found.worths:
        return []
    ordered = sorted(found.worths, key=lambda worth: -worth.share.value)
    parts = [
        page.heading("What things are worth"),
        page.text(
            "One seat, each in turn, never does something where it may do anything else; the others may; all play like",
            "regular, which does not plan around what it is denied: a cleverer player would lose less.",
        ),
    ]
    for title, some in (
        ("Kinds of decision", [worth for worth in ordered if worth.is_verb]),
        ("Things", [worth for worth in ordered if not worth.is_verb]),
    ):
        parts += _worth_parts(found, title, some) if some else []
    return parts


def _worth_parts(found: Findings, title: str, some: Sequence[Worth]) -> list[str]:
    known = [worth for worth in some if worth.doubt < SURE]
    largest = sorted(known, key=lambda worth: -abs(worth.share.value))[:SHOWN]
    shown = [worth for worth in known if worth in largest]
    about = f"{title}: what going without costs, in shares of victory, {_title(found)}"
    table = page.folded(f"{title}: all {len(some)} as a table", _worth_table(about, some))
    if not shown:
        return [table]
    names, values = [worth.name for worth in shown], [worth.share.value for worth in shown]
    spread = [worth.share.interval for worth in shown]
    caption = about + _cut(known)
    plot = plots.intervals(caption, names, values, spread, "share of victory lost", 0, True)
    return [page.figure(plot, caption), table]


def _cut(known: Sequence[object]) -> str:
    """That a plot leaves something out."""
    return f" (the {SHOWN} largest of {len(known)} findings)" if len(known) > SHOWN else ""


def _worth_table(about: str, some: Sequence[Worth]) -> str:
    head = ("never", "share of victory lost", "interval", "points lost", "interval", "doubt, corrected")
    rows = [
        (
            worth.name,
            f"{worth.share.value:+.1%}",
            _spread(worth.share, "+.1%"),
            f"{worth.points.value:+.2f}",
            _spread(worth.points, "+.2f"),
            f"{worth.doubt:.2g}",
        )
        for worth in some
    ]
    return page.table(about, head, rows)


# Two boxes ------------------------------------------------------------------------------------------------------------


def _against(found: Findings, against: Sequence[Findings]) -> list[str]:
    """The difference to another box."""
    other = same_table(found, against)
    if other is None:
        return []
    head = ("", "this box", "the other", "difference", "interval", "doubt, corrected")
    compared, doubts = doubted(found, other)
    rows = [
        (
            each.name,
            each.said(each.mine.value),
            each.said(each.theirs.value),
            each.said(each.apart.value, "+"),
            f"{each.said(each.apart.interval[0], '+')} to {each.said(each.apart.interval[1], '+')}",
            f"{doubt:.2g}",
        )
        for each, doubt in zip(compared, doubts, strict=True)
    ]
    first = len(general(found, other))
    return [
        page.heading("The other box"),
        page.items(difference(found, other)),
        page.table("This box and the other", head, rows[:first]),
        page.folded(
            f"All {len(rows) - first} things that are done, as a table",
            page.table("What is done, in this box and the other", head, rows[first:]),
        ),
    ]


# Parts ----------------------------------------------------------------------------------------------------------------


def _histogram(about: str, values: Floats, label: str) -> str:
    width = max(1, round((np.percentile(values, 99.5) - np.percentile(values, 0.5)) / BARS))
    kinds, counts = np.unique(values // width, return_counts=True)
    starts = [float(kind) * width for kind in kinds]
    shares = [float(count) / len(values) for count in counts]
    rows = [
        (f"{start:g} to {start + width - 1:g}" if width > 1 else f"{start:g}", page.percent(share))
        for start, share in zip(starts, shares, strict=True)
    ]
    return page.figure(plots.bars(about, starts, shares, width, label), about) + page.folded(
        "The same as a table", page.table(about, (label, "share"), rows)
    )


def _spread(mean: Mean, form: str = ".2f") -> str:
    return page.between(mean.interval, form)
