"""Components that a table brings: inspected as files, and entered by questions and answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from typing import Any, Final

from ragami.decoded import Data
from ragami.findings import Finding
from ragami.game.capabilities import Dialogue, Prompt
from ragami.game.components.entry import Unreadable, ask, yes_or_no
from ragami.game.components.inspection import Files
from ragami.games.dice_forge.components import (
    FILES,
    LOG_RULE,
    PLAIN,
    SHIPPED,
    FeatsFile,
    TempleFile,
    faults,
    shipped,
)
from ragami.games.dice_forge.faces import FACE, face
from ragami.games.dice_forge.narration import WORDS
from ragami.games.dice_forge.state import State
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language, capital
from ragami.messages import problem

UNFIT: Final = ("malformed-component", "unfit-component")
TEXTS: Final = TABLES["component"]
QUESTIONS: Final = TABLES["making"]


def say(finding: Finding, language: Language) -> str:
    code = str(finding.facts.get("problem")) if finding.code in UNFIT else finding.code
    text: str | None
    if code in TEXTS:
        text = TEXTS[code].text(language).format_map(finding.facts)
    else:
        text = WORDS.filled(code, finding.facts, language) or problem(finding.facts, language)
    text = text or code
    return f"{capital(text)}."


# Rules that rest on a component: with another one the same event may be legal.
RESTS: Final = {
    "R-F-OFFER-02": "temple",
    "R-F-OFFER-03": "temple",
    "R-F-FEAT-01": "feats",
    "R-F-FEAT-02": "feats",
    "R-F-FEAT-03": "feats",
    "R-F-FEAT-05": "feats",
    "R-F-BLESS-01": "dice",
    "R-F-BLESS-02": "dice",
}


class Components(Files):
    """See `ragami.game.capabilities.Components`."""

    package = "ragami.games.dice_forge"
    shipped: Mapping[str, tuple[str, ...]] = SHIPPED
    structs = FILES
    rule = LOG_RULE
    ruling = "A-F-DATA-01"
    say = staticmethod(say)
    faults = staticmethod(faults)

    def rests_on(self, state: State, finding: Finding) -> tuple[str, str] | None:
        """Return the component that another one would let this be legal with, unless compared."""
        kind = RESTS.get(finding.rule or "", "")
        unverified = state.table.unverified if state.opened else {}
        return (kind, unverified[kind]) if kind in unverified else None

    def dialogue(self, kind: str, name: str, language: Language) -> Dialogue:
        """Ask about a `temple`, `feats` or `dice`; the usual answers are what ships."""
        asker = Asker(language)
        content = yield from {"temple": _temple, "feats": _feats, "dice": _dice}[kind](asker)
        verified = yield from ask(yes_or_no(language), [], asker.say("verified"), "no")
        return {"name": name, "verified": verified, **content}


COMPONENTS: Final = Components()


# --- entering one --------------------------------------------------------------------------


_FEAT: Final = re.compile(r"([1-7]) (?:(\d{1,2})s)?\+?(?:(\d{1,2})m)? ?(\d{1,2})p?")


class Asker:
    """Questions, and readers of their answers, in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def say(self, code: str, **facts: Any) -> str:
        return QUESTIONS[code].text(self.language).format(**facts)

    def ask(
        self, read: Callable[[str, str], Any], prompt: str, usual: str, *before: str
    ) -> Generator[Prompt, str, Any]:
        return ask(lambda answer: read(answer, usual), list(before), prompt, usual)

    # --- answers ---------------------------------------------------------------------------

    def face(self, word: str, *, special: bool = False) -> str:
        if not re.match(FACE, word) or not (special or face(word).kind in PLAIN):
            raise Unreadable(self.say("no-face", word=word))
        return word

    def six(self, answer: str, _usual: str) -> list[str]:
        faces = [self.face(word) for word in answer.split()]
        if len(faces) != 6:
            raise Unreadable(self.say("six", n=len(faces)))
        return faces

    def copies(self, words: list[str], usual: str, *, special: bool = False) -> dict[str, int]:
        copies: dict[str, int] = {}
        for word in words:
            name, _, n = word.rpartition(":")
            if not re.fullmatch(r"[1-9]\d?", n):
                raise Unreadable(self.say("counted", usual=usual))
            copies[self.face(name, special=special)] = int(n)
        return copies

    def garden(self, answer: str, usual: str) -> dict[str, int]:
        return self.copies(answer.split(), usual, special=True)

    def pool(self, answer: str, usual: str) -> Data:
        cost, *words = answer.split()
        if not re.fullmatch(r"\d{1,2}", cost) or not words:
            raise Unreadable(self.say("counted", usual=usual))
        return {"cost": int(cost), "faces": self.copies(words, usual)}

    def feat(self, answer: str, usual: str) -> Data:
        match = _FEAT.fullmatch(answer)
        if not match:
            raise Unreadable(self.say("as", usual=usual))
        portal, sun, moon, glory = (int(n or 0) for n in match.groups())
        return {"portal": portal, "cost": {"sun": sun, "moon": moon}, "glory": glory}


def _dice(asker: Asker) -> Dialogue:
    dice = []
    for number, faces in enumerate(shipped("dice", "forge-dice-1").dice, 1):
        prompt = asker.say("die", number=number)
        words = [asker.say("faces")] if number == 1 else []
        dice.append((yield from asker.ask(asker.six, prompt, " ".join(faces), *words)))
    return {"dice": dice}


def _temple(asker: Asker) -> Dialogue:
    temple: TempleFile = shipped("temple", "temple-1")
    pools = []
    for n, pool in enumerate(temple.sanctuary):
        usual = f"{pool.cost} {_counted(pool.faces)}"
        words = [] if n else [asker.say("faces")]
        prompt = asker.say("pool", pool=pool.pool)
        prices = yield from asker.ask(asker.pool, prompt, usual, *words)
        pools.append({"pool": pool.pool, **prices})
    usual = _counted(temple.garden)
    garden = yield from asker.ask(asker.garden, asker.say("garden"), usual)
    return {"sanctuary": pools, "garden": garden}


def _counted(faces: Mapping[str, int]) -> str:
    return " ".join(f"{face}:{n}" for face, n in faces.items())


def _feats(asker: Asker) -> Dialogue:
    """Ask for the numbers of each feat; effects, copies and places are the game's."""
    file: FeatsFile = shipped("feats", "feats-1")
    feats = []
    for feat in file.feats:
        shards = [f"{n}{c}" for n, c in ((feat.cost.sun, "s"), (feat.cost.moon, "m")) if n]
        usual = f"{feat.portal} {'+'.join(shards)} {feat.glory}p"
        prompt = asker.say("feat", feat=WORDS.word(feat.feat, asker.language))
        numbers = yield from asker.ask(asker.feat, prompt, usual)
        fixed = {"copies": feat.copies, "effect": feat.effect, "instead_of": feat.instead_of}
        feats.append({"feat": feat.feat, **numbers, **fixed})
    return {"portals": file.portals, "feats": feats}
