"""Two small games, made wrong in one place each: the conformance kit finds what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

import pytest

from ragami import conformance
from ragami.conformance import material
from ragami.game.testing import CHECKS, Problem, conform
from tests.scale import SEED, often

HERE: Final = Path(__file__).parent


class Mutant(NamedTuple):
    """A change of a game's source; `found` is the check that has to find it, None if none can."""

    game: str
    old: str
    new: str
    found: str | None


LIAR: Final = "liars_dice"
KALAH: Final = "kalah"
DEFINED: Final = "    new_state=State, texts=TEXTS,"
IN_LIAR: Final = "new_state=State, texts=TEXTS,\n"
LEAKY_VIEW: Final = (
    "new_state=State, texts=TEXTS,\n"
    "    view=lambda s, seq, _viewer=None: __import__('ragami.game.state', fromlist=['view'])"
    ".view(s, seq, None),\n"
)
PIPS: Final = "{seat: sum(n or 0 for n in self.cups.get(seat) or ()) for seat in self.names}"

OTHER_SETUP: Final = """
from dataclasses import replace
from ragami.game.setup import DefaultSetup
from ragami.game.opening import opening_record

class OtherSetup(DefaultSetup):
    def {method}

GAME = replace(GAME, offers={{kit.SETUP: OtherSetup(GAME, opening_record(GameOpened))}})
"""

REAL: Final = "REAL.values()"
THREES: Final = f"sum(face > 3 for cup in {REAL} for face in cup)"
SIXES: Final = "sum(6 in (cup or ()) for cup in s.cups.values())"
AT: Final = "    position=lambda s: kit.Position({}, {}, {}, {}, dict(s.scores)),\n"
ROUND, TURN, PHASE, DUE = "s.round", "s.turn", "s.phase", "tuple(s.due)"

BY_GLORY: Final = """
from dataclasses import replace
from ragami.game.capabilities import RANKING
from ragami.game.state import Ranking

GAME = replace(GAME, offers={RANKING: Ranking(("glory",))})
"""
WORDS_OF_A_SIX: Final = """
from dataclasses import replace
from ragami.game.words import TemplateNarrator

class Narrator(TemplateNarrator):
    def tell(self, event, before=None, after=None):
        told = super().tell(event, before, after)
        return told + " well" if 6 in (getattr(event, "dice", None) or ()) else told

class Words(type(GAME.words)):
    def narrator(self, language, viewer=None):
        return Narrator(GAME, self, language, viewer)

GAME = replace(GAME, words_at=Words(lambda: GAME, GAME.words.texts))
"""

OFFERING: Final = """
from dataclasses import replace
from ragami.game import capabilities as can
from ragami.game.drawing import DefaultDrawing
from ragami.game.standing import DefaultGuidance
from ragami.game.labels import Labels
from ragami.notation.kinds import Kind

{more}

GAME = replace(GAME, offers={{**GAME.offers, {capability}: {offered}}})
"""
GUIDE: Final = """
class Guidance(DefaultGuidance):
    def guide(self, state, language):
        return super().guide(state, language)._replace(hints=(repr(sorted(state.cups.items())),))
"""
PICTURE: Final = """
class Drawing(DefaultDrawing):
    def picture(self, state, view, names, page):
        return super().picture(state, view, names, page) + repr(state.cups)
"""
LABEL: Final = """
def said(face, language):
    return f"{face} ({sum(face in cup for cup in REAL.values())})"
"""

