"""What is read of a table's log for a link: by the report and the proof of the house."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping

from ragami.games.tournament.events import TableLinked
from ragami.games.tournament.state import State
from ragami.games.tournament.verifying import TableLog
from ragami.judge.report import replay_log
from ragami.proof.checkpoint import origin_of
from ragami.proof.tree import leaf_hash, root_of


def origin(log: bytes) -> str:
    return origin_of(leaf_hash(log.partition(b"\n")[0])).removeprefix("ragami/")


def root(log: bytes, size: int) -> str | None:
    lines = log.splitlines()
    if len(lines) < size:
        return None
    return base64.b64encode(root_of(map(leaf_hash, lines[:size]))).decode()


def read_table(log: bytes, link: TableLinked) -> TableLog:
    records = [json.loads(line) for line in log.splitlines()]
    after = [one["type"] for one in records[link.size :]]
    seals = [one["data"]["size"] for one in records if one["type"] == "sealed"]
    return TableLog(
        records[0]["data"]["game"],
        len(records),
        root(log, link.size),
        max(seals, default=0),
        tuple(one["colour"] for one in records[0]["data"]["players"]),
        replay_log(log).final,
        any(type_ not in ("sealed", "noted") for type_ in after),
    )


def read_tables(s: State, logs: Mapping[str, bytes]) -> dict[str, TableLog]:
    """The logs of all links, by origin."""
    links = [table.link.named for one in s.rounds for table in one.tables if table.link]
    return {one.origin: read_table(logs[one.origin], one) for one in links if one.origin in logs}
