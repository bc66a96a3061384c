"""The dark ritual, bribes, guesses and accusations: R-D-RIT, R-D-GUESS."""

from __future__ import annotations

from collections.abc import Iterator

from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.rules import tracks
from ragami.games.deal_with_the_devil.rules.bank import sold
from ragami.games.deal_with_the_devil.rules.deals import owns_souls
from ragami.games.deal_with_the_devil.rules.due import due_id
from ragami.games.deal_with_the_devil.state import ALL_SOULS, Accusation, Guess, State

TOKENS: dict[ev.Role, frozenset[str]] = {
    "mortal_1": frozenset(ev.SOUGHT),
    "mortal_2": frozenset(ev.SOUGHT),
    "cultist": frozenset({"devil"}),
    "devil": frozenset(),
}
MORTALS = ("mortal_1", "mortal_2")


def check_ritual(s: State, event: ev.RitualOpened) -> Iterator[Breach]:
    """Make each check over all roles before the next one."""
    chests = [(role, event.chests[role]) for role in ev.ROLES]
    yield from _check_contents(s, chests)
    yield from _check_guesses(s, chests)
    yield from _check_owned(s, chests)


def _check_contents(s: State, chests: list[tuple[ev.Role, ev.Chest]]) -> Iterator[Breach]:
    for role, chest in chests:
        other_goods = set(chest.goods) - {"coins"}
        if other_goods and (not s.options.bribe_resources or "indulgences" in other_goods):
            yield breach("R-D-OPT-03", role=role, found=chest.goods)
    for role, chest in chests:
        if role != "devil" and chest.souls.all:
            yield breach("R-D-RIT-01", role=role, found=chest.souls)
    for role, chest in chests:
        if chest.souls.mortal > 6 or chest.souls.cultist > 2:
            yield breach("R-D-COMP-05", role=role, found=chest.souls)


def _check_guesses(s: State, chests: list[tuple[ev.Role, ev.Chest]]) -> Iterator[Breach]:
    guesses = [
        (role, sought, chest.guesses[sought]) for role, chest in chests for sought in _made(chest)
    ]
    for role, sought, _ in guesses:
        if sought not in TOKENS[role]:
            yield breach("R-D-COMP-04", role=role, of=sought)
    for role, _, suspect in guesses:
        if s.players[suspect].role == role:
            yield breach("R-D-COMP-03", role=role, found=suspect)
    for role, chest in chests:
        if len(set(chest.guesses.values())) < len(chest.guesses):
            yield breach("R-D-GUESS-01", role=role, found=chest.guesses)
    over = s.round == 5 and s.inquisition.found["devil"] != "none"
    for role in (role for role, sought, _ in guesses if over and sought == "devil"):
        yield breach("R-D-GUESS-06", role=role, found=s.inquisition.found["devil"])
    for role, sought, suspect in guesses:
        if _is_barred(s, role, sought, suspect):
            yield breach("R-D-GUESS-03", role=role, of=sought, found=suspect)


def _is_barred(s: State, role: ev.Role, sought: ev.Sought, suspect: ev.Colour) -> bool:
    """Return True if a fixed guess of this role bars another such guess (R-D-GUESS-03)."""
    mine = (guess for guess in s.inquisition.fixed if guess.by == role)
    return any(guess.of == sought or guess.player == suspect for guess in mine)


def barred(s: State, role: ev.Role, sought: ev.Sought) -> set[str]:
    """Return the players whom a role may not name as this character; all if the token is gone."""
    devil_found = s.round == 5 and sought == "devil" and s.inquisition.found["devil"] != "none"
    if devil_found or sought not in TOKENS[role]:
        return set(s.seats)
    return {
        player.colour
        for player in s.in_order()
        if player.role == role or _is_barred(s, role, sought, player.colour)
    }


def _made(chest: ev.Chest) -> Iterator[ev.Sought]:
    """Return the guesses in a chest, devil before cultist."""
    return (sought for sought in ev.SOUGHT if sought in chest.guesses)


def _check_owned(s: State, chests: list[tuple[ev.Role, ev.Chest]]) -> Iterator[Breach]:
    owned = [(player, chest) for role, chest in chests if (player := s.who(role))]
    for player, chest in owned:
        if not player.has_goods(chest.goods):
            yield breach("R-D-BANK-03", player=player.colour, needs=chest.goods, has=player.goods)
    for player, chest in owned:
        yield from owns_souls(player, chest.souls, "R-D-RIT-01")
    devil, souls = s.who("devil"), dict(chests)["devil"].souls
    if s.round == 3 and devil and devil.souls and souls.cultist < devil.souls["cultist"]:
        yield breach("R-D-RIT-02", needs=devil.souls["cultist"], has=souls.cultist)


def offered_souls(s: State) -> dict[str, list[int]]:
    """Return how many souls the devil may put into the chest.

    R-D-COMP-05, R-D-RIT-01 and R-D-RIT-02.
    """
    devil = s.who("devil")
    owned = devil.souls if devil else None
    most = owned or ALL_SOULS
    least = owned["cultist"] if owned and s.round == 3 else 0
    return {
        "mortal": list(range(most["mortal"] + 1)),
        "cultist": list(range(least, most["cultist"] + 1)),
    }


def open_ritual(s: State, event: ev.RitualOpened, seq: int) -> None:
    """Carry out bribes, rewards and guesses, in this order."""
    s.inquisition.accused = False
    _bribe(s, event)
    _reward(s, event.chests["devil"].souls)
    guesses = [
        Guess(role, sought, event.chests[role].guesses[sought])
        for role in ev.ROLES
        for sought in _made(event.chests[role])
    ]
    if s.round == 3:
        _compare(s, guesses)
    else:
        _score(s, guesses)
    go_on(s)


