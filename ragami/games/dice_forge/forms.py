"""The written form of each event of Dice Forge. See `ragami.notation.forms`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ragami.decoded import Data
from ragami.games.dice_forge.components import SHIPPED
from ragami.games.dice_forge.events import OWNER
from ragami.games.dice_forge.faces import FACE, RESOURCE_OF
from ragami.games.dice_forge.rules.due import due_players, open_throws
from ragami.games.dice_forge.rules.forging import slot_of
from ragami.games.dice_forge.state import RollDice, State
from ragami.games.dice_forge.words import TABLES
from ragami.notation.forms import At, Form, Forms, Kind, Misfit, Part, Reader
from ragami.notation.heads import Chosen, Players, set_heads
from ragami.notation.kinds import Known, Number, Or, Pattern, Text, Words
from ragami.notation.line import quoted, text_in
from ragami.notation.lists import Pairs, Sections, Several
from ragami.notation.misread import Word, codes_of, words_of
from ragami.notation.protocol import Continuation, Notation
from ragami.notation.score_sheet import ScoreSheet

LETTERS: Final = words_of(TABLES["letter"])
EXPECTED: Final = words_of(TABLES["expected"])
COLOURS: Final = codes_of(TABLES["letter"])
SEATS: Final = COLOURS | {Word(*TABLES["value"][colour]): colour for colour in LETTERS}
FEATS: Final = codes_of(TABLES["feat-word"])
LETTER_OF: Final[dict[str, str]] = {resource: letter for letter, resource in RESOURCE_OF.items()}
NO_GLORY: Final = {"gold": 0, "sun": 0, "moon": 0}
NOTHING_DECIDED: Final = {
    "copy": None, "choice": None, "ship": None, "hammer": 0, "to_glory": NO_GLORY,
}  # fmt: skip


# --- kinds ---------------------------------------------------------------------------------


def _resource(*letters: str, sign: str = "") -> Words:
    """Return the kind of some of the resources, by their letters."""
    table = {Word(letter, letter): RESOURCE_OF[letter] for letter in letters}
    spellings = [sign + letter for letter in letters]
    return Words(table, whole=True, widget="resource", expected=spellings)


SEAT: Final = Words(SEATS, whole=True, widget="seat", expected=COLOURS)
ANY_SEAT: Final = Words(SEATS, widget="seat", expected=COLOURS)
FACES: Final = Pattern(FACE, fold=True, widget="face", expected=EXPECTED["face"])
SLOT: Final = Or(Number(1, 6), FACES, expected=EXPECTED["rolled"])
COUNT: Final = Number(0, 10**9 - 1, expected=EXPECTED["count"])
FEAT: Final = Known(
    lambda s: {feat: TABLES["feat"].get(feat, ()) for feat in s.table.feats} if s.opened else {},
    FEATS,
    widget="feat",
    missing=lambda s: (word for word, feat in FEATS.items() if feat in s.stacks),
)


class Die(Kind):
    """A die: `1` one's own, unless that is always written `in_full`; `B.2` another's."""

    widget = "die"
    expected = (EXPECTED["die"],)

    def __init__(self, *, in_full: bool = False) -> None:
        self.in_full = in_full

    def text(self, text: str, at: At) -> str:
        seat, dot, die = text.rpartition(".")
        colour = at.data.get("player") if not dot else ANY_SEAT.text(seat, at)
        if die not in ("1", "2") or not colour:
            raise Misfit(*self.expected)
        return f"{colour}.{die}"

    def say(self, value: str, at: At) -> str:
        colour, _, die = value.partition(".")
        own = colour == at.data.get("player") and not self.in_full
        return die if own else f"{LETTERS[colour].say(at.language)}.{die}"


class ToGlory(Kind):
    """The amounts of an entry that are converted to glory: `v2s v1m`."""

    widget = "tally"
    expected = (EXPECTED["die"],)
    usual = NO_GLORY
    _each = re.compile(r"v(\d{1,9})([gsm])", re.IGNORECASE | re.ASCII)

    def read(self, reader: Reader) -> Data:
        units = dict(NO_GLORY)
        if not self._each.fullmatch(reader.peek()):
            raise reader.stop(*self.expected)
        while match := self._each.fullmatch(reader.peek()):
            units[RESOURCE_OF[match[2].lower()]] = int(match[1])
            reader.take()
        return units

    def write(self, value: Data, _at: At) -> list[str]:
        return [f"v{n}{LETTER_OF[resource]}" for resource, n in value.items() if n]


class Pool(Text):
    """The name of a pool, in quotes where it has a sign in it."""

    def text(self, text: str, _at: At) -> str:
        name = text_in(text) if text[:1] == '"' else text
        if not name:
            raise Misfit(*self.expected)
        return name

    def say(self, value: str, _at: At) -> str:
        plain = value and value.isprintable() and not set(value) & set(' :"#\\')
        return value if plain else quoted(value)


class Rolled(Kind):
    """A roll: `O 1.3 2.6 G 1.1 2.1m`. One player's needs no colour, one die's no number.

    Faces without a die are those of the dice that are due, in their order, or the other way round
    where they can only be so; without a colour they are of all dice that are due. Never of some:
    a die that is left out would be a silent claim.
    """

    widget = "die"
    expected = (EXPECTED["rolled"],)

    def read(self, reader: Reader) -> Data:
        state: State = reader.at.state
        task = state.top
        due = task.dice if isinstance(task, RollDice) else ()
        players = task.players if task else ()
        colour = reader.at.data.get("who") or (players[0] if len(players) == 1 else None)
        rolls: Data = {}
        while token := reader.peek():
            if seat := self._colour(token, reader.at):
                colour = seat
                reader.take()
            elif "." in token:
                self._die(token, colour, rolls, reader)
            else:
                self._faces(colour, due, rolls, reader)
        if not rolls:
            raise reader.stop(*self.expected)
        return rolls

    def _colour(self, token: str, at: At) -> str | None:
        try:
            return str(SEAT.text(token, at))
        except Misfit:
            return None

    def _die(self, token: str, colour: str | None, rolls: Data, reader: Reader) -> None:
        """Read `1.3`, `2.1m`."""
        die, _, up = token.partition(".")
        if colour is None:
            raise reader.stop(*COLOURS)
        if die not in ("1", "2") or f"{colour}.{die}" in rolls:
            raise reader.stop(*self.expected)
        rolls[f"{colour}.{die}"] = self._shown(up, reader)
        reader.take()

    def _shown(self, text: str, reader: Reader) -> int | str:
        try:
            value: int | str = SLOT.text(text, reader.at)
        except Misfit:
            raise reader.stop(*self.expected) from None
        return value

    def _faces(self, colour: str | None, due: Sequence[str], rolls: Data, reader: Reader) -> None:
        """Read faces that name no die, up to the next colour."""
        dice = [die for die in due if die not in rolls and colour in (None, OWNER[die][0])]
        if not dice:
            raise reader.stop(*(self.expected if colour else COLOURS))
        faces: list[int | str] = []
        for _ in dice:
            if len(dice) > 1 and reader.peek()[:1].isdigit() and reader.peek().isdigit():
                raise reader.stop(*self.expected)
            faces.append(self._shown(reader.peek(), reader))
            reader.take()
        state: State = reader.at.state
        for own in _by_owner(dice):
            mine, faces = faces[: len(own)], faces[len(own) :]
            swapped = not _can_be(state, own, mine) and _can_be(state, own, mine[::-1])
            rolls.update(zip(own, mine[::-1] if swapped else mine, strict=True))

    def write(self, value: Data, at: At) -> list[str]:
        return list(self._written(value, at))

    def _written(self, rolls: Data, at: At) -> Iterator[str]:
        before = at.data.get("who")
        for ref, up in rolls.items():
            colour, _, die = ref.partition(".")
            if colour != before:
                yield LETTERS[colour].say(at.language)
                before = colour
            yield f"{die}.{up}"

    def words(self) -> Iterable[Word]:
        return SEATS

    def continuations(self, tokens: Sequence[str], at: At) -> Iterator[Continuation]:
        """Yield the next die that is due, by its faces and its sides, or the colour before it."""
        from ragami.games.dice_forge.narration import WORDS, face_name  # noqa: PLC0415 (law 10)

        state: State = at.state
        task = state.top
        if not isinstance(task, RollDice):
            return
        colour = at.data.get("who") or (task.players[0] if len(task.players) == 1 else None)
        rolled: set[str] = set()
        for token in tokens:
            if named_colour := self._colour(token, at):
                colour = named_colour
            else:
                rolled.add(f"{colour}.{token.partition('.')[0]}")
        if task.why == "minor" and rolled:
            return
        waiting = [die for die in task.dice if die not in rolled]
        own = [die for die in waiting if OWNER[die][0] == colour]
        if not own:
            for seat in dict.fromkeys(OWNER[die][0] for die in waiting):
                yield Continuation(LETTERS[seat].say(at.language), WORDS.word(seat, at.language))
        for die in own:
            slots = state.die(die).slots
            for face, _number in Counter(slots).most_common():
                yield Continuation(f"{die[-1]}.{face}", face_name(face, at.language))
            for slot, face in enumerate(slots, 1):
                yield Continuation(f"{die[-1]}.{slot}", face_name(face, at.language))


def _by_owner(dice: Sequence[str]) -> list[list[str]]:
    owners = dict.fromkeys(OWNER[die][0] for die in dice)
    return [[die for die in dice if OWNER[die][0] == owner] for owner in owners]


def _can_be(state: State, dice: Sequence[str], faces: Sequence[int | str]) -> bool:
    return all(face in state.die(die).slots for die, face in zip(dice, faces, strict=True))


FORGE: Final = Part(
    "{face}>{die}.{slot}",
    {"face": FACES, "die": Number(1, 2), "slot": SLOT},
    expected=EXPECTED["forge"],
)


def _only_die(at: At) -> str | None:
    """Return the die of a player's open throw, where it has only one."""
    throws = [
        task.throw for task in open_throws(at.state) if task.throw.player == at.data["player"]
    ]
    return next(iter(throws[0].faces)) if throws and len(throws[0].faces) == 1 else None


