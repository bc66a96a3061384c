"""The written form of each event of Deal with the Devil. See `ragami.notation.forms`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ragami.decoded import Data
from ragami.game.opening import option_values
from ragami.games.deal_with_the_devil import kinds as k
from ragami.games.deal_with_the_devil.components import SHIPPED
from ragami.games.deal_with_the_devil.events import GameOpened, Options
from ragami.games.deal_with_the_devil.rules.facing import faced
from ragami.games.deal_with_the_devil.state import NO_SOULS, State
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.notation.forms import At, Form, Forms, Kind, Part, Reader, Unsaid
from ragami.notation.heads import Agreed, Players, RecordHeads, set_heads
from ragami.notation.kinds import Flag, Number, Or, Pattern, Text
from ragami.notation.line import Line
from ragami.notation.lists import Several
from ragami.notation.misread import Word, words_of
from ragami.notation.protocol import Notation
from ragami.notation.score_sheet import ScoreSheet

# --- rows ----------------------------------------------------------------------------------


def _nothing_known(_fields: Data, at: At) -> Data:
    """Return a draw of unknown cards; one is kept where the player has any (R-D-CARD-02)."""
    state: State | None = at.state
    player = state.players.get(at.data["player"]) if state is not None else None
    unknown_card = [None] if player and player.hand else []
    return {
        "player": at.data["player"],
        "kept": unknown_card,
        "drawn": [None] * k.DRAWN,
        "event": None,
    }


def _as_many_as_paid(state: State, data: Data) -> bool:
    """Return True if as many inquisitors are convinced as souls and indulgences are paid
    (R-D-FACE-02), and no more than there are."""
    if not {"souls", "indulgences"} <= data.keys():
        return True
    paid: int = data["souls"] + data["indulgences"]
    convinced: Sequence[str] = data.get("convinced", [])
    if paid > len(faced(state, state.players[data["player"]], tuple(convinced))):
        return False
    return len(convinced) == paid if isinstance(convinced, tuple) else len(convinced) <= paid


def _items(s: State) -> dict[str, list[str]]:
    """Return the ids of all cards with their names."""
    if s.cards is None:
        return {}
    names: dict[str, list[str]] = s.cards.names()
    return k.requests_called(s.cards.file.requests) | names


def _of_each_pile(state: State, data: Data) -> bool:
    """Return True if in round 1 a card of each pile is drawn, in order (R-D-CARD-01)."""
    drawn = data.get("drawn", ()) if state.round == 1 else ()
    return all(
        card is None or state.building(card).pile == "ABCD"[i] for i, card in enumerate(drawn)
    )


class NextStep(Kind):
    """The next step of the plan, where the line says none: it takes no choice."""

    expected = k.Step.expected
    covers = ("step", "choices")

    def read(self, reader: Reader) -> Data:
        step = self._due(reader.at)
        if reader.peek() or step is None:
            raise reader.stop(*self.expected, lost=not reader.peek())
        return {"step": step, "choices": []}

    def write(self, value: Data, at: At) -> list[str]:
        if value["choices"] or value["step"] != self._due(at):
            raise Unsaid(value)
        return []

    @staticmethod
    def _due(at: At) -> str | None:
        state: State | None = at.state
        player = state.players.get(at.data["player"]) if state is not None else None
        return player.plan.steps[0] if player and player.plan and player.plan.steps else None


FORMS: Final = Forms(
    [
        Form("distribution_sealed", "sealed {digest}"),
        Form("wishes_given", "{player} wish {wishes}"),
        Form("word_given", "{player} word {word}"),
        Form("characters_dealt", "roles {roles}"),
        Form("roles_shown", "shown {roles}"),
        Form(
            "cards_drawn",
            "{player} draw ?",
            gather=_nothing_known,
            read_only=True,
        ),
        Form(
            "cards_drawn",
            "{player} draw [k {kept}] {drawn} ev {event:maybe}",
            usual={"kept": []},
            fits=_of_each_pile,
        ),
        Form("buildings_passed", "{player} hand {cards}"),
        Form("offer_made", "{player} offer {offer}"),
        Form("offers_sent", "send {pass} {chests:roles}"),
        Form(
            "offer_answered",
            "{player} take [{answer.souls}]",
            usual={"answer.souls": NO_SOULS},
            fixed={"answer.accept": True},
        ),
        Form(
            "offer_answered",
            "{player} leave",
            fixed={"answer.accept": False, "answer.souls": NO_SOULS},
        ),
        Form("offer_answered", "{player} answer ?", fixed={"answer": None}),
        Form("chests_returned", "return"),
        Form("plan_shown", "{player} plan -", fixed=k.NOTHING_PLANNED),
        Form(
            "plan_shown",
            "{player} plan [{event}] [use {uses}] [build {builds}] [{hire}] [drop {discarded}]",
            usual=k.NOTHING_PLANNED,
            order=("discarded", "event", "uses", "builds", "hire"),
        ),
        Form("step_resolved", "{player} do {step} {choices}", fixed={"done": True}),
        Form("step_resolved", "{player} skip {step} {choices}", fixed={"done": False}),
        Form("step_resolved", "{player} do {*:next}", fixed={"done": True}, read_only=True),
        Form("step_resolved", "{player} skip {*:next}", fixed={"done": False}, read_only=True),
        Form(
            "achievement_claimed",
            "{player} claim {achievement}[>{space}] [with {courtiers}]",
            usual={"space": None, "courtiers": []},
        ),
        Form("actions_ended", "{player} end"),
        Form("votes_cast", "votes {votes}"),
        Form("charge_answered", "{player} innocent", fixed={"answer": "innocent"}),
        Form("charge_answered", "{player} guilty", fixed={"answer": "guilty"}),
        Form("wings_bought", "{player} wings {count}"),
        Form("ritual_opened", "ritual {chests}"),
        Form("inquisitor_turned", "turn {slot} {inquisitor}"),
        Form("accusation_answered", "{player} not is {of}", fixed={"true": False}, only="es"),
        Form("accusation_answered", "{player} is not {of}", fixed={"true": False}),
        Form("accusation_answered", "{player} is {of}", fixed={"true": True}),
        *(
            Form(
                "inquisition_faced",
                f"{{player}} {verb} <souls {{souls:count}}> <ind {{indulgences}}> {{*:faced}}",
                left_out={"souls": lambda _at: 0, "indulgences": lambda _at: 0},
                read_only=verb != "face",
                fits=_as_many_as_paid,
            )
            for verb in ("face", "answer")
        ),
        Form("wall_opened", "{player} wall {goods} souls {souls}"),
        Form("seed_opened", "seed {seed:digest}"),
        Form(
            "bank_traded",
            "{player} buy {buys:goods} [sell {sells:goods}]",
            usual={"sells": {}},
            spread=lambda data, _at: data if data["buys"] else None,
        ),
        Form(
            "bank_traded",
            "{player} sell {sells:goods} [buy {buys:goods}]",
            usual={"buys": {}},
        ),
        Form("loan_taken", "{player} loan {coins:count}"),
        Form("debt_paid", "{player} repay {coins:count}"),
        Form("request_shown", "{player} asks {card:request}"),
        Form(
            "revealed",
            "[{player}] reveal {place} from {seq:count} = {value}",
            usual={"player": None},
        ),
        # An undo to just after the sending of a pass of this round.
        Form(
            "undone",
            "back {to:past}",
            gather=lambda fields, _at: {"to": fields["to"], "reason": None},
            read_only=True,
        ),
    ],
    tables=TABLES,
    kinds={
        "player": k.SEAT,
        "digest": Pattern(".+", expected=k.EXPECTED["digest"]),
        "wishes": k.Wishes(),
        "word": Text(),
        "roles": k.Roles(
            k.SEAT, Or(k.ROLE, signs=k.UNKNOWN), least=4, solid=True, expected=k.EXPECTED["pair"]
        ),
        "kept": Several(k.MAYBE_CARD, most=1),
        "drawn": k.Drawn(),
        "maybe": k.MAYBE_CARD,
        "cards": Several(k.MAYBE_CARD, 2, 2),
        "offer": k.OFFER,
        "pass": Number(1, 2),
        "past": k.Pass(),
        "answer.souls": k.SOULS,
        "event": Several(Part("{card}:{side}", {"card": k.PLANNED_PIECE, "side": k.SIDE}), most=1),
        "uses": Several(k.PLANNED_PIECE),
        "builds": Several(k.Build()),
        "hire": Flag(k.SHEET["hire"]),
        "discarded": Several(k.MAYBE_CARD, most=1),
        "step": k.Step(),
        "next": NextStep(),
        "choices": Several(k.Picked()),
        "achievement": k.CARD,
        "space": Number(),
        "courtiers": Several(k.COURTIER),
        "votes": k.Votes(
            k.SEAT, Or(k.SEAT, signs={"-": "none"}), solid=True, expected=k.EXPECTED["pair"]
        ),
        "count": Number(),
        "chests": k.ByKey(k.ROLE, k.Chest()),
        "slot": Number(),
        "inquisitor": k.CARD,
        "of": k.SOUGHT,
        "souls": k.SOULS,
        "indulgences": Number(),
        "faced": k.Faced(),
        "goods": k.GOODS_OF,
        "card": k.CARD,
        "request": k.REQUEST,
        "place": k.Place(),
        "value": k.Value(),
    },
    items=_items,
)

# --- record 1 ------------------------------------------------------------------------------


GAME: Final = "deal-with-the-devil"
WORDS: Final = words_of(TABLES["head"])
BOOLEANS: Final = {Word("yes", "sí"): True, Word("no", "no"): False}


class Heads(RecordHeads):
    """Heads, or record 1 in one line, as sheets had it before there were any."""

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, object]:
        if heads or "=" not in rules.peek():
            return super().read_opening(rules, heads)
        from ragami.game.derived_notation import plain_fields  # noqa: PLC0415 (old sheets alone)

        return {"game": GAME, **plain_fields(rules, GameOpened)}


AGREED: Final = Agreed(option_values(Options), BOOLEANS, TABLES["option-word"])
COMPONENTS: Final = {"cards": SHIPPED}
HEADS: Final = Heads(*set_heads(GAME, WORDS, Players(k.SEATS, 4), COMPONENTS, AGREED))
NOTATION: Final[Notation] = ScoreSheet(FORMS, HEADS, k.SEATS)
