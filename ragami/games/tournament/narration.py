"""The texts of a tournament, from the tables of `words`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from ragami.decoded import Fields
from ragami.findings import Finding
from ragami.game.definition import GameDefinition
from ragami.game.words import TemplateNarrator, Templates
from ragami.games.tournament import words as tables
from ragami.games.tournament.guide import guide
from ragami.games.tournament.labels import labels_of
from ragami.games.tournament.pairing.costs import Seated, terms
from ragami.games.tournament.state import State
from ragami.games.tournament.words import FOLLOWS, value
from ragami.language import Language
from ragami.messages import listed


def points(twelfths: int) -> str:
    """Return twelfths as points: `5`, `3 1/2`."""
    units, remainder = divmod(abs(twelfths), 12)
    part = f"{Fraction(remainder, 12)}" if remainder else ""
    sign = "-" if twelfths < 0 else ""
    return sign + (" ".join((*([str(units)] if units else []), part)) if part else str(units))


class Called(NamedTuple):
    """A moment as the narrator needs it: the labels of the entrants, the number of the final."""

    round: int
    turn: int
    scores: Mapping[str, int]
    called: Mapping[str, str]
    final: int | None


class TournamentNarrator(TemplateNarrator):
    """Narrates events with people as they are called."""

    _called: Mapping[str, str] = {}
    _final: int | None = None
    # Those who are called so; whoever has entered stays, so that as many are the same.
    _entrants: Mapping[str, object] = {}
    _counted = -1

    def look(self, state: Any, seq: int, coming: Any = None) -> Called:
        position = _game().position(state)
        if state.entrants is not self._entrants or len(state.entrants) != self._counted:
            self._entrants, self._counted = state.entrants, len(state.entrants)
            self._labels_now = labels_of(state)
        self._called = self._labels_now
        final = state.final.number if state.final else None
        return Called(position.round, position.turn, dict(position.scores), self._called, final)

    def tell(self, event: Any, before: Any = None, after: Any = None) -> str:
        if moment := after or before:
            self._called, self._final = moment.called, moment.final
        return super().tell(event, before, after)

    def sentence(self, type_: str, data: Fields) -> str | None:
        called, name = self._called, data.get("name")
        if name is not None and called.get(data["entrant"], name) != name:
            # What tells two of one name apart is the club, or a number.
            data = {**data, "name": called[data["entrant"]], "club": None}
        if "round" in data:
            data = {**data, "final": data["round"] == self._final}
        return super().sentence(type_, {**data, "names": called})

    def gains(self, _event: object, before: Any, after: Any) -> str:
        changed = {name: n - before.scores.get(name, 0) for name, n in after.scores.items()}
        most_first = sorted(changed.items(), key=lambda gain: -gain[1])
        texts = (f"{self._called[name]} {WORDS.change(n)}" for name, n in most_first if n)
        return ", ".join(texts)


class Telling(Templates):
    """The words of a tournament. See `ragami.game.words.Templates`."""

    def narrator(self, language: Language, viewer: str | None = None) -> TournamentNarrator:
        return TournamentNarrator(_game(), self, language, viewer)

    def say(self, finding: Finding, language: Language) -> str:
        """Begin with the table and its log, where the finding is about no record of this log."""
        text = super().say(finding, language)
        at = tables.facts_in_words(finding.facts, language).get("at")
        return text[text.index(at) :] if at and finding.seq is None and at in text else text

    def filled(self, code: str, facts: Mapping[str, object], language: Language) -> str | None:
        template = tables.template(code, facts, language)
        if template is None:
            return None
        return template.format_map(tables.facts_in_words(facts, language)).rstrip(".")

    def moment(self, state: Any, language: Language) -> str:
        return guide(state, language).step

    def points(self, amount: int) -> str:
        return points(amount)

    def change(self, amount: int) -> str:
        return f"{'+' if amount > 0 else ''}{points(amount)}"

    def result(self, final: Fields, language: Language) -> str:
        """Return the winners, and the first places with their points."""
        players = final["players"]
        placed = [name for name, player in players.items() if player["place"] is not None]
        placed.sort(key=lambda name: int(players[name]["place"]))
        first = ", ".join(
            f"{players[name]['place']}. {name} {points(players[name]['points12'])}"
            for name in placed[:MOST]
        )
        winners = listed(final["winners"], language)
        return tables.value("wins", language).format(winners=winners, first=first)


MOST: Final = 4


def _game() -> GameDefinition:
    from ragami.games.tournament.game import GAME  # noqa: PLC0415 (it is newer than its words)

    return GAME


WORDS: Final = Telling(_game, {"en": tables.codes("en"), "es": tables.codes("es")})


# --- pairings -------------------------------------------------------------------------------------


def say(code: str, language: Language, **facts: Any) -> str:
    """Return a sentence about the consequences of a step."""
    return FOLLOWS[code].text(language).format(**facts)


def priced(
    s: State, number: int, tables: Seated, byes: Sequence[str], language: Language
) -> Iterator[str]:
    """Yield the cost of a pairing with the terms that are not 0, its tables and its byes."""
    costs = terms(s, s.rounds[: number - 1], tables, byes)
    parts = ", ".join(f"{value(f'cost/{name}', language)} {n}" for name, n in costs.items() if n)
    yield say("cost", language, cost=sum(costs.values()), parts=parts and f": {parts}")
    yield from seated(s, tables, byes, language)


def seated(s: State, tables: Seated, byes: Sequence[str], language: Language) -> Iterator[str]:
    """Yield each table with its people by label, and the byes."""
    for number, seats in enumerate(tables, 1):
        yield f"{number}: {list_entrants(s, seats)}"
    if byes:
        yield f"{value('byes', language)}: {list_entrants(s, byes)}"


def mark(status: str, language: Language) -> str:
    """Return what stands behind the name of an entrant who is not `in`."""
    return "" if status == "in" else f" ({value(status, language)})"


def list_entrants(s: State, entrants: Sequence[str]) -> str:
    called = labels_of(s)
    return ", ".join(called[entrant] for entrant in entrants)