ENTRY: Final = Part(
    "<{of}>[={copy}][:{choice}][^{ship}] [h{hammer}] [{to_glory}]",
    {
        "of": Die(),
        "copy": Die(in_full=True),
        "choice": _resource(*"gsmp", sign=":"),
        "ship": FORGE,
        "hammer": Number(0, 10**9 - 1, expected=EXPECTED["hammer"]),
        "to_glory": ToGlory(),
    },
    usual=NOTHING_DECIDED,
    left_out={"of": _only_die},
    expected=EXPECTED["die"],
)
NUMBERS: Final = Pairs(ANY_SEAT, COUNT, solid=True)
COUNTED: Final = Pairs(FACES, COUNT, solid=True)
SHOWN: Final[dict[str, Kind]] = {
    **dict.fromkeys(("gold", "sun", "moon", "glory"), NUMBERS),
    **dict.fromkeys(("sanctuary", "garden"), COUNTED),
    "feats": Pairs(
        Known(None, FEATS, widget="feat", expected=EXPECTED["count"]), COUNT, solid=True
    ),
    "dice": Pairs(Die(), Several(FACES, joined=","), solid=True),
    "up": Pairs(Die(), FACES, solid=True),
    "portals": Pairs(ANY_SEAT, Or(COUNT, signs={"-": None}), solid=True),
}


