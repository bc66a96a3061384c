"""Deal with the Devil, rules version 1: the one object that the rest of the program sees."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import Both
from ragami.findings import Code
from ragami.game import GameDefinition
from ragami.game import capabilities as can
from ragami.game.chance import NoDice
from ragami.game.definition import types_by_name
from ragami.game.state import Ranking
from ragami.games.deal_with_the_devil import accounts, filling, view, visibility
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.rules import cards, ending
from ragami.games.deal_with_the_devil.rules.judge import JUDGES, LOG
from ragami.games.deal_with_the_devil.state import State

GAME: Final[GameDefinition[State]] = GameDefinition(
    name="deal-with-the-devil",
    title=Both("Deal with the Devil", "Pacto con el diablo"),
    chance=True,
    simultaneous=True,
    events=types_by_name(JUDGES),
    new_state=State,
    position=ending.position,
    final=ending.final,
    seating=ending.seating,
    view=view.view,
    words_at="ragami.games.deal_with_the_devil.narration:WORDS",
    rulebook_at="ragami.games.deal_with_the_devil.words:RULEBOOK",
    remarks=accounts.remarks,
    log_rule=LOG,
    take_ruling=cards.take_ruling,
    rounds=5,
    codes={
        "not-judged": Code("notice", whole=True),
        "seed-not-opened": Code("notice", whole=True),
        "seed-without-words": Code("notice"),
        "word-taken-back": Code("notice"),
        "dealt-again": Code("warning"),
        "chance-repeated-differently": Code("warning"),
    },
    offers={
        can.ASSERTIONS: accounts.ASSERTIONS,
        can.APP: "ragami.games.deal_with_the_devil.distribution.app",
        can.BOT: "ragami.games.deal_with_the_devil.bot",
        can.CHANCE: NoDice(ev.DISCLOSING),
        can.CHOICES: "ragami.games.deal_with_the_devil.choices",
        can.CODE_MODELS: ((3, "ragami.games.deal_with_the_devil:data/code-3.json.gz"),),
        can.COMPONENTS: "ragami.games.deal_with_the_devil.inspection:COMPONENTS",
        can.GAINS: "ragami.games.deal_with_the_devil.statistics",
        can.GUIDANCE: "ragami.games.deal_with_the_devil.guide",
        can.LABELS: "ragami.games.deal_with_the_devil.labels:LABELS",
        can.NOTATION: "ragami.games.deal_with_the_devil.forms:NOTATION",
        can.PANELS: "ragami.games.deal_with_the_devil.drawing",
        can.PIECES: "ragami.games.deal_with_the_devil.pieces:PIECES",
        can.RANKING: Ranking(("total", "fifths"), winners_first=False),
        can.RECONCILIATION: "ragami.games.deal_with_the_devil.accounts:RECONCILIATION",
        can.REVEALS: filling.REVEALS,
        can.SNAPSHOTS: "ragami.games.deal_with_the_devil.state:SNAPSHOTS",
        can.STATISTICS: "ragami.games.deal_with_the_devil.statistics:STATISTICS",
        can.VISIBILITY: visibility.VISIBILITY,
    },
)
