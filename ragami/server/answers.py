"""Answers: JSON, streams, and errors as HTTP problems (RFC 9457) in two languages.

The status of a problem follows from the exit code; the few codes that mean more to HTTP stand
beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ragami.catalogue import Table, texts
from ragami.decoded import Data, Fields
from ragami.errors import (
    CONFLICT,
    DEFECT,
    FOUND_WRONG,
    INTERRUPTED,
    NOT_FOUND,
    NOTHING_NEAR,
    PROOF_BROKEN,
    REFUSED,
    STORAGE,
    USAGE,
    RagamiError,
)
from ragami.findings import Finding
from ragami.language import Language, capital, translator
from ragami.server.bodies import FindingEntry, ProblemDetails
from ragami.store import Conflict

if TYPE_CHECKING:
    from ragami.game import GameDefinition
    from ragami.notation.misread import Misread
    from ragami.table.recording import Refused


def as_json(data: object, status: int = 200, **headers: str) -> Response:
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(msgspec.json.encode(data), status, headers, "application/json")


def event_stream(events: Any) -> Response:
    """Return a stream that no proxy buffers."""
    headers = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, headers=headers, media_type="text/event-stream")


def etag(*parts: object) -> str:
    """Return the tag of an answer: `"57.green.es"`."""
    return '"' + ".".join(map(str, parts)) + '"'


def is_known(request: Request, tag: str) -> bool:
    """Return True if the caller has this version already."""
    tags = request.headers.get("if-none-match", "")
    return tag in {tag_text.strip().removeprefix("W/") for tag_text in tags.split(",")}


def unchanged(tag: str) -> Response:
    """Return the answer that nothing is new."""
    return Response(status_code=304, headers={"ETag": tag})


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


def status_of(trouble: RagamiError) -> int:
    """Return the HTTP status of an error."""
    return OWN_STATUSES.get(trouble.code) or STATUSES[trouble.exit_code]


def problem(
    trouble: RagamiError,
    language: Language,
    game: GameDefinition | None = None,
    finding: Finding | None = None,
    **more: Any,
) -> Response:
    """Return an error as an answer. `finding` is why the rules refuse, as the asker may know it."""
    _ = translator(language)
    status = status_of(trouble)
    if "path" in trouble.facts:  # where things lie on this machine is nobody's business
        place = str(trouble.facts["path"]).partition("?")[0]
        trouble.facts = {**trouble.facts, "path": PurePath(place).name}
    facts: Fields = {
        name: _plain(value) for name, value in trouble.facts.items() if name != "nearest"
    }
    title = detail = trouble.kind.says(language).format_map(spoken(trouble, language))
    rule, remedy = facts.get("rule"), trouble.kind.remedy(language)
    if trouble.facts.get("nearest") == NOTHING_NEAR:  # named in the first sentence of a remedy
        remedy = remedy.partition(". ")[2]
    about: FindingEntry | None = None
    if finding is not None and game is not None:
        about = draft_finding_entry(finding, game, language)
        rule, facts = finding.rule, finding.facts
        detail = about.text
    detail = _of_lines(trouble, language) or detail
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


def spoken(trouble: RagamiError, language: Language) -> Data:
    """Return the facts of a trouble as its sentence wants them."""
    facts = trouble.facts
    if trouble.code == "not-your-secret":
        from ragami.game import game_named  # noqa: PLC0415 (law 10)

        words = game_named(str(facts["game"])).words
        called = (words.word(seat, language) for seat in str(facts["seat"]).split(", "))
        return facts | {"seat": ", ".join(capital(name) for name in called)}
    if trouble.code != "wrong-request":
        return facts
    if text := _requests().get(str(facts["problem"])):
        return facts | {"problem": text.text(language).format_map(facts)}
    from ragami.messages import problem as in_words  # noqa: PLC0415 (law 10)

    return facts | {"problem": in_words(facts, language) or facts["problem"]}


@cache
def _requests() -> Table:
    """Return what can be wrong with a request, by the fact `problem`."""
    return texts("ragami.server")["request"]


def _of_lines(trouble: RagamiError, language: Language) -> str:
    """Return what is wrong with lines of a sheet, or with a list; empty for any other trouble."""
    misread: Sequence[Misread] = getattr(trouble, "misread", ())
    return " ".join(line.say(language, numbered=False) for line in misread)


def in_words(trouble: RagamiError, language: Language, game: GameDefinition) -> str:
    """Return the error in words; in those of the rules where they refuse it."""
    refused = refusal_of(trouble)
    if refused is None:
        return trouble.say(language)
    return finding_entry(refused.finding, game, language).text


def finding_entry(finding: Finding, game: GameDefinition, language: Language) -> FindingEntry:
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
    return structs.replace(entry, text=capital(text))


def refusal_of(trouble: RagamiError) -> Refused | None:
    """Return the error if the rules refused a record; None if it is another one."""
    if trouble.code != "refused":
        return None
    from ragami.table.recording import Refused  # noqa: PLC0415 (law 10)

    return trouble if isinstance(trouble, Refused) else None


def _plain(value: object) -> Any:
    return value if isinstance(value, bool | int | str | list | tuple | dict | None) else str(value)