# --- rows ----------------------------------------------------------------------------------


_FORGED: Final = re.compile(r"(?P<before>.+>(?P<die>[12])\.)(?P<slot>[1-6])")


def _payable(s: State, data: Data) -> bool:
    """Tell whether the faces differ, can be paid and have slots (R-F-OFFER-02..04)."""
    p, cost = s.players[data["player"]], s.table.prices.cost
    forges: Sequence[Data] = data.get("faces", ())
    faces = [forge["face"] for forge in forges if "face" in forge]
    if len(set(faces)) < len(faces) or sum(cost[face] for face in faces) > p.gold:
        return False
    dice = [die.slots.copy() for die in p.dice]
    for forge in forges:
        if "slot" in forge:
            slots = dice[forge["die"] - 1]
            at = slot_of(slots, forge["slot"])
            if at is None:
                return False
            slots[at] = forge["face"]
    return True


def _by_face(token: str, at: At) -> str:
    """Write the face that is forged over in place of its slot."""
    match = _FORGED.fullmatch(token)
    if not match:
        return token
    state: State = at.state
    slots = state.die(f"{at.data['player']}.{match['die']}").slots
    return f"{match['before']}{slots[int(match['slot']) - 1]}"


def _whose(at: At) -> str | None:
    """Return the player who has to decide this type of event."""
    state: State = at.state
    if state.top is not None and state.top.awaits == at.type:
        return next(iter(due_players(state)), None)
    return state.active


