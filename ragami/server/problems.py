"""Errors as HTTP problems (RFC 9457), with the product's codes, in two languages.

A status follows from the exit code; the few codes that mean more to HTTP stand beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import structs
from starlette.responses import Response

from ragami.errors import (
    CONFLICT,
    DEFECT,
    FOUND_WRONG,
    INTERRUPTED,
    KINDS,
    N_,
    NOT_FOUND,
    NOTHING_NEAR,
    PROOF_BROKEN,
    REFUSED,
    STORAGE,
    USAGE,
    ErrorKind,
    RagamiError,
)
from ragami.findings import Finding
from ragami.language import Language, translator
from ragami.server.bodies import FindingEntry, ProblemDetails
from ragami.store import Conflict

if TYPE_CHECKING:
    from ragami.game import GameDefinition

MEDIA: Final = "application/problem+json"
RETRY_SECONDS: Final = 2

STATUSES: Final[dict[int, int]] = {
    FOUND_WRONG: 422,
    USAGE: 400,
    NOT_FOUND: 404,
    CONFLICT: 409,
    REFUSED: 422,
    PROOF_BROKEN: 409,
    STORAGE: 500,
    DEFECT: 500,
    INTERRUPTED: 503,
}
"""The status of each exit code; of checking routes, 1 and 6 are 200 with the verdict."""

OWN_STATUSES: Final[dict[str, int]] = {
    "mark-not-read": 422,
    "no-picture": 422,
    "picture-too-large": 422,
    "several-codes": 422,
    "extra-needed": 501,
    "game-fails": 500,
    "no-capability": 404,
    "database-busy": 503,
    "server-not-reached": 503,
    "server-lost": 503,
    "took-too-long": 503,
    "server-stopping": 503,
    "worker-died": 503,
    "worker-lost": 503,
    "disk-full": 507,
    "token-needed": 401,
    "foreign-origin": 403,
    "not-allowed": 403,
    "not-your-secret": 403,
    "not-yours-to-undo": 403,
    "wrong-method": 405,
    "claim-gone": 410,
    "too-large": 413,
    "not-json-type": 415,
    "foreign-host": 421,
    "false-cosignature": 422,
    "table-locked": 423,
    "no-if-match": 428,
    "too-many-connections": 503,
    "too-many-of-one": 503,
    "too-many-requests": 429,
    "headers-too-large": 431,
}
"""The codes that HTTP has a status of its own for."""

KINDS.update(
    {
        "wrong-request": ErrorKind(
            USAGE, N_("This request was not understood: {problem}."), N_("Nothing was written.")
        ),
        "wrong-method": ErrorKind(
            USAGE, N_("{method} is not what can be done here."), N_("It may be: {allowed}.")
        ),
        "no-if-match": ErrorKind(
            USAGE,
            N_('Say after which record this is to be written, as If-Match: "57".'),
            N_("Nothing was written; the last record that one has seen is meant."),
        ),
        "not-json-type": ErrorKind(
            USAGE, N_("This takes {expected}, and not {found}."), N_("Nothing was written.")
        ),
        "too-large": ErrorKind(
            USAGE, N_("This is more than {limit} bytes."), N_("Nothing was written.")
        ),
        "headers-too-large": ErrorKind(
            USAGE, N_("The head of this request is more than {limit} bytes."), ""
        ),
        "too-many-requests": ErrorKind(
            USAGE, N_("This came too often."), N_("Wait for {seconds} s, and try again.")
        ),
        "too-many-connections": ErrorKind(
            STORAGE,
            N_("The server has as many connections as it may have ({most})."),
            N_("Close pages that nobody looks at. Who runs it may allow more: --connections."),
        ),
        "too-many-of-one": ErrorKind(
            STORAGE,
            N_("This address has as many connections as it may have ({most_of_one})."),
            N_("Close pages that nobody looks at. Of a proxy the server has to know: --behind."),
        ),
        "foreign-host": ErrorKind(
            USAGE,
            N_("There is no server of this name here."),
            N_("Take the numeric address that the server shows, or --host NAME when it starts."),
        ),
        "foreign-origin": ErrorKind(
            USAGE, N_("A page from elsewhere may not ask this."), N_("Open the server's own page.")
        ),
        "token-needed": ErrorKind(
            USAGE,
            N_("Only who has joined may do this."),
            N_("Join with the code of the table, or of the hall."),
        ),
        "not-allowed": ErrorKind(
            USAGE,
            N_("This is not for {role}."),
            N_("The table has agreed who does it; the referee can change that."),
        ),
        "entries-shut": ErrorKind(
            REFUSED, N_("Nobody can come in at present."), N_("The referee can say more.")
        ),
        "entered-already": ErrorKind(
            REFUSED, N_("This device has entered {seat} already."), N_("Another device is free.")
        ),
        "not-entered": ErrorKind(
            REFUSED, N_("This device has entered nobody."), N_("Give a name first.")
        ),
        "not-at-this-table": ErrorKind(
            REFUSED,
            N_("This device does not sit at table {place}."),
            N_("Say who you are at the table, or call the referee."),
        ),
        "result-there": ErrorKind(
            REFUSED,
            N_("Table {place} has its result already."),
            N_("The referee can correct it: call."),
        ),
        "not-possible-now": ErrorKind(
            REFUSED, N_("This is not possible at present."), N_("Nothing was written.")
        ),
        "table-not-open": ErrorKind(
            NOT_FOUND, N_("No game has been opened at this table."), N_("The referee opens it.")
        ),
        "unclear": ErrorKind(USAGE, "{problem}", N_("Nothing was written.")),
        "not-your-secret": ErrorKind(
            USAGE,
            N_("What {seat} keeps hidden is only taken from a device of {seat}."),
            N_("Nothing was written; leave it open (null), or enter it there."),
        ),
        "word-of-the-keeper": ErrorKind(
            REFUSED,
            N_(
                "Who runs the server can read the seed: their word is sealed with it, before the"
                " others say theirs."
            ),
            N_(
                "Whoever of you runs it gives a word at their own seat. Where nobody who plays"
                " does, the referee or who keeps the score says so."
            ),
        ),
        "app-writes-it": ErrorKind(
            USAGE, N_("This is written by the app."), N_("It does so when somebody lets it go on.")
        ),
        "device-deals": ErrorKind(
            REFUSED,
            N_("This game is private: the device that keeps it deals, and not the server."),
            N_("'app' in 'ragami table' goes on with it."),
        ),
        "sealed-elsewhere": ErrorKind(
            REFUSED,
            N_("The seed of this game was not sealed by this server."),
            N_(
                "It goes on where it was sealed: a server keeps its seeds in '….serve.db' beside"
                " the games. Before the characters are dealt, take the seal back, and this server"
                " seals a seed of its own; later the referee writes down what it dealt."
            ),
        ),
        "not-yours-to-undo": ErrorKind(
            USAGE,
            N_("This takes back what others have done, or what cannot be unseen."),
            N_("Nothing was written; the others at the table have been asked."),
        ),
        "page-not-found": ErrorKind(
            NOT_FOUND, N_("There is no such page."), N_("The tables stand on the first page.")
        ),
        "table-not-found": ErrorKind(
            NOT_FOUND,
            N_("There is no such table for you."),
            N_("Is its name right? Some tables are only for those who have joined."),
        ),
        "code-not-known": ErrorKind(
            NOT_FOUND, N_("No table has this code."), N_("The table shows its code.")
        ),
        "seat-not-there": ErrorKind(
            NOT_FOUND, N_("This table has no seat '{seat}'."), N_("There are: {seats}.")
        ),
        "claim-not-found": ErrorKind(NOT_FOUND, N_("There is nothing like that to decide."), ""),
        "claim-gone": ErrorKind(
            NOT_FOUND, N_("The table said no, or nobody answered."), N_("Ask once more.")
        ),
        "claim-open": ErrorKind(
            CONFLICT, N_("The table has been asked and has not answered yet."), ""
        ),
        "seat-taken": ErrorKind(
            CONFLICT,
            N_("Somebody has this seat."),
            N_("Another device of the table, or the referee, has to say yes."),
        ),
        "table-locked": ErrorKind(
            CONFLICT, N_("Nobody may join this table now."), N_("Who sits there can open it.")
        ),
        "log-stopped": ErrorKind(
            CONFLICT,
            N_("Record {seq} is not legal, and the game stands still there."),
            N_("It has to be undone, corrected or ruled on first."),
        ),
        "other-tree": ErrorKind(
            CONFLICT,
            N_("This is no head of the log as it is here: {size} records."),
            N_("Keep both heads, and show them to the referee."),
        ),
        "false-cosignature": ErrorKind(
            PROOF_BROKEN, N_("This signature is not one of this key on this head."), ""
        ),
        "hidden-refused": ErrorKind(
            REFUSED,
            N_("Something that is hidden from this device does not allow it."),
            N_(
                "Nothing was written. To say more would tell what others hold in secret."
                " Whoever keeps the log sees the reason."
            ),
        ),
        "mark-not-known": ErrorKind(
            NOT_FOUND,
            N_("Nobody has said whose mark '{mark}' is."),
            N_("Who it belongs to scans it first, as one's own."),
        ),
        "took-too-long": ErrorKind(
            STORAGE, N_("This took more than {seconds} seconds, and was left."), ""
        ),
        "worker-lost": ErrorKind(
            STORAGE, N_("A process ended in the middle of this."), N_("Try again.")
        ),
        "server-stopping": ErrorKind(
            INTERRUPTED, N_("The server is being stopped."), N_("Try again when it is back.")
        ),
    }
)


def status_of(trouble: RagamiError) -> int:
    """The HTTP status that a trouble means."""
    return OWN_STATUSES.get(trouble.code) or STATUSES[trouble.exit_code]


def problem(
    trouble: RagamiError,
    language: Language,
    game: GameDefinition | None = None,
    finding: Finding | None = None,
    **more: Any,
) -> Response:
    """The answer that says a trouble. `finding`: why the rules refuse it, as one may know it."""
    _ = translator(language)
    status = status_of(trouble)
    if "path" in trouble.facts:  # where things lie on this machine is nobody's business
        place = str(trouble.facts["path"]).partition("?")[0]
        trouble.facts = {**trouble.facts, "path": PurePath(place).name}
    facts: Mapping[str, Any] = {
        name: _plain(value) for name, value in trouble.facts.items() if name != "nearest"
    }
    title, rule = _(trouble.kind.says).format_map(spoken(trouble, language)), facts.get("rule")
    detail, remedy = title, _(trouble.kind.remedy)
    if trouble.facts.get("nearest") == NOTHING_NEAR:  # named in the first sentence of a remedy
        remedy = remedy.partition(". ")[2]
    about: FindingEntry | None = None
    if finding is not None and game is not None:
        about = draft_finding_entry(finding, game, language)
        rule, facts = finding.rule, finding.facts
        detail = about.text
    if isinstance(trouble, Conflict):
        more |= {"expected": trouble.expected, "found": trouble.found}
    body = ProblemDetails(
        type=f"urn:ragami:problem:{trouble.code}",
        title=title,
        status=status,
        detail=detail,
        code=trouble.code,
        exit_code=trouble.exit_code,
        rule=rule if isinstance(rule, str) else None,
        facts=dict(facts),
        remedy=remedy.format_map(trouble.facts),
        finding=about,
        **more,
    )
    headers = {"Content-Language": language, "Cache-Control": "no-store"}
    if status in (429, 503):
        headers["Retry-After"] = str(facts.get("seconds", RETRY_SECONDS))
    if status == 405:
        headers["Allow"] = str(facts["allowed"])
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(msgspec.json.encode(body), status, headers, MEDIA)


def spoken(trouble: RagamiError, language: Language) -> dict[str, Any]:
    """Return the facts of a trouble as its sentence wants them."""
    facts = trouble.facts
    if trouble.code != "wrong-request":
        return facts
    from ragami.messages import problem as in_words  # noqa: PLC0415 (law 10)

    return facts | {"problem": in_words(facts, language) or facts["problem"]}


def in_words(trouble: RagamiError, language: Language, game: GameDefinition) -> str:
    """Return the error in words; in those of the rules where they refuse it."""
    finding = refusal_of(trouble)
    if finding is None:
        return trouble.say(translator(language))
    return finding_entry(finding, game, language).text


def finding_entry(finding: Finding, game: GameDefinition, language: Language) -> FindingEntry:
    """Return a finding with its words in one language."""
    from ragami.judge.report import say  # noqa: PLC0415 (law 10)

    return FindingEntry(
        finding.code,
        finding.severity,
        finding.rule,
        finding.ruling,
        finding.seq,
        finding.line,
        finding.facts,
        game.rulebook.sources(finding),
        say(finding, game, language),
    )


def draft_finding_entry(finding: Finding, game: GameDefinition, language: Language) -> FindingEntry:
    """Return a finding on what is not written yet: its words name no record."""
    from ragami.messages import place  # noqa: PLC0415 (law 10)

    entry = finding_entry(finding, game, language)
    text = entry.text.removeprefix(f"{place(finding, language)}: ")
    return structs.replace(entry, text=text[:1].upper() + text[1:])


def refusal_of(trouble: RagamiError) -> Finding | None:
    """Return the finding for which the rules refused a record; None for other errors."""
    if trouble.code != "refused":
        return None
    from ragami.table.recording import Refused  # noqa: PLC0415 (law 10)

    return trouble.finding if isinstance(trouble, Refused) else None


def _plain(value: object) -> Any:
    return value if isinstance(value, bool | int | str | list | dict | None) else str(value)
