"""The audit of a log: what `verify` says, and what a referee asks besides.

An undo is a player's own affair as long as nothing but his own decisions goes back. Where another
player has done something since, it is a takeback, and that player has to be asked. Where a die
fell, something was drawn or a card was shown, nobody can unsee it: then it is a ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal
from urllib.parse import quote

from msgspec import Struct

import ragami.privacy
import ragami.proof  # noqa: F401 (an audit may find what these rooms register)
from ragami import __version__, findings, messages
from ragami.decoded import Data
from ragami.errors import N_
from ragami.findings import Code, Finding
from ragami.game import loadable
from ragami.game.capabilities import CHANCE
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, with_texts
from ragami.language import Language, translator
from ragami.log.codec import lines_in
from ragami.log.record import Read, Record, Sealed
from ragami.messages import SENTENCE, Called, listed, plain
from ragami.table.whatif import Outcome, as_if

CODES: Final = {
    "undone-chance": Code("warning", N_("An undo of what chance had shown")),
    "time-order": Code("warning", N_("A record that was written before the one that it follows")),
    "takeback": Code("notice", N_("An undo of more than one's own")),
    "unsealed": Code("notice", N_("A finished game with records that no seal covers")),
}

# A game says the rest itself: `disclosed/…` among its words.
CROSSED: Final[dict[str, str]] = {
    "roll": N_("a roll"),
    "chip": N_("a draw of chips"),
    "face": N_("faces taken out"),
    "card": N_("a draw of cards"),
    "reveal": N_("the reveal of a card"),
}


def every_code() -> Mapping[str, Code]:
    """Return every code that may be found in a log: of the rooms, and of all games here."""
    loadable()  # the definitions register them
    return findings.CODES


def undoing(finding: Finding, language: Language, called: Called) -> str:
    """Say an undo that was more than taking back one's own decision, and who was asked."""
    _ = translator(language)
    facts = finding.facts
    if finding.code == "takeback" and len(facts["players"]) <= 1:
        template = _(
            "it took back records {first} to {last}, of one player alone: here nothing at all is"
            " undone unasked"
        )
    elif finding.code == "takeback":
        template = _(
            "it took back records {first} to {last}, of more than one player: all of them had to"
            " be asked"
        )
    else:
        template = _(
            "it undid {crossed} (records {first} to {last}), which cannot be unseen: that was for"
            " a referee to decide"
        )
    kinds = [
        _(CROSSED[kind]) if kind in CROSSED else called(f"disclosed/{kind}", language)
        for kind in facts["crossed"]
    ]
    crossed = listed(kinds, language)
    text = template.format(crossed=crossed, first=facts["first"], last=facts["last"])
    recorder = plain(facts["by"]) if facts["by"] else _("nobody is named")
    why = plain(facts["reason"], SENTENCE) if facts["reason"] else _("none is given")
    return text + " " + _("(recorded by: {who}; reason: {why})").format(who=recorder, why=why)


findings.register(CODES)
messages.SAID_BY.update({"undone-chance": undoing, "takeback": undoing})


Free = Literal["own", "all", "nothing"]
"""What may be undone without asking: one's own decisions, everything, nothing at all."""


class Audit(Struct, frozen=True):
    """The audit of one log; `findings` in the order of the records.

    `proof_broken`: an error of the seals is among them. `if_it_all_stood` is the outcome of a log
    that is judged to its end, None where nothing illegal is in it.
    """

    file: str
    records: int
    ok: bool
    proof_broken: bool
    findings: list[Finding]
    final: Data | None
    if_it_all_stood: Outcome | None = None


def audit(
    file: str,
    log: bytes,
    free: Free = "own",
    seals: Sequence[Finding] = (),
    *,
    everything: bool = False,
) -> Audit:
    """Audit a log; `seals` is what is to be said about those.

    With `everything`, the game goes on after an illegal event as if it stood.
    """
    game = game_of(log)
    codec = game.codec
    reads = codec.read_log(log)
    replay = Replay(game, codec, continue_after_errors=everything).take_all(reads)
    findings = [
        *seals,
        *replay.findings(),
        *out_of_order(reads),
        *undos(replay, reads, free),
        *unsealed(replay, reads),
    ]
    findings.sort(key=lambda finding: finding.line or 0)
    return Audit(
        file,
        lines_in(log) or 1,
        not any(finding.severity == "error" for finding in findings),
        any(finding.severity == "error" for finding in seals),
        [with_texts(finding, replay.game) for finding in findings],
        replay.final,
        as_if(replay) if everything else None,
    )