def _one_player(data: Data, _at: At) -> Data:
    """Add the player as `who` if the rolled dice are one player's."""
    colours = {OWNER[die][0] for die in data["rolls"]}
    return {"who": colours.pop() if len(colours) == 1 else None, **data}


FORMS: Final = Forms(
    [
        Form("faces_removed", "remove {pools}"),
        Form(
            "dice_rolled",
            "[{who}] roll {rolls}",
            usual={"who": None},
            spread=_one_player,
            gather=lambda fields, _at: {"rolls": fields["rolls"]},
        ),
        Form(
            "faces_applied",
            "<{player}> apply {faces} [again {again}]",
            usual={"again": None},
            as_offered=_by_face,
        ),
        Form("boar_paid", "<{player}> boar {gains}"),
        Form(
            "reinforced",
            "<{player}> call {feat} [{gain}] [h{hammer}]",
            usual={"gain": None, "hammer": 0},
        ),
        Form(
            "offering_made",
            "<{player}> offer {faces:forges}",
            fits=_payable,
            as_offered=_by_face,
        ),
        Form("feat_performed", "<{player}> feat {feat}"),
        Form("face_forged", "<{player}> forge {face}>{die}.{slot}", expected=EXPECTED["forge"]),
        Form("boar_sent", "<{player}> send {colour}>{bearer}", expected=EXPECTED["sending"]),
        Form("gold_split", "<{player}> split <h{hammer}>", left_out={"hammer": lambda _at: 0}),
        Form("triton_spent", "<{player}> triton {gain} [h{hammer}]", usual={"hammer": 0}),
        Form("turn_ended", "<{player}> end"),
        Form("asserted", "assert {*:shown}"),
    ],
    tables=TABLES,
    kinds={
        "player": SEAT,
        "who": SEAT,
        "pools": Pairs(Pool(), Several(FACES, joined=","), expected=EXPECTED["pool"], least=1),
        "rolls": Rolled(),
        "faces": Several(ENTRY, 1),
        "again": Several(ENTRY, 1),
        "forges": Several(FORGE, 1),
        "gains": Several(_resource(*"smp"), 1),
        "gain": _resource(*"gsm"),
        "feat": FEAT,
        "hammer": Number(0, 10**9 - 1, expected=EXPECTED["hammer"]),
        "face": FACES,
        "die": Number(1, 2),
        "slot": SLOT,
        "colour": Pattern("red|green|yellow|blue", fold=True),
        "bearer": ANY_SEAT,
        "shown": Sections(
            {Word(*both): (part, SHOWN[part]) for part, both in TABLES["shown"].items()}
        ),
    },
    left_out={"player": _whose},
)

# --- record 1 ------------------------------------------------------------------------------


WORDS: Final = words_of(TABLES["head"])
OPTIONS: Final = Chosen("mirror_sees=rolled", "place_hind=bear", texts=True)
HEADS: Final = set_heads("dice-forge", WORDS, Players(SEATS, 2), SHIPPED, OPTIONS)
NOTATION: Final[Notation] = ScoreSheet(FORMS, HEADS, SEATS)
