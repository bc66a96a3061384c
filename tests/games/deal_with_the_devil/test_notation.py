"""The score sheet: every event of whole games, written and read again, in both languages."""

from __future__ import annotations

import msgspec
import pytest

from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.bots.play import play
from ragami.games.deal_with_the_devil.bots.veil import veiled
from ragami.games.deal_with_the_devil.sheet.notation import EXAMPLES, NOTATION
from ragami.language import Language
from ragami.notation.line import Line
from ragami.sheet.files import Game, logs_in
from ragami.sheet.writing import write_sheet
from tests.games.deal_with_the_devil.simulated import events


@pytest.mark.parametrize("keeper", ["full", "observer"])
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("seed", range(500, 506))
def test_what_is_written_reads_as_it_was(seed: int, language: Language, keeper: str) -> None:
    log = list(play(4, seed, {"hands": "walled", "wishes": seed % 2 == 0, "ledger": True}))
    hidden = veiled(log, "observer" if keeper == "observer" else "full")
    for event, (type_, _data) in list(zip(events(hidden), hidden, strict=True))[1:]:
        line = NOTATION.write(type_, event, None, language)
        assert line, event
        named, data = NOTATION.read(Line(line), None)
        assert (named, msgspec.convert(data, ev.EVENTS[type_])) == (type_, event), line


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
            "opciones: hands=open_hands ledger=sí",
            "cartas: devil-cards-1",
        ),
    ],
)
def test_the_heads_of_the_rules_file_make_record_1(heads: tuple[str, ...]) -> None:
    language: Language = "en" if heads[0].startswith("game") else "es"
    (game,) = logs_in("\n".join(heads).encode())
    assert isinstance(game, Game)
    data = msgspec.json.decode(game.log)["data"]
    assert [one["colour"] for one in data["players"]] == ["red", "blue", "green", "yellow"]
    assert (data["options"]["hands"], data["options"]["ledger"]) == ("open_hands", True)
    assert tuple(write_sheet(game.log, language)) == heads


def test_lines_of_the_rules_file_are_read() -> None:
    for line in (*EXAMPLES.strip().splitlines(), *MORE.strip().splitlines()):
        type_, data = NOTATION.read(Line(line), None)
        event = msgspec.convert(data, ev.EVENTS[type_])
        again = NOTATION.write(type_, event, None, "es")
        assert again
        assert NOTATION.read(Line(again), None)[0] == type_


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
"""


def test_a_sheet_from_before_the_heads_is_read() -> None:
    """Record 1 stood in the plain form, all in the first line."""
    seats = ",".join(
        f'{{"colour":"{one}","name":"A"}}' for one in ("red", "green", "blue", "yellow")
    )
    old = Line(f'rules=1 title="x" players=[{seats}] components={{"cards":"devil-cards-1"}}')
    read = NOTATION.read_opening(old, ())
    assert (read["title"], len(read["players"])) == ("x", 4)
