"""The command line, as a user runs it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from demitasse import game_names, load
from demitasse.cli import main
from tests.settings import SETTINGS

COMMAND = [sys.executable, "-m", "demitasse.cli"]


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], input=stdin, capture_output=True, text=True, check=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game, played from the terminal by simple players."""
    path = tmp_path / "game.txt"
    assert main(["play", "coffee_rush", "--players", "regular,regular", "--seed", "tea", "--save", str(path)]) == 0
    return path


def test_help_helps() -> None:
    text = run("--help").stdout
    commands = "play arena data report hint picture simulate replay verify guide perft warm"
    for command in commands.split():
        assert command in text
        assert run(command, "--help").stdout.startswith("usage")


@pytest.mark.parametrize("name", game_names())
def test_a_whole_game_is_played_by_people_on_one_screen(name: str, tmp_path: Path) -> None:
    """The first action each time, by number; undo and the table on the way; the record verifies."""
    path = tmp_path / "game.txt"
    seats = max(2, next(setting.seats for setting in SETTINGS if setting.game.name == name))
    script = "help\nt\ns\n1\nu\nbogus\n" + "1\n" * 30_000
    run_ = run("play", name, "--players", ",".join(["me"] * seats), "--seed", "1", "--save", str(path), stdin=script)
    assert run_.returncode == 0, run_.stderr
    assert "taken back" in run_.stdout
    assert "'bogus' is not possible now" in run_.stdout
    assert re.search(r" won, \S+ to |share the victory, ", run_.stdout)
    assert load(path.read_text(encoding="utf-8")).actor is None


def test_actions_are_typed_and_the_game_is_left_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    for _ in range(20):  # the others play as they like, and may stand on a1 or b1 before us
        left = run("play", "coffee_rush", "--seats", "3", "--seed", "1", stdin=f"place a1\na1-b1\nsave {path}\nq\n")
        if "You put a pawn on a1." in left.stdout and path.exists() and "a1-b1" in path.read_text(encoding="utf-8"):
            break
    assert "You put a pawn on a1." in left.stdout
    assert "You leave the table." in left.stdout
    again = run("play", "--load", str(path), stdin="stop\nlog\n")
    assert "  You put a pawn on a1." in again.stdout
    assert "  Me: a1-b1" in again.stdout
    assert "You leave the table." in again.stdout


def test_simulate_reports_scores_shares_and_speed() -> None:
    text = run("simulate", "coffee_rush", "--games", "2000", "--seats", "3", "--players", "regular,guest,random").stdout
    assert re.search(r"\d+\.\d+ M plies/s", text)
    assert "win share" in text
    assert "±" in text
    report = json.loads(run("simulate", "coffee_rush", "--games", "2000", "--seats", "3", "--json").stdout)
    assert (report["games"], report["seats"], len(report["share"])) == (2000, 3, 3)
    assert abs(sum(report["share"]) - 1) < 1e-9
    assert all(low < share < high for share, (low, high) in zip(report["share"], report["share_interval"], strict=True))


def test_a_simulation_does_not_depend_on_the_number_of_cores() -> None:
    one, two = (
        json.loads(run("simulate", "coffee_rush", "--games", "3000", "--cores", cores, "--json").stdout)
        for cores in ("1", "2")
    )
    assert one["score"] == two["score"]
    assert one["length"] == two["length"]


def test_replay_shows_the_game_and_any_of_its_positions(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["replay", str(record)]) == 0
    text = capsys.readouterr().out
    assert "   1  The first orders are dealt.\n   2  regular 1 put a pawn on " in text
    assert re.search(r" won, \S+ to |share the victory, ", text)
    assert re.search(r"^  1\. .*orders served", text, re.MULTILINE)
    assert main(["replay", str(record), "--plies"]) == 0
    assert "   1  The first orders are dealt.\n       1  · order " in capsys.readouterr().out
    assert main(["replay", str(record), "--ply", "6"]) == 0
    assert "put a pawn" in capsys.readouterr().out
    assert main(["replay", str(record), "--ply", "9999"]) == 2


