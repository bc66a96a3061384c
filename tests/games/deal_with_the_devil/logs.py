"""Logs of this game, and what the house finds in them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ragami.findings import Finding
from ragami.games.deal_with_the_devil.game import GAME
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from tests.games.versions import version_of


def log_of(events: Iterable[tuple[str, Any]]) -> bytes:
    """Records of (type, data), numbered."""
    return b"".join(
        json.dumps(
            {
                "seq": seq,
                "type": type_,
                "v": version_of(GAME.codec, type_),
                "at": None,
                "by": None,
                "data": data,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode()
        + b"\n"
        for seq, (type_, data) in enumerate(events, 1)
    )


def replayed(events: Iterable[tuple[str, Any]]) -> Replay:
    """A log of these records, read and judged."""
    return replay_log(log_of(events))


def error_of(replay: Replay) -> Finding | None:
    """What is wrong first, as a report says it."""
    return next((one for one in replay.findings() if one.severity == "error"), None)
