"""The next step in words for people at the table, and warnings of what cannot be undone there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ragami.decoded import Data
from ragami.game import game_named
from ragami.game.capabilities import Guide
from ragami.games.ragami.events import COLOURS, NEUTRAL, Passed
from ragami.games.ragami.rules.conflict import bare_attempt, needed, sources
from ragami.games.ragami.rules.due import PLACEMENTS
from ragami.games.ragami.rules.ending import final, reason_to_end
from ragami.games.ragami.rules.points import VIRTUE_PER_VP
from ragami.games.ragami.rules.preparation import conflicts_to_draw
from ragami.games.ragami.speech import Speech, speech
from ragami.games.ragami.state import State
from ragami.language import Language, capital

# The steps of the setup as somebody at the table takes them; who sets what in turn is one step.
SETUP_STEPS: Final = (
    *("conflicts_seeded", "demons_seeded", "neutral_saints_seeded", "first_player_drawn"),
    *("starting_card_kept", "placements", "action_dice_set"),
)
# The steps of the round preparation, by their numbers.
PREPARATION_STEPS: Final = {
    "ragami_displaced": 2,
    "conflicts_drawn": 4,
    "virtue_step": 5,
    "action_dice_set": 6,
}
LAST_STEP: Final = 7


def guide(s: State, language: Language) -> Guide:
    """Return the moment, the step that is due, who has to take it, and hints."""
    words = speech(language)
    if s.phase == "turns":
        return _turn(s, words)
    if s.phase == "over":
        result = final(s)
        result_said = game_named("ragami").result(result, s, language) if result else ""
        return Guide(words.guide("over"), capital(result_said))
    due = s.due[0]
    hints = tuple(_of_the_virtue_step(s, words)) if due.type == "virtue_step" else ()
    seat = due.who if due.who in COLOURS else None
    return Guide(_step(s, words), _due(s, words), hints, seat)


def _step(s: State, words: Speech) -> str:
    """Return the place in the setup or the preparation: `Setup, step 3 of 7`."""
    due = s.due[0].type
    if s.phase == "preparation":
        step = PREPARATION_STEPS[due]
        return words.guide("preparation_step", round=s.round, step=step, steps=LAST_STEP)
    if not s.opened:
        return words.guide("setup")
    steps = list(SETUP_STEPS)
    if len(s.seats) == len(COLOURS):
        steps.remove("neutral_saints_seeded")
    step = steps.index("placements" if due in PLACEMENTS else due) + 1
    return words.guide("setup_step", step=step, steps=len(steps))


# --- outside of turns ----------------------------------------------------------------------


def _due(s: State, words: Speech) -> str:
    """Return the sentence about the step that is due."""
    code, who = s.due[0].type, s.due[0].who
    facts: Data = {"who": words.player(who or "")}
    match code:
        case "neutral_saints_seeded":
            saints = [words.saint(colour) for colour in COLOURS if colour not in s.players]
            facts = {"saints": words.listed(saints)}
        case "starting_card_kept":
            players = [words.player(c) for c, player in s.players.items() if not player.hand]
            facts = {"who": words.listed(players)}
        case "ragami_set" if who == NEUTRAL:
            code = "ragami_set.neutral"
        case "ragami_displaced":
            square: Any = s.ragamis[who]  # type: ignore[index]  # who must leave is a Ragami
            blocks = words.guide("or").join(sorted(s.board.blocks_at[square]))
            facts = {"square": square, "ragami": words.ragami(who or ""), "blocks": blocks}
        case "conflicts_drawn":
            facts = {"number": conflicts_to_draw(s)}
            code = "conflicts_drawn.one" if facts["number"] == 1 else code
        case "virtue_step":
            *waiting, roller = [words.player(due.who or "") for due in s.due]
            facts = {"waiting": words.listed(waiting), "roller": roller}
    return words.guide(code, **facts)


def _of_the_virtue_step(s: State, words: Speech) -> Iterator[str]:
    """Yield who could convert Virtue points now, and who has no Virtue die on the board."""
    for due in s.due[:-1]:
        assert due.who in s.players
        player = s.players[due.who]
        if vp := player.virtue // VIRTUE_PER_VP:
            yield words.guide("convert", who=words.player(due.who), vp=vp)
        elif player.virtue_block is None:
            yield words.guide("no_virtue_die", who=words.player(due.who))


# --- in a turn -----------------------------------------------------------------------------


def _turn(s: State, words: Speech) -> Guide:
    assert s.active is not None
    if s.die_used:
        code = "die_used"
    elif s.acted:
        code = "acted"
    elif any(s.space_dice.values()):
        code = "fresh"
    else:
        code = "spent"
    who = words.player(s.active)
    step, due = words.guide("turn", round=s.round, who=who), words.guide(code, who=who)
    return Guide(step, due, tuple(_in_a_turn(s, words)), s.active)


def _in_a_turn(s: State, words: Speech) -> Iterator[str]:
    """Yield hints: the conflict at the Ragami and what it takes, who has passed, the last round."""
    player = s.players[s.active]  # type: ignore[index]  # in a turn somebody is active
    square = s.ragamis[player.colour]
    if isinstance(square, int) and square in s.conflicts:
        has = sum(sources(s, bare_attempt(player), player, square).values())
        yield words.guide("conflict_here", square=square, needs=needed(s, square), has=has)
    if s.passed and s.options.pass_policy == "final":
        players = words.listed(words.player(colour) for colour in s.passed)
        yield words.guide("have_passed", who=players)
    if reason_to_end(s):
        yield words.guide("last_round")


def warning(s: State, event: object, language: Language) -> str | None:
    """Return a warning if `event` cannot be taken back at the table once announced, else None."""
    if not isinstance(event, Passed) or s.phase != "turns":
        return None
    words = speech(language)
    player = words.player(event.player)
    if len(s.passed) + 1 == len(s.seats):
        if reason_to_end(s):
            return words.guide("pass_ends_game", who=player)
        return words.guide("pass_ends_round", who=player, round=s.round)
    if s.options.pass_policy == "final":
        return words.guide("pass_is_final", who=player, round=s.round)
    return None
