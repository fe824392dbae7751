"""Balance reports: every number against a game made by hand, an effect that was planted, and none where is none."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from demitasse import Match, Setting
from demitasse.arena import balance, balance_page, balance_words, comparison, study, usage
from demitasse.arena.balance import Findings, Mean, Sample, Worth
from demitasse.arena.box_difference import changed
from demitasse.arena.crew import Threads
from demitasse.cli import main
from demitasse.core.recorder import Ends, Plies, Recorded, joined

SETTING = Setting.of("coffee_rush", 2)
STEP = SETTING.game.actions["step"].first
SERVE = SETTING.game.actions["serve"].first


def by_hand() -> Recorded:
    """A game of eight plies that seat 0 wins by 3 to 2, having been behind for the last time at the fifth."""
    totals = np.array([[0, 0], [1, 0], [1, 1], [1, 2], [1, 2], [2, 2], [3, 2], [3, 2]], np.int32)
    actors = np.array([-1, 0, 0, 1, -1, 0, 1, 1], np.int8)
    ids = np.array([0, STEP, SERVE, SERVE, 1, SERVE + 1, STEP, SERVE], np.int16)
    choices = np.array([0, 4, 2, 1, 0, 3, 1, 1], np.int16)
    scores = np.zeros((1, 2, len(SETTING.game.score)), np.int64)
    scores[0, :, SETTING.game.total] = 3, 2
    states = SETTING.game.fields.zeros(9)
    states["waiting"][:3, 0, 0, :2] = 5, 9  # order 8 goes at the third ply, and another comes in its zone later
    states["waiting"][3:, 0, 0, :2] = 5, 0
    states["waiting"][:, 1, 0, 0] = 4  # the last order of the game is served by its last ply
    states["waiting"][8, 1, 0, 0] = 0
    plies = Plies(actors, ids, choices, totals, states[:8])
    return Recorded(SETTING, plies, Ends(scores, np.array([8]), states[8:]))


def test_a_game_made_by_hand_is_summed_up_rightly() -> None:
    found = balance.summarised(joined([by_hand(), by_hand()]))
    for game in range(2):
        assert found.share[game].tolist() == [1, 0]
        assert (found.length[game], found.decisions[game], found.turns[game]) == (8, 6, 4)
        assert found.lead_changes[game] == 2
        assert found.decided[game] == 5 / 8
        assert found.choices[game] == 12 / 6
        assert found.forced[game] == 3 / 6
        assert found.leader_wins[game].tolist() == [0.5, 0.5, 1, 0.5, 0, 0, 0, 0.5, 1, 1]
        names = usage.items(SETTING).names
        used = [{names[item]: n for item, n in enumerate(seat) if n} for seat in found.used[game].tolist()]
        orders = [f"serve {name}" for name in SETTING.box.names["order"]]
        assert used == [{"step": 1, "serve": 2, orders[8]: 1}, {"step": 1, "serve": 2, orders[3]: 1}]


def test_usage_is_what_the_players_did() -> None:
    """Against a match, ply by ply, by the texts of its decisions."""
    match = Match("coffee_rush", 2, seed=3)
    recorded = balance.played(match.setting, ["regular"], 0, 0, 1)
    found = usage.counted(recorded)[0]
    counts: Counter[tuple[int, str]] = Counter()
    for actor, number in zip(recorded.plies.actors.tolist(), recorded.plies.ids.tolist(), strict=True):
        if actor < 0:
            match.play_id(number)
            continue
        match.play(match.action_text(number))
        text, verb = match.plies[-1].text, match.game.actions.decode(number).verb
        counts[actor, verb] += 1
        if verb == "fill":
            counts[actor, f"fill {text.rsplit(' ', 1)[0]}"] += 1
        elif verb == "upgrade":
            counts[actor, text] += 1
        elif verb == "serve":
            counts[actor, f"serve {served(match)}"] += 1
    assert match.actor is None
    names = usage.items(match.setting).names
    assert counts == {(seat, names[item]): found[seat, item] for seat, item in np.argwhere(found).tolist()}


def served(match: Match) -> str:
    """The order that the last ply served, by the position's text before and after it."""
    before = match.copy()
    before.take_back(1)
    waiting: list[Counter[str]] = [
        Counter(re.findall(r"=([^,\n]+)", text)) for text in map(waiting_of, (before, match))
    ]
    return next(iter(waiting[0] - waiting[1]))


