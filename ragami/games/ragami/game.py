"""Ragami (Gil d'Orey, 2012), rules version 1: the one object that the rest of the program sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ragami.catalogue import Both
from ragami.errors import N_
from ragami.findings import Breach, Code, Finding, finding_of
from ragami.game import GameDefinition, Position
from ragami.game import capabilities as can
from ragami.game.definition import types_by_name
from ragami.game.state import Ranking
from ragami.games.ragami import accounts, view
from ragami.games.ragami.rules import ending
from ragami.games.ragami.rules.judge import JUDGES
from ragami.games.ragami.state import State


def position(s: State) -> Position:
    """Return the round, the turn, the player to act and the VP of each player."""
    due = (s.active,) if s.active else tuple(step.who for step in s.due[:1] if step.who)
    scores: dict[str, int] = {}
    if s.opened:
        scores = {colour: player.vp for colour, player in s.players.items()}
    return Position(s.round, s.turn, s.phase, due, scores)


def remarks(s: State) -> Iterator[Finding]:
    """Yield findings for unverified components and for a board that cannot be the printed one."""
    if not s.opened:
        return
    parts = {"board": s.board.file, "deck": s.deck, "dice": s.dice}
    unverified = {kind: part.name for kind, part in parts.items() if not part.verified}
    if s.deck.white_cube is None:
        unverified["white_cube"] = "any card is accepted"
    if s.options.movement_check != "full":
        unverified["movement"] = s.options.movement_check
    if unverified:
        yield Finding("unverified-components", ruling="A-LOG-07", seq=1, line=1, facts=unverified)
    unlike = s.board.unlike_printed
    if unlike:
        yield finding_of("unlike-printed-board", Breach("R-BOARD-04", "A-MOVE-01", unlike), 1, 1)


GAME: Final[GameDefinition[State]] = GameDefinition(
    name="ragami",
    title=Both("Ragami", "Ragami"),
    chance=True,
    events=types_by_name(JUDGES),
    new_state=State,
    position=position,
    final=ending.final,
    view=view.view,
    words_at="ragami.games.ragami.words:WORDS",
    rulebook_at="ragami.games.ragami.words:RULEBOOK",
    remarks=remarks,
    codes={
        "impossible-hand": Code("warning", N_("A play that no deal of the unknown cards explains")),
        "unlike-printed-board": Code("warning", N_("A board unlike the printed one"), whole=True),
        "unfit-layout": Code("warning", N_("A drawing that does not fit its board")),
    },
    offers={
        can.ASSERTIONS: accounts.ASSERTIONS,
        can.BOT: "ragami.games.ragami.bot",
        can.BOX: "ragami.games.ragami.opening:BOX",
        can.CHANCE: "ragami.games.ragami.chance",
        can.CHOICES: "ragami.games.ragami.choices",
        can.CODE_MODELS: (
            (1, "ragami.games.ragami:data/code-1.json.gz"),
            (4, "ragami.games.ragami:data/code-4.json.gz"),
        ),
        can.COMPONENTS: "ragami.games.ragami.inspection:COMPONENTS",
        can.DEDUCTION: "ragami.games.ragami.deduction",
        can.EXAMPLES: {
            "line": "Y move 14 d:draw",
            "event": '{"type": "passed", "data": {"player": "green"}}',
            "type": "ragami_moved",
            "rule": "R-MOVE-01",
            "ruling": "A-MOVE-01",
            "word": "virtue",
            "option": "pass_policy=reenter",
            "usual": "pass_policy=final",
            "shown": "vp.yellow=12 vp.green=9",
            "shown_json": '{"vp": {"yellow": 12}, "demons": {}}',
            "dice": "name dice action red white black",
        },
        can.GAINS: "ragami.games.ragami.changes",
        can.GUIDANCE: "ragami.games.ragami.guide",
        can.LABELS: "ragami.games.ragami.labels:LABELS",
        can.LUCK: "ragami.games.ragami.chance:LUCK",
        can.NOTATION: "ragami.games.ragami.forms:NOTATION",
        can.PANELS: "ragami.games.ragami.drawing",
        can.RANKING: Ranking(("vp", "resolved")),
        can.RECONCILIATION: "ragami.games.ragami.accounts:RECONCILIATION",
        can.REVEALS: accounts.Reveals(),
        can.SETUP: "ragami.games.ragami.opening:SETUP",
        can.SNAPSHOTS: "ragami.games.ragami.state",
        can.STATISTICS: "ragami.games.ragami.statistics:STATISTICS",
        can.VISIBILITY: "ragami.games.ragami.view:VISIBILITY",
    },
)
