"""Events in words, with what came of them: one readable line a record.

What came of an event is read off the moments before and after it; no rule is worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ragami.errors import N_
from ragami.findings import Finding
from ragami.games.ragami import events as ev
from ragami.games.ragami.events import NEUTRAL
from ragami.games.ragami.secrets import VISIBILITY
from ragami.games.ragami.speech import Speech, signed, speech
from ragami.games.ragami.state import State
from ragami.games.ragami.texts.look import Change, Moment, look
from ragami.games.ragami.texts.sentences import sentence
from ragami.language import Language

# The events that change the value of the player's own Virtue die; elsewhere the dice only grow.
OF_ONES_OWN_DIE: Final = (ev.ConflictTried, ev.VirtueConverted, ev.VirtueDieMoved)
WHY_OVER: Final = {
    "vp": N_("30 VP are reached"),
    "chips": N_("there are no chips left"),
    "vp+chips": N_("30 VP are reached, and there are no chips left"),
}


class Narrator:
    """Tells the events of a game in one language, for one viewer (None: all that is known).

    See `ragami.narration.Narrator`.
    """

    def __init__(self, language: Language, viewer: str | None = None) -> None:
        self.language = language
        self.viewer = viewer
        self._words = speech(language)

    def look(self, state: State, seq: int, coming: object = None) -> Moment:
        return look(state, seq, self.viewer, coming)

    def tell(self, event: object, before: Moment | None = None, after: Moment | None = None) -> str:
        change = Change(before, after) if before and after else None
        seen = VISIBILITY.redact(event, self.viewer)
        event_said = sentence(self._words, seen, change)
        effects = list(consequences(self._words, seen, change)) if change else []
        line = f"{event_said}: {'; '.join(effects)}" if effects else event_said
        return line[:1].upper() + line[1:]

    def player(self, event: object) -> str | None:
        colour = getattr(event, "player", None) or getattr(event, "ragami", None)
        return None if colour == NEUTRAL else colour

    def may_see(self, finding: Finding) -> Finding:
        return VISIBILITY.redact_finding(finding, self.viewer)


def consequences(words: Speech, event: object, change: Change) -> Iterator[str]:
    """Yield the consequences of an event, a phrase each."""
    if change.after.final:
        yield from _the_end(words, change.after.final)
        return
    player = getattr(event, "player", None)
    if isinstance(event, ev.RagamiMoved):
        yield from _purified(words, event, change)
    elif isinstance(event, ev.ConflictDieTurned):
        yield _it_shows(words, change.after.view["conflicts"][str(event.square)])
    elif isinstance(event, ev.RagamisSwapped):
        yield from _where_they_are(words, change)
    if gains := list(_own_gains(words, event, player, change)):
        yield ", ".join(gains)
    yield from _gains_of_others(words, event, player, change)
    if isinstance(event, ev.CardsDrawn):
        yield from _shuffled(words, event, change)
    yield from _of_the_round(words, event, change)


# --- for the players -----------------------------------------------------------------------


def _purified(words: Speech, event: ev.RagamiMoved, change: Change) -> Iterator[str]:
    """The Demons that are gone from where the Ragami has come to."""
    there = str(event.to)
    gone = change.before.view["demons"].get(there, 0) - change.after.view["demons"].get(there, 0)
    if gone:
        yield words.counted(gone, N_("1 Demon purified"), N_("{number} Demons purified"))


def _it_shows(words: Speech, value: int) -> str:
    _ = words.translate
    return _("it shows {value}").format(value=value)


def _where_they_are(words: Speech, change: Change) -> Iterator[str]:
    """The Ragamis that stand elsewhere now."""
    _ = words.translate
    before, after = (moment.view["players"] for moment in change)
    for colour, player in after.items():
        if player["ragami"] != before[colour]["ragami"]:
            yield _("{who} on {place}").format(
                who=words.player(colour), place=words.place(player["ragami"])
            )


def _own_gains(words: Speech, event: Any, player: str | None, change: Change) -> Iterator[str]:
    """Yield the gains and costs of the event's player that its sentence does not mention."""
    if player is None or player not in change.before.view["players"]:
        return
    exchanged = isinstance(event, ev.CubesConverted | ev.VirtueConverted | ev.VirtueStep)
    if vp := change.of(player, "vp") - (event.vp if exchanged else 0):
        yield _vp(words, vp)
    if change.of(player, "resolved"):
        number = change.after.view["players"][player]["resolved"]
        yield words.counted(number, N_("1 conflict resolved"), N_("{number} conflicts resolved"))
    put_in = event.cubes if isinstance(event, ev.ConflictTried) and vp else 0
    if cubes := change.of(player, "cubes") + put_in:
        yield _cubes(words, cubes)
    step = isinstance(event, ev.VirtueStep) and event.block is None
    if step or isinstance(event, OF_ONES_OWN_DIE):
        yield from _own_die(words, player, change)


