"""The state as JSON (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragami.games.scores.state import State


def view(s: State, seq: int, _viewer: str | None = None) -> dict[str, Any]:
    """Return the state after record `seq`; nothing is hidden, so everybody sees the same."""
    playing = s.phase == "play"
    places = s.places()
    columns = list(s.categories)
    return {
        "seq": seq,
        "phase": s.phase,
        "round": s.open_round if playing else s.rounds_begun,
        "ended": s.ended,
        "dealer": s.dealer if playing else None,
        "order": s.order() if playing else [],
        "due": s.due(),
        "players": {
            name: {
                "name": player.name,
                "team": player.team,
                "status": "in" if player.playing else "out",
            }
            for name, player in s.players.items()
        },
        "sides": {
            name: {
                "name": side.name,
                "status": "in" if s.in_play(name) else "out",
                "total": s.total(name),
                "place": places[name],
                "start": side.start,
                "adjusted": side.adjusted,
                "categories": s.named_categories(name),
            }
            for name, side in s.sides.items()
        },
        "rows": [
            {
                "round": number,
                "category": category,
                "points": {
                    side: s.rows[number, category][side]
                    for side in s.sides
                    if side in s.rows[number, category]
                },
            }
            for number, category in sorted(s.rows, key=lambda row: (row[0], columns.index(row[1])))
        ],
    }
