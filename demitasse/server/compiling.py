"""Compiling, apart from serving: a game that was never played on this machine is compiled by another process, so that
nobody else waits.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL

from demitasse.core import prepare as preparing
from demitasse.core.game import find


async def prepare(game: str, part: str) -> None:
    """Compile a part of a game unless it lies on disk, then load it in a thread."""
    await compile_part(game, part)
    await asyncio.to_thread(preparing.prepare, find(game), part)


async def compile_part(game: str, part: str) -> None:
    """Compile a part of a game in a process of its own unless it lies on disk."""
    if not preparing.is_prepared(find(game), part):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "demitasse", "warm", "--only", part, game, stdout=DEVNULL
        )
        try:
            await process.wait()
        finally:
            if process.returncode is None:  # the server stops
                process.kill()