def _own_die(words: Speech, player: str, change: Change) -> Iterator[str]:
    _ = words.translate
    before, after = (_virtue(moment, player) for moment in change)
    if before != after:
        yield _("Virtue die {before}→{after}").format(before=before, after=after)


def _virtue(moment: Moment, player: str) -> int:
    """The value of a Virtue die; 0 off the board."""
    die = moment.view["players"][player]["virtue"]
    return int(die["value"]) if die else 0


def _gains_of_others(
    words: Speech, event: object, player: str | None, change: Change
) -> Iterator[str]:
    """Yield the gains of the other players; after a conflict the reason is left out."""
    _ = words.translate
    tried = isinstance(event, ev.ConflictTried)
    for colour in change.before.view["players"]:
        if colour == player:
            continue
        name = words.player(colour)
        if vp := change.of(colour, "vp"):
            text = _("{who}'s Saint {gain}") if tried else _("{who} {gain}")
            yield text.format(who=name, gain=_vp(words, vp))
        if cubes := change.of(colour, "cubes"):
            text = _("{who}'s help {gain}") if tried else _("{who} {gain}")
            yield text.format(who=name, gain=_cubes(words, cubes))


def _vp(words: Speech, vp: int) -> str:
    _ = words.translate
    return _("{number} VP").format(number=signed(vp))


def _cubes(words: Speech, cubes: int) -> str:
    _ = words.translate
    text = _("{number} cube") if abs(cubes) == 1 else _("{number} cubes")
    return text.format(number=signed(cubes))


# --- for the table -------------------------------------------------------------------------


def _shuffled(words: Speech, event: ev.CardsDrawn, change: Change) -> Iterator[str]:
    """The deck has more cards than drawing leaves it: it was made anew."""
    _ = words.translate
    expected_left = change.before.view["deck"] - len(event.rejected) - len(event.kept)
    if change.after.view["deck"] != expected_left:
        yield _("the used cards are shuffled into a new deck")


def _of_the_round(words: Speech, event: object, change: Change) -> Iterator[str]:
    """Yield the changes that the end of a round and the preparation of the next one bring."""
    _ = words.translate
    before, after = change.before.view, change.after.view
    if before["phase"] == "turns" and after["phase"] == "preparation":
        yield _("round {number} is over").format(number=before["round"])
        first = words.player(after["first"])
        yield _("for round {number} {player} becomes first player").format(
            number=after["round"], player=first
        )
        raised = after["conflicts"]
        if raised:
            dice = [
                _("{die} on {square}").format(die=die, square=square)
                for square, die in sorted(raised.items(), key=lambda one: int(one[0]))
            ]
            yield _("each Conflict die goes up by one: {dice}").format(dice=words.listed(dice))
    if gone := sorted(set(_forbidden(after)) - set(_forbidden(before))):
        one, many = N_("{squares} is forbidden now"), N_("{squares} are forbidden now")
        yield _(one if len(gone) == 1 else many).format(squares=words.value(gone))
    if isinstance(event, ev.Passed | ev.RagamiDisplaced):
        yield from _grown(words, change)
    if isinstance(event, ev.ActionDiceSet):
        yield _("round {number} begins with {player}").format(
            number=after["round"], player=words.player(after["first"])
        )


def _forbidden(view: dict[str, Any]) -> list[int]:
    squares: list[int] = view.get("chips", {}).get("forbidden", [])
    return squares


def _grown(words: Speech, change: Change) -> Iterator[str]:
    """The Virtue dice that have grown."""
    _ = words.translate
    grown = {
        player: _virtue(change.after, player)
        for player in change.after.view["players"]
        if _virtue(change.before, player) != _virtue(change.after, player)
    }
    if grown:
        yield _("Virtue dice: {dice}").format(dice=words.value(grown))


def _the_end(words: Speech, final: dict[str, Any]) -> Iterator[str]:
    _ = words.translate
    yield _("the game is over, for {reason}").format(reason=_(WHY_OVER[final["reason"]]))
    yield words.listed(
        _("{player} {vp} VP ({bonus} of them as bonus)").format(
            player=words.player(colour), vp=player["vp"], bonus=player["bonus"]
        )
        for colour, player in final["players"].items()
    )
    winners = [words.player(colour) for colour in final["winners"]]
    text = _("{players} wins") if len(winners) == 1 else _("{players} share the victory")
    yield text.format(players=words.listed(winners))
