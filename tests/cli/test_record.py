"""`ragami record` judges what happened, and writes it down."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ragami.log.naming import game_named_in
from ragami.store import schema
from tests.cli.conftest import Process, Ragami, Said
from tests.cli.played import FIRST_MOVE, FOUR_PLAYERS, event, lines, play, records, stored
from tests.samples.samples import compared, states_of
from tests.store.faults import failing_opens

MOVE = event("ragami_moved", player="green", via="draw", ragami="green", to=9)
ONTO_SAINT = event("ragami_moved", player="green", via="draw", ragami="green", to=21)
ERROR_KEYS = {"code", "facts", "en", "es"}
FINDING_KEYS = {
    "code", "severity", "rule", "ruling", "seq", "line", "facts", "en", "es", "sources"
}  # fmt: skip


# A whole game

ONE_BY_ONE = 60
"""Records that are recorded by a command each, the others by one."""


def test_a_real_game_is_recorded_event_by_event_and_every_position_is_right(
    ragami: Ragami,
) -> None:
    for seq, line in enumerate(lines()[:ONE_BY_ONE], 1):
        said = ragami("record", "final", line, "--json")
        assert said.code == 0, said
        assert said.lines[0] | {"findings": []} == {
            "game": "final", "first": seq, "last": seq, "repeated": False, "findings": []
        }  # fmt: skip
    rest = "".join(f"{line}\n" for line in lines()[ONE_BY_ONE:])
    assert ragami("record", "final", stdin=rest).code == 0
    for seq, expected in states_of(FOUR_PLAYERS):
        (state,) = ragami("show", "final", "--json", "--at", str(seq)).lines
        assert compared(FOUR_PLAYERS, state) == expected
    (game,) = ragami("games", "--json").lines
    assert game["final"] == FOUR_PLAYERS.expected["final"]
    # Record 1 has every option with its value, also where the sample leaves some out.
    assert stored(ragami)[1:] == [json.loads(line) for line in lines()[1:]]


def test_the_result_is_left_where_the_database_s_views_have_it(ragami: Ragami) -> None:
    play(ragami, len(lines()))
    with closing(sqlite3.connect(os.environ["RAGAMI_DB"])) as database, database:
        ((result,),) = database.execute("SELECT result FROM games WHERE game = 'final'")
    assert json.loads(result) == FOUR_PLAYERS.expected["final"]
    assert "wins" in ragami("games").out


# What an event is


def test_an_event_is_stamped_with_who_and_when(
    ragami: Ragami, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(ragami, FIRST_MOVE - 1)
    monkeypatch.setenv("RAGAMI_BY", "bea")
    assert ragami("record", "final", MOVE, "--time", "2026-11-20T20:04:31+01:00").code == 0
    end = event("turn_ended", player="green")
    assert ragami("record", "final", end, "--by", "ana").code == 0
    first, second = stored(ragami)[-2:]
    assert (first["at"], first["by"]) == ("2026-11-20T19:04:31Z", "bea")
    assert second["by"] == "ana"
    assert second["at"].endswith("Z")


def test_what_a_whole_record_says_of_itself_counts_more(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    line = json.loads(lines()[FIRST_MOVE - 1]) | {"at": None, "by": None}
    assert ragami("record", "final", json.dumps(line), "--by", "ana").code == 0
    assert stored(ragami)[-1] == line


def test_a_record_that_says_its_number_has_to_come_at_its_place(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("record", "final", lines()[FIRST_MOVE + 1])
    assert said.code == 4
    assert records(ragami) == FIRST_MOVE - 1


def test_the_consequence_is_told(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("record", "final", MOVE)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("  22  Green moves the Ragami to 9")
    assert ragami("--lang", "es", "record", "final", event("turn_ended", player="green")).code == 0


# What is refused


def expect_nothing_written(ragami: Ragami, said: Said, code: int, seq: int) -> None:
    assert said.code == code, said
    assert "Traceback" not in said.err
    assert records(ragami) == seq


def test_of_many_lines_it_is_said_which_were_written(ragami: Ragami) -> None:
    """The good ones before the first bad one are kept, and nothing says otherwise."""
    play(ragami, FIRST_MOVE - 1)
    for bad in ("note: x\nY psas\n", "note: x\nseed demons 1 2 3 4\n"):
        said = ragami("record", "final", stdin=bad)
        assert said.code == 5
        assert "1 event written" in said.err
        assert "othing was written" not in said.err


def test_what_the_rules_refuse_is_said_in_full_and_not_written(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("record", "final", ONTO_SAINT)
    expect_nothing_written(ragami, said, 5, FIRST_MOVE - 1)
    assert said.out == ""
    assert said.err.startswith("Record 22: ")
    assert "R-MOVE-04" in said.err
    assert "It was not written." in said.err


def test_a_refusal_in_json_is_the_finding_and_then_the_error(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("record", "final", ONTO_SAINT, "--json")
    finding, error = said.lines
    assert said.code == 5
    assert set(finding) == FINDING_KEYS
    assert (finding["rule"], finding["seq"], finding["severity"]) == ("R-MOVE-04", 22, "error")
    assert set(error["error"]) == ERROR_KEYS
    assert finding["es"] in " ".join(
        ragami("--lang", "es", "record", "final", ONTO_SAINT).err.split()
    )


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('{"type": "passed", "data": {]}', "column 29"),
        ("{nonsense", "column 2"),
        ('{"type": "pased", "data": {}}', "Did you mean 'passed'?"),
        ('{"type": "passed"}', "data"),
        ('{"type": "passed", "data": {"player": "red"}}', "data.player"),
        ('{"type": "passed", "data": {"player": "green"}, "more": 1}', "more"),
        ('{"type": "passed", "data": {"player": "green", "player": "green"}}', "player"),
        ('{"type": "passed", "v": 2, "data": {"player": "green"}}', "v 2"),
        ('{"type": "noted", "data": {"text": "\\ud800"}}', ""),
        ('{"type": "passed", "data": {"player": 1.5}}', "1.5"),
        ('{"type": "passed", "at": "yesterday", "data": {"player": "green"}}', "at"),
        ("[1]", "object"),
        ("[" * 100_000, ""),
        ("", "empty"),
        ("\udcff", "UTF-8"),
    ],
)
def test_what_is_no_event_is_refused_with_its_place(ragami: Ragami, given: str, told: str) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("record", "final", given)
    expect_nothing_written(ragami, said, 5, FIRST_MOVE - 1)
    assert "R-LOG-01" in said.err
    assert told in said.err


def test_after_a_game_broke_off_the_way_out_is_told(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE + 10)
    assert ragami("correct", "final", str(FIRST_MOVE), "--strike").code == 1
    said = ragami("record", "final", MOVE)
    expect_nothing_written(ragami, said, 5, FIRST_MOVE + 11)
    assert "undo or correct that first" in " ".join(said.err.split())


# Many


def test_good_events_before_the_first_bad_one_are_kept_and_counted(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    given = "\n".join(["", MOVE, "", event("turn_ended", player="green"), ONTO_SAINT, MOVE])
    said = ragami("record", "final", stdin=given)
    expect_nothing_written(ragami, said, 5, FIRST_MOVE + 1)
    assert "2 events written: records 22 to 23." in said.err
    assert "Line 5 (record 24)" in said.err


def test_a_broken_line_is_named_by_its_line_and_column(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("record", "final", "-", stdin=f"{MOVE}\n\n{{]\n")
    expect_nothing_written(ragami, said, 5, FIRST_MOVE)
    assert "Line 3" in said.err
    assert "column 2" in said.err


def test_atomic_is_all_or_nothing(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    end = event("turn_ended", player="green")
    said = ragami("record", "final", "--atomic", stdin=f"{MOVE}\n{end}\n{ONTO_SAINT}\n")
    expect_nothing_written(ragami, said, 5, FIRST_MOVE - 1)
    assert "Line 3 (record 24)" in said.err
    said = ragami("record", "final", "--atomic", stdin=f"{MOVE}\n{end}\n")
    assert (said.code, records(ragami)) == (0, FIRST_MOVE + 1)
    assert said.out.startswith("2 events written: records 22 to 23. Round 1")


def test_with_json_each_event_is_acknowledged(ragami: Ragami) -> None:
    said = ragami("record", "final", "--json", stdin=FOUR_PLAYERS.up_to(30))
    assert said.code == 0
    assert [(line["first"], line["last"]) for line in said.lines] == [
        (seq, seq) for seq in range(1, 31)
    ]


def test_nothing_on_standard_input_is_nothing_to_do(ragami: Ragami) -> None:
    play(ragami, 3)
    for given in ("", "\n \n"):
        said = ragami("record", "final", stdin=given)
        expect_nothing_written(ragami, said, 2, 3)
        assert "nothing to write down" in said.err


# Beginning


def test_a_game_that_is_not_there_begins_with_its_opening(ragami: Ragami) -> None:
    assert game_named_in(lines()[0].encode()) == "ragami"
    assert ragami("record", "a game", lines()[0]).code == 0
    assert records(ragami, "a game") == 1


def test_a_remark_between_the_heads_of_a_sheet_is_left_out(ragami: Ragami) -> None:
    heads = "game: ragami 1\n# Wednesday\nplayers: Y Ana, G Bea\nneutral: P\n"
    fallen = "# as they fell\n\nseed conflicts 6:2 21:2 20:1 18:4 10:1 7:6\n"
    assert ragami("record", "friday", stdin=heads + fallen).code == 0
    opened, seeded = stored(ragami, "friday")
    assert [seat["name"] for seat in opened["data"]["players"]] == ["Ana", "Bea"]
    assert seeded["type"] == "conflicts_seeded"


def test_a_game_that_is_not_there_and_is_not_opened_is_not_found(ragami: Ragami) -> None:
    assert ragami("record", "final", MOVE).code == 3
    assert not Path(os.environ["RAGAMI_DB"]).exists()
    play(ragami, 3)
    said = ragami("record", "finl", MOVE)
    assert said.code == 3
    assert "Nearest to it: final." in said.err
    assert [game["name"] for game in ragami("games", "--json").lines] == ["final"]


def test_a_second_opening_is_judged_like_any_event(ragami: Ragami) -> None:
    play(ragami, 3)
    opening = json.loads(lines()[0])
    again = json.dumps({"type": opening["type"], "data": opening["data"]})
    expect_nothing_written(ragami, ragami("record", "final", again), 5, 3)


@pytest.mark.parametrize("name", ["", ".final", "a/b", "x" * 61, "a\nb"])
def test_a_name_that_no_game_can_have_is_wrong_usage(ragami: Ragami, name: str) -> None:
    assert ragami("record", name, lines()[0]).code == 2


# Written once


def test_a_key_makes_a_repetition_harmless(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    first = ragami("record", "final", MOVE, "--key", "k1", "--json")
    again = ragami("record", "final", MOVE, "--key", "k1", "--json", "--expect", "21")
    assert first.lines[0]["repeated"] is False
    assert again.lines[0] == first.lines[0] | {"repeated": True}
    assert again.code == 0
    assert records(ragami) == FIRST_MOVE
    assert "Already written: record 22." in ragami("record", "final", MOVE, "--key", "k1").out


def test_a_key_stands_for_all_events_of_an_atomic_command(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    assert ragami("record", "final", "--key", "k", stdin=MOVE).code == 2
    given = f"{MOVE}\n{event('turn_ended', player='green')}\n"
    for _ in range(2):
        assert ragami("record", "final", "--key", "k", "--atomic", stdin=given).code == 0
    assert records(ragami) == FIRST_MOVE + 1


def test_who_expects_another_record_is_told(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("record", "final", MOVE, "--expect", "20")
    expect_nothing_written(ragami, said, 4, FIRST_MOVE - 1)
    assert ragami("record", "final", MOVE, "--expect", "21").code == 0


@pytest.mark.parametrize(
    "at", ["now", "2026-11-20", "2026-11-20T19:04:31", "0001-01-01T00:00+09:00"]
)
def test_a_time_without_a_zone_is_wrong_usage(ragami: Ragami, at: str) -> None:
    play(ragami, FIRST_MOVE - 1)
    expect_nothing_written(ragami, ragami("record", "final", MOVE, "--time", at), 2, FIRST_MOVE - 1)


# Storage


def test_a_locked_database_is_a_failed_storage(
    ragami: Ragami, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(ragami, FIRST_MOVE - 1)
    monkeypatch.setattr(schema, "BUSY_SECONDS", 0.05)
    other = sqlite3.connect(os.environ["RAGAMI_DB"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    said = ragami("record", "final", MOVE)
    other.execute("ROLLBACK")
    other.close()
    expect_nothing_written(ragami, said, 7, FIRST_MOVE - 1)
    assert "Another program is writing" in said.err


def test_a_database_that_may_not_be_written_is_a_failed_storage(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    with failing_opens(errno.EACCES, os.O_RDWR) as fault:
        said = ragami("record", "final", MOVE, "--json")
    assert fault.struck
    expect_nothing_written(ragami, said, 7, FIRST_MOVE - 1)
    assert said.lines[-1]["error"]["code"] == "database-read-only"


def test_a_file_that_is_no_database_is_left_as_it_is(ragami: Ragami, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no database at all, " * 50)
    said = ragami("record", "final", lines()[0], "--db", str(other))
    assert said.code == 7
    assert other.read_text().startswith("no database")


def test_as_a_process_of_its_own_it_ends_with_the_same_codes(
    ragami: Ragami, process: Process
) -> None:
    assert ragami("record", "final", stdin=FOUR_PLAYERS.up_to(21)).code == 0
    refused = process("record", "final", ONTO_SAINT)
    assert refused.code == 5
    assert "R-MOVE-04" in refused.err
    assert process("record", "final", MOVE, LC_ALL="es_ES.UTF-8").code == 0
    assert process("record", "other", MOVE).code == 3


def test_points_are_told_where_they_have_changed_also_after_a_record_that_is_no_event(
    ragami: Ragami,
) -> None:
    """After a note everybody's points stood beside the event, and an undo told none."""
    ragami("new", "pad", "--game", "scores", "-p", "Ana", "-p", "Bea")
    ragami("record", "pad", "Ana 5")
    assert "[" not in ragami("note", "pad", "rain").out
    assert ragami("record", "pad", "Bea 3").out.strip().endswith("Bea: 3 [Bea 3]")
    assert ragami("undo", "pad").out.splitlines()[0].endswith("[Bea 0]")
    assert ragami("redo", "pad").out.splitlines()[0].endswith("[Bea 3]")
