"""The choices that may be recorded, the questions of each, and the pictures of their values.

All of it comes from the fold of what the asker knows: another world that looks the same to them
gives the same bytes (law 7).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from html import escape
from typing import Any, Final

import msgspec
from starlette.responses import Response

from ragami.errors import RagamiError
from ragami.game import game_named
from ragami.game.capabilities import APP, CHOICES, LABELS, NOTATION
from ragami.game.choices.questions import Questions
from ragami.game.choices.tree import NotOffered
from ragami.game.moment_labels import label_of
from ragami.game.registry import UnknownGame
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.server import play_bodies as p
from ragami.server.admission import AdmittedRequest
from ragami.server.answers import as_json, draft_finding_entry, etag, is_known, unchanged
from ragami.server.keeper import DraftVerdict, event_of, judged
from ragami.server.screens import KnownTable
from ragami.server.service import AskedPosition, AskedTable
from ragami.server.stream_bodies import viewer_of
from ragami.store import Conflict
from ragami.table.recording import Draft, Refused

KEPT_CHOICES: Final = 512
LONGEST_LINE: Final = 1000
BOX: Final = "-32 -32 64 64"


async def choices(request: AdmittedRequest) -> Response:
    """The legal choices."""
    service, key = request.service, request.key
    viewer, type_ = viewer_of(key.audience), request.query_params.get("type", "")
    known_table = await service.known(key.table, viewer)
    seq = len(known_table.lines)
    if (line := request.query_params.get("line")) is not None:
        begun = line[:LONGEST_LINE]
        ways = await service.chooser.think(_ways, known_table, begun, key.language)
        return as_json(p.ChoicesReply(seq, key.audience, [], {}, ways))
    tag = etag(seq, key.audience, key.language)
    if is_known(request, tag):
        return unchanged(tag)
    cache_key = (key.table, seq, viewer, f"{key.language}.{type_}")
    offered = service.choices.get(cache_key)
    if offered is None:
        place = AskedPosition(key.table, seq, viewer)
        offered = await service.chooser.think(
            lambda: _choices(service.askings.at(place, known_table), key.language, type_)
        )
        service.choices[cache_key] = offered
        if len(service.choices) > KEPT_CHOICES:
            service.choices.popitem(last=False)
    audience = msgspec.json.encode(key.audience)
    body = b'{"seq":%d,"audience":%s,%s' % (seq, audience, offered[1:])
    return Response(body, headers={"ETag": tag}, media_type="application/json")


def _ways(known_table: KnownTable, line: str, language: Language) -> list[str]:
    """Return the completions of a line, each as the whole line."""
    from ragami.sheet import complete  # noqa: PLC0415 (few write lines of the sheet)

    return [
        line[: completion.start] + completion.text
        for completion in complete(known_table.fold(), line, language)
    ]


def _choices(asked_table: AskedTable, language: Language, type_: str) -> bytes:
    """Encode the choices as JSON: as data, and as forms."""
    replay = asked_table.replay
    app = replay.game.get(APP)
    of_the_app = app.writes if app and app.plays(replay.state) else ()
    legal = msgspec.to_builtins(list(replay.game.need(CHOICES).choices(replay.state)))
    offered = [choice for choice in legal if type_ in ("", choice["type"])]
    forms = [choice for choice in asked_table.asking.forms(type_) if choice.type not in of_the_app]
    has_pictures = replay.game.need(LABELS).pictures()
    pictures = f"/v1/games/{replay.game.name}/symbols.svg" if has_pictures else None
    more = {"forms": msgspec.to_builtins(forms), "pictures": pictures}
    if app and app.is_due(replay.state):
        more["app"] = "seal" if app.sealed(replay.state) is None else "next"
        more["app_does"] = label_of(lambda language: app.does(replay.state, language))
    return with_words(replay, offered, language, **more)


def with_words(replay: Replay, offered: list[Any], language: Language, **more: object) -> bytes:
    """Encode choices as JSON, with the words for every code in them and the seats."""
    game = replay.game
    names, _title = replay.seating
    texts = dict.fromkeys(_texts(offered))
    rules = game.rulebook.rules()
    words = {
        code: f"{code}: {rules[code].text(language)}"
        if code in rules
        else game.words.word(code, language)
        for code in texts
    } | dict(names)
    return msgspec.json.encode({"choices": offered, "words": words, **more})


def _texts(value: object) -> Iterator[str]:
    """Yield every text in some JSON, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inside in value.items():
            yield str(key)
            yield from _texts(inside)
    elif isinstance(value, Iterable):
        for inside in value:
            yield from _texts(inside)


