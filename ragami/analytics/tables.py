"""The rows of one log in the tables of an archive: those of any game, and those of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain
from typing import Final

import msgspec

from ragami.export.excerpt import Excerpt
from ragami.game import GameDefinition, loadable
from ragami.game.capabilities import SETUP, STATISTICS
from ragami.game.statistics import SEQ, Column, Row, Statistics, Table
from ragami.judge.moments import legal_moments
from ragami.judge.placing import broken_off
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.log.record import Bad, Corrected, Read, Record, Ruled, Undone
from ragami.log.unredacted import log_of
from ragami.privacy.secrets import EVERYTHING, published
from ragami.proof.withheld import as_it_reads
from ragami.receipts.lines import FoundLine, as_json
from ragami.receipts.manifest import judge_of
from ragami.sources.places import RECORDS as RECORDS_FILE
from ragami.sources.places import Source

_GAME: Final = Column("game", "text", "The game: the name of its log.")
_AT: Final = Column("at", "text", "When it was written down, as the record says.")
_BY: Final = Column("by", "text", "Who wrote it down.")

GAMES_TABLE: Final = Table(
    "games",
    "a log",
    (
        _GAME,
        Column("kind", "text", "Which game is played."),
        Column("title", "text", "Its title."),
        Column("players", "integer", "How many play."),
        Column("records", "integer", "How many records there are."),
        Column("ok", "truth", "Is there no error?"),
        Column("error_seq", "integer", "The record with the first error."),
        Column("error_rule", "text", "The rule that it breaks."),
        Column("ended", "truth", "Is the game over?"),
        Column("reason", "text", "Why it ended; of a game that was broken off, why it was."),
        Column("rounds", "integer", "How many rounds were played; null while it goes on."),
        Column("winners", "text", "Who won, separated by spaces."),
        Column("first_at", "text", "When the first record was written down."),
        Column("last_at", "text", "When the last one was."),
        Column("digest", "text", "The SHA-256 of the log, by which receipts know it."),
        Column("judge", "text", "The rules that judged it, as receipts name them; null for none."),
        Column("findings", "json", "What the rules found, as a receipt has it."),
        Column("final", "json", "The result, as a receipt has it; null while it goes on."),
    ),
)
EVENTS: Final = Table(
    "events",
    "a record",
    (
        _GAME,
        SEQ,
        Column("type", "text", "Its type; null if it cannot be read."),
        Column("v", "integer", "The version of the type, as written."),
        _AT,
        _BY,
        Column("player", "text", "Whose it is."),
        Column("counts", "truth", "Does it count? Not if struck out, or after an error."),
        Column("struck_by", "integer", "The undo that struck it out."),
        Column("corrected_by", "integer", "The correction by which it reads otherwise."),
        Column("data", "json", "Its data, as written; null if it cannot be read."),
    ),
)
RULINGS: Final = Table(
    "rulings",
    "what was changed from outside the game: a ruling, a correction, an undo",
    (
        _GAME,
        SEQ,
        Column("kind", "text", "ruled, corrected or undone."),
        Column("rule", "text", "The rule that a ruling lets be broken."),
        Column("about", "integer", "The record that is corrected, or the last that an undo keeps."),
        Column("reason", "text", "Why."),
        Column("authority", "text", "Who decided."),
        _AT,
        _BY,
    ),
)
OPTIONS: Final = Table(
    "options",
    "an option of a game, as it was opened",
    (
        _GAME,
        Column("option", "text", "What is chosen: its name in the record that opens the game."),
        Column("value", "json", "What was chosen."),
    ),
)
RECORDS: Final = Table(
    "records",
    "a record as it stands: all that is needed to verify and import the log",
    (_GAME, SEQ, Column("line", "bytes", "The line, without its line feed.")),
)
OF_ANY_GAME: Final = (GAMES_TABLE, OPTIONS, EVENTS, RULINGS, RECORDS)

Rows = Iterator[tuple[str, Row]]


def tables() -> tuple[Table, ...]:
    """Return every table, those of the games of the table of games too."""
    own = (table for statistics in own_statistics().values() for table in statistics.tables)
    return (*OF_ANY_GAME, *own)


def own_statistics() -> dict[str, Statistics]:
    """Return the statistics of the installed games, by the names of the games."""
    return {game.name: game.need(STATISTICS) for game in loadable(STATISTICS)}


def game_name(source: str) -> str:
    """Return a game's name in the tables: that of its log, without the folder of tables."""
    path, _hash, game = source.rpartition("#")
    return game if path.endswith(RECORDS_FILE) else source


