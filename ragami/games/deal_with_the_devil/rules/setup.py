"""Setting up, the characters and the seed: R-D-SETUP, R-D-CHAR, R-D-DIST-09 … -13."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.distribution import dealing
from ragami.games.deal_with_the_devil.distribution.dealing import Distribution
from ragami.games.deal_with_the_devil.rules.rounds import begin_round
from ragami.games.deal_with_the_devil.rules.sets import Faulty, cards
from ragami.games.deal_with_the_devil.state import Known, Player, State, holding

START: Final[dict[str, tuple[dict[str, int], tuple[int, int]]]] = {
    "mortal_1": ({}, (3, 0)),
    "mortal_2": ({}, (3, 0)),
    "cultist": ({"marble": 1, "glass": 1, "coins": 1}, (0, 2)),
    "devil": (
        {"marble": 1, "glass": 1, "wood": 1, "stone": 1, "wheat": 1, "coins": 8},
        (0, 0),
    ),
}


def check_opened(s: State, event: ev.GameOpened) -> Iterator[Breach]:
    """Check the colours, and the set of components (R-D-COMP-01, R-D-SET-01)."""
    colours = [seat.colour for seat in event.players]
    if len(set(colours)) < 4:
        yield breach("R-D-COMP-01", found=colours)
    try:
        cards(event.components.cards)
    except Faulty as wrong:
        yield breach("R-D-SET-01", **wrong.facts)


def open_game(s: State, event: ev.GameOpened, seq: int) -> None:
    """Lay out the table (R-D-SETUP-02 … R-D-SETUP-06)."""
    s.cards = cards(event.components.cards)
    s.options = event.options
    s.seats = [seat.colour for seat in event.players]
    s.names = {seat.colour: seat.name for seat in event.players}
    s.title = event.title
    file = s.table.file
    minor = [id_ for id_, achievement in file.achievements.items() if achievement.size == "minor"]
    s.players = {
        colour: Player(colour, reputation=file.track.start, minor=dict.fromkeys(minor, "open"))
        for colour in s.seats
    }
    s.set_step("setup/seal" if s.options.distribution == "seed" else "setup/deal")


def seal(s: State, event: ev.DistributionSealed, seq: int) -> None:
    """Bind the app to its seed, before any word (R-D-DIST-09)."""
    s.digest = event.digest
    s.set_step("setup/deal")


def check_wishes(s: State, event: ev.WishesGiven) -> Iterator[Breach]:
    """Check that the table agreed on wishes (R-D-OPT-04)."""
    if not s.options.wishes:
        yield breach("R-D-OPT-04", option="wishes")


def wish(s: State, event: ev.WishesGiven, seq: int) -> None:
    """Note a player's wishes, which move the odds (R-D-OPT-04)."""
    s.wishes[event.player] = event.wishes


def check_word(s: State, event: ev.WordGiven) -> Iterator[Breach]:
    """Check that a seed decides the deal, to which a word can be added (R-D-DIST-09)."""
    if s.options.distribution == "recorded":
        yield breach("R-D-DIST-09", option="distribution")


def give_word(s: State, event: ev.WordGiven, seq: int) -> None:
    s.words[event.player] = event.word


def check_roles(s: State, event: ev.CharactersDealt | ev.RolesShown) -> Iterator[Breach]:
    """Check that no role stands twice among the known ones (R-D-DIST-13)."""
    known_roles = [role for role in event.roles.values() if role is not None]
    if len(set(known_roles)) < len(known_roles):
        yield breach("R-D-DIST-13", found=event.roles)


def deal_characters(s: State, event: ev.CharactersDealt, seq: int) -> None:
    """Set the roles; accounts start where the role is known (R-D-KNOW-06)."""
    s.dealt.append(Known(seq, 0, 0, dict(event.roles)))
    for player in s.in_order():
        role = player.role = event.roles[player.colour]
        if role:
            goods, (mortal, cultist) = START[role]
            player.souls = {"mortal": mortal, "cultist": cultist}
            player.goods = holding(goods.items()) if s.options.reckoned else None
    begin_round(s)


def check_shown(s: State, event: ev.RolesShown) -> Iterator[Breach]:
    """Check that the roles are those that the log knows (R-D-DIST-13, R-D-RIT-08)."""
    yield from check_roles(s, event)
    for player in s.in_order():
        if player.role not in (None, event.roles[player.colour]):
            yield breach("R-D-RIT-08", player=player.colour, found=event.roles[player.colour])


def show_roles(s: State, event: ev.RolesShown, seq: int) -> None:
    """Note the roles that everybody shows (R-D-RIT-08)."""
    for player in s.in_order():
        player.role = player.role or event.roles[player.colour]
    s.shown = True
    s.set_step("inquisition/ritual")


# --- the seed ------------------------------------------------------------------------------


def check_seed(s: State, event: ev.SeedOpened) -> Iterator[Breach]:
    """Check that the seed is due, is the sealed one, and leads to this deal.

    R-D-DIST-10, R-D-DIST-11 and R-D-DIST-12.
    """
    if s.options.distribution == "recorded" or not s.shown or s.seed is not None:
        yield breach("R-D-DIST-10", step=s.at, problem="again" if s.seed else "not-due")
        return
    digest = dealing.digest(event.seed)
    if digest != s.digest:
        yield breach("R-D-DIST-11", found=digest, expected=s.digest)
    dealt = distributed(s, event.seed)
    for deal in s.dealt:
        expected = expectation(s, dealt, deal)
        if any(
            role not in (None, expected.get(colour, role)) for colour, role in deal.roles.items()
        ):
            yield breach("R-D-DIST-12", record=deal.seq, found=deal.roles, expected=expected)
            return


def open_seed(s: State, event: ev.SeedOpened, seq: int) -> None:
    s.seed = event.seed


def distributed(s: State, seed: str) -> Distribution:
    """Return the distribution that follows from a seed with this table's words and wishes."""
    wishes = {c: structs.asdict(w) if w else None for c, w in s.wishes.items()}
    return dealing.distribute(s.seats, seed, s.words, wishes)


def expectation(s: State, dealt: Distribution, deal: Known) -> dict[ev.Colour, ev.Role]:
    """Return the roles or chests that a record must show; roles are open if a wish is null."""
    if not deal.round:
        return {} if None in s.wishes.values() else dealt.roles
    roles = {player.colour: player.role for player in s.in_order() if player.role}
    return dealt.sent(deal.round, deal.pass_, roles)