def waiting_of(match: Match) -> str:
    return next((line for line in match.position().splitlines() if line.startswith("waiting:")), "")


def test_players_of_any_kind_are_recorded_alike() -> None:
    """What thinks is played in Python: the same arrays come of it."""
    recorded = balance._thought(SETTING, ["guest", "random"], 1, 0)
    found = balance.summarised(recorded)
    assert found.length[0] == len(recorded.plies.ids) == len(recorded.plies.totals)
    assert recorded.plies.totals[-1].tolist() == found.score[0, :, SETTING.game.total].tolist()
    match = Match(SETTING)
    for number in recorded.plies.ids.tolist():
        match.play_id(number)
    assert match.scores() == recorded.plies.totals[-1].tolist()


# Statistics -----------------------------------------------------------------------------------------------------------


def test_the_correction_is_that_of_benjamini_and_hochberg() -> None:
    assert np.allclose(balance.corrected([0.01, 0.5, 0.03, 0.02]), [0.04, 0.5, 0.04, 0.04])
    assert balance.corrected([0.9, 0.8]) == [0.9, 0.9]


def made(games: int, planted: bool) -> Sample:
    """Games in which chance decides who wins and who does what; the last item goes with winning, if planted."""
    random = np.random.default_rng(7)
    one = balance.summarised(by_hand())
    sample = Sample(*(np.repeat(values, games, axis=0) for values in vars(one).values()))
    winner = random.integers(2, size=games)
    share = np.stack([1.0 - winner, winner], axis=1)
    used = random.integers(2, size=(games, 2, one.used.shape[2])).astype(np.int16)
    if planted:
        used[:, :, -1] = np.where(random.random((games, 2)) < 0.2, share, used[:, :, -1])
    return replace(sample, share=share, used=used)


def test_a_planted_effect_is_found_and_nothing_else() -> None:
    found = balance.uses(SETTING, made(2000, planted=True))
    assert [use.name for use in found if use.doubt < 0.01] == [found[-1].name]
    win = found[-1].users_win
    assert win is not None
    assert win.interval[0] < 0.1 < win.interval[1]  # 0.6 of the winners and 0.4 of the others do it
    assert not [use for use in balance.uses(SETTING, made(2000, planted=False)) if use.doubt < 0.01]


def test_going_without_what_one_lives_on_costs_most() -> None:
    setting = Setting.of("coffee_rush", 2)
    found = study.findings(setting, ["regular"], 60, crew=Threads(1))
    worth = {each.name: each for each in found.worths}
    assert worth["serve"].share.interval[0] > 0.2
    assert worth["serve"].points.value > 0
    assert worth["serve"].doubt < 0.01


# The page -------------------------------------------------------------------------------------------------------------


def findings(sample: Sample) -> Findings:
    worth = Worth("never mind", False, Mean(0.25, 0.01), Mean(2.5, 0.1), 0.001)
    return Findings(SETTING, ["guest", "guest"], 0, sample, balance.uses(SETTING, sample), [worth])


def test_the_difference_between_boxes_is_told() -> None:
    one = made(500, planted=False)
    longer = replace(one, length=one.length + np.arange(500) % 2 + 5)
    assert comparison.difference(findings(longer), findings(one)) == ["plies: 13.5 here, 8 there."]
    assert comparison.difference(findings(one), findings(one)) == ["Nothing differs for certain."]
    assert Mean(1.0, 3.0) - Mean(0.0, 4.0) == Mean(1.0, 5.0)


def test_boxes_differ_in_what_their_files_say() -> None:
    text = SETTING.game.box.text
    order = text[text.index("[[order]]") :].splitlines()[1]
    other = text.replace(order, order.replace('name = "', 'name = "Grand '), 1)
    mine, theirs = (Setting.of("coffee_rush", 2, box_text=each).box for each in (other, text))
    assert changed(mine, mine) == []
    name = order.split('"')[1]
    said = changed(mine, theirs)
    assert any(line.startswith(f"order Grand {name}, ") and line.endswith("here, nothing there.") for line in said)


