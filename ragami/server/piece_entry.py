"""A card of the box that the table meets for the first time: what is asked of it, and entering it.

Record 1 is corrected: the game is judged as if it had been opened with the card.
"""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import Response

from ragami.errors import RagamiError
from ragami.game.capabilities import PIECES
from ragami.game.definition import GameDefinition
from ragami.game.labelling import label_of
from ragami.game.labels import Label
from ragami.judge.report import game_of
from ragami.language import translator
from ragami.server import question_bodies as q
from ragami.server.admission import AdmittedRequest
from ragami.server.answers import as_json
from ragami.server.bodies import read_as
from ragami.server.screens import viewer_of
from ragami.server.writing import expected, write
from ragami.table.piece_entry import NAME, brought, columns_of, entered_piece
from ragami.table.recording import Draft, Recording


def both(text: str) -> Label:
    """Return a message of the catalogue in both languages."""
    return label_of(lambda language: translator(language)(text))


async def form(request: AdmittedRequest) -> Response:
    """Return what is asked about a piece of a kind."""
    known_table = await request.service.known(request.table, viewer_of(request.audience))
    game, kind = game_of(known_table.lines[0]), request.query_params.get("kind", "")
    _expect_kind(game, kind)
    component = game.need(PIECES).component
    columns = [
        q.AskedCell(column.name, both(column.asks), column.such_as)
        for column in columns_of(game, kind)
    ]
    called = label_of(lambda language: game.words.word(f"{component}/{kind}", language))
    return as_json(q.PieceForm(kind, called, columns))


async def enter(request: AdmittedRequest) -> Response:
    """Give the game a piece."""
    caller, policy = request.caller, request.agreed.policy
    if caller.role == "seat" and policy.enters == "keeper":
        raise RagamiError("not-allowed", role=caller.role)
    after, body, stamp = expected(request), await request.read(), request.stamp()
    new_piece, language = read_as(q.NewPiece, body), request.language
    reason = translator(language)("Entered at the table: {name}")

    def drafts(recording: Recording) -> Sequence[Draft]:
        replay = recording.replay
        _expect_kind(replay.game, new_piece.kind)
        piece = entered_piece(replay, new_piece.kind, new_piece.cells, language, new_piece.like)
        why = reason.format(name=new_piece.cells[NAME].strip())
        return [brought(replay, piece.component, why, stamp)]

    return await write(request, after, body, drafts)


def _expect_kind(game: GameDefinition, kind: str) -> None:
    """Raise `RagamiError` `wrong-request` unless pieces of this kind can be entered."""
    pieces = game.get(PIECES)
    if pieces is None or kind not in pieces.kinds:
        raise RagamiError("wrong-request", problem="kind: there are no such pieces")
