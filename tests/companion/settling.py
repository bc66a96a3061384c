"""Wait for a screen of Textual by what its loop has to do, and not by the clock.

Textual itself waits twice 20 ms for every key until the processor seems idle: too long on a quiet
machine, and on a busy one it may look in vain.
"""

from __future__ import annotations

import asyncio
from typing import Final

import pytest
import textual.app
import textual.pilot
import textual.screen

FRAME: Final = 0.001


async def settle(_least: float = 0.0, _most: float = 0.0) -> None:
    """Return when every task waits, and no frame is about to be painted."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, asyncio.BaseEventLoop)
    while True:
        soon = loop.time() + 2 * FRAME
        timers = [timer.when() for timer in loop._scheduled if not timer.cancelled()]  # type: ignore[attr-defined]
        if loop._ready:  # type: ignore[attr-defined]
            await asyncio.sleep(0)
        elif min(timers, default=soon) < soon:
            await asyncio.sleep(FRAME)
        else:
            return


@pytest.fixture(autouse=True)
def settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint at once what is to be painted, and go on when it is."""
    monkeypatch.setattr(textual.screen, "UPDATE_PERIOD", FRAME)
    for waiting in (textual.app, textual.pilot):
        monkeypatch.setattr(waiting, "wait_for_idle", settle)
