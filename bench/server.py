"""The server under load, beside boardgame.io's server in the same run: durable moves a second, waiting times, memory.

python -m bench.server [--seconds 5] [--json FILE] [--without-boardgame]

Ours plays the four games, two seats, every ply (decisions and, beside a real box, draws) one HTTP request whose answer
comes after the
commit on disk; boardgame.io plays tic-tac-toe in memory over socket.io. Both servers are one process; clients run in
another one.
How many moves a second each takes is measured in turns, several times, and the ratio is the median of the turns'
ratios: a machine that
others use is now faster, now slower.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import uvloop
import websockets

from demitasse import Match, game_names
from demitasse.bots.players import SimplePlayer

BOARDGAME = Path(__file__).with_name("boardgame")
CONNECTIONS = 64
TURNS = 5  # in which the two are measured alternately
RATE = 500  # moves a second at which waiting times are measured
OPEN_TABLES = 2000
MANY_MOVES = 100_000
MOST_WAITING = 100  # milliseconds
MOST_MEMORY = 500  # megabytes
MOST_GROWTH = 0.05  # caches fill up
SCRIPTS_A_GAME = 4
CELLS = 9  # moves of a match of tic-tac-toe


@dataclass(frozen=True)
class Speed:
    moves: int
    seconds: float
    p50: float  # milliseconds
    p99: float

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


@dataclass(frozen=True)
class Effort:
    """How fast it went, and what the server spent on it."""

    speed: Speed
    processor: float  # seconds

    @property
    def moves_a_processor_second(self) -> float:
        return self.speed.moves / self.processor


# Our server -----------------------------------------------------------------------------------------------------------


class Server:
    """A server process of ours."""

    def __init__(self, database: str) -> None:
        settings = ["--port", "0", "--database", database, "--rate", "0", "--sockets", "0", "--no-warm"]
        command = [sys.executable, "-m", "demitasse.cli", "serve", *settings]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r":(\d+)", said)
        assert found, said
        self.port = int(found[1])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)

    @property
    def megabytes(self) -> float:
        return megabytes(self.process.pid)


class Connection:
    """One kept-open HTTP connection, hand-written so that the client costs little."""

    def __init__(self, port: int) -> None:
        self.port, self.token = port, ""

    async def open(self, token: str = "") -> Connection:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.token = token
        return self

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes, bytes]:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(data)}\r\n"
        if self.token:
            head += f"Authorization: Bearer {self.token}\r\n"
        self.writer.write(head.encode() + b"\r\n" + data)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        return int(answer[9:12]), await self.reader.readexactly(length), answer

    async def done(self, method: str, path: str, body: object = None) -> Any:
        status, said, _ = await self.ask(method, path, body)
        assert status < 300, (path, status, said)
        return json.loads(said)


async def session(port: int) -> str:
    connection = await Connection(port).open()
    _, _, head = await connection.ask("POST", "/api/session", {"name": "load"})
    found = re.search(rb"demitasse=([^;]+)", head)
    assert found
    return found[1].decode()


@dataclass
class Script:
    """A whole game as what is to be sent, ply by ply."""

    game: str
    plies: Sequence[tuple[int, str]]


def scripts() -> list[Script]:
    found = []
    for name in game_names():
        for number in range(SCRIPTS_A_GAME):
            match, player = Match(name, 2, seed=number), SimplePlayer(80, number)
            while match.actor is not None:
                match.play(player.choose(match)) if match.actor != "*" else match.draw()
            found.append(Script(name, [(0 if ply.actor == "*" else ply.actor, ply.text) for ply in match.plies]))
    return found


async def new_table(connection: Connection, script: Script) -> str:
    body = {"game": script.game, "by_hand": True, "seats": [{"kind": "me"}, {"kind": "screen", "name": "other"}]}
    table: str = (await connection.done("POST", "/api/tables", body))["id"]
    await connection.done("POST", f"/api/tables/{table}/start", {})
    return table


async def make_tables(port: int, token: str, wanted: int) -> list[tuple[str, Script]]:
    """Tables ready to be played at, made over a few connections."""
    numbered: Iterator[int] = iter(range(wanted))
    all_scripts = scripts()
    made: list[tuple[str, Script]] = []

    async def work() -> None:
        connection = await Connection(port).open(token)
        for number in numbered:
            script = all_scripts[number % len(all_scripts)]
            made.append((await new_table(connection, script), script))

    await asyncio.gather(*(work() for _ in range(4)))
    return made


async def send(connection: Connection, table: str, number: int, ply: tuple[int, str]) -> None:
    status, said, _ = await connection.ask(
        "POST", f"/api/tables/{table}/plays", {"seat": ply[0], "seq": number, "text": ply[1], "nonce": f"{number}"}
    )
    assert status == 200, said


async def closed_loop(
    port: int, token: str, tables: Sequence[tuple[str, Script]], seconds: float, most: int | None = None
) -> Speed:
    """Every connection sends its next move as soon as the last one is acknowledged."""
    waiting = iter(tables)
    latencies: list[float] = []
    began = time.perf_counter()
    until = began + seconds

    async def work() -> None:
        connection = await Connection(port).open(token)
        for table, script in waiting:
            for number, ply in enumerate(script.plies):
                sent = time.perf_counter()
                if sent > until or (most is not None and len(latencies) >= most):
                    return
                await send(connection, table, number, ply)
                latencies.append(time.perf_counter() - sent)

    await asyncio.gather(*(work() for _ in range(CONNECTIONS)))
    return speed(latencies, time.perf_counter() - began)


async def open_loop(port: int, token: str, tables: Sequence[tuple[str, Script]], rate: float, seconds: float) -> Speed:
    """So many moves a second whether or not the earlier ones were answered; lateness counts."""
    latencies: list[float] = []
    began = time.perf_counter()
    each = rate / len(tables)  # moves a second at one table

    async def work(place: int, table: str, script: Script) -> None:
        connection = await Connection(port).open(token)
        for number, ply in enumerate(script.plies):
            due = began + (number + place / len(tables)) / each
            if due > began + seconds:
                return
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await send(connection, table, number, ply)
            latencies.append(time.perf_counter() - due)

    await asyncio.gather(*(work(place, *table) for place, table in enumerate(tables)))
    return speed(latencies, time.perf_counter() - began)


def speed(latencies: list[float], seconds: float) -> Speed:
    ordered = sorted(latencies)
    return Speed(len(ordered), seconds, *(1000 * ordered[int(len(ordered) * share)] for share in (0.5, 0.99)))


async def busiest(server: Server, token: str, seconds: float) -> Effort:
    """As many moves as it takes."""
    tables = await make_tables(server.port, token, 4 * CONNECTIONS)
    before = processor_seconds(server.process.pid)
    found = await closed_loop(server.port, token, tables, seconds)
    return Effort(found, processor_seconds(server.process.pid) - before)


async def flat(server: Server, token: str, moves: int) -> tuple[float, float]:
    """Megabytes after a tenth of so many moves, and after all of them."""
    found = []
    for part in (moves // 10, moves - moves // 10):
        left = part
        while left > 0:
            done = await closed_loop(server.port, token, await make_tables(server.port, token, CONNECTIONS), 600, left)
            left -= done.moves
        found.append(server.megabytes)
    return found[0], found[1]


async def hold(server: Server, number: int) -> float:
    """Megabytes with so many open tables, each watched over a live connection and a few moves old."""
    token = await session(server.port)
    tables = await make_tables(server.port, token, number)
    connection = await Connection(server.port).open(token)
    for table, script in tables:
        for place in range(5):
            await send(connection, table, place, script.plies[place])
    sockets = []
    for table, _ in tables:
        live = await websockets.connect(
            f"ws://127.0.0.1:{server.port}/api/tables/{table}/live?since=0", compression=None
        )
        await live.recv()
        sockets.append(live)
    held = server.megabytes
    for live in sockets:
        live.transport.abort()
    return held


# boardgame.io ---------------------------------------------------------------------------------------------------------


class Boardgame:
    """boardgame.io's server as a process."""

    def __init__(self, modules: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.environment = {**os.environ, "NODE_PATH": str(modules), "NODE_ENV": "production"}
        command = ["node", str(BOARDGAME / "server.js"), str(self.port)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=self.environment
        )
        assert self.process.stdout is not None
        while "ready" not in (said := self.process.stdout.readline()):
            assert said, "boardgame.io's server did not start"

    def client(self, at_once: int, matches: int, rate: float) -> subprocess.Popen[str]:
        """A client that has made its matches and waits for a word to begin."""
        command = ["node", str(BOARDGAME / "client.js"), str(self.port), str(at_once), str(matches), str(rate)]
        client = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.environment
        )
        assert client.stdout is not None
        assert client.stdout.readline() == "ready\n"
        return client

    def run(self, at_once: int, matches: int, rate: float = 0) -> Effort:
        client = self.client(at_once, matches, rate)
        before = processor_seconds(self.process.pid)
        try:
            found = Speed(**json.loads(client.communicate("go\n", timeout=300)[0]))
        finally:
            client.kill()
        return Effort(found, processor_seconds(self.process.pid) - before)

    def busiest(self, expected: float, seconds: float) -> Effort:
        """As many moves as it takes, of which so many a second are expected."""
        return self.run(CONNECTIONS, max(CONNECTIONS, int(expected * seconds / CELLS)))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


