"""A study: tables in turns, stopped at any time with what there is, kept and gone on with; how long it will take."""

from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from demitasse import BadOption, BadRecord, Setting
from demitasse.arena import balance, balance_page, study
from demitasse.arena.crew import Result, Task, Threads
from demitasse.arena.progress import Course, span
from demitasse.arena.study import Plan
from demitasse.cli import main
from demitasse.core.tree import THOUGHT

TABLES = [Setting.of("coffee_rush", 2), Setting.of("coffee_rush", 3)]


class Patient:
    """A crew of one that does the first `last` tasks, those of `skipped` never, and is interrupted then."""

    size, grain, place = 1, 1, "1 core"

    def __init__(self, last: int, skipped: Iterable[int] = ()) -> None:
        self.last, self.skipped, self.asked = last, set(skipped), list[Any]()

    def each(self, work: Callable[..., Result], tasks: Iterable[Task]) -> Generator[tuple[Task, Result]]:
        for number, task in enumerate(tasks):
            if number == self.last:
                raise KeyboardInterrupt
            self.asked.append((task[0].seats, task[3]))
            if number not in self.skipped:
                yield task, work(*task)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Plan:
    """A plan whose players seem to think, so that a game is a task."""
    monkeypatch.setattr(Plan, "simple", False)
    return Plan(TABLES, ["guest"], 40)


def test_a_study_that_is_stopped_tells_of_the_games_until_then(slow: Plan) -> None:
    crew = Patient(9)
    found = study.study(slow, crew)
    assert crew.asked[:4] == [(2, 0), (3, 0), (2, 1), (3, 1)], "tables take turns"
    assert [(each.setting.seats, len(each.sample.length), each.asked) for each in found] == [(2, 5, 40), (3, 4, 40)]
    whole = study.findings(TABLES[0], ["guest"], 5, crew=Threads(1), worth=False)
    np.testing.assert_array_equal(found[0].sample.used, whole.sample.used)
    text = balance_page.write(found)
    assert "4 to 5 games for each number of seats" in text
    assert "It was stopped before all 40 games were played" in text
    assert "5 games are too few to tell seats apart." in text


def test_games_behind_one_that_is_missing_do_not_count(slow: Plan) -> None:
    """Whatever ended while a long game went on is short, and would be too many."""
    found = study.study(slow, Patient(12, skipped=[4]))  # the third game of the first table
    assert [len(each.sample.length) for each in found] == [2, 6]


def test_a_study_without_two_games_has_nothing_to_tell(slow: Plan) -> None:
    with pytest.raises(KeyboardInterrupt):
        study.study(slow, Patient(2))


def test_a_study_goes_on_where_it_was_stopped(slow: Plan, tmp_path: Path) -> None:
    path = str(tmp_path / "games.jsonl")
    study.study(slow, Patient(9), results=path)
    crew, told = Patient(1000), list[tuple[str, int, int]]()
    found = study.study(Plan(TABLES, ["guest"], 8, worth=False), crew, lambda *so_far: told.append(so_far), path)
    assert crew.asked == [(3, 4), (2, 5), (3, 5), (2, 6), (3, 6), (2, 7), (3, 7)]
    assert (told[0], told[-1]) == (("games", 9, 16), ("games", 16, 16))
    for setting, each in zip(TABLES, found, strict=True):
        whole = balance.sample(setting, ["guest"] * setting.seats, 0, 0, 8)
        for name, values in vars(each.sample).items():
            np.testing.assert_array_equal(values, getattr(whole, name))
            assert values.dtype == getattr(whole, name).dtype
    with pytest.raises(BadRecord, match="its players is"):
        study.study(Plan(TABLES, ["random"], 8), crew, results=path)


def test_games_of_players_who_do_not_think_are_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with pytest.raises(BadOption, match="those of guest are played anew in seconds"):
        study.study(Plan(TABLES, ["guest"], 8), Threads(1), results=str(path))
    assert not path.exists()


def test_how_long_it_takes_is_known_beforehand() -> None:
    """From turns and times to think; nothing for players who do not, and nobody knows for others."""
    hurried, slow = (study.seconds(Plan(TABLES, [name], 10)) for name in ("barista", "master"))
    assert hurried is not None
    assert slow is not None
    assert slow / hurried == pytest.approx(THOUGHT["master"] / THOUGHT["barista"])
    turns = study.findings(TABLES[0], ["regular"], 20, crew=Threads(1), worth=False).sample.turns.mean()
    seconds = study.seconds(Plan(TABLES[:1], ["master"], 2))
    assert seconds is not None
    assert 0.5 * turns < seconds / 2 < 2.0 * turns
    assert study.seconds(Plan(TABLES, ["regular"], 10)) == 0
    assert study.seconds(Plan(TABLES, [f"{__name__}:First"], 10)) is None


class First:
    """Somebody's own player."""

    def choose(self, view: Any) -> str:
        return str(view.legal()[0])


def test_a_command_says_beforehand_what_takes_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(study, "study", stopped)
    report = ["report", "coffee_rush", "--seats", "2-4", "--players", "master", "--out", str(tmp_path / "r.html")]
    assert main([*report, "--games", "200000", "--cores", "2"]) == 130
    said = " ".join(capsys.readouterr().err.split())
    assert "600,000 games by master take about" in said
    assert "days on 2 cores. Ctrl-C ends it sooner" in said
    assert main([*report, "--seats", "4-2"]) == 2
    assert "expected the smaller number first, as in 2-4" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("seconds", "said"), [(5.2, "5 s"), (119, "119 s"), (600, "10 min"), (9000, "2 h"), (1e6, "12 days")]
)
def test_a_time_is_said_in_its_unit(seconds: float, said: str) -> None:
    assert span(seconds) == said


def test_where_nobody_sees_a_bar_a_line_a_minute_tells(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    with Course("Cat Café", 100, Console(stderr=True), lambda: now) as course:
        for _ in range(5):
            course.advance(2)
            now += 25
    said = [line for line in capsys.readouterr().err.splitlines() if line.strip()]
    assert said == ["Cat Café, games: 8 of 100, about 19 min to go"]
