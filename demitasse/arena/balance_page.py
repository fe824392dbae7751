"""A balance report as a page: what stands out in words, then every finding as a plot and a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from demitasse.arena import page, plots
from demitasse.arena.balance import TENTHS, Findings, Floats, Mean, Sample, Use, Worth, corrected, mean_of
from demitasse.core.recorder import Ints

SURE = 0.01  # a doubt below this, corrected for many comparisons, is called a finding
CLEAR = 0.05  # and a share of victory that much off, a large one
SHOWN = 20  # the items of a plot
BARS = 24  # of a histogram, about

Row = tuple[str, ...]


def write(found: Sequence[Findings], against: Sequence[Findings] = ()) -> page.Page:
    """One page for all numbers of seats; `against` has the same with another box."""
    first = found[0]
    games = len(first.sample.length)
    return page.page(
        f"{first.setting.game.title}: a balance report",
        page.text(
            f"{games:,} games for each number of seats, by {', '.join(dict.fromkeys(first.players))},",
            f"seed {first.seed}, box {first.setting.box.hash[:12]}{_options(first)}. Intervals are 95 % ones.",
            "What is said of many things at once is corrected for their number (Benjamini and Hochberg): of what is",
            "called a finding here, one in a hundred is expected to be none. What goes with winning need not be why",
            "one wins: the section on what things are worth shows what happens to a player who goes without.",
        ),
        *(page.section(f"{each.setting.seats} seats", *_findings(each), *_against(each, against)) for each in found),
    )


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


# In words -------------------------------------------------------------------------------------------------------------


def words(found: Findings) -> list[str]:
    """What stands out."""
    sample, seats = found.sample, found.setting.seats
    said = [
        f"A game takes {sample.length.mean():.0f} plies ({np.percentile(sample.length, 5):.0f} to "
        f"{np.percentile(sample.length, 95):.0f} in nine of ten games).",
    ]
    if seats > 1:
        said += [_seats_said(found), _lead_said(found)]
    return said + _uses_said(found) + _worths_said(found)


def _seats_said(found: Findings) -> str:
    share = [mean_of(found.sample.share[:, seat]) for seat in range(found.setting.seats)]
    fair = 1 / found.setting.seats
    doubts = corrected([Mean(each.value - fair, each.error).doubt for each in share])
    off = [seat for seat in range(len(share)) if doubts[seat] < SURE]
    if not off:
        return "No seat wins clearly more often than another."
    told = ", ".join(f"seat {seat} wins {share[seat].value:.1%} ({page.between(share[seat].interval)})" for seat in off)
    return f"Seats differ: {told}; an equal share is {fair:.1%}."


def _lead_said(found: Findings) -> str:
    sample, half = found.sample, TENTHS // 2 - 1
    return (
        f"The lead changes {sample.lead_changes.mean():.1f} times; who leads after half of the game wins "
        f"{np.mean(sample.leader_wins[:, half]):.0%}; half of all games are decided after "
        f"{np.median(sample.decided):.0%} of their plies."
    )


def _uses_said(found: Findings) -> list[str]:
    said = []
    if never := [use.name for use in found.uses if not use.times and not use.is_verb]:
        said.append(f"Never done by anybody: {_listed(never)}.")
    things = [use for use in found.uses if not use.is_verb and use.users_win and use.doubt < SURE]
    for sign, verb in ((1, "goes with winning"), (-1, "goes with losing")):
        best = sorted(things, key=lambda use: -sign * (use.users_win or use.more).value)[:5]
        best = [use for use in best if sign * (use.users_win or use.more).value > CLEAR]
        if best:
            told = ", ".join(f"{use.name} ({(use.users_win or use.more).value:+.1%} of victory)" for use in best)
            said.append(f"What {verb} most: {told}.")
    return said


def _worths_said(found: Findings) -> list[str]:
    said = []
    sure = [worth for worth in found.worths if worth.doubt < SURE]
    if best := sorted((w for w in sure if w.share.value > 0), key=lambda w: -w.share.value)[:5]:
        told = ", ".join(f"{worth.name} ({worth.share.value:.1%} of victory)" for worth in best)
        said.append(f"Who never does it loses most: {told}.")
    if traps := sorted((w for w in sure if w.share.value < 0), key=lambda w: w.share.value)[:5]:
        told = ", ".join(f"{worth.name} ({-worth.share.value:.1%})" for worth in traps)
        said.append(f"Who never does it wins more, so it is a trap for this player: {told}.")
    return said


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


# Sections -------------------------------------------------------------------------------------------------------------


def _seats(found: Findings) -> list[str]:
    seats, sample = found.setting.seats, found.sample
    share = [mean_of(sample.share[:, seat]) for seat in range(seats)]
    total = [mean_of(sample.score[:, seat, found.setting.game.total]) for seat in range(seats)]
    names = [f"seat {seat}" for seat in range(seats)]
    about = f"Share of victory by seat, {seats} seats; the dashed line is an equal share"
    values, spread = [each.value for each in share], [each.interval for each in share]
    rows = [
        (name, player, page.percent(won.value), page.between(won.interval), f"{mean.value:.2f}", _spread(mean))
        for name, player, won, mean in zip(names, found.players, share, total, strict=True)
    ]
    head = ("seat", "player", "share of victory", "interval", "points", "interval")
    plot = page.figure(plots.intervals(about, names, values, spread, "share of victory", 1 / seats), about)
    return [page.heading("Seats"), plot, page.table("Seats", head, rows)]


def _length(found: Findings) -> list[str]:
    length = found.sample.length
    about = f"Length of games in plies, {found.setting.seats} seats"
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
    about = f"Points of all seats, {found.setting.seats} seats"
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
    about = f"Who leads then, wins: the leader's share of victory, and games decided, {found.setting.seats} seats"
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
    about = f"Legal decisions at a decision, through the game, {found.setting.seats} seats"
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
        sure = [use for use in some if use.doubt < SURE][:SHOWN]
        about = f"{title}: how much more the winner does it than a seat on average, {found.setting.seats} seats"
        if sure:
            names, values = [use.name for use in sure], [use.more.value for use in sure]
            spread = [use.more.interval for use in sure]
            parts.append(page.figure(plots.intervals(about, names, values, spread, "more often", 0), about))
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
    about = f"What going without costs, in shares of victory, {found.setting.seats} seats"
    sure = [worth for worth in ordered if worth.doubt < SURE]
    shown = sure if len(sure) <= SHOWN else sure[: SHOWN // 2] + sure[-SHOWN // 2 :]
    parts = [
        page.heading("What things are worth"),
        page.text(
            "One seat, each in turn, never does something where it may do anything else; the others may; all play like",
            "regular, which does not plan around what it is denied: a cleverer player would lose less.",
        ),
    ]
    if shown:
        names, values = [worth.name for worth in shown], [worth.share.value for worth in shown]
        spread = [worth.share.interval for worth in shown]
        parts.append(page.figure(plots.intervals(about, names, values, spread, "share of victory lost", 0), about))
    return [*parts, page.folded(f"All {len(ordered)} as a table", _worth_table(about, ordered))]


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
    other = next((each for each in against if each.setting.seats == found.setting.seats), None)
    if other is None:
        return []
    head = ("", "this box", "the other", "difference", "interval")
    rows = [
        (
            name,
            f"{mine.value:.3f}",
            f"{theirs.value:.3f}",
            f"{(mine - theirs).value:+.3f}",
            _spread(mine - theirs, "+.3f"),
        )
        for name, mine, theirs in _compared(found, other)
    ]
    caption = f"This box and the other ({other.setting.box.hash[:12]})"
    return [page.heading("The other box"), page.items(difference(found, other)), page.table(caption, head, rows)]


def _compared(found: Findings, other: Findings) -> list[tuple[str, Mean, Mean]]:
    total = found.setting.game.total
    measures: dict[str, Callable[[Sample], Floats | Ints]] = {
        **{f"share of victory, seat {seat}": _share_of(seat) for seat in range(found.setting.seats)},
        "points": lambda sample: sample.score[:, :, total].mean(axis=1),
        "plies": lambda sample: sample.length,
        "choices": lambda sample: sample.choices,
        "changes of the lead": lambda sample: sample.lead_changes,
        "decided after": lambda sample: sample.decided,
    }
    return [(name, mean_of(of(found.sample)), mean_of(of(other.sample))) for name, of in measures.items()]


def _share_of(seat: int) -> Callable[[Sample], Floats]:
    return lambda sample: sample.share[:, seat]


def difference(found: Findings, other: Findings) -> list[str]:
    """What the boxes differ in, in words."""
    pairs = _compared(found, other) + _used(found, other)
    doubts = corrected([(mine - theirs).doubt for _, mine, theirs in pairs])
    sure = [pair for pair, doubt in zip(pairs, doubts, strict=True) if doubt < SURE]
    said = [f"{name}: {mine.value:.3g} here, {theirs.value:.3g} there." for name, mine, theirs in sure[: 2 * SHOWN]]
    return said or ["Nothing differs for certain."]


def _used(found: Findings, other: Findings) -> list[tuple[str, Mean, Mean]]:
    """How often things are done, those that both boxes know by that name."""
    places = {use.name: place for place, use in enumerate(other.uses)}
    return [
        (f"{use.name}, times a game", _times(found, place), _times(other, places[use.name]))
        for place, use in enumerate(found.uses)
        if use.name in places and (use.times or other.uses[places[use.name]].times)
    ]


def _times(found: Findings, item: int) -> Mean:
    return mean_of(found.sample.used[:, :, item].sum(axis=1))


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
