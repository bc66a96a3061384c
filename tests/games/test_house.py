"""Bots: `choose(view, choices, rng)`, driven by the house, each with what its seat may see."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ragami
from ragami.errors import RagamiError
from ragami.game import GameDefinition, registry
from ragami.game import author as kit
from ragami.game.capabilities import BOT
from ragami.table.drafts import Stamp
from ragami.table.house import house_plays
from ragami_cli.companion.session import TableTalk
from tests.games.packages import imported, installed, write_package

STAMP = Stamp("2026-11-20T19:00:00Z", None)
SEATS = {"red": "Ana", "green": "Bea", "blue": "Carl"}


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[ragami.TableGame]:
    with installed(monkeypatch, "liars-dice", "kalah"):
        game = ragami.open(":memory:", "friday", game="liars-dice")
        game.new(SEATS)
        yield game
        game.close()


def with_bot(game: GameDefinition, choose: Any) -> GameDefinition:
    return replace(game, offers={**game.offers, kit.CHOOSE: choose})


def test_a_bot_is_asked_with_what_its_seat_may_see() -> None:
    asked: list[tuple[str, Mapping[str, Any]]] = []

    def choose(view: Mapping[str, Any], choices: Sequence[kit.BotChoice], rng: Random) -> kit.Move:
        seat = choices[0].data["player"]
        asked.append((seat, view))
        assert {choice.data["player"] for choice in choices} == {seat}
        return rng.choice(choices).draw(rng)

    with imported("liars-dice") as module:
        game = with_bot(module.GAME, choose)
        events = list(game.need(BOT).play(3, 7))
        assert events == list(game.need(BOT).play(3, 7)) != list(game.need(BOT).play(3, 8))
    cups = [
        (seat == of, player["cups"])
        for seat, view in asked
        for of, player in view["players"].items()
        if player["cups"]
    ]
    assert any(own for own, _ in cups)
    assert all(own or set(dice) == {None} for own, dice in cups)
    assert all(None not in dice for own, dice in cups if own)


def test_the_house_rolls_whatever_the_bot_says() -> None:
    def choose(view: Mapping[str, Any], choices: Sequence[kit.BotChoice], rng: Random) -> kit.Move:
        choice = choices[0]
        assert choice.type != "rolled"  # there is nothing else to do: it is not even asked
        return choice.draw(rng)

    with imported("liars-dice") as module:
        game = with_bot(module.GAME, choose)
        rolls = [event.dice for type_, event in game.need(BOT).play(2, 1) if type_ == "rolled"]
        assert {face for dice in rolls for face in dice} == set(range(1, 7))


def test_a_bot_that_breaks_a_rule_is_named() -> None:
    with imported("kalah") as module:
        game = with_bot(module.GAME, lambda _view, _choices, _rng: ("sown", {"player": "x"}))
        with pytest.raises(RagamiError, match="The bot of kalah chose for south") as wrong:
            list(game.need(BOT).play(2, 1))
        assert (wrong.value.code, wrong.value.exit_code) == ("bot-breaks-rules", 5)


def test_a_seat_that_the_log_tells_too_little_is_named() -> None:
    """A game in which a card goes to somebody else, and no event shows it to whoever gets it."""

    def shows_another(
        view: Mapping[str, Any], choices: Sequence[kit.BotChoice], rng: Random
    ) -> kit.Move:
        return next(iter(choices)).draw(rng)

    with imported("liars-dice") as module:
        passed = kit.EventType(module.Doubted, module.GAME.events["doubted"].check, passes_cups)
        game = replace(module.GAME, events={**module.GAME.events, "doubted": passed})
        game = with_bot(game, shows_another)
        with pytest.raises(RagamiError, match="By what the log tells") as wrong:
            list(game.need(BOT).play(2, 1))
        assert (wrong.value.code, wrong.value.exit_code) == ("seat-told-too-little", 5)
        assert "what one player alone knows, that player has to record" in wrong.value.say("en")


def passes_cups(state: Any, event: Any, _seq: int) -> None:
    """Doubt, and let everybody pass the own cup on unseen."""
    event.apply(state)
    state.cups = dict(zip(state.cups, reversed(state.cups.values()), strict=True))


def test_nobody_gives_up_without_need() -> None:
    with imported("kalah") as module:
        ends = [list(module.GAME.need(BOT).play(2, seed))[-1][0] for seed in range(8)]
        assert ends.count("resigned") < 4


def types(game: ragami.TableGame) -> list[str]:
    records = [json.loads(line) for line in bytes(game.log).splitlines()[1:]]
    return [f"{record['data']['player']} {record['type']}" for record in records]


def test_the_house_plays_a_seat_at_a_table_until_another_is_due(table: ragami.TableGame) -> None:
    for draft in house_plays(table.recording, ["green", "blue"], STAMP, seed="1"):
        table.recording.write([draft])
    assert sorted(types(table)) == ["blue rolled", "green rolled"]
    table.record("red roll ? ? ? ? ?")  # nobody but Ana knows these
    table.record("bid 1 x 2")
    for draft in house_plays(table.recording, ["green", "blue"], STAMP, seed="1"):
        table.recording.write([draft])
    assert table.recording.replay.error is None
    assert len(types(table)) > 4 and "red" in table.now.due
    assert list(house_plays(table.recording, [], STAMP)) == []


def test_the_companion_lets_the_house_play_a_seat(table: ragami.TableGame) -> None:
    talk = TableTalk(table.recording.store, "friday", "en", "ana")
    told = talk.enter("house blue")
    assert (
        told.kind == "done" and told.lines[0] == "Blue · Carl is played by the house from now on."
    )
    assert any("Blue rolls" in line for line in told.lines)
    for nobody in ("house", "house pink"):
        refused = talk.enter(nobody)
        assert refused.kind == "refused"
        assert refused.lines == (
            "Say whom the house plays, as in 'house Ana'."
            " At this table: Red · Ana, Green · Bea and Blue · Carl.",
        )
    assert talk.enter("red roll 1 2 3 4 5").kind == "done"
    assert talk.enter("green roll 1 1 1 1 1").kind == "done"
    assert talk.enter("bid 1 x 2").kind == "done"  # green is due: the house waits
    records = talk.records
    told = talk.enter("bid 2 x 2")
    assert talk.records > records + 1, told
    records = talk.records
    assert talk.enter("undo", sure=True).kind == "done"
    assert talk.records == records + 1  # what is taken back is not played anew at once
    assert talk.enter("casa Carl").lines == ("Blue · Carl is played at the table again.",)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("ragami", {"yellow": "Ana", "green": "Bea"}, {"neutral_colour": "blue"}),
        ("dice-forge", {"orange": "Ana", "green": "Bea"}, {}),
    ],
)
def test_the_house_sets_up_what_all_seats_share_only_where_all_are_its_own(
    game: str, seats: Mapping[str, str], options: Mapping[str, Any]
) -> None:
    """A table that plays with people sets up its own box; the house alone begins to play."""
    with ragami.open(":memory:", "friday", game=game) as friday:
        friday.new(seats, options=options)
        one, *_others = seats
        assert list(house_plays(friday.recording, [one], STAMP)) == []
        for _number in range(30):
            draft = next(house_plays(friday.recording, seats, STAMP))
            friday.recording.write([draft])
        assert friday.now.round >= 1, friday.now.phase


WINDY = """
from typing import Annotated, Literal

