"""Texts that no parser should be given are refused at once, in words: boxes, records and positions alike."""

import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

import demitasse
from demitasse.core import limits
from demitasse.core.errors import BadBox, BadPosition, BadRecord, DemitasseError

SOON = 2.0  # seconds; a parser takes half a minute for the first of these
HOSTILE = {
    "dotted": ("a." * 32_000 + "a = 1", "parts of a dotted key"),
    "dotted table": ("[" + "a." * 32_000 + "a]", "parts of a dotted key"),
    "quoted parts": ('"a".' * 13_000 + "a = 1", "parts of a dotted key"),
    "spaced parts": ("a . " * 16_000 + "a = 1", "parts of a dotted key"),
    "digits": ("a = " + "9" * 5_000, "5000 digits"),
    "hexadecimal": ("a = 0x" + "f" * 20_000, "20000 digits"),
    "deep lists": ("a = " + "[" * 30_000, "brackets within brackets"),
    "deep tables": ("a = " + "{a=" * 20_000, "brackets within brackets"),
    "keys": ("\n".join(f"{i:x}=1" for i in range(8_100)), "too many keys"),
    "no end": ('a = """' + '\\"' * 30_000, "does not end"),
    "large": ("#" * 70_000, "too large"),
}
HEADER = "game: coffee_rush\nseats: {seats}\n"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_box_is_refused_at_once(name: str) -> None:
    text, why = HOSTILE[name]
    began = time.monotonic()
    with pytest.raises(BadBox, match=why) as refused:
        demitasse.game("coffee_rush").open_box(text)
    assert time.monotonic() < began + SOON
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_box_within_a_record_or_a_position_is_refused_at_once(name: str) -> None:
    began = time.monotonic()
    text = f"{HEADER.format(seats=3)}box: {'0' * 64}\n\n--- box\n{HOSTILE[name][0]}"
    for read in (demitasse.load, demitasse.Match.from_position):
        with pytest.raises(DemitasseError, match=f"{HOSTILE[name][1]}|characters"):
            read(text)
    assert time.monotonic() < began + SOON


def test_the_scanner_without_its_limits_lets_the_parser_take_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: without the limit a tenth of the dotted key keeps the parser busy, and digits are its own error."""
    monkeypatch.setattr(limits, "check_box", lambda text, error: None)
    began = time.monotonic()
    with pytest.raises(BadBox):
        demitasse.game("coffee_rush").open_box("a." * 6_000 + "a = 1")
    slow = time.monotonic() - began
    with pytest.raises(ValueError, match="4300 digits") as refused:
        demitasse.game("coffee_rush").open_box(HOSTILE["digits"][0])
    assert not isinstance(refused.value, DemitasseError)
    assert slow > 0.1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (HEADER.format(seats="9" * 5_000), "5000 digits"),
        (HEADER.format(seats=3) + "options: less_luck=" + "9" * 5_000 + "\n", "5000 digits"),
        (HEADER.format(seats=3) + "event: " + "x" * 30_000 + "\n", "30007 characters"),
        (HEADER.format(seats=3) + "\n" + "* x\n" * 21_000, "21000 plies"),
        (HEADER.format(seats=3) + "\n" * 40_000, "lines"),
        (HEADER.format(seats=3) + "\n" + "x" * 1_000_000, "too large"),
    ],
)
def test_a_hostile_record_is_refused_at_once(text: str, why: str) -> None:
    began = time.monotonic()
    with pytest.raises(BadRecord, match=why) as refused:
        demitasse.load(text)
    assert time.monotonic() < began + SOON
    assert len(str(refused.value)) < 300


def test_a_hostile_position_is_refused_at_once() -> None:
    with pytest.raises(BadPosition, match="5000 digits"):
        demitasse.Match.from_position(HEADER.format(seats="9" * 5_000))


def test_the_command_line_says_so_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(HOSTILE["digits"][0])
    (tmp_path / "record.txt").write_text(HEADER.format(seats="9" * 5_000))
    for arguments in (
        ["simulate", "coffee_rush", "--games", "1", "--box", str(tmp_path / "box.toml")],
        ["verify", str(tmp_path / "record.txt")],
    ):
        command = [sys.executable, "-m", "demitasse.cli", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 2
        assert "5000 digits" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", demitasse.game_names())
def test_the_scanner_lets_our_own_boxes_pass(name: str) -> None:
    text = demitasse.game(name).box.text
    limits.check_box(text, BadBox)
    limits.check_box(text.replace("\n", "  # \"' [[[ {{{ 12345678901234567890 a.b.c.d.e.f.g.h\n"), BadBox)


def test_what_stands_in_quotes_is_not_looked_at() -> None:
    said = [
        "a = '" + "[" * 99 + "9" * 99 + "'",
        'a = "' + '\\"' * 9 + "a." * 99 + '"',
        'a = """' + "\n[[[\n" * 9 + '\\"""" # """\nb = 1',
        "a = '''" + "a.b'" * 99 + "''''",
    ]
    for text in said:
        tomllib.loads(text)
        limits.check_box(text, BadBox)
