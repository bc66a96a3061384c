"""The next step for the referee. See `ragami.game.capabilities.Guidance`."""

from __future__ import annotations

from ragami.game.capabilities import Guide
from ragami.games.tournament.events import Event, PairingOverridden, RoundPaired
from ragami.games.tournament.labels import labels_of
from ragami.games.tournament.pairing.costs import shape
from ragami.games.tournament.rules.closing import all_done
from ragami.games.tournament.rules.rounds import waiting
from ragami.games.tournament.state import State
from ragami.games.tournament.words import GUIDE, value
from ragami.language import Language
from ragami.messages import ranges


def guide(s: State, language: Language) -> Guide:
    """Return the moment, what is due, and hints."""
    step = value(s.phase if s.opened else "none", language)
    if s.phase == "round":
        step += f" {len(s.rounds)}"
    return Guide(step, GUIDE[_due(s)].text(language).format(**_facts(s)), _hints(s, language))


def _due(s: State) -> str:
    if s.opened is None:
        return "open"
    if s.phase in ("round", "final"):
        if tables := waiting(s):
            last = "result" if s.phase == "round" else "result-final"
            return last if len(tables) == 1 else "results"
        return "close-round" if s.phase == "round" else "close"
    if s.phase == "over":
        return "over"
    if s.phase == "between" and s.all_played:
        return "close" if all_done(s) else "cut"
    return _next_pairing(s)


def _next_pairing(s: State) -> str:
    few = shape(s.options, len(s.who_is_in())) is None
    if s.phase == "registration" and s.with_status("out"):
        return "check-in-too-few" if few else "check-in"
    return "too-few" if few else "pair"


def _facts(s: State) -> dict[str, str]:
    return {
        "tables": ranges(waiting(s)),
        "in": str(len(s.who_is_in())),
        "out": str(len(s.with_status("out"))),
        "coming": str(len(s.rounds) + 1),
    }


def _hints(s: State, language: Language) -> tuple[str, ...]:
    """Return a hint that names the seated players of the open round who have left."""
    present, called = s.present if s.phase == "round" else None, labels_of(s)
    gone = [
        f"{called[name]} ({table.number})"
        for table in (present.tables if present else ())
        for name in table.players
        if s.entrants[name].status != "in" and not table.is_kept
    ]
    return (GUIDE["gone"].text(language).format(names=", ".join(gone)),) if gone else ()


def warning(_s: State, event: Event, language: Language) -> str | None:
    """Return a warning before a pairing is undone that people have seen."""
    if isinstance(event, RoundPaired | PairingOverridden):
        return GUIDE["shown"].text(language)
    return None