def rows_of(viewer: str | None, source: Source) -> dict[str, bytes]:
    """Return the rows of one log, of what a viewer may see.

    The referee sees it all. Raises `RagamiError`.
    """
    log = source.read()
    if viewer is None:
        log = published(log)
    elif viewer not in EVERYTHING:
        log = log_of(Excerpt(source.name, log, viewer, "en").lines)
    return rows(game_name(source.name), log)


def rows(game: str, log: bytes) -> dict[str, bytes]:
    """Return the rows of a log, as JSON lines by table."""
    replay = replay_log(log)
    lines = log.removesuffix(b"\n").split(b"\n")
    written: dict[str, list[bytes]] = {table.name: [] for table in tables()}
    columns = {table.name: [column.name for column in table.columns] for table in tables()}
    reads = replay.codec.read_log(log)
    all_rows = chain(_of_game(replay, reads, lines, log), _all_rows(replay, reads, lines))
    for table, row in all_rows:
        values = dict(zip(columns[table], (game, *row), strict=True))
        written[table].append(msgspec.json.encode(values))
    return {name: b"\n".join((*some, b"")) for name, some in written.items() if some}


def _all_rows(replay: Replay, reads: Sequence[Read], lines: list[bytes]) -> Rows:
    yield from _of_options(replay.game, reads)
    counting = {seq for seq, _event in replay.standing()}
    for seq, (read, line) in enumerate(zip(reads, lines, strict=True), 1):
        yield "records", (seq, line)
        yield "events", _of_event(replay, seq, read, line, seq in counting)
        yield from _of_ruling(seq, read)
    if own := replay.game.get(STATISTICS):
        yield from own.rows(legal_moments(replay))


def _of_game(replay: Replay, reads: Sequence[Read], lines: list[bytes], log: bytes) -> Rows:
    names, title = replay.seating
    error = replay.error
    legality = (error is None, error and error.line, error and error.rule)
    final = replay.final or {}
    why = final.get("reason") or broken_off(replay)
    ended = (why, final.get("rounds"), " ".join(final.get("winners", ())) or None)
    moments = [at for read in reads if (at := _at(read))]
    when = (moments[0], moments[-1]) if moments else (None, None)
    about = (replay.game.name, title, len(names), len(lines))
    yield "games", (*about, *legality, bool(final), *ended, *when, *_of_receipt(replay, log))


def _of_receipt(replay: Replay, log: bytes) -> Row:
    """Return the digest of a log, its judge and the verdict, as a receipt has them."""
    findings = as_json([FoundLine.of(finding) for finding in replay.findings()])
    final = None if replay.final is None else bytes(as_json(replay.final)).decode()
    return (sha256(log).hexdigest(), judge_of(replay.game), bytes(findings).decode(), final)


def _of_options(game: GameDefinition, reads: Sequence[Read]) -> Rows:
    """Yield what was agreed in record 1, without the components."""
    opened = getattr(reads[0], "data", None)
    if (setup := game.get(SETUP)) is not None:
        components = setup.components.keys()
        agreed = setup.agreed(opened)
        chosen = {name: agreed[name] for name in agreed if name not in components}
    else:  # a tournament is opened by questions of its own
        chosen = msgspec.to_builtins(getattr(opened, "options", {}))
    for name, value in chosen.items():
        yield "options", (name, msgspec.json.encode(value).decode())


def _of_event(replay: Replay, seq: int, read: Read, line: bytes, counts: bool) -> Row:
    history = replay.history
    struck, corrected = history.struck.get(seq), history.corrected_by.get(seq)
    if isinstance(read, Bad):
        type_ = read.type and read.type.encode(errors="backslashreplace").decode()
        return (seq, type_, None, None, None, None, counts, struck, corrected, None)
    player = getattr(getattr(read, "data", None), "player", None)
    about = (seq, read.type, read.v, _at(read), read.by, player)
    return (*about, counts, struck, corrected, _data(line))


def _of_ruling(seq: int, read: Read) -> Rows:
    if not isinstance(read, Record):
        return
    when = (_at(read), read.by)
    match read.data:
        case Ruled() as given:
            yield "rulings", (seq, "ruled", given.rule, None, given.reason, given.authority, *when)
        case Corrected() as given:
            why = (given.reason, given.authority)
            yield "rulings", (seq, "corrected", None, given.seq, *why, *when)
        case Undone() as given:
            yield "rulings", (seq, "undone", None, given.to, given.reason, None, *when)


def _at(read: Read) -> str | None:
    at = None if isinstance(read, Bad) else read.at
    return at.isoformat().replace("+00:00", "Z") if at else None


def _data(line: bytes) -> str | None:
    """Return the data as the record reads."""
    record = msgspec.json.decode(as_it_reads(line), type=dict[str, msgspec.Raw])
    return bytes(record["data"]).decode()
