"""The hands as far as they can be known: what every unknown card may be."""

from __future__ import annotations

from gettext import gettext as _
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragami.game.unknowns import Hands
    from ragami.judge.replay import Replay
    from ragami_cli.output import Output


def hands_of(replay: Replay, viewer: str | None) -> Hands:
    """Return what a viewer can know of every hand."""
    from ragami.game.capabilities import DEDUCTION

    return replay.game.need(DEDUCTION).hands(replay.standing(), viewer)


def deduces(replay: Replay) -> bool:
    """Return True if the game can deduce something about what it hides."""
    from ragami.game.capabilities import DEDUCTION

    return replay.game.get(DEDUCTION) is not None


def in_words(replay: Replay, hands: Hands, output: Output, *, every: bool) -> str:
    """A line for each hand, or only for those that have an unknown card; "" if there is none."""
    from ragami.game.capabilities import DEDUCTION

    told = replay.game.need(DEDUCTION).tell_hands(hands, replay.state, output.language)
    lines = [
        output.wrap(f"{_name(replay, seat, output)}: {'; '.join(cards) or '–'}", "  ")
        for seat, cards in told.items()
        if every or any(card.card is None for card in hands.held[seat])
    ]
    return "\n".join([output.style(_("Hands"), bold=True), *lines]) if lines else ""


def warn_of_contradiction(replay: Replay, hands: Hands, output: Output) -> None:
    """Remark the contradiction after which nothing can be concluded, if there is one."""
    if hands.contradiction is None:
        return
    output.remark(output.wrap(replay.game.words.say(hands.contradiction, output.language)))
    output.remark(_("From there on an unknown card may be anything."))


def _name(replay: Replay, seat: str, output: Output) -> str:
    return replay.game.words.word(seat, output.language).capitalize()