# Both -----------------------------------------------------------------------------------------------------------------


async def measure(
    seconds: float, moves: int, tables: int, modules: Path | None
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Our figures, and those of boardgame.io's server if it is there."""
    with tempfile.TemporaryDirectory() as folder:
        peer = Boardgame(modules) if modules else None
        server = Server(f"sqlite:///{folder}/tables.sqlite")
        try:
            ours, theirs = await in_turns(server, peer, seconds, moves)
        finally:
            server.stop()
            if peer:
                peer.stop()
        server = Server(f"sqlite:///{folder}/open.sqlite")
        try:
            ours["open_tables_mb"] = await hold(server, tables)
        finally:
            server.stop()
    if modules and theirs:
        theirs["open_tables_mb"] = hold_boardgame(modules, tables)
    return ours, theirs


async def in_turns(
    server: Server, peer: Boardgame | None, seconds: float, moves: int
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    token = await session(server.port)
    await closed_loop(server.port, token, await make_tables(server.port, token, 16), 2)  # everything loaded once
    expected = peer.run(CONNECTIONS, CONNECTIONS * 4).speed.rate if peer else 0.0
    ours: list[Effort] = []
    theirs: list[Effort] = []
    for _ in range(TURNS):
        ours.append(await busiest(server, token, seconds))
        if peer:
            theirs.append(peer.busiest(expected, seconds))
    even = await open_loop(server.port, token, await make_tables(server.port, token, 100), RATE, seconds)
    first, last = await flat(server, token, moves)
    own = {**summary(ours, even), "first_mb": first, "last_mb": last, "moves": moves}
    return own, summary(theirs, peer.run(100, int(RATE * seconds / CELLS), RATE).speed) if peer else None


def summary(efforts: Sequence[Effort], even: Speed) -> dict[str, Any]:
    rates = {
        "moves_a_second": [each.speed.rate for each in efforts],
        "moves_a_processor_second": [each.moves_a_processor_second for each in efforts],
    }
    return {**rates, "p50": even.p50, "p99": even.p99}


def hold_boardgame(modules: Path, tables: int) -> float:
    server = Boardgame(modules)
    try:
        client = server.client(tables, tables, -1)
        held = megabytes(server.process.pid)
        client.kill()
        client.wait()
    finally:
        server.stop()
    return held


def processor_seconds(pid: int) -> float:
    """What a process has used so far, in all its threads."""
    words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1024


# The report -----------------------------------------------------------------------------------------------------------


def report(ours: dict[str, Any], theirs: dict[str, Any] | None) -> list[str]:
    def beside(name: str, form: str) -> str:
        own = format(middle(ours[name]), form)
        if theirs is None:
            return own
        return f"{own}   boardgame.io {format(middle(theirs[name]), form)}   ratio {ratio(ours[name], theirs[name])}"

    return [
        f"durable moves acknowledged a second: {beside('moves_a_second', ',.0f')}",
        f"the same for each second of processor time: {beside('moves_a_processor_second', ',.0f')}",
        f"p50 at {RATE} moves/s: {beside('p50', '.1f')} (ms)",
        f"p99 at {RATE} moves/s: {beside('p99', '.1f')} (ms)",
        f"memory with {ours['open_tables']} open tables, each watched: {beside('open_tables_mb', '.0f')} (MB)",
        f"memory over {ours['moves']:,} moves: "
        f"{ours['first_mb']:.0f} MB after a tenth, {ours['last_mb']:.0f} MB after all",
    ]


def middle(figures: float | list[float]) -> float:
    """A figure, or the median of those of all turns."""
    return median(figures) if isinstance(figures, list) else figures


def of_turns(ours: list[float], theirs: list[float]) -> list[float]:
    """The ratio in each turn, the least first."""
    return sorted(own / other for own, other in zip(ours, theirs, strict=True))


def ratio(ours: float | list[float], theirs: float | list[float]) -> str:
    if not isinstance(ours, list) or not isinstance(theirs, list):
        return f"{middle(ours) / middle(theirs):.2f}"
    each = of_turns(ours, theirs)
    return f"{median(each):.2f} (median of {len(each)} turns, {each[0]:.2f} to {each[-1]:.2f})"


def goals(ours: dict[str, Any], theirs: dict[str, Any] | None) -> dict[str, bool]:
    """What is to be reached, and whether it is."""
    found = {
        f"p99 at {RATE} moves/s is at most {MOST_WAITING} ms": ours["p99"] <= MOST_WAITING,
        f"{ours['open_tables']} open tables take at most {MOST_MEMORY} MB": ours["open_tables_mb"] <= MOST_MEMORY,
        f"memory grows by at most {MOST_GROWTH:.0%} from a tenth of the moves to all": ours["last_mb"]
        <= ours["first_mb"] * (1 + MOST_GROWTH),
    }
    if theirs is not None:
        found["durable moves a second are at least boardgame.io's"] = (
            median(of_turns(ours["moves_a_second"], theirs["moves_a_second"])) >= 1
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement (default: 5)")
    parser.add_argument(
        "--moves", type=int, default=MANY_MOVES, help=f"over which memory is watched (default: {MANY_MOVES})"
    )
    parser.add_argument("--tables", type=int, default=OPEN_TABLES, help=f"held open at a time (default: {OPEN_TABLES})")
    parser.add_argument(
        "--modules", type=Path, default=BOARDGAME / "node_modules", help="where npm installed boardgame.io"
    )
    parser.add_argument("--without-boardgame", action="store_true", help="measure ours alone")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here, too")
    options = parser.parse_args()
    modules = None if options.without_boardgame else options.modules
    ours, theirs = uvloop.run(measure(options.seconds, options.moves, options.tables, modules))
    ours["open_tables"] = options.tables
    reached = goals(ours, theirs)
    print(
        "\n".join(
            [*report(ours, theirs), *(f"{'holds' if holds else 'FAILS'}: {goal}" for goal, holds in reached.items())]
        )
    )
    if options.json:
        options.json.write_text(
            json.dumps({"demitasse": ours, "boardgame.io": theirs, "goals": reached}, indent=2) + "\n"
        )
    sys.exit(not all(reached.values()))


if __name__ == "__main__":
    main()