MUTANTS: Final[dict[str, Mutant]] = {
    # --- what is hidden ---
    "the view shows every cup": Mutant(LIAR, IN_LIAR, LEAKY_VIEW, "worlds"),
    "cups are not their owners' alone": Mutant(LIAR, ", kit.own()]]", ", None]]", "worlds"),
    "everybody is told what is rolled": Mutant(LIAR, 'kit.seen_by("player")', "Meta()", None),
    "the scores are the hidden pips": Mutant(
        LIAR, "        return self.dice\n", f"        return {PIPS}\n", "worlds"
    ),
    "the phase tells of a hidden one": Mutant(
        LIAR,
        'return "showing" if self.doubter else "bidding"',
        'return "showing" if self.doubter else "bidding" if any(1 in (c or ()) for c in '
        'self.cups.values()) else "bids"',
        "logs",
    ),
    "the turn counts hidden sixes": Mutant(
        LIAR, IN_LIAR, IN_LIAR + AT.format(ROUND, f"s.turn + {SIXES}", PHASE, DUE), "worlds"
    ),
    "the round counts hidden sixes": Mutant(
        LIAR, IN_LIAR, IN_LIAR + AT.format(f"s.round + {SIXES}", TURN, PHASE, DUE), "worlds"
    ),
    "another phase where somebody has a six": Mutant(
        LIAR,
        IN_LIAR,
        IN_LIAR + AT.format(ROUND, TURN, f"'showing' if {SIXES} else s.phase", DUE),
        "worlds",
    ),
    "who has a six need not roll on": Mutant(
        LIAR,
        IN_LIAR,
        IN_LIAR
        + AT.format(
            ROUND, TURN, PHASE, f"tuple(s.due)[{SIXES}:] if s.phase == 'rolling' else s.due"
        ),
        "worlds",
    ),
    "who has a six bids again": Mutant(
        LIAR,
        "self, s.turn + 1, s.after(self.player)",
        "self, s.turn + 1, s.after(self.player) if 6 in s.cups[self.player] else self.player",
        "logs",
    ),
    "the name tells of a six": Mutant(
        LIAR,
        IN_LIAR,
        IN_LIAR
        + "    seating=lambda s: kit.Seating({who: name + '!' * (6 in (s.cups.get(who) or ()))"
        " for who, name in s.names.items()}, s.title),\n",
        "worlds",
    ),
    "bids are offered up to what there is": Mutant(
        LIAR,
        '"count": list(range(least, dice + 1))',
        f'"count": list(range(least, min(dice, max(least + 1, {THREES})) + 1))',
        "worlds",
    ),
    "a choice tells what it has to reach": Mutant(
        LIAR,
        "more, joint=True)",
        f"more, joint=True, facts={{'sixes': sum(cup.count(6) for cup in {REAL})}})",
        "worlds",
    ),
    "a label tells how many there are": Mutant(
        LIAR,
        "",
        OFFERING.format(
            more=LABEL,
            capability="can.LABELS",
            offered="Labels(kinds={'bid.face': Kind(called=said)})",
        ),
        "worlds",
    ),
    "a refusal tells how many there are": Mutant(
        LIAR,
        '"R-LIAR-05", count',
        '"R-LIAR-05", there=sum((cup or ()).count(s.bid.face) for cup in s.cups.values()), count',
        "worlds",
    ),
    "a seat's own refusal tells how many there are": Mutant(
        LIAR,
        '"R-LIAR-05", count',
        f'"R-LIAR-05", there=sum(cup.count(s.bid.face) for cup in {REAL}), count',
        "worlds",
    ),
    "a six is told in other words": Mutant(LIAR, "", WORDS_OF_A_SIX, "worlds"),
    "the guide tells of the cups": Mutant(
        LIAR,
        "",
        OFFERING.format(more=GUIDE, capability="can.GUIDANCE", offered="Guidance(GAME)"),
        "worlds",
    ),
    "the picture shows the cups": Mutant(
        LIAR,
        "",
        OFFERING.format(more=PICTURE, capability="can.DRAWING", offered="Drawing(GAME)"),
        "worlds",
    ),
    "the bots look under the cups": Mutant(
        LIAR,
        '-mine.count(m[1]["face"])',
        f'-sum(cup.count(m[1]["face"]) for cup in {REAL})',
        "worlds",
    ),
    "an event raises": Mutant(
        LIAR,
        "s.bid, s.turn, s.mover = self, s.turn + 1, s.after(self.player)",
        "s.bid, s.turn, s.mover_of = self, s.turn + 1, s.cups",
        "logs",
    ),
    # --- setup ---
    "under gives back what it got": Mutant(
        KALAH, "", OTHER_SETUP.format(method="under(self, opened, chosen): return opened"), "setup"
    ),
    "agreed says nothing": Mutant(
        KALAH, "", OTHER_SETUP.format(method="agreed(self, opened): return {}"), "setup"
    ),
    # --- check and apply ---
    "a check changes the state": Mutant(
        KALAH,
        "        if (self.player,) != s.due:\n",
        "        s.turn += (self.player,) != s.due\n        if (self.player,) != s.due:\n",
        "check",
    ),
    "a check raises": Mutant(
        KALAH,
        'return [] if s.due else [breach("R-KAL-08"',
        'return [] if s.due[0] else [breach("R-KAL-08"',
        "check",
    ),
    "an empty pit is sown": Mutant(KALAH, "if seeds] for who", "] for who", "choices"),
    "a rule is not in the book": Mutant(
        KALAH, 'breach("R-KAL-03", pit', 'breach("R-KAL-33", pit', "check"
    ),
    "both seats may sow": Mutant(
        KALAH, "for who in self.due}", "for who in self.names} if self.due else {}", "choices"
    ),
    # --- position, result, words ---
    "the turn never counts on": Mutant(KALAH, "        s.turn += 1\n", "", "position"),
    "somebody is due when it is over": Mutant(
        KALAH, "if self.mover and self.winners is None else ()", "if self.mover else ()", "position"
    ),
    "the scores are no numbers": Mutant(
        KALAH, "{seat: store + left[seat] for", "{seat: str(store + left[seat]) for", "position"
    ),
    "it is ranked by a field that its result lacks": Mutant(KALAH, "", BY_GLORY, "position"),
    "the position raises": Mutant(
        KALAH,
        "return (self.mover,) if self.mover and self.winners is None else ()",
        "return (list(self.names)[0 if self.winners is None else 9],) if self.mover else ()",
        "position",
    ),
    "Spanish lacks a word": Mutant(
        KALAH, '"{player} siembra {pit}"', '"{player} siembra"', "words"
    ),
    "a rule has no verdict": Mutant(
        KALAH,
        ',\n         broken=("pit {pit} is empty", "el hoyo {pit} está vacío")',
        "",
        "words",
    ),
    # --- the state ---
    "the state is shared by all games": Mutant(
        KALAH,
        "s.pits = {seat: [self.seeds] * PITS for seat in s.names}",
        "ALL.update({seat: [self.seeds] * PITS for seat in s.names}); s.pits = ALL",
        "fold",
    ),
    "the scores are the state's own": Mutant(
        LIAR,
        IN_LIAR,
        IN_LIAR
        + "    position=lambda s: kit.Position(s.round, s.turn, s.phase, tuple(s.due), s.dice),\n",
        "position",
    ),
    "a game never ends": Mutant(
        KALAH, "over = self.names and self.empty", "over = False", "choices"
    ),
}
"""Those that no kit can find without the rulebook change a rule in check and choices alike, or say
that nothing is hidden where the rules hide it."""


