"""Workers: processes beside the server for what may take long. Unlike a thread, one that takes too long is killed,
and the next one is there at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import os
import signal
import socket
import struct
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar

import msgspec

from demitasse.core.errors import BoxWarning, DemitasseError
from demitasse.server.fair_queue import MOST_WAITING, FairQueue
from demitasse.server.problems import Problem

SIZE = struct.Struct("!I")  # before each message: how long it is
NICE = 5  # workers give way to whoever answers requests
DIE_WITH_PARENT = 1  # Linux's PR_SET_PDEATHSIG
PREPARING = 120.0  # seconds in which what a job needs is loaded
log = logging.getLogger("demitasse")
Jobs = Mapping[str, Callable[..., Any]]
T = TypeVar("T")


class TookTooLong(Exception):
    """A job was ended because it took too long."""


class Refused(Exception):
    """A job found that what was asked is not possible: its sentence."""


class WorkerParent:
    """A process that forks workers. It is made while the server is one thread, so that what it forks is sound, and with
    everything imported, so that a worker is there in milliseconds.
    """

    def __init__(self, jobs: Jobs) -> None:
        self._line, theirs = socket.socketpair()
        self._lock = threading.Lock()
        server = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            self._line.close()
            _fork_workers(theirs, jobs, server)
        theirs.close()

    def worker(self) -> Worker:
        """A new worker; takes a moment."""
        ours, theirs = socket.socketpair()
        with self._lock, theirs:
            socket.send_fds(self._line, [b"w"], [theirs.fileno()])
            pid = SIZE.unpack(self._line.recv(SIZE.size))[0]
        ours.setblocking(False)
        return Worker(pid, ours)

    def close(self) -> None:
        """The parent and its workers end."""
        self._line.close()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)


class Worker:
    """One worker, seen from the server."""

    def __init__(self, pid: int, line: socket.socket) -> None:
        self.pid, self._line = pid, line
        self.prepared: set[tuple[object, ...]] = set()  # what it has loaded
        self.served: object = None  # for whom it worked last, and may remember something

    async def ask(self, job: str, arguments: tuple[object, ...]) -> bytes:
        loop = asyncio.get_running_loop()
        message = msgspec.msgpack.encode([job, arguments])
        await loop.sock_sendall(self._line, SIZE.pack(len(message)) + message)
        return await self._read(SIZE.unpack(await self._read(SIZE.size))[0])

    async def _read(self, size: int) -> bytes:
        found = bytearray()
        while len(found) < size:
            part = await asyncio.get_running_loop().sock_recv(self._line, min(size - len(found), 1 << 20))
            if not part:
                raise ConnectionResetError("the worker is gone")
            found += part
        return bytes(found)

    def kill(self) -> None:
        self._line.close()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)


class Workers:
    """So many workers for one kind of jobs, with a share a person; they are started when they are needed."""

    def __init__(
        self, parent: WorkerParent, number: int, share: int = MOST_WAITING, patience: float | None = None
    ) -> None:
        self.parent, self.queue = parent, FairQueue(number, share, patience)
        self._idle: list[Worker] = []

    async def do(
        self,
        person: str,
        seconds: float,
        job: str,
        *arguments: object,
        returns: type[T],
        prepare: tuple[object, ...] = (),
        remembered: object = None,
    ) -> T:
        """What a job returns. `prepare` are the arguments of the job "prepare", which a worker does first that has not
        done so yet; `remembered` names what a worker may know from before. Raises Refused, or TookTooLong.
        """
        async with self.queue.turn(person):
            free = self._idle_one(remembered)
            worker = await asyncio.to_thread(self.parent.worker) if free is None else free
            try:
                if prepare and prepare not in worker.prepared:
                    await _within(PREPARING, worker, "prepare", prepare)
                    worker.prepared.add(prepare)
                answer = await _within(seconds, worker, job, arguments)
            except BaseException:
                worker.kill()
                raise
            worker.served = remembered
            self._idle.append(worker)
        return _read_answer(job, answer, returns)

    def _idle_one(self, remembered: object) -> Worker | None:
        """A worker that is free, best the one that remembers; None if there is none."""
        found = next((worker for worker in self._idle if worker.served == remembered), None)
        if found is None and self._idle:
            found = self._idle[-1]
        if found is not None:
            self._idle.remove(found)
        return found

    def close(self) -> None:
        while self._idle:
            self._idle.pop().kill()


async def _within(seconds: float, worker: Worker, job: str, arguments: tuple[object, ...]) -> bytes:
    try:
        async with asyncio.timeout(seconds):
            return await worker.ask(job, arguments)
    except TimeoutError:
        log.warning("the job %s took more than %g seconds and was ended", job, seconds)
        raise TookTooLong(f"it took more than {seconds:g} seconds") from None
    except OSError as error:
        raise Problem("unavailable", f"a worker ended: {error}") from None


def _read_answer(job: str, answer: bytes, returns: type[T]) -> T:
    kind, said = msgspec.msgpack.decode(answer, type=tuple[str, msgspec.Raw])
    if kind == "done":
        return msgspec.msgpack.decode(said, type=returns)
    text = msgspec.msgpack.decode(said, type=str)
    if kind == "refused":
        raise Refused(text)
    raise RuntimeError(f"the job {job} failed: {text}")


# In the other processes -----------------------------------------------------------------------------------------------


def _fork_workers(line: socket.socket, jobs: Jobs, server: int) -> NoReturn:
    _settle(server)
    parent = os.getpid()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are not kept
    while True:
        said, lines, *_ = socket.recv_fds(line, 1, 1)
        if not said:
            os._exit(0)
        pid = os.fork()
        if pid == 0:
            line.close()
            _work(socket.socket(fileno=lines[0]), jobs, parent)
        os.close(lines[0])
        line.sendall(SIZE.pack(pid))


def _work(line: socket.socket, jobs: Jobs, parent: int) -> NoReturn:
    _settle(parent)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.nice(NICE)
    warnings.simplefilter("ignore", BoxWarning)
    while size := _receive(line, SIZE.size):
        job, arguments = msgspec.msgpack.decode(_receive(line, SIZE.unpack(size)[0]))
        answer = msgspec.msgpack.encode(_carried_out(jobs[job], arguments))
        line.sendall(SIZE.pack(len(answer)) + answer)
    os._exit(0)


def _carried_out(job: Callable[..., Any], arguments: list[Any]) -> tuple[str, Any]:
    try:
        return "done", job(*arguments)
    except DemitasseError as error:
        return "refused", str(error)
    except Exception:  # told by the server, in its log
        return "failed", traceback.format_exc()


def _settle(maker: int) -> None:
    """Die with whoever made this process, and leave Ctrl-C to the server."""
    if sys.platform == "linux":  # elsewhere they end with the line to the server, after what they are at
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != maker:  # it died before it could be asked
            os._exit(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _receive(line: socket.socket, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        part = line.recv(min(size - len(found), 1 << 20))
        if not part:
            return b""
        found += part
    return bytes(found)
