"""A set of one's own, entered card by card or from spreadsheets over several evenings."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from ragami.game.capabilities import COMPONENTS, PIECES
from ragami.game.components import entry as house
from ragami.game.components.entry import begun
from ragami.game.components.pieces import UnfitCell, pieces_of
from ragami.games.deal_with_the_devil.game import GAME
from ragami.games.deal_with_the_devil.rules.sets import cards
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.sources.pieces import fill_component, read_pieces, template
from tests.cli.conftest import Ragami

KINDS = GAME.need(PIECES).kinds
BASE = house.stand_ins(GAME)
PLAYERS = [part for c in ("red", "blue", "green", "yellow") for part in ("-p", f"{c}:{c}")]
MILL = "mill,Mill,Molino,1,A,rural,2W,2,production: gain 1H"
HEADING = "id,name_en,name_es,round,pile,symbols,cost,points,effects"
Check = Callable[..., Any]


def rows_of(kind: str) -> list[dict[str, str]]:
    """The stand-ins as if they were printed, under ids of their own."""
    rows = map(KINDS[kind].row, pieces_of(BASE[kind], KINDS[kind].key))
    return [row | {"id": f"own_{row['id']}"} for row in rows]


def sheet_of(rows: Iterable[dict[str, str]]) -> bytes:
    first, *rest = rows
    written = io.StringIO()
    writer = csv.DictWriter(written, list(first))
    writer.writeheader()
    writer.writerows([first, *rest])
    return written.getvalue().encode()


def wrong(content: bytes | str, component: dict[str, Any] | None = None) -> list[tuple[Any, ...]]:
    """What is wrong with a sheet of buildings: row, column and the words."""
    given = content.encode() if isinstance(content, str) else content
    before = component or begun(GAME, "mine")
    made, found = fill_component(GAME, before, given, "buildings")
    assert bool(found) == (made is before)
    return [(one.row, one.column, one.say("en")) for one in found]


def with_rows(*rows: str) -> dict[str, Any]:
    made, found = fill_component(GAME, begun(GAME, "mine"), "\n".join([HEADING, *rows]).encode())
    assert not found
    return dict(made)


@pytest.fixture
def own(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ragami:
    monkeypatch.setenv("RAGAMI_COMPONENTS", str(tmp_path / "own"))
    monkeypatch.chdir(tmp_path)
    return ragami


# --- rows ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_card_of_the_set_that_ships_is_a_row_and_back(kind: str) -> None:
    for piece in pieces_of(BASE[kind], KINDS[kind].key):
        again = KINDS[kind].piece(KINDS[kind].row(piece))
        assert {**again, "facts": None} == {
            **piece,
            "facts": None,
            **{k: again[k] for k in again if k not in piece},
        }


def test_a_box_that_was_entered_whole_is_complete_and_in_order() -> None:
    made: Any = begun(GAME, "mine")
    for kind in KINDS:
        made, found = fill_component(GAME, made, sheet_of(rows_of(kind)))
        assert found == []
    assert house.progress(GAME, made) == {
        "buildings": (80, 80), "events": (20, 20), "inquisitors": (11, 11), "requests": (12, 12)
    }  # fmt: skip
    told = GAME.need(COMPONENTS).inspect(json.dumps(made).encode())
    assert [one.code for one in told.findings] == ["unverified-components"]


def test_a_card_entered_again_is_corrected_and_one_removed_is_a_stand_in() -> None:
    made = with_rows(MILL)
    again = fill_component(GAME, made, f"{HEADING}\n{MILL.replace('2W', '1W')}".encode())[0]
    (mill,) = house.entered(GAME, again)["buildings"]
    assert mill["cost"] == {"wood": 1}
    taken = house.without(GAME, again, "mill")
    assert taken is not None
    assert {**taken, "name": BASE["name"]} == BASE
    assert house.without(GAME, taken, "mill") is None


def test_a_card_may_have_the_id_of_a_stand_in_of_another_round() -> None:
    made = with_rows("trade_route,,Ruta,2,,urban,1W,2,final: score_basics +1")
    ids = [one["id"] for one in made["buildings"]]
    assert "trade_route" in ids
    assert "trade_route_x" in ids
    assert house.progress(GAME, made)["buildings"] == (1, 80)
    assert GAME.need(COMPONENTS).inspect(json.dumps(made).encode()).ok


def test_the_template_has_a_row_for_each_card_that_is_owed() -> None:
    made = with_rows(MILL)
    sheet = template(GAME, made, "buildings", "es")
    rows = list(csv.DictReader(io.StringIO(sheet), delimiter=";"))
    assert len(rows) == 80
    assert [row["id"] for row in rows if row["id"]] == ["mill"]
    assert sum(row["round"] == "1" and row["pile"] == "A" for row in rows) == 4
    again, found = fill_component(GAME, made, sheet.encode())
    assert (again, found) == (made, [])


# --- what spreadsheets write ---------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        f"\ufeff{HEADING}\r\n{MILL}\r\n",
        f"{HEADING}\r{MILL}\r",
        f"{HEADING}\n\n\n{MILL}\n,,,,,,,,\n,,,1,B,,,,\n",
        f"sep=;\n{HEADING}\n{MILL}\n".replace(",", ";"),
        f"{HEADING}\n{MILL}".replace(",", "\t"),
        f'{HEADING.upper()},notes\n{MILL},"two\nlines, quoted"\n',
        HEADING.replace("name_en", "Name EN") + "\n" + MILL.replace("Mill", '"Mill"'),
    ],
)
def test_whatever_spreadsheets_write_is_read(content: str) -> None:
    made, found = fill_component(GAME, begun(GAME, "mine"), content.encode())
    assert found == []
    (mill,) = house.entered(GAME, made)["buildings"]
    assert (mill["name"]["es"], mill["cost"], mill["facts"][0]) == ("Molino", {"wood": 2}, "name")


@pytest.mark.parametrize(
    ("content", "row", "column", "says"),
    [
        (b"", 1, None, "nothing in it"),
        (b"\n\n  \n", 1, None, "nothing in it"),
        (f"{HEADING}\nmill,Mühle".encode("latin-1"), 2, None, "UTF-8"),
        (f"{HEADING}\n{MILL}".encode("utf-16"), 1, None, "UTF-8"),
        (b"\x9d\x03\xfe" + b"\xff\x00\x9c" * 300, 1, None, "UTF-8"),
        (b"PK\x03\x04\x00\x00junk", 1, None, "UTF-8"),
        (f"{HEADING}\n{MILL}\0", 2, None, "UTF-8"),
        (f"{HEADING}\n\n{MILL},,,,more", 3, None, "more cells"),
        (f'{HEADING}\nmill,"Mill,Molino\n', 2, None, "quote"),
        (HEADING.replace(",cost", ""), 1, "cost", "lacks"),
        (f"{HEADING},cost", 1, "cost", "twice"),
        (f"{HEADING}\n{MILL}\n{MILL}", 3, "id", "row 2"),
        (f"{HEADING}\nMill one,,,1,A,rural,1W,1,", 2, "id", "'Mill one'"),
        (f"{HEADING}\nnone,a,,1,A,rural,1W,1,", 2, "id", "'none'"),
        (f"{HEADING}\nmill,,,1,A,rural,1W,1,", 2, "name_en", "name"),
        (f"{HEADING}\nmill,=1+1,,1,A,rural,1W,1,", 2, "name_en", "formula"),
        (f"{HEADING}\nmill,{'a' * 300},,1,A,rural,1W,1,", 2, "name_en", "200"),
        (f"{HEADING}\nmill,a,,6,,rural,1W,1,", 2, "round", "from 1 to 5"),
        (f"{HEADING}\nmill,a,,1.0,A,rural,1W,1,", 2, "round", "'1.0'"),
        (f"{HEADING}\nmill,a,,1,E,rural,1W,1,", 2, "pile", "A, B, C, D"),
        (f"{HEADING}\nmill,a,,2,A,rural,1W,1,", 2, "round", "one too many"),
        (f"{HEADING}\nmill,a,,1,A,rural+urban+rural,1W,1,", 2, "symbols", "one or two"),
        (f"{HEADING}\nmill,a,,1,A,,1W,1,", 2, "symbols", "none of these"),
        (f"{HEADING}\nmill,a,,1,A,rural,1X,1,", 2, "cost", "2W 1S 3$"),
        (f"{HEADING}\nmill,a,,1,A,rural,1W 1W,1,", 2, "cost", "2W 1S 3$"),
        (f"{HEADING}\nmill,a,,1,A,rural,{'9' * 5000}W,1,", 2, "cost", "999"),
        (f"{HEADING}\nmill,a,,1,A,rural,1W,{'9' * 5000},", 2, "points", "-99 to 99"),
        (f"{HEADING}\nmill,a,,1,A,rural,1W,1,gain 2W", 2, "effects", "production: gain 1$"),
        (f"{HEADING}\nmill,a,,1,A,rural,1W,1,often: gain 2W", 2, "effects", "'often'"),
        (f"{HEADING}\nmill,a,,1,A,rural,1W,1,build: fly", 2, "effects", "'fly'"),
        (f"{HEADING}\nmill,a,,1,A,rural,1W,1,build: gain", 2, "effects", "too little"),
        (f"{HEADING}\nmill,a,,1,A,rural,1W,1,build: per moons: minor", 2, "effects", "'moons'"),
        (f"{HEADING}\nmill,a,,1,A,rural,1W,1,build: choose minor", 2, "effects", "does not fit"),
        (f"{HEADING}\nmill,a,,1,A,rural,1W,1,production: pay 1W", 2, None, "pay"),
        (f"{HEADING}\nlab,a,,1,A,science,1W,1,", 2, None, "reputation"),
        (f"{HEADING}\nhiring,a,,1,A,rural,1W,1,\nx,a,,1,A,rural,1,1,", 3, "cost", "'1'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_by_row_and_column(
    content: bytes | str, row: int, column: str | None, says: str
) -> None:
    (found,) = wrong(content)
    assert found[:2] == (row, column)
    assert says in found[2]


def test_everything_that_is_wrong_is_said_at_once_in_both_languages() -> None:
    rows = [f"c{n},a,,1,A,rural,1W,1," for n in range(6)] + ["bad,a,,9,Z,pink,1Q,x,y: z"]
    found = wrong("\n".join([HEADING, *rows]))
    assert [(row, column) for row, column, _ in found] == [
        (6, "round"), (7, "round"),
        *((8, column) for column in ("round", "pile", "symbols", "cost", "points", "effects")),
    ]  # fmt: skip
    given = "\n".join([HEADING, *rows]).encode()
    spanish = [one.say("es") for one in fill_component(GAME, begun(GAME, "m"), given)[1]]
    assert "ninguno de estos" in spanish[4]
    assert not set(spanish) & {told for _, _, told in found}


def test_the_kind_of_a_sheet_is_that_of_its_heading() -> None:
    assert [read_pieces(sheet_of(rows_of(kind)), KINDS).kind for kind in KINDS] == list(KINDS)


def test_a_request_like_a_stand_in_needs_an_id_of_its_own() -> None:
    _made, found = fill_component(
        GAME, begun(GAME, "mine"), b"id,shows\nask_any,any\nready_5,ready\n"
    )
    assert [(one.row, one.column) for one in found] == [(2, "id")]


# --- a file that is checked ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda file: file["buildings"].pop(), "has 79 of buildings and must have 80"),
        (lambda file: file["buildings"][3].pop("cost"), "buildings[3] lacks the field cost"),
        (lambda file: file["buildings"][5].update(points="2"), "buildings[5].points must be"),
        (lambda file: file["events"][0].update(id="fort"), "wo pieces have the id 'fort'"),
        (lambda file: file["track"].update(start=3), "start one above its knot"),
        (lambda file: file["inquisitors"]["vandal"].update(slot="A"), "'vandal' has a letter"),
        (lambda file: file.pop("ritual"), "lacks the field ritual"),
    ],
)
def test_a_fault_is_said_with_its_place(own: Ragami, change: Check, says: str) -> None:
    file = json.loads(json.dumps(BASE)) | {"name": "mine"}
    change(file)
    Path("mine.json").write_text(json.dumps(file))
    said = own("board", "check", "mine.json")
    assert said.code == 1
    assert says in " ".join(said.out.split())
    both = own("board", "check", "mine.json", "--json").lines[0]["findings"][0]
    assert both["rule"] == "R-D-SET-01"
    assert both["en"] != both["es"]


def test_every_place_of_a_list_is_named(own: Ragami) -> None:
    file = json.loads(json.dumps(BASE)) | {"name": "mine"}
    file["buildings"][2]["round"] = 7
    file["buildings"][60]["points"] = None
    Path("mine.json").write_text(json.dumps(file))
    found = own("board", "check", "mine.json", "--json").lines[0]["findings"]
    assert [one["facts"]["where"] for one in found] == [
        "$.buildings[2].round", "$.buildings[60].points"
    ]  # fmt: skip


# --- the commands --------------------------------------------------------------------------


def test_a_set_half_entered_is_played_with_and_every_report_says_so(own: Ragami) -> None:
    Path("buildings.csv").write_bytes(sheet_of(rows_of("buildings")[:34]))
    said = own("board", "fill", "mine", "buildings.csv")
    assert said.code == 0, said
    assert "34 of 80 buildings" in said.out
    opened = own("new", "friday", "--game", GAME.name, *PLAYERS, "--component", "cards=mine")
    assert opened.code == 0
    assert "34 of 80 buildings" in " ".join(opened.err.split())
    for report in ("verify", "report", "audit", "show"):
        said = own(report, "friday")
        told = " ".join((said.out + said.err).split())
        assert "34 of 80 buildings, 0 of 20 events" in told, report
        told = " ".join("".join(own(report, "friday", "--lang", "es")[1:]).split())
        assert "34 de 80 edificios" in told, report
    found = own("verify", "friday", "--json").lines[0]["findings"]
    (notice,) = (one for one in found if one["code"] == "incomplete-components")
    assert (notice["severity"], notice["facts"]["entered"]["buildings"]) == ("notice", [34, 80])
    assert "incomplete-components" in own("audit", "friday", "--json").out
    assert '"buildings":[34,80]' in own("report", "friday", "--json").out
    checked = own("board", "check", str(Path("own") / GAME.name / "cards" / "mine.json"))
    assert checked.code == 0
    assert "34 of 80 buildings" in " ".join(checked.out.split())


def test_nothing_is_written_where_a_cell_is_wrong(own: Ragami) -> None:
    Path("good.csv").write_text(f"{HEADING}\n{MILL}\n")
    Path("bad.csv").write_text(f"{HEADING}\nfort2,a,,1,B,urban,1W,1,\nmill,a,,1,A,rural,1Q,1,\n")
    assert own("board", "fill", "mine.json", "good.csv").code == 0
    before = Path("mine.json").read_bytes()
    said = own("board", "fill", "mine.json", "bad.csv", "--json")
    assert said.code == 1
    assert "Row 3, column cost: '1Q'" in said.err
    error = said.lines[-1]["error"]
    assert (error["code"], error["facts"]["cells"][0]["column"]) == ("pieces-misread", "cost")
    assert Path("mine.json").read_bytes() == before
    assert own("board", "fill", "mine.json", "none.csv").code == 3
    assert own("board", "fill", "mine.json", "good.csv", "--pieces", "bildings").code == 2
    assert own("board", "fill", "mine.json", "--remove", "fort2").code == 3
    assert own("board", "fill", "mine.json", "--remove", "mill", "--json").lines[0]["entered"][
        "buildings"
    ] == {"entered": 0, "of": 80}
    Path("mine.json").write_text("{}")
    assert own("board", "fill", "mine.json", "good.csv").code == 1


def test_a_template_is_written_and_filled(own: Ragami) -> None:
    for kind in KINDS:
        assert own("board", "template", kind, "-o", f"{kind}.csv").code == 0
        content = Path(f"{kind}.csv").read_bytes()
        assert content.startswith(b"\xef\xbb\xbfid,")
        assert own("board", "fill", "mine", f"{kind}.csv", "--json").code == 0
    assert own("board", "template", "inquisitors").out.splitlines()[0].endswith("slot,penalty")
    assert own("board", "template", "cities").code == 2
    assert own("board", "template", "events", "--game", "ragami").code == 2


# --- in Spanish ----------------------------------------------------------------------------


def in_spanish(cell: str) -> str:
    words = {both.en: both.es for both in TABLES["cell"].values()}
    return re.sub(r"\b[a-z]\w*", lambda word: words[word[0]], cell)


IN_WORDS = ("effects", "left", "right", "penalty", "symbols", "back", "shows")


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, c.name) for kind in KINDS for c in KINDS[kind].columns if c.name in IN_WORDS],
)
def test_a_cell_is_read_in_spanish_as_in_english(kind: str, name: str) -> None:
    column = next(column for column in KINDS[kind].columns if column.name == name)
    cells = {row[name] for row in rows_of(kind)} - {""}
    assert cells
    for cell in cells:
        assert column.read(in_spanish(cell)) == column.read(cell), in_spanish(cell)
    english, spanish = column.example("en"), column.example("es")
    assert column.read(spanish) == column.read(english)
    assert spanish.replace("T", "H") == in_spanish(english)


@pytest.mark.parametrize(
    ("kind", "name", "cell", "found", "expected"),
    [
        ("buildings", "effects", "producción: ganas 1$", "«ganas» no es", "gana, reputación"),
        ("buildings", "symbols", "rural+mar", "«mar» no es", "rural, urbano, religioso"),
        ("inquisitors", "penalty", "guardado de mármol", "«guardado de mármol»", "puntos con; por"),
    ],
)
def test_a_wrong_cell_in_spanish_is_told_in_spanish(
    kind: str, name: str, cell: str, found: str, expected: str
) -> None:
    column = next(column for column in KINDS[kind].columns if column.name == name)
    with pytest.raises(UnfitCell) as wrong:
        column.read(cell)
    told = wrong.value.say("es")
    assert found in told and expected in told
    assert re.search("gain|urban,|points by", wrong.value.say("en"))


def typed(own: Ragami, *answers: str) -> Any:
    return own("board", "fill", "mine.json", stdin="".join(f"{each}\n" for each in answers))


ANSWERS = ("mill", "Mill", "Molino", "1", "A", "rural", "2W", "2", "production: gain 1H")


@pytest.mark.parametrize("after", range(1, len(ANSWERS)))
def test_an_interruption_anywhere_loses_no_answer(own: Ragami, after: int) -> None:
    assert typed(own, *ANSWERS[:after]).code == 130
    assert (Path("mine.json.buildings.answers")).read_text().split("\n")[:-1] == [*ANSWERS[:after]]
    said = typed(own, *ANSWERS[after:], "")
    assert said.code == 0
    assert "1 of 80 buildings" in said.out
    assert not Path("mine.json.buildings.answers").exists()
    made = json.loads(Path("mine.json").read_text())
    assert house.entered(GAME, made) == house.entered(GAME, with_rows(MILL))


def test_cards_do_not_go_together_are_asked_again_and_corrected_later(own: Ragami) -> None:
    lab = ("lab", "Lab", "", "2", "-", "science", "1W", "4", "")
    again = ("", "", "", "", "", "", "1W 4R", "", "", "")
    said = typed(own, *lab, *again)
    assert said.code == 0
    assert "costs no reputation" in said.err
    assert typed(own, "lab", "", "", "", "", "", "2W 4R", "", "", "").code == 0
    (one,) = house.entered(GAME, json.loads(Path("mine.json").read_text()))["buildings"]
    assert (one["cost"], one["name"]["es"]) == ({"wood": 2, "reputation": 4}, "Lab")


def test_a_killed_terminal_loses_no_answer(tmp_path: Path) -> None:
    """In a terminal of its own, killed in the middle of a card."""
    env = {**os.environ, "RAGAMI_COMPONENTS": str(tmp_path), "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "ragami_cli", "board", "fill", "mine"]
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    folder = tmp_path / GAME.name / "cards"
    kept = folder / "mine.json.buildings.answers"
    try:
        for number, answer in enumerate(ANSWERS[:4], 1):
            os.write(ours, f"{answer}\n".encode())
            until = time.monotonic() + 30
            while not (kept.exists() and len(kept.read_text().splitlines()) == number):
                assert time.monotonic() < until
                time.sleep(0.02)
    finally:
        program.send_signal(signal.SIGKILL)
        program.wait()
        os.close(ours)
    assert kept.read_text().splitlines() == [*ANSWERS[:4]]
    assert GAME.need(COMPONENTS).inspect((folder / "mine.json").read_bytes()).ok


def test_a_marker_may_stand_still_off_the_knot() -> None:
    """R-D-SET-01: a drift of 0 leads neither away nor across."""
    file = {**BASE, "track": {**BASE["track"], "drift": list(BASE["track"]["drift"])}}
    for space in (0, 6, 8, 14):
        file["track"]["drift"][space] = 0
    assert cards(file).file.track.drift[6:9] == (0, 0, 0)


def test_everything_that_is_wrong_is_told_at_once() -> None:
    seats = {seat: dict(rounds) for seat, rounds in BASE["production"]["seats"].items()}
    del seats["1"]["3"], seats["1"]["5"]
    file = {**BASE, "production": {**BASE["production"], "seats": seats}}
    said = GAME.need(COMPONENTS).inspect(json.dumps(file).encode())
    assert not said.ok
    assert [one.facts["item"] for one in said.findings] == ["production.1.3", "production.1.5"]
