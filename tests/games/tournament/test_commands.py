"""`ragami tournament`: a day as a referee runs it, from the evening before to the prize-giving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragami.games.tournament import organizing
from ragami_games_cli.tournament.standing import PAPERS
from tests.cli.conftest import Ragami
from tests.games.tournament.halls import well

TABLES = Path(__file__).parents[2] / "samples" / "logs"
EIGHT = "Name;Club\n" + "".join(f"{name};\n" for name in ("Ana", "Bea", "Caro", "Dani"))
STANDINGS = ("tournament", "standings", "open", "--json")
SIGNED = ("--reason", "miscounted", "--authority", "Eva")


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
    called = second.capitalize()
    assert f"{called} wins" in day("verify", "open").out
    assert f"gana {called}" in day("verify", "open", "--lang", "es").out


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
    assert refused.code == 2 and standing(day) == before
    assert "--reason --authority" in refused.err and "paired on it" not in refused.err
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
    well(ragami("tournament", "pair", "open", "--time", "2020-01-01T10:00:00Z"))
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
        (("results", "open", "1", "zoe=1"), "Nobody has entered as 'zoe'"),
        (("results", "open", "1", "zoe"), "in this order"),
        (("results", "open", "2", "1", "2", "zoe"), "no score"),
        (("results", "open", "2", "1", "eva=2", "3"), "by name"),
        (("override", "open", "--swap", "eva,fran", "--gone", "eva"), "alone"),
        (("penalty", "open", "eva", "loss"), "--round"),
        (("drop", "open", "zoe"), "Nobody has entered"),
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
    assert "heading" in ragami("tournament", "enter", "open", "--csv", str(table)).err
    table.write_text("entrant\nbea\nana\n", "utf-8")
    done = well(ragami("tournament", "enter", "open", "--csv", str(table)))
    assert "1 is in already" in done.err and "1 has entered" in done.out
    assert len(ragami("show", "open", "--json").lines[0]["entrants"]) == 4


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


# --- what a referee decides ----------------------------------------------------------------


def test_two_people_change_places_for_a_price(day: Ragami) -> None:
    before = day("show", "open", "--json").lines[0]["pairing"]
    one, other = before["tables"][0]["seats"][0], before["tables"][1]["seats"][0]
    swap = ("tournament", "override", "open", "--swap", f"{one},{other}")
    (shown,) = day(*swap, "--json").lines
    assert shown["moved"] == [one, other]
    assert "Price" in day(*swap).out and "moves (2)" in day(*swap).out
    assert day("show", "open", "--json").lines[0]["pairing"] == before
    unsigned = day(*swap, "--choose", "1")
    assert unsigned.code == 2 and "--reason --authority" in unsigned.err
    well(day(*swap, "--choose", "1", "--reason", "sisters", "--authority", "Eva"))
    after = day("show", "open", "--json").lines[0]["pairing"]
    assert [table["seats"] for table in after["tables"]] == shown["tables"]
    assert after["overrides"][0]["after"] - after["overrides"][0]["before"] == shown["price"]
    play(day)
    late = day(*swap)
    assert late.code == 2 and "neither a result nor a link" in late.err


def test_a_penalty_of_any_game_names_people_and_takes_names(day: Ragami) -> None:
    called = day("show", "open", "--json").lines[0]["entrants"]["bea"]["name"]
    told = well(day("penalty", "open", called, "slow-play")).out
    assert f"Penalty for {called}: a warning" in told
    assert f"Penalty for {called}: a warning" in day("penalty", "open").out
    assert f"Penalty for {called}: a warning" in day("report", "open").out


def test_what_stands_after_an_undo_has_the_number_of_the_round(day: Ragami) -> None:
    well(day("penalty", "open", "bea", "conduct"))
    well(day("tournament", "drop", "open", "ana"))
    assert "Now: round 1." in well(day("undo", "open")).out


def test_what_comes_too_early_is_refused_with_what_is_due(day: Ragami) -> None:
    early = day("tournament", "pair", "open")
    assert early.code == 5 and "R-T-PHASE-01" in early.err
    assert "Still without a result: tables 1, 2." in early.err
    waits = day("tournament", "close", "open")
    assert waits.code == 5 and "In front" not in waits.err


def test_of_what_is_refused_no_consequences_are_said(day: Ragami) -> None:
    assert "play on" in well(day("tournament", "noshow", "open", "bea")).err
    again = day("tournament", "noshow", "open", "bea")
    assert again.code == 5 and "R-T-SHOW-01" in again.err and "play on" not in again.err
    back = day("tournament", "return", "open", "ana")
    assert back.code == 5 and "R-T-ENTR-05" in back.err and "paired again" not in back.err


def test_results_are_typed_seat_by_seat(day: Ragami) -> None:
    tables = day("tournament", "results", "open", "--json").lines
    players = tables[0]["players"]
    well(day("tournament", "results", "open", "1", "36", "31", "31", "-2"))
    found = day("tournament", "results", "open", "--json").lines[0]
    told = [(one["entrant"], one["place"], one["score"]) for one in found["results"]]
    assert told == list(zip(players, (1, 2, 2, 4), (36, 31, 31, -2), strict=True))
    twice = day("tournament", "results", "open", "1", "36", "31", "31", "-2")
    assert twice.code == 2 and "1.1 has just that result already" in twice.err
    many = day("tournament", "results", "open", "2", "3", "2", "1", "--places", "1,2,3,4")
    assert many.code == 2 and "a place, or none" in many.err
    well(day("tournament", "results", "open", "2", "--places", "2,1,3"))
    found = day("tournament", "results", "open", "--json").lines[1]["results"]
    assert [(one["place"], one["score"]) for one in found] == [(2, None), (1, None), (3, None)]


def test_the_question_for_a_reason_comes_before_anything_is_said(
    day: Ragami, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(day)
    monkeypatch.setattr("ragami_games_cli.tournament.group.somebody_answers", lambda: True)
    again = ("tournament", "results", "open", "1", "1", "2", "3", "4")
    done = day(*again, "--yes", stdin="miscounted\nEva\n")
    assert done.code == 0, done
    assert done.err.index("Why?") < done.err.index("Who decided it?") < done.err.index("→")
    assert "(miscounted; Eva)" in done.out


def test_a_tie_at_the_cut_is_said(ragami: Ragami, tmp_path: Path) -> None:
    options = (
        "--option",
        "rounds=1",
        "--option",
        "cut=4",
        "--option",
        'tie_breaks=["points","lot"]',
    )
    well(ragami("tournament", "new", "open", "--seed", "x", *options))
    for name in ("ana", "bea", "caro", "dani", "eva", "fran", "gala", "hugo"):
        well(ragami("tournament", "enter", "open", name))
    well(ragami("tournament", "pair", "open"))
    for table in ("1", "2"):
        well(ragami("tournament", "results", "open", table, "4", "2", "2", "2"))
    done = well(ragami("tournament", "close", "open"))
    assert "The lot alone decides who of" in done.err and "first 4" in done.err
    assert "lot alone" in well(ragami("tournament", "close", "open")).err
    well(ragami("tournament", "results", "open", "1", "4", "3", "2", "1"))
    assert "lot alone" not in well(ragami("tournament", "close", "open")).err
    rows = ragami("tournament", "standings", "open").out.splitlines()
    final = ragami("verify", "--json", "open").lines[0]["final"]["players"]
    assert [row.split()[1].lower() for row in rows[1:3]] == [
        name for place in (1, 2) for name, one in final.items() if one["place"] == place
    ]


def test_notices_of_a_tournament_are_said_among_many_logs(day: Ragami) -> None:
    chosen = ("--apart", "ana,fran", "--choose", "1", "--reason", "sisters", "--authority", "Eva")
    well(day("tournament", "override", "open", *chosen))
    out = well(day("verify", "open", str(TABLES / "legal-5.jsonl"))).out
    assert "changed by hand" in out
    assert "unverified" not in out, "the other logs are told in a line"


def test_who_comes_too_late_is_called_by_name(day: Ragami) -> None:
    play(day)
    well(day("tournament", "close", "open", "--yes"))
    well(day("tournament", "pair", "open", "--yes"))
    done = day("tournament", "enter", "open", "Zoe Vidal")
    assert done.code == 5
    assert "Zoe Vidal would come in before round 3" in done.err
    assert "zoe-vidal" not in done.err


def test_the_sheet_has_names_and_points_as_the_standings(day: Ragami) -> None:
    play(day)
    well(day("tournament", "close", "open", "--yes"))
    well(day("tournament", "pair", "open", "--yes"))
    well(day("sheet", "open", "-o", "sheet.html"))
    page = Path("sheet.html").read_text("utf-8")
    assert standing(day)["ana"] == 60
    assert "<td>Ana</td><td>5</td>" in page
