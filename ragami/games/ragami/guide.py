"""The next step in words for people at the table, and warnings of what cannot be undone there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ragami.errors import N_
from ragami.game.capabilities import Guide
from ragami.games.ragami.conflict import sources
from ragami.games.ragami.ending import final, reason_to_end
from ragami.games.ragami.events import COLOURS, NEUTRAL, ConflictTried, Passed
from ragami.games.ragami.points import VIRTUE_PER_VP
from ragami.games.ragami.preparation import conflicts_to_draw
from ragami.games.ragami.speech import Speech, speech
from ragami.games.ragami.state import State
from ragami.games.ragami.words import tell_result
from ragami.language import Language

# The steps of the setup as somebody at the table takes them; who sets what in turn is one step.
PLACEMENTS: Final = "placements"
SETUP_STEPS: Final = {
    "conflicts_seeded": "conflicts_seeded",
    "demons_seeded": "demons_seeded",
    "neutral_saints_seeded": "neutral_saints_seeded",
    "first_player_drawn": "first_player_drawn",
    "starting_card_kept": "starting_card_kept",
    "saint_set": PLACEMENTS,
    "virtue_set": PLACEMENTS,
    "ragami_set": PLACEMENTS,
    "action_dice_set": "action_dice_set",
}
# The steps of the round preparation, numbered as in section 1.5 of the rules.
PREPARATION_STEPS: Final = {
    "ragami_displaced": 2,
    "conflicts_drawn": 4,
    "virtue_step": 5,
    "action_dice_set": 6,
}
LAST_STEP: Final = 7

OPEN: Final = N_("Open the game: say who plays.")
CONFLICTS: Final = N_(
    "Roll the six Conflict dice and draw a chip for each: die and chip go to the square it names."
)
DEMONS: Final = N_("Draw four more chips: a Demon goes to each of these squares.")
FIRST: Final = N_("Draw the first player by lot; the large cube shows who it is.")
SAINT: Final = N_("{who}: put your Saint on any square of a street.")
VIRTUE: Final = N_("{who}: put your Virtue die on any block; it shows 1.")
RAGAMI: Final = N_("{who}: put your Ragami on a block where there is none.")
NEUTRAL_RAGAMI: Final = N_("Put the neutral Ragami on a block where there is none.")
DICE: Final = N_(
    "Last player {who}: roll the three Action dice and set one on each space. A red 1 brings a"
    " Demon and is turned to another value."
)


def guide(s: State, language: Language) -> Guide:
    """The moment, what is due and who has to do it, and what is good to know."""
    words = speech(language)
    if s.phase == "turns":
        return _turn(s, words)
    if s.phase == "over":
        result = final(s)
        result_said = tell_result(result, language) if result else ""
        return Guide(words.translate(N_("Game over")), result_said[:1].upper() + result_said[1:])
    due = s.due[0]
    sentence = WHEN_DUE[due.type](s, words, due.who)
    hints = tuple(_of_the_virtue_step(s, words)) if due.type == "virtue_step" else ()
    seat = due.who if due.who in COLOURS else None
    return Guide(_step(s, words), sentence, hints, seat)


def _step(s: State, words: Speech) -> str:
    """`Setup, step 3 of 7`."""
    _ = words.translate
    due = s.due[0].type
    if s.phase == "preparation":
        return _("Preparing round {round}, step {step} of {steps}").format(
            round=s.round, step=PREPARATION_STEPS[due], steps=LAST_STEP
        )
    if not s.opened:
        return _("Setup")
    steps = list(dict.fromkeys(SETUP_STEPS.values()))
    if len(s.seats) == len(COLOURS):
        steps.remove("neutral_saints_seeded")
    step = steps.index(SETUP_STEPS[due]) + 1
    return _("Setup, step {step} of {steps}").format(step=step, steps=len(steps))


# --- outside of turns ----------------------------------------------------------------------

Saying = Callable[[State, Speech, str | None], str]


def _plainly(text: str) -> Saying:
    return lambda _s, words, _who: words.translate(text)


def _to(text: str) -> Saying:
    """Return a function that fills the player's name into `text`."""
    return lambda _s, words, player: words.translate(text).format(who=words.player(player or ""))


def _neutral_saints(s: State, words: Speech, _who: str | None) -> str:
    _ = words.translate
    saints = [words.saint(colour) for colour in COLOURS if colour not in s.players]
    return _("Draw a chip for {saints}: it goes to the square that the chip names.").format(
        saints=words.listed(saints)
    )


def _starting_cards(s: State, words: Speech, _who: str | None) -> str:
    _ = words.translate
    waiting = [words.player(colour) for colour, player in s.players.items() if not player.hand]
    return _("Deal three cards each: keep one, discard two face up. Still to say: {who}.").format(
        who=words.listed(waiting)
    )


def _ragami(s: State, words: Speech, player: str | None) -> str:
    text = NEUTRAL_RAGAMI if player == NEUTRAL else RAGAMI
    return _to(text)(s, words, player)


