"""Components of one's own, the same luck, accounts made one, what a table agrees on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import convert, json

from ragami.game.capabilities import COMPONENTS, LUCK, RECONCILIATION, REVEALS, SETUP
from ragami.game.chance import Spent
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.components import FILES, SHIPPED, read
from ragami.games.dice_forge.events import VALUES
from ragami.games.dice_forge.game import GAME
from ragami.language import Language
from tests.games.dice_forge import kit
from tests.games.dice_forge.kit import Table, opened
from tests.games.dice_forge.test_games import events
from tests.scale import seeds

ORANGE: Any = kit.O
GREEN: Any = kit.G
FILES_OF_OURS = [(kind, name) for kind, names in SHIPPED.items() for name in names]


@pytest.mark.parametrize(("kind", "name"), FILES_OF_OURS)
def test_what_ships_is_fit_and_not_verified(kind: str, name: str) -> None:
    components = GAME.need(COMPONENTS)
    found = components.inspect(components.read(kind, name))
    assert (found.kind, found.ok) == (kind, True)
    assert [one.code for one in found.findings] == ["unverified-components"]
    with pytest.raises(KeyError):
        components.read(kind, "nobody")


def wrong(kind: str, **changed: Any) -> bytes:
    return json.encode(json.decode(read(f"{SHIPPED[kind][0]}.json")) | changed)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "There is nothing in it."),
        (b"{", "This is no JSON"),
        (b"{}", "This is no temple"),
        (b'{"dice":[]}', "name"),
        (wrong("dice", dice=[["1g"] * 6, ["x3"] * 6]), "×3 may stand in the gardens only."),
        (wrong("dice", more=1), "more"),
        (wrong("temple", garden={"3g": 1}), "3 gold of pool 2a stands elsewhere too."),
        (wrong("temple", sanctuary=[{"pool": "1", "cost": 1, "faces": {}}]), "Pool 1 has no face."),
        (wrong("feats", feats=[]), "There are 0 base feats; 15 are needed."),
        (wrong("feats", portals=8), "portals"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_wrong_with_a_file_is_said(content: bytes, said: str, language: Language) -> None:
    components = GAME.need(COMPONENTS)
    found = components.inspect(content)
    assert not found.ok
    told = " ".join(components.say(one, language) for one in found.findings)
    assert told and "{" not in told
    assert language == "es" or said.lower() in told.lower() or content == b"", told


@pytest.mark.parametrize("kind", SHIPPED)
@pytest.mark.parametrize("language", ["en", "es"])
def test_entering_a_component_with_the_usual_answers_gives_what_ships(
    kind: str, language: Language
) -> None:
    name = SHIPPED[kind][0]
    made = answered(kind, name, language, {})
    assert convert(made, FILES[kind]) == json.decode(read(f"{name}.json"), type=FILES[kind])


def answered(kind: str, name: str, language: Language, wrong_first: dict[int, str]) -> Any:
    """The component; some questions are answered wrongly first, and asked again."""
    dialogue = GAME.need(COMPONENTS).dialogue(kind, name, language)
    question = next(dialogue)
    number = 0
    try:
        while True:
            assert question.prompt
            if number in wrong_first:
                question = dialogue.send(wrong_first.pop(number))
                assert question.again and question.words[0]
            else:
                question = dialogue.send("")
                number += 1
    except StopIteration as end:
        return end.value


@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        ("dice", {0: "1g 1g", 1: "1g 1g 1g 1g 1g x3", 2: "perhaps"}),
        ("temple", {0: "3g:4", 1: "2 x3:1", 10: "x3"}),
        ("feats", {0: "9 1m 0p", 3: "all"}),
    ],
)
def test_an_answer_that_cannot_be_read_is_asked_again(kind: str, answers: dict[int, str]) -> None:
    made = answered(kind, "mine", "en", dict(answers))
    assert made["name"] == "mine"


# --- the same luck -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", seeds(3, 40))
def test_with_the_luck_that_it_had_an_event_is_the_same(seed: int) -> None:
    luck = GAME.need(LUCK)
    state = GAME.new_state()
    for seq, event in enumerate(events(seed), 1):
        drawn = {source: list(values) for source, values in luck.drawn(event).items()}

        def deal(source: str, number: int, drawn: dict[str, list[Any]] = drawn) -> list[Any]:
            if len(drawn.get(source, ())) < number:
                raise Spent(source)
            return [drawn[source].pop(0) for _ in range(number)]

        if seq > 1:
            assert luck.dealt(state, event, deal) == event
            assert not any(drawn.values())
        assert all(luck.name(source, "es") for source in luck.drawn(event))
        GAME.judges[type(event)][1](state, event, seq)


def test_a_roll_is_forced_unless_somebody_chooses_the_die() -> None:
    luck = GAME.need(LUCK)
    table = Table()

    def deal(_source: str, number: int) -> list[Any]:
        return [4] * number

    assert luck.forced(table.state, deal) is None
    table.own(ORANGE, sun=6)
    table.feat(ORANGE, "sphinx")
    assert luck.forced(table.state, deal) is None
    table.minor("orange.2", "1g")
    assert luck.forced(table.state, deal) == ev.DiceRolled({"orange.2": 4})
    assert luck.may_be_left_out(table.state, ev.GoldSplit(ORANGE, 1))
    assert not luck.may_be_left_out(table.state, ev.DiceRolled({}))
    assert not luck.may_be_left_out(table.state, ev.TurnEnded(ORANGE))
    assert list(luck.otherwise(table.state, ev.FacesApplied(ORANGE, (), ()))) == [
        ev.FacesApplied(ORANGE, (), None)
    ]


# --- two accounts --------------------------------------------------------------------------


def test_a_slot_and_a_face_of_the_same_roll_are_one_account() -> None:
    accounts = GAME.need(RECONCILIATION)
    slots, faces = ev.DiceRolled({"orange.1": 3}), ev.DiceRolled({"orange.1": "1g"})
    assert accounts.join(slots, faces) == accounts.join(faces, slots) == slots
    assert accounts.join(slots, ev.DiceRolled({"orange.1": 4})) is None
    assert accounts.join(slots, ev.DiceRolled({"orange.2": 3})) is None
    assert accounts.join(slots, ev.TurnEnded(ORANGE)) is None
    assert accounts.rivals(ev.TurnEnded(ORANGE), ev.TurnEnded(ORANGE))
    assert not accounts.rivals(ev.TurnEnded(ORANGE), ev.TurnEnded(GREEN))
    first = convert(opened(), ev.GameOpened)
    other = convert(opened() | {"title": "Friday"}, ev.GameOpened)
    assert accounts.join(first, other) == other
    assert accounts.join(first, convert(opened(2), ev.GameOpened)) is None


# --- what a table agrees on ----------------------------------------------------------------


def test_every_option_can_be_agreed_on_and_is_explained() -> None:
    setup = GAME.need(SETUP)
    settings = {one.name: one for one in setup.settings()}
    assert settings.keys() > VALUES.keys()
    assert len(settings) == 18
    for one in settings.values():
        assert one.usual == one.values[0]
        assert one.meaning["en"] and one.meaning["es"] and one.meaning["en"] != one.meaning["es"]
    data = setup.data("Friday", [(ORANGE, "Ana"), (GREEN, "Bea")], {"place_hind": "bear"}, {})
    event = convert(data, ev.GameOpened)
    assert setup.agreed(event)["place_hind"] == "bear"
    assert setup.agreed(event)["mirror_sees"] == "up"
    assert setup.agreed(event)["temple"] == "temple-1"
    assert setup.under(event, {"mirror_sees": "rolled"}).options == {
        "place_hind": "bear", "mirror_sees": "rolled",
    }  # fmt: skip
    assert not GAME.judges[ev.GameOpened][0](GAME.new_state(), event)


def test_nothing_is_hidden_so_nothing_can_be_revealed() -> None:
    assert GAME.get(REVEALS) is None