def out_of_order(reads: Sequence[Read]) -> Iterator[Finding]:
    """Yield records that were written before the one that they follow."""
    before = None
    for line, read in enumerate(reads, 1):
        at = getattr(read, "at", None)
        if at is None:
            continue
        if before is not None and at < before:
            facts = {"at": _time(at), "before": _time(before)}
            yield Finding("time-order", seq=read.seq, line=line, facts=facts)
        before = at


def _time(at: object) -> str:
    return str(at).replace("+00:00", "Z").replace(" ", "T")


def undos(replay: Replay, reads: Sequence[Read], free: Free) -> Iterator[Finding]:
    """Yield the undos that were more than one's own affair, each with whom there was to ask."""
    if free == "all":
        return
    records = {read.seq: read for read in reads if isinstance(read, Record)}
    struck_by: dict[int, list[int]] = {}
    for seq, undo in replay.history.struck.items():
        struck_by.setdefault(undo, []).append(seq)
    for undo, struck in sorted(struck_by.items()):
        record: Any = records[undo]
        facts = _undoing(replay, records, struck, undo)
        code = "undone-chance" if facts["crossed"] else "takeback"
        if facts["crossed"] or len(facts["players"]) > 1 or free == "nothing":
            facts |= {"by": record.by, "reason": record.data.reason}
            yield Finding(code, seq=undo, line=undo, facts=facts)


def _undoing(replay: Replay, records: Mapping[int, Any], struck: Sequence[int], undo: int) -> Data:
    """Return an undo's facts: the records struck out, their players, and the chance revealed."""
    game = replay.game
    events = [records[seq].data for seq in struck if seq in records]
    chance = game.get(CHANCE)
    chances = [chance.disclosed(event) for event in events] if chance else []
    disclosed = {kind: None for kinds in chances for kind in kinds}
    between = (records.get(seq) for seq in range(min(struck), undo))
    if any(record and game.is_reveal(record.data) for record in between):
        disclosed["reveal"] = None
    teller = game.words.narrator("en")
    players = {player: None for event in events if (player := teller.player(event))}
    crossed = list(disclosed)
    to_ask = "referee" if crossed else "players"
    return {
        "first": min(struck),
        "last": max(struck),
        "players": list(players),
        "crossed": crossed,
        "to_ask": to_ask,
    }


def unsealed(replay: Replay, reads: Sequence[Read]) -> Iterator[Finding]:
    """Yield the finding on a game that is over, with records that no seal covers."""
    if replay.final is None:
        return
    records = (read.data for read in reads if isinstance(read, Record))
    seals = [data.size for data in records if isinstance(data, Sealed)]
    events = [event.seq or 0 for event in replay.history.events]
    covered = max(seals, default=0)
    if covered < max(events):
        facts = {"records": len(reads), "sealed": covered}
        yield Finding("unsealed", seq=len(reads), line=len(reads), facts=facts)


# --- as SARIF 2.1.0, so that editors and code-review tools can show it ---------------------------


SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

LEVELS: Final = {"error": "error", "warning": "warning", "notice": "note"}


def sarif(audits: Iterable[Audit], language: Language) -> Data:
    """Return one SARIF document of all audits; its rules are the codes of findings."""
    codes = every_code()
    results = [
        _result(audit.file, finding, language) for audit in audits for finding in audit.findings
    ]
    used = sorted({result["ruleId"] for result in results})
    driver = {
        "name": "ragami",
        "version": __version__,
        "rules": [
            {
                "id": code,
                "shortDescription": {"text": described(code, language)},
                "defaultConfiguration": {"level": LEVELS[codes[code].severity]},
            }
            for code in used
        ],
    }
    run = {"tool": {"driver": driver}, "language": language, "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def described(code: str, language: Language) -> str:
    """Return what a code is about, for tools that list the rules by which they sort."""
    entry = findings.CODES[code]
    if entry.about:
        return entry.es if entry.es and language == "es" else translator(language)(entry.about)
    game = next(game for game in loadable() if code in game.codes)
    return game.words.word(f"subject/{code}", language)


def _result(file: str, finding: Finding, language: Language) -> Data:
    place: dict[str, object] = {"artifactLocation": {"uri": quote(file)}}
    if finding.line:
        place["region"] = {"startLine": finding.line}
    return {
        "ruleId": finding.code,
        "level": LEVELS[finding.severity],
        "message": {"text": finding.text(language)},
        "locations": [{"physicalLocation": place}],
        "properties": {
            "rule": finding.rule,
            "ruling": finding.ruling,
            "seq": finding.seq,
            "facts": finding.facts,
        },
    }