def _displaced(s: State, words: Speech, player: str | None) -> str:
    _ = words.translate
    square = s.ragamis[player]  # type: ignore[index]  # who must leave is a Ragami
    assert isinstance(square, int)
    return _("Square {square} is forbidden now: {ragami} goes to block {blocks}.").format(
        square=square,
        ragami=words.ragami(player or ""),
        blocks=_(" or ").join(sorted(s.board.blocks_at[square])),
    )


def _new_conflicts(s: State, words: Speech, _who: str | None) -> str:
    number = conflicts_to_draw(s)
    singular = N_("Roll 1 Conflict die and draw a chip: they go to the square that it names.")
    many = N_(
        "Roll {number} Conflict dice and draw a chip for each: die and chip go to the square"
        " that it names."
    )
    return words.counted(number, singular, many)


def _virtue_step(s: State, words: Speech, _who: str | None) -> str:
    _ = words.translate
    waiting = [words.player(due.who or "") for due in s.due[:-1]]
    return _(
        "Whoever wants to, in this order, converts Virtue points (3 for 1 VP) and moves or places"
        " the Virtue die: {waiting}. Then {roller} rolls the Action dice."
    ).format(waiting=words.listed(waiting), roller=words.player(s.due[-1].who or ""))


def _of_the_virtue_step(s: State, words: Speech) -> Iterator[str]:
    """Yield who could convert Virtue points now, and who has no Virtue die on the board."""
    _ = words.translate
    for due in s.due[:-1]:
        assert due.who in s.players
        player = s.players[due.who]
        if vp := player.virtue // VIRTUE_PER_VP:
            text = _("{who} can convert Virtue points: up to {vp} VP")
            yield text.format(who=words.player(due.who), vp=vp)
        elif player.virtue_block is None:
            yield _("{who} has no Virtue die on the board").format(who=words.player(due.who))


WHEN_DUE: Final[dict[str, Saying]] = {
    "game_opened": _plainly(OPEN),
    "conflicts_seeded": _plainly(CONFLICTS),
    "demons_seeded": _plainly(DEMONS),
    "neutral_saints_seeded": _neutral_saints,
    "first_player_drawn": _plainly(FIRST),
    "starting_card_kept": _starting_cards,
    "saint_set": _to(SAINT),
    "virtue_set": _to(VIRTUE),
    "ragami_set": _ragami,
    "action_dice_set": _to(DICE),
    "ragami_displaced": _displaced,
    "conflicts_drawn": _new_conflicts,
    "virtue_step": _virtue_step,
}


# --- in a turn -----------------------------------------------------------------------------


def _turn(s: State, words: Speech) -> Guide:
    _ = words.translate
    assert s.active is not None
    if s.die_used:
        text = N_("{who}: the Action die is used. Cards, exchanges, or the end of the turn.")
    elif s.acted:
        text = N_("{who}: an Action die, more cards, exchanges, or the end of the turn.")
    elif any(s.space_dice.values()):
        text = N_("{who}: one Action die, any cards, exchanges, or pass.")
    else:
        text = N_("{who}: the Action dice are spent. Cards, exchanges, or pass.")
    step = _("Round {round}, turn of {who}").format(round=s.round, who=words.player(s.active))
    due = _(text).format(who=words.player(s.active))
    return Guide(step, due, tuple(_in_a_turn(s, words)), s.active)


def _in_a_turn(s: State, words: Speech) -> Iterator[str]:
    """The conflict where the Ragami stands, and what it takes; who has passed; a round's end."""
    _ = words.translate
    player = s.players[s.active]  # type: ignore[index]  # in a turn somebody is active
    square = s.ragamis[player.colour]
    if isinstance(square, int) and square in s.conflicts:
        nothing = ConflictTried(player.colour, "conflict", 0, 0, (), (), None)
        needs = s.conflicts[square] + s.demons.get(square, 0)
        has = sum(sources(s, nothing, player, square).values())
        text = _("the conflict on {square} takes {needs} Power Points, {has} are there already")
        yield text.format(square=square, needs=needs, has=has)
    if s.passed and s.options.pass_policy == "final":
        players = words.listed(words.player(colour) for colour in s.passed)
        yield _("passed: {who}").format(who=players)
    if reason_to_end(s):
        yield _("this is the last round")


def warning(s: State, event: object, language: Language) -> str | None:
    """Return a warning if `event` cannot be taken back at the table once announced, else None."""
    if not isinstance(event, Passed) or s.phase != "turns":
        return None
    words = speech(language)
    _ = words.translate
    player = words.player(event.player)
    if len(s.passed) + 1 == len(s.seats):
        if reason_to_end(s):
            return _("{who} passes, and the game is over.").format(who=player)
        return _("{who} passes, and round {round} is over.").format(who=player, round=s.round)
    if s.options.pass_policy == "final":
        return _("A pass is final: {who} has no more turns in round {round}.").format(
            who=player, round=s.round
        )
    return None
