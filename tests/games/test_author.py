"""What follows for a game from its events and from the fields of its state."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from ragami.draw.panels import Page
from ragami.findings import Finding
from ragami.game import author as kit
from ragami.game.capabilities import CHOICES, GUIDANCE, NOTATION, PANELS, SETUP, VISIBILITY
from ragami.game.opening import named, opening_record
from ragami.game.state import view
from ragami.game.words import Templates
from ragami.language import LANGUAGES
from ragami.notation.line import Line
from ragami.notation.misread import Unread
from tests.games.packages import imported


class Player(kit.Event):
    colour: Literal["red", "blue", "white"]
    name: Annotated[str, kit.name_of("colour")]


class GameOpened(kit.Event):
    game: Literal["x"]
    rules: Literal[1]
    title: kit.Title
    players: Annotated[tuple[Player, ...], Meta(min_length=2)]
    first: Annotated[Literal["old", "young"], kit.option("Who begins.", "Quién empieza.")]
    goal: Annotated[Literal[20, 10], kit.option("How far.", "Hasta dónde.")] = 20
    quick: Annotated[bool, kit.option("Quick.", "Rápida.")] = False
    note: str | None = None


class SeedSown(kit.Event):
    player: str


class Cup(Struct):
    owner: str
    dice: Annotated[list[int] | None, kit.seen_by("owner")]


class State(kit.GameState):
    hands: kit.BySeat[Annotated[list[int] | None, kit.own()]] = {}
    points: kit.BySeat[int] = {}
    cups: list[Cup] = []
    deck: Annotated[list[int] | None, kit.seen_by()] = None
    _inner: int = 0

    @property
    def due(self) -> tuple[str, ...]:
        return ("red",)


GAME = kit.GameDefinition(
    name="x", events=kit.event_types(GameOpened, SeedSown), new_state=State, texts=kit.Texts()
)
PLAYERS = [("red", "Ana"), ("blue", "Bea")]


def test_types_are_called_as_their_classes() -> None:
    assert list(GAME.events) == ["game_opened", "seed_sown"]


def test_the_setup_follows_from_record_1() -> None:
    setup = GAME.need(SETUP)
    assert (setup.seats, GAME.players) == (("red", "blue", "white"), (2, 3))
    first, goal, quick = setup.settings()
    assert (goal.values, goal.usual, goal.meaning["es"]) == ((20, 10), 20, ["Hasta dónde."])
    assert (quick.values, quick.usual) == ((False, True), False)
    assert (first.values, first.usual) == (("old", "young"), None)
    assert setup.still_to_say([], {}) == [first]
    assert setup.still_to_say([], {"first": "old"}) == []


def test_the_data_of_record_1_are_those_of_its_struct() -> None:
    setup = GAME.need(SETUP)
    data = setup.data("Final", PLAYERS, {"goal": 10, "first": "old"}, {})
    opened = msgspec.convert(data, GameOpened)
    assert opened.players == (Player("red", "Ana"), Player("blue", "Bea"))
    agreed = {"goal": 10, "quick": False, "first": "old"}
    assert setup.agreed(opened) == agreed
    assert setup.agreed(setup.under(opened, {"quick": True})) == agreed | {"quick": True}
    assert setup.agreed(SeedSown("red")) == {}


def test_seats_of_any_name_and_options_of_their_own() -> None:
    """A game for up to four people, called by their names, with what is agreed in an object."""

    class Person(kit.Event):
        id: str
        name: Annotated[str, kit.name_of("id")]

    class Options(kit.Event):
        goal: Annotated[int | None, kit.option("How far.", "Hasta dónde.", (0, 10))] = None
        quick: Annotated[bool, kit.option()] = False
        lanes: tuple[str, ...] = ()

    class Opened(kit.Event):
        game: Literal["x"]
        title: kit.Title
        place: Annotated[str | None, kit.option("Where.", "Dónde.", ("",))]
        players: Annotated[tuple[Person, ...], Meta(min_length=1, max_length=4)]
        teams: tuple[str, ...]
        options: Options

    words = kit.Texts(kit.text("option/quick", "Quick.", "Rápida."))
    types = kit.event_types(Opened)
    setup = kit.GameDefinition(name="x", events=types, new_state=State, texts=words).need(SETUP)
    assert (named(setup), setup.seats) == (True, ("p1", "p2", "p3", "p4"))
    place, goal, quick = setup.settings()
    assert (place.free, place.usual, goal.free, goal.usual) == ("text", "", "number", 0)
    assert (goal.values, quick.meaning["es"]) == ((0, 10), ["Rápida."])
    people = [("p1", "Ana María"), ("p2", "Óscar"), ("p3", "Ana-María"), ("p4", "—")]
    data = setup.data(None, people, {"goal": 7, "place": "", "quick": True}, {})
    opened = msgspec.convert(data, Opened)
    assert [each.id for each in opened.players] == ["ana-maria", "oscar", "ana-maria-2", "player"]
    assert (opened.place, opened.teams, opened.options) == (None, (), Options(7, True, ()))
    agreed = {"place": "", "goal": 7, "quick": True, "lanes": ""}
    assert setup.agreed(opened) == agreed
    otherwise = setup.under(opened, {"goal": 0, "place": "Club"})
    assert (otherwise.place, otherwise.options.goal, otherwise.options.quick) == (
        "Club",
        None,
        True,
    )


def test_a_game_of_people_says_their_names() -> None:
    class Person(kit.Event):
        id: str
        name: Annotated[str, kit.name_of("id")]

    class GameOpened(kit.Event):
        title: kit.Title
        players: Annotated[tuple[Person, ...], Meta(min_length=1, max_length=4)]

    texts = kit.Texts(
        kit.text("seed_sown", "{player} sows", "{player} siembra", label=("Sow", "Sembrar"))
    )
    types = kit.event_types(GameOpened, SeedSown)
    game = kit.GameDefinition(name="x", events=types, new_state=State, texts=texts)
    state = State()
    state.seat(GameOpened(None, (Person("ana", "Ana"), Person("bea-ruiz", "Bea Ruiz"))))
    sheet, sown = game.need(NOTATION), {"player": "bea-ruiz"}
    assert sheet.read(Line('"Bea Ruiz" sow'), state) == ("seed_sown", sown)
    assert sheet.read(Line("bea-ruiz sow"), state) == ("seed_sown", sown)
    narrator = game.words.narrator("es")
    narrator.look(state, 1)
    assert narrator.tell(SeedSown("bea-ruiz")) == "Bea Ruiz siembra"
    panels = game.need(PANELS).panels(state, game.view(state, 1), state.names, "en")
    assert [panel.title for panel in panels[:2]] == ["Ana", "Bea Ruiz"]


def test_the_heads_of_a_game_of_people_say_ids_and_names() -> None:
    class Person(kit.Event):
        id: str
        name: Annotated[str, kit.name_of("id")]

    class GameOpened(kit.Event):
        game: Literal["x"]
        rules: Literal[1]
        title: kit.Title
        players: Annotated[tuple[Person, ...], Meta(min_length=1, max_length=4)]
        goal: Annotated[Literal[20, 10], kit.option("How far.", "Hasta dónde.")] = 20

    types = kit.event_types(GameOpened, SeedSown)
    game = kit.GameDefinition(name="x", events=types, new_state=State, texts=kit.Texts())
    sheet = game.need(NOTATION)
    people = (Person("a-1", "Ana"), Person("bea", "Bea Ruiz"))
    lines = sheet.write_opening(GameOpened("x", 1, "Friday", people, 10), "es")
    assert lines == [
        "1",
        "título: Friday",
        'jugadores: a-1 Ana, bea "Bea Ruiz"',
        "opciones: goal=10",
    ]
    heads = [("title", Line("Friday")), ("players", Line('a-1 Ana, bea "Bea Ruiz"'))]
    data = sheet.read_opening(Line("1"), [*heads, ("options", Line("goal=10"))])
    assert msgspec.convert(data, GameOpened).players == people
    with pytest.raises(Unread):
        sheet.read_opening(Line("1"), [("players", Line("a-1"))])


def test_a_field_called_like_a_type_of_event_has_a_word_of_its_own() -> None:
    class Sown(kit.GameState):
        seed_sown: str | None = None

    label = kit.text("seed_sown", "{player} sows", "{player} siembra", label=("Sow", "Sembrar"))
    of_field = kit.text("field/seed_sown", "last seed", "última semilla")
    state = Sown(names={"red": "Ana"})
    said = []
    for texts in (kit.Texts(label), kit.Texts(label, of_field)):
        types = kit.event_types(GameOpened, SeedSown)
        game = kit.GameDefinition(name="x", events=types, new_state=Sown, texts=texts)
        table = game.need(PANELS).panels(state, game.view(state, 1), state.names, "es")[-1]
        said.append(table.rows[-1].heading)
    assert said == ["seed sown", "última semilla"]


class CardBought(kit.Event):
    player: Literal["north_gate", "south_gate"]
    card_id: Literal["red_fox", "blue_owl"]
    given_goods: tuple[Literal["old_coin"], ...]
    note: str


def test_a_game_without_texts_is_told_without_ids() -> None:
    """One of a few is an id, and is said with blanks; what somebody wrote stands as it is."""
    types = kit.event_types(GameOpened, CardBought)
    game = kit.GameDefinition(name="x", events=types, new_state=State, texts=kit.Texts())
    event = CardBought("north_gate", "red_fox", ("old_coin",), "an old_coin_")
    told = {language: game.words.narrator(language).tell(event) for language in LANGUAGES}
    goods = "card id red fox, given goods old coin, note an old_coin_"
    assert told == {
        "en": f"Card bought: player north gate, {goods}",
        "es": f"Card bought: jugador north gate, {goods}",
    }
    opened = GameOpened("x", 1, None, (Player("red", "Ana_B"),) * 2, "old")
    sentence = game.words.narrator("en").tell(opened)
    assert sentence.startswith("Game opened: players colour red, name Ana_B and"), sentence
    assert "title" not in sentence and "rules" not in sentence
    wrong = Finding("illegal-event", rule="R-X-01", seq=2, facts={"last_buyer": "south_gate"})
    assert "last buyer: south gate" in game.words.say(wrong, "en")


def test_a_record_1_without_seats_says_no_setup() -> None:
    class Other(Struct):
        players: list[str]

    assert opening_record(Other) is None
    assert opening_record(Struct) is None


def test_an_option_needs_values_that_can_be_listed() -> None:
    class Wide(kit.Event):
        players: tuple[Player, ...]
        goal: Annotated[int, kit.option("How far.", "Hasta dónde.")] = 4

    with pytest.raises(TypeError, match="an option is a Literal"):
        opening_record(Wide)


def test_the_view_shows_of_each_field_what_it_says() -> None:
    state = State(
        {"red": "Ana", "blue": "Bea"}, "Final", 2, 7, {"red": [1], "blue": [2]}, {"red": 3},
        [Cup("red", [4]), Cup("blue", [5])], [6], 9,
    )  # fmt: skip
    whole = view(state, 12)
    assert whole == {
        "seq": 12,
        "phase": "play",
        "round": 2,
        "active": "red",
        "players": {"red": {"hands": [1], "points": 3}, "blue": {"hands": [2], "points": None}},
        "cups": [{"owner": "red", "dice": [4]}, {"owner": "blue", "dice": [5]}],
        "deck": [6],
    }
    assert view(state, 12, "referee") == whole
    red, public = view(state, 12, "red"), view(state, 12, "public")
    assert [each["hands"] for each in red["players"].values()] == [[1], None]
    assert [each["hands"] for each in public["players"].values()] == [None, None]
    assert [cup["dice"] for cup in red["cups"]] == [[4], None]
    assert [cup["dice"] for cup in public["cups"]] == [None, None]
    assert red["deck"] is None and public["deck"] is None
    assert state.hands == {"red": [1], "blue": [2]}  # a view changes nothing


def test_what_an_event_hides_in_an_object_is_left_out() -> None:
    class Dealt(kit.Event):
        hands: dict[str, Annotated[int | None, kit.own()]]

    game = kit.GameDefinition(
        name="x", events=kit.event_types(GameOpened, Dealt), new_state=State, texts=kit.Texts()
    )
    dealt = Dealt({"red": 1, "blue": 2})
    assert game.need(VISIBILITY).redact(dealt, "red") == Dealt({"red": 1, "blue": None})
    assert game.need(VISIBILITY).redact(dealt, "public") == Dealt({"red": None, "blue": None})


def test_choices_are_those_that_the_state_says() -> None:
    assert GAME.get(CHOICES) is None
    with imported("kalah") as kalah:
        state = kalah.State()
        assert kalah.GAME.need(CHOICES).choices(state) == []


def test_what_is_due_are_alternatives() -> None:
    with imported("kalah") as kalah:
        state = kalah.State(mover="south", names={"south": "Ana", "north": "Bea"})
        state.pits = {"south": [4] * 6, "north": [4] * 6}
        guidance = kalah.GAME.need(GUIDANCE)
        said = [guidance.guide(state, language).due for language in LANGUAGES]
    assert said == ["South: Sow or Resign", "Sur: Sembrar o Abandonar"]


def test_rules_and_texts_stand_in_one_place() -> None:
    with imported("kalah") as kalah:
        game = kalah.GAME
        assert game.rulebook.rule("R-KAL-03").text("es") == "Se siembra un hoyo propio."
        assert game.words.word("sown", "en") == "Sow"
        assert game.words.word("sown", "es") == "Sembrar"
        told = game.words.narrator("en").tell(kalah.Sown("south", 3))
        assert told == "South sows pit 3"


def test_what_the_result_was_called_in_0_2_is_taken() -> None:
    """A package of that time says `outcome`."""
    old = kit.GameDefinition(
        name="x", events=GAME.events, new_state=State, outcome=lambda s: {"ended": s.round > 1}
    )
    assert old.final(State(round=2)) == {"ended": True}


def test_kalah_and_liars_dice_stay_short() -> None:
    """An afternoon's work: rules, texts in two languages and all."""
    for name, most in (("kalah", 150), ("liars-dice", 240)):
        with imported(name) as module:
            assert module.__file__
            assert len(Path(module.__file__).read_text("utf-8").splitlines()) <= most, name


