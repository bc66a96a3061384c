"""`ragami tournament`: a day as a referee runs it, from the evening before to the prize-giving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragami.games.tournament import organizing
from ragami_games_cli.tournament.answers import PAPERS
from tests.cli.conftest import Ragami, Said

TABLES = Path(__file__).parents[2] / "samples" / "logs"
EIGHT = "Name;Club\n" + "".join(f"{name};\n" for name in ("Ana", "Bea", "Caro", "Dani"))
STANDINGS = ("tournament", "standings", "open", "--json")
SIGNED = ("--reason", "miscounted", "--authority", "Eva")


def well(done: Said) -> Said:
    assert done.code == 0, done
    assert "Traceback" not in done.err
    return done


@pytest.fixture
def day(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ragami:
    """A tournament of seven, the first round paired."""
    monkeypatch.chdir(tmp_path)
    Path("entrants.csv").write_text(EIGHT, "utf-8")
    opened = ("--seed", "2026-11-22", "--option", "rounds=2", "--option", "cut=2")
    well(ragami("tournament", "new", "open", *opened))
    well(ragami("tournament", "enter", "open", "--csv", "entrants.csv"))
    for name in ("eva", "fran", "gala"):
        well(ragami("tournament", "enter", "open", name))
    well(ragami("tournament", "pair", "open"))
    return ragami


def standing(ragami: Ragami) -> dict[str, int]:
    return {one["entrant"]: one["points12"] for one in ragami(*STANDINGS).lines}


def play(ragami: Ragami) -> None:
    """Every table ends: who is earlier in the alphabet is better."""
    for table in ragami("tournament", "results", "open", "--json").lines:
        if table["results"] is None:
            scores = [f"{name}={50 - ord(name[0]) % 32}" for name in table["players"]]
            well(ragami("tournament", "results", "open", str(table["table"]), *scores))


def test_a_whole_day(day: Ragami) -> None:
    assert "· " in day("tournament", "results", "open").out
    assert day("tournament", "close", "open").code == 5
    play(day)
    well(day("tournament", "close", "open"))
    well(day("tournament", "enter", "open", "hugo", "Hugo Paz", "--club", "Norte"))
    well(day("tournament", "pair", "open"))
    play(day)
    well(day("tournament", "close", "open"))
    first, second, *_ = (one["entrant"] for one in day(*STANDINGS).lines)
    well(day("tournament", "close", "open", "--seats", f"{second},{first}"))
    well(day("tournament", "results", "open", "1", f"{first}=10", f"{second}=20"))
    well(day("tournament", "close", "open"))
    report = day("verify", "--json", "open").lines[0]
    assert report["ok"]
    assert report["final"]["winners"] == [second]
    assert f"{second} wins" in day("verify", "open").out
    assert f"gana {second}" in day("verify", "open", "--lang", "es").out


def test_what_a_correction_changes_is_said_first(day: Ragami) -> None:
    play(day)
    well(day("tournament", "close", "open"))
    well(day("tournament", "pair", "open"))
    table = day("show", "open", "--json").lines[0]["standings"][0]
    before = standing(day)
    players = next(
        one["data"]["results"]
        for one in day("export", "open", "--to", "jsonl").lines
        if one["type"] == "result_recorded"
        and table["entrant"] in [each["entrant"] for each in one["data"]["results"]]
    )
    scores = [f"{one['entrant']}={at}" for at, one in enumerate(players)]
    number = "1.1" if len(players) == 4 else "1.2"
    refused = day("tournament", "results", "open", number, *scores)
    assert refused.code == 5 and standing(day) == before
    done = well(day("tournament", "results", "open", number, *scores, *SIGNED))
    assert "Round 2 was paired on it" in done.err and "→" in done.err
    assert standing(day) != before


def test_a_repair_is_shown_and_then_done(day: Ragami) -> None:
    shown = day("tournament", "override", "open", "--gone", "dani", "--json").lines
    assert shown
    assert all("dani" not in seats for one in shown for seats in one["tables"])
    assert len(day("export", "open", "--to", "jsonl").lines) == 9
    chosen = ("--gone", "dani", "--choose", "1")
    well(day("tournament", "override", "open", *chosen, "--reason", "ill", "--authority", "Eva"))
    state = day("show", "open", "--json").lines[0]
    assert state["entrants"]["dani"]["status"] == "out"
    assert [one["seats"] for one in state["pairing"]["tables"]] == shown[0]["tables"]
    (override,) = state["pairing"]["overrides"]
    assert override["after"] - override["before"] == shown[0]["price"]
    assert day("tournament", "override", "open", "--gone", "zoe").code == 2
    assert day("tournament", "override", "open", "--apart", "eva,fran", "--choose", "99").code == 2


def test_what_can_be_printed_is_what_the_game_prints(day: Ragami) -> None:
    assert organizing.papers == PAPERS
    for what in PAPERS:
        assert "<html" in day("tournament", "print", "open", what).out


def test_results_straight_from_the_logs(ragami: Ragami, tmp_path: Path) -> None:
    log = (TABLES / "legal-5.jsonl").read_bytes()
    seats = json.loads(log.splitlines()[0])["data"]["players"]
    well(ragami("tournament", "new", "open", "--seed", "x", "--plays", "ragami"))
    for at, seat in enumerate(seats):
        well(ragami("tournament", "enter", "open", f"e{at}", seat["name"]))
    well(ragami("tournament", "pair", "open"))
    well(ragami("tournament", "results", "open", "--logs", str(TABLES / "legal-5.jsonl")))
    result = ragami("tournament", "results", "open", "--json").lines[0]["results"]
    final = ragami("verify", "--json", str(TABLES / "legal-5.jsonl")).lines[0]["final"]
    by_name = {f"e{at}": final["players"][seat["colour"]]["vp"] for at, seat in enumerate(seats)}
    assert {one["entrant"]: one["score"] for one in result} == by_name
    again = well(ragami("tournament", "results", "open", "--logs", str(TABLES / "legal-5.jsonl")))
    assert "No log there is news" in again.err
    other = ragami("tournament", "results", "open", "--logs", str(TABLES / "legal-3.jsonl"))
    assert "at no table" in other.err
    report = ragami("verify", "--json", "open", str(TABLES / "legal-5.jsonl")).lines[0]
    assert report["ok"]
    assert "result-differs" not in [one["code"] for one in report["findings"]]


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_printed(day: Ragami, language: str) -> None:
    for what in ("by-table", "by-name", "standings"):
        page = well(day("tournament", "print", "open", what, "--lang", language)).out
        assert page.startswith("<!doctype html>")
        assert all(name in page for name in ("Ana", "Bea", "Caro", "Dani", "Eva", "Fran", "Gala"))
        assert ("Mesa" in page) == (language == "es")
    address = ("--address", "https://example.org/t")
    well(day("tournament", "print", "open", "slips", *address, "-o", "s.html"))
    assert Path("s.html").read_text("utf-8").count("<svg") == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("results", "open", "9", "ana=1"), "no table 9"),
        (("results", "open", "1", "zoe=1"), "Give each of them a score"),
        (("results", "open", "1", "zoe"), "no score"),
        (("enter", "open"), "Name an entrant"),
        (("results", "open", "1", "ana=1", "--places", "1,x"), "1,2,2,4"),
        (("override", "open", "--apart", "ana"), "Name two"),
        (("pair", "friday"), "friday"),
        (("standings", "friday"), "friday"),
    ],
)
def test_what_is_not_understood(day: Ragami, arguments: tuple[str, ...], said: str) -> None:
    done = day("tournament", *arguments)
    assert done.code in (2, 3)
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_list_of_entrants(ragami: Ragami, tmp_path: Path) -> None:
    well(ragami("tournament", "new", "open", "--seed", "x"))
    table = tmp_path / "e.csv"
    rows = ("Inscrito,Nombre,Club", ',"Álvaro Pi",', "ana,Ana,Sur", ",Álvaro Pi,")
    table.write_text("\ufeff" + "\n".join(rows), "utf-8")
    well(ragami("tournament", "enter", "open", "--csv", str(table)))
    entrants = ragami("show", "open", "--json").lines[0]["entrants"]
    assert list(entrants) == ["alvaro-pi", "ana", "alvaro-pi-2"]
    assert entrants["ana"]["club"] == "Sur"
    table.write_text("who\nAna\n", "utf-8")
    assert "column" in ragami("tournament", "enter", "open", "--csv", str(table)).err
    table.write_text("entrant\nbea\nana\n", "utf-8")
    assert ragami("tournament", "enter", "open", "--csv", str(table)).code == 5
    assert len(ragami("show", "open", "--json").lines[0]["entrants"]) == 3


EVERY_COMMAND = (
    *("games", "games --json", "log open", "log open --json --lang es", "legal open"),
    *("legal open --json", "replay open", "sheet open", "sheet --game tournament", "verify open"),
    *("export open --to jsonl", "export open --to json", "export open --to csv", "report open"),
    *("export open --to sheet", "export open --to html -o x.html", "export open --to svg"),
    *("report open --lang es", "audit open", "show open", "show open --as ana", "note open rain"),
    *("undo open", "redo open", "key new eva", "seal open", "slip open", "prove open --seq 2"),
    *("rules --game tournament", "rules R-T-CUT-02", "schema --game tournament round_paired"),
    *(
        "rule open R-T-ROUND-02",
        "tournament enter open hugo H.Paz",
        "withdraw H.Paz --yes",
        "verify open",
    ),
)


def test_every_command_works_on_a_tournament(
    day: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "keys"))
    for line in EVERY_COMMAND:
        well(day(*line.split()))
