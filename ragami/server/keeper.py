"""Writing: one thread a database judges what comes and stores it, and nobody waits for a disk.

What is sent is judged twice: on a fold of what the sender may know, all of whose findings may be
told, and on a fold of everything, whose findings may tell of secrets.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ragami.decoded import AnyEvent, type_of
from ragami.errors import RagamiError
from ragami.findings import Breach, Finding, finding_of
from ragami.game import GameDefinition
from ragami.game.capabilities import APP, CHANCE, GUIDANCE, VISIBILITY
from ragami.game.visibility import PUBLIC, Visibility
from ragami.judge.choices import offered
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.log.record import LOG_EVENTS, PROGRAMS_ONLY, Envelope
from ragami.log.strict import Malformed
from ragami.server import bodies as b
from ragami.server import play_bodies as p
from ragami.server.access import Caller
from ragami.store import Appended, Conflict, Store
from ragami.table.drafts import InputPlace, Stamp, draft_of, drafted, now, read_given, steps_back
from ragami.table.house import house_plays
from ragami.table.recording import Draft, Recording, Refused

OPEN_GAMES: Final = 256
MOST_DRAFTS: Final = 500
ENTERED: Final = frozenset({"noted", "asserted", "revealed"})
"""Records of any game that a seat may enter; the others have routes of their own."""


class Write(NamedTuple):
    """A request to write: `drafts` makes the records from the present game; the `key` is a hash."""

    table: str
    expected: int | None
    key: str | None
    drafts: Callable[[Recording], Sequence[Draft]]


class WriteResult(NamedTuple):
    appended: Appended
    findings: tuple[Finding, ...]
    game: GameDefinition


class AppRequest(NamedTuple):
    """A request to go on with the app: the word of who runs the server, if said, and by whom.

    `own` are the seats of whoever asks, where they speak for no other.
    """

    word: p.AppWord | UnsetType | None
    by: str | None
    own: Sequence[str] | None

    def word_with_the_seal(self) -> p.AppWord | None:
        """Return the word written with the seal; afterwards whoever runs the server knows the seed.

        Raises `RagamiError` `word-of-the-keeper`.
        """
        if isinstance(self.word, UnsetType) or (
            self.own is not None and (self.word is None or self.word.player not in self.own)
        ):
            raise RagamiError("word-of-the-keeper")
        return self.word


class Keeper:
    """The games that are being written, each with its fold. Runs in the thread of its worker."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._open: OrderedDict[str, Recording] = OrderedDict()

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    def recording(self, table: str) -> Recording:
        """Return a game as it stands on the disk. Raise `RagamiError` `game-not-found`."""
        recording = self._open.pop(table, None)
        if recording is None:
            recording = Recording(self.store, table)
        else:
            recording.catch_up()
        self._open[table] = recording
        if len(self._open) > OPEN_GAMES:
            self._open.popitem(last=False)
        return recording

    def play_app(self, table: str, seed: str, app_request: AppRequest | None = None) -> int:
        """Write what the app has to, and return how many records.

        Before it seals, and where players may do something else first (say a word), it waits for
        an `app_request`. Raises `RagamiError`: `device-deals`, `sealed-elsewhere`,
        `word-of-the-keeper`.
        """
        written = 0
        while True:
            recording = self.recording(table)
            replay = recording.replay
            app = replay.game.get(APP)
            if app is None or replay.error or not app.is_due(replay.state):
                return written
            due = app.due(replay.state, seed)
            seals = app.sealed(replay.state) is None
            if due is None or (seals and recording.private):
                if app_request:
                    raise RagamiError("device-deals" if recording.private else "sealed-elsewhere")
                return written
            if not app_request and (seals or not _nobody_else_is_due(replay, due[0])):
                return written
            drafts = [draft_of(*due, Stamp(now(), "app"))]
            if seals and app_request and (word := app_request.word_with_the_seal()):
                drafts.append(
                    draft_of(*app.word(word.player, word.word), Stamp(now(), app_request.by))
                )
            self.write(Write(table, None, None, lambda _now, drafts=drafts: drafts))  # type: ignore[misc]
            written, app_request = written + len(drafts), None

    def play_house(self, table: str, seats: Sequence[str], *, asked: bool) -> int | None:
        """Write the next move of the house for its seats, and return its record, or None.

        After an undo or a ruling people go on, unless the house is `asked`. Raises `RagamiError`.
        """
        recording = self.recording(table)
        last = msgspec.json.decode(recording.lines[-1], type=Envelope)
        if not asked and last.type not in recording.replay.game.events:
            return None
        draft = next(house_plays(recording, seats, Stamp(now(), "house")), None)
        if draft is None:
            return None
        return self.write(Write(table, None, None, lambda _now: [draft])).appended.last

    def drop(self, table: str) -> None:
        """Forget a game, to read it anew."""
        self._open.pop(table, None)

    def record(self, table: str, events: Iterable[tuple[str, object]], by: str) -> None:
        """Write events down now, whatever stands there. Raises as `write`."""
        drafts = Stamp(now(), by).drafts(events)
        self.write(Write(table, None, None, lambda _now: drafts))

    def write(self, write: Write) -> WriteResult:
        """Judge and store; a key that came before writes nothing. Raises what `Recording` does."""
        recording = self.recording(write.table)
        game = recording.replay.game
        if write.key and (earlier := self.store.earlier(write.table, write.key)):
            return WriteResult(Appended(earlier.first, earlier.last, True), (), game)
        if write.expected is not None and write.expected != len(recording.lines):
            raise Conflict(write.table, write.expected, len(recording.lines))
        try:
            appended = recording.write(write.drafts(recording), key=write.key)
        except Conflict:
            self._open.pop(write.table, None)
            raise
        error = recording.replay.error
        return WriteResult(appended, (error,) if error else (), game)


