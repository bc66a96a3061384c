"""Events in words, with what came of them: one readable line a record.

What came of an event is read off the moments before and after it; no rule is worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ragami.decoded import Data
from ragami.findings import Finding
from ragami.games.ragami import events as ev
from ragami.games.ragami.events import NEUTRAL
from ragami.games.ragami.look import Change, Moment, look
from ragami.games.ragami.secrets import VISIBILITY
from ragami.games.ragami.sentences import sentence
from ragami.games.ragami.speech import Speech, signed, speech
from ragami.games.ragami.state import State
from ragami.language import Language, capital

# The events that change the value of the player's own Virtue die; elsewhere the dice only grow.
OF_ONES_OWN_DIE: Final = (ev.ConflictTried, ev.VirtueConverted, ev.VirtueDieMoved)


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
        return capital(line)

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
        yield words.say("die_shows", value=change.after.view["conflicts"][str(event.square)])
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
        yield words.counted(gone, "purified")


def _where_they_are(words: Speech, change: Change) -> Iterator[str]:
    """The Ragamis that stand elsewhere now."""
    before, after = (moment.view["players"] for moment in change)
    for colour, player in after.items():
        if player["ragami"] != before[colour]["ragami"]:
            place = words.place(player["ragami"])
            yield words.say("who_stands", who=words.player(colour), place=place)


def _own_gains(words: Speech, event: Any, player: str | None, change: Change) -> Iterator[str]:
    """Yield the gains and costs of the event's player that its sentence does not mention."""
    if player is None or player not in change.before.view["players"]:
        return
    exchanged = isinstance(event, ev.CubesConverted | ev.VirtueConverted | ev.VirtueStep)
    if vp := change.of(player, "vp") - (event.vp if exchanged else 0):
        yield _vp(words, vp)
    if change.of(player, "resolved"):
        number = change.after.view["players"][player]["resolved"]
        yield words.counted(number, "resolved")
    put_in = event.cubes if isinstance(event, ev.ConflictTried) and vp else 0
    if cubes := change.of(player, "cubes") + put_in:
        yield _cubes(words, cubes)
    step = isinstance(event, ev.VirtueStep) and event.block is None
    if step or isinstance(event, OF_ONES_OWN_DIE):
        yield from _own_die(words, player, change)


def _own_die(words: Speech, player: str, change: Change) -> Iterator[str]:
    before, after = (_virtue(moment, player) for moment in change)
    if before != after:
        yield words.say("own_die", before=before, after=after)


def _virtue(moment: Moment, player: str) -> int:
    """The value of a Virtue die; 0 off the board."""
    die = moment.view["players"][player]["virtue"]
    return int(die["value"]) if die else 0


def _gains_of_others(
    words: Speech, event: object, player: str | None, change: Change
) -> Iterator[str]:
    """Yield the gains of the other players; after a conflict the reason is left out."""
    tried = isinstance(event, ev.ConflictTried)
    for colour in change.before.view["players"]:
        if colour == player:
            continue
        name = words.player(colour)
        if vp := change.of(colour, "vp"):
            yield words.say("saint_gains" if tried else "gains", who=name, gain=_vp(words, vp))
        if cubes := change.of(colour, "cubes"):
            gain = _cubes(words, cubes)
            yield words.say("help_gains" if tried else "gains", who=name, gain=gain)


def _vp(words: Speech, vp: int) -> str:
    return words.say("vp", number=signed(vp))


def _cubes(words: Speech, cubes: int) -> str:
    return words.say("cube" if abs(cubes) == 1 else "cubes", number=signed(cubes))


# --- for the table -------------------------------------------------------------------------


def _shuffled(words: Speech, event: ev.CardsDrawn, change: Change) -> Iterator[str]:
    """The deck has more cards than drawing leaves it: it was made anew."""
    expected_left = change.before.view["deck"] - len(event.rejected) - len(event.kept)
    if change.after.view["deck"] != expected_left:
        yield words.say("shuffled")


def _of_the_round(words: Speech, event: object, change: Change) -> Iterator[str]:
    """Yield the changes that the end of a round and the preparation of the next one bring."""
    before, after = change.before.view, change.after.view
    if before["phase"] == "turns" and after["phase"] == "preparation":
        yield words.say("round_over", number=before["round"])
        first = words.player(after["first"])
        yield words.say("becomes_first", number=after["round"], player=first)
        raised = after["conflicts"]
        if raised:
            dice = [
                words.say("die_on_square", die=die, square=square)
                for square, die in sorted(raised.items(), key=lambda entry: int(entry[0]))
            ]
            yield words.say("dice_raised", dice=words.listed(dice))
    if gone := sorted(set(_forbidden(after)) - set(_forbidden(before))):
        code = "forbidden" if len(gone) == 1 else "forbidden_many"
        yield words.say(code, squares=words.value(gone))
    if isinstance(event, ev.Passed | ev.RagamiDisplaced):
        yield from _grown(words, change)
    if isinstance(event, ev.ActionDiceSet):
        first = words.player(after["first"])
        yield words.say("round_begins", number=after["round"], player=first)


def _forbidden(view: Data) -> list[int]:
    squares: list[int] = view.get("chips", {}).get("forbidden", [])
    return squares


def _grown(words: Speech, change: Change) -> Iterator[str]:
    """The Virtue dice that have grown."""
    grown = {
        player: _virtue(change.after, player)
        for player in change.after.view["players"]
        if _virtue(change.before, player) != _virtue(change.after, player)
    }
    if grown:
        yield words.say("virtue_dice", dice=words.value(grown))


def _the_end(words: Speech, final: Data) -> Iterator[str]:
    yield words.say("game_over", reason=words.tables["reason"][final["reason"]])
    yield words.listed(
        words.say("final_vp", player=words.player(colour), vp=player["vp"], bonus=player["bonus"])
        for colour, player in final["players"].items()
    )
    winners = [words.player(colour) for colour in final["winners"]]
    code = "wins" if len(winners) == 1 else "share"
    yield words.say(code, players=words.listed(winners))
