"""The checker: what the database says after the server was killed many times, beside what clients know. It shares no
code with the server.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import psycopg

import demitasse
from demitasse.core.errors import IllegalAction

Row = tuple[str, int, int | None, str, str | None]  # table, seq, seat, text, nonce


@dataclass
class Known:
    """What clients know: moves that were acknowledged, what each watcher was told, and the plies that were to be played
    at a table.
    """

    acknowledged: list[Row] = field(default_factory=list)
    seen: dict[object, list[tuple[str, int, str]]] = field(
        default_factory=lambda: defaultdict(list)
    )  # table, seq, text
    scripts: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Findings:
    """What went wrong in a run."""

    kills: Counter[str]
    moves: int = 0
    draws: int = 0  # that the server made
    bots: int = 0  # moves of bots
    lost: list[object] = field(default_factory=list)  # moves that were acknowledged and are not there
    doubled: list[object] = field(default_factory=list)  # moves made twice
    missing: list[object] = field(default_factory=list)  # rows that somebody saw, or that must be there
    torn: list[object] = field(
        default_factory=list
    )  # moves without the draws that belong to them, or with others than the seed's

    @property
    def wrong(self) -> list[object]:
        return [*self.lost, *self.doubled, *self.missing, *self.torn]

    def __str__(self) -> str:
        where = ", ".join(f"{number} {point}" for point, number in sorted(self.kills.items()))
        return (
            f"{self.kills.total()} kills ({where}), {self.moves} moves acknowledged, "
            f"{self.draws} draws by the server, {self.bots} moves of bots: "
            f"lost {len(self.lost)}, doubled {len(self.doubled)}, missing {len(self.missing)}, torn {len(self.torn)}"
        )


def check(database: str, known: Known, kills: Counter[str]) -> Findings:
    """Compare what clients know with what is in the database."""
    rows: list[Row] = _ask(database, 'SELECT "table", seq, seat, text, nonce FROM log ORDER BY "table", seq')
    found = Findings(kills, len(known.acknowledged), bots=sum((nonce or "").startswith("bot-") for *_, nonce in rows))
    there = set(rows)
    found.lost = [row for row in known.acknowledged if row not in there]
    found.doubled += _twice((table, seq) for table, seq, *_ in rows)
    found.doubled += _twice((table, seat, nonce) for table, _, seat, _, nonce in rows if nonce is not None)
    logs: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        logs[row[0]].append(row)
    for table, log in logs.items():
        if [seq for _, seq, *_ in log] != list(range(1, len(log) + 1)):
            found.missing.append((table, "the numbers have a hole"))
        if table in known.scripts and [text for *_, text, _ in log] != known.scripts[table][: len(log)]:
            found.doubled.append((table, "is not what was sent"))
    _check_draws(database, logs, found)
    _check_seen(known, {(table, seq): text for table, seq, _, text, _ in rows}, found)
    return found


def _check_draws(database: str, logs: Mapping[str, Sequence[Row]], found: Findings) -> None:
    tables: list[tuple[str, str, str]] = _ask(
        database, "SELECT id, game, seed FROM tables WHERE NOT by_hand AND stage <> 'open'"
    )
    for table, game, seed in tables:
        found.draws += sum(seat is None for _, _, seat, _, _ in logs[table])
        if why := torn(game, seed, logs[table]):
            found.torn.append((table, why))


def torn(game: str, seed: str, log: Sequence[Row]) -> str | None:
    """Why a log is not a game whose draws the seed made, each written with the move before it, and so is a last stop
    that leaves no choice; None if it is.
    """
    match = demitasse.Match(game, 2, seed=seed)
    for _, seq, seat, text, _ in log:
        if match.actor == "*":
            drawn = match.draw()
            if (seat, text) != (None, drawn):
                return f"row {seq} is {text!r} of seat {seat}; the seed draws {drawn!r}"
        else:
            try:
                match.play(text)
            except IllegalAction as error:
                return f"row {seq}: {error}"
    if match.actor == "*":
        return "the draws after the last move are not there"
    by_a_person = bool(log) and log[-1][-1] is not None and not str(log[-1][-1]).startswith("bot-")
    return "the stop after the last step is not there" if by_a_person and match.legal() == ["stop"] else None


def _check_seen(known: Known, texts: Mapping[tuple[str, int], str], found: Findings) -> None:
    for who, heard in known.seen.items():
        found.missing += [
            (who, seq, text)
            for table, seq, text in heard
            if texts.get((table, seq)) not in (text, None) and text != "?"
        ]
        found.missing += [(who, seq, text) for table, seq, text in heard if (table, seq) not in texts]
        if [seq for _, seq, _ in heard] != list(range(1, len(heard) + 1)):
            found.missing.append((who, "was told with a hole, or twice"))


def _twice(keys: Iterable[object]) -> list[object]:
    return [key for key, number in Counter(keys).items() if number > 1]


def _ask(database: str, query: str) -> list[tuple]:  # type: ignore[type-arg]
    if database.startswith("sqlite:///"):
        with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
            return list(connection.execute(query))
    with psycopg.connect(database) as server:
        return list(server.execute(query.encode()).fetchall())
