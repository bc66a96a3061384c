"""The score sheet: every event of whole games, written and read again, in both languages."""

from __future__ import annotations

import msgspec
import pytest

from ragami.game.opening import option_values
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.bot import play
from ragami.games.deal_with_the_devil.events import Options
from ragami.games.deal_with_the_devil.forms import NOTATION
from ragami.games.deal_with_the_devil.rules.judge import EVENTS
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.language import Language
from ragami.notation.line import Line
from ragami.notation.misread import Unread
from ragami.sheet.files import SheetGame, logs_in
from ragami.sheet.writing import write_sheet
from tests.games.deal_with_the_devil.logs import replayed
from tests.games.deal_with_the_devil.simulated import events
from tests.games.deal_with_the_devil.veil import reveals, veiled
from tests.scale import often


@pytest.mark.parametrize("keeper", ["full", "observer"])
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("seed", range(500, 500 + often(1, 20)))
def test_what_is_written_reads_as_it_was(seed: int, language: Language, keeper: str) -> None:
    log = list(play(4, seed, {"hands": "walled", "wishes": seed % 2 == 0, "ledger": True}))
    hidden = veiled(log, "observer" if keeper == "observer" else "full")
    for event, (type_, _data) in list(zip(events(hidden), hidden, strict=True))[1:]:
        line = NOTATION.write(type_, event, None, language)
        assert line, event
        named, data = NOTATION.read(Line(line), None)
        assert (named, msgspec.convert(data, EVENTS[type_])) == (type_, event), line


def test_goods_are_written_in_the_order_in_which_they_were_named() -> None:
    """The same goods in another order are other bytes: the line says which."""
    for line in ("Y offer 1H2G for 6$", "Y offer 2G1H for 6$"):
        named, data = NOTATION.read(Line(line), None)
        offer = msgspec.convert(data, EVENTS[named])
        assert NOTATION.write(named, offer, None, "en") == line


@pytest.mark.parametrize(
    "heads",
    [
        (
            "game: deal-with-the-devil 1",
            "players: R Ana, B Bo, G Cy, Y Di",
            "options: hands=open_hands ledger=yes",
            "cards: devil-cards-1",
        ),
        (
            "juego: deal-with-the-devil 1",
            "jugadores: R Ana, Z Bo, V Cy, A Di",
            "opciones: manos=abiertas libro=sí",
            "cartas: devil-cards-1",
        ),
    ],
)
def test_the_heads_of_the_rules_file_make_record_1(heads: tuple[str, ...]) -> None:
    language: Language = "en" if heads[0].startswith("game") else "es"
    (game,) = logs_in("\n".join(heads).encode())
    assert isinstance(game, SheetGame)
    data = msgspec.json.decode(game.log)["data"]
    assert [one["colour"] for one in data["players"]] == ["red", "blue", "green", "yellow"]
    assert (data["options"]["hands"], data["options"]["ledger"]) == ("open_hands", True)
    assert tuple(write_sheet(game.log, language)) == heads


@pytest.mark.parametrize(
    "options", ["hands=open_hands ledger=sí", "MANOS=abiertas led=yes", "hands=ABIERTAS libro=yes"]
)
def test_options_are_read_in_either_language(options: str) -> None:
    heads = f"juego: deal-with-the-devil\njugadores: R Ana, Z Bo, V Cy, A Di\nopciones: {options}"
    (game,) = logs_in(heads.encode())
    assert isinstance(game, SheetGame), game
    chosen = msgspec.json.decode(game.log)["data"]["options"]
    assert (chosen["hands"], chosen["ledger"]) == ("open_hands", True)


def test_every_option_has_its_words() -> None:
    values = option_values(Options).items()
    named = {f"{option}={each}" for option, some in values for each in some if each not in (0, 1)}
    assert set(TABLES["option-word"]) == named | {option for option, _values in values}