BY_THE_SAME_WAY: Final = {
    "cups are not their owners' alone",
    "everybody is told what is rolled",
    "the turn counts hidden sixes",
    "the round counts hidden sixes",
    "another phase where somebody has a six",
    "the name tells of a six",
    "bids are offered up to what there is",
    "a refusal tells how many there are",
    "a seat's own refusal tells how many there are",
    "a choice tells what it has to reach",
    "a label tells how many there are",
}
"""What these tell comes out where another one's does, or not at all: the trial tries them."""


def source(game: str) -> str:
    """A game's source, with a memory that all its states share for mutants to look into."""
    text = (HERE / game / game / "__init__.py").read_text("utf-8")
    text = text.replace("class State(", "REAL: Any = {}\n\n\nclass State(")
    text = text.replace(
        "        s.cups[self.player] = self.dice\n",
        "        s.cups[self.player] = self.dice\n"
        "        REAL.update({self.player: self.dice} if None not in self.dice else {})\n",
    )
    return text.replace("PITS: Final = 6\n", "PITS: Final = 6\nALL: dict[str, list[int]] = {}\n")


@pytest.fixture
def module() -> Iterator[ModuleType]:
    made = ModuleType("made_wrong")
    sys.modules[made.__name__] = made
    yield made
    del sys.modules[made.__name__]


# Games of the bots: so many of the quick game that somebody resigns in one. In the short ones of
# two at Liar's Dice, this is the first in which bids go up to what there is.
SEEDS: Final = {LIAR: (8, 2, 5), KALAH: range(8)}


def problems(module: ModuleType, text: str, mutant: Mutant) -> list[Problem]:
    """The problems that a mutant's check finds in the first game that shows any.

    Those of all checks where none is named.
    """
    exec(compile(text, "made_wrong.py", "exec"), vars(module))
    checks = [mutant.found] if mutant.found in CHECKS else CHECKS
    most = None if mutant.found else often(1, 3)
    games = (
        conform(module.GAME, checks=checks, seeds=[seed]) for seed in SEEDS[mutant.game][:most]
    )
    return next(filter(None, games), [])


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.trial) if name in BY_THE_SAME_WAY else name
        for name in MUTANTS
    ],
)
def test_a_mutant_is_found(module: ModuleType, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mutant = MUTANTS[name]
    monkeypatch.setattr(conformance, "MOST", 1)  # one problem says enough
    if not SEED:
        monkeypatch.setattr(material, "FEW", 4)
    text = source(mutant.game)
    assert text.count(mutant.old) >= 1, "the source has changed: mend the mutant"
    changed = text.replace(mutant.old, mutant.new, 1) if mutant.old else text + mutant.new
    found = problems(module, changed, mutant)
    if mutant.found is None:
        assert found == []
    else:
        assert mutant.found in {problem.check for problem in found}, [*map(str, found)]


def test_thirty_eight_are_tried_and_all_but_one_found() -> None:
    """The figures stand in docs/adding-a-game.md, too."""
    assert len(MUTANTS) == 38
    assert sum(mutant.found == "worlds" for mutant in MUTANTS.values()) == 17
    lost = [name for name, mutant in MUTANTS.items() if mutant.found is None]
    assert lost == ["everybody is told what is rolled"]
