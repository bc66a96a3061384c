"""The score sheet of the game. See `ragami.notation.protocol.Notation`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import convert

from ragami.game.defaults.notation import PlainNotation
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.game import GAME
from ragami.games.deal_with_the_devil.legal import legal
from ragami.games.deal_with_the_devil.sheet.heads import (
    HEADS,
    empty_heads,
    read_opening,
    write_opening,
)
from ragami.games.deal_with_the_devil.sheet.reading import OF_ALL, OF_PLAYERS, Reader
from ragami.games.deal_with_the_devil.sheet.terms import SEATS, VERBS
from ragami.games.deal_with_the_devil.sheet.writing import WRITTEN, Pen, Unsaid
from ragami.language import Language
from ragami.notation import protocol
from ragami.notation.line import Line
from ragami.notation.misread import Word
from ragami.notation.protocol import Continuation

VERB_OF: Final = {
    "cards_drawn": "draw",
    "buildings_passed": "hand",
    "offer_made": "offer",
    "offer_answered": "take",
    "plan_shown": "plan",
    "step_resolved": "do",
    "achievement_claimed": "claim",
    "actions_ended": "end",
    "charge_answered": "innocent",
    "wings_bought": "wings",
    "accusation_answered": "is",
    "inquisition_faced": "face",
    "wall_opened": "wall",
    "bank_traded": "buy",
    "loan_taken": "loan",
    "debt_paid": "repay",
    "request_shown": "asks",
    "wishes_given": "wish",
    "word_given": "word",
    "distribution_sealed": "sealed",
    "characters_dealt": "roles",
    "roles_shown": "shown",
    "offers_sent": "send",
    "chests_returned": "return",
    "votes_cast": "votes",
    "ritual_opened": "ritual",
    "inquisitor_turned": "turn",
    "seed_opened": "seed",
}
EXAMPLES: Final = """
R draw + vineyard x102 rectory x104 ev a4
R hand x203 x207
R offer 2S for 4$
send 1 R:m2 B:de G:cu Y:m1
R take 1c
return
R plan a4:left use vineyard build x102! fort hire drop ?
R do build fort minor_2>3
R claim minor_1>2 with urban
R end
votes R>Y B>Y G>- Y>R
Y innocent
R wings 2
ritual m1 3$ devil>Y cultist>R; m2 -; cu 1$ devil>Y; de 3$ souls 2m1c
turn 1 orator
R is not cultist
R face souls 2 ind 1 ok ascetic orator; squanderer 1M; vandal x203
R wall 2M1S3$ souls 3m
R buy 1W sell 1M
R loan 5
R repay 3
R asks ask_wood
R reveal offer from 57 = 2S for 4$
"""


class Notation(PlainNotation):
    """See `ragami.notation.protocol.Notation`."""

    heads: Mapping[Word, str] = HEADS
    seats: Mapping[Word, str] = SEATS
    verbs: Sequence[Word] = tuple(VERBS.values())

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> Any:
        if not heads and "=" in (rules.peek() or ""):  # as sheets had it before there were heads
            return super().read_opening(rules, heads)
        return read_opening(rules, heads)

    def write_opening(self, event: Any, language: Language) -> list[str]:
        return list(write_opening(event, language))

    def empty_heads(self, language: Language) -> Iterator[str]:
        return empty_heads(language)

    def read(self, line: Line, state: Any) -> tuple[str, Any]:
        reader = Reader(line, state)
        seat = next((seat for word, seat in SEATS.items() if line.peek() in word), None)
        if seat is None:
            read_all = line.one_of(OF_ALL, *SEATS)
            found: tuple[str, Any] = read_all(reader)
        else:
            line.take()
            type_, data = line.one_of(OF_PLAYERS)(reader, seat)
            found = type_, {"player": seat, **data}
        line.end()
        return found

    def write(self, type_: str, event: Any, _state: Any, language: Language) -> str | None:
        pen = Pen(language)
        write = WRITTEN.get(type(event))
        try:
            said = write(event, pen) if write else None
        except Unsaid:
            return None
        if said is None:
            return None
        verb, rest = said
        player = getattr(event, "player", None)
        parts = (pen.seat(player) if player else "", pen.verb(verb), rest)
        return " ".join(part for part in parts if part)

    def continuations(self, text: str, state: Any, language: Language) -> Iterator[Continuation]:
        """Who may do something now, and what; what follows a verb is shown by the examples."""
        words = text.split()
        pen = Pen(language)
        seen: set[str] = set()
        for choice in legal(state):
            seat = choice.data.get("player")
            verb = pen.verb(VERB_OF[choice.type])
            token = pen.seat(seat) if seat and not words else verb
            at = not words if not seat else not words or words == [pen.seat(seat)]
            if at and token not in seen:
                seen.add(token)
                told = seat if token != verb else choice.type
                yield Continuation(token, self._game.words.word(str(told), language))

    def example(self, text: str, _language: Language) -> str:
        """The example of the line's verb."""
        words = text.split()
        verbs = set(words[:2])
        lines = EXAMPLES.strip().splitlines()
        return next((line for line in lines if verbs & set(line.split()[:2]) - set("RBGY")), "")

    def reference(self, language: Language) -> Iterator[tuple[str, str]]:
        """An example of every line, and what it says."""
        for line in EXAMPLES.strip().splitlines():
            type_, data = self.read(Line(line), None)
            event = convert(data, ev.Revealed if type_ == "revealed" else ev.EVENTS[type_])
            written = self.write(type_, event, None, language)
            yield written or line, self._game.words.word(type_, language)
        yield f"{VERBS['back'].say(language)} 1", self._game.words.word("back-to-pass", language)


NOTATION: Final[protocol.Notation] = Notation(GAME)
