"""Every event as a sentence: who does what, and what pays for it. What comes of it stands apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET, structs

from ragami.errors import N_
from ragami.games.ragami import events as ev
from ragami.games.ragami.action_dice import CARD_NUMBER
from ragami.games.ragami.options import Options
from ragami.games.ragami.speech import Speech, signed
from ragami.games.ragami.texts.facts import COMPARED, ON_THE_BOARD, as_json, points
from ragami.games.ragami.texts.look import Change
from ragami.messages import plain

SHIPS_FIRST: Final = ("city-1", "deck-1", "dice-1")


def sentence(words: Speech, event: object, change: Change | None) -> str:
    """An event in words; `change` None where it was not played."""
    return SENTENCES[type(event)](words, event, change)


# --- setting up ----------------------------------------------------------------------------


def _game_opened(words: Speech, e: ev.GameOpened, _change: Change | None) -> str:
    _ = words.translate
    seats = words.listed(
        _("{name} ({colour})").format(name=plain(seat.name), colour=words.colour(seat.colour))
        for seat in e.players
    )
    parts = [_("the game is opened: {players}").format(players=seats)]
    if e.title:
        parts.append(_("title: {title}").format(title=plain(e.title)))
    if e.neutral_colour:
        parts.append(_("neutral Ragami: {colour}").format(colour=words.colour(e.neutral_colour)))
    parts += _agreed(words, e)
    return "; ".join(parts)


def _agreed(words: Speech, e: ev.GameOpened) -> Iterator[str]:
    """Yield the options and components that differ from the usual ones."""
    usual = Options()
    for option, value in structs.asdict(e.options).items():
        if value != getattr(usual, option):
            yield f"{option} = {as_json(value)}"
    for kind, component in structs.asdict(e.components).items():
        name = component if isinstance(component, str) else component.name
        if name not in SHIPS_FIRST:
            yield f"{words.value(kind)}: {plain(name)}"


def _conflicts(words: Speech, conflicts: Iterable[ev.Conflict]) -> str:
    _ = words.translate
    return words.listed(
        _("{die} on {square}").format(die=conflict.die, square=conflict.square)
        for conflict in conflicts
    )


def _conflicts_seeded(words: Speech, e: ev.ConflictsSeeded, _change: Change | None) -> str:
    _ = words.translate
    return _("the first conflicts: {conflicts}").format(conflicts=_conflicts(words, e.conflicts))


def _demons_seeded(words: Speech, e: ev.DemonsSeeded, _change: Change | None) -> str:
    _ = words.translate
    return _("the first Demons: on {squares}").format(squares=words.value(e.squares))


def _neutral_saints(words: Speech, e: ev.NeutralSaintsSeeded, _change: Change | None) -> str:
    _ = words.translate
    saints = words.listed(
        _("{colour} on {square}").format(colour=words.colour(saint.saint), square=saint.square)
        for saint in e.saints
    )
    return _("Saints without an owner: {saints}").format(saints=saints)


def _first_player(words: Speech, e: ev.FirstPlayerDrawn, _change: Change | None) -> str:
    _ = words.translate
    return _("{player} is first player").format(player=words.player(e.player))


def _starting_card(words: Speech, e: ev.StartingCardKept, _change: Change | None) -> str:
    _ = words.translate
    return _("{player} keeps {card} to start with, discards {cards}").format(
        player=words.player(e.player), card=words.card(e.kept), cards=words.cards(e.discarded)
    )


def _saint_set(words: Speech, e: ev.SaintSet, _change: Change | None) -> str:
    _ = words.translate
    return _("{player} sets the Saint on {square}").format(
        player=words.player(e.player), square=e.square
    )


def _virtue_set(words: Speech, e: ev.VirtueSet, _change: Change | None) -> str:
    _ = words.translate
    return _("{player} sets the Virtue die on {block}").format(
        player=words.player(e.player), block=words.place(e.block)
    )


def _ragami_set(words: Speech, e: ev.RagamiSet, _change: Change | None) -> str:
    _ = words.translate
    return _("{ragami} is set on {block}").format(
        ragami=words.ragami(e.ragami), block=words.place(e.block)
    )


def _action_dice(words: Speech, e: ev.ActionDiceSet, _change: Change | None) -> str:
    _ = words.translate
    spaces = ", ".join(f"{words.space(s)} {getattr(e.spaces, s)}" for s in ev.SPACES)
    dice_said = _("{player} rolls {rolls} and sets {spaces}").format(
        player=words.player(e.player), rolls=words.value(e.rolls), spaces=spaces
    )
    if not e.demons:
        return dice_said
    singular, many = N_("{said}; a new Demon on {squares}"), N_("{said}; new Demons on {squares}")
    text = _(singular if len(e.demons) == 1 else many)
    return text.format(said=dice_said, squares=words.value(e.demons))


# --- what pays for an action ---------------------------------------------------------------


def _paid(words: Speech, via: Any, change: Change | None) -> str:
    """`die on Draw: 3→2`, `card 5`."""
    _ = words.translate
    if isinstance(via, str):
        return _die(words, via, change)
    if not isinstance(via, ev.ByCard9):
        return words.by_card(CARD_NUMBER[type(via)])
    space_said = _("card 9 as the die on {space}").format(space=words.space(via.space))
    return f"{space_said}; {_die(words, via.lower, change)}" if via.lower else space_said


def _noted(text: str, *notes: str) -> str:
    """A sentence with notes in brackets."""
    return f"{text} ({'; '.join(notes)})"


def _die(words: Speech, space: str, change: Change | None) -> str:
    """An Action die, and how it goes down."""
    _ = words.translate
    die_said = _("die on {space}").format(space=words.space(space))
    if change is None:
        return die_said
    return f"{die_said}: {change.before.view['dice'][space]}→{change.after.view['dice'][space]}"


# --- in a turn -----------------------------------------------------------------------------


def _ragami_moved(words: Speech, e: ev.RagamiMoved, change: Change | None) -> str:
    _ = words.translate
    own, anothers = N_("{player} moves the Ragami to {to}"), N_("{player} moves {ragami} to {to}")
    text = _(own if e.ragami == e.player else anothers).format(
        player=words.player(e.player), ragami=words.ragami(e.ragami), to=words.place(e.to)
    )
    return _noted(text, _paid(words, e.via, change))


def _a_saint(words: Speech, saint: str, to: int) -> str:
    _ = words.translate
    return _("{saint} to {to}").format(saint=words.saint(saint), to=to)


def _a_demon(words: Speech, start: int | None, to: int) -> str:
    _ = words.translate
    if start is None:
        return _("a Demon from the supply to {to}").format(to=to)
    return _("a Demon from {from} to {to}").format_map({"from": start, "to": to})


def _moves(words: Speech, player: str, pieces: Iterable[str]) -> str:
    _ = words.translate
    return _("{player} moves {pieces}").format(
        player=words.player(player), pieces=words.listed(pieces)
    )


def _saint_and_demon(words: Speech, e: ev.SaintAndDemonMoved, change: Change | None) -> str:
    pieces = [_a_saint(words, e.saint, e.to)]
    if e.demon:
        pieces.append(_a_demon(words, e.demon.from_, e.demon.to))
    return _noted(_moves(words, e.player, pieces), _paid(words, e.via, change))


def _saints(words: Speech, e: ev.SaintsMoved, _change: Change | None) -> str:
    pieces = (_a_saint(words, move.saint, move.to) for move in e.saints)
    return _noted(_moves(words, e.player, pieces), words.by_card(1))


def _demons(words: Speech, e: ev.DemonsMoved, _change: Change | None) -> str:
    pieces = (_a_demon(words, move.from_, move.to) for move in e.demons)
    return _noted(_moves(words, e.player, pieces), words.by_card(2))


def _cards_drawn(words: Speech, e: ev.CardsDrawn, change: Change | None) -> str:
    _ = words.translate
    first = N_("{player} discards card {discarded}, draws, rejects {rejected}, keeps {kept}")
    plainly = N_("{player} draws, rejects {rejected}, keeps {kept}")
    text = _(plainly if e.discarded is None else first).format(
        player=words.player(e.player),
        discarded=e.discarded,
        rejected=words.cards(e.rejected),
        kept=words.cards(e.kept),
    )
    return _noted(text, _paid(words, e.via, change))


# By whether the attempt failed, and whether the player put anything into it.
ATTEMPTS: Final = {
    (False, False): N_("{player} resolves {square}"),
    (False, True): N_("{player} resolves {square} with {put_in}"),
    (True, False): N_("{player} fails at {square} and withdraws to {block}"),
    (True, True): N_("{player} fails at {square} with {put_in} and withdraws to {block}"),
}


def _conflict_tried(words: Speech, e: ev.ConflictTried, change: Change | None) -> str:
    """`Green resolves 18 with 3 cubes`, `Blue fails at 20 (needs 5, has 4: …)`."""
    _ = words.translate
    attempt = change.before.attempt if change else None
    put_in = list(_put_in(words, e))
    failed = e.withdraw_to is not None
    text = _(ATTEMPTS[failed, bool(put_in)]).format(
        player=words.player(e.player),
        square=words.place(attempt.square) if attempt else _("the conflict"),
        put_in=words.listed(put_in),
        block=words.place(e.withdraw_to),
    )
    notes = [_paid(words, e.via, change)]
    if failed and attempt:
        has = sum(attempt.sources.values())
        notes.insert(0, points(words, attempt.needs, has, attempt.sources))
    return _noted(text, *notes)


def _put_in(words: Speech, e: ev.ConflictTried) -> Iterator[str]:
    """Yield the resources that the player commits to an attempt."""
    _ = words.translate
    if e.cubes:
        yield words.counted(e.cubes, N_("1 cube"), N_("{number} cubes"))
    if e.virtue:
        yield words.counted(e.virtue, N_("1 Virtue point"), N_("{number} Virtue points"))
    if e.cards:
        many = _("cards {cards}").format(cards=words.cards(e.cards))
        yield many if len(e.cards) > 1 else words.card(e.cards[0])
    if e.power_rolls:
        yield _("a roll of {rolls}").format(rolls=words.value(e.power_rolls))


def _ragamis_swapped(words: Speech, e: ev.RagamisSwapped, _change: Change | None) -> str:
    _ = words.translate
    text = _("{player} swaps places with {other}").format(
        player=words.player(e.player), other=words.player(e.with_)
    )
    return _noted(text, words.by_card(3))


def _cubes_gathered(words: Speech, e: ev.CubesGathered, _change: Change | None) -> str:
    _ = words.translate
    return _noted(
        _("{player} gathers cubes").format(player=words.player(e.player)), words.by_card(4)
    )


def _die_turned(words: Speech, e: ev.ConflictDieTurned, _change: Change | None) -> str:
    _ = words.translate
    text = _("{player} turns the conflict on {square} by {change}").format(
        player=words.player(e.player), square=e.square, change=signed(e.change)
    )
    return _noted(text, words.by_card(7))


def _last_raised(words: Speech, e: ev.LastPlayerRaised, _change: Change | None) -> str:
    _ = words.translate
    text = _("{player} raises whoever is last").format(player=words.player(e.player))
    return _noted(text, words.by_card(10))


def _virtue_moved(words: Speech, e: ev.VirtueDieMoved, _change: Change | None) -> str:
    _ = words.translate
    text = _("{player} moves the Virtue die to {block}").format(
        player=words.player(e.player), block=words.place(e.block)
    )
    return _noted(text, words.by_card(12))


def _card_traded(words: Speech, e: ev.CardTraded, _change: Change | None) -> str:
    _ = words.translate
    return _("{player} turns in {card}").format(
        player=words.player(e.player), card=words.card(e.card)
    )


def _cubes_converted(words: Speech, e: ev.CubesConverted, _change: Change | None) -> str:
    _ = words.translate
    return _("{player} exchanges cubes for {vp} VP").format(player=words.player(e.player), vp=e.vp)


def _virtue_converted(words: Speech, e: ev.VirtueConverted, _change: Change | None) -> str:
    _ = words.translate
    return _("{player} exchanges Virtue points for {vp} VP").format(
        player=words.player(e.player), vp=e.vp
    )


def _turn_ended(words: Speech, e: ev.TurnEnded, _change: Change | None) -> str:
    _ = words.translate
    return _("{player} ends the turn").format(player=words.player(e.player))


def _passed(words: Speech, e: ev.Passed, _change: Change | None) -> str:
    _ = words.translate
    return _("{player} passes").format(player=words.player(e.player))


# --- preparing the next round --------------------------------------------------------------


def _displaced(words: Speech, e: ev.RagamiDisplaced, _change: Change | None) -> str:
    _ = words.translate
    return _("{ragami} leaves its forbidden square for {block}").format(
        ragami=words.ragami(e.ragami), block=words.place(e.block)
    )


def _conflicts_drawn(words: Speech, e: ev.ConflictsDrawn, _change: Change | None) -> str:
    _ = words.translate
    return _("new conflicts: {conflicts}").format(conflicts=_conflicts(words, e.conflicts))


def _virtue_step(words: Speech, e: ev.VirtueStep, _change: Change | None) -> str:
    _ = words.translate
    both = N_("{player} exchanges Virtue points for {vp} VP, and sets the Virtue die on {block}")
    points_only = N_("{player} exchanges Virtue points for {vp} VP")
    die_only = N_("{player} sets the Virtue die on {block}")
    text = points_only if e.block is None else both if e.vp else die_only
    return _(text).format(player=words.player(e.player), vp=e.vp, block=words.place(e.block))


# --- what the table says -------------------------------------------------------------------


def _asserted(words: Speech, e: ev.Asserted, _change: Change | None) -> str:
    _ = words.translate
    statements = (
        f"{_(COMPARED[figure])} – {_numbers(words, figure, numbers)}"
        for figure, numbers in structs.asdict(e).items()
        if numbers is not UNSET
    )
    return _("the table shows: {shown}").format(shown="; ".join(statements) or _("nothing"))


def _numbers(words: Speech, figure: str, numbers: Mapping[Any, int]) -> str:
    """`Yellow 6 and Green 2`; on the board `4 on 12`."""
    _ = words.translate
    if figure not in ON_THE_BOARD:
        return words.value(numbers)
    return words.listed(
        _("{die} on {square}").format(die=number, square=square)
        for square, number in numbers.items()
    )


def _revealed(words: Speech, e: ev.Revealed, _change: Change | None) -> str:
    _ = words.translate
    return _("{player} shows {card}, which record {seq} had left hidden").format(
        player=words.player(e.player), card=words.card(e.card), seq=e.seq
    )


SENTENCES: Final[Mapping[type[Any], Callable[[Speech, Any, Change | None], str]]] = {
    ev.GameOpened: _game_opened,
    ev.ConflictsSeeded: _conflicts_seeded,
    ev.DemonsSeeded: _demons_seeded,
    ev.NeutralSaintsSeeded: _neutral_saints,
    ev.FirstPlayerDrawn: _first_player,
    ev.StartingCardKept: _starting_card,
    ev.SaintSet: _saint_set,
    ev.VirtueSet: _virtue_set,
    ev.RagamiSet: _ragami_set,
    ev.ActionDiceSet: _action_dice,
    ev.RagamiMoved: _ragami_moved,
    ev.SaintAndDemonMoved: _saint_and_demon,
    ev.CardsDrawn: _cards_drawn,
    ev.ConflictTried: _conflict_tried,
    ev.SaintsMoved: _saints,
    ev.DemonsMoved: _demons,
    ev.RagamisSwapped: _ragamis_swapped,
    ev.CubesGathered: _cubes_gathered,
    ev.ConflictDieTurned: _die_turned,
    ev.LastPlayerRaised: _last_raised,
    ev.VirtueDieMoved: _virtue_moved,
    ev.CardTraded: _card_traded,
    ev.CubesConverted: _cubes_converted,
    ev.VirtueConverted: _virtue_converted,
    ev.TurnEnded: _turn_ended,
    ev.Passed: _passed,
    ev.RagamiDisplaced: _displaced,
    ev.ConflictsDrawn: _conflicts_drawn,
    ev.VirtueStep: _virtue_step,
    ev.Asserted: _asserted,
    ev.Revealed: _revealed,
}
