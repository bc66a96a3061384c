"""Logs that come in whole: judged in a process of their own, and stored byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from starlette.responses import Response

from ragami.errors import RagamiError
from ragami.judge.report import game_of
from ragami.server import door
from ragami.server.admission import AdmittedRequest
from ragami.server.answers import as_json
from ragami.server.drafting import Trouble
from ragami.server.problems import problem
from ragami.sources.logs import logs_in
from ragami.store import Store
from ragami.table.importing import Judged, is_there, judged, keep, lines_to_store, title_of

SECONDS: Final = 30.0
NAME: Final = "import"


class Brought(Struct):
    """A log that came in: its table, how many records. `repeated`: it was there, to the byte."""

    table: str
    records: int
    repeated: bool


class ImportedLogs(Struct):
    """The logs of an import, in their order."""

    tables: list[Brought]


class BroughtLog(NamedTuple):
    """A log that was judged, and the table that it is to be."""

    table: str
    text: bytes
    judged: Judged


async def import_logs(request: AdmittedRequest) -> Response:
    """Bring logs in, to the byte: each is judged, and with an error nothing is stored."""
    text, table_name = await request.read(door.IMPORT_BYTES), request.query_params.get("table")
    logs = await request.service.apart(judged_logs, text, table_name, seconds=SECONDS)
    if isinstance(logs, Trouble):
        raise logs.trouble
    for log in logs:
        if finding := log.judged.wrong:
            facts = {"path": log.table, "line": finding.line, "rule": finding.rule}
            trouble = RagamiError("log-refused", **facts)
            return problem(trouble, request.language, game_of(log.text), finding)
    brought_logs: list[Brought] = await request.service.writer.run(
        lambda keeper: _keep(keeper.store, logs)
    )
    return as_json(
        ImportedLogs(brought_logs),
        200 if all(brought.repeated for brought in brought_logs) else 201,
    )


def judged_logs(text: bytes, table_name: str | None) -> list[BroughtLog] | Trouble:
    """The logs in a body, each judged; `table_name` is what the table of the only one is called."""
    try:
        return _judged(list(logs_in([text], NAME)), table_name)
    except RagamiError as trouble:
        return Trouble.of(trouble)


def _judged(logs: Sequence[bytes], table_name: str | None) -> list[BroughtLog]:
    if not logs or (table_name is not None and len(logs) > 1):
        raise RagamiError("wrong-request", problem=f"{len(logs)} logs")
    judged_logs_there = [(log, judged(log)) for log in logs]
    return [
        BroughtLog(table_name or _title_of(log, judgement), log, judgement)
        for log, judgement in judged_logs_there
    ]


def _title_of(log: bytes, judgement: Judged) -> str:
    """Return the title of a table; a refused log needs none. Raise `name-needed`."""
    title = title_of(log)
    if title is None and judgement.wrong is None:
        raise RagamiError("name-needed")
    return title or NAME


def _keep(store: Store, logs: Sequence[BroughtLog]) -> list[Brought]:
    """Store them. Raises `RagamiError` `other-game-of-this-name`, `wrong-request`."""
    names = [log.table for log in logs]
    if len({*names}) < len(names):
        raise RagamiError("wrong-request", problem=", ".join(names))
    for log in logs:
        there = store.head(log.table)
        if there and not is_there(store, log.table, lines_to_store(log.text)):
            raise RagamiError("other-game-of-this-name", game=log.table, found=there)
    return [
        Brought(log.table, log.judged.records, keep(store, log.table, log.text, log.judged.final))
        for log in logs
    ]