def _bribe(s: State, event: ev.RitualOpened) -> None:
    """Take the bribes; each five coins send an inquisitor away (R-D-RIT-04, R-D-OPT-03)."""
    inquisition = s.inquisition
    for role, chest in event.chests.items():
        inquisition.bribes += sold(chest.goods)
        if player := s.who(role):
            player.pay(chest.goods)
    for letter in "ABC":
        if letter not in inquisition.gone and inquisition.bribes >= 5:
            inquisition.bribes -= 5
            inquisition.gone.append(letter)


def _reward(s: State, souls: ev.Souls) -> None:
    """Reward devil and cultist for the souls (R-D-RIT-05, R-D-RIT-06, R-D-RIT-09)."""
    ritual, devil, cultist = s.table.file.ritual, s.who("devil"), s.who("cultist")
    points = 0
    for line in ritual.tables["3" if s.round == 3 else "5"]:
        if line.souls > souls.all:
            continue
        points += line.points
        if devil:
            devil.gain(line.goods)
        _turn(s, line.turn)
    if s.round == 5:
        points += ritual.beyond.points * max(0, souls.all - ritual.beyond.souls)
    if devil:
        devil.points += points
    for marked in ritual.cultist if s.round == 3 and cultist else ():
        if marked.souls <= souls.cultist and cultist:
            cultist.gain(marked.goods)


def _turn(s: State, line: int) -> None:
    """Make a slot due: 1; or 2, and if that is up or due already, 3."""
    for slot in {0: (), 1: (1,), 2: (2, 3)}[line]:
        if s.inquisition.up[str(slot)] is None and slot not in s.inquisition.turning:
            s.inquisition.turning.append(slot)
            return


def _compare(s: State, guesses: list[Guess]) -> None:
    """Accuse where two guesses agree; then all guesses stay (R-D-GUESS-02)."""
    for sought in ev.SOUGHT:
        suspects = [
            g.player for g in guesses if g.of == sought and (sought == "devil" or g.by in MORTALS)
        ]
        for player in s.seats:
            if suspects.count(player) >= 2:
                s.inquisition.accusing.append(Accusation(player, sought))
    if s.inquisition.accusing:
        s.inquisition.fixed = guesses


def _score(s: State, guesses: list[Guess]) -> None:
    """Give points for the guesses, right or wrong (R-D-GUESS-07)."""
    fixed = s.inquisition.fixed
    in_order = (
        g for role in ev.ROLES for sought in ev.SOUGHT for g in (*fixed, *guesses)
        if g.by == role and g.of == sought
    )  # fmt: skip
    for guess in in_order:
        correct = s.players[guess.player].role == guess.of
        winner = s.who(guess.by) if correct else s.who(guess.of)
        if winner:
            winner.points += 2 if correct else 1


def go_on(s: State) -> None:
    """Go on to the first of turning, accusing and facing that has something due."""
    if s.inquisition.turning:
        s.set_step("inquisition/turn")
    elif s.inquisition.accusing:
        s.set_step("inquisition/accuse")
    else:
        s.set_step("inquisition/face")


# --- turning and accusing ------------------------------------------------------------------


def check_turned(s: State, event: ev.InquisitorTurned) -> Iterator[Breach]:
    """Check that this slot is due, and that a normal inquisitor lies there, each another.

    R-D-RIT-05, R-D-RIT-09, R-D-GUESS-04 and R-D-SETUP-05.
    """
    if event.slot != s.inquisition.turning[0]:
        yield breach(due_id(s), found=event.slot, needs=s.inquisition.turning[0])
    kind = s.table.file.inquisitors[event.inquisitor]
    if kind.back != "normal" or event.inquisitor in s.inquisition.up.values():
        yield breach("R-D-SETUP-05", found=event.inquisitor, back=kind.back)


def turn(s: State, event: ev.InquisitorTurned, seq: int) -> None:
    s.inquisition.turning.pop(0)
    s.inquisition.up[str(event.slot)] = event.inquisitor
    go_on(s)


def check_accused(s: State, event: ev.AccusationAnswered) -> Iterator[Breach]:
    """Check that the accused is due and answers truly (R-D-GUESS-04, R-D-GUESS-05)."""
    due = s.inquisition.accusing[0]
    if (event.player, event.of) != (due.player, due.of):
        yield breach(due_id(s), found=[event.player, event.of], needs=[due.player, due.of])
    role = s.players[event.player].role
    if role and event.true != (role == event.of):
        rule = "R-D-GUESS-04" if event.of == "devil" else "R-D-GUESS-05"
        yield breach(rule, player=event.player, of=event.of, found=event.true)


def answer(s: State, event: ev.AccusationAnswered, seq: int) -> None:
    """Carry out what an answer brings (R-D-GUESS-04, R-D-GUESS-05)."""
    inquisition = s.inquisition
    inquisition.accusing.pop(0)
    inquisition.accused = True
    if event.true:
        inquisition.found[event.of] = event.player
        devil = event.of == "devil"
        tracks.reputation(s.players[event.player], -4 if devil else -3, s.table.file.track)
        for guess in inquisition.fixed:
            guesser = s.who(guess.by)
            if guesser and (guess.of, guess.player) == (event.of, event.player):
                guesser.gain({"coins": 2})
        if devil and inquisition.up["3"] is None:
            inquisition.turning.append(3)
    go_on(s)
