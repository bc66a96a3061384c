"""Heroic feats: the feat, its card, and what the card asks for."""

from __future__ import annotations

from typing import Final

from ragami.findings import Breaches, breach
from ragami.games.dice_forge.components import CARD_RULE
from ragami.games.dice_forge.events import (
    BoarPaid,
    BoarSent,
    FaceForged,
    FeatPerformed,
    GoldSplit,
)
from ragami.games.dice_forge.faces import BOARS, SHIELDS
from ragami.games.dice_forge.rules.due import check_due, check_player
from ragami.games.dice_forge.rules.forging import check_slot, forge_face
from ragami.games.dice_forge.rules.reserves import add_chest, check_hammer, gain
from ragami.games.dice_forge.rules.turn import check_action, pay_action
from ragami.games.dice_forge.state import (
    AnyTask,
    ForgeFace,
    PayBoar,
    Player,
    RollDice,
    SendBoar,
    SplitGold,
    State,
    TakeCard,
    dice_of,
)

BEAR_GLORY: Final = 3
SPIRITS: Final = 3
BOAR_GAIN: Final = {"sun": (0, 1, 0, 0), "moon": (0, 0, 1, 0), "glory": (0, 0, 0, 3)}
PILE: Final = {"bear": 1, "boar": 1, "hind": 2, "owl": 2, "elder": 2}
# The effects that make rolls due: of one's own dice, how many; and of the opponents' dice.
OWN_DICE: Final = {
    **dict.fromkeys(("cancer", "sentinel"), ("divine", 2)),
    **dict.fromkeys(("sphinx", "cyclops"), ("minor", 4)),
}
DICE_OF_OTHERS: Final = ("satyrs", "minotaur")
# The effects that bring a face of the gardens, with the faces to choose from.
FORGED: Final = {
    "helmet": ("x3",), "mirror": ("mirror",), "shield": tuple(SHIELDS), "ship": ("ship",),
}  # fmt: skip


def check_feat_performed(s: State, e: FeatPerformed) -> Breaches:
    """Check that the feat is in the game, left, and paid for.

    R-F-FEAT-01, R-F-FEAT-02 and R-F-FEAT-03.
    """
    breaches = check_due(s, e) or check_action(s)
    if breaches:
        return breaches
    feat = s.table.in_game.get(e.feat)
    if feat is None:
        instead = list(s.table.in_game)
        return [breach("R-F-SETUP-03", problem="not-in-this-game", feat=e.feat, instead=instead)]
    if not s.stacks[e.feat]:
        breaches.append(breach("R-F-FEAT-02", problem="stack-empty", feat=e.feat))
    p = s.players[e.player]
    sun, lacking = pay_action(s, p)
    breaches += lacking
    if feat.cost.sun > sun or feat.cost.moon > p.moon:
        facts = {"sun": feat.cost.sun, "moon": feat.cost.moon, "has": {"sun": sun, "moon": p.moon}}
        breaches.append(breach("R-F-FEAT-03", problem="feat-too-dear", feat=e.feat, **facts))
    return breaches


def apply_feat_performed(s: State, e: FeatPerformed, seq: int) -> None:
    """Pay, move, oust, and take the card (R-F-FEAT-01, R-F-OUST-01, R-F-OUST-02)."""
    feat = s.table.in_game[e.feat]
    p = s.players[e.player]
    p.sun = pay_action(s, p)[0] - feat.cost.sun
    p.moon -= feat.cost.moon
    s.actions += 1
    s.stack.append(TakeCard("", e.feat, (e.player,), e.feat))
    for occupant in s.players.values():
        if occupant is not p and occupant.portal == feat.portal:
            _oust(s, p, occupant)
    p.portal = feat.portal
    carry_on(s)


def _oust(s: State, p: Player, occupant: Player) -> None:
    """Send a hero away: glory for Bears, then a divine blessing for the ousted (A-F-OUST-02)."""
    occupant.portal = None
    for player in (p, occupant):
        player.glory += BEAR_GLORY * player.bears
    roll = RollDice("R-F-OUST-02", "ousted", (occupant.colour,), "", dice_of(occupant.colour))
    s.stack.append(roll)


# --- the card that is taken ----------------------------------------------------------------


def carry_on(s: State) -> None:
    """Carry out tasks that wait for no record. With nothing owed step 1 is over."""
    while s.stack and isinstance(task := s.stack[-1], TakeCard):
        s.stack.pop()
        _take(s, task)
    if not s.stack and s.phase == "blessing":
        s.phase = "actions"


def _take(s: State, task: TakeCard) -> None:
    """Put the card on its pile (R-F-FEAT-05), and carry out its effect."""
    effect = s.table.effect(task.feat)
    p = s.players[task.players[0]]
    s.stacks[task.feat] -= 1
    if effect == "hammer":
        p.hammers.append(task.feat)
        return
    p.piles[PILE.get(effect, 0)].append(task.feat)
    match effect:
        case "chest":
            add_chest(p)
        case "bear":
            p.bears += 1
        case "cerberus":
            p.cerberus += 1
        case "triton":
            p.triton += 1
        case "typhon":
            p.glory += len(p.removed)
        case "spirits":
            gain(p, (0 if p.hammers else SPIRITS, 0, SPIRITS, 0))
    s.stack += _asked_for(s, p, effect, task.feat)


