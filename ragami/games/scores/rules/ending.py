"""The end: declared places, the reason, and the result."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ragami.findings import Breaches, breach
from ragami.games.scores import events as ev
from ragami.games.scores.rules.cells import incomplete, wrong_sums
from ragami.games.scores.state import State


def check_game_ended(s: State, e: ev.GameEnded) -> Breaches:
    """Judge the end: R-S-PLACE-01, -03, -02, R-S-END-02."""
    firm = _wrong_sides(s, e) or _wrong_count(e)
    if firm:
        return firm
    wrong = _against_points(s, e)
    if _reason(s, e) == "early" and e.reason is None:
        wrong.append(breach("R-S-END-02"))
    return wrong


def _wrong_sides(s: State, e: ev.GameEnded) -> Breaches:
    """R-S-PLACE-01."""
    if e.places is None:
        declared = s.options.result == "declared"
        return [breach("R-S-PLACE-01", problem="places-wanted")] if declared else []
    unlike = sorted(e.places.keys() ^ s.sides.keys())
    return [breach("R-S-PLACE-01", problem="other-sides", names=unlike)] if unlike else []


def _wrong_count(e: ev.GameEnded) -> Breaches:
    """R-S-PLACE-03."""
    places = {side: place for side, place in (e.places or {}).items() if place is not None}
    counted = {
        side: 1 + sum(other < place for other in places.values()) for side, place in places.items()
    }
    wrong = {side: place for side, place in places.items() if place != counted[side]}
    if not wrong:
        return []
    right = {side: counted[side] for side in wrong}
    return [breach("R-S-PLACE-03", places=wrong, counted=right)]


def _against_points(s: State, e: ev.GameEnded) -> Breaches:
    """R-S-PLACE-02: places split ties, and say nothing else than the points."""
    if e.places is None or s.options.result != "points":
        return []
    lost = [side for side, place in e.places.items() if place is None]
    ranked = sorted(s.sides, key=s.rank_key)
    against = [
        [better, worse]
        for better, worse in combinations(ranked, 2)
        if s.rank_key(better) < s.rank_key(worse)
        and (e.places[better] or 0) >= (e.places[worse] or 0)
    ]
    if lost:
        facts: dict[str, Any] = {"problem": "place-wanted", "names": lost}
    elif against:
        facts = {"problem": "against-points", "names": against[0]}
    else:
        return []
    return [breach("R-S-PLACE-02", "A-S-PLACE-01", **facts)]


def _reason(s: State, e: ev.GameEnded) -> str:
    """Return why the game is over (5.3)."""
    options = s.options
    if e.places is not None and options.result != "points":
        return "declared"
    if s.phase == "decided":
        return "target" if s.reached() else "rounds"
    whole = s.rounds_begun == s.ended or not (incomplete(s) or wrong_sums(s))
    return "ended" if options.rounds is None and options.target is None and whole else "early"


def apply_game_ended(s: State, e: ev.GameEnded, _seq: int) -> None:
    """Close the pad."""
    s.reason = _reason(s, e)
    s.declared = e.places
    s.phase = "over"


def outcome(s: State) -> dict[str, Any] | None:
    """Return the `final` of section 6, None while the game goes on."""
    if s.phase != "over":
        return None
    places = s.places()
    ranks = sorted({place for place in places.values() if place is not None})
    return {
        "ended": True,
        "reason": s.reason,
        "rounds": s.rounds_begun,
        "players": {
            player: {
                "score": s.total(side),
                "place": places[side],
                "team": s.players[player].team,
                "adjusted": s.sides[side].adjusted,
                "categories": categories(s, side),
            }
            for player, side in ((player, s.side_of(player)) for player in s.players)
        },
        "ranking": [[side for side in s.sides if places[side] == rank] for rank in ranks],
        "winners": [player for player in s.players if places[s.side_of(player)] == 1],
    }


def categories(s: State, side: str) -> dict[str, int]:
    """Return what each category gave a side; empty in a game without categories."""
    return {name: points for name, points in s.by_category(side).items() if name is not None}
