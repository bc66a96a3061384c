"""People by name, and lists of them as spreadsheets write them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ragami.games.tournament.game import GAME
from ragami.games.tournament.people import Person, Unclear, labels, sort_key, who_is
from ragami.narration import tell_log
from tests.cli.conftest import Ragami
from tests.games.tournament.halls import well
from tests.games.tournament.harness import Log

LIST = [("Álvaro Ruiz", "Norte"), ("Ana Ruiz", "Norte"), ("Ana Ruiz", "Sur"), ("José Núñez", "")]
AGAIN = ("tournament", "enter", "open", "--csv", "e.csv")


def entered(*people: tuple[str, str, str | None]) -> Log:
    log = Log()
    opened = {"game": "tournament", "rules": 1, "title": None, "plays": None, "seed": "x"}
    log.write("game_opened", {**opened, "options": {}})
    for who, name, club in people:
        assert log.write("entered", {"entrant": who, "name": name, "club": club}) is None
    return log


@pytest.mark.parametrize(
    ("people", "called"),
    [
        ([("Ana", None), ("Bea", "Sur")], ["Ana", "Bea"]),
        ([("Ana", "Norte"), ("Ana", "Sur")], ["Ana (Norte)", "Ana (Sur)"]),
        ([("Ana", "Sur"), ("Bea", None), ("ána", "Sur")], ["Ana (1)", "Bea", "ána (3)"]),
        ([("Ana", None), ("Ana", "Sur"), ("Ana", None)], ["Ana (1)", "Ana (Sur)", "Ana (3)"]),
    ],
)
def test_two_of_one_name_are_told_apart(
    people: list[tuple[str, str | None]], called: list[str]
) -> None:
    given = {f"e{at}": Person(*one) for at, one in enumerate(people)}
    assert list(labels(given).values()) == called


def test_who_is_meant() -> None:
    state = entered(
        ("ana-ruiz", "Ana Ruiz", "Norte"),
        ("ana-ruiz-2", "Ana Ruiz", "Sur"),
        ("hugo-sanz", "Hugo Sanz", None),
        ("jose", "José Núñez", None),
        ("ana", "Zoe Vidal", None),
    ).state
    assert who_is(state, "hugo") == "hugo-sanz" == who_is(state, "H Sanz")
    assert who_is(state, "jose nunez") == "jose" == who_is(state, "José Núñez")
    assert who_is(state, "ana") == "ana", "an id is exact, whatever begins so"
    assert who_is(state, "Ana Ruiz (Sur)") == "ana-ruiz-2" == who_is(state, "ruiz sur")
    assert who_is(state, "ruiz", ["ana-ruiz", "jose"]) == "ana-ruiz"
    for said, code in (
        ("Ana Ruiz", "several-named"),
        ("hugos", "not-entered-near"),
        ("hug2", "not-entered-near"),
        ("sans", "not-entered-near"),
    ):
        with pytest.raises(Unclear) as unclear:
            who_is(state, said)
        assert unclear.value.code == code
        assert "Hugo Sanz" in unclear.value.say("es") or "Ana Ruiz (Norte)" in unclear.value.say(
            "en"
        )


def test_somebody_near_is_told_once() -> None:
    state = entered(("hugo-sanz", "Hugo Sanz", None), ("hugo-paz", "Hugo Paz", None)).state
    with pytest.raises(Unclear) as unclear:
        who_is(state, "hug2")
    assert unclear.value.facts["names"] == "Hugo Sanz = hugo-sanz, Hugo Paz = hugo-paz"


def test_names_are_sorted_as_the_language_sorts() -> None:
    names = ["Zoe", "Óscar", "Nuria", "Ñoño", "Olga", "Álvaro", "ana", "Bea"]
    spanish = sorted(names, key=lambda name: sort_key(name, "es"))
    assert spanish == ["Álvaro", "ana", "Bea", "Nuria", "Ñoño", "Olga", "Óscar", "Zoe"]
    english = sorted(names, key=lambda name: sort_key(name, "en"))
    assert english == ["Álvaro", "ana", "Bea", "Ñoño", "Nuria", "Olga", "Óscar", "Zoe"]


# --- lists ---------------------------------------------------------------------------------


@pytest.fixture
def hall(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ragami:
    monkeypatch.chdir(tmp_path)
    well(ragami("tournament", "new", "open", "--seed", "x"))
    return ragami


def people(ragami: Ragami) -> dict[str, Any]:
    there: dict[str, Any] = ragami("show", "open", "--json").lines[0]["entrants"]
    return {who: (one["name"], one["club"]) for who, one in there.items()}


def table(separator: str, heads: tuple[str, ...] = ("Nombre", "Club")) -> str:
    rows = [heads, *LIST]
    return "".join(separator.join(row) + "\r\n" for row in rows)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "mac-roman"]
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_list_in_any_encoding_of_excel(hall: Ragami, encoding: str, separator: str) -> None:
    Path("e.csv").write_bytes(table(separator).encode(encoding))
    well(hall(*AGAIN))
    assert [name for name, _club in people(hall).values()] == [name for name, _club in LIST]
    assert [club for _name, club in people(hall).values()] == ["Norte", "Norte", "Sur", None]


@pytest.mark.parametrize("encoding", ["cp1252", "mac-roman"])
@pytest.mark.parametrize(
    "name", ["José Pérez", "Iñaki Muñoz", "ÁNGEL MUÑOZ", "Jürgen Núñez", "Óscar"]
)
def test_a_name_of_windows_and_of_a_mac(hall: Ragami, encoding: str, name: str) -> None:
    end = "\r" if encoding == "mac-roman" else "\r\n"
    Path("e.csv").write_bytes(f"Nombre;Club{end}{name};Peña Añil{end}".encode(encoding))
    well(hall(*AGAIN))
    assert list(people(hall).values()) == [(name, "Peña Añil")]


@pytest.mark.parametrize("name", ["Sean O’Brien", "Pia D’Angelo", "Ana – Bea", "Norte–Sur"])
def test_a_sign_of_windows_is_no_letter_of_a_mac(hall: Ragami, name: str) -> None:
    Path("e.csv").write_bytes(f"Nombre;Club\r\n{name};\r\n".encode("cp1252"))
    well(hall(*AGAIN))
    assert [name for name, _club in people(hall).values()] == [name]


def test_a_list_that_names_its_separator(hall: Ragami) -> None:
    Path("e.csv").write_bytes(b"\xef\xbb\xbf\r\nsep=;\r\n\r\n" + table(";").encode())
    well(hall(*AGAIN))
    assert len(people(hall)) == 4


def test_cells_may_hold_line_feeds_and_separators(hall: Ragami) -> None:
    Path("e.csv").write_bytes(b'name;club\r\n"Ana\r\nRuiz";"Norte; Sur"\r\n;;\r\n')
    well(hall(*AGAIN))
    assert list(people(hall).values()) == [("Ana Ruiz", "Norte; Sur")]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'name;club\n"Ana;Norte\nBea;Sur\n', "Falta una comilla"),
        (b"name\n" + b"A" * 200_000, "Falta una comilla"),
        (b"name\nAna\0", "no es un nombre"),
        (b"name\nBea\x1b[31mRed", "no es un nombre"),
        (b"name\n" + b"A" * 81, "pasa de 80 letras"),
    ],
)
def test_what_cannot_be_a_name_enters_nobody(hall: Ragami, content: bytes, said: str) -> None:
    Path("e.csv").write_bytes(content)
    done = hall(*AGAIN, "--lang", "es")
    assert done.code == 2 and said in done.err and not people(hall)


def test_a_name_changes_nothing_of_a_terminal(hall: Ragami) -> None:
    event = {"type": "entered", "data": {"entrant": "red", "name": "\x1b[31mB\nea", "club": None}}
    well(hall("record", "open", json.dumps(event)))
    assert "\ufffd[31mB ea" in hall("show", "open").out
    done = hall("tournament", "enter", "open", "A" * 81)
    assert done.code == 2 and "is no name" in done.err


def test_the_same_list_twice_enters_nobody_twice(hall: Ragami) -> None:
    Path("e.csv").write_text(table(";"), "utf-8")
    well(hall(*AGAIN))
    before = people(hall)
    done = well(hall(*AGAIN))
    assert "4 are in already" in done.err and done.out == ""
    assert people(hall) == before
    longer = table(";").replace("Sur", "Este") + "Ana Ruiz;Oeste\r\nZoe Vidal;Sur\r\n"
    Path("e.csv").write_text(longer, "utf-8")
    done = well(hall(*AGAIN))
    assert "'Sur' here, 'Este' in the list" in done.err
    assert "Ana Ruiz is new, and of a name that is there" in done.err
    assert "2 have entered, 6 are in" in done.out


def test_columns_of_first_names_ratings_and_others(hall: Ragami) -> None:
    text = "Apellidos;Nombre;Elo;e-mail\nRuiz;Ana;1500;a@b\nSoto;Bea;1700,5;c@d\nPaz;Caro;;\n"
    Path("e.csv").write_text(text, "utf-8")
    done = well(hall(*AGAIN))
    assert "order of 'Elo'" in done.err and "Not used: e-mail." in done.err
    names = [name for name, _club in people(hall).values()]
    assert names == ["Bea Soto", "Ana Ruiz", "Caro Paz"]


def test_seeds_go_before_ratings(hall: Ragami) -> None:
    Path("e.csv").write_text("name,seed,rating\nAna,2,9\nBea,1,5\n", "utf-8")
    done = well(hall(*AGAIN))
    assert "order of 'seed'" in done.err and "Not used: rating." in done.err
    assert list(people(hall)) == ["bea", "ana"]


def test_a_name_that_is_there_is_asked_about(hall: Ragami) -> None:
    well(hall("tournament", "enter", "open", "Álvaro Ruiz", "--club", "Norte"))
    again = hall("tournament", "enter", "open", "alvaro ruiz")
    assert again.code == 2 and "Entered already: Álvaro Ruiz" in again.err
    well(hall("tournament", "enter", "open", "Álvaro Ruiz", "--yes"))
    assert list(people(hall)) == ["alvaro-ruiz", "alvaro-ruiz-2"]
    assert "Álvaro Ruiz (Norte)" in hall("tournament", "check-in", "open").out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("enter", "open", "Zoe Vidal", "Pepe Pi"), "One person at a time: 'Zoe Vidal'"),
        (("enter", "open", ""), "A name is empty"),
        (("enter", "open", "zoe", ""), "A name is empty"),
        (("enter", "open", "--csv", "e.csv"), "A row of the list names nobody: Norte"),
        (("new", "other", "--seed", "x", "--plays", "dice-frge"), "dice-forge"),
        (("results", "open"), "No round is paired yet."),
        (("results", "open", "1", "36", "31", "20"), "No round is paired yet."),
        (("pair", "open"), "1 are in: too few for a table. 1 are not here yet"),
        (
            ("standings", "open", "-o", "list.xlsx"),
            "Name it list.csv, list.json or list.html, or say --to.",
        ),
    ],
)
def test_a_slip_of_the_typist_is_said_in_a_sentence(
    hall: Ragami, line: tuple[str, ...], said: str
) -> None:
    Path("e.csv").write_text("name;club\nAna;Sur\n;Norte\n", "utf-8")
    well(hall("tournament", "enter", "open", "Bea"))
    well(hall("tournament", "enter", "open", "Caro"))
    well(hall("tournament", "drop", "open", "caro"))
    done = hall("tournament", *line)
    assert said in done.err.replace("\n", " ") and "regex" not in done.err
    assert list(people(hall)) == ["bea", "caro"] and not Path("list.xlsx").exists()


def test_who_stands_twice_in_a_list_is_named(hall: Ragami) -> None:
    Path("e.csv").write_text("Nombre;Club;Semilla\nAna;Sur;2\nána;sur;1\nBea;;3\n", "utf-8")
    done = well(hall(*AGAIN))
    assert "Ana stands in the list more than once" in done.err and "Not used" not in done.err
    assert "ána (1)" in hall("tournament", "check-in", "open").out
    assert "ána (1)" in hall("tournament", "standings", "open", "--to", "csv").out


def test_somebody_of_another_table_is_named(hall: Ragami) -> None:
    for name in ("Ana Gil", "Bea Soto", "Caro Paz", "Dani Pi", "Elsa Mar", "Fran Sol"):
        well(hall("tournament", "enter", "open", name))
    well(hall("tournament", "pair", "open"))
    first, other = (
        one["players"] for one in hall("tournament", "results", "open", "--json").lines[:2]
    )
    done = hall(
        "tournament", "results", "open", "1", *(f"{who}=3" for who in (*first[1:], other[0]))
    )
    assert done.code == 2 and "is none of these" in done.err
    done = hall("tournament", "close", "open")
    assert done.code == 5 and "In front" not in done.err


def test_check_in(hall: Ragami) -> None:
    Path("e.csv").write_text(table(";"), "utf-8")
    well(hall(*AGAIN))
    done = well(hall("tournament", "check-in", "open", "--begin", "--yes"))
    assert "Here: 0; not yet: 4" in done.out
    again = well(hall("tournament", "check-in", "open", "--begin", "--yes"))
    assert again.err == "The check-in has begun already.\n"
    done = well(hall("tournament", "check-in", "open", "álvaro", "Ana Ruiz (Sur)", "jose"))
    assert "Here: 3; not yet: 1" in done.out
    told = well(hall("tournament", "check-in", "open")).out.splitlines()
    assert told == ["✓ Álvaro Ruiz", "· Ana Ruiz (Norte)", "✓ Ana Ruiz (Sur)", "✓ José Núñez"]
    assert "is here already" in well(hall("tournament", "check-in", "open", "jose")).err
    well(hall("tournament", "pair", "open"))
    out = hall("tournament", "results", "open").out
    assert "Ana Ruiz (Sur)" in out and "Norte" not in out
    assert hall("tournament", "check-in", "open", "--begin").code == 2


# --- everywhere ----------------------------------------------------------------------------


def test_two_of_one_name_are_told_apart_everywhere(hall: Ragami) -> None:
    Path("e.csv").write_text(table(";"), "utf-8")
    well(hall(*AGAIN))
    well(hall("tournament", "pair", "open"))
    told = [hall("tournament", "results", "open").out, hall("log", "open").out]
    told += [hall("tournament", "print", "open", what).out for what in ("by-name", "slips")]
    seats = hall("show", "open", "--json").lines[0]["pairing"]["tables"][0]["seats"]
    scores = [str(40 - at) for at in range(4)]
    done = well(hall("tournament", "results", "open", "1", *scores))
    told += [
        done.out + done.err,
        hall("tournament", "standings", "open").out,
        hall("show", "open").out,
    ]
    told.append(hall("tournament", "standings", "open", "--to", "html").out)
    for text in told:
        plain = re.sub(r'<pre id="log">.*?</pre>', "", text, flags=re.DOTALL)
        plain = re.sub(r"<script.*?</script>", "", plain, flags=re.DOTALL)
        plain = re.sub(r" *\d+  .* enters as .*", "", plain)
        assert "Ana Ruiz (Norte)" in plain and "Ana Ruiz (Sur)" in plain, text
        assert "Ana Ruiz," not in plain and "Ana Ruiz<" not in plain
        assert "alvaro-ruiz" not in plain and "Álvaro Ruiz (" not in plain
    assert len(seats) == 4


def test_ids_are_no_sentences(hall: Ragami) -> None:
    well(hall("tournament", "enter", "open", "zoe-v", "Zoe Vidal"))
    for name in ("Ana", "Bea", "Hugo Sanz"):
        well(hall("tournament", "enter", "open", name))
    signed = ("--reason", "late", "--authority", "Eva", "--yes")
    done = well(hall("tournament", "penalty", "open", "hugo", "warning", *signed))
    assert "Hugo Sanz: warning (late; Eva)" in done.out
    well(hall("tournament", "pair", "open"))
    done = well(hall("tournament", "penalty", "open", "hugo", "dq", *signed))
    assert "Hugo Sanz still sits at table 1" in done.err
    done = well(hall("tournament", "noshow", "open", "hugo"))
    assert "play on as a smaller table" in done.err
    assert "Round 1: Hugo Sanz does not appear" in done.out
    done = well(hall("tournament", "drop", "open", "zoe", "--reason", "ill"))
    assert "Zoe Vidal drops (ill)" in done.out
    assert "still sits at table 1" in done.err
    assert "Zoe Vidal is back" in well(hall("tournament", "return", "open", "zoe")).out


def test_the_standings_as_a_table_for_others(hall: Ragami) -> None:
    Path("e.csv").write_text(table(";") + "=1+1;x\n", "utf-8")
    well(hall(*AGAIN))
    rows = hall("tournament", "standings", "open", "--to", "csv").out.splitlines()
    assert rows[0].startswith("place,ranking,entrant,name,club,status,points,points12")
    assert len(rows) == 6 and any("'=1+1" in row for row in rows)
    well(hall("tournament", "standings", "open", "-o", "s.csv"))
    assert Path("s.csv").read_bytes().decode().lstrip("\ufeff").splitlines() == rows
    assert Path("s.csv").read_bytes().startswith(b"\xef\xbb\xbf"), "so Excel has the accents"
    listed = json.loads(hall("tournament", "standings", "open", "--to", "json").out)
    assert {one["name"] for one in listed} >= {"Álvaro Ruiz", "Ana Ruiz"}
    heads = hall("tournament", "standings", "open", "--lang", "es").out.splitlines()[0].split()
    assert heads[:3] == ["Puesto", "Nombre", "Puntos"] and heads[-1] == "Sorteo"


@pytest.mark.parametrize(
    "heads",
    ["Jugador/a;Asociación;ELO FIDE", "Name (first and last);Club;Rating", "Nombre:;Equipo;Elo"],
)
def test_heads_as_people_write_them_below_the_title_of_the_list(hall: Ragami, heads: str) -> None:
    text = f"Inscripciones, torneo de otoño;;\n\n{heads}\nSoto, Bea;Norte;1500\nÓscar Gil;;1700\n"
    Path("list.csv").write_bytes(text.encode("cp1252"))
    done = hall("tournament", "enter", "open", "--csv", "list.csv")
    assert done.code == 0 and "2 have entered" in done.out, done
    assert "They enter in the order of" in done.err
    shown = hall("tournament", "check-in", "open").out
    assert "Óscar Gil" in shown and "Soto, Bea" in shown


def test_a_workbook_is_told_from_a_list(hall: Ragami) -> None:
    Path("list.xlsx").write_bytes(b"PK\x03\x04\0\0name;club")
    done = hall("tournament", "enter", "open", "--csv", "list.xlsx", "--lang", "es")
    assert done.code == 2 and "guarda ahí la lista como CSV" in done.err


def test_a_name_read_leftwards_leaves_the_numbers_around_it_where_they_are(
    ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it `1. Ana 36, 2. NUR 31` is shown as `1. Ana 36, 2. 31 RUN`."""
    monkeypatch.chdir(tmp_path)
    well(ragami("tournament", "new", "open", "--seed", "x"))
    for name in ("Ana", "نور", "\u2068Bea"):
        well(ragami("tournament", "enter", "open", name))
    well(ragami("tournament", "pair", "open"))
    printed = well(ragami("tournament", "results", "open", "1", "3", "3", "3")).out
    assert "1. نور 3" in printed and "2068" not in printed
    well(ragami("export", "open", "-o", "open.jsonl"))
    log = Path("open.jsonl").read_bytes()
    told = tell_log(GAME, GAME.words.narrator("en"), log)[-1].text
    assert "1. \u2068نور\u2069 3" in told and "\u2068نور\u2069 +" in told
    assert "1. Ana 3" in told and "1. \N{REPLACEMENT CHARACTER}Bea 3" in told
    listed = json.loads(well(ragami("tournament", "standings", "open", "--to", "json")).out)
    assert "نور" in [row["called"] for row in listed]
