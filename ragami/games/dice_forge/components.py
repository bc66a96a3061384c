"""Components: temple, feats and dice, shipped or brought by a table."""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from collections.abc import Iterator
from functools import cache, partial
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, structs

from ragami.catalogue import shipped as data_file
from ragami.decoded import Data
from ragami.findings import Breaches, breach
from ragami.games.dice_forge.faces import FACE, face

LOG_RULE: Final = "R-F-LOG-01"
LIMIT: Final = 2**53

Face = Annotated[str, Meta(pattern=FACE)]
Id = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=0, le=LIMIT)]
Copies = Annotated[int, Meta(ge=1, le=LIMIT)]
Portal = Annotated[int, Meta(ge=1, le=7)]
Effect = Literal[
    "hammer", "chest", "hind", "bear", "satyrs", "boar", "ferryman", "cerberus", "helmet", "cancer",
    "sentinel", "hydra", "typhon", "sphinx", "cyclops", "mirror", "gorgon", "triton", "minotaur",
    "shield", "owl", "ship", "spirits", "elder",
]  # fmt: skip
SixFaces = tuple[Face, Face, Face, Face, Face, Face]

EFFECTS: Final[tuple[str, ...]] = Effect.__args__  # type: ignore[attr-defined]
# The rule of every effect: R-F-CARD-01 … R-F-CARD-24, in the order of the list.
CARD_RULE: Final = {effect: f"R-F-CARD-{at:02}" for at, effect in enumerate(EFFECTS, 1)}
PLACES: Final = 15
PLAIN: Final = ("plain", "choice")
SHIPPED: Final = {"temple": ("temple-1",), "feats": ("feats-1",), "dice": ("forge-dice-1",)}


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields common to all component files."""

    name: str
    verified: bool


class Pool(Struct, frozen=True, forbid_unknown_fields=True):
    """A pool of the sanctuary: its faces cost the same."""

    pool: Id
    cost: Annotated[int, Meta(ge=0, le=99)]
    faces: dict[Face, Copies]


class TempleFile(File, frozen=True):
    """The faces that can be bought, and those that feats bring."""

    sanctuary: tuple[Pool, ...]
    garden: dict[Face, Copies]


class Cost(Struct, frozen=True, forbid_unknown_fields=True):
    """Shards of both kinds."""

    sun: Count
    moon: Count


class Feat(Struct, frozen=True, forbid_unknown_fields=True):
    """A feat: what it costs, where it is, what it is worth, and what it does (`effect`)."""

    feat: Id
    portal: Portal
    cost: Cost
    glory: Count
    copies: Annotated[int, Meta(ge=4, le=LIMIT)]
    effect: Effect
    instead_of: str | None


class FeatsFile(File, frozen=True):
    """Fifteen places, and the feats that may stand there instead."""

    portals: Literal[7]
    feats: tuple[Feat, ...]


class DiceFile(File, frozen=True):
    """The faces with which every player's two dice begin."""

    dice: tuple[SixFaces, SixFaces]


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """Each is the name of one that ships, or stands here whole."""

    temple: str | TempleFile
    feats: str | FeatsFile
    dice: str | DiceFile


read = partial(data_file, "ragami.games.dice_forge")
FILES: Final[Data] = {"temple": TempleFile, "feats": FeatsFile, "dice": DiceFile}


@cache
def shipped(kind: str, name: str) -> Any:
    return msgspec.json.decode(read(f"{name}.json"), type=FILES[kind])


def load(chosen: Components) -> tuple[TempleFile, FeatsFile, DiceFile]:
    """Return the components of a game. `check_components` has found nothing wrong with them."""
    temple, feats, dice = (
        shipped(kind, part) if isinstance(part, str) else part
        for kind, part in structs.asdict(chosen).items()
    )
    return temple, feats, dice


def check_components(chosen: Components) -> Breaches:
    """Check that names ship, and that whole components can be played with (R-F-LOG-01)."""
    breaches: Breaches = []
    for kind, part in structs.asdict(chosen).items():
        if not isinstance(part, str):
            head = {"problem": "", "component": kind, "name": part.name}
            breaches += [breach(LOG_RULE, None, **head | fault) for fault in faults(part)]
        elif part not in SHIPPED[kind]:
            facts = {"component": kind, "found": part, "instead": list(SHIPPED[kind])}
            breaches.append(breach(LOG_RULE, problem="unknown-component", **facts))
    return breaches


def faults(component: TempleFile | FeatsFile | DiceFile) -> Iterator[Data]:
    """Return the facts of each defect that keeps a component from being played with."""
    match component:
        case TempleFile():
            return _of_temple(component)
        case FeatsFile():
            return _of_feats(component)
        case DiceFile():
            return _of_dice(component)


def _of_temple(file: TempleFile) -> Iterator[Data]:
    pools: set[str] = set()
    seen = set(file.garden)
    for pool in file.sanctuary:
        if pool.pool in pools:
            yield {"problem": "pool-twice", "pool": pool.pool}
        pools.add(pool.pool)
        if not pool.faces:
            yield {"problem": "pool-without-faces", "pool": pool.pool}
        for name in pool.faces:
            if name in seen:
                yield {"problem": "face-in-two-places", "pool": pool.pool, "face": name}
            if face(name).kind not in PLAIN:
                yield {"problem": "special-face", "pool": pool.pool, "face": name}
        seen |= set(pool.faces)


def _of_feats(file: FeatsFile) -> Iterator[Data]:
    bases = {feat.feat: feat for feat in file.feats if feat.instead_of is None}
    ids: set[str] = set()
    replaced: set[str] = set()
    for feat in file.feats:
        if feat.feat in ids:
            yield {"problem": "feat-twice", "feat": feat.feat}
        ids.add(feat.feat)
        if feat.instead_of is None:
            continue
        base = bases.get(feat.instead_of)
        if base is None or (base.portal, base.cost) != (feat.portal, feat.cost):
            yield {"problem": "unfit-alternate", "feat": feat.feat, "place": feat.instead_of}
        if feat.instead_of in replaced:
            yield {"problem": "two-alternates", "place": feat.instead_of}
        replaced.add(feat.instead_of)
    places = sum(feat.instead_of is None for feat in file.feats)
    if places != PLACES:
        yield {"problem": "wrong-places", "found": places, "expected": PLACES}


def _of_dice(file: DiceFile) -> Iterator[Data]:
    for number, die in enumerate(file.dice, 1):
        for name in die:
            if face(name).kind not in PLAIN:
                yield {"problem": "special-face", "die": number, "face": name}
