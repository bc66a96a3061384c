"""The referee's report on a game: all that a referee signs for, out of the log alone.

`desk` gathers the facts once; `sections` says them in a language, for a terminal and for paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from msgspec import Struct, to_builtins

from ragami.decoded import Data, Fields
from ragami.findings import Finding
from ragami.game import GameDefinition
from ragami.game.capabilities import SETUP
from ragami.game.moment_labels import setting_words
from ragami.judge.asserted import PUT_RIGHT_BY
from ragami.judge.moments import in_runs
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, with_texts
from ragami.language import LANGUAGES, Language, Translate, capital, translator
from ragami.log.record import Corrected, Read, Record, Redone, Ruled, Sealed, Undone
from ragami.messages import plain, template
from ragami.narration import Line, tell
from ragami.penalties import (
    CountedOffence,
    CountedPoints,
    count,
    count_offences,
    say_count,
    say_penalty,
)
from ragami.proof.keys import known_ring
from ragami.proof.note import BadNote, read_note
from ragami.proof.signers import Signer, apart, say_signers, signers
from ragami.table.whatif import Outcome, as_if
from ragami.templates import render

Tone = Literal["plain", "good", "error", "warning", "notice", "struck"]

NAME: Final = 80
UNVERIFIED: Final = frozenset({"unverified-components", "incomplete-components"})


class Ruling(Struct, frozen=True):
    """A rule that could be broken; `event` is the one that it was for, None if none has come."""

    seq: int
    rule: str
    event: int | None
    breaches: tuple[Finding, ...]


class ReportSeal(Struct, frozen=True):
    """A seal: the number of sealed records and its signers, known keys by name, others apart."""

    seq: int
    size: int
    root: str
    signers: list[str]
    unknown_signers: list[Signer]


class ReportFacts(Struct, frozen=True):
    """The facts of a report. `told` has every record in words, by language.

    `of_seals` are those of the findings that came of checking the seals.
    """

    name: str
    title: str | None
    players: Mapping[str, str]
    records: int
    agreed: Fields
    usual: Fields
    final: Fields | None
    as_if: Outcome | None
    counted: Mapping[str, CountedPoints]
    findings: tuple[Finding, ...]
    seals: tuple[ReportSeal, ...]
    of_seals: tuple[Finding, ...]
    rulings: tuple[Ruling, ...]
    penalties: tuple[CountedOffence, ...]
    corrections: tuple[int, ...]
    undos: tuple[int, ...]
    told: Mapping[Language, Sequence[Line]]
    replay: Replay


class ReportEntry(NamedTuple):
    """A line of a report: what it says, when and by whom it was recorded, and how it looks."""

    text: str
    about: str = ""
    tone: Tone = "plain"


class Section(NamedTuple):
    """A part of a report; never empty, for nothing is said as well."""

    title: str
    entries: Sequence[ReportEntry]


# --- the facts -----------------------------------------------------------------------------


def desk(name: str, log: bytes, of_seals: Sequence[Finding] = ()) -> ReportFacts:
    """Return the report on a log; `of_seals` is what was found when its seals were checked."""
    game = game_of(log)
    replay, reads = Replay(game), game.codec.read_log(log)
    narrators = (game.words.narrator(language) for language in LANGUAGES)
    narrations = tell(replay, in_runs(replay, reads), *narrators)
    opened = next((data for _seq, data in replay.history.standing()), None)
    players, title = replay.seating
    setup = game.get(SETUP)
    lines_by_language: dict[Language, Sequence[Line]] = {
        language: narration.lines()
        for language, narration in zip(LANGUAGES, narrations, strict=True)
    }
    lines = lines_by_language["en"]
    of_type = {kind: tuple(x.seq for x in lines if x.type == kind) for kind in _TYPES}
    return ReportFacts(
        name=name,
        title=title,
        players=players,
        records=len(reads) or 1,
        agreed=setup.agreed(opened) if setup else {},
        usual={setting.name: setting.usual for setting in setup.settings()} if setup else {},
        final=replay.final,
        as_if=as_if(replay),
        counted=count(replay),
        findings=tuple(sorted([*replay.findings(), *of_seals], key=lambda f: f.line or 0)),
        seals=tuple(_seals(reads)),
        of_seals=tuple(of_seals),
        rulings=tuple(_rulings(replay, reads)),
        penalties=tuple(count_offences(replay)),
        corrections=of_type["corrected"],
        undos=tuple(sorted((*of_type["undone"], *of_type["redone"]))),
        told=lines_by_language,
        replay=replay,
    )


_TYPES: Final = {"corrected": Corrected, "undone": Undone, "redone": Redone}


def _seals(reads: Iterable[Read]) -> Iterator[ReportSeal]:
    """Yield each seal; of one that is no note nobody's name is known."""
    ring = None
    for read in reads:
        if not isinstance(read, Record) or not isinstance(read.data, Sealed):
            continue
        ring = ring or known_ring()
        signed: Sequence[Signer] = ()
        with suppress(BadNote):
            signed = signers(read_note(read.data.note or ""), ring, read.at)
        yield ReportSeal(read.seq, read.data.size, read.data.root, *apart(signed))