def _nobody_else_is_due(replay: Replay, type_: str) -> bool:
    """Return True if all that is due now is this type of event."""
    expected = {type_, *replay.game.at_any_time}
    return all(choice.type in expected for choice in offered(replay))


def key_of(table: str, device: str | None, key: str) -> str:
    """Return the hash of a key by which a command is stored: words in it could not be withdrawn."""
    return sha256(msgspec.json.encode((table, device, key))).hexdigest()[:40]


# --- from what is sent to drafts ------------------------------------------------------------


def read_drafts(body: bytes, replay: Replay, stamp: Stamp, language: Language) -> list[Draft]:
    """Return the drafts in a body: an event, a list of events, or a line of the sheet.

    When and by whom the server says, never who sends. Raises `Refused`, `RagamiError`.
    """
    text = body.strip()
    if text.startswith(b"["):
        try:
            raw_events = msgspec.json.decode(text, type=list[Raw])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
            raise b.not_understood(text, wrong) from wrong
        if not 0 < len(raw_events) <= MOST_DRAFTS:
            facts = {"most": MOST_DRAFTS, "found": len(raw_events)}
            raise RagamiError("wrong-request", problem="event-count", **facts)
        first = replay.seq + 1
        return [
            _draft(bytes(raw_event), replay, InputPlace(seq), stamp)
            for seq, raw_event in enumerate(raw_events, first)
        ]
    if _has_line(text):
        line = b.read_as(p.SheetLine, text).line
        return [_sheet_line(line, replay, stamp, language)]
    return [_draft(text, replay, InputPlace(replay.seq + 1), stamp)]


def _has_line(text: bytes) -> bool:
    """Return whether a body has a line of the sheet in it, and not an event."""
    try:
        return "line" in msgspec.json.decode(text, type=dict[str, Raw])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False


def _draft(text: bytes, replay: Replay, place: InputPlace, stamp: Stamp) -> Draft:
    event_read = read_given(text, place)
    if event_read.at is not UNSET or event_read.by is not UNSET:
        field = "at" if event_read.by is UNSET else "by"
        place.refuse(Malformed("unknown-field", where="$", field=field))
    if event_read.seq is not UNSET and event_read.seq != place.seq:
        raise Conflict("", event_read.seq - 1, place.seq - 1)
    return drafted(event_read, replay.codec, stamp, place)


def _sheet_line(line: str, replay: Replay, stamp: Stamp, language: Language) -> Draft:
    from ragami.notation.misread import Misspelled  # noqa: PLC0415
    from ragami.sheet import Misread, read_line  # noqa: PLC0415 (few write lines of the sheet)

    read = read_line(replay, line, 1, language)
    if isinstance(read, Misread):
        raise Misspelled("line-misread", [read], **msgspec.to_builtins(read))
    if read is None:
        raise RagamiError("wrong-request", problem="empty-line")
    return Draft(read.type, read.data, stamp.at, stamp.by)


class DraftVerdict(NamedTuple):
    """The verdict of a fold on drafts: all findings, a warning, and each event in words."""

    findings: list[Finding]
    warning: str | None
    says: list[str]


def judged(
    replay: Replay, drafts: Sequence[Draft], viewer: str, language: Language
) -> DraftVerdict:
    """Judge drafts one after the other on a fold, until something is wrong."""
    game, codec = replay.game, replay.codec
    narrator = game.words.narrator(language, viewer)
    findings: list[Finding] = []
    says: list[str] = []
    warning: str | None = None
    for draft in drafts:
        seq = replay.seq + 1
        event = event_of(draft, replay, seq)
        if type(event) in game.judges:
            findings += [finding_of("illegal-event", breach, seq, seq)
                         for breach in replay.would_be_wrong(event)]  # fmt: skip
            if replay.error and not findings:
                findings.append(replay.error)
            if findings:
                break
            warned = game.need(GUIDANCE).warning(replay.state, event, language)
            warning = warning or warned
        of_the_game = draft.type not in LOG_EVENTS
        before = narrator.look(replay.state, replay.seq, event if of_the_game else None)
        record = codec.record_class(draft.type)
        replay.take(record(seq, codec.types[draft.type].version, None, draft.by, event))
        if replay.broken:
            findings.append(replay.broken)
            break
        after = narrator.look(replay.state, replay.seq)
        type_word = game.words.word(draft.type, language)
        says.append(narrator.tell(event, before, after) if of_the_game else type_word)
    return DraftVerdict([narrator.may_see(finding) for finding in findings], warning, says)


