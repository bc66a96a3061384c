"""The examples of Deal with the Devil: `make examples` writes them again.

Evenings of bots: one in which everything happens that the rules know, the same with a breach, one
as an observer kept it and its completion after the end, and a private one of the app.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from msgspec import json

from ragami.games.deal_with_the_devil.bot import play
from ragami.games.deal_with_the_devil.game import GAME
from ragami.log.codec import encode_record
from ragami.log.record import Draft
from ragami.privacy.secrets import join_secrets
from ragami.store.memory import MemoryStore
from ragami.table.recording import Recording
from tests.games.deal_with_the_devil.veil import Keeper, reveals, veiled
from tests.games.versions import version_of

Log = list[tuple[str, Any]]

EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "deal-with-the-devil"
BEGINS: Final = datetime(2026, 11, 20, 18, tzinfo=UTC)
EVERYTHING: Final = {
    "hands": "walled",
    "ledger": True,
    "distribution": "seed",
    "wishes": True,
    "trade_indulgences": True,
    "bribe_resources": True,
}
WALLED: Final = {"hands": "walled", "ledger": True, "distribution": "seed"}


def moment(seq: int) -> str:
    """When a record was written down."""
    return f"{BEGINS + timedelta(seconds=27 * seq):%Y-%m-%dT%H:%M:%SZ}"


def log(events: Iterable[tuple[str, Any]], by: str = "Ada") -> bytes:
    """The records, half a minute apart."""
    return b"".join(
        encode_record(seq, type_, version_of(GAME.codec, type_), moment(seq), by, data) + b"\n"
        for seq, (type_, data) in enumerate(events, 1)
    )


def game(seed: int, options: Mapping[str, Any], title: str | None = None) -> Log:
    (type_, opened), *rest = play(4, seed, options)
    return [(type_, opened | {"title": title}), *rest]


def evening() -> bytes:
    """An evening with everything told, which stands beside those of the other games."""
    return log(game(12, WALLED, "A pact in November"))


def illegal(events: Log) -> Log:
    """The same game, in which a mortal asks for 8 coins (R-D-DEAL-02)."""
    roles = next(data["roles"] for type_, data in events if type_ == "characters_dealt")
    for at, (type_, data) in enumerate(events):
        if type_ == "offer_made" and roles[data["player"]].startswith("mortal"):
            wrong = data | {"offer": data["offer"] | {"asks": {"coins": 8}}}
            return [*events[:at], (type_, wrong), *events[at + 1 :]]
    raise AssertionError("no mortal offers anything")


def completed(events: Log, keeper: Keeper) -> Log:
    """What a keeper wrote down, and what was told after the end of all that is not known yet."""
    shown = {"roles", "chests", "wishes"}
    told = (one for one in reveals(events, keeper) if one[1]["place"].split(".")[0] not in shown)
    return [*veiled(events, keeper), *told]


def of_the_app(events: Log) -> tuple[bytes, bytes]:
    """A private game as it may be published, and with its openings."""
    store = MemoryStore()
    recording = Recording(store, "evening", new=GAME.name, private=True)
    # The salts of an example are not to differ each time that it is written.
    with patch("ragami.privacy.secrets.secrets.token_bytes", Random(8).randbytes):
        for seq, (type_, data) in enumerate(veiled(events, "app"), 1):
            recording.write([Draft(type_, json.encode(data), moment(seq), "Ada")])
    lines = store.read("evening")
    opened = join_secrets(lines, store.secrets("evening"))
    return b"".join(b"%s\n" % line for line in lines), b"".join(b"%s\n" % one for one in opened)


def files() -> dict[str, bytes]:
    """The bytes of every example by its name."""
    everything = game(74, EVERYTHING, "Everything at once")
    walled = game(12, WALLED, "Behind walls")
    published, opened = of_the_app(game(31, WALLED, "The app deals"))
    return {
        "all-rules.jsonl": log(everything),
        "illegal.jsonl": log(illegal(everything)),
        "walled.jsonl": log(veiled(walled, "observer")),
        "walled-completed.jsonl": log(completed(walled, "observer")),
        "app.jsonl": published,
        "app-with-openings.jsonl": opened,
    }


if __name__ == "__main__":
    EXAMPLES.mkdir(exist_ok=True)
    for name, content in files().items():
        (EXAMPLES / name).write_bytes(content)