def _rulings(replay: Replay, reads: Iterable[Read]) -> Iterator[Ruling]:
    """Yield each ruling, with the event that it was for and what that one broke."""
    let_stand = [finding for finding in replay.findings() if finding.code == "ruled-breach"]
    for read in reads:
        data = getattr(read, "data", None)
        if isinstance(data, Ruled) and read.seq:
            later = (seq for seq in replay.history.waived if seq > read.seq)
            event = min(later, default=None)
            broken = tuple(b for b in let_stand if (b.seq, b.rule) == (event, data.rule))
            yield Ruling(read.seq, data.rule, event, broken)


# --- in words ------------------------------------------------------------------------------


def sections(desk: ReportFacts, language: Language) -> list[Section]:
    """Return everything that a report says, in its order."""
    words = _Words(desk, language)
    _ = words.translate
    parts: list[tuple[str, Iterator[ReportEntry], str]] = [
        (_("Result"), words.result(), ""),
        (_("Seals"), words.seals(), _("Nothing was sealed.")),
        (_("Findings"), words.findings(), _("Nothing was found.")),
        (_("Rulings"), words.rulings(), _("There were no rulings.")),
        (_("Penalties"), words.penalties(), _("There were no penalties.")),
        (_("Corrections"), words.corrections(), _("Nothing was corrected.")),
        (_("Undone events"), words.undone(), _("Nothing was undone.")),
        (_("Unverified components"), words.unverified(), _("There are none.")),
        (_("What was agreed"), words.agreed(), _("Nothing.")),
    ]
    return [Section(title, list(lines) or [ReportEntry(empty)]) for title, lines, empty in parts]


def heading(desk: ReportFacts, language: Language) -> tuple[str, str, str]:
    """Return the title, who played, and how much of the log is withheld, if anything is."""
    _ = translator(language)
    game = desk.replay.game
    seats = [
        _("{name} ({seat})").format(name=plain(name, NAME), seat=game.words.word(seat, language))
        for seat, name in desk.players.items()
    ]
    title = plain(desk.title or desk.name, NAME)
    withheld = (finding for finding in desk.findings if finding.code == "withheld-record")
    text = template("withheld-record", language)
    warning = "".join(text.format_map(finding.facts) for finding in withheld)
    return _("Referee's report: {title}").format(title=title), ", ".join(seats), warning


