"""What can be set about a server: one table that environment, command line and documentation read."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any

from demitasse.core.errors import BadOption

PREFIX = "DEMITASSE_"
LOOPBACK = "127.0.0.1,::1"


def _set(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


def _default_database() -> str:
    home = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share"))
    return f"sqlite:///{home / 'demitasse' / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """Each is set by --name on the command line or DEMITASSE_NAME in the environment; the command line wins."""

    host: str = _set("127.0.0.1", "the address to listen at; 0.0.0.0 lets others on the network in")
    port: int = _set(
        8451, "the port to listen at; 0 takes any free one; the default gives way to a free one if it is taken"
    )
    database: str = field(
        default_factory=_default_database,
        metadata={"meaning": "where tables are kept: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"},
    )
    url: str = _set(
        "",
        "the address people use, if it is another than the one listened at, such as https://cafe.example; "
        "https makes cookies secure",
    )
    pace: float = _set(
        0.0, "seconds a bot waits before each decision; the page shows what bots did at its reader's own pace"
    )
    thinkers: int = _set(1, "processes in which bots that search think")
    tables: int = _set(
        2000, "how many tables are kept in memory; others are read from the database when somebody comes"
    )
    rate: float = _set(20.0, "requests a second that one person may make for long; 0 sets no limit")
    burst: int = _set(200, "requests that may come at once before the rate counts")
    sockets: int = _set(20, "live connections that one person may hold; 0 sets no limit")
    household: int = _set(
        10, "an address may do as much as so many people: they may share it, but one may also have many sessions"
    )
    connections: int = _set(250, "connections of any kind that one address may hold; 0 sets no limit")
    patience: float = _set(
        10.0, "seconds in which the head of a request has to come; its body, and our answers, may take three times that"
    )
    hosted: int = _set(40, "tables that one person may have made and not finished; 0 sets no limit")
    daily: int = _set(200, "tables that one person may make in a day; 0 sets no limit")
    grace: float = _set(
        60.0, "seconds without a sign of life after which others at a table may let a bot play for somebody"
    )
    hosts: str = _set(
        "",
        "names by which the server may be called, with commas between, beside its addresses, localhost, the machine's "
        "name and that of --url; * lets any name in",
    )
    proxy: str = _set(
        "",
        "addresses of the proxies in front, with commas between; their X-Forwarded-For is believed (with --url those "
        "on this machine are)",
    )
    hints: int = _set(2, "processes in which hints are computed")
    warm: bool = _set(True, "compile and load all games in the background at the start")

    @property
    def secure(self) -> bool:
        return self.url.startswith("https://")

    @property
    def proxies(self) -> str:
        """Whose X-Forwarded-For is believed."""
        return self.proxy or (LOOPBACK if self.url else "")


def read(given: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from what was given on the command line, then the environment, then the defaults. Raises BadOption."""
    environment = os.environ if environment is None else environment
    found: dict[str, Any] = {}
    for each in fields(Settings):
        if given.get(each.name) is not None:
            found[each.name] = given[each.name]
        elif text := environment.get(variable(each)):
            found[each.name] = _parsed(each, text)
    return Settings(**found)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Every setting, from the one table of them."""
    for each in fields(Settings):
        shown = str(default(each)).replace("%", "%%")
        about = f"{each.metadata['meaning']} (default: {shown or 'none'}; {variable(each)})"
        if kind(each) is bool:
            parser.add_argument(f"--{each.name}", action=argparse.BooleanOptionalAction, default=None, help=about)
        else:
            parser.add_argument(
                f"--{each.name}", type=kind(each), default=None, metavar=kind(each).__name__.upper(), help=about
            )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")


def variable(each: Field[Any]) -> str:
    """The environment variable of a setting."""
    return PREFIX + each.name.upper()


def default(each: Field[Any]) -> Any:
    if each.default is not MISSING:
        return each.default
    assert each.default_factory is not MISSING
    return each.default_factory()


def kind(each: Field[Any]) -> type:
    return {"str": str, "int": int, "float": float, "bool": bool}[str(each.type)]


def _parsed(each: Field[Any], text: str) -> Any:
    if kind(each) is bool:
        return text.lower() not in ("0", "no", "false", "off")
    try:
        return kind(each)(text)
    except ValueError:
        raise BadOption(f"{variable(each)} is {text!r}; expected a number ({each.metadata['meaning']})") from None
