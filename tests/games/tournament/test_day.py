"""A day with 22 people, as docs/tournament.md tells it: its commands, in its order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from tests.cli.conftest import Ragami, Said
from tests.games.tournament.halls import played, sealed

PAGE: Final = (Path(__file__).parents[3] / "docs" / "tournament.md").read_text("utf-8")
LATER: Final = "2031-01-01T10:00:00Z"
PEOPLE: Final = (
    *("Álvaro Ruiz;Norte", "Ana Ruiz;Norte", "Ana Ruiz;Sur", "Bea Soto;", "Caro Gil;"),
    *("Dani Pi;", "Elsa Lund;", "Fran Mora;Sur", "Gala Rey;", "Hugo Sanz;", "Inés Paz;"),
    *("Juan Vega;", "Kika Roca;", "Luis Cano;", "Mara Díaz;", "Nora Ibáñez;", "Óscar Leal;"),
    *("Pau Marín;", "Quim Font;", "Rosa Blanco;", "Saúl Tena;"),
)


def commands() -> list[list[str]]:
    """The command lines of the page, without those of the chapters on the server and on speed."""
    text = PAGE.partition("## On the server")[0]
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return [shlex.split(line)[1:] for line in lines]


def write_list(number: int) -> None:
    """What Excel in Spain writes: Windows-1252 and semicolons."""
    rows = ["Nombre;Club;Teléfono", *(f"{one};600" for one in PEOPLE[:number])]
    Path("entrants.csv").write_bytes("\r\n".join(rows).encode("cp1252"))


def play(ragami: Ragami) -> None:
    """All tables that have no result yet get one, as slips come in."""
    for one in ragami("tournament", "results", "open", "--json").lines:
        if one["results"] is None and len(one["players"]) > 1:
            scores = [str(40 - 3 * seat) for seat in range(len(one["players"]))]
            done = ragami("tournament", "results", "open", str(one["table"]), *scores)
            assert done.code == 0, done


def log_of_a_table(ragami: Ragami) -> None:
    """The sealed log of table 2, as it was played."""
    Path("tables").mkdir()
    seats = ragami("show", "open", "--json").lines[0]
    table = seats["pairing"]["tables"][1]
    names = [seats["entrants"][who]["name"] for who in table["seats"] if who not in table["absent"]]
    sealed(ragami, "r1-t2", played(names, at=LATER), Path("tables"))


def test_the_day_of_the_page(
    ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told: dict[str, Said] = {}
    remarks = ""
    for line in commands():
        command = " ".join(line)
        if "--csv entrants.csv" in command:
            write_list(21 if command in told else 20)
        if "--logs tables/" in command and not Path("tables").exists():
            log_of_a_table(ragami)
        if command.startswith("tournament close"):
            play(ragami)
        done = ragami(*line)
        assert done.code == 0, (command, done)
        assert "Traceback" not in done.err
        told[command] = done
        remarks += done.err
    first = told["tournament enter open --csv entrants.csv"]
    assert "20 are in already" in first.err and "1 has entered, 21 are in" in first.out
    assert "Not used: Teléfono" in first.err
    assert "Zoe Vidal" in told["tournament override open --come zoe"].out
    assert "Price" in told["tournament override open --swap bea,rosa"].out
    assert "linked to the log r1-t2" in told["tournament results open --logs tables/"].out
    wrong_slip = next(done for command, done in told.items() if "wrong slip" in command)
    assert "Round 2 was paired on it" in wrong_slip.err and "→" in wrong_slip.err
    assert "The lot alone decides who of" in remarks, "a tie at the cut"
    assert remarks.count("for the next round") == 2, "after round 3 comes the final"
    assert "They play the final, seat by seat: " in remarks
    swap = next(done for command, done in told.items() if "swap bea,rosa --choose" in command)
    assert "Dani" not in swap.out.partition("changed by hand")[2], "who did not appear is left out"
    assert told["verify standings.html"].out.startswith("✓")
    out = told["verify open tables/"].out
    assert "changed by hand" in out and "missing" not in out
    assert "Ana Ruiz (Norte)" in Path("names.html").read_text("utf-8")
    assert "ana-ruiz" not in Path("slips.html").read_text("utf-8")
    rows = Path("standings.csv").read_text("utf-8").splitlines()
    assert len(rows) == 23
    final = ragami("verify", "--json", "open").lines[0]["final"]
    assert (final["reason"], final["rounds"], len(final["players"])) == ("final", 3, 22)