class _Words:
    """A report in one language."""

    def __init__(self, desk: ReportFacts, language: Language) -> None:
        self.desk = desk
        self.language = language
        self.translate: Translate = translator(language)
        self.game: GameDefinition = desk.replay.game
        self.lines = {line.seq: line for line in desk.told[language]}
        self.changed_by: dict[int, list[Line]] = {}
        for line in self.lines.values():
            for seq in {line.corrected_by, line.struck_by} - {None}:
                self.changed_by.setdefault(seq or 0, []).append(line)

    def result(self) -> Iterator[ReportEntry]:
        _ = self.translate
        desk, game = self.desk, self.game
        if desk.replay.error:
            seq = desk.replay.error.line
            yield ReportEntry(
                _("The log breaks off at record {seq}.").format(seq=seq), tone="error"
            )
            if desk.as_if:
                template = _("If all of it stood: {stands}")
                stands = say_outcome(desk.as_if, game, self.language)
                yield ReportEntry(template.format(stands=stands), tone="warning")
        elif desk.final is not None:
            yield ReportEntry(
                capital(game.result(desk.final, desk.replay.state, self.language)), tone="good"
            )
        else:
            template = _("Not over: {moment}.")
            moment = game.words.moment(desk.replay.state, self.language)
            yield ReportEntry(template.format(moment=moment))
        for seat, counts in desk.counted.items():
            if counts.penalty:
                yield ReportEntry(
                    say_count({seat: counts}, desk.replay, self.language), tone="warning"
                )
        yield ReportEntry(_("Records in the log: {n}").format(n=desk.records))

    def seals(self) -> Iterator[ReportEntry]:
        _ = self.translate
        for seal in self.desk.seals:
            entry = self.entry(seal.seq)
            names = say_signers(seal.signers, seal.unknown_signers, _)
            signed = _("signed by {names}").format(names=names)
            yield entry._replace(text=f"{entry.text} · {signed}")
        if any(finding.severity == "error" for finding in self.desk.of_seals):
            yield ReportEntry(
                _("The log does not fit what was sealed: see the findings."), tone="error"
            )
        elif self.desk.seals:
            yield ReportEntry(_("The log fits all of its seals."), tone="good")

    def findings(self) -> Iterator[ReportEntry]:
        for finding in self.desk.findings:
            closed = PUT_RIGHT_BY in finding.facts
            tone: Tone = "notice" if closed else finding.severity
            yield ReportEntry(self.game.words.say(finding, self.language), tone=tone)

    def rulings(self) -> Iterator[ReportEntry]:
        _ = self.translate
        for ruling in self.desk.rulings:
            yield self.entry(ruling.seq)
            if ruling.event is None:
                yield ReportEntry(_("No event has come since."), tone="notice")
            elif not ruling.breaches:
                text = _("Record {seq} has not broken it.").format(seq=ruling.event)
                yield ReportEntry(text, tone="notice")
            for breach in ruling.breaches:
                yield ReportEntry(self.game.words.say(breach, self.language), tone="notice")

    def penalties(self) -> Iterator[ReportEntry]:
        _ = self.translate
        for penalty in self.desk.penalties:
            text = f"{penalty.seq}  {say_penalty(penalty.penalty, self.desk.replay, self.language)}"
            if penalty.occasion > 1:
                text += " · " + _("number {n} for this offence").format(n=penalty.occasion)
            yield ReportEntry(text, self.about(self.lines[penalty.seq]), "warning")

    def corrections(self) -> Iterator[ReportEntry]:
        _ = self.translate
        for seq in self.desk.corrections:
            yield self.entry(seq)
            for line in self.changed_by.get(seq, ()):
                if line.corrected_by == seq and line.was:
                    text = _("before: {text}").format(text=line.was)
                    yield ReportEntry(f"{line.seq}  {text}", self.about(line), "struck")
                elif line.struck_by == seq:
                    yield ReportEntry(f"{line.seq}  {line.text}", self.about(line), "struck")

    def undone(self) -> Iterator[ReportEntry]:
        for seq in self.desk.undos:
            yield self.entry(seq)
            for line in self.changed_by.get(seq, ()):
                if line.struck_by == seq:
                    yield ReportEntry(f"{line.seq}  {line.text}", self.about(line), "struck")

    def unverified(self) -> Iterator[ReportEntry]:
        for finding in self.desk.findings:
            if finding.code in UNVERIFIED:
                yield ReportEntry(self.game.words.say(finding, self.language))

    def agreed(self) -> Iterator[ReportEntry]:
        _ = self.translate
        setup = self.game.get(SETUP)
        settings = {setting.name: setting for setting in setup.settings()} if setup else {}
        for name, value in self.desk.agreed.items():
            usual = self.desk.usual.get(name)
            label, values = capital(self.game.words.word(name, self.language)), dict[str, str]()
            if name in settings:
                label, called = setting_words(self.game, settings[name], self.language)
                values = dict(zip(map(_as_word, settings[name].values), called, strict=True))
            chosen = values.get(_as_word(value), _as_word(value))
            text = f"{plain(label, NAME)}{'' if label.endswith('?') else ':'} {plain(chosen, NAME)}"
            if usual not in (None, "", value):
                chosen = values.get(_as_word(usual), _as_word(usual))
                text += " " + _("(usual: {value})").format(value=plain(chosen, NAME))
            yield ReportEntry(text, tone="plain" if usual in (None, value) else "warning")

    def entry(self, seq: int) -> ReportEntry:
        line = self.lines[seq]
        return ReportEntry(f"{seq}  {line.text}", self.about(line))

    def about(self, line: Line) -> str:
        """Return the time and the writer of a record."""
        when = line.at.strftime("%Y-%m-%d %H:%M:%S UTC") if line.at else ""
        return ", ".join(part for part in (when, plain(line.by or "", NAME)) if part)


