"""The companion on screens of several sizes, in both languages, as its keys make it."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from ragami.games.ragami.game import GAME as RAGAMI
from ragami.language import Language
from ragami.store import Store, open_store
from ragami.table.recording import import_log
from ragami_cli.companion.app import Companion
from ragami_cli.companion.opening import Choosing, DialogueContext
from ragami_cli.companion.talk import Talk
from ragami_cli.language import speak
from ragami_cli.output import Output

GAME: Final = Path(__file__).parents[2] / "examples" / "four-players.jsonl"
# The drawing asks the network for a font; any font of even width does.
FONTS: Final = re.compile(r"@font-face \{.*?\}|<!-- .*? -->", re.DOTALL)


class Shot(NamedTuple):
    """One picture: the game after which record (None: the choice of a game), and what is typed."""

    name: str
    seq: int | None
    size: tuple[int, int]
    keys: Sequence[str]
    language: Language = "en"


SHOTS: Final = (
    Shot("table", 200, (140, 44), ["m", "tab"]),
    Shot("table-setup", 13, (140, 44), []),
    Shot("table-pass", 158, (100, 30), [*"pass", "enter"]),
    Shot("table-wrong", 200, (100, 30), [*"mvoe 14", "enter"]),
    Shot("table-es", 200, (140, 44), [*"mue", "tab"], "es"),
    Shot("table-games", None, (100, 30), ["n"]),
)


def main(folder: Path) -> None:
    log = GAME.read_bytes().splitlines(keepends=True)
    for shot in SHOTS:
        with patch.dict(os.environ), open_store(":memory:") as store:
            speak(shot.language)
            import_log(store, "spring-cup", b"".join(log[: shot.seq or 205]), None)
            picture = asyncio.run(taken(shot, talk_of(shot, store)))
        (folder / f"{shot.name}.svg").write_text(picture, encoding="utf-8")


def talk_of(shot: Shot, store: Store) -> Talk:
    """Whom the companion talks to in a picture."""
    desk = DialogueContext(store, shot.language, "ana", RAGAMI)
    return Choosing(desk) if shot.seq is None else desk.session("spring-cup")


async def taken(shot: Shot, talk: Talk) -> str:
    """The screen as a drawing."""
    output = Output(shot.language)
    output.colour = True
    app = Companion(talk, output)
    async with app.run_test(size=shot.size) as pilot:
        await pilot.pause(0.3)
        for key in shot.keys:
            await pilot.press("space" if key == " " else key)
        await pilot.pause(0.3)
        return FONTS.sub("", app.export_screenshot(title="ragami table"))