def event_of(draft: Draft, replay: Replay, seq: int) -> AnyEvent:
    """Return the event of a draft. Raise `Refused` if its data do not fit its type."""
    entry = replay.codec.types.get(draft.type)
    if entry is None or draft.type in PROGRAMS_ONLY:
        raise _malformed(replay, seq, problem="unknown-type", found=draft.type)
    event = replay.codec.read_event(draft.type, entry.version, Raw(draft.data))
    if isinstance(event, Breach):
        raise Refused(finding_of("malformed-record", event, seq, seq), replay.game)
    return event


def _malformed(replay: Replay, seq: int, **facts: object) -> Refused:
    malformed = Breach(replay.game.log_rule, None, facts)
    return Refused(finding_of("malformed-record", malformed, seq, seq), replay.game)


# --- who may --------------------------------------------------------------------------------


def expect_may_enter(
    replay: Replay, drafts: Sequence[Draft], caller: Caller, policy: b.Policy
) -> None:
    """Raise `RagamiError` `not-allowed` by the table's policy, `not-your-secret`."""
    if caller.role == "referee":
        return
    if caller.role == "seat" and policy.enters == "keeper":
        raise RagamiError("not-allowed", role=caller.role)
    app = replay.game.get(APP)
    of_the_app = app.writes if app and app.plays(replay.state) else ()
    for seq, draft in enumerate(drafts, replay.seq + 1):
        if draft.type in of_the_app:
            raise RagamiError("app-writes-it")
        if draft.type in LOG_EVENTS and draft.type not in ENTERED | PROGRAMS_ONLY:
            raise RagamiError("not-allowed", role=caller.role)
        event = event_of(draft, replay, seq)
        player = getattr(event, "player", None)
        own = caller.role == "keeper" or policy.enters != "own" or player in (None, *caller.seats)
        if not own:
            raise RagamiError("not-allowed", role=caller.role)
        _expect_own_secrets(replay, event, caller)


def _expect_own_secrets(replay: Replay, event: AnyEvent, caller: Caller) -> None:
    """Raise `not-your-secret` if a secret comes from a device that does not hold its seat.

    A record of the secrets of several is taken from any device where none may be left open.
    """
    game = replay.game
    visibility = game.need(VISIBILITY)
    known_places = {place for place, value in visibility.places(event).items() if value is not None}
    hidden_places = [hidden for hidden in visibility.secrets(event) if hidden.place in known_places]
    owners = {hidden.owners for hidden in hidden_places}
    for hidden in hidden_places:
        if not set(hidden.owners) & set(caller.seats):
            if len(owners) > 1 and _must_be_said(replay, event, visibility):
                return
            seat = ", ".join(hidden.owners) or "nobody"
            raise RagamiError("not-your-secret", seat=seat, game=game.name)
    if game.is_reveal(event) and getattr(event, "player", None) not in caller.seats:
        seat = str(getattr(event, "player", None))
        raise RagamiError("not-your-secret", seat=seat, game=game.name)


def _must_be_said(replay: Replay, event: AnyEvent, visibility: Visibility) -> bool:
    """Return True if an event is legal, and would not be if it left its secrets open.

    What is illegal in any case is refused as if unread: else its refusal would tell secrets.
    """
    check = replay.game.events[type_of(event)].check
    redacted = visibility.redact(event, PUBLIC)
    return any(check(replay.state, redacted)) and not any(check(replay.state, event))


def undo_target(recording: Recording, undo: p.Undo) -> int:
    """Return the last record that is to count. Raise `RagamiError` `nothing-to-undo`."""
    return steps_back(recording, undo.steps) if undo.to is None else undo.to


def undo_touches(recording: Recording, to: int, seats: Sequence[str]) -> frozenset[str]:
    """Return the other seats from which an undo takes something back.

    Nobody can unsee a roll or a card: it concerns everybody, and so does an event without a player.
    """
    replay = recording.replay
    chance = replay.game.get(CHANCE)
    players_touched: set[str] = set()
    for _seq, event in replay.history.standing(to):
        if chance is not None and type(event) in replay.game.judges and chance.disclosed(event):
            players_touched |= set(replay.seating.names)
        player = getattr(event, "player", None)
        if player is None:
            players_touched |= set(replay.seating.names)
        else:
            players_touched.add(player)
    return frozenset(players_touched - set(seats))