def _as_word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else "–" if value is None else str(value)


def say_outcome(stands: Outcome, game: GameDefinition, language: Language) -> str:
    """Return the result; the points, where there is none, and how far they were judged."""
    if stands.final is not None:
        return game.named_result(stands.final, stands.names, language)
    points = [f"{game.words.word(seat, language)} {n}" for seat, n in stands.scores.items()]
    text = ", ".join(points) or "–"
    if stands.error is None:
        return text
    _ = translator(language)
    seq = stands.error.seq
    return _("no result; {points} when record {seq} came").format(points=text, seq=seq)


# --- for programs --------------------------------------------------------------------------


def as_json(desk: ReportFacts) -> Data:
    """Return the report as one object; texts in both languages."""
    game = desk.replay.game
    return {
        "name": desk.name,
        "title": desk.title,
        "players": desk.players,
        "records": desk.records,
        "ok": all(finding.severity != "error" for finding in desk.findings),
        "final": desk.final,
        "if_it_all_stood": desk.as_if and {"final": desk.as_if.final, "scores": desk.as_if.scores},
        "counted": desk.counted,
        "agreed": desk.agreed,
        "seals": [_line(desk, seal.seq) | to_builtins(seal) for seal in desk.seals],
        "seals_hold": all(finding.severity != "error" for finding in desk.of_seals),
        "findings": [with_texts(finding, game) for finding in desk.findings],
        "rulings": [_ruling(desk, ruling) for ruling in desk.rulings],
        "penalties": desk.penalties,
        "corrections": [_line(desk, seq) | _struck(desk, seq) for seq in desk.corrections],
        "undone": [_line(desk, seq) | _struck(desk, seq) for seq in desk.undos],
        "unverified": [finding.facts for finding in desk.findings if finding.code in UNVERIFIED],
    }


def _line(desk: ReportFacts, seq: int) -> dict[str, object]:
    line = desk.told["en"][seq - 1]
    texts: dict[str, str] = {language: desk.told[language][seq - 1].text for language in LANGUAGES}
    return {"seq": seq, "type": line.type, "at": line.at, "by": line.by, **texts}


def _struck(desk: ReportFacts, seq: int) -> Data:
    """Return the events that a record strikes out or lets read otherwise, each as it was."""
    events = []
    for line in desk.told["en"]:
        if seq not in (line.struck_by, line.corrected_by):
            continue
        was = {language: desk.told[language][line.seq - 1].was for language in LANGUAGES}
        events.append(_line(desk, line.seq) | {"was": was if line.was else None})
    return {"events": events}


def _ruling(desk: ReportFacts, ruling: Ruling) -> dict[str, object]:
    breaches: list[Finding] = [with_texts(breach, desk.replay.game) for breach in ruling.breaches]
    about = {"rule": ruling.rule, "event": ruling.event, "breaches": breaches}
    return _line(desk, ruling.seq) | about


# --- as a page -------------------------------------------------------------------------------


class ReportArticle(NamedTuple):
    """The report in one language."""

    language: Language
    title: str
    players: str
    warning: str
    sections: Sequence[Section]
    signed: Sequence[str]


def page(desk: ReportFacts, language: Language) -> str:
    """Return the report as one file, for paper and for a screen; `language` is shown first."""
    articles = {shown: _article(desk, shown) for shown in LANGUAGES}
    return render("ragami/referee/report.html", language, articles)


def _article(desk: ReportFacts, language: Language) -> ReportArticle:
    _ = translator(language)
    signed = (_("Referee"), _("Place and date"))
    return ReportArticle(language, *heading(desk, language), sections(desk, language), signed)
