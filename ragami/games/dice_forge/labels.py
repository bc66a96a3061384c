"""Labels and pictures of the questions in Dice Forge."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from ragami.game.labels import NUMBER, SEAT, Labels
from ragami.games.dice_forge.components import SHIPPED, shipped
from ragami.games.dice_forge.drawing import face_picture, symbol
from ragami.games.dice_forge.events import OWNER
from ragami.games.dice_forge.faces import RESOURCES
from ragami.games.dice_forge.narration import WORDS, amount, face_in_list, face_name
from ragami.games.dice_forge.words import PARTS, TABLES, effect_told
from ragami.language import LANGUAGES, Language
from ragami.messages import listed
from ragami.notation.kinds import Kind
from ragami.notation.reader import At


def _faces(faces: list[str], language: Language) -> str:
    return listed([face_in_list(face, language) for face in faces], language)


def _die(ref: str, language: Language) -> str:
    return PARTS["die"].text(language).format(number=ref.partition(".")[2]).capitalize()


class Die(Kind):
    """A die, with its owner."""

    def owner(self, value: Any) -> str | None:
        return OWNER[value][0] if value in OWNER else None


class LyingDie(Kind):
    """A die by its owner and number, with the face that lies up."""

    def tells(self, value: Any, at: At) -> str:
        player, number = OWNER[value]
        face = at.state.players[player].dice[number].face
        return face_name(face, at.language) if face else ""


class SoldFace(Kind):
    """A face, in an offering with its price."""

    def tells(self, value: Any, at: At) -> str:
        if at.type != "offering_made":
            return ""
        cost = at.state.table.prices.cost[value]
        return TABLES["label"]["cost"].text(at.language).format(cost=cost)


class Feat(Kind):
    """A feat by its name, with its price and glory where it is performed, and its effect."""

    def tells(self, value: Any, at: At) -> str:
        effect = effect_told(at.state.table.effect(value), at.language)
        if at.type != "feat_performed":
            return effect
        feat = at.state.table.feats[value]
        amounts = {"sun": feat.cost.sun, "moon": feat.cost.moon}
        paid = [amount(n, resource, at.language) for resource, n in amounts.items() if n]
        text = TABLES["label"]["feat-glory" if feat.glory else "feat"].text(at.language)
        glory = amount(feat.glory, "glory", at.language)
        return text.format(cost=listed(paid, at.language), glory=glory, effect=effect)


FACE: Final = Kind(widget="face", called=face_name, drawn="face-{}".format)
FACES: Final = Kind(widget="face", called=_faces)
ANY_DIE: Final = LyingDie(widget="die", called=WORDS.spoken)
RESOURCE: Final = Kind(widget="resource", called=WORDS.word, drawn=str)
FEAT: Final = Feat(widget="feat", called=WORDS.word)
BOAR: Final = Kind(
    widget="boar",
    called=lambda colour, language: WORDS.word(f"boar-{colour}", language),
    drawn="face-boar-{}".format,
)


@cache
def pictures() -> tuple[str, ...]:
    """Return the ids of the symbols: the resources, and the faces that ship."""
    faces: dict[str, None] = {}
    for name in SHIPPED["temple"]:
        temple = shipped("temple", name)
        faces |= dict.fromkeys(face for pool in temple.sanctuary for face in pool.faces)
        faces |= dict.fromkeys(temple.garden)
    for name in SHIPPED["dice"]:
        faces |= dict.fromkeys(face for die in shipped("dice", name).dice for face in die)
    pictures = (face_picture(face, language) for face in faces for language in LANGUAGES)
    return (*dict.fromkeys(pictures), *RESOURCES)


LABELS: Final = Labels(
    TABLES,
    {
        "rolls.*": FACE,
        "pools.*": FACES,
        "face": SoldFace(widget="face", called=face_name, drawn="face-{}".format),
        "slot": FACE,
        "of": ANY_DIE,
        "copy": ANY_DIE,
        "choice": RESOURCE,
        "gain": RESOURCE,
        "gains": RESOURCE,
        "feat": FEAT,
        "hammer": NUMBER,
        "to_glory.gold": NUMBER,
        "to_glory.sun": NUMBER,
        "to_glory.moon": NUMBER,
        "colour": BOAR,
        "bearer": SEAT,
    },
    keys={"rolls": Die(called=_die), "pools": NUMBER},
    pictures=pictures,
    symbol=symbol,
)