def test_choices_of_0_2_work_with_a_warning() -> None:
    class Choices:
        AT_ANY_TIME = frozenset({"resigned"})

        def legal(self, state: Any) -> list[kit.Choice]:
            return [kit.Choice("resigned", {"player": "south"})]

    with imported("kalah") as kalah:
        game = replace(kalah.GAME, offers={kit.CHOICES: Choices()})
        with pytest.warns(DeprecationWarning, match="is called 'choices'"):
            offered: Any = game.need(kit.CHOICES)
        assert [choice.type for choice in offered.choices(game.new_state())] == ["resigned"]
        assert "resigned" in offered.AT_ANY_TIME


def test_texts_may_lie_in_files_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is not there has nothing to say."""
    data = tmp_path / "told" / "data"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").touch()
    (data / "rules.jsonl").write_text('{"id":"R-X-01","en":"One plays.","es":"Juega una."}\n')
    event = {"in": "event", "code": "sown", "en": "{player} sows", "es": "{player} siembra"}
    (data / "words.jsonl").write_text(msgspec.json.encode(event).decode())
    monkeypatch.syspath_prepend(str(tmp_path))
    texts = kit.ShippedTexts("told")
    assert list(texts.rulebook().rules()) == ["R-X-01"]
    words = texts.words(lambda: kit.GameDefinition(name="told", events={}, new_state=dict))
    assert words.filled("sown", {"player": "Ana"}, "es") == "Ana siembra"


def test_what_a_ruling_lets_stand_is_said_as_one_sentence_and_with_no_remedy() -> None:
    """It was "though: a pit is sown twice"; a remedy is for what is refused."""
    told = {"R-X-01": "a pit is sown twice", "remedy/R-X-01": "Sow {pit}."}
    game: kit.GameDefinition = kit.GameDefinition(name="told", events={}, new_state=dict)
    words = Templates(lambda: game, dict.fromkeys(LANGUAGES, told))
    ruled, refused = (
        words.say(Finding(code, rule="R-X-01", seq=3, line=3, facts={"pit": 4}), "en")
        for code in ("ruled-breach", "illegal-event")
    )
    assert ruled == "Record 3 stands by a ruling, though a pit is sown twice (R-X-01)."
    assert refused == "Record 3: a pit is sown twice (R-X-01). Sow 4."


def test_what_belongs_to_nobody_is_shown_where_there_is_no_room_for_a_board() -> None:
    state = State(names={"red": "Ana", "blue": "Bea"}, points={"red": 1, "blue": 2})
    drawn = GAME.picture(state, 1, None, Page("en", part="due"))
    assert "points: 1" in drawn and "points: 2" not in drawn  # red is due
    assert "deck: hidden" in drawn
    state.cups = [Cup("red", None)] * 40
    assert "deck" not in GAME.picture(state, 1, None, Page("en", part="due"))


def test_events_that_check_accepts_are_choices() -> None:
    with imported("kalah") as module:
        state = module.State(names={"south": "Ana", "north": "Bea"}, mover="south")
        state.pits, state.stores = {"south": [0, 2], "north": [1, 0]}, {"south": 0, "north": 0}
        accepted = kit.accepted(state, *(module.Sown("south", n) for n in (1, 2)))
        assert accepted == [kit.Choice("sown", {"player": "south", "pit": 2})]
        state.resigned = "north"
        assert kit.accepted(state, *map(module.Resigned, module.SEATS)) == []