def _asked_for(s: State, p: Player, effect: str, feat: str) -> list[AnyTask]:
    """Return the task that a card makes due, if it makes one."""
    rule, own = CARD_RULE[effect], (p.colour,)
    if effect in OWN_DICE:
        why, rolls = OWN_DICE[effect]
        return [RollDice(rule, why, own, effect, dice_of(p.colour), rolls - 1)]
    if effect in DICE_OF_OTHERS:
        opponents = s.table.from_seat[p.colour][1:]
        return [RollDice(rule, effect, opponents, effect, dice_of(*opponents))]
    if faces := tuple(face for face in FORGED.get(effect, ()) if s.garden.get(face)):
        return [ForgeFace(rule, feat, own, faces)]
    if effect == "boar" and boars_left(s):
        return [SendBoar(rule, feat, own)]
    return [SplitGold(rule, feat, own)] if effect == "spirits" and p.hammers else []


def boars_left(s: State) -> list[str]:
    """Return the boar faces of the gardens whose card nobody owns (A-F-CARD-06)."""
    return [
        face for face in BOARS if s.garden.get(face) and face.removeprefix("boar-") not in s.boars
    ]


# --- what a card asks for ------------------------------------------------------------------


def check_face_forged(s: State, e: FaceForged) -> Breaches:
    """Check the face of the gardens, and its slot.

    R-F-CARD-06, R-F-CARD-09, R-F-CARD-16, R-F-CARD-20 and R-F-CARD-22.
    """
    if breaches := _check_owed(s, e):
        return breaches
    task = s.stack[-1]
    assert isinstance(task, ForgeFace)
    if e.face not in task.faces:
        return [breach(task.rule, problem="other-face", face=e.face, instead=list(task.faces))]
    return check_slot(s.players[e.player].dice[e.die - 1].slots, e)


def apply_face_forged(s: State, e: FaceForged, seq: int) -> None:
    """Take the face from the gardens and forge it."""
    s.stack.pop()
    s.garden[e.face] -= 1
    forge_face(s.players[e.player], e)
    carry_on(s)


def check_boar_sent(s: State, e: BoarSent) -> Breaches:
    """Check that the bearer is an opponent, and the colour left (R-F-CARD-06, A-F-SETUP-03)."""
    if breaches := _check_owed(s, e):
        return breaches
    free = [face.removeprefix("boar-") for face in boars_left(s)]
    if e.colour not in free:
        breaches.append(breach("R-F-CARD-06", problem="colour-gone", found=e.colour, instead=free))
    if e.bearer == e.player:
        breaches.append(breach("R-F-CARD-06", problem="own-bearer", player=e.player))
    return breaches


def apply_boar_sent(s: State, e: BoarSent, seq: int) -> None:
    """Give the card its colour; its bearer has to forge the face at once."""
    task = s.stack.pop()
    s.boars[e.colour] = e.player
    s.players[e.player].boars.append(e.colour)
    s.stack.append(ForgeFace(task.rule, task.why, (e.bearer,), (f"boar-{e.colour}",)))


def check_boar_paid(s: State, e: BoarPaid) -> Breaches:
    """Check that as many gains are named as are due (R-F-BOAR-02, A-F-BOAR-02)."""
    if breaches := _check_owed(s, e):
        return breaches
    task = s.stack[-1]
    assert isinstance(task, PayBoar)
    due = gains_due(s, task)
    if len(e.gains) == due:
        return []
    ruling = "A-F-BOAR-02" if len(e.gains) in (task.factor, 1) else None
    facts = {"found": len(e.gains), "expected": due}
    return [breach("R-F-BOAR-02", ruling, problem="wrong-number", **facts)]


def gains_due(s: State, task: PayBoar) -> int:
    """Return how many gains a boar gives, perhaps beside a triple face (A-F-BOAR-02)."""
    return task.factor if s.table.options.boar_with_x3 == "three" else 1


def apply_boar_paid(s: State, e: BoarPaid, seq: int) -> None:
    """Give the gains; they are gains under the Minotaur too."""
    s.stack.pop()
    for resource in e.gains:
        gain(s.players[e.player], BOAR_GAIN[resource])
    carry_on(s)


def check_gold_split(s: State, e: GoldSplit) -> Breaches:
    """Check the share of the Wild Spirits' gold on the hammer (R-F-HAMMER-03)."""
    return _check_owed(s, e) or check_hammer(s, s.players[e.player], e.hammer, SPIRITS)


def apply_gold_split(s: State, e: GoldSplit, seq: int) -> None:
    """Put part of the gold on the hammer, the rest into the reserve."""
    s.stack.pop()
    gain(s.players[e.player], (SPIRITS, 0, 0, 0), e.hammer)
    carry_on(s)


def _check_owed(s: State, e: FaceForged | BoarSent | BoarPaid | GoldSplit) -> Breaches:
    """Check that the record is due, and of the player who owes it."""
    if breaches := check_due(s, e):
        return breaches
    task = s.stack[-1]
    return check_player(e.player, task.rule, task.players[0])