# --- one question after the other -----------------------------------------------------------


async def next_question(request: AdmittedRequest) -> Response:
    """The next question of a form, or the whole event with what comes of it; nothing is written."""
    body = await request.read_as(p.NextQuestion)
    service, key = request.service, request.key
    viewer = viewer_of(key.audience)
    known_table = await service.known(key.table, viewer)
    if body.seq != len(known_table.lines):
        raise Conflict(key.table, body.seq, len(known_table.lines))
    place, by = AskedPosition(key.table, body.seq, viewer), request.caller.code
    filled = await service.chooser.think(
        lambda: _filled(service.askings.at(place, known_table), known_table, body, key.language, by)
    )
    return as_json(filled)


def _filled(
    asked_table: AskedTable,
    known_table: KnownTable,
    body: p.NextQuestion,
    language: Language,
    by: str | None,
) -> p.FormAnswer:
    answer = form_answer(asked_table.asking, body)
    return (
        _judged(answer, asked_table.replay, known_table, language, by) if answer.whole else answer
    )


def form_answer(asking: Questions, sent: p.NextQuestion) -> p.FormAnswer:
    """Return the next question, or the whole form, of which nothing is judged."""
    try:
        step = asking.step(sent.form, sent.filled, sent.ended)
    except KeyError as unknown:
        facts = {"problem": "no-such-form", "found": sent.form}
        raise RagamiError("wrong-request", **facts) from unknown
    except NotOffered as wrong:
        raise RagamiError("wrong-request", problem="not-offered", **wrong.facts) from wrong
    is_whole = step.question is None
    return p.FormAnswer(
        sent.seq, sent.form, is_whole, step.filled, step.ended, step.answered, step.question,
        type=step.form.type if is_whole else None, data=step.filled if is_whole else None,
        off=step.off,
    )  # fmt: skip


def _judged(
    answer: p.FormAnswer,
    replay: Replay,
    known_table: KnownTable,
    language: Language,
    by: str | None,
) -> p.FormAnswer:
    """Add to a whole event its line, its sentence, and all that is wrong with it."""
    game, type_ = replay.game, str(answer.type)
    draft = Draft(type_, msgspec.json.encode(answer.data), None, by)
    try:
        event = event_of(draft, replay, answer.seq + 1)
        verdict = judged(known_table.fold(), [draft], known_table.viewer, language)
        line = game.need(NOTATION).write(type_, event, replay.state, language)
    except Refused as refused:  # what was written has not the form of such an event
        verdict, line = DraftVerdict([refused.finding], None, []), None
    answer.line, answer.says = line, " ".join(verdict.says) or None
    answer.warning = verdict.warning
    answer.findings = [draft_finding_entry(finding, game, language) for finding in verdict.findings]
    return answer


# --- pictures -------------------------------------------------------------------------------


async def symbols(request: AdmittedRequest) -> Response:
    """The pictures of a game's values, each a `<symbol>` with the id that choices name."""
    try:
        labels = game_named(request.path_params["game"]).need(LABELS)
    except UnknownGame as unknown:
        raise RagamiError("page-not-found") from unknown
    pictures = labels.pictures()
    if not pictures:
        raise RagamiError("page-not-found")
    drawn = "".join(
        f'<symbol id="{escape(picture)}" viewBox="{BOX}">{labels.symbol(picture)}</symbol>'
        for picture in pictures
    )
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'.encode()
    tag = f'"{sha256(sheet).hexdigest()[:16]}"'
    if is_known(request, tag):
        return unchanged(tag)
    return Response(sheet, headers={"ETag": tag}, media_type="image/svg+xml")