def test_a_card_far_from_its_deck_is_called_an_outlier() -> None:
    """And one of a deck that is spread out as widely is not."""
    found = findings(made(50, planted=False))
    names = [f"draw card {number}" for number in range(9)]
    close = {name: Mean(0.01 * number, 0.005) for number, name in enumerate(names)}
    for values, said in (
        ({**close, "draw card 9": Mean(0.4, 0.01)}, ["draw card 9"]),
        ({**close, "draw card 9": Mean(0.4, 0.2)}, []),
        ({**close, "draw card 9": Mean(0.08, 0.001)}, []),
        ({**{name: Mean(0.1 * i, 0.005) for i, name in enumerate(names)}, "draw card 9": Mean(0.9, 0.01)}, []),
        ({**dict(list(close.items())[:3]), "draw card 9": Mean(0.4, 0.01)}, []),
    ):
        worths = [Worth(name, False, mean, Mean(0, 1), 0.001) for name, mean in values.items()]
        told = balance_words.outliers(replace(found, worths=worths))
        assert [line.split(" stands out among")[0] for line in told] == said


def test_of_a_few_games_nothing_is_sure() -> None:
    """They may all go alike by chance."""
    few = replace(made(balance.FEW - 1, planted=True), share=np.tile([1.0, 0.0], (balance.FEW - 1, 1)))
    assert {use.doubt for use in balance.uses(SETTING, few)} == {1.0}
    assert comparison.difference(findings(few), findings(few)) == ["Nothing differs for certain."]
    assert "29 games are too few to tell seats apart." in balance_words.words(findings(few))


def test_a_plot_that_leaves_findings_out_says_so() -> None:
    found = findings(made(50, planted=False))
    worths = [Worth(f"take {n}", False, Mean(0.5 - 0.04 * n, 0.001), Mean(0, 1), 0.001) for n in range(25)]
    text = balance_page.write([replace(found, worths=worths)])
    assert "(the 20 largest of 25 findings)" in text
    figure = next(each for each in text.split("<figure>") if "20 largest" in each).split("</figure>")[0]
    assert [f"take {n}" in figure.split("</figcaption>")[1] for n in (0, 12, 13, 24)] == [True, False, False, True]


def test_a_report_needs_nothing_from_outside_and_every_plot_has_a_table(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    ran = ["report", "coffee_rush", "--seats", "2-3", "--games", "4", "--players", "guest", "--out", str(path)]
    assert main([*ran, "--cores", "1", "--quick"]) == 0
    text = path.read_text(encoding="utf-8")
    one = [findings(made(50, planted=True))]
    check_page(text)
    check_page(balance_page.write(one, one))
    assert "2 seats" in text
    assert "3 seats" in text
    assert text.count("<figure>") >= 10
    assert "never mind (25.0% of victory)" in balance_page.write(one)


def test_a_notebook_shows_findings() -> None:
    shown = findings(made(50, planted=False))._repr_html_()
    assert "<caption>coffee_rush: 50 games by 2</caption>" in shown
    assert shown.count("<tr>") == 3


def check_page(text: str) -> None:
    assert not re.search(r"(src|href)=\"(?!#)|@import|url\((?!#)|<script", text)
    for figure in text.split("<figure>")[1:]:
        assert 'role="img" aria-label="' in figure
        assert "<table>" in figure, "what it shows stands in a table behind it"
    for colour in re.findall(r"(?:fill|stroke): ?(#[0-9a-f]{6})", text):
        pytest.fail(f"{colour} stays as it is in the dark")
    assert len(re.findall(r'\bid="([^"]+)"', text)) == len(set(re.findall(r'\bid="([^"]+)"', text)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "two"], "--seats two: expected numbers as 2, 2,4 or 2-4"),
        (["--seats", "7"], "is played by 2 to 4; got 7 seats"),
        (["--players", "nobody"], "there is no player 'nobody'"),
        (["--players", "guest,guest,guest", "--seats", "2"], "expected one player for all seats, or 2"),
        (["--seed", "-1"], "a seed here is a number from 0 to 2**31 - 1; got -1"),
        (["--games", "1"], "a report needs two games or more; got 1"),
        (["--seats", "4-2"], "--seats 4-2: expected the smaller number first, as in 2-4"),
        (["--against", "nowhere.toml"], "the box file 'nowhere.toml' cannot be read"),
        (["--against", __file__], f"{__file__}: the box is not valid TOML"),
        (["--cluster", "here"], "--cluster here: expected auto, ray://HOST:PORT"),
    ],
)
def test_what_cannot_be_reported_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "coffee_rush", *arguments]) == 2
    assert message in capsys.readouterr().err