from msgspec import Meta

from ragami.game import author as kit


class State(kit.GameState):
    wind: int = 0

    @property
    def due(self):
        return (list(self.names)[self.wind % 2],) if self.wind else ()

    def choices(self):
        if not self.wind:
            return [kit.Choice("wind_rolled", {}, {"face": [1, 2, 3, 4, 5, 6]})]
        return [kit.Choice("sailed", {"player": self.due[0]})]


class Player(kit.Event):
    colour: Literal["red", "blue"]
    name: Annotated[str, kit.name_of("colour")]


class GameOpened(kit.Event):
    game: Literal["windy"]
    rules: Literal[1]
    title: kit.Title
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=2)]

    def apply(self, s):
        s.seat(self)


class WindRolled(kit.Event):
    face: Annotated[int, Meta(ge=1, le=6)]

    def apply(self, s):
        s.wind = self.face


class Sailed(kit.Event):
    player: Literal["red", "blue"]

    def apply(self, s):
        s.wind = 0


GAME = kit.GameDefinition(
    name="windy", events=kit.event_types(GameOpened, WindRolled, Sailed), new_state=State,
    texts=kit.Texts(), chance=("wind_rolled",),
)
"""


def test_a_die_that_no_player_rolls_is_the_house_s_where_it_plays_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_package(tmp_path, "windy", WINDY, windy="windy:GAME")
    monkeypatch.syspath_prepend(tmp_path)
    registry.forget()
    with ragami.open(":memory:", "friday", game="windy") as friday:
        friday.new({"red": "Ana", "blue": "Bea"})
        assert list(house_plays(friday.recording, [], STAMP)) == []
        for draft in house_plays(friday.recording, ["blue"], STAMP, seed="1"):
            friday.recording.write([draft])
        written = [json.loads(line)["type"] for line in bytes(friday.log).splitlines()[1:]]
        assert written[0] == "wind_rolled" and written[-1] == "wind_rolled"
        assert written.count("wind_rolled") == written.count("sailed") + 1
        assert friday.now.due == ("red",)  # who plays with people
    registry.forget()
