"""`demitasse serve`: the server as a process; says where it listens and stores, and stops cleanly."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from dataclasses import replace
from functools import partial
from typing import Any

import uvicorn

from demitasse.core.errors import BadOption
from demitasse.server import settings as s
from demitasse.server.app import App
from demitasse.server.jobs import JOBS
from demitasse.server.settings import Settings
from demitasse.server.store import Store
from demitasse.server.wires import KEEP_ALIVE, LiveWire, SilentWire, Switchboard
from demitasse.server.workers import WorkerParent

STOP_SECONDS = 3  # open requests and connections get so long after SIGTERM
END_SECONDS = 4.6  # after which the process ends, whatever hangs


def command(options: argparse.Namespace) -> int:
    settings = s.read(vars(options))
    given = options.port is not None or "DEMITASSE_PORT" in os.environ
    status = serve(settings, port_was_asked_for=given, open_browser=options.open)
    sys.stdout.flush()
    os._exit(status)  # everything is on disk; a bot in thought need not be waited for


def serve(settings: Settings, port_was_asked_for: bool = True, open_browser: bool = False) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    parent = WorkerParent(JOBS)  # before there are threads, sockets and locks that it would inherit
    board = Switchboard(settings)
    listening = listen(settings, port_was_asked_for)
    store = Store(settings.database)
    port = listening.getsockname()[1]
    settings = replace(settings, port=port)
    address = f"http://{'localhost' if settings.host in ('127.0.0.1', '0.0.0.0', '::') else settings.host}:{port}"
    config = uvicorn.Config(
        App(settings, store, parent),
        log_level="warning",
        access_log=False,
        lifespan="on",
        http=partial(SilentWire, board),  # type: ignore[arg-type]
        ws=partial(LiveWire, board),  # type: ignore[arg-type]
        ws_per_message_deflate=False,
        ws_max_size=64 * 1024,
        ws_ping_interval=None,
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_keep_alive=KEEP_ALIVE,
        server_header=False,
        date_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
    )
    print(f"Demitasse listens at {settings.url or address}\nand keeps its tables in {store.place}")
    if settings.host == "127.0.0.1" and not settings.url:
        print("Only this machine reaches it; --host 0.0.0.0 lets others on the network in.")
    print("Stop it with Ctrl-C.", flush=True)
    if open_browser:
        webbrowser.open(settings.url or address)
    server = Server(config)
    signal.signal(
        signal.SIGTERM, lambda *_: None if server.started else sys.exit(0)
    )  # uvicorn raises it once more when it has stopped
    sys.setswitchinterval(0.001)  # the writer's thread and the event loop hand over often
    gc.freeze()  # what was imported stays; looking at it again and again would only cost
    gc.set_threshold(20_000, 20, 50)
    with asyncio.Runner(loop_factory=_loop()) as runner:
        runner.run(server.serve([listening]))
    return 0


class Server(uvicorn.Server):
    """A server that ends in time."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        end = threading.Timer(END_SECONDS, self._end)
        end.daemon = True
        end.start()
        super().handle_exit(sig, frame)

    @staticmethod
    def _end() -> None:
        logging.getLogger("demitasse").warning("something does not end; what was acknowledged is on disk")
        os._exit(0)


def listen(settings: Settings, port_was_asked_for: bool) -> socket.socket:
    """A socket at the port that was asked for; if none was, at the usual one or any that is free."""
    for port in [settings.port] if port_was_asked_for else [settings.port, 0]:
        try:
            family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
            return socket.create_server((settings.host, port), family=family, backlog=2048)
        except (OSError, OverflowError) as error:  # a port beyond 65535
            why = getattr(error, "strerror", None) or str(error)
    raise BadOption(f"cannot listen at {settings.host}:{settings.port}: {why}; name another with --host and --port")


def _loop() -> Any:
    if sys.platform == "win32":
        return None
    import uvloop  # noqa: PLC0415  # which Windows has not

    return uvloop.new_event_loop
