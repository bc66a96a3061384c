"""The tables' logs, as `ragami tournament results --logs` reads them: said first, then taken."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from gettext import gettext as _
from pathlib import Path
from time import monotonic_ns
from typing import TYPE_CHECKING, Any

from ragami.errors import NOT_FOUND, RagamiError
from ragami_cli.arguments import said_yes
from ragami_cli.library import CommandLibrary
from ragami_cli.options import Session
from ragami_cli.output import is_terminal
from ragami_cli.writing import Writing
from ragami_games_cli.tournament.group import NAME

if TYPE_CHECKING:
    from ragami.game.links import LinkedLog
    from ragami.games.tournament.linking import Around
    from ragami.games.tournament.state import State


def from_logs(
    session: Session, writing: Writing, names: Sequence[str], *, insisting: bool
) -> tuple[list[tuple[str, Any]], bool]:
    """Read the tables' logs, say what speaks against them, and return what may be written.

    Tells as well whether something was left out that `--yes` or a mended log would bring.
    """
    from ragami.games.tournament.linking import offers

    state = writing.recording.replay.state
    logs = list(table_logs(session, state, names))
    library = CommandLibrary(tuple(names), session.db, monotonic_ns())
    origins_there = {log.head.origin for _name, log in logs}
    offers_found, strangers = offers(state, logs, around(writing, library, origins_there))
    for name in strangers:
        sentence = _("{log}: at no table of this round sit those who play here.")
        session.output.remark(sentence.format(log=name))
    for finding in (finding for offer in offers_found for finding in offer.findings):
        writing.say(finding)
    refused = [
        offer
        for offer in offers_found
        if offer.events and not offer.may_be_taken(insisting=insisting)
    ]
    if askable := [offer for offer in refused if offer.may_be_taken(insisting=True)]:
        log_names = ", ".join(str(offer.findings[0].facts["log"]) for offer in askable)
        insisting = take_all_the_same(session, log_names)
    accepted = [offer for offer in offers_found if offer.may_be_taken(insisting=insisting)]
    events = [event for offer in accepted for event in offer.events]
    return events, any(offer.events and offer not in accepted for offer in offers_found)


def take_all_the_same(session: Session, log_names: str) -> bool:
    """Ask somebody at a terminal; say how it is done where nobody can be asked."""
    if session.json or not (is_terminal(sys.stdin) and is_terminal(sys.stderr)):
        sentence = _("Left out: {logs}. With --yes that is taken all the same.")
        session.output.remark(sentence.format(logs=log_names))
        return False
    return said_yes(_("Take all the same: {logs}?").format(logs=log_names), default=False)


def table_logs(
    session: Session, state: State, names: Sequence[str]
) -> Iterator[tuple[str, LinkedLog]]:
    """Yield the logs that are no tournaments; what cannot be read is said, and stops no other.

    Raises `RagamiError` for a name that stands for nothing.
    """
    from ragami.games.tournament.verifying import heads
    from ragami.judge.report import game_of
    from ragami.referee.linked import origins, read_linked
    from ragami.sources.places import sources

    linked = {head.origin: head for head in heads(state)}
    for source in sources(names, session.db):
        try:
            log = source.read()
        except RagamiError as trouble:
            if trouble.exit_code == NOT_FOUND and source.name in names:
                raise
            session.output.remark(f"{source.name}: {trouble.say(session.output.language)}")
            continue
        if game_of(log).name != NAME:
            head = next((linked[origin] for origin in origins(log) if origin in linked), None)
            name = Path(source.name).name.removesuffix(".jsonl")
            yield name, read_linked(log, head)


def around(writing: Writing, library: CommandLibrary, origins_there: Collection[str]) -> Around:
    """Return when the present round was paired, and which logs other tournaments link."""
    from ragami.games.tournament.linking import Around, paired_at
    from ragami.referee.linked import linked_elsewhere, origins, recorded_at

    lines = writing.recording.lines
    seq = paired_at(writing.recording.replay.standing())
    own = origins(b"\n".join(lines[:2]))
    elsewhere = linked_elsewhere(origins_there, library, own)
    return Around(recorded_at(lines[seq - 1]) if seq else None, elsewhere)
