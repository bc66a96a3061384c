"""The public interface to logs: read, judged, simulated, proved. Games are written by `table/`.

`ragami` has all of it; `docs/api.md` leads through it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from ragami.errors import RagamiError, expect, expect_one_of
from ragami.game import game_named
from ragami.game.capabilities import SETUP
from ragami.judge.moments import Log, Moment, moments
from ragami.judge.replay import Replay
from ragami.judge.report import Report, replay_log, report_judgement, report_on, unreadable
from ragami.log.unredacted import stored_lines
from ragami.sources.reading import Place, as_log
from ragami.sources.reading import read as read  # noqa: PLC0414 (of the interface)

if TYPE_CHECKING:
    from ragami.findings import Finding
    from ragami.receipts import Receipts
    from ragami.referee.replies import ProofChecked
    from ragami.table.game import TableGame


def replay(log: Log | Place | bytes) -> Iterator[Moment]:
    """Yield a moment for each record, in order, as the log stood after it. An undo leads back.

    Never raises for what is wrong in a log: `Moment.error` says it, and the game stays where it was
    good until a record puts it right.
    """
    from ragami.privacy.seeing import ViewerFolds  # noqa: PLC0415 (law 10)

    log = as_log(log)
    reading = Replay(log.game)
    for now in moments(reading, log.records, ViewerFolds(log.content).at):
        if now.record:
            yield now.keep()
        if reading.broken:
            return


def verify(log: Log | Place | bytes, *, receipts: Receipts | None = None) -> Report:
    """Return the report on a log: every record against every rule, and the log against its seals.

    What `receipts` know of its bytes is not judged again; a new one is added for what is not known.

    `Report.ok` is False where something is wrong; each of `Report.findings` says as `str` what.
    `Report.judged` is False of a game that is not installed.
    """
    from ragami.referee.verdict import verdict  # noqa: PLC0415 (law 10)

    log = as_log(log)
    if receipts is None:
        seals = verdict(log.content).findings
        return report_on(log.name, replay_log(log.content), seals, log.rows)
    from ragami.receipts import Receipts  # noqa: PLC0415 (law 10)

    expect("receipts", receipts, Receipts)
    answer = receipts.ask(log.content, log.name)
    seals = verdict(log.content, proofs=answer.proofs).findings
    return report_judgement(log.name, answer.judged, seals, log.rows)


def verify_all(
    paths: Place | Iterable[Place], *, database: Place | None = None
) -> Iterator[Report]:
    """Report on many logs, one after the other: files, folders, archives, games of the `database`.

    `paths` is one of them or several. The sealed ones are also held against each other and against
    the leaves beside them. A log that cannot be read has a report too, with the code of the error.
    """
    from ragami.proof.forks import Branches  # noqa: PLC0415 (law 10)
    from ragami.referee.verdict import verdict_on  # noqa: PLC0415 (law 10)
    from ragami.sources.places import sources  # noqa: PLC0415 (law 10)

    expect("paths", paths, str, os.PathLike, Iterable)
    names = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    for path in names:
        expect("paths", path, str, os.PathLike)
    place = None if database is None else str(database)
    with Branches() as branches:
        for source in sources([str(path) for path in names], place):
            try:
                log = source.read()
                verdict = verdict_on(source, log)
            except RagamiError as trouble:
                yield unreadable(source.name, trouble)
                continue
            forks: Sequence[Finding] = ()
            if verdict.branch:
                forks = branches.hold(source.name, verdict.branch)
            seals = [*verdict.findings, *forks]
            yield report_on(source.name, replay_log(log), seals, getattr(log, "lines", ()))


def simulate(
    game: str,
    players: int,
    *,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    hidden: bool = False,
) -> Log:
    """Let the bots of a game play it to its end: the same `seed` gives the same log.

    `options` are what the table agrees on; without them the bots agree on some of their own. With
    `hidden` the log knows no more of what is hidden than one of the players does. Raises
    `UnknownGame`, and `RagamiError` `players-at-table` for too many or too few `players`, and
    `no-such-name` for an option that there is not.

    >>> simulate("dice-forge", 2, seed=7).game.name
    'dice-forge'
    """
    from ragami.game.choices.bots import simulated  # noqa: PLC0415 (law 10)

    expect("game", game, str)
    expect("players", players, int)
    definition = game_named(game)
    if options is not None:
        expect("options", options, Mapping)
        settings = {setting.name: setting for setting in definition.need(SETUP).settings()}
        for name, value in options.items():
            expect_one_of("options", name, settings)
            if settings[name].free is UNSET:
                expect_one_of(f"options[{name!r}]", value, settings[name].values)
    played = simulated(definition, players, seed, options, hidden=hidden)
    return Log(played, f"bots-{players}-{seed}")


# --- seals and proofs ------------------------------------------------------------------------


def seal(game: TableGame, *, signer: str | None = None) -> Moment:
    """Sign all records of a game that is being written down; the seal becomes its next record.

    `signer` names the key; else RAGAMI_SIGNER does, else it is the only one there is. Raises
    `RagamiError`: `no-keys`, `no-key`, `which-key`, `seals-broken`, `sealed-otherwise` …
    """
    from ragami.proof.keys import signer as key_of  # noqa: PLC0415 (law 10)
    from ragami.table.drafts import now  # noqa: PLC0415 (law 10)
    from ragami.table.game import TableGame  # noqa: PLC0415 (law 10)

    expect("game", game, TableGame)
    recording = game.recording
    recording.seal(recording.sign(key_of(signer)), now(), game.by)
    return game.now


def prove(log: Log | Place | bytes, *, seq: int | None = None, since: int | None = None) -> str:
    """Write a proof, which `check_proof` checks with no more than itself and the keys.

    With `seq`, that this record is in the sealed log; with `since`, that the log has only grown
    since it was sealed with so many records; with neither, what every sealed record was.

    Raises `RagamiError`: `never-sealed`, `not-sealed`, `no-such-record`, `record-withheld`,
    `seals-broken`.
    """
    from ragami.proof.proving import proof_of  # noqa: PLC0415 (law 10)
    from ragami.proof.sealing import sound  # noqa: PLC0415 (law 10)

    if seq is not None and since is not None:
        raise ValueError("a proof is of one thing: seq or since")
    for name, number in (("seq", seq), ("since", since)):
        expect(name, number, int, NoneType)
    log = as_log(log)
    lines, name = stored_lines(log.content), log.name or log.game.name
    return str(proof_of(sound(lines, name), name, lines, seq, since))


def check_proof(
    proof: str | bytes,
    *,
    record: bytes | None = None,
    log: Log | Place | bytes | None = None,
    keys: Iterable[str] = (),
) -> ProofChecked:
    """Check a proof (its text) offline, against the known keys and the verifier `keys` given here.

    With `record` or `log`, also that it is about these. `ok` of what is returned says whether it
    holds, `proven` what it proves, `findings` what is wrong with it.
    """
    from ragami.referee.proofs import checked_proof  # noqa: PLC0415 (law 10)

    expect("proof", proof, str, bytes)
    content = proof.encode() if isinstance(proof, str) else proof
    lines = None if log is None else stored_lines(as_log(log).content)
    return checked_proof("", content, keys=keys, record=record, lines=lines)