def test_lines_of_the_rules_file_are_read() -> None:
    examples = [line for line, _says in NOTATION.reference("en") if line != "back 1"]
    assert len(examples) > 20
    for line in (*examples, *MORE.strip().splitlines()):
        type_, data = NOTATION.read(Line(line), None)
        event = msgspec.convert(data, TYPES[type_])
        again = NOTATION.write(type_, event, None, "es")
        assert again
        named, read = NOTATION.read(Line(again), None)
        assert (named, msgspec.convert(read, TYPES[type_])) == (type_, event)


TYPES = {**EVENTS, "revealed": ev.Revealed}


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_reveal_has_a_line(language: Language) -> None:
    full = list(play(4, 5, {"hands": "walled", "wishes": True, "trade_indulgences": True}))
    for _type, data in reveals(full, "observer"):
        event = msgspec.convert(data, ev.Revealed)
        line = NOTATION.write("revealed", event, None, language)
        assert line
        assert NOTATION.read(Line(line), None) == ("revealed", data), line
    for place, value in (("drawn[9", "x"), ("a b", 1), ("offer", 3), ("roles.red", None)):
        odd = ev.Revealed(None, 3, place, value)
        line = NOTATION.write("revealed", odd, None, language)
        assert line is None or NOTATION.read(Line(line), None)[1]["value"] == value


def test_back_undoes_to_just_after_the_sending_of_a_pass() -> None:
    log = list(play(4, 5, {"hands": "open_hands"}))
    returned = [n for n, (type_, _) in enumerate(log) if type_ == "chests_returned"][1]
    sent = [n for n, (type_, _) in enumerate(log[:returned], 1) if type_ == "offers_sent"]
    state = replayed(log[:returned]).state
    for line, to in (("back 1", sent[-2]), ("retroceder 2", sent[-1])):
        assert NOTATION.read(Line(line), state) == ("undone", {"to": to, "reason": None})
    early = replayed(log[:3]).state
    for at, line in ((state, "back 3"), (early, "back 1"), (None, "back 1")):
        with pytest.raises(Unread):
            NOTATION.read(Line(line), at)


MORE = """
R wish mortal+ devil-
R wish ?
R word pan
roles R:cu B:m1 G:? Y:?
R draw +vineyard x102 rectory x104 ev a4
R draw k ? + ? ? ? ? ev ?
R offer -
R offer ?
Y offer 1M1W for 1soul
Y ofrece 1M1D por 1alma
send 2 ?
R answer ?
R responde ?
R do left
R do hire urban
R do wheat 1
R skip right
R claim major_2
R responde almas 2 ind 1 ok ascetic
shown R:cu B:m1 G:m2 Y:de
Y is devil
R no es sectario
R face souls 2 ind 1 ok ascetic orator guest; squanderer 1M; ascetic -1G kept 2; vandal x203
R reveal answer from 60 = take 1c
R revela roles.red de 3 = se
reveal chests.red from 12 = m2
R reveal wishes from 4 = mortal+ devil-
R reveal drawn[2] from 5 = rectory
"""


def test_a_sheet_from_before_the_heads_is_read() -> None:
    """Record 1 stood in the plain form, all in the first line."""
    seats = ",".join(
        f'{{"colour":"{one}","name":"A"}}' for one in ("red", "green", "blue", "yellow")
    )
    old = Line(f'rules=1 title="x" players=[{seats}] components={{"cards":"devil-cards-1"}}')
    read = NOTATION.read_opening(old, ())
    assert (read["title"], len(read["players"])) == ("x", 4)


@pytest.mark.parametrize("words", ["build", "build hire", "hire build", "a7:left use", "drop"])
def test_a_word_of_a_plan_with_nothing_behind_it_is_not_left_out(words: str) -> None:
    """`R plan build` is half a line, and no plan of nothing."""
    with pytest.raises(Unread):
        NOTATION.read(Line(f"R plan {words}"), None)
    assert NOTATION.read(Line("R plan -"), None)[1]["builds"] == []
