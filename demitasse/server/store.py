"""The store: the database behind a server, SQLite or PostgreSQL, opened, migrated and read."""

from __future__ import annotations

import asyncio
import fcntl
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, make_url

from demitasse.core.errors import BadOption
from demitasse.server.problems import Problem
from demitasse.server.schema import tables

HEAD = "004"  # the newest migration
READERS = 2
PATIENCE = 3.0  # seconds after which a database that does not answer is given up on, by readers and the writer
CLOSING = 0.5  # seconds that it gets at the end
CONNECTING = 5  # seconds, for a connection to PostgreSQL
T = TypeVar("T")


class Store:
    """A database. `write` is the connection of the one writer; everybody else reads through `ask`."""

    def __init__(self, url: str) -> None:
        self.url = _url(url)
        self.sqlite = self.url.get_backend_name() == "sqlite"
        self._lock = _lock(self.url) if self.sqlite else None
        self.engine = sa.create_engine(
            self.url,
            pool_size=READERS + 2,
            connect_args={"check_same_thread": False} if self.sqlite else {"connect_timeout": CONNECTING},
        )
        if self.sqlite:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
            sa.event.listen(self.engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        self._readers = ThreadPoolExecutor(READERS, "reader")
        try:
            self._migrate()
        except Exception as error:
            self.close()
            if isinstance(error, sa.exc.DBAPIError):
                raise BadOption(f"the database {self.place} cannot be opened: {error.orig}") from None
            raise

    @property
    def place(self) -> str:
        """Where the tables are kept, without a password."""
        return str(self.url.database) if self.sqlite else self.url.render_as_string(hide_password=True)

    async def ask(self, work: Callable[[Connection], T]) -> T:
        """Read something, off the event loop."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.get_running_loop().run_in_executor(self._readers, self.look, work)
        except TimeoutError:
            raise Problem("unavailable", f"the database has not answered for {PATIENCE:g} seconds") from None

    def look(self, work: Callable[[Connection], T]) -> T:
        """Read something here and now."""
        with self.engine.connect() as connection:
            return work(connection)

    def close(self) -> None:
        self._readers.shutdown(wait=False, cancel_futures=True)
        closing = threading.Thread(target=self.engine.dispose, daemon=True)  # hangs where the database does
        closing.start()
        closing.join(CLOSING)
        if self._lock:
            self._lock.close()

    def _migrate(self) -> None:
        with self.engine.connect() as connection:
            known = sa.inspect(connection).has_table("alembic_version")
            version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() if known else None
            if version == HEAD:
                connection.execute(
                    sa.update(tables).values(stage=tables.c.stage).where(sa.false())
                )  # whether it may be written to
                return  # Alembic takes a while to import, and a server should be back at once
        if version is not None and version > HEAD:
            raise BadOption(
                f"the database {self.place} is of a newer Demitasse (its form is {version}, this one knows {HEAD}); "
                "update Demitasse, or name another database with --database"
            )
        from alembic import command  # noqa: PLC0415  # needed by a database of old alone
        from alembic.config import Config  # noqa: PLC0415

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
        with self.engine.begin() as connection:
            if not self.sqlite:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(8451)"))  # several processes may start at once
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _url(text: str) -> URL:
    try:
        url = make_url(text)
    except sa.exc.ArgumentError:
        raise BadOption(
            f"the database {text!r} is not understood; expected sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        ) from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise BadOption(
            f"the database {text!r} cannot be used; expected sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
        )
    return url.set(database=str(Path(url.database).expanduser().resolve()))


def _lock(url: URL) -> IO[bytes]:
    """One server a file, by whatever name: two would not hear of each other's moves. SQLite's own locks are of another
    kind, so both can be held.
    """
    path = Path(str(url.database))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = path.open("ab")
    except OSError as error:
        raise BadOption(f"the database {path} cannot be opened: {error.strerror}") from None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise BadOption(
            f"another server uses {path}; stop it, or name another file with --database sqlite:///FILE"
        ) from None
    return held


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would begin late and commit early
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")
