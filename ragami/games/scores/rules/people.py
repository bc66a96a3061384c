"""People: the opening, late comers, leaving and returning, and the dealer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ragami.findings import Breaches, breach
from ragami.games.scores import events as ev
from ragami.games.scores.state import Player, Side, State

MOST_PLAYERS = 12


def check_game_opened(s: State, e: ev.GameOpened) -> Breaches:
    """R-S-OPEN-01, R-S-OPEN-02; a second one is malformed (R-S-LOG-01)."""
    if s.opened:
        return [breach("R-S-LOG-01", problem="opened-again")]
    return [*_ids(e), *_pad(e)]


def _ids(e: ev.GameOpened) -> Breaches:
    players = [player.id for player in e.players]
    twice = repeated([*players, *(team.id for team in e.teams)])
    twice += repeated([category.id for category in e.categories])
    if twice:
        return [breach("R-S-OPEN-01", problem="id-twice", ids=twice)]
    if e.teams:
        members = Counter(player for team in e.teams for player in team.players)
        wrong = [name for name in [*players, *members] if members[name] != (name in players)]
        if wrong:
            names = list(dict.fromkeys(wrong))
            return [breach("R-S-OPEN-01", problem="not-in-one-team", ids=names)]
    return []


def _pad(e: ev.GameOpened) -> Breaches:
    names = [category.id for category in e.categories]
    ties = [name for name in e.options.ties if name not in names] + repeated(e.options.ties)
    if ties:
        return [breach("R-S-OPEN-02", problem="tie-category", ids=ties)]
    for category in e.categories:
        if category.min is not None and category.max is not None and category.min > category.max:
            facts = {"category": category.id, "least": category.min, "most": category.max}
            return [breach("R-S-OPEN-02", None, problem="min-above-max", **facts)]
    if e.options.target == e.options.start:
        return [breach("R-S-OPEN-02", problem="target-is-start", target=e.options.target)]
    return []


def repeated(names: Iterable[str]) -> list[str]:
    """Return what stands more than once."""
    return [name for name, count in Counter(names).items() if count > 1]


def apply_game_opened(s: State, e: ev.GameOpened, _seq: int) -> None:
    """Lay out the pad."""
    s.opened = e
    s.phase = "play"
    s.categories = {category.id: category for category in e.categories} or {None: None}
    teams = {player: team.id for team in e.teams for player in team.players}
    s.players = {player.id: Player(player.name, teams.get(player.id)) for player in e.players}
    columns: Iterable[ev.Team | ev.Seat] = e.teams or e.players
    s.sides = {column.id: Side(column.name, e.options.start) for column in columns}
    s.dealer = None if e.options.dealer == "none" else e.players[0].id


def check_player_joined(s: State, e: ev.PlayerJoined) -> Breaches:
    """Judge a late comer: R-S-PLAYER-01, -02, R-S-SIDE-01."""
    if e.player in s.players or e.player in s.sides:
        return [breach("R-S-PLAYER-01", problem="id-taken", player=e.player)]
    if len(s.players) >= MOST_PLAYERS:
        return [breach("R-S-PLAYER-01", problem="too-many", most=MOST_PLAYERS)]
    if s.teams and e.team is None:
        return [breach("R-S-PLAYER-02", problem="team-wanted", player=e.player)]
    if s.teams and e.start is not None:
        return [breach("R-S-PLAYER-02", problem="team-has-points", player=e.player)]
    if e.team is not None and not s.teams:
        return [breach("R-S-PLAYER-02", problem="no-teams", player=e.player)]
    unknown = [e.team] if e.team is not None and e.team not in s.sides else []
    unknown += [e.after] if e.after is not None and e.after not in s.players else []
    return [breach("R-S-SIDE-01", names=unknown)] if unknown else []


def apply_player_joined(s: State, e: ev.PlayerJoined, _seq: int) -> None:
    """Seat a late comer, with a column unless there are teams (A-S-JOIN-01)."""
    seats = list(s.players.items())
    at = len(seats) if e.after is None else list(s.players).index(e.after) + 1
    s.players = dict([*seats[:at], (e.player, Player(e.name, e.team)), *seats[at:]])
    if not s.teams:
        start = s.options.start if e.start is None else e.start
        s.sides[e.player] = Side(e.name, start)
        s.sides = {player: s.sides[player] for player in s.players}


def check_player_left(s: State, e: ev.PlayerLeft) -> Breaches:
    """Judge who leaves: R-S-SIDE-01, R-S-PLAYER-03."""
    wrong = _unknown(s, e.player)
    if wrong:
        return wrong
    playing = [name for name, player in s.players.items() if player.playing]
    if e.player not in playing:
        return [breach("R-S-PLAYER-03", problem="out-already", player=e.player)]
    if len(playing) == 1:
        return [breach("R-S-PLAYER-03", problem="last-player", player=e.player)]
    return []


def apply_player_left(s: State, e: ev.PlayerLeft, _seq: int) -> None:
    """Take a player out; the next one deals if he did (R-S-DEAL-02)."""
    s.players[e.player].playing = False
    if s.dealer == e.player:
        s.dealer = s.next_dealer()


def check_player_returned(s: State, e: ev.PlayerReturned) -> Breaches:
    """Judge who returns: R-S-SIDE-01, R-S-PLAYER-03."""
    wrong = _unknown(s, e.player)
    if not wrong and s.players[e.player].playing:
        return [breach("R-S-PLAYER-03", problem="in-already", player=e.player)]
    return wrong


def apply_player_returned(s: State, e: ev.PlayerReturned, _seq: int) -> None:
    """Take a player in again."""
    s.players[e.player].playing = True


def check_dealer_set(s: State, e: ev.DealerSet) -> Breaches:
    """Judge a new dealer: R-S-SIDE-01, R-S-DEAL-01."""
    wrong = _unknown(s, e.player)
    if wrong:
        return wrong
    if s.options.dealer == "none":
        return [breach("R-S-DEAL-01", problem="no-dealer", player=e.player)]
    if not s.players[e.player].playing:
        return [breach("R-S-DEAL-01", problem="out-already", player=e.player)]
    if s.dealer == e.player:
        return [breach("R-S-DEAL-01", problem="deals-already", player=e.player)]
    return []


def apply_dealer_set(s: State, e: ev.DealerSet, _seq: int) -> None:
    """Let another player deal."""
    s.dealer = e.player


def _unknown(s: State, player: str) -> Breaches:
    """R-S-SIDE-01, of a player."""
    return [] if player in s.players else [breach("R-S-SIDE-01", names=[player])]