def test_picture_draws_any_position(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table.svg"
    assert main(["picture", str(record), str(out), "--ply", "20", "--seat", "1"]) == 0
    assert out.read_text(encoding="utf-8").startswith("<svg")
    assert main(["picture", str(record), str(out), "--ply", "9999"]) == 2
    assert main(["picture", str(record), str(out), "--result"]) == 0
    assert " won, " in out.read_text(encoding="utf-8")
    assert main(["picture", str(record), str(out), "--result", "--ply", "20"]) == 2
    capsys.readouterr()


def test_hint_tells_what_every_action_is_worth(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["hint", str(record), "--ply", "5"]) == 0
    text = capsys.readouterr().out
    assert "best line: place " in text
    assert "Put a pawn on " in text.splitlines()[0]


def test_verify_accepts_the_record_and_finds_every_change(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    text = record.read_text(encoding="utf-8")
    assert main(["verify", str(record)]) == 0
    assert "draws follow from the seed" in capsys.readouterr().out
    changes = {
        "draw": re.sub(
            r"\* order .*\n",
            lambda found: "* order Espresso\n" if "Espresso" not in found[0] else "* order Cocoa\n",
            text,
            count=1,
        ),
        "decision": re.sub(r"\n(\d) (\w+) (1|2|3)\n", r"\n\1 \2 back\n", text, count=1),
        "result": re.sub(r"result: .*", "result: 50 0", text),
    }
    for what, changed in changes.items():
        assert changed != text, what
        record.write_text(changed, encoding="utf-8")
        assert main(["verify", str(record)]) == 2, what


def test_perft_counts() -> None:
    text = run("perft", "coffee_rush", "--seats", "2", "--depth", "3").stdout
    assert "1,089" in text
    assert "35,914" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "there is no game 'chess'"),
        (["play"], "which game? expected one of"),
        (["play", "coffee_rush", "--seats", "9"], "Coffee Rush is played by 2 to 4; got 9 seats"),
        (["play", "coffee_rush", "--players", "me,alphazero"], "there is no player 'alphazero'"),
        (["play", "coffee_rush", "--names", "a"], "expected 2 names"),
        (["simulate", "coffee_rush", "--option", "less_luck=yes"], "--option less_luck=yes: expected less_luck=NUMBER"),
        (["simulate", "coffee_rush", "--games", "0"], "at least one game"),
        (["simulate", "coffee_rush", "--players", "a,b,c"], "expected one player for all seats, or 2; got 3"),
        (["simulate", "coffee_rush", "--box", "nowhere.toml"], "the box file 'nowhere.toml' cannot be read"),
        (["replay", "nowhere.txt"], "'nowhere.txt' cannot be read"),
        (["verify", "nowhere.txt"], "'nowhere.txt' cannot be read"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said


def test_a_box_that_differs_is_noted_and_played(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text(game_box().replace("tea = 12", "tea = 11"), encoding="utf-8")
    done = run("simulate", "coffee_rush", "--games", "100", "--box", str(box))
    assert "note: this box differs from the printed one: tea tokens: 11 (printed: 12)" in done.stderr
    assert "M plies/s" in done.stdout


def game_box() -> str:
    return (Path(__file__).parent.parent / "demitasse" / "games" / "coffee_rush" / "box.toml").read_text(
        encoding="utf-8"
    )


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """What a shell starts in the background ignores Ctrl-C, and so would the children of these tests."""
    was = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, was)


def interrupt(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Stopped." in said
    assert "Traceback" not in said


@pytest.mark.usefixtures("hears_ctrl_c")
def test_ctrl_c_leaves_a_game_cleanly() -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "coffee_rush"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        while "place" not in process.stdout.readline():
            assert process.poll() is None
        interrupt(process)


def test_an_error_is_said_in_the_language_that_is_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("game: coffee_rush\n", encoding="utf-8")
    for language, words in (("en", "the header has no 'seats'"), ("uk", "у заголовку немає 'seats'")):
        assert main(["picture", str(broken), str(tmp_path / "out.svg"), "--language", language]) == 2
        assert words in capsys.readouterr().err


def test_a_guide_is_printed_with_captions_for_pictures() -> None:
    text = " ".join(run("guide", "cat_cafe", "--language", "uk").stdout.split())
    assert "Котокафе: як грати" in text
    assert "A починає й бере 2, клубок." in text
    assert "Разом 110 проти 103" in text
    assert "picture:" not in text
    assert "score:" not in text
    assert run("guide", "bogus").returncode == 2


@pytest.mark.usefixtures("hears_ctrl_c")
def test_ctrl_c_leaves_a_simulation_cleanly() -> None:
    command = [*COMMAND, "simulate", "coffee_rush", "--games", "100000000", "--cores", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        status = Path(f"/proc/{process.pid}/status")
        while int(re.findall(r"Threads:\s+(\d+)", status.read_text(encoding="utf-8"))[0]) < 3:  # until its workers play
            assert process.poll() is None
            time.sleep(0.2)
        time.sleep(1)
        interrupt(process)


@pytest.mark.skipif(os.environ.get("DEMITASSE_JIT") == "0", reason="nothing is compiled in plain mode")
def test_a_second_process_finds_everything_compiled() -> None:
    """Import and first playout within 1.5 s of processor time, since other tests run beside this one; the best of
    three.
    """
    imports = "import time; from demitasse import Setting; from demitasse.core.simulation import simulate"
    code = f"{imports}; simulate(Setting.of('coffee_rush', 3), [0] * 3, 1, 0, 1); print(time.process_time())"
    assert subprocess.run([*COMMAND, "warm", "coffee_rush"], check=False).returncode == 0
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(times) < 1.5


@pytest.mark.skipif(os.environ.get("DEMITASSE_JIT") == "0", reason="nothing is compiled in plain mode")
def test_warming_leaves_no_kernel_to_be_compiled_by_the_first_use() -> None:
    """In a process of its own: here other tests have called them."""
    called = "start look step replay score view check choose_at playouts perft batch_check batch_sample batch_step"
    warm = "from demitasse import game; from demitasse.core import compiled, prepare; g = game('coffee_rush')"
    code = f"{warm}; prepare.warm(g, simulation=True); kernels = vars(compiled.kernels(g))"
    code = f"{code}; print([k for k in {called.split()} if not kernels[k].signatures])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
